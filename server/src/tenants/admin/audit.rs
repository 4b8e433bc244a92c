//! Records who changed what, and when (Protocol, 'Other calls', audit/list). A record is written in the same commit as
//! its change. It has the names of the changed fields, never their values.

use crate::blocking::block;
use crate::error::ApiError;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// How long a record is stored, in days.
pub const DAYS_KEPT: i64 = 730;

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
}

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
    /// The kind of setting, as in `/api/admin/`, or `visitor`, or `login`.
    pub thing: String,
    /// The id of the setting.
    pub id: String,
    /// The setting's version after the action; 0 if it has none.
    pub version: u64,
    /// The names of the changed fields; for an import, the numbers of added, changed and removed entries.
    pub fields: Vec<String>,
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
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// The largest number of records on a page.
const PAGE: usize = 100;
/// The largest number of records read for one page. At this limit a page may be short.
const LOOKED_AT_MAX: usize = 5_000;

/// Returns a page of a tenant's records.
///
/// # Errors
/// 503: the store cannot be read.
pub async fn list(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    query: AuditQuery,
) -> Result<AuditPage, ApiError> {
    let prefix = format!("{tenant}/");
    let store = Arc::clone(store);
    block(move || {
        let mut after = query
            .cursor
            .as_deref()
            .filter(|it| !it.is_empty())
            .map(|cursor| {
                let end: String = cursor
                    .chars()
                    .filter(char::is_ascii_hexdigit)
                    .take(16)
                    .collect();
                format!("{prefix}{end}")
            });
        let (mut list, mut looked_at) = (Vec::new(), 0);
        while looked_at < LOOKED_AT_MAX {
            let page =
                store.documents_page(DocumentKind::Audit, &prefix, after.as_deref(), PAGE)?;
            let is_last = page.len() < PAGE;
            let mut page = page.into_iter().peekable();
            while let Some((key, json)) = page.next() {
                looked_at += 1;
                let end = key[prefix.len()..].to_owned();
                after = Some(key);
                if let Ok(record) = serde_json::from_slice::<AuditRecord>(&json)
                    && query.asks_for(&record)
                {
                    list.push(record);
                }
                if list.len() == PAGE {
                    let is_end = is_last && page.peek().is_none();
                    let cursor = if is_end { String::new() } else { end };
                    return Ok(AuditPage { list, cursor });
                }
            }
            if is_last {
                after = None;
                break;
            }
        }
        let cursor = after.map_or_else(String::new, |key| key[prefix.len()..].to_owned());
        Ok(AuditPage { list, cursor })
    })
    .await
}

impl AuditQuery {
    fn asks_for(&self, record: &AuditRecord) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted
                .as_deref()
                .filter(|wanted| !wanted.is_empty())
                .is_none_or(|wanted| wanted == found)
        };
        is(&self.thing, &record.thing) && is(&self.admin_id, &record.admin_id)
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
