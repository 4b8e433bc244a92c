//! What is kept of an ended session, written in the commit of its end.

use super::Reports;
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::record::{Record, RecordBody};
use actors_core::session::report::SessionReport;
use actors_core::time::Timestamp;
use actors_runtime::ports::{
    DocumentChange, DocumentKind, Outbox, Posted, Settled, Store, StoreError,
};
use std::sync::Arc;

/// Records that are read at once.
const AT_ONCE: usize = 1_000;

/// What stands for an erased visitor in a key. No visitor can have this name.
const NOBODY: &str = "~/";

/// A record with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its key.
    pub key: String,
    /// The visitor; `None` after they were erased.
    pub visitor: Option<VisitorId>,
    /// The record.
    pub report: SessionReport,
}

/// Newest first: the later the smaller.
fn newest(at: Timestamp) -> u64 {
    u64::MAX - at.as_millis().max(0).cast_unsigned()
}

fn key(tenant: &TenantId, visitor: &str, report: &SessionReport) -> String {
    let (newest, session) = (newest(report.started), report.session.0);
    format!("{tenant}/{newest:016x}/{visitor}/{session}")
}

/// The change that keeps a session's record; `None` if it cannot be written.
pub fn put(
    tenant: &TenantId,
    visitor: &VisitorId,
    report: &SessionReport,
) -> Option<DocumentChange> {
    let json = serde_json::to_vec(report).ok()?;
    let key = key(tenant, visitor.as_str(), report);
    Some(DocumentChange::put(DocumentKind::SessionReport, key, json))
}

/// The key after which the records of sessions begin that started before `before`.
pub fn before(tenant: &TenantId, before: Timestamp) -> String {
    // '0' comes after the '/' of all keys of this moment.
    format!("{tenant}/{:016x}0", newest(before))
}

fn read(key: String, json: &[u8]) -> Option<Kept> {
    let report: SessionReport = serde_json::from_slice(json).ok()?;
    let (before, _) = key.rsplit_once('/')?;
    let visitor = before.splitn(3, '/').nth(2)?;
    let visitor = (!visitor.starts_with(NOBODY)).then(|| VisitorId::from(visitor));
    Some(Kept {
        visitor,
        report,
        key,
    })
}

/// Reads a page of records in order, newest first.
///
/// # Errors
/// The store's.
pub fn page(
    store: &dyn Store,
    tenant: &TenantId,
    after: &str,
    limit: usize,
) -> Result<Vec<Kept>, StoreError> {
    let prefix = format!("{tenant}/");
    let page = store.documents_page(DocumentKind::SessionReport, &prefix, Some(after), limit)?;
    let read = page.into_iter().filter_map(|(key, json)| read(key, &json));
    Ok(read.collect())
}

