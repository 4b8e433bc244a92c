//! The agent's messages: sendMsg, note, recallMsg, typing, read, getHistoryMsg, upload.

use crate::authentication::{self, Agent};
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::files::Accepted;
use crate::files::described::{self, Owner, Purpose};
use crate::files::references;
use crate::rich_text;
use crate::routes::agent::reading::readable;
use crate::routes::agent::{account, ask, mentions, reader, visitor};
use crate::routes::read::{client_id, received};
use crate::routes::visitor::history::{Page, read_page};
use crate::routes::visitor::messages::shown;
use crate::state::State;
use crate::telemetry::numbers;
use crate::wire::agent::{
    AgentHistoryRequest, AgentReadRequest, AgentSendRequest, NoteRequest, RecallRequest,
    VisitorRequest, quoted,
};
use crate::wire::cards;
use crate::wire::codes::message_type;
use crate::wire::envelope::{Nothing, success};
use crate::wire::messages::{SendResponse, UploadResponse};
use actix_multipart::Multipart;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::desk::command::Read;
use actors_core::ids::{MessageId, Seq, TenantId, VisitorKey};
use actors_core::message::Content;
use actors_core::session::Refusal;
use actors_core::session::commands::forms::Shown;
use actors_core::session::commands::from_agent::{
    AgentNotes, AgentReads, AgentRecalls, AgentSays, AgentTypes, WithdrawQuotes, has_live_quote,
};
use actors_core::text::{RICH_TEXT_BYTES_MAX, TextError};
use std::sync::Arc;

/// sendMsg: answered when the message is durable and delivered to a waiting visitor.
///
/// # Errors
/// 409 if the conversation is not the agent's, 422 for an id already used for other content, 404 for a quoted message
/// that is not the visitor's.
pub async fn send_msg(state: Data<State>, call: Agent<AgentSendRequest>) -> Answer {
    let client_id = client_id(call.body.id.as_ref())?;
    let owner = Owner::Agent(&call.who);
    let said = (call.body.msg_type.number(), call.body.msg_content.as_str());
    let content = content(&state, &call.who.tenant, Some(&owner), said).await?;
    let agent = account(&state, &call.who)?.agent.card().into();
    let key = visitor(&call.who, &call.body.user_id);
    let quotes = match call.body.reply_msg.as_deref() {
        None | Some("") => None,
        Some(reply) => {
            let name = quoted(reply).ok_or_else(|| ApiError::invalid("replyMsg is not valid"))?;
            Some(Box::pin(shown(&state, &key, "replyMsg", Some(&name))).await?)
        }
    };
    let says = move |content| AgentSays {
        agent,
        client_id,
        content,
        quotes,
    };
    let sent = references::say(&state, &key, content, says, ApiError::from).await?;
    numbers().from_agents.increment(1);
    Ok(success(&SendResponse::new(
        &key.visitor,
        call.body.id,
        sent,
    )))
}

/// Reads what an agent or the shop's server says: `msgType` and `msgContent`. Only who uploads files may send them.
pub(crate) async fn content(
    state: &State,
    tenant: &TenantId,
    owner: Option<&Owner<'_>>,
    (number, text): (Option<u8>, &str),
) -> Result<Content, ApiError> {
    let refused = || ApiError::invalid("msgType is not valid");
    match number.ok_or_else(refused)? {
        message_type::TEXT => Ok(Content::Text(text.into())),
        message_type::RICH_TEXT => {
            // Checked before cleaning, whose time grows with the length.
            if text.len() > RICH_TEXT_BYTES_MAX {
                return Err(Refusal::Text(TextError::TooLong).into());
            }
            let clean = Box::pin(rich_text::clean_aside(text)).await?;
            Ok(Content::RichText(clean.into()))
        }
        number @ (message_type::IMAGE
        | message_type::FILE
        | message_type::AUDIO
        | message_type::VIDEO) => {
            let owner = owner.ok_or_else(refused)?;
            Box::pin(described::content(state, owner, number, text)).await
        }
        number => {
            let content = cards::read(number, text).map_err(ApiError::invalid)?;
            require_relayed(state, tenant, &content)?;
            Ok(content)
        }
    }
}

/// Refuses a form that could never be sent, because the visitor would fill it in for nothing.
fn require_relayed(state: &State, tenant: &TenantId, content: &Content) -> Result<(), ApiError> {
    let (Content::Form(form) | Content::InterfaceForm(form)) = content else {
        return Ok(());
    };
    let Some(target) = &form.target else {
        return Ok(());
    };
    let settings = state.catalogue.tenant(tenant);
    let hosts = settings
        .as_ref()
        .map(|settings| settings.tenant.relay_hosts.as_slice());
    let permitted = state.relay.permit(&target.url, hosts.unwrap_or_default());
    permitted.map_err(|_| ApiError::invalid("url is not on the tenant's list of services"))
}

