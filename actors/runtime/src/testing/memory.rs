//! A store in memory, for tests of the layers above a store.

use crate::ports::{
    Append, DocumentChange, DocumentKind, DocumentSink, Done, Store, StoreError, Stored,
};
use actors_core::event::Entry;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum length of the name of a tenant, a visitor or a document, in bytes, as on disk.
const NAME_BYTES_MAX: usize = 1024;

/// Keeps everything in maps. `append` stores the records and calls `done` before it returns, unless appends are held.
/// If another thread is calling such callbacks at that moment, that thread calls this one too, in order.
pub struct MemoryStore {
    state: Mutex<State>,
    epoch: Arc<str>,
}

#[derive(Default)]
struct State {
    visitors: BTreeMap<VisitorKey, Visitor>,
    due: BTreeSet<(Timestamp, VisitorKey)>,
    documents: BTreeMap<(DocumentKind, String), Vec<u8>>,
    untold: VecDeque<(Done, Result<(), StoreError>)>,
    telling: bool,
    closed: bool,
    refused: Option<DocumentKind>,
    waiting: Vec<Append>,
    is_held: bool,
    is_broken: bool,
    is_unreadable: bool,
}

#[derive(Default)]
struct Visitor {
    head: Option<Head>,
    lines: BTreeMap<(SessionNo, Seq), Arc<Entry>>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Self {
            state: Mutex::default(),
            epoch: Arc::from(format!("memory{number}")),
        }
    }

    /// Holds all appends until [`MemoryStore::finish`].
    pub fn hold(&self) {
        self.state.lock().is_held = true;
    }

    /// Finishes the held appends, in order. Later appends finish at once.
    pub fn finish(&self) {
        let waiting = {
            let mut state = self.state.lock();
            state.is_held = false;
            std::mem::take(&mut state.waiting)
        };
        self.append_all(waiting);
    }

    /// The number of held appends.
    pub fn waiting(&self) -> usize {
        self.state.lock().waiting.len()
    }

    /// Makes appends fail while it is `true`.
    pub fn set_broken(&self, is_broken: bool) {
        self.state.lock().is_broken = is_broken;
    }

    /// Makes reads of heads fail while it is `true`.
    pub fn set_unreadable(&self, is_unreadable: bool) {
        self.state.lock().is_unreadable = is_unreadable;
    }

    /// Refuses every change of documents that has one of this kind, as a failing disk would; `None` ends that.
    pub fn refuse(&self, kind: Option<DocumentKind>) {
        self.state.lock().refused = kind;
    }

    /// Calls the waiting callbacks without holding the lock, so that a `done` may append again.
    fn tell(&self) {
        let mut state = self.state.lock();
        if state.telling {
            return;
        }
        state.telling = true;
        while let Some((done, result)) = state.untold.pop_front() {
            drop(state);
            done(result);
            state = self.state.lock();
        }
        state.telling = false;
    }
}

impl State {
    fn keep(&mut self, record: Record) {
        let visitor = self.visitors.entry(record.visitor.clone()).or_default();
        match record.body {
            RecordBody::Entry {
                session,
                seq,
                entry,
            }
            | RecordBody::Amend {
                session,
                seq,
                entry,
            } => {
                visitor.lines.insert((session, seq), entry);
            }
            RecordBody::Head(head) => {
                let before = visitor.head.as_ref().and_then(|head| head.due);
                if let Some(at) = before {
                    self.due.remove(&(at, record.visitor.clone()));
                }
                if let Some(at) = head.due {
                    self.due.insert((at, record.visitor));
                }
                visitor.head = Some(*head);
            }
            RecordBody::Forget(forget) => self.forget(&record.visitor, forget),
        }
    }

    fn forget(&mut self, name: &VisitorKey, forget: Forget) {
        let Some(visitor) = self.visitors.get_mut(name) else {
            return;
        };
        visitor.lines.retain(|_, entry| !forget.covers(entry.at));
        if forget.covers_head() {
            if let Some(at) = visitor.head.take().and_then(|head| head.due) {
                self.due.remove(&(at, name.clone()));
            }
            self.visitors.remove(name);
        }
    }

    fn change(&mut self, changes: &[DocumentChange]) -> Result<(), StoreError> {
        self.writable()?;
        for change in changes {
            check_length(&change.key)?;
            if self.refused == Some(change.kind) {
                return Err(StoreError::Closed(Arc::from("refused")));
            }
        }
        for change in changes {
            let place = (change.kind, change.key.clone());
            match &change.json {
                Some(json) => self.documents.insert(place, json.clone()),
                None => self.documents.remove(&place),
            };
        }
        Ok(())
    }

