//! The trees of folded records, and reads of them.

use super::batch::Documents;
use super::chunks::Chunks;
use super::database::store_error;
use crate::store::{is_indexed, key, record};
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentKind, StoreError};
use sled::{Db, IVec, Tree};
use std::ops::Bound;

/// The trees of folded records; `key` defines their keys.
pub struct Trees {
    /// Records of lines.
    pub lines: Chunks,
    heads: Tree,
    standing: Tree,
    due: Tree,
    documents: Tree,
}

impl Trees {
    /// Opens the trees of `db`, and creates missing ones.
    pub fn open(db: &Db) -> Result<Self, StoreError> {
        let open = |name| db.open_tree(name).map_err(|error| store_error(&error));
        Ok(Self {
            lines: Chunks::open(db)?,
            heads: open("heads")?,
            standing: open("standing")?,
            due: open("due")?,
            documents: open("documents")?,
        })
    }

    /// Reads a visitor's head.
    pub fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let sealed = get(&self.heads, &key::visitor(visitor)?)?;
        sealed
            .map(|sealed| record::unseal_value(&sealed))
            .transpose()
    }

    /// Replaces a visitor's head, given as bytes, and its index entries.
    ///
    /// The process may end between any two of these writes. Then the journal still holds this head or a newer one. The
    /// next fold removes the due entry of the head that it finds in the tree.
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
        // Most heads leave the standing unchanged, and a read costs less than a write.
        let there = get(&self.standing, &key)?;
        if is_indexed(standing) {
            let sealed = record::seal_value(standing)?;
            if there.is_some_and(|there| there == sealed) {
                return Ok(());
            }
            return put(&self.standing, &key, sealed);
        }
        there.map_or(Ok(()), |_| remove(&self.standing, &key))
    }

    /// Removes a visitor's head and its index entries.
    pub fn remove_head(&self, visitor: &VisitorKey) -> Result<(), StoreError> {
        let key = key::visitor(visitor)?;
        if let Some(at) = self.head(visitor)?.and_then(|head| head.due) {
            remove(&self.due, &key::due(at, visitor)?)?;
        }
        remove(&self.standing, &key)?;
        remove(&self.heads, &key)
    }

    /// A tenant's visitors with a head, in the order of their keys, from after the key `after`.
    pub fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&[u8]>,
    ) -> Result<impl Iterator<Item = Result<VisitorKey, StoreError>>, StoreError> {
        let within = key::tenant(tenant)?;
        let first = match after {
            Some(after) => Bound::Excluded(after.to_vec()),
            None => Bound::Included(within.clone()),
        };
        let found = self.heads.range((first, Bound::Unbounded));
        Ok(found
            .map(|found| {
                let (key, _) = found.map_err(|error| store_error(&error))?;
                key::read_visitor(&key).map(|visitor| (key, visitor))
            })
            .take_while(move |found| {
                found
                    .as_ref()
                    .map_or(true, |(key, _)| key.starts_with(&within))
            })
            .map(|found| found.map(|(_, visitor)| visitor)))
    }

    /// All visitors who wait or are connected.
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

    /// Reads a config document.
    pub fn document(&self, kind: DocumentKind, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let sealed = get(&self.documents, &key::document(kind, name)?)?;
        sealed
            .map(|sealed| record::open_document(&sealed))
            .transpose()
    }

    /// Config documents whose names begin with `prefix` and come after `after`, at most `limit`.
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

    /// The stored values of these keys, in the form that [`Trees::write_documents`] takes.
    pub fn sealed(&self, documents: &Documents) -> Result<Documents, StoreError> {
        let sealed = documents.iter().map(|(key, _)| {
            let sealed = get(&self.documents, key)?;
            Ok((key.clone(), sealed.map(|sealed| sealed.to_vec())))
        });
        sealed.collect()
    }

    /// Writes sealed documents under their keys, and removes those without a value. A crash leaves all of the changes
    /// or none.
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
