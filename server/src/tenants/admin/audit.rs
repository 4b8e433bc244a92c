//! Records who changed what, and when (Protocol, 'Other calls', audit/list). A record is written in the same commit as
//! its change. It has the changed fields before and after, without secrets, and long texts cut.

use super::difference::FieldChange;
use crate::blocking::block;
use crate::error::ApiError;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// How long a record is stored, in days.
pub const DAYS_KEPT: u64 = 730;

/// What an administrator did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Action {
    Put,
    Delete,
    Import,
    Login,
    Export,
    Erase,
    Draft,
    Discard,
    Invite,
    Read,
    Test,
    Resend,
    Send,
    #[serde(rename = "signOut")]
    SignOut,
}

/// Who did something on the command line; no agent can be named so. `@operator:ada` is an operator who is signed in.
pub const OPERATOR: &str = "@operator";

/// An audit record of one action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditRecord {
    /// When, in milliseconds since the epoch; strictly increasing within a process.
    pub at: i64,
    /// The administrator.
    pub admin_id: String,
    /// What they did.
    pub action: Action,
    /// The kind of setting, as in `/api/admin/`, or `visitor`, `login` or `webPage`.
    pub thing: String,
    /// The id of the setting.
    pub id: String,
    /// The setting's version after the action; 0 if it has none.
    pub version: u64,
    /// The names of the changed fields; for an import, the numbers of added, changed and removed entries.
    pub fields: Vec<String>,
    /// The changed fields before and after, at most 100. Secrets are `set` or null; texts over 500 characters are cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<FieldChange>,
}

/// Gives every record a unique time.
#[derive(Debug, Default)]
pub struct AuditClock(AtomicI64);

impl AuditClock {
    /// Returns `now`, or the next unused millisecond.
    pub fn draw(&self, now: Timestamp) -> i64 {
        let now = now.as_millis();
        let next = |last: i64| Some(now.max(last + 1));
        let last = self
            .0
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, next)
            .unwrap_or(now);
        now.max(last + 1)
    }
}

/// Returns the store change that writes a record. Keys sort the newest record first.
pub fn written(tenant: &TenantId, record: &AuditRecord) -> DocumentChange {
    DocumentChange {
        kind: DocumentKind::Audit,
        key: key(tenant, record.at),
        json: serde_json::to_vec(record).ok(),
    }
}

/// The key of the record with this time.
pub fn key(tenant: &TenantId, at: i64) -> String {
    format!("{tenant}/{:016x}", i64::MAX - at.max(0))
}

/// Removes a tenant's records of before this time. Returns how many.
///
/// # Errors
/// The store's; the next call removes the rest.
pub fn remove_before(
    store: &dyn Store,
    tenant: &TenantId,
    before: Timestamp,
) -> Result<usize, StoreError> {
    const PAGE: usize = 500;
    // Keys sort the newest first: older records follow this key.
    let (prefix, newest) = (format!("{tenant}/"), key(tenant, before.as_millis()));
    let mut removed = 0;
    loop {
        let page = store.documents_page(DocumentKind::Audit, &prefix, Some(&newest), PAGE)?;
        let old = page.into_iter();
        let old: Vec<_> = old
            .map(|(key, _)| DocumentChange::delete(DocumentKind::Audit, key))
            .collect();
        store.change_documents(&old)?;
        removed += old.len();
        if old.len() < PAGE {
            return Ok(removed);
        }
    }
}

/// A page of records, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AuditPage {
    /// The records.
    pub list: Vec<AuditRecord>,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}

/// Which records to list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditQuery {
    /// Only records of this kind of setting.
    pub thing: Option<String>,
    /// Only records of this administrator.
    pub admin_id: Option<String>,
    /// Only records of this action.
    pub action: Option<String>,
    /// Only records from this time on, in milliseconds since the epoch.
    pub from: Option<i64>,
    /// Only records up to and including this time, in milliseconds since the epoch.
    pub to: Option<i64>,
    /// Only records with this text in the id or the changed fields.
    pub search: Option<String>,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// The largest number of records on a page.
const PAGE: usize = 100;
/// The largest number of records read for one page. At this limit a page may be short.
const LOOKED_AT_MAX: usize = 5_000;

/// The longest search text, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// Returns a page of a tenant's records.
///
/// # Errors
/// 400 if the search text is too long, 503 if the store cannot be read.
pub async fn list(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    query: AuditQuery,
) -> Result<AuditPage, ApiError> {
    let search = query.search.clone().unwrap_or_default();
    let search = search.trim().to_lowercase();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(ApiError::invalid("search is too long"));
    }
    let walk = Walk {
        after: query.begins_after(tenant),
        prefix: format!("{tenant}/"),
        search,
        query,
    };
    let store = Arc::clone(store);
    block(move || walk.page(store.as_ref())).await
}

struct Walk {
    prefix: String,
    after: Option<String>,
    search: String,
    query: AuditQuery,
}

