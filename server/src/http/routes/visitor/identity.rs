//! Decides which visitor opens a page (Protocol, 'Visitor identity'), and what proves it.
//!
//! - A visitor is created with or without a voucher, the fingerprint of the secret that vouched for their name, and
//!   keeps it.
//! - A session opens only for its own voucher. So a person whom the tenant's site vouches for never continues a name
//!   that another person took on a channel without a secret. They get a name derived from the secret.

use crate::blocking::{block, read};
use crate::error::ApiError;
use crate::queue_ticket;
use crate::routes::read::filled;
use crate::secrets;
use crate::state::State;
use crate::visitor_token::Claims;
use crate::vouching::{NAME_BYTES_MAX, Vouching};
use crate::wire::session::ChatStartRequest;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{VisitorId, VisitorKey, Voucher};
use actors_core::routing::Standing;
use actors_core::session::commands::start::{Start, Started};
use actors_core::session::commands::ticket::ClaimTicket;
use actors_core::tenant::SESSIONS_MAX;
use actors_core::time::Span;
use actors_runtime::AskError;
use std::sync::Arc;

/// A page that was opened.
pub struct Opened {
    /// Its visitor.
    pub key: VisitorKey,
    /// The secret that vouched for them.
    pub vouched: Option<Voucher>,
    /// Whether the visitor is the one that the page asked for.
    pub verified: bool,
    /// The state of the session.
    pub started: Started,
}

/// A visitor who may own the page.
struct Candidate {
    key: VisitorKey,
    vouched: Option<Voucher>,
    /// The secret that replaces `vouched`, which belongs to no channel.
    vouched_anew: Option<Voucher>,
    verified: bool,
    origin: Origin,
}

enum Origin {
    /// The store may know them.
    Known,
    /// Their name is new.
    New,
}

impl Candidate {
    fn known(key: VisitorKey, vouched: Option<Voucher>) -> Self {
        Self {
            key,
            vouched,
            vouched_anew: None,
            verified: true,
            origin: Origin::Known,
        }
    }

    fn stranger(channel: &ChannelConfig, verified: bool) -> Self {
        let visitor = VisitorId::from(format!("{DRAWN}{}", secrets::random_name()));
        Self {
            key: key(channel, visitor),
            vouched: None,
            vouched_anew: None,
            verified,
            origin: Origin::New,
        }
    }
}

/// The beginning of generated names.
const DRAWN: &str = "v_";

/// Opens the page for the first visitor who may own it: a proven one, one whose name is free, or a new one.
///
/// # Errors
/// 400 for an invalid name, 403 for a blocked visitor, 503 if the tenant has too many sessions or for a new chat on a nearly full disk.
pub async fn open(
    state: &State,
    channel: &ChannelConfig,
    body: &ChatStartRequest,
    shown: Option<Claims>,
    start: Start,
) -> Result<Opened, ApiError> {
    let shown = shown.filter(|claims| claims.visitor.tenant == channel.tenant);
    let Some(asked) = filled(body.user_id.as_ref()) else {
        let proven = shown.filter(|claims| may_come(channel, claims));
        let proven = proven.map(|claims| Candidate::known(claims.visitor, claims.vouched));
        return first(state, channel, proven.into_iter().collect(), true, start).await;
    };
    if !is_name(asked) {
        return Err(ApiError::invalid("userId is not valid"));
    }
    let asked_key = key(channel, VisitorId::from(asked));
    let shown = shown.filter(|claims| claims.visitor == asked_key);
    let vouching = channel
        .identity_secret
        .as_ref()
        .map(|secret| Vouching::new(&channel.tenant, secret));
    let hash = filled(body.user_hash.as_ref()).unwrap_or_default();
    match vouching {
        Some(vouching) if vouching.accepts(asked, hash) => {
            state
                .blocks
                .admit_person(&channel.tenant, asked, state.now())?;
            let candidates = vouched(state, &vouching, asked_key, shown);
            first(state, channel, candidates, false, start).await
        }
        Some(_) => {
            let proven = shown.filter(|claims| may_come(channel, claims));
            let proven = proven.map(|claims| Candidate::known(claims.visitor, claims.vouched));
            first(state, channel, proven.into_iter().collect(), false, start).await
        }
        None => {
            let shown = shown.map(|claims| Candidate::known(claims.visitor, claims.vouched));
            let proven: Vec<_> = shown.into_iter().collect();
            if !proven.is_empty() {
                return first(state, channel, proven, false, start).await;
            }
            // Held until the session exists: if several calls want a free name at once, one gets it.
            let name = take_name(state, &asked_key).await?;
            let free = name.as_ref().map(|_| Candidate::known(asked_key, None));
            first(state, channel, free.into_iter().collect(), false, start).await
        }
    }
}

