//! Transfers of a conversation to another agent or group: listColleagues, transferConversation.

use crate::authentication::Agent;
use crate::error::{Answer, ApiError};
use crate::routes::agent::{account, ask, mentions, named_group, recorded, visitor};
use crate::state::State;
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use crate::wire::transfer::{ColleaguesResponse, TransferConversationRequest, WireColleague};
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId};
use actors_core::router::command::{HandOver, HandOverRefusal, Receiver};
use actors_core::routing::SeatStatus;
use actors_core::session::commands::describe::Describe;
use actors_core::tenant::Reach;
use actors_core::text;

/// The most colleagues in an answer: it is a list to choose from, not a directory.
const COLLEAGUES_MAX: usize = 200;

/// listColleagues: returns the possible receivers of a conversation. These are all groups of the tenant and the other
/// agents who are not offline, those with a free seat first.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list_colleagues(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let who = &call.who;
    let (Some(settings), Some(router)) = (
        state.catalogue.tenant(&who.tenant),
        state.office.router(&who.tenant),
    ) else {
        return Err(ApiError::NotFound);
    };
    let mut agents: Vec<WireColleague> = router.read(|router| {
        let others = settings.agents.iter().filter(|it| it.agent.id != who.agent);
        let here = others.filter_map(|account| {
            let agent = &account.agent;
            let seat = router.seat(&agent.id)?;
            (seat.status != SeatStatus::Offline).then(|| WireColleague {
                admin_id: agent.id.to_string(),
                admin_nick: agent.nick.to_string(),
                admin_face: agent.face.to_string(),
                status: codes::seat_status(seat.status),
                free: seat.free,
                group_ids: agent.groups.iter().map(ToString::to_string).collect(),
            })
        });
        here.collect()
    });
    agents.sort_by(|one, other| {
        (one.free == 0, &one.admin_nick).cmp(&(other.free == 0, &other.admin_nick))
    });
    agents.truncate(COLLEAGUES_MAX);
    let groups = settings
        .groups
        .iter()
        .map(|group| named_group(group, call.language));
    Ok(success(&ColleaguesResponse {
        agents,
        groups: groups.collect(),
    }))
}

/// transferConversation: an agent transfers their own, a supervisor any. An agent whom a note of the session mentions
/// may take the conversation over. Answered when the transfer is durable.
///
/// # Errors
/// 404 for an unknown visitor, agent or group; 409 if the conversation is not the caller's, or no agent can take it.
pub async fn transfer_conversation(
    state: Data<State>,
    call: Agent<TransferConversationRequest>,
) -> Answer {
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    let to = match (named(&call.body.admin_id), named(&call.body.group_id)) {
        (Some(agent), None) => Receiver::Agent(AgentId::from(agent)),
        (None, Some(group)) => Receiver::Group(GroupId::from(group)),
        (Some(_), Some(_)) | (None, None) => {
            return Err(ApiError::invalid("adminId or groupId must be given"));
        }
    };
    let note = named(&call.body.note);
    let note = note.map(|note| text::checked(&note)).transpose();
    let note = note.map_err(|error| ApiError::of_field("note", error))?;
    let account = account(&state, &call.who)?;
    let key = visitor(&call.who, &call.body.user_id);
    // 404 for an unknown visitor, before any refusal about agents.
    let before = ask(&state, &key, Describe).await?;
    // A mentioned colleague may step in.
    let is_to_themselves = matches!(&to, Receiver::Agent(agent) if *agent == call.who.agent);
    let may_step_in = is_to_themselves && mentions::is_mentioned(&state, &call.who, &key).await?;
    let reach = match may_step_in {
        true => Reach::Tenant,
        false => account.agent.role.reach(),
    };
    let router = state.router(&call.who.tenant)?;
    let command = HandOver {
        visitor: key.visitor.clone(),
        by: account.agent.card().into(),
        reach,
        to,
        note,
    };
    router.ask(command).await?.map_err(refused)?;
    // The session already knows of the transfer, and answers when that is durable.
    let after = ask(&state, &key, Describe).await?;
    let went = ((&before).into(), (&after).into());
    let was_theirs = before
        .agent
        .is_some_and(|agent| agent.agent == call.who.agent);
    if !was_theirs {
        let done = match is_to_themselves {
            true => "takenOver",
            false => "transferred",
        };
        recorded::moved(&state, &call.who, (&key.visitor, done), went).await?;
    }
    Ok(success(&Nothing {}))
}

fn refused(refusal: HandOverRefusal) -> ApiError {
    match refusal {
        HandOverRefusal::Unknown => ApiError::NotFound,
        HandOverRefusal::NotYours => ApiError::Conflict("the conversation is not yours"),
        HandOverRefusal::NotOnline => ApiError::Conflict("the agent is not online"),
        HandOverRefusal::Full => ApiError::Conflict("the agent has no seat free"),
        HandOverRefusal::Unstaffed => ApiError::Conflict("nobody else of the group is online"),
    }
}
