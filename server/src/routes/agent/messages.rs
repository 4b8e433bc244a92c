//! What the agent says and reads: sendMsg, recallMsg, typing, read, getHistoryMsg, upload.

use crate::agent_token::block;
use crate::caller::{self, Agent};
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::routes::agent::{account, ask, reader, visitor};
use crate::routes::visitor::client_id;
use crate::routes::visitor::history::{Page, read_page};
use crate::routes::visitor::uploads::{answer, keep};
use crate::state::State;
use crate::uploads::Taken;
use crate::uploads::described::{self, Owner, Purpose};
use crate::wire::agent::{
    AgentHistoryRequest, AgentReadRequest, AgentSendRequest, AgentSendResponse, RecallRequest,
    VisitorRequest,
};
use crate::wire::codes::message_type;
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use actix_multipart::Multipart;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::desk::command::Read;
use actors_core::ids::Seq;
use actors_core::message::Content;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::{AgentReads, AgentRecalls, AgentSays, AgentTypes};
use std::sync::Arc;

/// sendMsg: answered when the message is on disk; the visitor has it by then.
///
/// # Errors
/// 409 where the conversation is not the agent's, 422 for an id that named something else.
pub async fn send_msg(
    state: Data<State>,
    call: Agent<AgentSendRequest>,
) -> Result<HttpResponse, ApiError> {
    let client_id = client_id(call.body.id.as_ref())?;
    let content = content(&state, &call).await?;
    let agent = account(&state, &call.who)?.agent.card().into();
    let key = visitor(&call.who, &call.body.user_id);
    let sent = ask(
        &state,
        &key,
        AgentSays {
            agent,
            client_id,
            content,
        },
    )
    .await??;
    Ok(success(&AgentSendResponse {
        id: call.body.id.unwrap_or_default(),
        msg_id: names::message_id(&key.visitor, sent.message),
        msg_time: sent.at.as_millis(),
        seq: sent.message.seq.0,
    }))
}

async fn content(state: &State, call: &Agent<AgentSendRequest>) -> Result<Content, ApiError> {
    let refused = || ApiError::invalid("msgType is not valid");
    let text = call.body.msg_content.as_str();
    match call.body.msg_type.number().ok_or_else(refused)? {
        message_type::TEXT => Ok(Content::Text(text.into())),
        message_type::RICH_TEXT => Ok(Content::RichText(crate::rich_text::clean(text).into())),
        number @ (message_type::IMAGE | message_type::FILE | message_type::VIDEO) => {
            Box::pin(described::content(
                state,
                &Owner::Agent(&call.who),
                number,
                text,
            ))
            .await
        }
        _ => Err(refused()),
    }
}

/// recallMsg.
///
/// # Errors
/// 404 for a message that is not there or not the agent's.
pub async fn recall_msg(
    state: Data<State>,
    call: Agent<RecallRequest>,
) -> Result<HttpResponse, ApiError> {
    let key = visitor(&call.who, &call.body.user_id);
    let message =
        names::read_message_id(&key.visitor, &call.body.msg_id).ok_or(ApiError::NotFound)?;
    let (store, whose) = (Arc::clone(state.office.store()), key.clone());
    let lines = block(move || store.entries(&whose, message.session, message.seq, 1)).await?;
    let line = lines
        .into_iter()
        .find(|line| line.seq == message.seq)
        .map(|line| line.entry);
    ask(
        &state,
        &key,
        AgentRecalls {
            agent: call.who.agent.clone(),
            message,
            line,
        },
    )
    .await??;
    Ok(success(&Nothing {}))
}

/// typing: best effort, never kept.
///
/// # Errors
/// 409 where the conversation is not the agent's.
pub async fn typing(
    state: Data<State>,
    call: Agent<VisitorRequest>,
) -> Result<HttpResponse, ApiError> {
    let command = AgentTypes {
        agent: call.who.agent.clone(),
    };
    ask(&state, &visitor(&call.who, &call.body.user_id), command).await??;
    Ok(success(&Nothing {}))
}

/// read.
///
/// # Errors
/// 409 where the conversation is not the agent's.
pub async fn read(
    state: Data<State>,
    call: Agent<AgentReadRequest>,
) -> Result<HttpResponse, ApiError> {
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

/// getHistoryMsg.
///
/// # Errors
/// 404 for nobody of this tenant.
pub async fn get_history_msg(
    state: Data<State>,
    call: Agent<AgentHistoryRequest>,
) -> Result<HttpResponse, ApiError> {
    let key = visitor(&call.who, &call.body.user_id);
    let overview = ask(&state, &key, Describe).await?;
    let account = account(&state, &call.who)?;
    let mut reader = reader(&state, &account, call.language, &key.visitor);
    let channel = state.catalogue.channel(overview.channel.as_str());
    reader.channel = channel.as_deref();
    let page = Page::new(call.body.page_size, call.body.max_time)?;
    Ok(success(&read_page(&state, &key, &reader, page).await?))
}

/// upload: any kind that is taken anywhere.
///
/// # Errors
/// 400 with the specification's sentence, 429 for a third at once.
pub async fn upload(
    state: Data<State>,
    request: HttpRequest,
    form: Multipart,
) -> Result<HttpResponse, ApiError> {
    let who = caller::agent(&request).await?;
    state.limits.agent(&who.hash, ByToken::Upload)?;
    let _place = state.uploads.begin(u64::from_le_bytes(
        who.hash[..8].try_into().unwrap_or_default(),
    ))?;
    let received = state.uploads.receive(form).await?;
    let taken = Taken {
        images: true,
        videos: true,
        files: true,
    };
    let saved = keep(&state, received, taken).await?;
    described::describe(&state, &Owner::Agent(&who), Purpose::Chat, &saved).await?;
    Ok(success(&answer(&saved)))
}
