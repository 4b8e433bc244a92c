use super::*;
use crate::store::conformance::{self, Subject};
use actors_runtime::ports::DocumentChange;
use std::path::Path;
use std::sync::mpsc;
use tempfile::TempDir;

fn subject(options: impl Fn(&Path) -> SledOptions + 'static) -> Subject {
    let folder = TempDir::new().unwrap();
    let open = move || Arc::new(SledStore::open(options(folder.path())).unwrap());
    Subject {
        store: open(),
        reopen: Box::new(move |store| {
            store.close();
            open()
        }),
    }
}

/// Options that fold nothing during a test.
fn lazy(folder: &Path) -> SledOptions {
    SledOptions {
        chunk_lines: 1_000_000,
        chunk_bytes: 1_000_000_000,
        ..SledOptions::new(folder)
    }
}

/// Options that fold all the time, into many small records.
fn eager(folder: &Path) -> SledOptions {
    SledOptions {
        chunk_lines: 4,
        chunk_bytes: 300,
        journal_bytes: 2_000,
        journal_groups: 3,
        documents_bytes: 1_500,
        waiting_bytes: 1_000,
        fold_visitors: 1,
        checkpoint_bytes: 0,
        cache_bytes: 1_024 * 1_024,
        ..SledOptions::new(folder)
    }
}

mod as_it_comes {
    use super::*;
    crate::store_conformance!(subject(SledOptions::new));
}

mod folding_nothing {
    use super::*;
    crate::store_conformance!(subject(lazy));
}

mod folding_all_the_time {
    use super::*;
    crate::store_conformance!(subject(eager));
}

mod chunks;
mod damage;
mod documents;
mod durable;
mod full;
mod killed;
