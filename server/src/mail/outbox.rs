//! The mails that wait. Memory has only their ids and times; the store has the mails.
//!
//! `listed` is what administrators see and do, and what is forgotten.
//!
//! A posted mail is known here before its commit. If the commit fails, there is no such document, and the id is forgotten.

mod listed;

use super::MailRefusal;
use super::record::{
    Content, Fate, MailState, content_key, draw_id, fate_key, put_fate, read_content_key,
};
use super::smtp::Failure;
use crate::operators;
use actors_core::ids::TenantId;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError, each_document};
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How long a mail is tried.
pub const TRIED_FOR: Span = Span::from_minutes(24 * 60);

/// How long mails are listed, in days.
pub const DAYS_LISTED: u64 = 30;

/// How long a posted mail may lack its document, because its commit waits for the disk.
const COMMITTED_WITHIN: Span = Span::from_minutes(10);

/// How long after a try the next one comes: after the first, the second and so on. The last holds for all later ones.
const BACK_OFF_SECONDS: [u64; 7] = [30, 120, 600, 1_800, 3_600, 7_200, 14_400];

/// How long a worker sleeps while mails wait for a later time.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The limits of one tenant.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Mails that wait.
    pub waiting: u32,
    /// Mails in 24 hours.
    pub daily: u32,
}

/// A mail of the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its tenant.
    pub tenant: TenantId,
    /// Its id.
    pub id: String,
}

/// A mail that is to be tried.
pub struct Due {
    /// Its name.
    pub name: Name,
    /// What it says.
    pub content: Content,
    /// What became of it so far.
    pub fate: Fate,
}

/// What came of a try.
#[derive(Clone, Debug)]
pub enum Tried {
    /// The SMTP server took it.
    Sent,
    /// It is worth another try.
    Later(Failure),
    /// It is not.
    Never(Failure),
}

/// The mails that wait.
pub struct Outbox {
    store: Arc<dyn Store>,
    limits: Limits,
    waiting: Mutex<Waiting>,
    /// Held while the end of a try is stored and while mails are forgotten, so that no forgotten mail comes back.
    storing: Mutex<()>,
    posted: Notify,
}

#[derive(Default)]
struct Waiting {
    tenants: BTreeMap<TenantId, OfTenant>,
    /// The tenant whose mail was taken last: the others come first.
    last: Option<TenantId>,
}

#[derive(Default)]
struct OfTenant {
    due: BTreeSet<(Timestamp, String)>,
    /// Taken and not ended.
    taken: u32,
    /// When the mails of the last 24 hours were posted.
    posted: VecDeque<Timestamp>,
}

impl OfTenant {
    fn count(&self) -> usize {
        self.due.len() + self.taken as usize
    }

    fn posted_lately(&mut self, now: Timestamp) -> usize {
        while self.posted.front().is_some_and(|at| *at + TRIED_FOR <= now) {
            self.posted.pop_front();
        }
        self.posted.len()
    }
}

/// How much of its limits a tenant uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Mails that wait.
    pub waiting: usize,
    /// Mails of the last 24 hours.
    pub of_day: usize,
}