/// Opens the session of a queue ticket, on the newest page. The ticket stands in for every other proof.
///
/// # Errors
/// 401 for a wrong ticket, 404 for a channel of another tenant, 409 for a ticket or a wait that is over, 403 for a blocked
/// visitor.
pub async fn open_with_ticket(
    state: &State,
    channel: &ChannelConfig,
    ticket: &str,
    start: Start,
) -> Result<Opened, ApiError> {
    const OVER: ApiError = ApiError::Conflict("the ticket is over");
    let read = queue_ticket::read(&state.keys, ticket);
    let (key, ticket) = read.ok_or(ApiError::LoginExpired)?;
    if key.tenant != channel.tenant {
        return Err(ApiError::NotFound);
    }
    let claimed = match state.office.ask(&key, ClaimTicket { ticket }).await {
        Err(AskError::Unknown) => return Err(OVER),
        other => other?,
    };
    let claimed = claimed.map_err(|_| OVER)?;
    let candidate = Candidate::known(key, claimed.vouched);
    let start = Start {
        language: claimed.language,
        ..start
    };
    try_open(state, candidate, &start).await?.ok_or(OVER)
}

/// Returns the visitors that a vouched name may stand for, in this order.
fn vouched(
    state: &State,
    vouching: &Vouching<'_>,
    asked: VisitorKey,
    shown: Option<Claims>,
) -> Vec<Candidate> {
    let mut candidates = vec![Candidate::known(asked.clone(), Some(vouching.voucher()))];
    let before = shown.and_then(|claims| claims.vouched);
    if let Some(before) = before.filter(|before| is_retired(state, &asked, *before)) {
        candidates.push(Candidate {
            vouched_anew: Some(vouching.voucher()),
            ..Candidate::known(asked.clone(), Some(before))
        });
    }
    let made = VisitorId::from(vouching.name_beside(asked.visitor.as_str()));
    let made = VisitorKey {
        visitor: made,
        ..asked
    };
    candidates.push(Candidate::known(made, Some(vouching.voucher())));
    candidates
}

/// Returns whether this secret belongs to no channel of the tenant.
fn is_retired(state: &State, visitor: &VisitorKey, voucher: Voucher) -> bool {
    let settings = state.catalogue.tenant(&visitor.tenant);
    settings.is_some_and(|settings| {
        let mut secrets = settings
            .channels
            .iter()
            .filter_map(|channel| channel.identity_secret.as_ref());
        secrets.all(|secret| Vouching::new(&visitor.tenant, secret).voucher() != voucher)
    })
}

/// Protocol, 'Visitor identity': a channel with a secret accepts only vouched names. A generated name identifies
/// nobody.
fn may_come(channel: &ChannelConfig, claims: &Claims) -> bool {
    channel.identity_secret.is_none()
        || claims.vouched.is_some()
        || is_drawn(claims.visitor.visitor.as_str())
}

