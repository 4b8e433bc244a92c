//! Handing a conversation on: transferConversation.

use crate::caller::Agent;
use crate::error::ApiError;
use crate::routes::agent::{account, ask, visitor};
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::transfer::TransferConversationRequest;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId};
use actors_core::router::command::{HandOver, HandOverRefusal, Receiver};
use actors_core::session::commands::describe::Describe;
use actors_core::text;

/// transferConversation: an agent their own, a supervisor any. Answered when it is on disk.
///
/// # Errors
/// 404 for a visitor, agent or group that is not there; 409 where the conversation is not the caller's, or nobody can
/// take it.
pub async fn transfer_conversation(
    state: Data<State>,
    call: Agent<TransferConversationRequest>,
) -> Result<HttpResponse, ApiError> {
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    let to = match (named(&call.body.admin_id), named(&call.body.group_id)) {
        (Some(agent), None) => Receiver::Agent(AgentId::from(agent)),
        (None, Some(group)) => Receiver::Group(GroupId::from(group)),
        (Some(_), Some(_)) | (None, None) => {
            return Err(ApiError::invalid("adminId or groupId must be given"));
        }
    };
    let note = named(&call.body.note);
    let note = note.map(|note| text::checked(&note)).transpose()?;
    let account = account(&state, &call.who)?;
    let key = visitor(&call.who, &call.body.user_id);
    // 404 for nobody, before anything is said of agents.
    ask(&state, &key, Describe).await?;
    let router = state
        .office
        .router(&call.who.tenant)
        .ok_or(ApiError::NotFound)?;
    let command = HandOver {
        visitor: key.visitor.clone(),
        by: account.agent.card().into(),
        reach: account.agent.role.reach(),
        to,
        note,
    };
    router.ask(command).await?.map_err(refused)?;
    // The session has been told by then: it answers when that is durable.
    ask(&state, &key, Describe).await?;
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