    fn writable(&self) -> Result<(), StoreError> {
        match (self.closed, self.is_broken) {
            (true, _) => Err(StoreError::Closed(Arc::from("it was closed"))),
            (false, true) => Err(StoreError::Closed(Arc::from("broken"))),
            (false, false) => Ok(()),
        }
    }

    fn readable(&self) -> Result<(), StoreError> {
        match self.is_unreadable {
            true => Err(StoreError::Disk("unreadable".into())),
            false => Ok(()),
        }
    }
}

fn check_length(name: &str) -> Result<(), StoreError> {
    match name.len() {
        ..=NAME_BYTES_MAX => Ok(()),
        bytes => Err(StoreError::TooLarge(
            format!("a name of {bytes} bytes").into(),
        )),
    }
}

/// Whether the visitor waits for an agent or talks with one.
fn is_with_people(standing: &Standing) -> bool {
    matches!(standing, Standing::Queued { .. } | Standing::Manual { .. })
}

fn stored((place, entry): (&(SessionNo, Seq), &Arc<Entry>)) -> Stored {
    Stored {
        session: place.0,
        seq: place.1,
        entry: Arc::clone(entry),
    }
}

impl Store for MemoryStore {
    fn append_all(&self, appends: Vec<Append>) {
        let mut state = self.state.lock();
        if state.is_held {
            state.waiting.extend(appends);
            return;
        }
        for append in appends {
            let mut visitors = append.records.iter().map(|record| &record.visitor);
            let named = visitors.try_for_each(|visitor| {
                check_length(visitor.tenant.as_str())?;
                check_length(visitor.visitor.as_str())
            });
            let result = named.and_then(|()| state.change(&append.documents));
            if result.is_ok() {
                for record in append.records {
                    state.keep(record);
                }
            }
            state.untold.push_back((append.done, result));
        }
        drop(state);
        self.tell();
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let state = self.state.lock();
        state.readable()?;
        Ok(state
            .visitors
            .get(visitor)
            .and_then(|visitor| visitor.head.clone()))
    }

    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let state = self.state.lock();
        let Some(visitor) = state.visitors.get(visitor) else {
            return Ok(Vec::new());
        };
        let lines = visitor
            .lines
            .range((session, from)..=(session, Seq(u64::MAX)));
        Ok(lines.take(limit).map(stored).collect())
    }

    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let state = self.state.lock();
        let Some(visitor) = state.visitors.get(visitor) else {
            return Ok(Vec::new());
        };
        let older = visitor
            .lines
            .iter()
            .rev()
            .filter(|(_, entry)| entry.at < before);
        let mut newest: Vec<Stored> = older.take(limit).map(stored).collect();
        newest.reverse();
        Ok(newest)
    }

    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError> {
        let state = self.state.lock();
        let of_tenant = state
            .visitors
            .iter()
            .filter(|(name, visitor)| name.tenant == *tenant && visitor.head.is_some());
        Ok(of_tenant
            .map(|(name, _)| name.visitor.clone())
            .filter(|visitor| after.is_none_or(|after| visitor > after))
            .take(limit)
            .collect())
    }

    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
        let state = self.state.lock();
        state.readable()?;
        let heads = state
            .visitors
            .iter()
            .filter_map(|(visitor, kept)| kept.head.as_ref().map(|head| (visitor, &head.standing)));
        Ok(heads
            .filter(|(_, standing)| is_with_people(standing))
            .map(|(visitor, standing)| (visitor.clone(), standing.clone()))
            .collect())
    }

    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        let state = self.state.lock();
        let soonest = state.due.iter().take_while(|(at, _)| *at < before);
        Ok(soonest.take(limit).cloned().collect())
    }

    fn change_documents(&self, changes: &[DocumentChange]) -> Result<(), StoreError> {
        self.state.lock().change(changes)
    }

    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self
            .state
            .lock()
            .documents
            .get(&(kind, key.to_owned()))
            .cloned())
    }

    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let state = self.state.lock();
        let first = after.unwrap_or_default().max(prefix).to_owned();
        let from = state.documents.range((kind, first)..);
        Ok(from
            .skip_while(|((_, key), _)| after.is_some_and(|after| key == after))
            .take_while(|((of, key), _)| *of == kind && key.starts_with(prefix))
            .take(limit)
            .map(|((_, key), json)| (key.clone(), json.clone()))
            .collect())
    }

    fn all_documents(&self, put: &mut DocumentSink<'_>) -> Result<(), StoreError> {
        let documents = self.state.lock().documents.clone();
        documents.into_iter().try_for_each(|((kind, key), json)| {
            let json = Some(json);
            put(DocumentChange { kind, key, json })
        })
    }

    fn epoch(&self) -> Arc<str> {
        Arc::clone(&self.epoch)
    }

    fn health(&self) -> Result<(), StoreError> {
        self.state.lock().writable()
    }

    fn close(&self) {
        self.state.lock().closed = true;
    }
}