impl Outbox {
    /// Reads the mails that wait.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: Arc<dyn Store>, limits: Limits, now: Timestamp) -> Result<Self, StoreError> {
        let mut waiting = Waiting::default();
        let mut orphans = Vec::new();
        each_document(store.as_ref(), (DocumentKind::MailQueue, ""), |key, _| {
            let Some((tenant, id)) = read_content_key(&key) else {
                return Ok(());
            };
            match read_fate(store.as_ref(), &tenant, id)? {
                Some(fate) if fate.state == MailState::Waiting => {
                    let of_tenant = waiting.tenants.entry(tenant).or_default();
                    of_tenant.due.insert((fate.next, id.to_owned()));
                }
                Some(_) => {}
                None => orphans.push(DocumentChange::delete(DocumentKind::MailQueue, key)),
            }
            Ok(())
        })?;
        for few in orphans.chunks(500) {
            store.change_documents(few)?;
        }
        let tenants = store.documents(DocumentKind::Tenant, "")?.into_iter();
        let tenants = tenants.map(|(key, _)| TenantId::from(key.as_str()));
        for tenant in tenants.chain([operators::home()]) {
            let lately = posted_lately(store.as_ref(), &tenant, now)?;
            if !lately.is_empty() {
                waiting.tenants.entry(tenant).or_default().posted = lately;
            }
        }
        Ok(Self {
            store,
            limits,
            waiting: Mutex::new(waiting),
            storing: Mutex::new(()),
            posted: Notify::new(),
        })
    }

    /// Puts a mail in, to be sent once the changes are committed.
    ///
    /// # Errors
    /// One of the tenant's limits is reached.
    pub fn post(
        &self,
        tenant: &TenantId,
        content: Content,
        now: Timestamp,
    ) -> Result<Vec<DocumentChange>, MailRefusal> {
        let id = draw_id(now);
        let mut waiting = self.waiting.lock();
        let own = waiting.tenants.entry(tenant.clone()).or_default();
        if own.count() >= self.limits.waiting as usize {
            return Err(MailRefusal::TooManyWait);
        }
        if own.posted_lately(now) >= self.limits.daily as usize {
            return Err(MailRefusal::DailyLimit);
        }
        own.posted.push_back(now);
        own.due.insert((now, id.clone()));
        drop(waiting);
        self.posted.notify_waiters();
        let fate = Fate::new(&content, now + TRIED_FOR);
        let json = serde_json::to_vec(&content).expect("texts and numbers are always JSON");
        Ok(vec![
            DocumentChange::put(DocumentKind::MailQueue, content_key(tenant, &id), json),
            put_fate(tenant, &id, &fate),
        ])
    }

    /// Counts what a tenant uses of its limits.
    pub fn use_of(&self, tenant: &TenantId, now: Timestamp) -> Use {
        let mut waiting = self.waiting.lock();
        let own = waiting.tenants.get_mut(tenant);
        own.map_or_else(Use::default, |own| Use {
            waiting: own.count(),
            of_day: own.posted_lately(now),
        })
    }

    /// The limits of each tenant.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Takes a mail that is due; tenants take turns.
    pub fn take(&self, now: Timestamp) -> Option<Name> {
        let mut waiting = self.waiting.lock();
        let is_due = |own: &OfTenant| own.due.first().is_some_and(|(at, _)| *at <= now);
        let last = waiting.last.clone();
        let due: Vec<&TenantId> = waiting
            .tenants
            .iter()
            .filter(|(_, own)| is_due(own))
            .map(|(tenant, _)| tenant)
            .collect();
        let after = due.iter().find(|tenant| last.as_ref() < Some(**tenant));
        let tenant = TenantId::clone(after.or(due.first())?);
        let own = waiting.tenants.get_mut(&tenant)?;
        let (_, id) = own.due.pop_first()?;
        own.taken += 1;
        waiting.last = Some(tenant.clone());
        Some(Name { tenant, id })
    }

    /// Waits until a mail may be due.
    pub async fn wait(&self) {
        // Before the look, so that no mail between the two is missed.
        let posted = self.posted.notified();
        let is_empty = {
            let waiting = self.waiting.lock();
            waiting.tenants.values().all(|own| own.due.is_empty())
        };
        match is_empty {
            // Also a bound on how long a stopping server is not noticed.
            true => drop(tokio::time::timeout(LOOK_EVERY * 8, posted).await),
            false => tokio::time::sleep(LOOK_EVERY).await,
        }
    }

    /// Reads a taken mail. None: it was forgotten, or its commit is under way or failed.
    ///
    /// # Errors
    /// The store's; the mail waits on.
    pub fn load(&self, name: Name, now: Timestamp) -> Result<Option<Due>, StoreError> {
        let read = self.read(&name);
        match read {
            Ok(Some((content, fate))) if fate.state == MailState::Waiting => Ok(Some(Due {
                name,
                content,
                fate,
            })),
            Ok(Some(_)) => {
                self.put_back(&name, None);
                Ok(None)
            }
            Ok(None) => {
                let posted = u64::from_str_radix(&name.id[..16], 16).unwrap_or(0);
                let posted = Timestamp::from_millis(i64::try_from(posted).unwrap_or(0));
                let is_new = now.since(posted) < COMMITTED_WITHIN;
                self.put_back(&name, is_new.then_some(now + Span::from_millis(100)));
                Ok(None)
            }
            Err(error) => {
                self.put_back(&name, Some(now + Span::from_secs(10)));
                Err(error)
            }
        }
    }

    fn read(&self, name: &Name) -> Result<Option<(Content, Fate)>, StoreError> {
        let key = content_key(&name.tenant, &name.id);
        let json = self.store.document(DocumentKind::MailQueue, &key)?;
        let content = json.and_then(|json| serde_json::from_slice(&json).ok());
        let fate = read_fate(self.store.as_ref(), &name.tenant, &name.id)?;
        Ok(content.zip(fate))
    }

    /// Gives a taken mail back, to be tried at `next` or never.
    pub fn put_back(&self, name: &Name, next: Option<Timestamp>) {
        let mut waiting = self.waiting.lock();
        if let Some(own) = waiting.tenants.get_mut(&name.tenant) {
            own.taken = own.taken.saturating_sub(1);
            if let Some(next) = next {
                own.due.insert((next, name.id.clone()));
            }
        }
    }

    /// Stores what came of a try. `rest_until` is when the SMTP server may be tried again. Returns whether the mail waits
    /// on.
    ///
    /// # Errors
    /// The store's; the mail waits on, and is sent again.
    pub fn ended(
        &self,
        due: Due,
        tried: Tried,
        (now, rest_until): (Timestamp, Timestamp),
    ) -> Result<MailState, StoreError> {
        let Due { name, mut fate, .. } = due;
        fate.tries += 1;
        let failure = match tried {
            Tried::Sent => {
                fate.state = MailState::Sent;
                None
            }
            Tried::Never(failure) => {
                fate.state = MailState::Bounced;
                Some(failure)
            }
            Tried::Later(failure) if now >= fate.until => {
                fate.state = MailState::Bounced;
                Some(failure)
            }
            Tried::Later(failure) => {
                fate.next = (now + back_off(fate.tries)).max(rest_until).min(fate.until);
                Some(failure)
            }
        };
        fate.failure = failure;
        fate.ended = (fate.state != MailState::Waiting).then_some(now);
        let next = (fate.state == MailState::Waiting).then_some(fate.next);
        let stored = self.store_end(&name, &fate);
        let next = match stored {
            Ok(()) => next,
            Err(_) => Some(now + Span::from_secs(30)),
        };
        self.put_back(&name, next);
        stored.map(|()| fate.state)
    }

    fn store_end(&self, name: &Name, fate: &Fate) -> Result<(), StoreError> {
        let _alone = self.storing.lock();
        if read_fate(self.store.as_ref(), &name.tenant, &name.id)?.is_none() {
            // Forgotten meanwhile.
            return Ok(());
        }
        let mut changes = vec![put_fate(&name.tenant, &name.id, fate)];
        // A mail that bounced may be sent again by hand.
        if fate.state == MailState::Sent {
            let key = content_key(&name.tenant, &name.id);
            changes.push(DocumentChange::delete(DocumentKind::MailQueue, key));
        }
        self.store.change_documents(&changes)
    }
}

