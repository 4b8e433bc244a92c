//! Visitors whom agents blocked (Protocol, 'Visitors'). A block names a visitor, the other visitors of the same
//! verified person, and that person's identity. It never names a network address, which many people share.

use crate::error::ApiError;
use actors_core::ids::{AgentId, TenantId, VisitorId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most visitors that a tenant blocks at the same time (Protocol, 'Sizes and times').
pub const BLOCKS_MAX: usize = 5_000;

/// The text of the refusal. chatStart says it in the language of the page.
const REFUSED: &str = "you cannot use this chat at the moment";

/// A blocked visitor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// The visitor.
    pub visitor: VisitorId,
    /// Their name at that time; empty if they had none.
    pub name: String,
    /// All visitors of the same person, with this one.
    pub visitors: Vec<VisitorId>,
    /// The shop's own name of the person, if the shop vouched for it.
    pub identity: Option<String>,
    /// Why.
    pub reason: String,
    /// Who blocked them.
    pub by: AgentId,
    /// When.
    pub at: Timestamp,
    /// Until when; `None` for ever.
    pub until: Option<Timestamp>,
}

impl Block {
    fn holds(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// The change that stores it.
    pub fn change(&self, tenant: &TenantId) -> DocumentChange {
        DocumentChange {
            kind: DocumentKind::Block,
            key: key(tenant, &self.visitor),
            json: serde_json::to_vec(self).ok(),
        }
    }
}

fn key(tenant: &TenantId, visitor: &VisitorId) -> String {
    format!("{tenant}/{visitor}")
}

/// The blocked visitors of all tenants.
#[derive(Default)]
pub struct Blocks {
    tenants: DashMap<TenantId, BTreeMap<VisitorId, Arc<Block>>>,
}

impl Blocks {
    /// Reads the blocks from the store.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: &dyn Store) -> Result<Self, StoreError> {
        let blocks = Self::default();
        for (key, json) in store.documents(DocumentKind::Block, "")? {
            let read = serde_json::from_slice::<Block>(&json);
            if let (Some((tenant, _)), Ok(block)) = (key.split_once('/'), read) {
                blocks.hold(&TenantId::from(tenant), block);
            }
        }
        Ok(blocks)
    }

    /// Refuses what a blocked visitor says or asks.
    ///
    /// # Errors
    /// 403 while they are blocked.
    pub fn admit(&self, visitor: &VisitorKey, now: Timestamp) -> Result<(), ApiError> {
        let is_named = |block: &Block| block.visitors.contains(&visitor.visitor);
        self.refuse(&visitor.tenant, now, is_named)
    }

    /// Refuses a person whom the shop vouches for under this name.
    ///
    /// # Errors
    /// 403 while they are blocked.
    pub fn admit_person(
        &self,
        tenant: &TenantId,
        identity: &str,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let is_named = |block: &Block| block.identity.as_deref() == Some(identity);
        self.refuse(tenant, now, is_named)
    }

    fn refuse(
        &self,
        tenant: &TenantId,
        now: Timestamp,
        is_named: impl Fn(&Block) -> bool,
    ) -> Result<(), ApiError> {
        // The usual case: nobody is blocked.
        let Some(blocks) = self.tenants.get(tenant) else {
            return Ok(());
        };
        let mut blocks = blocks.values();
        match blocks.any(|block| block.holds(now) && is_named(block)) {
            true => Err(ApiError::Blocked(REFUSED.into())),
            false => Ok(()),
        }
    }

    /// The block that names a visitor at this time.
    pub fn of_visitor(&self, visitor: &VisitorKey, now: Timestamp) -> Option<Arc<Block>> {
        let blocks = self.tenants.get(&visitor.tenant)?;
        let found = blocks
            .values()
            .find(|block| block.holds(now) && block.visitors.contains(&visitor.visitor));
        found.cloned()
    }

