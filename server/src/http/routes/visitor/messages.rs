//! Messages from the visitor to an agent: sendMsg, typing.

use crate::authentication::Visitor;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::files::described;
use crate::files::references;
use crate::routes::read::{client_id, filled};
use crate::routes::visitor::{ask, channel_of, no_session};
use crate::state::State;
use crate::telemetry::numbers;
use crate::wake;
use crate::wire::cards;
use crate::wire::codes::message_type;
use crate::wire::envelope::{Nothing, success};
use crate::wire::forms;
use crate::wire::messages::{SendRequest, SendResponse, TypingRequest};
use crate::wire::names;
use actix_web::web::Data;
use actors_core::flow::Guide;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::forms::{FillForm, Shown};
use actors_core::session::commands::send_message::SendMessage;
use actors_core::session::commands::typing::Typing;

/// sendMsg: answered when the message is durable.
///
/// # Errors
/// 403 for a blocked visitor, 409 after the end, 422 for an id already used for other content, 400 for invalid content. For a filled form, 404 for
/// one of another session, and 409 for one already filled in or withdrawn.
pub async fn send_msg(state: Data<State>, call: Visitor<SendRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let client_id = client_id(call.body.id.as_ref())?;
    let sent = if call.body.msg_type.number() == Some(message_type::FORM) {
        let form = Box::pin(shown(
            &state,
            &call.key,
            "formMsgId",
            call.body.form_msg_id.as_ref(),
        ))
        .await?;
        let fill = FillForm {
            client_id,
            form,
            answers: forms::answers_by_id(&call.body.msg_content).map_err(ApiError::invalid)?,
            guide: guide(&state, &call.key).await?,
        };
        ask(&state, &call.key, fill).await??
    } else {
        let content = content(&state, &call.key, &call.body).await?;
        let says = move |content| SendMessage { client_id, content };
        references::say(&state, &call.key, content, says, no_session).await?
    };
    numbers().from_visitors.increment(1);
    let (visitor, id) = (&call.key.visitor, call.body.id);
    Ok(success(&SendResponse::new(visitor, id, sent)))
}

/// Returns how the robot continues when a form of a flow is filled in; `None` if the channel was deleted.
pub(crate) async fn guide(state: &State, key: &VisitorKey) -> Result<Option<Guide>, ApiError> {
    match channel_of(state, &ask(state, key, Situate).await?) {
        Some(channel) => Ok(wake::guide(state, &channel).await),
        None => Ok(None),
    }
}

/// Returns the message that a call names, with its line.
///
/// # Errors
/// 400 if `field` is missing, 404 if it names no message of this visitor.
pub(crate) async fn shown(
    state: &State,
    key: &VisitorKey,
    field: &str,
    name: Option<&String>,
) -> Result<Shown, ApiError> {
    let name = filled(name).ok_or_else(|| ApiError::invalid(format!("{field} is missing")))?;
    let message = names::read_message_id(&key.visitor, name).ok_or(ApiError::NotFound)?;
    let whose = key.clone();
    let lines = read(state, move |store| {
        store.entries(&whose, message.session, message.seq, 1)
    });
    let lines = lines.await?;
    let line = lines
        .into_iter()
        .find(|line| line.session == message.session && line.seq == message.seq)
        .map(|line| line.entry);
    Ok(Shown { message, line })
}

async fn content(state: &State, key: &VisitorKey, body: &SendRequest) -> Result<Content, ApiError> {
    let refused = || ApiError::invalid("msgType is not valid");
    let number = body.msg_type.number().ok_or_else(refused)?;
    match number {
        message_type::TEXT => Ok(Content::Text(body.msg_content.as_str().into())),
        message_type::CARD => cards::read(number, &body.msg_content).map_err(ApiError::invalid),
        message_type::IMAGE | message_type::FILE | message_type::VIDEO => {
            Box::pin(described::content(
                state,
                &described::Owner::Visitor(key),
                number,
                &body.msg_content,
            ))
            .await
        }
        _ => Err(refused()),
    }
}

/// typing: best effort, never stored.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn typing(state: Data<State>, call: Visitor<TypingRequest>) -> Answer {
    const CHARS_MAX: usize = 4_000;
    let text: String = filled(call.body.msg_content.as_ref())
        .unwrap_or_default()
        .chars()
        .take(CHARS_MAX)
        .collect();
    ask(&state, &call.key, Typing { text: text.into() }).await?;
    Ok(success(&Nothing {}))
}