/// Returns whether the name has the form of a generated one.
pub(crate) fn is_drawn(name: &str) -> bool {
    name.strip_prefix(DRAWN).is_some_and(|drawn| {
        drawn.len() == 32
            && drawn
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Opens the page for the first candidate whose session accepts it, or else for a new visitor.
async fn first(
    state: &State,
    channel: &ChannelConfig,
    candidates: Vec<Candidate>,
    stranger_is_verified: bool,
    start: Start,
) -> Result<Opened, ApiError> {
    for candidate in candidates {
        if let Some(opened) = try_open(state, candidate, &start).await? {
            return Ok(opened);
        }
    }
    let stranger = Candidate::stranger(channel, stranger_is_verified);
    let opened = try_open(state, stranger, &start).await?;
    opened.ok_or_else(|| ApiError::internal("a generated name is already taken"))
}

async fn try_open(
    state: &State,
    candidate: Candidate,
    start: &Start,
) -> Result<Option<Opened>, ApiError> {
    let Candidate {
        key,
        vouched,
        vouched_anew,
        verified,
        origin,
    } = candidate;
    state.blocks.admit(&key, state.now())?;
    if is_full(state, &key) {
        return Err(ApiError::unavailable(
            "the tenant has as many sessions as it may",
        ));
    }
    if !state.disk.has_room_for_chats() && !is_in_chat(state, &key).await? {
        return Err(ApiError::DiskFull);
    }
    let start = Start {
        vouched,
        vouched_anew,
        ..start.clone()
    };
    let now = state.now();
    let started = match origin {
        Origin::Known => state.office.open(&key, start).await?,
        Origin::New => state.office.open_new(&key, start).await?,
    };
    // A start is refused only if the session belongs to another person.
    let Ok(started) = started else {
        return Ok(None);
    };
    if vouched_anew.is_some() {
        // The old secret may have been known to others, so tokens from before are refused.
        let before = now - Span::from_millis(1);
        state.erased.note(&key, before).await?;
        let (push, visitor) = (Arc::clone(&state.push), key.clone());
        block(move || push.visitors.forget(&visitor)).await?;
    }
    Ok(Some(Opened {
        key,
        vouched: vouched_anew.or(vouched),
        verified,
        started,
    }))
}

/// Returns whether this session would exceed the tenant's limit. A visitor with a session may always open a page.
fn is_full(state: &State, visitor: &VisitorKey) -> bool {
    let settings = state.catalogue.tenant(&visitor.tenant);
    let max = settings.map_or(SESSIONS_MAX, |settings| {
        settings.tenant.service.sessions_max
    });
    state.office.sessions_of(&visitor.tenant) >= max && !state.office.is_here(visitor)
}

/// Returns whether the visitor has an open session: another page of it is not a new chat.
async fn is_in_chat(state: &State, visitor: &VisitorKey) -> Result<bool, ApiError> {
    let visitor = visitor.clone();
    let head = read(state, move |store| store.head(&visitor)).await?;
    Ok(head.is_some_and(|head| head.standing != Standing::Ended))
}

fn key(channel: &ChannelConfig, visitor: VisitorId) -> VisitorKey {
    VisitorKey {
        tenant: channel.tenant.clone(),
        visitor,
    }
}

/// A name that is being taken; dropping it releases the name.
struct NameInTheMaking<'a> {
    state: &'a State,
    key: VisitorKey,
}

impl<'a> NameInTheMaking<'a> {
    /// `None` if another call is taking it.
    fn begin(state: &'a State, key: &VisitorKey) -> Option<Self> {
        let is_first = state.names_in_the_making.insert(key.clone());
        let key = key.clone();
        is_first.then(|| Self { state, key })
    }
}

impl Drop for NameInTheMaking<'_> {
    fn drop(&mut self) {
        self.state.names_in_the_making.remove(&self.key);
    }
}

/// Takes a name that no visitor has had. If several calls want it at once, one gets it.
async fn take_name<'a>(
    state: &'a State,
    key: &VisitorKey,
) -> Result<Option<NameInTheMaking<'a>>, ApiError> {
    let Some(name) = NameInTheMaking::begin(state, key) else {
        return Ok(None);
    };
    let (office, asked) = (Arc::clone(&state.office), key.clone());
    let is_taken = block(move || office.knows(&asked)).await?;
    Ok((!is_taken).then_some(name))
}

/// Returns whether a visitor may have this name: it is displayed, logged and used as a key.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX
        && name
            .chars()
            .all(|c| !c.is_control() && !c.is_whitespace() && c != '/')
}
