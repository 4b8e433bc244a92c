//! The agent's seat: logout, me, setStatus.

use crate::authentication::{Agent, NewComer};
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::routes::agent::{account, ask, named_group, visitor};
use crate::state::State;
use crate::wire::agent::{AgentResponse, StatusRequest, StatusResponse, VisitorRequest};
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId};
use actors_core::router::command::{GoOffline, OpenConversations, Receiver, SetStatus};
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{Availability, SeatStatus};
use actors_core::session::commands::from_agent::AgentAccepts;
use actors_core::tenant::{Capacity, Role};
use actors_runtime::ports::{DocumentKind, Store};
use std::sync::Arc;

/// logout: the agent's seat stays as it is, because it goes offline without polls.
///
/// # Errors
/// 401 without the agent's token.
pub async fn logout(state: Data<State>, NewComer(call): NewComer<BareRequest>) -> Answer {
    state.agents.forget(&call.who).await?;
    Ok(success(&Nothing {}))
}

/// me: returns the caller's account, seat status, the tenant's groups and picture hosts.
///
/// # Errors
/// 401 without the agent's token.
pub async fn me(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let account = account(&state, &call.who)?;
    let router = state.office.router(&call.who.tenant);
    let seat = router.and_then(|router| router.read(|router| router.seat(&call.who.agent)));
    let tenant = state.catalogue.tenant(&call.who.tenant);
    // All groups: a supervisor's queue contains visitors of other groups, and conversations can be transferred to them.
    let groups = tenant.iter().flat_map(|tenant| tenant.groups.iter());
    let groups = groups
        .map(|group| named_group(group, call.language))
        .collect();
    let picture_hosts = tenant
        .iter()
        .flat_map(|tenant| tenant.tenant.picture_hosts.iter());
    let picture_hosts = picture_hosts.map(ToString::to_string).collect();
    let shop_name = tenant
        .iter()
        .map(|tenant| tenant.tenant.name.or_empty(call.language.as_str()))
        .map(ToOwned::to_owned)
        .next();
    let status = seat.map_or(SeatStatus::Offline, |seat| seat.status);
    Ok(success(&AgentResponse {
        capacity: seat.map_or(account.agent.capacity.visitors(), |seat| seat.capacity),
        status: Some(codes::seat_status(status)),
        groups: Some(groups),
        picture_hosts: Some(picture_hosts),
        sends_mail: Some(Flag(state.mail.is_on())),
        shop_name,
        has_model: Some(Flag(state.models.is_on(&call.who.tenant))),
        ..describe(&account)
    }))
}

pub(crate) fn describe(account: &Account) -> AgentResponse {
    let agent = &account.agent;
    AgentResponse {
        token: None,
        sign_out_url: None,
        tenant_id: None,
        must_set_up_totp: None,
        admin_id: agent.id.to_string(),
        admin_nick: agent.nick.to_string(),
        admin_face: agent.face.to_string(),
        role: match agent.role {
            Role::Agent => "agent",
            Role::Supervisor => "supervisor",
            Role::Admin => "admin",
        },
        group_ids: agent.groups.iter().map(ToString::to_string).collect(),
        capacity: agent.capacity.visitors(),
        status: None,
        groups: None,
        picture_hosts: None,
        sends_mail: None,
        shop_name: None,
        has_model: None,
    }
}

/// setStatus: stored before it takes effect, so that a restart keeps it.
///
/// # Errors
/// 400 for an unknown status or an invalid capacity.
pub async fn set_status(state: Data<State>, call: Agent<StatusRequest>) -> Answer {
    let availability = codes::availability(&call.body.status)
        .ok_or_else(|| ApiError::invalid("status is not valid"))?;
    let capacity = call.body.capacity;
    if capacity.is_some_and(|capacity| Capacity::new(capacity).is_none()) {
        return Err(ApiError::invalid("capacity is not valid"));
    }
    let router = state.router(&call.who.tenant)?;
    let open = match availability {
        Availability::Offline => open_conversations(&state, &call)?,
        Availability::Online | Availability::Busy | Availability::Finishing => None,
    };
    let asked = SeatChoice {
        availability: open
            .as_ref()
            .map_or(availability, |open| open.choice().availability),
        capacity,
    };
    let (store, name) = (
        Arc::clone(state.office.store()),
        format!("{}/{}", call.who.tenant, call.who.agent),
    );
    let choice = work(move || kept(store.as_ref(), &name, asked)).await?;
    let agent = call.who.agent.clone();
    let seat = match open {
        Some(open) => router.ask(GoOffline { agent, open }).await?,
        None => router.ask(SetStatus { agent, choice }).await?,
    };
    let seat = seat.map_err(|_| ApiError::NotFound)?;
    Ok(success(&StatusResponse {
        status: codes::seat_status(seat.status),
        capacity: seat.capacity,
    }))
}

/// Where the caller's open conversations go; `None`: back to the queue.
fn open_conversations(
    state: &State,
    call: &Agent<StatusRequest>,
) -> Result<Option<OpenConversations>, ApiError> {
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    Ok(match call.body.open.as_deref().unwrap_or_default() {
        "" | "queue" => None,
        "keep" => Some(OpenConversations::Keep),
        "agent" => {
            let agent = named(&call.body.admin_id).map(AgentId::from);
            let agent = agent.ok_or_else(|| ApiError::invalid("adminId is missing"))?;
            if !settings.has_agent(&agent) || agent == call.who.agent {
                return Err(ApiError::NotFound);
            }
            Some(OpenConversations::To(Receiver::Agent(agent)))
        }
        "group" => {
            let group = named(&call.body.group_id).map(GroupId::from);
            let group = group.ok_or_else(|| ApiError::invalid("groupId is missing"))?;
            if !settings.has_group(&group) {
                return Err(ApiError::NotFound);
            }
            Some(OpenConversations::To(Receiver::Group(group)))
        }
        _ => {
            return Err(ApiError::invalid(
                "open must be keep, queue, agent or group",
            ));
        }
    })
}

/// accept: the agent opened the conversation; idempotent.
///
/// # Errors
/// 404 for an unknown visitor, 409 if the conversation is not the agent's.
pub async fn accept(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let agent = call.who.agent.clone();
    let key = visitor(&call.who, &call.body.user_id);
    ask(&state, &key, AgentAccepts { agent }).await??;
    Ok(success(&Nothing {}))
}

/// Stores a choice. Without a capacity, the agent's last chosen capacity stays.
pub(super) fn kept(
    store: &dyn Store,
    name: &str,
    asked: SeatChoice,
) -> Result<SeatChoice, ApiError> {
    let mut choice = asked;
    if choice.capacity.is_none()
        && let Some(json) = store.document(DocumentKind::Seat, name)?
    {
        let last: SeatChoice = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        choice.capacity = last.capacity;
    }
    let json = serde_json::to_vec(&choice).map_err(ApiError::internal)?;
    store
        .put_document(DocumentKind::Seat, name, &json)
        .map_err(ApiError::unavailable)?;
    Ok(choice)
}
