//! What was said before: getHistoryMsg, getOfflineMsg.

use crate::blocking::block;
use crate::caller::Visitor;
use crate::error::ApiError;
use crate::routes::visitor::{ask, channel_of, reader};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::message::{Reader, WireMessage};
use crate::wire::names;
use crate::wire::page::{SessionRequest, SessionResponse};
use crate::wire::session::{HistoryRequest, HistoryResponse, OfflineResponse, PageRequest};
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::ids::{PollId, Seq, VisitorKey};
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::time::Timestamp;
use std::sync::Arc;

/// Contract §4: more are not answered at once.
const PAGE_MAX: u64 = 50;

/// Spec §9.
const PAGE: u64 = 20;

/// getHistoryMsg.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn get_history_msg(
    state: Data<State>,
    call: Visitor<HistoryRequest>,
) -> Result<HttpResponse, ApiError> {
    let overview = ask(&state, &call.key, Describe).await?;
    let channel = channel_of(&state, &overview);
    let reader = reader(&state, &call.key, channel.as_deref(), overview.language);
    let page = Page::new(call.body.page_size, call.body.max_time)?;
    Ok(success(&read_page(&state, &call.key, &reader, page).await?))
}

/// Which part of a history is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    size: usize,
    before: Timestamp,
}

impl Page {
    /// A page as a call names it.
    ///
    /// # Errors
    /// 400: no such moment.
    pub(crate) fn new(size: Option<u64>, max_time: Option<u64>) -> Result<Self, ApiError> {
        let before = match max_time.unwrap_or(0) {
            0 => i64::MAX,
            moment => {
                i64::try_from(moment).map_err(|_| ApiError::invalid("maxTime is not valid"))?
            }
        };
        let size = size.unwrap_or(PAGE).clamp(1, PAGE_MAX);
        Ok(Self {
            size: usize::try_from(size).unwrap_or(1),
            before: Timestamp::from_millis(before),
        })
    }
}

/// Reads until the page is full or the history ends: a page that is not full says that there is no more.
pub(crate) async fn read_page(
    state: &State,
    key: &VisitorKey,
    reader: &Reader<'_>,
    page: Page,
) -> Result<HistoryResponse, ApiError> {
    let mut before = page.before;
    let mut newest_first: Vec<WireMessage> = Vec::with_capacity(page.size);
    while newest_first.len() < page.size {
        let (store, visitor) = (Arc::clone(state.office.store()), key.clone());
        let limit = page.size;
        let lines = block(move || store.history(&visitor, before, limit)).await?;
        let is_last = lines.len() < limit;
        for line in lines.iter().rev() {
            if newest_first.len() == page.size {
                break;
            }
            before = line.entry.at;
            newest_first.extend(reader.history(line.session, line.seq, &line.entry));
        }
        if is_last {
            break;
        }
    }
    newest_first.reverse();
    let max_time = newest_first.first().map_or(0, |oldest| oldest.msg_time);
    Ok(HistoryResponse {
        msg_list: newest_first,
        max_time,
    })
}

/// The most lines of a session that are answered.
const SESSION_LINES_MAX: usize = 20_000;

/// getSessionMsg: one session of the visitor, whole.
///
/// # Errors
/// 404 for a session that is not the visitor's.
pub async fn get_session_msg(
    state: Data<State>,
    call: Visitor<SessionRequest>,
) -> Result<HttpResponse, ApiError> {
    const LINES: usize = 500;
    let session = names::read_session_id(&call.key.visitor, &call.body.session_id);
    let session = session.ok_or(ApiError::NotFound)?;
    let overview = ask(&state, &call.key, Describe).await?;
    if session > overview.place.session {
        return Err(ApiError::NotFound);
    }
    let channel = channel_of(&state, &overview);
    let reader = reader(&state, &call.key, channel.as_deref(), overview.language);
    let mut msg_list = Vec::new();
    let mut from = Seq(1);
    loop {
        let (store, visitor) = (Arc::clone(state.office.store()), call.key.clone());
        let lines = block(move || store.entries(&visitor, session, from, LINES)).await?;
        let read = lines.len();
        from = lines.last().map_or(from, |line| line.seq.next());
        let lines = lines.iter();
        msg_list.extend(lines.filter_map(|line| reader.history(session, line.seq, &line.entry)));
        if read < LINES || msg_list.len() >= SESSION_LINES_MAX {
            break;
        }
    }
    Ok(success(&SessionResponse { msg_list }))
}

/// getOfflineMsg.
///
/// # Errors
/// 409 for a page that is not the newest.
pub async fn get_offline_msg(
    state: Data<State>,
    call: Visitor<PageRequest>,
) -> Result<HttpResponse, ApiError> {
    let page = PollId::from(call.body.poll_id);
    let overview = ask(&state, &call.key, Describe).await?;
    let stretches = ask(&state, &call.key, ReadOffline { page }).await??;
    let channel = channel_of(&state, &overview);
    let reader = reader(&state, &call.key, channel.as_deref(), overview.language);
    let mut messages = Vec::new();
    for stretch in stretches {
        let (store, visitor) = (Arc::clone(state.office.store()), call.key.clone());
        let lines = block(move || {
            store.entries(
                &visitor,
                stretch.session,
                stretch.from,
                stretch.len().min(2_000),
            )
        })
        .await?;
        let (kept, _) = stretch.choose(&lines);
        messages.extend(
            kept.iter()
                .filter_map(|(seq, entry)| reader.message(stretch.session, *seq, entry)),
        );
    }
    Ok(success(&OfflineResponse { msg_list: messages }))
}
