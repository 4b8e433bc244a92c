//! A store in memory, for tests of the layers above a store.

use crate::store::key;
use actors_core::event::Entry;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{
    DocumentChange, DocumentKind, DocumentSink, Done, Store, StoreError, Stored,
};
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Keeps everything in maps. `append` stores the records and calls `done` before it returns. If another thread is
/// calling such callbacks at that moment, that thread calls this one too, in order.
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
        Self {
            state: Mutex::default(),
            epoch: Arc::from(uuid::Uuid::new_v4().simple().to_string()),
        }
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

    fn writable(&self) -> Result<(), StoreError> {
        if self.closed {
            return Err(StoreError::Closed(Arc::from("it was closed")));
        }
        Ok(())
    }
}

fn stored((place, entry): (&(SessionNo, Seq), &Arc<Entry>)) -> Stored {
    Stored {
        session: place.0,
        seq: place.1,
        entry: Arc::clone(entry),
    }
}

impl Store for MemoryStore {
    fn append(&self, records: Vec<Record>, done: Done) {
        let mut state = self.state.lock();
        let named = records
            .iter()
            .try_for_each(|record| key::check_visitor(&record.visitor));
        let result = state.writable().and(named);
        if result.is_ok() {
            for record in records {
                state.keep(record);
            }
        }
        state.untold.push_back((done, result));
        drop(state);
        self.tell();
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let state = self.state.lock();
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
        let heads = state
            .visitors
            .iter()
            .filter_map(|(visitor, kept)| kept.head.as_ref().map(|head| (visitor, &head.standing)));
        Ok(heads
            .filter(|(_, standing)| super::is_indexed(standing))
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
        let mut state = self.state.lock();
        state.writable()?;
        for change in changes {
            key::document(change.kind, &change.key)?;
            if state.refused == Some(change.kind) {
                return Err(StoreError::Closed(Arc::from("refused")));
            }
        }
        for change in changes {
            let place = (change.kind, change.key.clone());
            match &change.json {
                Some(json) => state.documents.insert(place, json.clone()),
                None => state.documents.remove(&place),
            };
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::conformance::Subject;

    crate::store_conformance!({
        Subject {
            store: Arc::new(MemoryStore::new()),
            reopen: Box::new(|store| store),
        }
    });

    #[test]
    fn a_done_callback_may_append_again() {
        let store = Arc::new(MemoryStore::new());
        let (told, heard) = std::sync::mpsc::channel();
        let again = Arc::clone(&store);

        store.append(
            Vec::new(),
            Box::new(move |_| {
                again.append(
                    Vec::new(),
                    Box::new(move |result| told.send(result.is_ok()).unwrap()),
                );
            }),
        );

        assert_eq!(heard.recv(), Ok(true));
    }
}
