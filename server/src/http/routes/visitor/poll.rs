//! getEventMsg, the most frequent call. What it holds while it waits is the memory of a waiting visitor.

use crate::authentication::Visitor;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::rates::{ByAddress, Held};
use crate::routes::visitor::{no_session, reader};
use crate::state::State;
use crate::telemetry::numbers;
use crate::wire::codes;
use crate::wire::envelope::success;
use crate::wire::session::{PollRequest, PollResponse, WireEvent, WireWait};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{PollId, Seq, VisitorKey};
use actors_core::record::Stored;
use actors_core::routing::QueueNumber;
use actors_core::session::Refusal;
use actors_core::session::commands::call::HearSignals;
use actors_core::session::commands::poll::{
    Delivered, Delivery, LINES_MAX, News, Poll, Since, Stretch,
};
use actors_core::session::phase::Status;
use actors_core::time::Span;
use actors_runtime::{AskError, Waiter};
use futures_util::FutureExt as _;
use futures_util::future::Either;
use std::future::ready;
use std::net::IpAddr;

/// getEventMsg: waits for an event, at most 25 s.
///
/// # Errors
/// Those of [`begin`]; 409 for a page that is not the newest, 400 for a cursor that is ahead.
pub async fn get_event_msg(
    state: Data<State>,
    request: HttpRequest,
    call: Visitor<PollRequest>,
) -> Answer {
    let address = state.limits.caller_address(&request);
    begin(state, address, call)?.answer().await
}

/// Everything that a waiting poll holds.
pub struct Waiting {
    state: Data<State>,
    who: VisitorKey,
    waiter: Waiter<Poll>,
    held: Held,
    address: IpAddr,
}

/// Starts a poll of a caller from this address.
///
/// # Errors
/// 503 if the server is stopping or holds too many polls, 429 if the address does.
pub fn begin(
    state: Data<State>,
    address: IpAddr,
    call: Visitor<PollRequest>,
) -> Result<Waiting, ApiError> {
    if state.is_draining() {
        return Err(ApiError::unavailable("the server is about to stop"));
    }
    let held = state.limits.hold(address)?;
    numbers().polls.increment(1);
    let who = call.key;
    let waiter = park(&state, &who, call.body);
    Ok(Waiting {
        state,
        who,
        waiter,
        held,
        address,
    })
}

impl Waiting {
    /// Waits for the answer.
    ///
    /// # Errors
    /// 409 for a page that is not the newest, 400 for a cursor that is ahead.
    pub fn answer(self) -> impl Future<Output = Answer> {
        let Self {
            state,
            who,
            waiter,
            held,
            address,
        } = self;
        // Not an async function: it would hold all of this twice, as argument and during the wait.
        waiter.answer().then(move |answer| {
            drop(held);
            match answer {
                Ok(Ok(delivery)) if !matches!(delivery.news, News::InStore(_)) => {
                    Either::Left(ready(Ok(write(&state, &who, delivery))))
                }
                other => Either::Right(Box::pin(seldom(state, who, address, other))),
            }
        })
    }
}

fn park(state: &State, visitor: &VisitorKey, body: PollRequest) -> Waiter<Poll> {
    let epoch = state.office.store().epoch();
    let since = match (body.cursor, body.epoch) {
        (Some(_), Some(other)) if other != *epoch => Since::OtherEpoch,
        (Some(cursor), _) => Since::Cursor(Seq(cursor)),
        (None, _) => Since::ReadMark,
    };
    let page = PollId::from(body.poll_id);
    if let Some(upto) = body.call_cursor {
        let page = page.clone();
        state.office.tell(visitor, HearSignals { page, upto });
    }
    let wait = Span::from_millis(body.wait.unwrap_or(0));
    let command = |ticket| Poll {
        ticket,
        page,
        since,
        wait,
    };
    state.office.park(visitor, command)
}

/// Handles all but the plain answer, so that a waiting poll reserves no space for it.
async fn seldom(
    state: Data<State>,
    who: VisitorKey,
    address: IpAddr,
    answer: Result<Result<Delivery, Refusal>, AskError>,
) -> Answer {
    match answer {
        Ok(Ok(mut delivery)) => {
            if let News::InStore(stretch) = delivery.news {
                delivery.fill(&meant_lines(&state, &who, stretch).await?);
                let (session, upto) = (delivery.session, delivery.cursor);
                state.office.tell(&who, Delivered { session, upto });
            }
            Ok(write(&state, &who, delivery))
        }
        Ok(Err(refusal)) => {
            if refusal == Refusal::Displaced {
                // A page that guesses poll ids looks like this.
                state.limits.charge_address(address, ByAddress::Miss)?;
            }
            Err(refusal.into())
        }
        Err(AskError::Gone) if state.is_draining() => {
            Err(ApiError::unavailable("the server is about to stop"))
        }
        Err(error) => Err(no_session(error)),
    }
}

