//! `/api/chat/visitor/`: the calls of a visitor's page (Protocol, 'Visitor calls').

pub mod article;
pub mod calls;
pub mod forms;
pub mod history;
pub mod identity;
pub mod leave_messages;
pub mod messages;
pub mod page;
pub mod poll;
pub mod push;
pub mod robot;
pub mod service;
pub mod session;
pub mod shop_page;
pub mod uploads;

use crate::authentication::VisitorCall;
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::state::State;
use crate::wire::agent::push::{PushSubscribeRequest, PushUnsubscribeRequest};
use crate::wire::call::{InvitationRequest, SignalRequest};
use crate::wire::history::HistoryRequest;
use crate::wire::leave_message::{LeaveMsgListRequest, LeaveMsgRequest};
use crate::wire::message::{Eyes, Reader};
use crate::wire::messages::{AskRequest, SendRequest, TypingRequest};
use crate::wire::page::{
    CommentRequest, RelayRequest, ResetRequest, SessionRequest, SysMsgRequest, TipsRequest,
    UpdateRequest, UserFormRequest,
};
use crate::wire::service::EvaluateRequest;
use crate::wire::session::{
    BareRequest, PageRequest, PollRequest, ReadRequest, TicketRequest, TransferRequest,
};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, VisitorKey};
use actors_core::session::commands::Command;
use actors_core::session::commands::describe::Situation;
use actors_runtime::AskError;
use std::sync::Arc;

impl VisitorCall for BareRequest {}
impl VisitorCall for PageRequest {}
impl VisitorCall for PollRequest {}
impl VisitorCall for ReadRequest {}
impl VisitorCall for TransferRequest {}
impl VisitorCall for HistoryRequest {}
impl VisitorCall for EvaluateRequest {}
impl VisitorCall for LeaveMsgRequest {}
impl VisitorCall for LeaveMsgListRequest {}
impl VisitorCall for UserFormRequest {}
impl VisitorCall for ResetRequest {}
impl VisitorCall for SysMsgRequest {}
impl VisitorCall for SessionRequest {}
impl VisitorCall for UpdateRequest {}
impl VisitorCall for CommentRequest {}
impl VisitorCall for PushSubscribeRequest {}
impl VisitorCall for PushUnsubscribeRequest {}

impl VisitorCall for TipsRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Tips);
}

impl VisitorCall for RelayRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Relay);
}

impl VisitorCall for SendRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Send);
}

impl VisitorCall for AskRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Ask);
}

impl VisitorCall for TicketRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Invitation);
}

impl VisitorCall for SignalRequest {}

impl VisitorCall for InvitationRequest {
    const BUCKET: Option<ByToken> = Some(ByToken::Invitation);
}

/// Protocol, 'Rates': never refused. The session drops what is too frequent.
impl VisitorCall for TypingRequest {
    const BUCKET: Option<ByToken> = None;
}

/// Sends a command to the caller's own session.
async fn ask<C: Command + Clone>(
    state: &State,
    visitor: &VisitorKey,
    command: C,
) -> Result<C::Reply, ApiError> {
    state.office.ask(visitor, command).await.map_err(no_session)
}

/// Returns the channel of a session; `None` if it was deleted. It may differ from the token's channel,
/// because a visitor who opens a page of another channel continues their session.
fn channel_of(state: &State, session: &Situation) -> Option<Arc<ChannelConfig>> {
    state.catalogue.channel(session.channel.id.as_str())
}

/// Returns how a visitor reads their own session.
fn reader<'a>(
    state: &'a State,
    visitor: &'a VisitorKey,
    name: &'a Arc<str>,
    channel: Option<&'a ChannelConfig>,
    language: Language,
) -> Reader<'a> {
    Reader {
        visitor: &visitor.visitor,
        name: Some(name),
        channel,
        language,
        sentences: &state.sentences,
        eyes: Eyes::Visitor,
    }
}

/// The same, from a session's situation.
fn situated<'a>(state: &'a State, visitor: &'a VisitorKey, situation: &'a Situation) -> Reader<'a> {
    let channel = Some(situation.channel.as_ref());
    reader(state, visitor, &situation.name, channel, situation.language)
}

/// Converts an error: a visitor with a valid token and no session has an ended chat.
fn no_session(error: AskError) -> ApiError {
    match error {
        AskError::Unknown => ApiError::Conflict("chat ended"),
        other => other.into(),
    }
}
