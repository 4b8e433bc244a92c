//! Earlier messages: getHistoryMsg, getSessionMsg, getOfflineMsg.

use crate::admission;
use crate::authentication::Visitor;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::routes::visitor::poll::meant_lines;
use crate::routes::visitor::{ask, situated};
use crate::state::State;
use crate::telemetry::OncePerMinute;
use crate::wire::envelope::{success, success_of};
use crate::wire::history::{HistoryRequest, Messages, OfflineResponse};
use crate::wire::message::Reader;
use crate::wire::names;
use crate::wire::page::SessionRequest;
use crate::wire::session::PageRequest;
use actix_web::web::Data;
use actors_core::ids::{PollId, Seq, VisitorKey};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::time::Timestamp;

/// Protocol, 'History': the most messages of a page.
const PAGE_MAX: u64 = 50;

/// Protocol, 'History': the messages of a page by default.
const PAGE: u64 = 20;

/// getHistoryMsg: returns a page of the visitor's messages.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn get_history_msg(state: Data<State>, call: Visitor<HistoryRequest>) -> Answer {
    let _permit = admission::admit(&state.limits).await?;
    let situation = ask(&state, &call.key, Situate).await?;
    let reader = situated(&state, &call.key, &situation);
    let page = Page::new(call.body.page_size, call.body.max_time)?;
    if call.body.seq_gap == Some(true) {
        tell_of_gap(&call.key, state.now());
    }
    read_page(&state, &call.key, &reader, page).await
}

/// Reports a gap in the seqs, which only a bug can cause, to the operator. A page may report as often as it likes.
#[cold]
fn tell_of_gap(visitor: &VisitorKey, now: Timestamp) {
    static LINE: OncePerMinute = OncePerMinute::new();
    if let Some(gaps) = LINE.count(now) {
        tracing::error!(code = "FD301", %visitor, gaps, "a page found a gap in the sequence of messages");
    }
    metrics::counter!("frontdesk_seq_gaps_total").increment(1);
}

/// The part of a history that a call asks for.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    size: usize,
    before: Timestamp,
}

impl Page {
    /// Reads the part from the fields of a call.
    ///
    /// # Errors
    /// 400 for an invalid time.
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

/// The most bytes of a page (`docs/decisions/0002`). An answer stays in memory until its reader has received it.
const PAGE_BYTES_MAX: usize = 256 << 10;

/// Reads until the page is full, by messages or by bytes, or the history ends.
pub(crate) async fn read_page(
    state: &State,
    key: &VisitorKey,
    reader: &Reader<'_>,
    page: Page,
) -> Answer {
    let mut before = page.before;
    let mut newest_first = Messages::new(page.size, PAGE_BYTES_MAX);
    let mut oldest = None;
    // One line more than needed shows whether there are older ones.
    let limit = page.size + 1;
    let more = 'reading: loop {
        let lines = state.office.history(key, before, limit).await?;
        let lines = lines.map_err(ApiError::unavailable)?;
        for line in lines.iter().rev() {
            let Some(message) = reader.history(line.session, line.seq, &line.entry) else {
                continue;
            };
            let is_full = newest_first.count() == page.size;
            if is_full || !newest_first.add(&message).map_err(unwritten)? {
                break 'reading true;
            }
            oldest = Some(line.entry.at);
        }
        before = lines.first().map_or(before, |oldest| oldest.entry.at);
        if lines.len() < limit {
            break false;
        }
    };
    let max_time = oldest.map_or(0, Timestamp::as_millis);
    Ok(success_of(newest_first.history_page(max_time, more)))
}

fn unwritten(_: serde_json::Error) -> ApiError {
    ApiError::internal("a message cannot be written")
}

/// The most bytes of a session in one answer. A session should fit into one.
const SESSION_BYTES_MAX: usize = 1 << 20;

/// Lines of a session that are read at a time.
const SESSION_LINES: usize = 50;

/// getSessionMsg: returns one session of the visitor, from its beginning or from the page's cursor.
///
/// # Errors
/// 404 for a session that is not the visitor's.
pub async fn get_session_msg(state: Data<State>, call: Visitor<SessionRequest>) -> Answer {
    let session = names::read_session_id(&call.key.visitor, &call.body.session_id);
    let session = session.ok_or(ApiError::NotFound)?;
    let situation = ask(&state, &call.key, Situate).await?;
    if session > situation.session {
        return Err(ApiError::NotFound);
    }
    let reader = situated(&state, &call.key, &situation);
    let mut oldest_first = Messages::new(SESSION_LINES, SESSION_BYTES_MAX);
    let mut from = Seq(call.body.cursor.unwrap_or(0).saturating_add(1));
    let more = 'reading: loop {
        let visitor = call.key.clone();
        let lines = read(&state, move |store| {
            store.entries(&visitor, session, from, SESSION_LINES)
        });
        let lines = lines.await?;
        for line in &lines {
            if let Some(message) = reader.history(session, line.seq, &line.entry)
                && !oldest_first.add(&message).map_err(unwritten)?
            {
                break 'reading true;
            }
        }
        from = lines.last().map_or(from, |line| line.seq.next());
        if lines.len() < SESSION_LINES {
            break false;
        }
    };
    Ok(success_of(oldest_first.session_part(more)))
}

/// getOfflineMsg: returns the agents' messages that no page has acknowledged.
///
/// # Errors
/// 409 for a page that is not the newest.
pub async fn get_offline_msg(state: Data<State>, call: Visitor<PageRequest>) -> Answer {
    let page = PollId::from(call.body.poll_id);
    let situation = ask(&state, &call.key, Situate).await?;
    let stretches = ask(&state, &call.key, ReadOffline { page }).await??;
    let reader = situated(&state, &call.key, &situation);
    let mut messages = Vec::new();
    for stretch in stretches {
        let (kept, _) = stretch.choose(&meant_lines(&state, &call.key, stretch).await?);
        messages.extend(
            kept.iter()
                .filter_map(|(seq, entry)| reader.message(stretch.session, *seq, entry)),
        );
    }
    Ok(success(&OfflineResponse { msg_list: messages }))
}
