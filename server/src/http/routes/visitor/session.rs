//! Opening, leaving and reading a session: chatStart, chatClose, leaveQueue, msgComplete, transferAgent.

use crate::admission;
use crate::authentication::{self, Visitor};
use crate::body::Json;
use crate::device::Device;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::is_language;
use crate::fixtures::hours::is_open;
use crate::queue_ticket;
use crate::rates::ByAddress;
use crate::rehearsal;
use crate::routes::read::filled;
use crate::routes::visitor::identity::{self, Opened};
use crate::routes::visitor::poll::{expected_wait, wait_index};
use crate::routes::visitor::shop_page::shop_page;
use crate::routes::visitor::{ask, channel_of, no_session};
use crate::secrets;
use crate::state::State;
use crate::system_texts::CHAT_REFUSED;
use crate::telemetry::spans;
use crate::visitor_token::{self, Claims};
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use crate::wire::session::{
    BareRequest, ChatStartRequest, ChatStartResponse, ReadRequest, TicketRequest, TicketResponse,
    TransferRequest, TransferResponse,
};
use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{AgentId, GroupId, Language, PollId, Seq, VisitorId, VisitorKey};
use actors_core::local_text::base_language;
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::read::Read;
use actors_core::session::commands::start::Start;
use actors_core::session::commands::ticket::IssueTicket;
use actors_core::session::commands::transfer::{OfficeHours, Transfer, Transferred};
use actors_core::session::details::Details;
use actors_core::session::phase::Status;
use actors_core::session::visit::Visit;
use actors_core::time::Timestamp;
use std::sync::Arc;

/// chatStart: opens a page for a known, a proven or a new visitor, or for the holder of a queue ticket.
///
/// # Errors
/// 401 for a wrong ticket, 409 for one that is over. 404 for an unknown channel, 400 for an unknown group or agent. 403 for
/// a blocked visitor. 503 for a new chat on a nearly full disk.
pub async fn chat_start(
    state: Data<State>,
    request: HttpRequest,
    Json(mut body): Json<ChatStartRequest>,
) -> Answer {
    rehearsal::charge_address(&state, &request, ByAddress::Start)?;
    if state.is_draining() {
        return Err(ApiError::unavailable("the server is about to stop"));
    }
    let channel =
        filled(body.channel_id.as_ref()).and_then(|channel| state.catalogue.channel(channel));
    let channel = channel.ok_or_else(|| state.limits.miss(&request))?;
    check_wish(&state, &channel, &body)?;
    let language = language(&channel, body.locale.as_ref());
    let page = PollId::from(secrets::random_name());
    let start = Start {
        page: page.clone(),
        channel: Arc::clone(&channel),
        language,
        details: details(&channel, &body, &request)?,
        vouched: None,
        vouched_anew: None,
    };
    if let Some(ticket) = filled(body.ticket.as_ref()) {
        let opened = identity::open_with_ticket(&state, &channel, ticket, start).await;
        let opened = opened.map_err(|error| in_words(&state, language, error))?;
        return Ok(success(&answer(&state, &channel, &opened, &page)));
    }
    // A name that the shop's page vouches for comes first.
    let link = body.link.as_deref();
    let link = link.filter(|_| filled(body.user_hash.as_ref()).is_none());
    let shown = match authentication::linked(&state, link) {
        Some(claims) => {
            // The mail's reader is the visitor whom it names.
            body.user_id = None;
            Some(claims)
        }
        None => authentication::shown(&state, &request, body.token.as_deref()),
    };
    let _turn = if resumes(&state, shown.as_ref(), &channel, &body) {
        None
    } else {
        Some(admission::admit(&state.limits).await?)
    };
    let opened = identity::open(&state, &channel, &body, shown, start).await;
    let opened = opened.map_err(|error| in_words(&state, language, error))?;
    let refer = filled(body.refer.as_ref());
    state.marks.chat_opened(&channel.tenant, &request, refer);
    Ok(success(&answer(&state, &channel, &opened, &page)))
}

/// Tells a blocked visitor in their own language.
fn in_words(state: &State, language: Language, error: ApiError) -> ApiError {
    match error {
        ApiError::Blocked(_) => {
            ApiError::Blocked(state.sentences.say(CHAT_REFUSED, language, &[]).into())
        }
        other => other,
    }
}

/// Returns whether this is another page of a visitor who has a session. It needs no proof, because it only decides
/// whether the request may be refused under load.
fn resumes(
    state: &State,
    shown: Option<&Claims>,
    channel: &ChannelConfig,
    body: &ChatStartRequest,
) -> bool {
    let is_here = |user: &str| {
        state.office.is_here(&VisitorKey {
            tenant: channel.tenant.clone(),
            visitor: VisitorId::from(user),
        })
    };
    shown.is_some() || filled(body.user_id.as_ref()).is_some_and(is_here)
}

