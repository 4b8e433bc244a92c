//! The tenant's list of tags, as agents read it. The administration changes it like any other setting.

use crate::fixtures::tags::WrittenTag;
use actors_core::ids::{TagId, TenantId};
use actors_runtime::ports::{DocumentKind, Store, StoreError};

/// Returns a tenant's tags, by name.
///
/// # Errors
/// The store's.
pub fn all(store: &dyn Store, tenant: &TenantId) -> Result<Vec<WrittenTag>, StoreError> {
    let stored = store.documents(DocumentKind::Tag, &format!("{tenant}/"))?;
    let read = |(_, json): &(String, Vec<u8>)| serde_json::from_slice(json).ok();
    let mut tags: Vec<WrittenTag> = stored.iter().filter_map(read).collect();
    tags.sort_by_cached_key(|tag| tag.name.to_lowercase());
    Ok(tags)
}

/// Returns the position of the first tag that the tenant's list lacks.
///
/// # Errors
/// The store's.
pub fn first_unknown(
    store: &dyn Store,
    tenant: &TenantId,
    tags: &[TagId],
) -> Result<Option<usize>, StoreError> {
    for (at, tag) in tags.iter().enumerate() {
        let key = format!("{tenant}/{tag}");
        if store.document(DocumentKind::Tag, &key)?.is_none() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Returns the id of a new tag: its name, so that a removed tag stays readable. `None` if the name cannot be an id.
pub fn id_of(name: &str) -> Option<String> {
    const BYTES_MAX: usize = 100;
    let id = name.trim().to_lowercase();
    let is_odd = |c: char| c == '/' || c.is_control();
    // The administration has a page of this name for a tag that does not exist yet.
    let is_free = !id.is_empty() && id != "new";
    (is_free && id.len() <= BYTES_MAX && !id.contains(is_odd)).then_some(id)
}
