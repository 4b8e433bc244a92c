//! Collects questions that robots could not answer, and answers that visitors rated as not helpful. The editors of a
//! robot's knowledge read the newest of them (Protocol, 'Administration API', robot/inbox).

use crate::blocking::block;
use crate::store::pick_documents;
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

/// The number of questions stored per robot. A further question replaces the oldest.
pub const KEPT_MAX: usize = 1_000;

/// The number of questions, of all robots, that may wait to be stored. A further question is dropped and counted.
const WAITING_MAX: usize = 256;

/// The number of questions stored concurrently. It is small because no request waits for them.
const KEEPING_MAX: usize = 2;

/// The number of different texts listed per group.
const TOLD_MAX: usize = 20;

/// Why a question is in the inbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The robot had no answer.
    Unknown,
    /// The visitor rated the answer as not helpful.
    Disliked,
}

/// A question as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unanswered {
    /// The question, with the tenant's sensitive words masked.
    pub question: String,
    /// The language it was asked in.
    pub lang: String,
    /// Why it is in the inbox.
    pub reason: Reason,
    /// The document that did not help; empty if the robot had no answer.
    pub doc_id: String,
    /// The visitor who asked. Erasing the visitor deletes the question.
    pub user_id: String,
    /// The message id of the robot's answer. Each answer is stored at most once.
    pub msg_id: String,
    /// When it was asked, in milliseconds since the epoch.
    pub time: i64,
}

/// Similar questions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The newest question of the group.
    pub question: String,
    /// The different wordings, newest first, at most twenty.
    pub questions: Vec<String>,
    /// The ids of all questions in the group, for robot/resolve.
    pub ids: Vec<String>,
    /// The languages they were asked in, at most twenty.
    pub langs: Vec<String>,
    /// How often the robot had no answer.
    pub unknown: usize,
    /// How often an answer did not help.
    pub disliked: usize,
    /// The documents that did not help, at most twenty.
    pub doc_ids: Vec<String>,
    /// When it was last asked, in milliseconds since the epoch.
    pub newest: i64,
    /// When it was first asked, in milliseconds since the epoch.
    pub oldest: i64,
}

/// The inboxes of all robots.
pub struct Inbox {
    store: Arc<dyn Store>,
    /// The slots of each robot, loaded when its first question is stored.
    rings: DashMap<String, Arc<Mutex<Option<Ring>>>>,
    waiting: Arc<Semaphore>,
    keeping: Semaphore,
    not_gathered: AtomicU64,
}

/// The slots of a robot's questions: the next one to write, and a hash of the message id stored in each.
/// It is in memory, so that a new question need not be compared with a thousand stored ones.
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

    /// Reserves a slot for an answer's question, or returns none if that answer already has one.
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
    /// Creates the inboxes in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            rings: DashMap::new(),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
            keeping: Semaphore::new(KEEPING_MAX),
            not_gathered: AtomicU64::new(0),
        }
    }

    /// Stores a question in the background. If too many wait already, the question is dropped and counted, so that a
    /// flood of unknown questions fills neither memory nor threads.
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
                inbox.was_not_gathered("the store failed");
            }
        });
    }

    /// Reserves a place among the waiting questions, if one is free.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().ok();
        if place.is_none() {
            self.was_not_gathered("too many questions wait");
        }
        place
    }

    /// Logs at counts 1, 2, 4, 8 and so on, so that a flood of questions does not flood the log.
    fn was_not_gathered(&self, cause: &str) {
        metrics::counter!("frontdesk_questions_not_gathered_total").increment(1);
        let count = self.not_gathered.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_power_of_two() {
            tracing::warn!(
                code = "FD504",
                count,
                cause,
                "dropped questions without an answer"
            );
        }
    }

    /// Stores a question. It is durable when this returns.
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

    /// Returns a robot's questions in groups, the most recently asked first.
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

    /// Returns the questions with these ids that still exist, newest first, and the changes that delete them.
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
            // Another question may have replaced it in its slot.
            let asked = json.and_then(|json| read(&json));
            if let Some(asked) = asked.filter(|asked| asked.time.to_string() == time) {
                found.push((asked, DocumentChange::delete(DocumentKind::Unanswered, key)));
            }
        }
        found.sort_by_key(|(asked, _)| std::cmp::Reverse(asked.time));
        Ok(found.into_iter().unzip())
    }
}

/// Returns the changes that delete all questions of a visitor.
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

/// Returns the changes that delete all questions of a tenant asked before a time.
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
    let prefix = format!("{tenant}/");
    pick_documents(store, (DocumentKind::Unanswered, &prefix), |key, json| {
        let is_meant = read(json).is_some_and(|asked| is_meant(&asked));
        is_meant.then(|| DocumentChange::delete(DocumentKind::Unanswered, key))
    })
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
