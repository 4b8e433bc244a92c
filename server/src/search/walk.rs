//! Brings the index up to date from the store: everything, or what changed since a time. Page by page, beside the work.

use super::feed::Change;
use super::subject::Subject;
use crate::catalogue::Catalogue;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::leave_message::LeaveMessage;
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::WorkOrder;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use std::collections::BTreeSet;

/// Visitors listed at a time. Large, because each listing reads all visitors whose head is not folded.
const LISTED: usize = 1_000;

/// Visitors looked at in one step.
const AT_ONCE: usize = 50;

/// Documents listed at a time.
const DOCUMENTS: usize = 200;

/// A step may become durable this long after the time of its lines.
const SLACK: Span = Span::from_minutes(5);

/// A walk through the store.
pub struct Walk {
    /// Only what changed since then.
    since: Option<Timestamp>,
    tenants: Vec<TenantId>,
    listed: Vec<VisitorId>,
    after: Option<VisitorId>,
    /// Whether `listed` is the tenant's last page.
    is_last: bool,
    kinds: Vec<DocumentKind>,
    after_document: Option<String>,
}

impl Walk {
    /// A walk through everything, or through what changed since a time.
    pub fn new(catalogue: &Catalogue, store: &dyn Store, since: Option<Timestamp>) -> Self {
        let tenants = catalogue.tenants();
        let tenants = tenants.iter().map(|settings| settings.tenant.id.clone());
        let mut tenants: BTreeSet<TenantId> = tenants.collect();
        // Tenants that are disabled have conversations too.
        let stored = store.documents(DocumentKind::Tenant, "");
        let stored = stored.unwrap_or_default().into_iter();
        tenants.extend(stored.map(|(tenant, _)| TenantId::from(tenant)));
        Self {
            since: since.map(|since| since - SLACK),
            tenants: tenants.into_iter().collect(),
            listed: Vec::new(),
            after: None,
            is_last: false,
            kinds: vec![DocumentKind::WorkOrder, DocumentKind::LeaveMessage],
            after_document: None,
        }
    }

    /// The time since which it looks; `None` for everything.
    pub fn since(&self) -> Option<Timestamp> {
        self.since
    }

    /// Returns the next changes; `None` at the end.
    ///
    /// # Errors
    /// The store's.
    pub fn step(&mut self, store: &dyn Store) -> Result<Option<Vec<Change>>, StoreError> {
        if let Some(tenant) = self.tenants.last().cloned() {
            return self.visitors(store, &tenant).map(Some);
        }
        if let Some(kind) = self.kinds.last().copied() {
            return self.documents(store, kind).map(Some);
        }
        Ok(None)
    }

    fn visitors(
        &mut self,
        store: &dyn Store,
        tenant: &TenantId,
    ) -> Result<Vec<Change>, StoreError> {
        if self.listed.is_empty() {
            if self.is_last {
                (self.is_last, self.after) = (false, None);
                self.tenants.pop();
                return Ok(Vec::new());
            }
            self.listed = store.visitors(tenant, self.after.as_ref(), LISTED)?;
            self.is_last = self.listed.len() < LISTED;
            self.after = self.listed.last().cloned();
        }
        let few = self.listed.len().saturating_sub(AT_ONCE);
        let mut changes = Vec::new();
        for visitor in self.listed.split_off(few) {
            let visitor = VisitorKey {
                tenant: tenant.clone(),
                visitor,
            };
            self.sessions(store, visitor, &mut changes)?;
        }
        Ok(changes)
    }

    fn sessions(
        &self,
        store: &dyn Store,
        visitor: VisitorKey,
        changes: &mut Vec<Change>,
    ) -> Result<(), StoreError> {
        let Some(head) = store.head(&visitor)? else {
            return Ok(());
        };
        let Some(since) = self.since else {
            changes.extend((1..=head.session.0).map(|session| {
                let session = SessionNo(session);
                Change::Subject(Subject::Conversation(visitor.clone(), session))
            }));
            return Ok(());
        };
        if head.last_at < since {
            return Ok(());
        }
        // All from the first that has a line since then. A recall changes an older one: it is a new line of a newer one.
        let first = first_since(store, &visitor, head.session, since)?;
        changes.extend((first.0..=head.session.0).map(|session| {
            let session = SessionNo(session);
            Change::Subject(Subject::Conversation(visitor.clone(), session))
        }));
        Ok(())
    }