fn answer(
    state: &State,
    channel: &ChannelConfig,
    opened: &Opened,
    page: &PollId,
) -> ChatStartResponse {
    let Opened {
        key,
        vouched,
        verified,
        started,
    } = opened;
    let claims = Claims {
        visitor: key.clone(),
        channel: channel.id.clone(),
        vouched: *vouched,
    };
    ChatStartResponse {
        user_id: key.visitor.to_string(),
        session_id: names::session_id(&key.visitor, started.session),
        poll_id: page.to_string(),
        status: codes::status(started.status),
        server_time: started.now.as_millis(),
        admin_nick: started
            .agent
            .as_ref()
            .map(|agent| agent.nick.to_string())
            .unwrap_or_default(),
        token: visitor_token::issue(&state.keys, &claims, state.now()),
        epoch: state.office.store().epoch().to_string(),
        verified: *verified,
        offline: started.offline,
        enable_evaluate: started.enable_evaluate,
        wait_index: wait_index(state, key, started.status, None),
        expected_wait: expected_wait(state, key, started.status),
        evaluated: started.evaluated,
    }
}

fn check_wish(
    state: &State,
    channel: &ChannelConfig,
    body: &ChatStartRequest,
) -> Result<(), ApiError> {
    let tenant = state.catalogue.tenant(&channel.tenant);
    let knows = |group: &str| {
        tenant
            .as_ref()
            .is_some_and(|tenant| tenant.has_group(&GroupId::from(group)))
    };
    let employs = |agent: &str| {
        tenant
            .as_ref()
            .is_some_and(|tenant| tenant.has_agent(&AgentId::from(agent)))
    };
    let group = filled(body.group_id.as_ref()).is_none_or(knows);
    let agent = filled(body.admin_id.as_ref()).is_none_or(employs);
    if group && agent {
        Ok(())
    } else {
        Err(ApiError::invalid("group not available"))
    }
}

/// Protocol, 'Languages': returns the channel's language, else the page's, else zh: one of the 24 with texts.
pub(crate) fn language(channel: &ChannelConfig, locale: Option<&String>) -> Language {
    let asked = page_language(locale).unwrap_or_default();
    Language::parse(channel.language_for(asked.as_str())).unwrap_or(asked)
}

/// Returns the page's language if it is one of the 24 with texts. Caches by language rely on that.
pub(crate) fn page_language(locale: Option<&String>) -> Option<Language> {
    let asked = filled(locale)?;
    let mut nearest = [asked, base_language(asked)].into_iter();
    nearest
        .find(|code| is_language(code))
        .and_then(Language::parse)
}

/// Returns the visitor's kind of device, according to their browser (Protocol, 'Query flags': a phone's user agent).
fn device(request: &HttpRequest) -> &'static str {
    let agent = request.headers().get(header::USER_AGENT);
    match agent.and_then(|agent| agent.to_str().ok()) {
        Some(agent) if agent.contains("Mobi") || agent.contains("Android") => "mobile",
        Some(agent) if agent.starts_with("Mozilla/") => "desktop",
        Some(_) | None => "",
    }
}

/// Returns a text without control characters, cut to this many characters.
pub(crate) fn short(text: &Option<String>, chars: usize) -> Arc<str> {
    let kept: String = filled(text.as_ref())
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_control())
        .take(chars)
        .collect();
    kept.into()
}

fn details(
    channel: &ChannelConfig,
    body: &ChatStartRequest,
    request: &HttpRequest,
) -> Result<Details, ApiError> {
    const PARAMS_BYTES_MAX: usize = 8_192;
    let params = filled(body.params.as_ref()).unwrap_or_default();
    if params.len() > PARAMS_BYTES_MAX {
        return Err(ApiError::invalid("params is too long"));
    }
    Ok(Details {
        name: short(&body.user_name, 100),
        email: short(&body.email, 254),
        phone: short(&body.phone, 40),
        params: params.into(),
        previous_url: short(&body.previous_url, 2_000),
        refer: short(&body.refer, 2_000),
        form: Arc::from(""),
        pid: short(&body.pid, 256),
        booking_code: short(&body.fiy_book_code, 256),
        group: short(&body.group_id, 128),
        agent: short(&body.admin_id, 128),
        device: device(request).into(),
        shop_page: shop_page(channel, body)?,
        visit: visit(request, body),
    })
}