/// Gives the records of sessions that started from `from` on and before `to` to `each`, newest first. `each` returns
/// `None` to end it.
///
/// # Errors
/// The store's.
pub fn each_between(
    store: &dyn Store,
    tenant: &TenantId,
    (from, to): (Timestamp, Timestamp),
    mut each: impl FnMut(Kept) -> Option<()>,
) -> Result<(), StoreError> {
    let mut after = before(tenant, to);
    loop {
        let page = page(store, tenant, &after, AT_ONCE)?;
        let is_last = page.len() < AT_ONCE;
        for kept in page {
            after.clone_from(&kept.key);
            if kept.report.started < from || each(kept).is_none() {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

/// Returns the changes that take an erased visitor's name out of a tenant's records. Reads all of them: call it rarely,
/// on a blocking pool.
///
/// # Errors
/// The store's.
pub fn forgetting(
    store: &dyn Store,
    visitor: &VisitorKey,
) -> Result<Vec<DocumentChange>, StoreError> {
    let tenant = &visitor.tenant;
    let mut changes = Vec::new();
    let always = (
        Timestamp::from_millis(0),
        Timestamp::from_millis(i64::MAX - 1),
    );
    each_between(store, tenant, always, |kept| {
        if kept.visitor.as_ref() == Some(&visitor.visitor)
            && let Ok(json) = serde_json::to_vec(&kept.report)
        {
            let kind = DocumentKind::SessionReport;
            let random = crate::secrets::random_name();
            let nameless = key(tenant, &format!("{NOBODY}{random}"), &kept.report);
            changes.push(DocumentChange::delete(kind, kept.key));
            changes.push(DocumentChange::put(kind, nameless, json));
        }
        Some(())
    })?;
    Ok(changes)
}

/// Writes the record of each ended session.
pub struct Recorder(pub Arc<Reports>);

impl Outbox for Recorder {
    fn post(&self, visitor: &VisitorKey, records: &[Record]) -> Option<Posted> {
        let head = records.iter().rev().find_map(|record| match &record.body {
            RecordBody::Head(head) => Some(head),
            RecordBody::Entry { .. } | RecordBody::Amend { .. } | RecordBody::Forget(_) => None,
        })?;
        let report = SessionReport::of(head)?;
        let VisitorKey { tenant, visitor } = visitor;
        let put = put(tenant, visitor, &report)?;
        let reports = Arc::clone(&self.0);
        let (tenant, started) = (tenant.clone(), report.started);
        let mut documents = vec![put];
        documents.extend(reports.days.outdated(&tenant, started, self.0.clock.now()));
        let settled = move |_: Settled| reports.days.changed(&tenant);
        Some(Posted {
            documents,
            settled: Box::new(settled),
        })
    }
}

/// Tells two of what happens.
pub struct Both<A, B>(pub A, pub B);

impl<A: Outbox, B: Outbox> Outbox for Both<A, B> {
    fn post(&self, visitor: &VisitorKey, records: &[Record]) -> Option<Posted> {
        match (self.0.post(visitor, records), self.1.post(visitor, records)) {
            (None, posted) | (posted, None) => posted,
            (Some(one), Some(other)) => {
                let mut documents = one.documents;
                documents.extend(other.documents);
                let settled = move |how| {
                    (one.settled)(how);
                    (other.settled)(how);
                };
                Some(Posted {
                    documents,
                    settled: Box::new(settled),
                })
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use actors_core::event::Closing;
    use actors_core::ids::SessionNo;
    use actors_core::session::course::Answers;
    use actors_core::session::report::{RobotOutcome, RobotPart};
    use actors_core::time::Span;
    use actors_runtime::testing::MemoryStore;

    fn report(started: i64) -> SessionReport {
        SessionReport {
            session: SessionNo(1),
            channel: "web".into(),
            group: Some("sales".into()),
            started: Timestamp::from_millis(started),
            ended: Timestamp::from_millis(started + 1),
            closing: Closing::AgentClosed,
            agents: vec!["mia".into()],
            tags: Vec::new(),
            asked_people: None,
            waiting: None,
            first_answer: None,
            next_answers: Answers::default(),
            resolution: Span::ZERO,
            missed: None,
            robot: RobotPart {
                outcome: RobotOutcome::NotAsked,
                answers: 0,
                unknown: 0,
            },
            rating: None,
            rescues: 0,
            passed_by: Vec::new(),
        }
    }

    pub fn keep(store: &MemoryStore, visitor: &str, started: i64) {
        let report = report(started);
        let key = key(&"shop".into(), visitor, &report);
        let json = serde_json::to_vec(&report).unwrap();
        store
            .put_document(DocumentKind::SessionReport, &key, &json)
            .unwrap();
    }

    fn between(store: &MemoryStore, from: i64, to: i64) -> Vec<(Option<String>, i64)> {
        let mut found = Vec::new();
        let range = (Timestamp::from_millis(from), Timestamp::from_millis(to));
        each_between(store, &"shop".into(), range, |kept| {
            let visitor = kept.visitor.map(|visitor| visitor.to_string());
            found.push((visitor, kept.report.started.as_millis()));
            Some(())
        })
        .unwrap();
        found
    }

    #[test]
    fn records_are_read_newest_first_from_the_first_moment_to_before_the_last() {
        let store = MemoryStore::default();
        for (visitor, started) in [("ann", 10), ("bob", 20), ("cid", 30), ("dan", 40)] {
            keep(&store, visitor, started);
        }

        let found = between(&store, 20, 40);

        let found: Vec<i64> = found.into_iter().map(|(_, started)| started).collect();
        assert_eq!(found, [30, 20]);
    }

    #[test]
    fn a_record_without_the_agents_who_let_it_pass_is_read() {
        let (mut json, before) = (serde_json::to_value(report(10)).unwrap(), report(10));
        assert!(json.get("passed_by").is_none());
        json["rescues"] = 2.into();

        let read: SessionReport = serde_json::from_value(json).unwrap();

        let rescues = 2;
        assert_eq!(read, SessionReport { rescues, ..before });
    }

    #[test]
    fn an_erased_visitors_records_stay_without_the_name() {
        let store = MemoryStore::default();
        keep(&store, "ann", 10);
        keep(&store, "bob", 20);
        let ann = VisitorKey {
            tenant: "shop".into(),
            visitor: "ann".into(),
        };

        let changes = forgetting(&store, &ann).unwrap();
        store.change_documents(&changes).unwrap();

        assert_eq!(
            between(&store, 0, 100),
            [(Some("bob".to_owned()), 20), (None, 10)]
        );
        assert!(forgetting(&store, &ann).unwrap().is_empty());
    }
}
