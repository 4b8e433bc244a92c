//! The agent's own mailbox: getEventMsg.

use crate::authentication::Agent;
use crate::error::{Answer, ApiError};
use crate::routes::agent::{account, reader};
use crate::state::State;
use crate::wire::agent::{DeskEvent, DeskPollRequest, DeskPollResponse, place_of};
use crate::wire::envelope::success;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::desk::DeskSeq;
use actors_core::ids::VisitorId;
use actors_core::time::Span;
use actors_runtime::AskError;

/// getEventMsg: waits for an event, at most 25 s. Each poll keeps the agent online.
///
/// # Errors
/// 401 without the agent's token, 429 or 503 if the address or the server holds too many polls, 503 if the server is
/// stopping.
pub async fn get_event_msg(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<DeskPollRequest>,
) -> Answer {
    let _held = state.limits.hold(state.limits.caller_address(&request))?;
    if state.is_draining() {
        return Err(ApiError::unavailable("the server is about to stop"));
    }
    let wait = call.body.wait.unwrap_or(0);
    let cursor = call.body.cursor.map(DeskSeq);
    let who = &call.who;
    if !call.body.hidden.is_some_and(|hidden| hidden.0) {
        state.push.saw(&who.tenant, &who.agent, state.now());
    }
    let poll = |wait| {
        let (office, wait) = (&state.office, Span::from_millis(wait));
        office.poll_desk(&who.tenant, &who.agent, cursor, wait)
    };
    let answer = poll(wait).await;
    // A sign-in may end during a poll.
    let account = account(&state, who)?;
    if !state.agents.holds(who) {
        return Err(ApiError::LoginExpired);
    }
    let delivery = match answer {
        Err(AskError::Gone) if state.is_draining() => {
            return Err(ApiError::unavailable("the server is about to stop"));
        }
        // Another sign-in of the agent ended, and with it every poll at the desk.
        Err(AskError::Gone) => poll(0).await?,
        other => other?,
    };
    let nobody = VisitorId::from("");
    let entries = delivery.news.iter().filter_map(|(seq, news)| {
        let place = place_of(news);
        let visitor = place.map_or(&nobody, |place| &place.visitor);
        let reader = reader(&state, &account, call.language, visitor);
        let mut entry = reader.desk_entry(*seq, place, news)?;
        if let DeskEvent::CallSignal(told) = &mut entry.what
            && told.needs_servers()
        {
            told.ice_servers = Some(state.ice.for_user(who.agent.as_str(), state.now()));
        }
        Some(entry)
    });
    Ok(success(&DeskPollResponse {
        cursor: delivery.cursor.0,
        more: delivery.more,
        gap: delivery.gap,
        msg_list: entries.collect(),
    }))
}
