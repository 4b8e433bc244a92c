//! getEventMsg, the call there are most of: what it holds while it waits is what a waiting visitor costs.

use crate::agent_token::block;
use crate::caller::{Known, Visitor};
use crate::error::ApiError;
use crate::rates::ByAddress;
use crate::routes::visitor::no_session;
use crate::state::State;
use crate::wire::codes;
use crate::wire::envelope::success;
use crate::wire::message::Reader;
use crate::wire::session::{PollRequest, PollResponse};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{PollId, Seq, VisitorKey};
use actors_core::session::Refusal;
use actors_core::session::commands::poll::{Delivery, LINES_MAX, News, Poll, Since};
use actors_core::session::phase::Status;
use actors_core::time::Span;
use actors_runtime::{AskError, Waiter};
use std::sync::Arc;

/// getEventMsg: waits until something happens, at most 25 s.
///
/// # Errors
/// 409 for a page that is not the newest, 400 for a cursor that is ahead.
pub async fn get_event_msg(
    state: Data<State>,
    call: Visitor<PollRequest>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let held = state.limits.hold(&request)?;
    let who = (call.key, call.channel);
    let waiter = park(&state, &who.0, call.body)?;
    let answer = waiter.answer().await;
    drop(held);
    match answer {
        Ok(Ok(delivery)) if !matches!(delivery.news, News::InStore(_)) => {
            Ok(write(&state, &who, delivery))
        }
        other => Box::pin(seldom(state, who, request, other)).await,
    }
}

fn park(state: &State, visitor: &VisitorKey, body: PollRequest) -> Result<Waiter<Poll>, ApiError> {
    let epoch = state.office.store().epoch();
    let since = match (body.cursor, body.epoch) {
        (Some(_), Some(other)) if other != *epoch => Since::OtherEpoch,
        (Some(cursor), _) => Since::Cursor(Seq(cursor)),
        (None, _) => Since::ReadMark,
    };
    let page = PollId::from(body.poll_id);
    let wait = if state.is_draining() {
        Span::ZERO
    } else {
        Span::from_millis(body.wait.unwrap_or(0))
    };
    state
        .office
        .park(visitor, |ticket| Poll {
            ticket,
            page,
            since,
            wait,
        })
        .map_err(no_session)
}

/// Everything that is not the plain answer, so that a waiting poll has no room set aside for it.
async fn seldom(
    state: Data<State>,
    who: Known,
    request: HttpRequest,
    answer: Result<Result<Delivery, Refusal>, AskError>,
) -> Result<HttpResponse, ApiError> {
    match answer {
        Ok(Ok(delivery)) => {
            let delivery = fill(&state, &who.0, delivery).await?;
            Ok(write(&state, &who, delivery))
        }
        Ok(Err(refusal)) => {
            if refusal == Refusal::Displaced {
                // A page that guesses looks like this.
                state.limits.address(&request, ByAddress::Miss)?;
            }
            Err(refusal.into())
        }
        Err(AskError::Gone) if state.is_draining() => {
            Err(ApiError::unavailable("the server is about to stop"))
        }
        Err(error) => Err(no_session(error)),
    }
}

/// Reads lines that no longer stand in memory.
async fn fill(
    state: &State,
    visitor: &VisitorKey,
    mut delivery: Delivery,
) -> Result<Delivery, ApiError> {
    if let News::InStore(stretch) = delivery.news {
        let (store, visitor) = (Arc::clone(state.office.store()), visitor.clone());
        let limit = stretch.len().min(LINES_MAX * 10);
        let lines =
            block(move || store.entries(&visitor, stretch.session, stretch.from, limit)).await?;
        delivery.fill(&lines);
    }
    Ok(delivery)
}

fn write(state: &State, (visitor, channel): &Known, delivery: Delivery) -> HttpResponse {
    let reader = Reader {
        visitor: &visitor.visitor,
        channel: channel.as_deref(),
        language: delivery.language,
        sentences: &state.sentences,
        sees_recalled: false,
    };
    let session = delivery.session;
    let mut gap = false;
    let mut events = match &delivery.news {
        News::Lines(lines) => lines
            .iter()
            .map(|(seq, entry)| reader.event(session, *seq, entry))
            .collect(),
        News::OpenedElsewhere => vec![reader.opened_elsewhere(session, state.now())],
        News::Gap => {
            gap = true;
            Vec::new()
        }
        News::InStore(_) => Vec::new(),
    };
    if delivery.agent_types {
        events.push(reader.typing(session, state.now()));
    }
    success(&PollResponse {
        status: codes::status(delivery.status),
        wait_index: wait_index(state, visitor, delivery.status),
        cursor: delivery.cursor.0,
        epoch: state.office.store().epoch().to_string(),
        more: delivery.more,
        gap,
        msg_list: events,
    })
}

/// The place in the queue at this moment; 0 for somebody who does not wait.
pub(crate) fn wait_index(state: &State, visitor: &VisitorKey, status: Status) -> u32 {
    if status != Status::Queued {
        return 0;
    }
    state
        .office
        .router(&visitor.tenant)
        .and_then(|router| router.position(&visitor.visitor))
        .unwrap_or(0)
}
