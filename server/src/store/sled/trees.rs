//! The trees of folded records, and reads of them.

use super::chunks::Chunks;
use super::database::store_error;
use crate::store::{is_indexed, key, record};
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
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

    /// The sealed document under this key.
    pub fn document(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        get(&self.documents, key)
    }

    /// The sealed documents under these keys, in order.
    pub fn documents(
        &self,
        keys: (Bound<Vec<u8>>, Bound<Vec<u8>>),
    ) -> impl Iterator<Item = Result<(IVec, IVec), StoreError>> {
        let found = self.documents.range(keys);
        found.map(|found| found.map_err(|error| store_error(&error)))
    }

    /// Replaces a document by its sealed content; without content, removes it.
    pub fn put_document(&self, key: &[u8], sealed: &[u8]) -> Result<(), StoreError> {
        match sealed.is_empty() {
            true => remove(&self.documents, key),
            false => put(&self.documents, key, sealed.to_vec()),
        }
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
