//! The mail to a visitor who left before the answer (Protocol, 'Mail to a visitor who left'). The session decides when;
//! here is decided whether it may be sent, and what it says.

use super::answers::{said, zone};
use super::letter::Said;
use super::letters::{self, Missed, Whole};
use super::record::Kind;
use super::words::Tongue;
use super::{Posting, stopped};
use crate::blocking::block;
use crate::link_token::{self, BACK_VALID_FOR};
use crate::state::State;
use crate::visitor_token::Claims;
use crate::wire::message::{Eyes, Reader};
use actors_core::channel::ChannelConfig;
use actors_core::ids::VisitorKey;
use actors_core::message::Sender;
use actors_core::session::commands::mailed::{Fate, Mailed};
use actors_core::session::mailing::MailRequest;
use actors_core::session::restore::Head;
use actors_runtime::Postman;
use actors_runtime::ports::{DocumentChange, StoreError, Stored};
use chrono_tz::Tz;
use reqwest::Url;
use std::sync::{Arc, Weak};
use tokio::runtime::Handle;

/// The most lines that are read for a mail.
const LINES_READ_MAX: usize = 200;

/// The most messages of a mail; it has the newest.
const MESSAGES_MAX: usize = 20;

/// The most characters of a message in a mail.
const CHARS_MAX: usize = 600;

/// Writes the mails of the server's sessions.
pub struct Writer {
    /// Weak, because the state owns the sessions, which own this writer.
    state: Weak<State>,
    handle: Handle,
}

impl Writer {
    /// Starts to write the sessions' mails, on the runtime it is called in.
    ///
    /// # Panics
    /// It is called outside a runtime.
    pub fn start(state: &Arc<State>) {
        let writer = Self {
            state: Arc::downgrade(state),
            handle: Handle::current(),
        };
        state.office.set_postman(Arc::new(writer));
    }
}

impl Postman for Writer {
    fn mail(&self, visitor: VisitorKey, request: MailRequest) {
        if let Some(state) = self.state.upgrade() {
            self.handle.spawn(carry_out(state, visitor, request));
        }
    }
}

async fn carry_out(state: Arc<State>, visitor: VisitorKey, request: MailRequest) {
    let (own, key) = (Arc::clone(&state), visitor.clone());
    let fate = match block(move || keep(&own, &key, request)).await {
        Ok(fate) => fate,
        Err(error) => {
            let cause = error.cause();
            tracing::warn!(code = "FD707", tenant = %visitor.tenant, cause, "a mail to a visitor who left was not stored; it is tried again");
            return;
        }
    };
    let MailRequest { session, upto, .. } = request;
    let mailed = Mailed {
        session,
        upto,
        fate,
    };
    if let Err(error) = state.office.ask(&visitor, mailed).await {
        tracing::info!(%error, "what came of a mail did not reach its session");
    }
}

/// Stores the mail, if it may be sent.
fn keep(state: &State, visitor: &VisitorKey, request: MailRequest) -> Result<Fate, StoreError> {
    let store = state.office.store();
    let Some(changes) = written(state, visitor, request)? else {
        return Ok(Fate::Unsent);
    };
    store.change_documents(&changes)?;
    if store.head(visitor)?.is_none() {
        // The visitor was erased meanwhile.
        state.mail.outbox.forget(visitor)?;
    }
    Ok(Fate::Stored)
}

