//! Counts the bytes of each tenant's files, for the operators. Reads the descriptions of all files, so it runs in the
//! background, only while somebody asks, and at most every few minutes.

use crate::blocking::block;
use crate::files::described::Description;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentKind, Store, StoreError, each_document};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// How old the counts may be.
const COUNTED_EVERY: Span = Span::from_minutes(5);

/// Bytes by tenant; a tenant without files is missing.
type Bytes = Arc<HashMap<String, u64>>;

/// The bytes of each tenant's files.
#[derive(Default)]
pub struct FileUsage(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    bytes: Option<Bytes>,
    /// When the last count began.
    begun: Option<Timestamp>,
    is_running: bool,
}

impl FileUsage {
    /// Returns the last count, and starts another one if it is old; `None` until the first one is done. Must be called
    /// inside an actix system.
    pub fn bytes(self: &Arc<Self>, store: &Arc<dyn Store>, now: Timestamp) -> Option<Bytes> {
        let mut counted = self.0.lock();
        let is_fresh = counted
            .begun
            .is_some_and(|begun| now.since(begun) < COUNTED_EVERY);
        if !is_fresh && !counted.is_running {
            counted.is_running = true;
            counted.begun = Some(now);
            actix_web::rt::spawn(count(Arc::clone(self), Arc::clone(store)));
        }
        counted.bytes.clone()
    }
}

async fn count(usage: Arc<FileUsage>, store: Arc<dyn Store>) {
    let bytes = block(move || by_tenant(store.as_ref())).await;
    let mut counted = usage.0.lock();
    counted.is_running = false;
    match bytes {
        Ok(bytes) => counted.bytes = Some(Arc::new(bytes)),
        Err(error) => {
            let cause = error.cause();
            tracing::warn!(
                code = "FD409",
                cause,
                "the bytes of files were not counted; the next count retries"
            );
        }
    }
}

fn by_tenant(store: &dyn Store) -> Result<HashMap<String, u64>, StoreError> {
    let mut bytes: HashMap<String, u64> = HashMap::new();
    each_document(store, (DocumentKind::Upload, ""), |_, json| {
        let Ok(description) = serde_json::from_slice::<Description>(&json) else {
            return Ok(());
        };
        if let Some(tenant) = description.tenant() {
            match bytes.get_mut(tenant) {
                Some(sum) => *sum += description.bytes,
                None => drop(bytes.insert(tenant.to_owned(), description.bytes)),
            }
        }
        Ok(())
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_runtime::testing::MemoryStore;

    #[test]
    fn bytes_are_summed_by_the_tenant_of_the_owner() {
        let store = MemoryStore::new();
        for (name, owner, bytes) in [
            ("a", "visitor shop/v7", 10),
            ("b", "agent shop/ada", 5),
            ("c", "visitor shop-2/v7", 1),
        ] {
            let description = serde_json::json!({ "owner": owner, "name": name, "bytes": bytes });
            let json = serde_json::to_vec(&description).unwrap();
            store
                .put_document(DocumentKind::Upload, name, &json)
                .unwrap();
        }

        let bytes = by_tenant(&store).unwrap();

        assert_eq!(
            bytes,
            HashMap::from([("shop".into(), 15), ("shop-2".into(), 1)])
        );
    }
}