/// Returns what the browser says of itself.
fn visit(request: &HttpRequest, body: &ChatStartRequest) -> Visit {
    let agent = request.headers().get(header::USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok());
    let Device { browser, system } = crate::device::device(agent.unwrap_or_default());
    // An unknown name helps nobody, and could be any text.
    let zone = filled(body.time_zone.as_ref()).and_then(|zone| zone.parse::<chrono_tz::Tz>().ok());
    Visit {
        browser: browser.into(),
        system: system.into(),
        time_zone: zone.map_or("", chrono_tz::Tz::name).into(),
        ..Visit::default()
    }
}

/// chatClose: ends the session; idempotent.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn chat_close(state: Data<State>, call: Visitor<BareRequest>) -> Answer {
    ask(&state, &call.key, Close).await?;
    Ok(success(&Nothing {}))
}

/// leaveQueue: leaves the queue; idempotent.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn leave_queue(state: Data<State>, call: Visitor<BareRequest>) -> Answer {
    ask(&state, &call.key, LeaveQueue).await?;
    Ok(success(&Nothing {}))
}

/// queueTicket: signs a ticket that keeps the place on another device.
///
/// # Errors
/// 409 for a visitor who does not wait.
pub async fn queue_ticket(state: Data<State>, call: Visitor<TicketRequest>) -> Answer {
    let issued = ask(&state, &call.key, IssueTicket).await?;
    let issued = issued.map_err(|_| ApiError::Conflict("not waiting"))?;
    let situation = ask(&state, &call.key, Situate).await?;
    let ticket = queue_ticket::sign(&state.keys, &call.key, issued);
    Ok(success(&TicketResponse {
        link: format!(
            "/chat_online/index?channelId={}#ticket={ticket}",
            situation.channel.id
        ),
        expires_at: issued.ends.as_millis(),
        ticket,
    }))
}

/// msgComplete: marks messages as read up to the cursor, or all that were served.
///
/// # Errors
/// 409 for a page that is not the newest.
pub async fn msg_complete(
    state: Data<State>,
    request: HttpRequest,
    call: Visitor<ReadRequest>,
) -> Answer {
    let page = PollId::from(call.body.poll_id);
    let read = ask(
        &state,
        &call.key,
        Read {
            page,
            upto: call.body.cursor.map(Seq),
        },
    )
    .await?;
    if read == Err(Refusal::Displaced) {
        state.limits.address(&request, ByAddress::Miss)?;
    }
    read?;
    Ok(success(&Nothing {}))
}

/// Protocol, 'Working hours': a channel without hours has its tenant's; without either it is always open.
fn office_hours(now: Timestamp, channel: Option<&ChannelConfig>) -> OfficeHours {
    match channel.and_then(|channel| channel.hours.as_deref()) {
        Some(hours) if !is_open(hours, now) => OfficeHours::Closed,
        Some(_) | None => OfficeHours::Open,
    }
}

/// transferAgent: requests an agent and waits for the router's decision.
///
/// # Errors
/// 400 if a group must be chosen, 403 for a blocked visitor, 409 after the end.
pub async fn transfer_agent(state: Data<State>, call: Visitor<TransferRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let channel = channel_of(&state, &ask(&state, &call.key, Situate).await?);
    let hours = office_hours(state.now(), channel.as_deref());
    let (group, agent) = (
        filled(call.body.group_id.as_ref()),
        filled(call.body.admin_id.as_ref()),
    );
    let waiter = state.office.park(&call.key, |ticket| Transfer {
        ticket,
        group: group.map(GroupId::from),
        agent: agent.map(AgentId::from),
        hours,
    });
    let transferred = waiter.answer().await.map_err(no_session)??;
    let agent = match &transferred {
        Transferred::Connected(agent) => Some(agent),
        Transferred::NoAgent | Transferred::Queued | Transferred::Failed | Transferred::OffWork => {
            None
        }
    };
    spans::outcome(match &transferred {
        Transferred::Connected(_) => "connected",
        Transferred::NoAgent => "noAgent",
        Transferred::Queued => "queued",
        Transferred::Failed => "failed",
        Transferred::OffWork => "offWork",
    });
    let is_queued = transferred == Transferred::Queued;
    Ok(success(&TransferResponse {
        admin_id: agent
            .map(|agent| agent.agent.to_string())
            .unwrap_or_default(),
        status: codes::transfer_status(&transferred),
        admin_nick: agent
            .map(|agent| agent.nick.to_string())
            .unwrap_or_default(),
        wait_index: if is_queued {
            wait_index(&state, &call.key, Status::Queued, None)
        } else {
            0
        },
        expected_wait: is_queued
            .then(|| expected_wait(&state, &call.key, Status::Queued))
            .flatten(),
    }))
}
