//! What an agent changes of their own account, and an administrator of a colleague's second step. Each change is durable
//! with its audit record before it takes effect.

use super::{Change, carry_out};
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::error::ApiError;
use crate::fixtures::people::WrittenAgent;
use crate::state::State;
use crate::two_step;
use actix_web::web::Data;
use actors_core::ids::AgentId;
use actors_runtime::ports::DocumentChange;
use serde_json::Value;
use std::sync::Arc;

/// Changes the caller's own name or picture.
///
/// # Errors
/// 400 with every wrong field.
pub async fn update(
    state: Data<State>,
    who: Arc<SignedIn>,
    nick: Option<String>,
    face: Option<String>,
) -> Result<(), ApiError> {
    carry_out(state, who, Thing::Agents, move |change| {
        change.amend(change.who.agent.as_str(), Vec::new(), |agent| {
            if let Some(nick) = nick {
                agent.admin_nick = nick;
            }
            if let Some(face) = face {
                agent.admin_face = face;
            }
        })
    })
    .await
}

/// Replaces the caller's own password. Their other sign-ins and their links end.
///
/// # Errors
/// 401 if the account is gone; 503 if the store did not record it.
pub async fn change_password(
    state: Data<State>,
    who: Arc<SignedIn>,
    hash: String,
) -> Result<(), ApiError> {
    carry_out(state, who, Thing::Agents, move |change| {
        let agent = change.who.agent.as_str();
        change.amend(agent, Vec::new(), |agent| agent.password_hash = Some(hash))
    })
    .await
}

/// Removes a colleague's second step, and ends their sign-ins.
///
/// # Errors
/// 404 for an agent who is not the tenant's; 409 if they have no second step.
pub async fn reset_totp(
    state: Data<State>,
    who: Arc<SignedIn>,
    agent: String,
) -> Result<(), ApiError> {
    let spared = who.hash;
    carry_out(state, who, Thing::Agents, move |change| {
        change.stored(&agent)?.ok_or(ApiError::NotFound)?;
        let id = AgentId::from(agent.as_str());
        let tenant = change.tenant();
        let _turn = change.state.two_steps.turn(tenant, &id);
        let store = change.state.office.store().as_ref();
        if !two_step::read(store, tenant, &id)?.is_on() {
            return Err(ApiError::Conflict("the agent has no second step"));
        }
        let mut changes = vec![two_step::forgotten(tenant, &id)];
        let signed_out = change.sign_out(&agent, &mut changes)?;
        let record = totp_record(change.at, &change.who.agent, &agent, Turned::Off);
        change.keep(changes, &record)?;
        let published = Published {
            signed_out,
            spared: Some(spared),
            ..Published::default()
        };
        Ok(((), published))
    })
    .await
}

/// How a second step has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// It is switched on.
    On,
    /// It is removed.
    Off,
    /// It has new recovery codes.
    NewCodes,
}

/// The audit record of a change of an agent's second step. It has no secret.
pub fn totp_record(at: i64, by: &AgentId, of: &str, turned: Turned) -> AuditRecord {
    let told = |before: Value, after: Value| FieldChange {
        field: "totp".to_owned(),
        before,
        after,
    };
    let (field, changes) = match turned {
        Turned::On => ("totp", vec![told(Value::Null, "set".into())]),
        Turned::Off => ("totp", vec![told("set".into(), Value::Null)]),
        Turned::NewCodes => ("recoveryCodes", Vec::new()),
    };
    AuditRecord {
        fields: vec![field.to_owned()],
        changes,
        ..audit::record(at, by, Action::Put, "agents", of)
    }
}

impl Change {
    /// Changes an agent's fields, whatever their version. `changes` are stored in the same durable step. A new password
    /// ends the agent's sign-ins, except the caller's own.
    pub(super) fn amend(
        &self,
        id: &str,
        changes: Vec<DocumentChange>,
        edit: impl FnOnce(&mut WrittenAgent),
    ) -> Result<((), Published), ApiError> {
        let stored = self.stored(id)?.ok_or(ApiError::LoginExpired)?;
        let mut fields = stored.clone();
        fields.remove("version");
        let mut agent: WrittenAgent =
            serde_json::from_value(Value::Object(fields)).map_err(ApiError::internal)?;
        edit(&mut agent);
        let mut written = Written::Agent(Box::new(agent));
        let settings = self.settings_with(&mut written, id, false)?;
        let (_, signed_out) = self.keep_setting(id, Some(&stored), &written, changes)?;
        let published = Published {
            settings: settings.map(Arc::new),
            signed_out,
            spared: Some(self.who.hash),
        };
        Ok(((), published))
    }
}
