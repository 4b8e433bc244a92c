//! The mails that are listed: sent again by hand, and forgotten.

use super::{Outbox, TRIED_FOR, read_fate};
use crate::error::ApiError;
use crate::mail::MailRefusal;
use crate::mail::record::{self, Fate, MailState, draw_id, fate_key, forgotten, put_fate};
use crate::store::pick_documents;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, StoreError};

impl Outbox {
    /// Lets a mail be tried at once, for another 24 hours. `beside` is committed with it.
    ///
    /// # Errors
    /// 404 for a mail there is not, 409 for one that was sent.
    pub fn resend(
        &self,
        tenant: &TenantId,
        id: &str,
        (now, beside): (Timestamp, DocumentChange),
    ) -> Result<(), ApiError> {
        if !record::is_id(id) {
            return Err(ApiError::NotFound);
        }
        let _alone = self.storing.lock();
        let store = self.store.as_ref();
        let mut fate = read_fate(store, tenant, id)?.ok_or(ApiError::NotFound)?;
        if fate.state == MailState::Sent {
            return Err(ApiError::Conflict("the mail was sent"));
        }
        let was = (fate.next, id.to_owned());
        let is_bounced = fate.state == MailState::Bounced;
        let mut waiting = self.waiting.lock();
        let own = waiting.tenants.entry(tenant.clone()).or_default();
        if is_bounced && own.count() >= self.limits.waiting as usize {
            return Err(MailRefusal::TooManyWait.into());
        }
        if !is_bounced && !own.due.contains(&was) {
            return Err(ApiError::Conflict("the mail is being sent"));
        }
        fate.state = MailState::Waiting;
        (fate.next, fate.until, fate.ended) = (now, now + TRIED_FOR, None);
        store.change_documents(&[put_fate(tenant, id, &fate), beside])?;
        own.due.remove(&was);
        own.due.insert((now, id.to_owned()));
        drop(waiting);
        self.posted.notify_waiters();
        Ok(())
    }

    /// The mails to or about a visitor, newest first, with their ids. Reads all of the tenant's.
    ///
    /// # Errors
    /// The store's.
    pub fn about(&self, visitor: &VisitorKey) -> Result<Vec<(String, Fate)>, StoreError> {
        let prefix = format!("{}/", visitor.tenant);
        let kind = (DocumentKind::MailLog, prefix.as_str());
        pick_documents(self.store.as_ref(), kind, |key, json| {
            let fate = serde_json::from_slice::<Fate>(json).ok();
            let fate =
                fate.filter(|fate| record::is_about(fate.visitor.as_ref(), &visitor.visitor))?;
            Some((key.rsplit('/').next()?.to_owned(), fate))
        })
    }

    /// Forgets the mails to or about a visitor. Returns how many.
    ///
    /// # Errors
    /// The store's; a second call forgets the rest.
    pub fn forget(&self, visitor: &VisitorKey) -> Result<usize, StoreError> {
        let found = self.about(visitor)?;
        let _alone = self.storing.lock();
        for few in found.chunks(200) {
            let changes: Vec<_> = few
                .iter()
                .flat_map(|(id, _)| forgotten(&visitor.tenant, id))
                .collect();
            self.store.change_documents(&changes)?;
        }
        Ok(found.len())
    }

    /// Forgets a tenant's mails that were written before this time and do not wait. Returns how many.
    ///
    /// # Errors
    /// The store's; a second call forgets the rest.
    pub fn forget_before(&self, tenant: &TenantId, before: Timestamp) -> Result<usize, StoreError> {
        const PAGE: usize = 500;
        let prefix = format!("{tenant}/");
        let mut after = record::fate_key_before(tenant, before);
        let mut count = 0;
        loop {
            let store = self.store.as_ref();
            let page = store.documents_page(DocumentKind::MailLog, &prefix, Some(&after), PAGE)?;
            let is_last = page.len() < PAGE;
            after = page.last().map_or(after, |(key, _)| key.clone());
            let _alone = self.storing.lock();
            let old = page.iter().filter(|(_, json)| {
                let fate = serde_json::from_slice::<Fate>(json).ok();
                fate.is_none_or(|fate| fate.state != MailState::Waiting)
            });
            let ids: Vec<&str> = old.filter_map(|(key, _)| key.rsplit('/').next()).collect();
            count += ids.len();
            let changes: Vec<_> = ids.iter().flat_map(|id| forgotten(tenant, id)).collect();
            store.change_documents(&changes)?;
            if is_last {
                return Ok(count);
            }
        }
    }

    /// A page of a tenant's mails, newest first, with their ids; after the mail of the key's end `after`.
    ///
    /// # Errors
    /// The store's.
    pub fn page(
        &self,
        tenant: &TenantId,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Fate)>, StoreError> {
        let prefix = format!("{tenant}/");
        let after = after.map(|id| fate_key(tenant, id));
        let store = self.store.as_ref();
        let page = store.documents_page(DocumentKind::MailLog, &prefix, after.as_deref(), limit)?;
        let read = page.into_iter().filter_map(|(key, json)| {
            let id = key.rsplit('/').next()?.to_owned();
            Some((id, serde_json::from_slice(&json).ok()?))
        });
        Ok(read.collect())
    }

    /// Notes a mail that was tried without the outbox, for the list.
    ///
    /// # Errors
    /// The store's.
    pub fn note(
        &self,
        tenant: &TenantId,
        fate: &Fate,
        beside: DocumentChange,
    ) -> Result<(), StoreError> {
        let noted = put_fate(tenant, &draw_id(fate.at), fate);
        self.store.change_documents(&[noted, beside])
    }
}