impl Walk {
    fn page(mut self, store: &dyn Store) -> Result<AuditPage, StoreError> {
        let (mut list, mut looked_at) = (Vec::new(), 0);
        while looked_at < LOOKED_AT_MAX {
            let after = self.after.as_deref();
            let page = store.documents_page(DocumentKind::Audit, &self.prefix, after, PAGE)?;
            let is_last = page.len() < PAGE;
            let mut page = page.into_iter().peekable();
            while let Some((key, json)) = page.next() {
                looked_at += 1;
                let end = key[self.prefix.len()..].to_owned();
                self.after = Some(key);
                let Ok(record) = serde_json::from_slice::<AuditRecord>(&json) else {
                    continue;
                };
                if self.query.from.is_some_and(|from| record.at < from) {
                    let cursor = String::new();
                    return Ok(AuditPage { list, cursor });
                }
                if self.query.asks_for(&record) && record.says(&self.search) {
                    list.push(record);
                }
                if list.len() == PAGE {
                    let is_end = is_last && page.peek().is_none();
                    let cursor = if is_end { String::new() } else { end };
                    return Ok(AuditPage { list, cursor });
                }
            }
            if is_last {
                self.after = None;
                break;
            }
        }
        let end = |key: String| key[self.prefix.len()..].to_owned();
        let cursor = self.after.map_or_else(String::new, end);
        Ok(AuditPage { list, cursor })
    }
}

impl AuditQuery {
    /// Returns the key after which the page begins: the cursor, else the first record after `to`.
    fn begins_after(&self, tenant: &TenantId) -> Option<String> {
        let cursor = self.cursor.as_deref().filter(|it| !it.is_empty());
        if let Some(cursor) = cursor {
            let digits = cursor.chars().filter(char::is_ascii_hexdigit);
            let end: String = digits.take(16).collect();
            return Some(format!("{tenant}/{end}"));
        }
        let to = self.to?;
        Some(key(tenant, to.saturating_add(1)))
    }

    fn asks_for(&self, record: &AuditRecord) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted
                .as_deref()
                .filter(|wanted| !wanted.is_empty())
                .is_none_or(|wanted| wanted == found)
        };
        let action = serde_json::to_value(record.action).unwrap_or_default();
        is(&self.thing, &record.thing)
            && is(&self.admin_id, &record.admin_id)
            && is(&self.action, action.as_str().unwrap_or_default())
    }
}

impl AuditRecord {
    /// Whether the id, a field's name or a changed value contains `search`, which is in lower case.
    fn says(&self, search: &str) -> bool {
        let has = |text: &str| text.to_lowercase().contains(search);
        search.is_empty()
            || has(&self.id)
            || self.fields.iter().any(|field| has(field))
            || self.changes.iter().any(|change| {
                has(&change.field)
                    || has(&change.before.to_string())
                    || has(&change.after.to_string())
            })
    }
}

/// Creates a record without version and fields.
pub fn record(at: i64, agent: &AgentId, action: Action, thing: &str, id: &str) -> AuditRecord {
    AuditRecord {
        at,
        admin_id: agent.to_string(),
        action,
        thing: thing.to_owned(),
        id: id.to_owned(),
        version: 0,
        fields: Vec::new(),
        changes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_runtime::testing::MemoryStore;

    #[test]
    fn no_two_records_have_the_same_time_and_the_newest_sorts_first() {
        let clock = AuditClock::default();
        let now = Timestamp::from_millis(1_790_000_000_000);
        let tenant = TenantId::from("shop");

        let times: Vec<i64> = (0..5).map(|_| clock.draw(now)).collect();

        assert!(times.is_sorted_by(|one, next| one < next));
        let keys: Vec<String> = times.iter().map(|at| key(&tenant, *at)).collect();
        assert!(keys.is_sorted_by(|one, next| one > next));
    }

    #[test]
    fn records_older_than_a_time_are_removed_and_others_stay() {
        let store = MemoryStore::new();
        let (tenant, other) = (TenantId::from("shop"), TenantId::from("shop-2"));
        let record = |at| record(at, &AgentId::from("ada"), Action::Put, "channels", "web");
        for at in 0..1_200 {
            store
                .change_documents(&[written(&tenant, &record(at))])
                .unwrap();
        }
        store
            .change_documents(&[written(&other, &record(1))])
            .unwrap();

        let removed = remove_before(&store, &tenant, Timestamp::from_millis(1_198)).unwrap();

        assert_eq!(removed, 1_198);
        let kept = |tenant: &TenantId| {
            let all = store
                .documents(DocumentKind::Audit, &format!("{tenant}/"))
                .unwrap();
            all.into_iter().map(|(key, _)| key).collect::<Vec<_>>()
        };
        assert_eq!(kept(&tenant), [key(&tenant, 1_199), key(&tenant, 1_198)]);
        assert_eq!(kept(&other), [key(&other, 1)]);
    }
}