/// Returns the lines of a stretch that are meant for the reader: as many as fit into an answer, and one more if there
/// are more.
pub(crate) async fn meant_lines(
    state: &State,
    visitor: &VisitorKey,
    stretch: Stretch,
) -> Result<Vec<Stored>, ApiError> {
    const AT_ONCE: usize = 500;
    let visitor = visitor.clone();
    read(state, move |store| {
        let (mut meant, mut from) = (Vec::new(), stretch.from);
        while meant.len() <= LINES_MAX && from <= stretch.upto {
            let lines = store.entries(&visitor, stretch.session, from, AT_ONCE)?;
            let is_last = lines.len() < AT_ONCE;
            from = lines.last().map_or(from, |line| line.seq.next());
            meant.extend(lines.into_iter().filter(|line| stretch.means(line)));
            if is_last {
                break;
            }
        }
        Ok(meant)
    })
    .await
}

fn write(state: &State, visitor: &VisitorKey, delivery: Delivery) -> HttpResponse {
    let reader = reader(
        state,
        visitor,
        &delivery.name,
        Some(&delivery.channel),
        delivery.language,
    );
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
    let partial = delivery.partial();
    events.extend(partial.and_then(|partial| reader.partial(session, partial)));
    let signals = delivery.signals();
    events.extend(signals.map(|told| {
        let told = reader.call_signal(session, state.now(), told);
        WireEvent::Call(Box::new(told))
    }));
    for event in &mut events {
        if let WireEvent::Call(told) = event
            && told.call.needs_servers()
        {
            let user = visitor.visitor.as_str();
            told.call.ice_servers = Some(state.ice.for_user(user, state.now()));
        }
    }
    if delivery.agent_types {
        events.push(reader.typing(session, state.now()));
    }
    success(&PollResponse {
        status: codes::status(delivery.status),
        wait_index: wait_index(state, visitor, delivery.status, delivery.number),
        expected_wait: expected_wait(state, visitor, delivery.status),
        cursor: delivery.cursor.0,
        epoch: state.office.store().epoch().to_string(),
        more: delivery.more,
        gap,
        msg_list: events,
    })
}

/// Returns the current place in the queue, by the drawn number if it is known; 0 for a visitor who does not wait.
pub(crate) fn wait_index(
    state: &State,
    visitor: &VisitorKey,
    status: Status,
    number: Option<QueueNumber>,
) -> u32 {
    if status != Status::Queued {
        return 0;
    }
    state
        .office
        .router(&visitor.tenant)
        .and_then(|router| router.position(&visitor.visitor, number))
        .unwrap_or(0)
}

/// Returns how long a waiting visitor will still wait, if the tenant tells it and enough estimates were right.
pub(crate) fn expected_wait(
    state: &State,
    visitor: &VisitorKey,
    status: Status,
) -> Option<WireWait> {
    if status != Status::Queued {
        return None;
    }
    let settings = state.catalogue.tenant(&visitor.tenant)?;
    if !settings.tenant.service.tells_wait {
        return None;
    }
    let (router, now) = (state.office.router(&visitor.tenant)?, state.now());
    let range = router.read(|router| router.expected_wait(&visitor.visitor, now))?;
    Some(WireWait::from(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_poll_holds_little_memory() {
        assert!(size_of::<Waiting>() <= 112, "{}", size_of::<Waiting>());
        assert!(
            size_of_answer(Waiting::answer) <= 296,
            "{}",
            size_of_answer(Waiting::answer)
        );
        assert!(
            size_of_call(get_event_msg) <= 480,
            "{}",
            size_of_call(get_event_msg)
        );
    }

    fn size_of_answer<F: Future>(_: fn(Waiting) -> F) -> usize {
        size_of::<F>()
    }

    fn size_of_call<F: Future>(
        _: fn(Data<State>, HttpRequest, Visitor<PollRequest>) -> F,
    ) -> usize {
        size_of::<F>()
    }
}
