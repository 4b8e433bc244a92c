//! The trees of what is folded, and reading them.

use super::disk::store_error;
use super::queue::Documents;
use crate::store::{is_indexed, key, record};
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::session::restore::{Head, Standing};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentKind, StoreError};
use sled::{Db, IVec, Tree};
use std::ops::Bound;

/// The trees of what is folded; `key` says what lies in each.
pub struct Trees {
    lines: Tree,
    heads: Tree,
    standing: Tree,
    due: Tree,
    documents: Tree,
}

/// A record of lines, as it was found.
pub struct Chunk {
    key: IVec,
    sealed: IVec,
}

impl Chunk {
    /// Where it lies.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// Its lines, oldest first.
    pub fn lines(&self) -> Result<Vec<record::ChunkLine<'_>>, StoreError> {
        record::open_chunk(&self.sealed)
    }

    /// The session its lines belong to.
    pub fn session(&self) -> Result<SessionNo, StoreError> {
        key::read_lines(&self.key).map(|(session, _)| session)
    }
}

fn pair((key, sealed): (IVec, IVec)) -> Chunk {
    Chunk { key, sealed }
}

impl Trees {
    /// The trees of `db`; those that are not there are made.
    pub fn open(db: &Db) -> Result<Self, StoreError> {
        let open = |name| db.open_tree(name).map_err(|error| store_error(&error));
        Ok(Self {
            lines: open("lines")?,
            heads: open("heads")?,
            standing: open("standing")?,
            due: open("due")?,
            documents: open("documents")?,
        })
    }

    /// The record of a session's lines that holds `seq`, or else the last one before it.
    pub fn chunk_at(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<Option<Chunk>, StoreError> {
        let first = key::session(visitor, session)?;
        let last = key::lines(visitor, session, seq)?;
        let found = self.lines.range(first..=last).next_back();
        found
            .transpose()
            .map(|found| found.map(pair))
            .map_err(|error| store_error(&error))
    }

    /// The records of a session's lines from the one that holds `seq` on.
    pub fn chunks_from(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let first = match self.chunk_at(visitor, session, seq)? {
            Some(chunk) => chunk.key.to_vec(),
            None => key::lines(visitor, session, seq)?,
        };
        let last = key::lines(visitor, session, Seq(u64::MAX))?;
        let found = self.lines.range(first..=last);
        Ok(found.map(|found| found.map(pair).map_err(|error| store_error(&error))))
    }

    /// All records of a visitor's lines, newest first.
    pub fn chunks_backwards(
        &self,
        visitor: &VisitorKey,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let found = self.lines.scan_prefix(key::visitor(visitor)?).rev();
        Ok(found.map(|found| found.map(pair).map_err(|error| store_error(&error))))
    }

    /// Writes a record of lines.
    pub fn put_chunk(&self, key: &[u8], lines: &[record::ChunkLine<'_>]) -> Result<(), StoreError> {
        put(&self.lines, key, record::seal_chunk(lines)?)
    }

    /// A visitor's head.
    pub fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let sealed = get(&self.heads, &key::visitor(visitor)?)?;
        sealed
            .map(|sealed| record::unseal_value(&sealed))
            .transpose()
    }

    /// Replaces a visitor's head, given as its bytes, and what the indexes say of them.
    ///
    /// A process may end between any two of these writes; then the journal still holds this head or a newer one, and
    /// the next fold finds in the tree whichever head the index of the due agrees with.
    pub fn put_head(
        &self,
        visitor: &VisitorKey,
        head: &[u8],
        standing: &Standing,
        due: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let key = key::visitor(visitor)?;
        let before = self.head(visitor)?.and_then(|head| head.due);
        if let Some(at) = before.filter(|at| Some(*at) != due) {
            remove(&self.due, &key::due(at, visitor)?)?;
        }
        put(&self.heads, &key, record::seal_encoded(head)?)?;
        if let Some(at) = due {
            put(&self.due, &key::due(at, visitor)?, Vec::new())?;
        }
        if is_indexed(standing) {
            put(&self.standing, &key, record::seal_value(standing)?)
        } else {
            remove(&self.standing, &key)
        }
    }

    /// Everybody who waits or talks.
    pub fn standing(&self) -> impl Iterator<Item = Result<(VisitorKey, Standing), StoreError>> {
        self.standing.iter().map(|found| {
            let (key, sealed) = found.map_err(|error| store_error(&error))?;
            Ok((key::read_visitor(&key)?, record::unseal_value(&sealed)?))
        })
    }

    /// Visitors due before `before`, soonest first.
    pub fn due(
        &self,
        before: Timestamp,
    ) -> impl Iterator<Item = Result<(Timestamp, VisitorKey), StoreError>> {
        self.due
            .range(..key::due_bound(before).to_vec())
            .map(|found| key::read_due(&found.map_err(|error| store_error(&error))?.0))
    }

    /// A config document.
    pub fn document(&self, kind: DocumentKind, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let sealed = get(&self.documents, &key::document(kind, name)?)?;
        sealed
            .map(|sealed| record::open_document(&sealed))
            .transpose()
    }

    /// Config documents whose names begin with `prefix`.
    pub fn documents(
        &self,
        kind: DocumentKind,
        prefix: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let found = self.documents.scan_prefix(key::document(kind, prefix)?);
        found
            .map(|found| {
                let (key, sealed) = found.map_err(|error| store_error(&error))?;
                Ok((key::read_document(&key)?, record::open_document(&sealed)?))
            })
            .collect()
    }

    /// Config documents whose names begin with `prefix` and lie after `after`, at most `limit`.
    pub fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let within = key::document(kind, prefix)?;
        let first = match after.filter(|after| *after >= prefix) {
            Some(after) => Bound::Excluded(key::document(kind, after)?),
            None => Bound::Included(within.clone()),
        };
        let found = self.documents.range((first, Bound::Unbounded)).take(limit);
        let mut page = Vec::new();
        for found in found {
            let (key, sealed) = found.map_err(|error| store_error(&error))?;
            if !key.starts_with(&within) {
                break;
            }
            page.push((key::read_document(&key)?, record::open_document(&sealed)?));
        }
        Ok(page)
    }

    /// Writes sealed documents under their keys, and removes those without one: all or, where the process ends
    /// meanwhile, none.
    pub fn write_documents(&self, documents: Documents) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, sealed) in documents {
            match sealed {
                Some(sealed) => batch.insert(key, sealed),
                None => batch.remove(key),
            }
        }
        let written = self.documents.apply_batch(batch);
        written.map_err(|error| store_error(&error))
    }
}

fn get(tree: &Tree, key: &[u8]) -> Result<Option<IVec>, StoreError> {
    tree.get(key).map_err(|error| store_error(&error))
}

fn put(tree: &Tree, key: &[u8], sealed: Vec<u8>) -> Result<(), StoreError> {
    tree.insert(key, sealed)
        .map(drop)
        .map_err(|error| store_error(&error))
}

fn remove(tree: &Tree, key: &[u8]) -> Result<(), StoreError> {
    tree.remove(key)
        .map(drop)
        .map_err(|error| store_error(&error))
}