    fn documents(
        &mut self,
        store: &dyn Store,
        kind: DocumentKind,
    ) -> Result<Vec<Change>, StoreError> {
        let page = store.documents_page(kind, "", self.after_document.as_deref(), DOCUMENTS)?;
        self.after_document = page.last().map(|(key, _)| key.clone());
        if page.len() < DOCUMENTS {
            self.kinds.pop();
            self.after_document = None;
        }
        let since = self.since.unwrap_or_default();
        let changed = page.into_iter().filter_map(|(key, json)| match kind {
            DocumentKind::LeaveMessage => {
                let message: LeaveMessage = serde_json::from_slice(&json).ok()?;
                let at = message.handled.map_or(message.at, |handled| handled.at);
                (at >= since).then_some(Subject::LeftMessage(key))
            }
            _ => {
                let order: WorkOrder = serde_json::from_slice(&json).ok()?;
                (order.changed_at >= since).then_some(Subject::WorkOrder(key))
            }
        });
        Ok(changed.map(Change::Subject).collect())
    }
}

/// The first session that may have changed since a time. A recall may change a session that is one older.
fn first_since(
    store: &dyn Store,
    visitor: &VisitorKey,
    newest: SessionNo,
    since: Timestamp,
) -> Result<SessionNo, StoreError> {
    let mut first = newest;
    while first.0 > 1 {
        let lines = store.entries(visitor, first, Seq(1), 1)?;
        if lines.first().is_some_and(|line| line.entry.at < since) {
            break;
        }
        first = SessionNo(first.0 - 1);
    }
    Ok(SessionNo(first.0.saturating_sub(1).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use actors_core::ids::ChannelId;
    use actors_core::record::{Record, RecordBody};
    use actors_core::routing::Standing;
    use actors_core::session::restore::Head;
    use actors_runtime::testing::MemoryStore;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn visitor(name: &str) -> VisitorKey {
        VisitorKey {
            tenant: "shop".into(),
            visitor: name.into(),
        }
    }

    fn seen(store: &MemoryStore, since: Option<Timestamp>) -> Vec<Change> {
        let mut walk = Walk::new(&Catalogue::new([]), store, since);
        walk.tenants = vec!["shop".into()];
        let mut all = Vec::new();
        while let Some(changes) = walk.step(store).unwrap() {
            all.extend(changes);
        }
        all
    }

    fn store() -> MemoryStore {
        let store = MemoryStore::new();
        for (name, sessions, at) in [("old", 2, NOW - Span::from_minutes(600)), ("new", 1, NOW)] {
            let channel = ChannelId::from("plain");
            let mut head = Head::plain(SessionNo(sessions), Standing::Ended, channel, at);
            head.last_at = at;
            let record = Record {
                visitor: visitor(name),
                body: RecordBody::Head(Box::new(head)),
            };
            store.append(vec![record], Box::new(|_| {}));
        }
        store
    }

    fn conversation(name: &str, session: u32) -> Change {
        Change::Subject(Subject::Conversation(visitor(name), SessionNo(session)))
    }

    #[test]
    fn a_whole_walk_sees_every_session() {
        let mut all = seen(&store(), None);
        all.sort();

        assert_eq!(
            all,
            [
                conversation("new", 1),
                conversation("old", 1),
                conversation("old", 2)
            ]
        );
    }

    #[test]
    fn a_walk_since_a_time_sees_what_changed_shortly_before_it() {
        let just_after = NOW + Span::from_minutes(4);
        let later = NOW + Span::from_minutes(6);

        assert_eq!(seen(&store(), Some(just_after)), [conversation("new", 1)]);
        assert_eq!(seen(&store(), Some(later)), []);
    }
}
