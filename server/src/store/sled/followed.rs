//! Reads all documents as of one moment while others write some: those that changed meanwhile are read again at the end.

use actors_runtime::ports::{
    DocumentChange, DocumentKind, DocumentSink, Store, StoreError, each_document,
};
use parking_lot::Mutex;
use std::collections::BTreeSet;

/// Names of documents.
pub type Names = [(DocumentKind, String)];

/// The documents that changed since a reader began.
#[derive(Default)]
pub struct Followed {
    /// Held while all documents are read: one reader at a time.
    reading: Mutex<()>,
    /// `None` while nobody reads them all. Writers hold it until their change is in the queue.
    changed: Mutex<Option<BTreeSet<(DocumentKind, String)>>>,
}

impl Followed {
    /// Notes these documents as changed and queues their change by `push`.
    pub fn write<T>(&self, changes: &Names, push: impl FnOnce() -> T) -> T {
        let mut changed = self.changed.lock();
        if let Some(changed) = changed.as_mut() {
            changed.extend(changes.iter().cloned());
        }
        push()
    }

    /// Gives each document to `put`, then again those that changed meanwhile. `settle` waits for all queued changes;
    /// writers wait from there to the end, for as long as reading the changed ones takes.
    pub fn read_all(
        &self,
        store: &dyn Store,
        settle: impl FnOnce() -> Result<(), StoreError>,
        put: &mut DocumentSink<'_>,
    ) -> Result<(), StoreError> {
        let _reading = self.reading.lock();
        *self.changed.lock() = Some(BTreeSet::new());
        let mut kinds = DocumentKind::ALL
            .into_iter()
            .filter(|kind| is_of_all(*kind));
        let read = kinds.try_for_each(|kind| {
            each_document(store, (kind, ""), |key, json| {
                put(DocumentChange::put(kind, key, json))
            })
        });
        let mut writers = self.changed.lock();
        let changed = writers.take().unwrap_or_default();
        read?;
        settle()?;
        let again = changed.into_iter().filter(|(kind, _)| is_of_all(*kind));
        let again = again.map(|(kind, key)| {
            let json = store.document(kind, &key)?;
            Ok(DocumentChange { kind, key, json })
        });
        // `put` may wait for its reader, so it is called without the lock.
        let again = again.collect::<Result<Vec<_>, StoreError>>()?;
        drop(writers);
        again.into_iter().try_for_each(put)
    }
}

/// Whether a kind is the product's: what one node knows of its cluster's log is not.
fn is_of_all(kind: DocumentKind) -> bool {
    kind != DocumentKind::Cluster
}
