//! What supervisors do: whisper, forceClose, setStatusOf (Protocol, 'Supervisor's wall').

use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::routes::agent::recorded::{self, Whereabouts};
use crate::routes::agent::{account, ask, seat, visitor};
use crate::routes::read::client_id;
use crate::state::State;
use crate::wire::agent::supervising::{StatusOfRequest, WhisperRequest};
use crate::wire::agent::{StatusResponse, VisitorRequest};
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use crate::wire::messages::SendResponse;
use actix_web::web::Data;
use actors_core::ids::AgentId;
use actors_core::router::command::{OverseeRefusal, SetStatusOf};
use actors_core::router::roster::SeatChoice;
use actors_core::session::Refusal;
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::oversee::{Ended, ForceEnd, Whisper};
use actors_core::tenant::Oversight;
use std::sync::Arc;

/// The caller as a supervisor.
pub(super) struct Supervisor {
    /// Their account.
    pub account: Arc<Account>,
    /// What they look after.
    pub oversight: Oversight,
}

/// Returns the caller, who must be a supervisor or an administrator.
///
/// # Errors
/// 403 for any other agent.
pub(super) fn supervisor(state: &State, who: &SignedIn) -> Result<Supervisor, ApiError> {
    let account = account(state, who)?;
    let oversight = account.agent.oversight();
    let oversight = oversight.ok_or(ApiError::Forbidden("for supervisors alone"))?;
    Ok(Supervisor { account, oversight })
}

/// What a supervisor does not look after does not exist for them.
fn unseen(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::NotYours => ApiError::NotFound,
        other => other.into(),
    }
}

/// whisper: an internal note for the agent of the conversation.
///
/// # Errors
/// 400 for an empty or too long text, 403 below supervisor. 404 for what they do not look after, 409 without an agent. 422
/// for an id already used for other content.
pub async fn whisper(state: Data<State>, call: Agent<WhisperRequest>) -> Answer {
    let supervisor = supervisor(&state, &call.who)?;
    let command = Whisper {
        by: supervisor.account.agent.card().into(),
        oversight: supervisor.oversight,
        client_id: client_id(call.body.id.as_ref())?,
        text: call.body.text.as_str().into(),
    };
    let key = visitor(&call.who, &call.body.user_id);
    let sent = ask(&state, &key, command).await?;
    let sent = sent.map_err(|refusal| match refusal {
        Refusal::Text(error) => ApiError::of_field("text", error),
        Refusal::NotWithAgent => ApiError::Conflict("there is no agent"),
        other => unseen(other),
    })?;
    if !sent.repeated {
        let whispered = (recorded::CONVERSATIONS, key.visitor.as_str(), "whispered");
        recorded::done(&state, &call.who, whispered).await?;
    }
    let id = call.body.id;
    Ok(success(&SendResponse::new(&key.visitor, id, sent)))
}

/// forceClose: ends a conversation, or sends a waiting visitor away; idempotent.
///
/// # Errors
/// 403 below supervisor, 404 for what they do not look after.
pub async fn force_close(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let Supervisor { oversight, .. } = supervisor(&state, &call.who)?;
    let key = visitor(&call.who, &call.body.user_id);
    let before = Whereabouts::from(&ask(&state, &key, Situate).await?);
    let closed = ask(&state, &key, ForceEnd { oversight }).await?;
    if closed.map_err(unseen)? == Ended::Now {
        recorded::closed(&state, &call.who, &key.visitor, before).await?;
    }
    Ok(success(&Nothing {}))
}

/// setStatusOf: changes an agent's status. Stored before it takes effect, so that a restart keeps it.
///
/// # Errors
/// 400 for an unknown status, 403 below supervisor, 404 for an agent they do not look after.
pub async fn set_status_of(state: Data<State>, call: Agent<StatusOfRequest>) -> Answer {
    let Supervisor { oversight, .. } = supervisor(&state, &call.who)?;
    let availability = codes::availability(&call.body.status);
    let availability = availability.ok_or_else(|| ApiError::invalid("status is not valid"))?;
    let agent = AgentId::from(call.body.admin_id.as_str());
    let theirs = state.catalogue.account(&call.who.tenant, &agent);
    let theirs = theirs.filter(|account| account.is_active() && looks_after(&oversight, account));
    theirs.ok_or(ApiError::NotFound)?;
    let asked = SeatChoice {
        availability,
        capacity: None,
    };
    let store = Arc::clone(state.office.store());
    let name = format!("{}/{agent}", call.who.tenant);
    let choice = work(move || seat::kept(store.as_ref(), &name, asked)).await?;
    let command = SetStatusOf {
        by: call.who.agent.clone(),
        agent: agent.clone(),
        choice,
    };
    let set = state.router(&call.who.tenant)?.ask(command).await?;
    let set = set.map_err(|refusal| match refusal {
        OverseeRefusal::Unknown | OverseeRefusal::NotYours => ApiError::NotFound,
    })?;
    let status = ("agents", agent.as_str(), "status");
    recorded::done(&state, &call.who, status).await?;
    Ok(success(&StatusResponse {
        status: codes::seat_status(set.status),
        capacity: set.capacity,
    }))
}

/// Whether a supervisor looks after an agent: they have a group in common.
pub(super) fn looks_after(oversight: &Oversight, account: &Account) -> bool {
    let mut groups = account.agent.groups.iter();
    *oversight == Oversight::Everything || groups.any(|group| oversight.covers(Some(group)))
}
