//! translate, sumUp: help of the tenant's large model (Protocol, 'Service and large model').

use crate::authentication::Agent;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::{About, FieldError, is_language};
use crate::mail::answers::words;
use crate::model::assist::Task;
use crate::rates::ByToken;
use crate::routes::agent::{account, ask, reader, visitor};
use crate::state::State;
use crate::wire::agent::assist::{HelpResponse, SumUpRequest, TranslateRequest};
use crate::wire::codes;
use crate::wire::envelope::success;
use crate::wire::message::WireMessage;
use actix_web::web::Data;
use actors_core::ids::VisitorKey;
use actors_core::session::commands::describe::Situate;
use actors_core::time::Timestamp;

/// The longest text, in characters; the same as for a message (Protocol, 'Texts').
const TEXT_CHARS_MAX: usize = 4_000;
/// The most messages of a conversation that are summed up.
const LINES_MAX: usize = 100;
/// The most characters of a conversation that are summed up.
const TALK_CHARS_MAX: usize = 12_000;

/// translate: a message or a draft in another language.
///
/// # Errors
/// 400 for a text or a language that is none, 404 if the tenant has no such visitor, 429 over the rate limit.
pub async fn translate(state: Data<State>, call: Agent<TranslateRequest>) -> Answer {
    let text = call.body.text.trim();
    if text.is_empty() {
        return Err(ApiError::invalid("text is missing"));
    }
    if text.chars().count() > TEXT_CHARS_MAX {
        let found = FieldError::new("text", "is too long");
        let found = found.with_code("tooLong", About::most(TEXT_CHARS_MAX));
        return Err(ApiError::InvalidFields(vec![found]));
    }
    let task = Task::Translate {
        text: text.to_owned(),
        into: language(&call.body.lang)?,
    };
    let key = visitor(&call.who, &call.body.user_id);
    ask(&state, &key, Situate).await?;
    help(&state, &call.who.hash, &key, task).await
}

/// sumUp: what the conversation is about, for the agent who takes over.
///
/// # Errors
/// 400 for a language that is none, 404 if the tenant has no such visitor, 409 if nothing was said, 429 over the rate
/// limit.
pub async fn sum_up(state: Data<State>, call: Agent<SumUpRequest>) -> Answer {
    let into = language(&call.body.lang)?;
    let key = visitor(&call.who, &call.body.user_id);
    let situation = ask(&state, &key, Situate).await?;
    let account = account(&state, &call.who)?;
    let mut reader = reader(&state, &account, call.language, &key.visitor);
    reader.name = Some(&situation.name);
    reader.channel = Some(&situation.channel);
    let end = Timestamp::from_millis(i64::MAX);
    let lines = state.office.history(&key, end, LINES_MAX).await?;
    let lines = lines.map_err(ApiError::unavailable)?;
    let newest_first = lines.iter().rev().filter_map(|line| {
        let message = reader.history(line.session, line.seq, &line.entry)?;
        spoken(&message)
    });
    let talk = talk(newest_first);
    if talk.is_empty() {
        return Err(ApiError::Conflict("nothing was said"));
    }
    help(&state, &call.who.hash, &key, Task::SumUp { talk, into }).await
}

/// Answers from what is kept, or asks the model. Only a question to the model counts for the rate limit.
async fn help(state: &State, token: &[u8; 32], visitor: &VisitorKey, task: Task) -> Answer {
    let now = state.now();
    if let Some(said) = state.models.helped(visitor, &task, now) {
        return Ok(success(&HelpResponse::from(Ok(&*said))));
    }
    state.limits.agent(token, ByToken::Ask)?;
    let said = Box::pin(state.models.help(visitor, task, now)).await;
    Ok(success(&HelpResponse::from(
        said.as_deref().map_err(|why| *why),
    )))
}

fn language(code: &str) -> Result<String, ApiError> {
    if is_language(code) {
        Ok(code.to_owned())
    } else {
        Err(ApiError::invalid("lang is not valid"))
    }
}

/// Joins the newest lines that fit, oldest first.
fn talk(newest_first: impl Iterator<Item = String>) -> String {
    let mut room = TALK_CHARS_MAX;
    let mut lines = Vec::new();
    for line in newest_first {
        let Some(left) = room.checked_sub(line.chars().count() + 1) else {
            break;
        };
        room = left;
        lines.push(line);
    }
    lines.reverse();
    lines.join("\n")
}

/// A message as a line; none for a withdrawn one, and for what the program itself says.
fn spoken(message: &WireMessage) -> Option<String> {
    if message.recall_flag == 1 {
        return None;
    }
    let who = match message.sender_type {
        codes::VISITOR => "Visitor",
        codes::AGENT if message.inside_flag == Some(1) => "Note of an agent",
        codes::AGENT => "Agent",
        codes::ROBOT => "Robot",
        _ => return None,
    };
    let words = words(message)?;
    Some(format!("{who}: {}", words.replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(sender_type: u8, content: &str) -> WireMessage {
        WireMessage {
            msg_type: 1,
            msg_content: content.into(),
            sender_type,
            ..WireMessage::default()
        }
    }

    #[test]
    fn a_line_says_who_spoke_and_leaves_out_what_was_withdrawn() {
        let asked = message(codes::VISITOR, "Where is\nmy order?");
        assert_eq!(
            spoken(&asked).as_deref(),
            Some("Visitor: Where is my order?")
        );
        let note = WireMessage {
            inside_flag: Some(1),
            ..message(codes::AGENT, "Refunded twice")
        };
        assert_eq!(
            spoken(&note).as_deref(),
            Some("Note of an agent: Refunded twice")
        );
        let withdrawn = WireMessage {
            recall_flag: 1,
            ..asked
        };
        assert_eq!(spoken(&withdrawn), None);
        assert_eq!(spoken(&message(codes::SYSTEM, "Mia is here")), None);
    }

    #[test]
    fn the_oldest_lines_of_a_long_talk_are_left_out() {
        let lines = ["c".repeat(6_000), "b".repeat(5_000), "a".repeat(5_000)];

        let talk = talk(lines.into_iter());

        assert!(
            talk.starts_with('b') && talk.ends_with('c'),
            "{}",
            talk.len()
        );
    }
}
