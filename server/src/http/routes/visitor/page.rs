//! What a page reports about its visitor and about messages: resetInfo, sysMsg, updateSessionMsg, commentDoc.

use crate::authentication::Visitor;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::inbox::{Reason, Unanswered};
use crate::routes::read::filled;
use crate::routes::visitor::messages::shown;
use crate::routes::visitor::session::{page_language, short};
use crate::routes::visitor::shop_page::{TITLE_CHARS_MAX, check_context};
use crate::routes::visitor::{ask, channel_of};
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use crate::wire::page::{CommentRequest, ResetRequest, SysMsgRequest, UpdateRequest};
use actix_web::web::Data;
use actors_core::event::Entry;
use actors_core::ids::{DocId, MessageId, PollId, RobotNo, Seq, VisitorKey};
use actors_core::message::{Content, Feedback};
use actors_core::session::Refusal;
use actors_core::session::commands::comment::{
    Comment, KeepPageNote, PAGE_NOTE_BYTES_MAX, feedback,
};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::forms::Shown;
use actors_core::session::commands::learn::{LogNotice, ResetDetails};
use actors_core::session::details::{JSON_CHARS_MAX, Reset};
use actors_core::time::Timestamp;
use std::sync::Arc;

/// resetInfo: replaces the visitor's details that the call contains.
///
/// # Errors
/// 409 for a page that is not the newest, 400 for a value that is too long.
pub async fn reset_info(state: Data<State>, call: Visitor<ResetRequest>) -> Answer {
    let body = call.body;
    if body
        .params
        .as_ref()
        .is_some_and(|params| params.len() > JSON_CHARS_MAX)
    {
        return Err(ApiError::invalid("params is too long"));
    }
    check_context(body.context.as_deref().unwrap_or_default())?;
    let cut = |text: Option<String>, chars: usize| text.map(|text| short(&Some(text), chars));
    let reset = ResetDetails {
        page: filled(body.poll_id.as_ref()).map(PollId::from),
        language: page_language(body.locale.as_ref()),
        reset: Reset {
            name: cut(body.user_name, 100),
            email: cut(body.email, 254),
            phone: cut(body.phone, 40),
            params: body.params.map(Into::into),
            previous_url: cut(body.previous_url, 2_000),
            refer: cut(body.refer, 2_000),
            title: cut(body.title, TITLE_CHARS_MAX),
            context: body.context.map(Into::into),
        },
    };
    ask(&state, &call.key, reset).await??;
    Ok(success(&Nothing {}))
}

/// sysMsg: records a notice that the page showed. Only the product's own notices, because a visitor could forge others.
///
/// # Errors
/// 400 for any other text, 409 after the end.
pub async fn sys_msg(state: Data<State>, call: Visitor<SysMsgRequest>) -> Answer {
    if call.body.client_type.is_some_and(|kind| kind != 1) {
        return Err(ApiError::invalid("clientType is not valid"));
    }
    let key = state.sentences.notice(&call.body.msg_content);
    let key = key.ok_or_else(|| ApiError::invalid("msgContent is not a system line"))?;
    ask(&state, &call.key, LogNotice { key }).await??;
    Ok(success(&Nothing {}))
}

/// updateSessionMsg: stores a note of the page with a message.
///
/// # Errors
/// 404 if the message is not this visitor's, 409 if it was withdrawn, 400 for invalid JSON.
pub async fn update_session_msg(state: Data<State>, call: Visitor<UpdateRequest>) -> Answer {
    let note = call.body.doc_node;
    if note.len() > PAGE_NOTE_BYTES_MAX {
        return Err(ApiError::invalid("docNode is too long"));
    }
    let is_json = serde_json::from_str::<serde_json::Value>(&note)
        .is_ok_and(|note| note.is_object() || note.is_array());
    if !is_json {
        return Err(ApiError::invalid("docNode is not valid"));
    }
    let Shown { message, line } =
        shown(&state, &call.key, "msgId", Some(&call.body.msg_id)).await?;
    let keep = KeepPageNote {
        message,
        line,
        note: note.into(),
    };
    let kept = ask(&state, &call.key, keep).await?;
    kept.map_err(ApiError::of_text("docNode"))?;
    Ok(success(&Nothing {}))
}