/// The mail. None to a blocked visitor, without an address, to one that wants none, and without words.
fn written(
    state: &State,
    visitor: &VisitorKey,
    request: MailRequest,
) -> Result<Option<Vec<DocumentChange>>, StoreError> {
    let store = state.office.store();
    let now = state.now();
    let Some(settings) = state.catalogue.tenant(&visitor.tenant) else {
        return Ok(None);
    };
    let is_wanted = settings.tenant.mail.missed_after.is_some();
    if !state.mail.is_on() || !is_wanted || state.blocks.admit(visitor, now).is_err() {
        return Ok(None);
    }
    let head = store.head(visitor)?;
    let Some(head) = head.filter(|head| head.session == request.session) else {
        return Ok(None);
    };
    let channel = state.catalogue.channel(head.channel.as_str());
    let (Some(channel), Some(details)) = (channel, &head.details) else {
        return Ok(None);
    };
    let address = &*details.email;
    if address.is_empty() || stopped::is_stopped(store.as_ref(), &visitor.tenant, address)? {
        return Ok(None);
    }
    let lines = store.entries(visitor, head.session, request.read.next(), LINES_READ_MAX)?;
    let tongue = Tongue::for_reader(head.language);
    let (lines, whole) = said_since(state, visitor, (&head, &channel), &lines);
    if lines.is_empty() {
        return Ok(None);
    }
    let claims = Claims {
        visitor: visitor.clone(),
        channel: head.channel.clone(),
        vouched: head.vouched,
    };
    let back = link_token::of_conversation(&state.keys, &claims, now);
    let stop = link_token::of_address(&state.keys, &visitor.tenant, address, tongue);
    let stop = state.mail.link(&format!("/mail/stop?token={stop}"));
    let missed = Missed {
        shop: settings.tenant.name.or_empty(tongue.code()),
        lines,
        whole,
        link: chat(state, &head, &back),
        days: BACK_VALID_FOR.as_millis() / (24 * 60 * 60_000),
        stop: &stop,
    };
    let posting = Posting {
        kind: Kind::Missed,
        to: address,
        to_name: &details.name,
        reply_to: "",
        visitor: Some(&visitor.visitor),
        letter: letters::missed(tongue, missed),
        stop: Some(&stop),
    };
    match state.mail.post(&settings, posting, now) {
        Ok(changes) => Ok(Some(changes)),
        Err(refusal) => {
            tracing::info!(tenant = %visitor.tenant, ?refusal, "a mail to a visitor who left was not written");
            Ok(None)
        }
    }
}

/// What agents said after the visitor's own last message, as the visitor would see it.
fn said_since(
    state: &State,
    visitor: &VisitorKey,
    (head, channel): (&Head, &ChannelConfig),
    lines: &[Stored],
) -> (Vec<Said>, Whole) {
    let tongue = Tongue::for_reader(head.language);
    let visit = head.visit.as_ref();
    let own_zone = visit.and_then(|visit| visit.time_zone.parse::<Tz>().ok());
    let zone = own_zone.unwrap_or_else(|| zone(channel));
    let reader = Reader {
        visitor: &visitor.visitor,
        name: None,
        channel: Some(channel),
        language: head.language,
        sentences: &state.sentences,
        eyes: Eyes::Visitor,
    };
    let sender = |line: &Stored| line.entry.message().map(|message| message.sender.clone());
    let own = lines
        .iter()
        .rposition(|line| sender(line) == Some(Sender::Visitor));
    let lines = &lines[own.map_or(0, |own| own + 1)..];
    let agents = lines
        .iter()
        .filter(|line| matches!(sender(line), Some(Sender::Agent(_))));
    let seen = agents.filter_map(|line| {
        let message = reader.history(line.session, line.seq, &line.entry)?;
        said(tongue, &message, zone)
    });
    let mut said: Vec<Said> = seen.map(shortened).collect();
    let older = said.len().saturating_sub(MESSAGES_MAX);
    said.drain(..older);
    let whole = match older {
        0 => Whole::Yes,
        _ => Whole::No,
    };
    (said, whole)
}

fn shortened(mut said: Said) -> Said {
    if let Some((end, _)) = said.text.char_indices().nth(CHARS_MAX) {
        said.text.truncate(end);
        said.text.push('…');
    }
    said
}

/// The address of the chat that this token opens.
fn chat(state: &State, head: &Head, token: &str) -> String {
    let page = state.mail.link("/chat_online/index");
    let query = [
        ("channelId", head.channel.as_str()),
        ("locale", head.language.as_str()),
        ("token", token),
    ];
    match Url::parse_with_params(&page, query) {
        Ok(address) => address.into(),
        // The address where links begin was read at the start.
        Err(_) => page,
    }
}