    /// A tenant's blocks at this time, the newest first.
    pub fn of(&self, tenant: &TenantId, now: Timestamp) -> Vec<Arc<Block>> {
        let Some(blocks) = self.tenants.get(tenant) else {
            return Vec::new();
        };
        let holding = blocks.values().filter(|block| block.holds(now));
        let mut all: Vec<_> = holding.cloned().collect();
        all.sort_by(|one, other| other.at.cmp(&one.at).then(one.visitor.cmp(&other.visitor)));
        all
    }

    /// The block under a visitor's own name, even one that is over.
    pub fn named(&self, tenant: &TenantId, visitor: &VisitorId) -> Option<Arc<Block>> {
        self.tenants.get(tenant)?.get(visitor).cloned()
    }

    /// The visitors of a tenant's blocks that are over.
    pub fn outdated(&self, tenant: &TenantId, now: Timestamp) -> Vec<VisitorId> {
        let Some(blocks) = self.tenants.get(tenant) else {
            return Vec::new();
        };
        let over = blocks.values().filter(|block| !block.holds(now));
        over.map(|block| block.visitor.clone()).collect()
    }

    /// Takes a stored block into effect.
    pub fn hold(&self, tenant: &TenantId, block: Block) {
        let mut blocks = self.tenants.entry(tenant.clone()).or_default();
        blocks.insert(block.visitor.clone(), Arc::new(block));
    }

    /// Takes a removed block out of effect.
    pub fn release(&self, tenant: &TenantId, visitor: &VisitorId) {
        if let Some(mut blocks) = self.tenants.get_mut(tenant) {
            blocks.remove(visitor);
        }
        self.tenants
            .remove_if(tenant, |_, blocks| blocks.is_empty());
    }
}

/// The change that removes a block.
pub fn removed(tenant: &TenantId, visitor: &VisitorId) -> DocumentChange {
    DocumentChange::delete(DocumentKind::Block, key(tenant, visitor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(until: Option<i64>) -> Block {
        Block {
            visitor: "ann".into(),
            name: "Ann".to_owned(),
            visitors: vec!["ann".into(), "ann~1".into()],
            identity: Some("ann".to_owned()),
            reason: "insults".to_owned(),
            by: "mia".into(),
            at: Timestamp::from_millis(1_000),
            until: until.map(Timestamp::from_millis),
        }
    }

    fn visitor(tenant: &str, name: &str) -> VisitorKey {
        VisitorKey {
            tenant: tenant.into(),
            visitor: name.into(),
        }
    }

    #[test]
    fn a_block_names_all_visitors_of_the_person_until_it_ends() {
        let (blocks, shop) = (Blocks::default(), TenantId::from("shop"));
        let (before, after) = (Timestamp::from_millis(1_999), Timestamp::from_millis(2_000));
        blocks.hold(&shop, block(Some(2_000)));

        assert!(blocks.admit(&visitor("shop", "ann"), before).is_err());
        assert!(blocks.admit(&visitor("shop", "ann~1"), before).is_err());
        assert!(blocks.admit_person(&shop, "ann", before).is_err());
        assert!(blocks.admit(&visitor("shop", "bob"), before).is_ok());
        assert!(blocks.admit(&visitor("rival", "ann"), before).is_ok());
        assert!(blocks.admit(&visitor("shop", "ann"), after).is_ok());
        assert_eq!(blocks.outdated(&shop, after), [VisitorId::from("ann")]);
        assert!(blocks.of(&shop, after).is_empty());
    }

    #[test]
    fn a_block_without_end_holds_until_it_is_removed() {
        let (blocks, shop) = (Blocks::default(), TenantId::from("shop"));
        let far = Timestamp::from_millis(i64::MAX);
        blocks.hold(&shop, block(None));

        assert_eq!(blocks.of(&shop, far).len(), 1);
        blocks.release(&shop, &"ann".into());

        assert!(blocks.admit(&visitor("shop", "ann"), far).is_ok());
    }
}