/// commentDoc: records once whether an answer helped.
///
/// # Errors
/// 403 if the channel does not ask for it, 404 for an unknown answer, 409 for a second time.
pub async fn comment_doc(state: Data<State>, call: Visitor<CommentRequest>) -> Answer {
    let said = match call.body.is_useful {
        0 => Feedback::Down,
        1 => Feedback::Up,
        _ => return Err(ApiError::invalid("isUseful is not valid")),
    };
    let doc = DocId::from(call.body.doc_id.as_str());
    let answer = match filled(call.body.msg_id.as_ref()) {
        Some(_) => shown(&state, &call.key, "msgId", call.body.msg_id.as_ref()).await?,
        None => newest_from(&state, &call.key, &doc, call.body.session_id.as_ref()).await?,
    };
    let line = answer.line.clone().ok_or(ApiError::NotFound)?;
    let comment = Comment {
        message: answer.message,
        line: answer.line,
        doc: doc.clone(),
        feedback: said,
    };
    match ask(&state, &call.key, comment).await? {
        Ok(()) => {
            if said == Feedback::Down {
                tell_inbox(&state, &call.key, answer.message, &line, &doc).await?;
            }
            Ok(success(&Nothing {}))
        }
        Err(Refusal::AlreadyCommented) => {
            // The first call may have stopped between its two writes.
            if line.message().and_then(feedback) == Some(Feedback::Down) {
                tell_inbox(&state, &call.key, answer.message, &line, &doc).await?;
            }
            Err(Refusal::AlreadyCommented.into())
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Returns the newest answer from a document in a session, an unrated one first.
async fn newest_from(
    state: &State,
    key: &VisitorKey,
    doc: &DocId,
    session: Option<&String>,
) -> Result<Shown, ApiError> {
    const LINES: usize = 400;
    let session = match filled(session) {
        Some(name) => names::read_session_id(&key.visitor, name).ok_or(ApiError::NotFound)?,
        None => ask(state, key, Situate).await?.session,
    };
    let (store, whose) = (Arc::clone(state.office.store()), key.clone());
    let newest = Timestamp::from_millis(i64::MAX);
    let lines = block(move || store.history(&whose, newest, LINES)).await?;
    let is_from_it = |entry: &Entry| {
        let content = entry.message().map(|message| &message.content);
        matches!(content, Some(Content::Robot(reply)) if reply.doc.as_ref() == Some(doc))
    };
    let mut answers: Vec<_> = lines
        .into_iter()
        .rev()
        .filter(|line| line.session == session && is_from_it(&line.entry))
        .collect();
    answers.sort_by_key(|line| line.entry.message().and_then(feedback).is_some());
    let line = answers.into_iter().next().ok_or(ApiError::NotFound)?;
    Ok(Shown {
        message: MessageId {
            session: line.session,
            seq: line.seq,
        },
        line: Some(line.entry),
    })
}

/// Adds an answer that did not help to the robot's inbox. The opinion itself is stored with the answer.
async fn tell_inbox(
    state: &State,
    key: &VisitorKey,
    answer: MessageId,
    line: &Entry,
    doc: &DocId,
) -> Result<(), ApiError> {
    let situation = ask(state, key, Situate).await?;
    let channel = channel_of(state, &situation);
    let robot =
        channel.and_then(|channel| channel.robot.as_ref().map(|robot| robot.number.clone()));
    let robot = robot.unwrap_or_else(|| RobotNo::from(""));
    let (store, whose) = (Arc::clone(state.office.store()), key.clone());
    let before = Seq(answer.seq.0.saturating_sub(1));
    let lines = block(move || store.entries(&whose, answer.session, before, 1)).await?;
    let question = lines.first().and_then(|line| line.entry.message());
    let asked = Unanswered {
        question: match question.map(|message| &message.content) {
            Some(Content::Text(text)) => text.to_string(),
            _ => String::new(),
        },
        lang: situation.language.as_str().to_owned(),
        reason: Reason::Disliked,
        doc_id: doc.to_string(),
        user_id: key.visitor.to_string(),
        msg_id: names::message_id(&key.visitor, answer),
        time: line.at.as_millis(),
    };
    let (inbox, tenant) = (Arc::clone(&state.inbox), key.tenant.clone());
    block(move || inbox.add(&tenant, &robot, &asked)).await
}
