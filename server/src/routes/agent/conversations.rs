//! Whom the agent talks to: listConversations, getVisitor, takeNext, take, inviteEvaluate, closeConversation.

use crate::caller::Agent;
use crate::error::ApiError;
use crate::routes::agent::{account, ask, reader, visitor};
use crate::routes::visitor::poll::wait_index;
use crate::state::State;
use crate::wire::agent::{
    ListRequest, ListResponse, TakeNextRequest, VisitorRequest, VisitorResponse, WireConversation,
};
use crate::wire::envelope::{Nothing, success};
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::desk::command::ListConversations;
use actors_core::ids::{GroupId, VisitorId, VisitorKey};
use actors_core::router::command::{Take, TakeNext, TakeRefusal, Taken};
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::{AgentEnds, AgentInvitesEvaluation};

/// Conversations answered at once.
const PAGE: usize = 50;

/// listConversations: the agent's own, or who waits in their lines.
///
/// # Errors
/// 400 for a box that there is not.
pub async fn list_conversations(
    state: Data<State>,
    call: Agent<ListRequest>,
) -> Result<HttpResponse, ApiError> {
    let list = match call.body.which.as_deref().unwrap_or_default() {
        "" | "mine" => mine(&state, &call).await?,
        "queue" => queue(&state, &call).await?,
        _ => return Err(ApiError::invalid("box is not valid")),
    };
    let search = call
        .body
        .search
        .as_deref()
        .unwrap_or_default()
        .to_lowercase();
    let matching = list.into_iter().filter(|listed| {
        search.is_empty()
            || listed.user_name.to_lowercase().contains(&search)
            || listed.user_id.contains(&search)
    });
    let from: usize = call
        .body
        .cursor
        .as_deref()
        .unwrap_or_default()
        .parse()
        .unwrap_or(0);
    let mut page: Vec<_> = matching.skip(from).take(PAGE + 1).collect();
    let cursor = if page.len() > PAGE {
        (from + PAGE).to_string()
    } else {
        String::new()
    };
    page.truncate(PAGE);
    Ok(success(&ListResponse { list: page, cursor }))
}

async fn mine(state: &State, call: &Agent<ListRequest>) -> Result<Vec<WireConversation>, ApiError> {
    let (who, account) = (&call.who, account(state, &call.who)?);
    let conversations = state
        .office
        .ask_desk(&who.tenant, &who.agent, ListConversations)
        .await?;
    let listed = conversations.iter().map(|conversation| {
        reader(state, &account, call.language, &conversation.place.visitor)
            .listed(conversation, who.agent.as_str())
    });
    Ok(listed.collect())
}

/// Who waits: the head of each of the agent's lines.
async fn queue(
    state: &State,
    call: &Agent<ListRequest>,
) -> Result<Vec<WireConversation>, ApiError> {
    let (who, account) = (&call.who, account(state, &call.who)?);
    let Some(router) = state.office.router(&who.tenant) else {
        return Ok(Vec::new());
    };
    let everyone = GroupId::everyone();
    let waiting: Vec<VisitorId> = router.read(|router| {
        let groups = account.agent.groups.iter().chain([&everyone]);
        let lines = groups.filter_map(|group| router.lines().line(group));
        lines
            .flat_map(|line| line.iter().take(PAGE * 2))
            .map(|waiter| waiter.visitor.clone())
            .collect()
    });
    let mut listed = Vec::with_capacity(waiting.len());
    for waits in waiting {
        let key = VisitorKey {
            tenant: who.tenant.clone(),
            visitor: waits,
        };
        let overview = ask(state, &key, Describe).await?;
        let place = wait_index(state, &key, overview.status);
        listed
            .push(reader(state, &account, call.language, &key.visitor).overview(&overview, place));
    }
    Ok(listed)
}

/// getVisitor.
///
/// # Errors
/// 404 for nobody of this tenant.
pub async fn get_visitor(
    state: Data<State>,
    call: Agent<VisitorRequest>,
) -> Result<HttpResponse, ApiError> {
    let overview = ask(&state, &visitor(&call.who, &call.body.user_id), Describe).await?;
    Ok(success(&VisitorResponse::from(&overview)))
}

/// takeNext: whoever has waited longest, in one line or any of the agent's.
///
/// # Errors
/// 404 when nobody waits, 409 with no seat free.
pub async fn take_next(
    state: Data<State>,
    call: Agent<TakeNextRequest>,
) -> Result<HttpResponse, ApiError> {
    let router = state
        .office
        .router(&call.who.tenant)
        .ok_or(ApiError::NotFound)?;
    let group = call
        .body
        .group_id
        .as_deref()
        .filter(|group| !group.is_empty())
        .map(GroupId::from);
    let taken = router
        .ask(TakeNext {
            agent: call.who.agent.clone(),
            group,
            reach: account(&state, &call.who)?.agent.role.reach(),
        })
        .await?;
    Ok(success(&taken_conversation(&state, &call, taken).await?))
}

/// take: this visitor.
///
/// # Errors
/// 404 where they do not wait, 409 when another took them.
pub async fn take(
    state: Data<State>,
    call: Agent<VisitorRequest>,
) -> Result<HttpResponse, ApiError> {
    let router = state
        .office
        .router(&call.who.tenant)
        .ok_or(ApiError::NotFound)?;
    let command = Take {
        agent: call.who.agent.clone(),
        visitor: VisitorId::from(call.body.user_id.as_str()),
        reach: account(&state, &call.who)?.agent.role.reach(),
    };
    let taken = router.ask(command).await?;
    Ok(success(&taken_conversation(&state, &call, taken).await?))
}

/// The session has been told by then, so that it describes itself as taken, and only once that is durable.
async fn taken_conversation<T>(
    state: &State,
    call: &Agent<T>,
    taken: Result<Taken, TakeRefusal>,
) -> Result<WireConversation, ApiError> {
    let taken = taken.map_err(|refusal| match refusal {
        TakeRefusal::UnknownAgent | TakeRefusal::Nobody => ApiError::NotFound,
        TakeRefusal::AlreadyTaken => ApiError::Conflict("already taken"),
        TakeRefusal::Full => ApiError::Conflict("no seat free"),
        TakeRefusal::Offline => ApiError::Conflict("you are offline"),
    })?;
    let key = VisitorKey {
        tenant: call.who.tenant.clone(),
        visitor: taken.visitor,
    };
    let overview = ask(state, &key, Describe).await?;
    let account = account(state, &call.who)?;
    Ok(reader(state, &account, call.language, &key.visitor).overview(&overview, 0))
}

/// inviteEvaluate.
///
/// # Errors
/// 409 where the conversation is not the agent's.
pub async fn invite_evaluate(
    state: Data<State>,
    call: Agent<VisitorRequest>,
) -> Result<HttpResponse, ApiError> {
    let command = AgentInvitesEvaluation {
        agent: call.who.agent.clone(),
    };
    ask(&state, &visitor(&call.who, &call.body.user_id), command).await??;
    Ok(success(&Nothing {}))
}

/// closeConversation: an agent their own, a supervisor any.
///
/// # Errors
/// 409 where the conversation is not the agent's.
pub async fn close_conversation(
    state: Data<State>,
    call: Agent<VisitorRequest>,
) -> Result<HttpResponse, ApiError> {
    let command = AgentEnds {
        agent: call.who.agent.clone(),
        reach: account(&state, &call.who)?.agent.role.reach(),
    };
    ask(&state, &visitor(&call.who, &call.body.user_id), command).await??;
    Ok(success(&Nothing {}))
}
