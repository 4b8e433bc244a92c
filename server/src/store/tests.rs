//! The store in memory, which other tests use, behaves as the one on disk.

use crate::store::conformance::Subject;
use actors_runtime::ports::Store as _;
use actors_runtime::testing::MemoryStore;
use std::sync::Arc;

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