/// note: stored in the conversation, never shown to the visitor. The colleagues whom it mentions hear of it.
///
/// # Errors
/// 400 for a mentioned agent who is not one of the tenant, 409 if the conversation is not the agent's, 422 for an id
/// already used for other content.
pub async fn note(state: Data<State>, call: Agent<NoteRequest>) -> Answer {
    let author = account(&state, &call.who)?;
    let colleagues = mentions::mentioned(&state, &call.who, &call.body.mentions)?;
    let notes = AgentNotes {
        agent: author.agent.card().into(),
        client_id: client_id(call.body.id.as_ref())?,
        text: call.body.text.as_str().into(),
        mentions: colleagues.clone(),
    };
    let key = visitor(&call.who, &call.body.user_id);
    let sent = ask(&state, &key, notes)
        .await?
        .map_err(ApiError::of_text("text"))?;
    let said = (&sent, call.body.text.as_str());
    mentions::tell(&state, &call.who, (&key, &author), said, colleagues).await?;
    Ok(success(&SendResponse::new(
        &key.visitor,
        call.body.id,
        sent,
    )))
}

/// recallMsg: withdraws a message, and marks the messages that quote it.
///
/// # Errors
/// 404 for an unknown message, or one that is not the agent's.
pub async fn recall_msg(state: Data<State>, call: Agent<RecallRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let Shown { message, line } =
        Box::pin(shown(&state, &key, "msgId", Some(&call.body.msg_id))).await?;
    let recalls = AgentRecalls {
        agent: call.who.agent.clone(),
        message,
        line: line.clone(),
    };
    ask(&state, &key, recalls).await??;
    if let Some(line) = line {
        mentions::withdraw(&state, &call.who, &key, &line).await?;
    }
    withdraw_quotes(&state, &key, message).await?;
    Ok(success(&Nothing {}))
}

/// Marks the messages that quote a withdrawn one. They are in the same session, after it.
async fn withdraw_quotes(
    state: &State,
    key: &VisitorKey,
    message: MessageId,
) -> Result<(), ApiError> {
    const LINES: usize = 500;
    let mut from = message.seq.next();
    loop {
        let (store, whose) = (Arc::clone(state.office.store()), key.clone());
        let lines = block(move || store.entries(&whose, message.session, from, LINES)).await?;
        let is_last = lines.len() < LINES;
        from = lines.last().map_or(from, |line| line.seq.next());
        let quoting = lines.into_iter().filter(|line| {
            let said = line.entry.message();
            said.is_some_and(|said| has_live_quote(said, message))
        });
        let lines: Vec<_> = quoting.map(|line| (line.seq, line.entry)).collect();
        if !lines.is_empty() {
            ask(state, key, WithdrawQuotes { message, lines }).await?;
        }
        if is_last {
            return Ok(());
        }
    }
}

/// typing: best effort, never stored.
///
/// # Errors
/// 409 if the conversation is not the agent's.
pub async fn typing(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let command = AgentTypes {
        agent: call.who.agent.clone(),
    };
    ask(&state, &visitor(&call.who, &call.body.user_id), command).await??;
    Ok(success(&Nothing {}))
}

/// read: records how far the agent has read.
///
/// # Errors
/// 409 if the conversation is not the agent's.
pub async fn read(state: Data<State>, call: Agent<AgentReadRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let upto = Seq(call.body.cursor);
    ask(
        &state,
        &key,
        AgentReads {
            agent: call.who.agent.clone(),
            upto,
        },
    )
    .await??;
    let read = Read {
        visitor: key.visitor,
        upto,
    };
    state
        .office
        .ask_desk(&call.who.tenant, &call.who.agent, read)
        .await?;
    Ok(success(&Nothing {}))
}

/// getHistoryMsg: returns a page of a visitor's messages, as the agent may read them.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the caller may not read about them.
pub async fn get_history_msg(state: Data<State>, call: Agent<AgentHistoryRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let situation = readable(&state, &call.who, &key).await?;
    let account = account(&state, &call.who)?;
    let mut reader = reader(&state, &account, call.language, &key.visitor);
    reader.name = Some(&situation.name);
    reader.channel = Some(&situation.channel);
    let page = Page::new(call.body.page_size, call.body.max_time)?;
    read_page(&state, &key, &reader, page).await
}

/// upload: accepts every supported kind of file.
///
/// # Errors
/// 400 with the text that the page shows, 429 for a third upload at once.
pub async fn upload(state: Data<State>, request: HttpRequest, form: Multipart) -> Answer {
    let who = authentication::agent(&request).await?;
    let received = received(&state, &request, &who, form).await?;
    let saved = state.uploads.keep(received, Accepted::EVERYTHING).await?;
    described::describe(&state, &Owner::Agent(&who), Purpose::Chat, &saved).await?;
    Ok(success(&UploadResponse::from(&saved)))
}
