//! What robots did not help with: questions without an answer, and answers that visitors said did not help. Gathered for
//! whoever looks after a robot's knowledge, the newest few of each robot (Protocol, 'Administration API', robot/inbox).

use crate::blocking::block;
use actors_core::ids::{RobotNo, TenantId, VisitorKey};
use actors_core::robot::alike;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Questions kept of a robot; a further one takes the place of the oldest.
pub const KEPT_MAX: usize = 1_000;

/// Questions that wait to be kept, of all robots; a further one is not gathered.
const WAITING_MAX: usize = 256;

/// Questions that are being kept at a time: nobody waits for them.
const KEEPING_MAX: usize = 2;

/// Records that are read at once where all have to be looked at.
const AT_ONCE: usize = 500;

/// Questions of a group that are told.
const TOLD_MAX: usize = 20;

/// Why a question is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The robot did not know.
    Unknown,
    /// The visitor said that the answer did not help.
    Disliked,
}

/// A question as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unanswered {
    /// What was asked, without the tenant's masked words.
    pub question: String,
    /// The language it was asked in.
    pub lang: String,
    /// Why it is here.
    pub reason: Reason,
    /// The document that did not help; empty where none answered.
    pub doc_id: String,
    /// Who asked: it goes when they are erased.
    pub user_id: String,
    /// Which answer; the same is kept once.
    pub msg_id: String,
    /// When, in milliseconds since the epoch.
    pub time: i64,
}

/// Questions that are alike.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The newest of them.
    pub question: String,
    /// Different ways they were asked, newest first, at most twenty.
    pub questions: Vec<String>,
    /// The names of all of them, for robot/resolve.
    pub ids: Vec<String>,
    /// The languages they were asked in.
    pub langs: Vec<String>,
    /// How often the robot did not know.
    pub unknown: usize,
    /// How often an answer did not help.
    pub disliked: usize,
    /// The documents that did not help.
    pub doc_ids: Vec<String>,
    /// When it was asked last, in milliseconds since the epoch.
    pub newest: i64,
    /// When it was asked first.
    pub oldest: i64,
}

/// The questions of all robots.
pub struct Inbox {
    store: Arc<dyn Store>,
    /// Each robot's places, once something was put there.
    rings: DashMap<String, Arc<Mutex<Option<Ring>>>>,
    waiting: Arc<Semaphore>,
    keeping: Semaphore,
    not_gathered: AtomicU64,
}

/// The places of a robot's questions: where the next one goes, and whose answers are known, by a hash of their names.
/// In memory, so that a question is not compared with a thousand stored ones.
struct Ring {
    next: usize,
    known: Vec<Option<u64>>,
}

impl Ring {
    fn read(store: &dyn Store, prefix: &str) -> Result<Self, StoreError> {
        let mut ring = Self {
            next: 0,
            known: vec![None; KEPT_MAX],
        };
        let mut newest = i64::MIN;
        for (key, json) in store.documents(DocumentKind::Unanswered, prefix)? {
            let slot = key[prefix.len()..].parse::<usize>();
            let (Ok(slot), Some(asked)) = (slot, read(&json)) else {
                continue;
            };
            if let Some(known) = ring.known.get_mut(slot) {
                *known = Some(hash(&asked.msg_id));
            }
            if asked.time >= newest {
                newest = asked.time;
                ring.next = (slot + 1) % KEPT_MAX;
            }
        }
        Ok(ring)
    }

    /// A place for what was said of an answer; none where that answer has one.
    fn place(&mut self, answer: u64) -> Option<usize> {
        if self.known.contains(&Some(answer)) {
            return None;
        }
        let slot = self.next;
        self.known[slot] = Some(answer);
        self.next = (slot + 1) % KEPT_MAX;
        Some(slot)
    }

    fn give_back(&mut self, slot: usize, answer: u64) {
        if self.known[slot] == Some(answer) {
            self.known[slot] = None;
        }
    }
}

