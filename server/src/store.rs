//! The adapters of [`actors_runtime::ports::Store`].
//!
//! - [`record`]: the stored bytes of every value, with layout version and checksum.
//! - [`key`]: the keys that values are stored under.
//! - [`sled`]: the store on disk.
//!
//! Only this room knows keys and stored bytes. The suite in `conformance` tests what every adapter owes its callers.

pub mod key;
pub mod record;
pub mod sled;

use actors_core::routing::Standing;
use actors_runtime::ports::{DocumentKind, Store, StoreError, each_document};

/// Returns what `pick` makes of the documents of a kind whose key begins with `prefix`. Reads all of them, page by page:
/// call it rarely, on a blocking pool.
///
/// # Errors
/// The store's.
pub fn pick_documents<T>(
    store: &dyn Store,
    (kind, prefix): (DocumentKind, &str),
    mut pick: impl FnMut(&str, &[u8]) -> Option<T>,
) -> Result<Vec<T>, StoreError> {
    let mut picked = Vec::new();
    each_document(store, (kind, prefix), |key, json| {
        picked.extend(pick(&key, &json));
        Ok(())
    })?;
    Ok(picked)
}

/// Whether [`actors_runtime::ports::Store::standing`] returns a visitor with this standing.
fn is_indexed(standing: &Standing) -> bool {
    match standing {
        Standing::Queued { .. } | Standing::Manual { .. } => true,
        Standing::Robot | Standing::Ended => false,
    }
}

#[cfg(test)]
pub(crate) mod conformance;
#[cfg(test)]
mod tests;