/// How long after so many tries the next one comes.
pub fn back_off(tries: u32) -> Span {
    let last = BACK_OFF_SECONDS.len() - 1;
    let at = (tries.max(1) as usize - 1).min(last);
    Span::from_secs(BACK_OFF_SECONDS[at])
}

fn read_fate(store: &dyn Store, tenant: &TenantId, id: &str) -> Result<Option<Fate>, StoreError> {
    let json = store.document(DocumentKind::MailLog, &fate_key(tenant, id))?;
    Ok(json.and_then(|json| serde_json::from_slice(&json).ok()))
}

/// When the tenant's mails of the last 24 hours were posted, oldest first.
fn posted_lately(
    store: &dyn Store,
    tenant: &TenantId,
    now: Timestamp,
) -> Result<VecDeque<Timestamp>, StoreError> {
    const PAGE: usize = 500;
    let prefix = format!("{tenant}/");
    let (mut lately, mut after) = (VecDeque::new(), None::<String>);
    loop {
        let page = store.documents_page(DocumentKind::MailLog, &prefix, after.as_deref(), PAGE)?;
        let is_last = page.len() < PAGE;
        for (key, json) in page {
            let fate = serde_json::from_slice::<Fate>(&json).ok();
            after = Some(key);
            let Some(fate) = fate else { continue };
            if fate.at + TRIED_FOR <= now {
                return Ok(lately);
            }
            lately.push_front(fate.at);
        }
        if is_last {
            return Ok(lately);
        }
    }
}

#[cfg(test)]
mod tests;
