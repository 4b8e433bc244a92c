//! What an agent typed to a visitor and did not send. It follows them to another browser.

use super::{Team, prefix};
use actors_core::ids::{AgentId, TenantId, VisitorId};
use actors_core::routing::{Draft, DraftKind};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, StoreError};
use serde::{Deserialize, Serialize};

/// The most drafts of an agent. Beyond it, the oldest go.
pub const DRAFTS_MAX: usize = 100;

/// A draft as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    text: String,
    is_note: bool,
    pub(super) at: i64,
}

pub(super) fn read_kept(json: &[u8]) -> Option<Kept> {
    serde_json::from_slice(json).ok()
}

impl Team {
    /// Stores an agent's draft, or deletes it if its text is empty. It is durable when this returns.
    ///
    /// # Errors
    /// The store's.
    pub fn keep_draft(
        &self,
        (tenant, agent): (&TenantId, &AgentId),
        draft: &Draft,
    ) -> Result<(), StoreError> {
        let _turn = self.turn(tenant, agent);
        let own = prefix(tenant, agent);
        let key = format!("{own}{}", draft.visitor);
        let kind = DocumentKind::AgentDraft;
        if draft.text.is_empty() {
            return self.store.delete_document(kind, &key);
        }
        let kept = Kept {
            text: draft.text.to_string(),
            is_note: draft.kind == DraftKind::Note,
            at: draft.at.as_millis(),
        };
        let mut changes = vec![DocumentChange {
            kind,
            key: key.clone(),
            json: serde_json::to_vec(&kept).ok(),
        }];
        let others = self.store.documents(kind, &own)?.into_iter();
        let mut others: Vec<_> = others.filter(|(other, _)| *other != key).collect();
        if others.len() >= DRAFTS_MAX {
            others.sort_by_key(|(_, json)| read_kept(json).map_or(0, |kept| kept.at));
            let surplus = others.len() + 1 - DRAFTS_MAX;
            let oldest = others.into_iter().take(surplus);
            changes.extend(oldest.map(|(key, _)| DocumentChange::delete(kind, key)));
        }
        self.store.change_documents(&changes)
    }

    /// Returns an agent's drafts, newest first.
    ///
    /// # Errors
    /// The store's.
    pub fn drafts(&self, tenant: &TenantId, agent: &AgentId) -> Result<Vec<Draft>, StoreError> {
        let own = prefix(tenant, agent);
        let kept = self.store.documents(DocumentKind::AgentDraft, &own)?;
        let mut drafts: Vec<Draft> = kept
            .iter()
            .filter_map(|(key, json)| {
                let kept = read_kept(json)?;
                Some(Draft {
                    visitor: VisitorId::from(key.strip_prefix(&own)?),
                    text: kept.text.into(),
                    kind: match kept.is_note {
                        true => DraftKind::Note,
                        false => DraftKind::Message,
                    },
                    at: Timestamp::from_millis(kept.at),
                    page: "".into(),
                })
            })
            .collect();
        drafts.sort_by_key(|draft| std::cmp::Reverse(draft.at));
        Ok(drafts)
    }
}
