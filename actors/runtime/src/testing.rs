//! A test environment for actors: one thread, time that moves only when the test advances it, and a store whose appends
//! finish when the test says so.

use crate::clock::SteadyClock;
use crate::office::{Directory, Office, Workers};
use crate::ports::{DocumentChange, DocumentKind, DocumentSink, Done, Store, StoreError};
use actors_core::channel::ChannelConfig;
use actors_core::event::Entry;
use actors_core::ids::{
    ChannelId, Language, PollId, Seq, SessionNo, TenantId, VisitorId, VisitorKey,
};
use actors_core::record::{Record, RecordBody, Stored};
use actors_core::routing::Standing;
use actors_core::session::commands::start::Start;
use actors_core::session::details::Details;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A store in memory. Appends finish at once, or when the test says so.
#[derive(Default)]
pub struct SlowStore {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    heads: BTreeMap<VisitorKey, Head>,
    lines: BTreeMap<VisitorKey, BTreeMap<(SessionNo, Seq), Arc<Entry>>>,
    waiting: Vec<(Vec<Record>, Done)>,
    is_held: bool,
    is_broken: bool,
    is_unreadable: bool,
}

impl SlowStore {
    /// Holds all appends until [`SlowStore::finish`].
    pub fn hold(&self) {
        self.inner.lock().is_held = true;
    }

    /// Finishes the held appends, in order. Later appends finish at once.
    pub fn finish(&self) {
        let waiting = {
            let mut inner = self.inner.lock();
            inner.is_held = false;
            std::mem::take(&mut inner.waiting)
        };
        for (records, done) in waiting {
            self.append(records, done);
        }
    }

    /// The number of held appends.
    pub fn waiting(&self) -> usize {
        self.inner.lock().waiting.len()
    }

    /// Makes appends fail while it is `true`.
    pub fn set_broken(&self, is_broken: bool) {
        self.inner.lock().is_broken = is_broken;
    }

    /// Makes reads of heads fail while it is `true`.
    pub fn set_unreadable(&self, is_unreadable: bool) {
        self.inner.lock().is_unreadable = is_unreadable;
    }

    fn lines_of(
        &self,
        visitor: &VisitorKey,
        meant: impl Fn(SessionNo, Seq, &Entry) -> bool,
    ) -> Vec<Stored> {
        let inner = self.inner.lock();
        let lines = inner.lines.get(visitor).into_iter().flatten();
        lines
            .filter(|((session, seq), entry)| meant(*session, *seq, entry))
            .map(|((session, seq), entry)| Stored {
                session: *session,
                seq: *seq,
                entry: Arc::clone(entry),
            })
            .collect()
    }
}

impl Inner {
    fn check_readable(&self) -> Result<(), StoreError> {
        match self.is_unreadable {
            true => Err(StoreError::Disk("unreadable".into())),
            false => Ok(()),
        }
    }

    fn keep(&mut self, record: Record) {
        let Record { visitor, body } = record;
        match body {
            RecordBody::Entry {
                session,
                seq,
                entry,
            }
            | RecordBody::Amend {
                session,
                seq,
                entry,
            } => {
                self.lines
                    .entry(visitor)
                    .or_default()
                    .insert((session, seq), entry);
            }
            RecordBody::Head(head) => {
                self.heads.insert(visitor, *head);
            }
            RecordBody::Forget(forget) => {
                if let Some(lines) = self.lines.get_mut(&visitor) {
                    lines.retain(|_, entry| !forget.covers(entry.at));
                }
                if forget.covers_head() {
                    self.heads.remove(&visitor);
                }
            }
        }
    }
}

impl Store for SlowStore {
    fn append(&self, records: Vec<Record>, done: Done) {
        let mut inner = self.inner.lock();
        if inner.is_held {
            inner.waiting.push((records, done));
            return;
        }
        let result = if inner.is_broken {
            Err(StoreError::Closed("broken".into()))
        } else {
            records.into_iter().for_each(|record| inner.keep(record));
            Ok(())
        };
        drop(inner);
        done(result);
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let inner = self.inner.lock();
        inner.check_readable()?;
        Ok(inner.heads.get(visitor).cloned())
    }

    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let mut lines = self.lines_of(visitor, |of, seq, _| of == session && seq >= from);
        lines.truncate(limit);
        Ok(lines)
    }

    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let mut lines = self.lines_of(visitor, |_, _, entry| entry.at < before);
        lines.drain(..lines.len().saturating_sub(limit));
        Ok(lines)
    }

    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError> {
        let inner = self.inner.lock();
        let mut known: Vec<VisitorId> = inner
            .heads
            .keys()
            .filter(|visitor| visitor.tenant == *tenant)
            .map(|visitor| visitor.visitor.clone())
            .filter(|visitor| after.is_none_or(|after| visitor > after))
            .collect();
        known.sort();
        known.truncate(limit);
        Ok(known)
    }

    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
        let inner = self.inner.lock();
        inner.check_readable()?;
        Ok(inner
            .heads
            .iter()
            .map(|(visitor, head)| (visitor.clone(), head.standing.clone()))
            .collect())
    }

    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        let inner = self.inner.lock();
        let mut due: Vec<_> = inner
            .heads
            .iter()
            .filter_map(|(visitor, head)| {
                Some((head.due.filter(|due| *due < before)?, visitor.clone()))
            })
            .collect();
        due.sort();
        due.truncate(limit);
        Ok(due)
    }

    fn change_documents(&self, _: &[DocumentChange]) -> Result<(), StoreError> {
        Ok(())
    }

    fn document(&self, _: DocumentKind, _: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(None)
    }

    fn documents_page(
        &self,
        _: DocumentKind,
        _: &str,
        _: Option<&str>,
        _: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        Ok(Vec::new())
    }

    fn all_documents(&self, _: &mut DocumentSink<'_>) -> Result<(), StoreError> {
        Ok(())
    }

    fn epoch(&self) -> Arc<str> {
        "test".into()
    }

    fn health(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn close(&self) {}
}

/// A directory in which every channel exists, with default settings.
pub struct PlainChannels;

impl Directory for PlainChannels {
    fn channel(&self, tenant: &TenantId, channel: &ChannelId) -> Option<Arc<ChannelConfig>> {
        Some(Arc::new(ChannelConfig::plain(
            tenant.clone(),
            channel.clone(),
        )))
    }

    fn revision(&self) -> u64 {
        0
    }
}

/// An office on the caller's own thread. Its time is tokio's, so a test can pause and advance it.
pub fn office(store: &Arc<SlowStore>) -> Arc<Office> {
    let store: Arc<dyn Store> = Arc::clone(store) as Arc<dyn Store>;
    let start = Timestamp::from_millis(1_790_000_000_000);
    let office = Office::new(
        store,
        Arc::new(SteadyClock::from(start)),
        Arc::new(PlainChannels),
        Workers::Callers(1),
    );
    office.work_here();
    office
}

/// The command that opens a page.
pub fn start(page: &str) -> Start {
    Start {
        page: PollId::from(page),
        channel: Arc::new(ChannelConfig::plain("demo".into(), "web".into())),
        language: Language::default(),
        details: Details::default(),
        vouched: None,
        vouched_anew: None,
    }
}

/// A visitor of the tenant `demo`.
pub fn visitor(name: &str) -> VisitorKey {
    VisitorKey {
        tenant: "demo".into(),
        visitor: name.into(),
    }
}