impl Inbox {
    /// Kept in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            rings: DashMap::new(),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
            keeping: Semaphore::new(KEEPING_MAX),
            not_gathered: AtomicU64::new(0),
        }
    }

    /// Keeps a question behind the caller's back. Where too many wait already it is dropped and counted: whoever floods a
    /// robot with questions it does not know fills neither the memory nor the threads.
    pub fn gather(self: &Arc<Self>, tenant: TenantId, robot: RobotNo, asked: Unanswered) {
        let Some(waiting) = self.place() else {
            return;
        };
        let inbox = Arc::clone(self);
        actix_web::rt::spawn(async move {
            let _waiting = waiting;
            let _turn = inbox.keeping.acquire().await;
            let of_thread = Arc::clone(&inbox);
            let kept = block(move || of_thread.add(&tenant, &robot, &asked)).await;
            if kept.is_err() {
                inbox.was_not_gathered("the store did not keep it");
            }
        });
    }

    /// A place among those that wait.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().ok();
        if place.is_none() {
            self.was_not_gathered("too many wait");
        }
        place
    }

    /// The first is logged, and whenever there are twice as many: a flood of questions is no flood of lines.
    fn was_not_gathered(&self, cause: &str) {
        metrics::counter!("frontdesk_questions_not_gathered_total").increment(1);
        let count = self.not_gathered.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_power_of_two() {
            tracing::warn!(
                count,
                cause,
                "questions without an answer were not gathered"
            );
        }
    }

    /// Keeps a question; durable when it returns.
    ///
    /// # Errors
    /// The store's.
    pub fn add(
        &self,
        tenant: &TenantId,
        robot: &RobotNo,
        asked: &Unanswered,
    ) -> Result<(), StoreError> {
        let prefix = format!("{tenant}/{robot}/");
        let ring = Arc::clone(&self.rings.entry(prefix.clone()).or_default());
        let answer = hash(&asked.msg_id);
        let slot = {
            let mut ring = ring.lock();
            let ring = match &mut *ring {
                Some(ring) => ring,
                none => none.insert(Ring::read(self.store.as_ref(), &prefix)?),
            };
            ring.place(answer)
        };
        let Some(slot) = slot else {
            return Ok(());
        };
        let json = serde_json::to_vec(asked).unwrap_or_default();
        let key = format!("{prefix}{slot:04}");
        let put = self
            .store
            .put_document(DocumentKind::Unanswered, &key, &json);
        if put.is_err()
            && let Some(ring) = &mut *ring.lock()
        {
            ring.give_back(slot, answer);
        }
        put
    }

    /// A robot's questions in groups, those asked last first.
    ///
    /// # Errors
    /// The store's.
    pub fn groups(&self, tenant: &TenantId, robot: &RobotNo) -> Result<Vec<Group>, StoreError> {
        let prefix = format!("{tenant}/{robot}/");
        let all = self.store.documents(DocumentKind::Unanswered, &prefix)?;
        let mut kept: Vec<(String, Unanswered)> = all
            .into_iter()
            .filter_map(|(key, json)| {
                let asked = read(&json)?;
                Some((format!("{}-{}", &key[prefix.len()..], asked.time), asked))
            })
            .collect();
        kept.sort_by_key(|(_, asked)| std::cmp::Reverse(asked.time));
        let questions: Vec<&str> = kept
            .iter()
            .map(|(_, asked)| asked.question.as_str())
            .collect();
        let groups = alike::groups(&questions);
        Ok(groups.iter().map(|places| group(&kept, places)).collect())
    }

    /// The questions of these names that are still there, newest first, with what forgets them.
    ///
    /// # Errors
    /// The store's.
    pub fn named(
        &self,
        tenant: &TenantId,
        robot: &RobotNo,
        ids: &[String],
    ) -> Result<(Vec<Unanswered>, Vec<DocumentChange>), StoreError> {
        let mut found = Vec::new();
        for id in ids.iter().collect::<BTreeSet<_>>() {
            let Some((slot, time)) = id.split_once('-') else {
                continue;
            };
            let key = format!("{tenant}/{robot}/{slot}");
            let json = self.store.document(DocumentKind::Unanswered, &key)?;
            // Another question may have taken its place since.
            let asked = json.and_then(|json| read(&json));
            if let Some(asked) = asked.filter(|asked| asked.time.to_string() == time) {
                found.push((asked, forget(key)));
            }
        }
        found.sort_by_key(|(asked, _)| std::cmp::Reverse(asked.time));
        Ok(found.into_iter().unzip())
    }
}

/// What forgets every question of a visitor's.
///
/// # Errors
/// The store's.
pub fn forgetting(
    store: &dyn Store,
    visitor: &VisitorKey,
) -> Result<Vec<DocumentChange>, StoreError> {
    forgetting_where(store, &visitor.tenant, |asked| {
        asked.user_id == visitor.visitor.as_str()
    })
}

/// What forgets every question of a tenant's that was asked before then.
///
/// # Errors
/// The store's.
pub fn forgetting_before(
    store: &dyn Store,
    tenant: &TenantId,
    before: Timestamp,
) -> Result<Vec<DocumentChange>, StoreError> {
    forgetting_where(store, tenant, |asked| asked.time < before.as_millis())
}

fn forgetting_where(
    store: &dyn Store,
    tenant: &TenantId,
    is_meant: impl Fn(&Unanswered) -> bool,
) -> Result<Vec<DocumentChange>, StoreError> {
    let (kind, prefix) = (DocumentKind::Unanswered, format!("{tenant}/"));
    let (mut changes, mut after) = (Vec::new(), None::<String>);
    loop {
        let page = store.documents_page(kind, &prefix, after.as_deref(), AT_ONCE)?;
        let is_last = page.len() < AT_ONCE;
        after = page.last().map(|(key, _)| key.clone());
        let meant = page
            .into_iter()
            .filter(|(_, json)| read(json).is_some_and(|asked| is_meant(&asked)));
        changes.extend(meant.map(|(key, _)| forget(key)));
        if is_last {
            return Ok(changes);
        }
    }
}

fn forget(key: String) -> DocumentChange {
    DocumentChange {
        kind: DocumentKind::Unanswered,
        key,
        json: None,
    }
}

fn hash(answer: &str) -> u64 {
    let hash = blake3::hash(answer.as_bytes());
    hash.as_bytes()
        .first_chunk()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn read(json: &[u8]) -> Option<Unanswered> {
    serde_json::from_slice(json).ok()
}

fn group(kept: &[(String, Unanswered)], places: &[usize]) -> Group {
    let all = || places.iter().filter_map(|at| kept.get(*at));
    let count = |reason| all().filter(|(_, asked)| asked.reason == reason).count();
    let distinct = |field: fn(&Unanswered) -> &String| {
        let mut seen = BTreeSet::new();
        let texts = all()
            .map(|(_, asked)| field(asked))
            .filter(|text| !text.is_empty());
        let texts = texts.filter(|text| seen.insert(text.to_lowercase()));
        texts.take(TOLD_MAX).cloned().collect::<Vec<_>>()
    };
    let times = || all().map(|(_, asked)| asked.time);
    let questions = distinct(|asked| &asked.question);
    Group {
        question: questions.first().cloned().unwrap_or_default(),
        questions,
        ids: all().map(|(id, _)| id.clone()).collect(),
        langs: distinct(|asked| &asked.lang),
        unknown: count(Reason::Unknown),
        disliked: count(Reason::Disliked),
        doc_ids: distinct(|asked| &asked.doc_id),
        newest: times().max().unwrap_or_default(),
        oldest: times().min().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
