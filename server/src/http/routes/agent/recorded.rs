//! What supervisors do to conversations and agents of others, and keys to conversations, for the audit log (Protocol,
//! 'Supervisor's wall').

use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::agent::WireConversation;
use actors_core::ids::VisitorId;
use actors_core::session::commands::describe::{Overview, Situation};
use serde_json::Value;
use std::sync::Arc;

/// The kind of thing that conversations are in the audit log.
pub(crate) const CONVERSATIONS: &str = "conversations";

/// Where a conversation is. It is with nobody while the robot has it, and after the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Whereabouts {
    /// Its agent.
    pub agent: Option<String>,
    /// The group in which the visitor waits or talks; empty for the queue of all agents.
    pub group: Option<String>,
}

impl Whereabouts {
    /// What changed between this and `after`; nothing if the conversation stayed.
    fn changes(self, after: Self) -> Vec<FieldChange> {
        let fields = [
            ("adminId", self.agent, after.agent),
            ("groupId", self.group, after.group),
        ];
        let changed = fields.into_iter().filter(|(_, old, new)| old != new);
        let changes = changed.map(|(field, old, new)| FieldChange {
            field: field.to_owned(),
            before: old.map_or(Value::Null, Value::from),
            after: new.map_or(Value::Null, Value::from),
        });
        changes.collect()
    }
}

impl From<&Situation> for Whereabouts {
    fn from(situation: &Situation) -> Self {
        Self {
            agent: situation.agent.as_ref().map(ToString::to_string),
            group: situation.group.as_ref().map(ToString::to_string),
        }
    }
}

impl From<&Overview> for Whereabouts {
    fn from(overview: &Overview) -> Self {
        let agent = overview.agent.as_ref();
        Self {
            agent: agent.map(|agent| agent.agent.to_string()),
            group: overview.group.as_ref().map(ToString::to_string),
        }
    }
}

impl From<&WireConversation> for Whereabouts {
    fn from(conversation: &WireConversation) -> Self {
        let agent = Some(conversation.admin_id.clone()).filter(|agent| !agent.is_empty());
        Self {
            group: agent.is_some().then(|| conversation.group_id.clone()),
            agent,
        }
    }
}

/// Records that a conversation of somebody else went: `what` the supervisor did, from where and to where. If it stayed
/// where it was, nothing is recorded.
///
/// # Errors
/// 503 if the store does not record it.
pub(super) async fn moved(
    state: &State,
    who: &SignedIn,
    (visitor, what): (&VisitorId, &'static str),
    (before, after): (Whereabouts, Whereabouts),
) -> Result<(), ApiError> {
    let changes = before.changes(after);
    if changes.is_empty() {
        return Ok(());
    }
    keep(state, who, (CONVERSATIONS, visitor.as_str(), what), changes).await
}

/// Records that a supervisor closed a conversation of somebody else.
///
/// # Errors
/// 503 if the store does not record it.
pub(super) async fn closed(
    state: &State,
    who: &SignedIn,
    visitor: &VisitorId,
    before: Whereabouts,
) -> Result<(), ApiError> {
    let changes = before.changes(Whereabouts::default());
    let closed = (CONVERSATIONS, visitor.as_str(), "closed");
    keep(state, who, closed, changes).await
}

/// Records another thing that a supervisor or a key did: the kind of thing, its id, and what.
///
/// # Errors
/// 503 if the store does not record it.
pub(crate) async fn done(
    state: &State,
    who: &SignedIn,
    deed: (&'static str, &str, &'static str),
) -> Result<(), ApiError> {
    keep(state, who, deed, Vec::new()).await
}

async fn keep(
    state: &State,
    who: &SignedIn,
    (thing, id, what): (&'static str, &str, &'static str),
    changes: Vec<FieldChange>,
) -> Result<(), ApiError> {
    let at = state.admin.audit.draw(state.now());
    let record = AuditRecord {
        fields: vec![what.to_owned()],
        changes,
        ..audit::record(at, &who.agent, Action::Put, thing, id)
    };
    let noted = audit::written(&who.tenant, &record);
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[noted])).await
}
