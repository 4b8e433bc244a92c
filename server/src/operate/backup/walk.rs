//! Reads a store into lines while the server writes to it.
//!
//! A visitor's state is read before their entries, and entries that the state does not know are left out: so both are
//! of one moment. Documents come last and are of one moment together: every file that an entry names is described.

use super::line::{Begin, Counts, Document, FORMAT, Line, Numbered, Session, Visitor, day_of};
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde_json::value::RawValue;
use std::cell::Cell;
use std::sync::Arc;

/// Visitors read at once.
const VISITORS_AT_ONCE: usize = 256;

/// Most entries in one line.
const ENTRIES_AT_ONCE: usize = 500;

/// Why a walk ended early.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A document is not JSON.
    #[error("the document {0} is not JSON: {1}")]
    Document(String, serde_json::Error),
    /// The reader of the lines is gone.
    #[error("the reader is gone")]
    Gone,
}

/// Receives each line; fails if nobody reads any more.
pub type Put<'a> = dyn FnMut(Line) -> Result<(), WalkError> + 'a;

/// Reads the whole store, from the first line to the last.
///
/// # Errors
/// [`WalkError`]; the last line is then missing.
pub fn walk(store: &dyn Store, now: Timestamp, put: &mut Put<'_>) -> Result<(), WalkError> {
    let counts = Cell::new(Counts::default());
    let mut put = |line: Line| {
        counts.set(counts.get().with(&line));
        put(line)
    };
    put(Line::Begin(Begin {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        epoch: store.epoch().to_string(),
        at: now.as_millis(),
    }))?;
    for (tenant, _) in store.documents(DocumentKind::Tenant, "")? {
        walk_tenant(store, &TenantId::from(tenant.as_str()), &mut put)?;
    }
    let mut failed = None;
    store
        .all_documents(&mut |change| {
            let line = document(change).and_then(&mut put);
            line.map_err(|error| {
                failed = Some(error);
                StoreError::Closed(Arc::from("the backup ended"))
            })
        })
        .map_err(|error| failed.take().unwrap_or(WalkError::Store(error)))?;
    put(Line::End(counts.get()))
}

fn walk_tenant(store: &dyn Store, tenant: &TenantId, put: &mut Put<'_>) -> Result<(), WalkError> {
    let mut after: Option<VisitorId> = None;
    loop {
        let page = store.visitors(tenant, after.as_ref(), VISITORS_AT_ONCE)?;
        for visitor in &page {
            let key = VisitorKey {
                tenant: tenant.clone(),
                visitor: visitor.clone(),
            };
            // A visitor who was erased meanwhile has no state.
            if let Some(head) = store.head(&key)? {
                walk_visitor(store, key, head, put)?;
            }
        }
        match page.into_iter().last() {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}

fn walk_visitor(
    store: &dyn Store,
    key: VisitorKey,
    head: Head,
    put: &mut Put<'_>,
) -> Result<(), WalkError> {
    for session in 1..=head.session.0 {
        let session = SessionNo(session);
        let known = |seq: Seq| session < head.session || seq < head.next;
        let (mut from, mut day) = (Seq(0), None);
        loop {
            let stored = store.entries(&key, session, from, ENTRIES_AT_ONCE)?;
            let is_last = stored.len() < ENTRIES_AT_ONCE;
            let entries = stored.into_iter().filter(|stored| known(stored.seq));
            let entries = entries.map(|stored| Numbered {
                seq: stored.seq,
                entry: stored.entry,
            });
            let entries: Vec<_> = entries.collect();
            let Some((first, last)) = entries.first().zip(entries.last()) else {
                break;
            };
            from = Seq(last.seq.0 + 1);
            let day = *day.get_or_insert(day_of(first.entry.at));
            put(Line::Session(Session {
                tenant: key.tenant.clone(),
                visitor: key.visitor.clone(),
                session,
                day,
                entries,
            }))?;
            if is_last {
                break;
            }
        }
    }
    put(Line::Visitor(Box::new(Visitor {
        tenant: key.tenant,
        visitor: key.visitor,
        head,
    })))
}

fn document(change: DocumentChange) -> Result<Line, WalkError> {
    let DocumentChange { kind, key, json } = change;
    let json = json.map(|json| {
        // Without spaces, because a line must not contain a newline.
        let value: Box<RawValue> = serde_json::from_slice(&json)?;
        match value.get().contains('\n') {
            false => Ok(value),
            true => serde_json::from_str::<serde_json::Value>(value.get())
                .and_then(|value| serde_json::value::to_raw_value(&value)),
        }
    });
    let json = json
        .transpose()
        .map_err(|error| WalkError::Document(format!("{kind:?} {key}"), error))?;
    Ok(Line::Document(Document {
        of: kind,
        key,
        json,
    }))
}
