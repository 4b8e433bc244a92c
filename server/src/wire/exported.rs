//! The lines of a visitor's conversations, as visitor/export returns them.

use crate::wire::call::WireCall;
use crate::wire::codes;
use crate::wire::forms::{WireValue, write_value};
use crate::wire::message::{Reader, WireMessage, feedback};
use crate::wire::names;
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{MessageId, Seq, SessionNo};
use actors_core::message::attributes::{Amendment, Change};
use actors_core::rating::Occasion;
use actors_core::rating::Rating;
use actors_core::rating::Subject;
use serde::Serialize;

/// A line of the log.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLine {
    /// The session.
    pub session_id: String,
    /// Its number in the session's log.
    pub seq: u64,
    /// The time, in ms since the epoch.
    pub msg_time: i64,
    /// The message, as a supervisor reads it; null if the line shows no message.
    pub msg: Option<Box<WireMessage>>,
    /// The event; null for a message.
    pub happened: Option<Happened>,
}

/// An event in a conversation, by its `event`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Happened {
    /// An agent took over.
    Connected {
        /// The agent.
        admin_id: String,
        /// The name the visitor saw.
        admin_nick: String,
        /// The picture the visitor saw.
        admin_face: String,
    },
    /// The conversation ended.
    Closed {
        /// 1 the visitor was silent too long, 2 the agent ended it, 4 it is over.
        out_type: u8,
    },
    /// The visitor was asked to rate.
    EvaluationInvited,
    /// The visitor rated.
    Evaluated {
        /// agent or robot.
        about: &'static str,
        /// 1 to 5, or the level of a score.
        star: u8,
        /// 1 if their problem was solved, otherwise 0.
        solved: u8,
        /// The labels they chose.
        tags: Vec<String>,
        /// The comment they wrote.
        content: String,
        /// 1 the visitor's own wish, 2 invited, 3 on closing.
        mode: u8,
    },
    /// A message was recalled.
    Recalled {
        /// The message.
        msg_id: String,
    },
    /// A message has changed; one of the three fields says how.
    Amended {
        /// The message.
        msg_id: String,
        /// The answers of its form, one per field; null for an empty one.
        #[serde(skip_serializing_if = "Option::is_none")]
        answers: Option<Vec<Option<WireValue>>>,
        /// The visitor's rating of the answer: 0 it helped, 1 it did not.
        #[serde(skip_serializing_if = "Option::is_none")]
        disabled: Option<u8>,
        /// Data that the visitor's page stores with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        doc_node: Option<String>,
    },
    /// A step of a call: invite, accept, refuse or hangup.
    Call(Box<WireCall>),
    /// An agent changed the tags of the session.
    Tagged {
        /// The agent.
        by: String,
        /// The ids of all tags from here on.
        tags: Vec<String>,
    },
}

impl Reader<'_> {
    /// A line of the log, as an export returns it.
    pub fn exported(&self, session: SessionNo, seq: Seq, entry: &Entry) -> ExportedLine {
        ExportedLine {
            session_id: names::session_id(self.visitor, session),
            seq: seq.0,
            msg_time: entry.at.as_millis(),
            msg: self.history(session, seq, entry).map(Box::new),
            happened: self.happened(session, &entry.event),
        }
    }

    fn happened(&self, session: SessionNo, event: &Event) -> Option<Happened> {
        Some(match event {
            Event::Message(_) => return None,
            Event::Connected { agent, nick, face } => Happened::Connected {
                admin_id: agent.to_string(),
                admin_nick: nick.to_string(),
                admin_face: face.to_string(),
            },
            Event::Closed(closing) => Happened::Closed {
                out_type: codes::out_type(*closing),
            },
            Event::EvaluationInvited => Happened::EvaluationInvited,
            Event::Evaluated(rating) => Happened::from(rating.as_ref()),
            Event::Recalled(seq) => {
                let message = MessageId { session, seq: *seq };
                let msg_id = names::message_id(self.visitor, message);
                Happened::Recalled { msg_id }
            }
            Event::Amended(amendment) => self.changed(amendment),
            Event::Tagged(tagging) => Happened::Tagged {
                by: tagging.by.to_string(),
                tags: tagging.tags.iter().map(ToString::to_string).collect(),
            },
            Event::Call(line) => Happened::Call(Box::new(self.call_step(&line.call, line.step))),
        })
    }

    fn changed(&self, amendment: &Amendment) -> Happened {
        let (mut answers, mut disabled, mut doc_node) = (None, None, None);
        match &amendment.change {
            Change::Filled(filled) => answers = Some(filled.iter().map(write_value).collect()),
            Change::Rated(rated) => disabled = Some(feedback(*rated)),
            Change::Noted(note) => doc_node = Some(note.to_string()),
        }
        Happened::Amended {
            msg_id: names::message_id(self.visitor, amendment.message),
            answers,
            disabled,
            doc_node,
        }
    }
}

impl From<&Rating> for Happened {
    fn from(rating: &Rating) -> Self {
        Self::Evaluated {
            about: match rating.about {
                Subject::Agent => "agent",
                Subject::Robot => "robot",
            },
            star: rating.stars,
            solved: rating.solved.into(),
            tags: rating.tags.iter().map(ToString::to_string).collect(),
            content: rating.comment.to_string(),
            mode: match rating.occasion {
                Occasion::OwnWish => 1,
                Occasion::Invited => 2,
                Occasion::OnClosing => 3,
            },
        }
    }
}
