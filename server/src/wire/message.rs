//! A message on the wire, and who reads it.

use crate::sentences::{self, Sentences};
use crate::wire::codes;
use crate::wire::names;
use actors_core::channel::ChannelConfig;
use actors_core::event::Event;
use actors_core::ids::{Language, MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::content::{Content, File, RobotReply};
use actors_core::message::{Entry, Message, Sender};
use serde::Serialize;

/// Who reads, and what their reading depends on.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Whose sessions.
    pub visitor: &'a VisitorId,
    /// The channel, whose robot speaks; `None` where it is gone.
    pub channel: Option<&'a ChannelConfig>,
    /// The reader's language.
    pub language: Language,
    /// The product's sentences.
    pub sentences: &'a Sentences,
    /// Whether the reader may see what was withdrawn.
    pub sees_recalled: bool,
}

/// A message (Spec §3). Optional fields are there only where they mean something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMessage {
    /// 1201 in a poll; absent in a history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<u16>,
    /// Its place in the session's log.
    pub seq: u64,
    /// Its name.
    pub msg_id: String,
    /// Its session's name.
    pub session_id: String,
    /// 1 text, 2 image, 4 file, 6 video, 12 rich text.
    pub msg_type: u8,
    /// Text, sanitised rich text, or a file's address.
    pub msg_content: String,
    /// 1 visitor, 2 agent, 3 robot, 4 system.
    pub sender_type: u8,
    /// Name shown.
    pub sender_name: String,
    /// Picture shown.
    pub face_url: String,
    /// Milliseconds since the epoch.
    pub msg_time: i64,
    /// 1 where it was withdrawn.
    pub recall_flag: u8,
    /// 1 where it must not be shown to the visitor.
    pub sensitive_flag: u8,
    /// The client's own name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name a file came with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Bytes of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Pixels of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Pixels of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// The robot's replies, JSON inside a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// 1 answer, 2 guide, 3 unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_type: Option<u8>,
    /// The document the robot answered from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_id: Option<String>,
    /// Questions the robot offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggest_list: Option<Vec<WireSuggestion>>,
    /// 0 none, 1 button, 2 by itself after a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show_transfer_btn: Option<u8>,
    /// Which of the product's sentences it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_key: Option<&'static str>,
}

/// A question the robot offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireSuggestion {
    /// The question as written in the knowledge base.
    pub question: String,
    /// The document that answers it.
    pub doc_id: String,
}

impl Reader<'_> {
    /// A line of the log where it reads as a message; nothing for lines that only say that something happened.
    pub fn message(&self, session: SessionNo, seq: Seq, entry: &Entry) -> Option<WireMessage> {
        let blank = || WireMessage {
            seq: seq.0,
            msg_id: names::message_id(self.visitor, MessageId { session, seq }),
            session_id: names::session_id(self.visitor, session),
            msg_time: entry.at.as_millis(),
            ..WireMessage::default()
        };
        match &entry.event {
            Event::Message(message) => Some(self.said(message, blank())),
            Event::Evaluated(_) => {
                let key = sentences::key_of(actors_core::message::content::LineKey::Thanks);
                Some(self.notice(key, &[], blank()))
            }
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_) => None,
        }
    }

    /// A line of the log as a history shows it: what happened reads as a notice.
    pub fn history(&self, session: SessionNo, seq: Seq, entry: &Entry) -> Option<WireMessage> {
        let blank = || WireMessage {
            seq: seq.0,
            msg_id: names::message_id(self.visitor, MessageId { session, seq }),
            session_id: names::session_id(self.visitor, session),
            msg_time: entry.at.as_millis(),
            ..WireMessage::default()
        };
        match &entry.event {
            // Name and picture let a page show the card it showed when it happened.
            Event::Connected { nick, face, .. } => Some(WireMessage {
                sender_name: nick.to_string(),
                face_url: face.to_string(),
                ..self.notice(sentences::AGENT_CONNECTED, &[("nick", nick)], blank())
            }),
            Event::Closed(closing) => {
                Some(self.notice(sentences::key_of_closing(*closing), &[], blank()))
            }
            Event::Message(_)
            | Event::Evaluated(_)
            | Event::EvaluationInvited
            | Event::Recalled(_) => self.message(session, seq, entry),
        }
    }

    fn notice(
        &self,
        key: &'static str,
        places: &[(&str, &str)],
        blank: WireMessage,
    ) -> WireMessage {
        WireMessage {
            msg_type: codes::message_type::TEXT,
            msg_content: self.sentences.say(key, self.language, places),
            sender_type: codes::SYSTEM,
            line_key: Some(key),
            ..blank
        }
    }

    fn said(&self, message: &Message, mut wire: WireMessage) -> WireMessage {
        wire.msg_type = codes::msg_type(&message.content);
        wire.sender_type = codes::sender_type(&message.sender);
        wire.id = message.client_id.as_ref().map(ToString::to_string);
        match &message.sender {
            Sender::Agent(card) => {
                card.nick.as_ref().clone_into(&mut wire.sender_name);
                card.face.as_ref().clone_into(&mut wire.face_url);
            }
            Sender::Robot => {
                if let Some(robot) = self.channel.and_then(|channel| channel.robot.as_ref()) {
                    robot
                        .name
                        .or_empty(self.language.as_str())
                        .clone_into(&mut wire.sender_name);
                    wire.face_url = robot
                        .icon
                        .as_ref()
                        .map(ToString::to_string)
                        .unwrap_or_default();
                }
            }
            Sender::Visitor | Sender::System => {}
        }
        if message.recalled {
            wire.recall_flag = 1;
            if !self.sees_recalled {
                return wire;
            }
        }
        self.content(&message.content, &mut wire);
        wire
    }

    fn content(&self, content: &Content, wire: &mut WireMessage) {
        match content {
            Content::Text(text) | Content::RichText(text) => {
                text.as_ref().clone_into(&mut wire.msg_content)
            }
            Content::Image(file) | Content::File(file) | Content::Video(file) => {
                put_file(file, wire)
            }
            Content::Robot(reply) => {
                wire.msg_content = self.sentences.reply(reply, self.language);
                put_reply(reply, wire);
            }
            Content::Line(line) => {
                wire.msg_content = self.sentences.line(line, self.language);
                wire.line_key = Some(sentences::key_of(line.key));
            }
        }
    }
}

fn put_file(file: &File, wire: &mut WireMessage) {
    file.url.as_ref().clone_into(&mut wire.msg_content);
    wire.file_name = Some(file.name.to_string());
    wire.size = Some(file.bytes);
    wire.width = file.pixels.map(|(width, _)| width);
    wire.height = file.pixels.map(|(_, height)| height);
}

fn put_reply(reply: &RobotReply, wire: &mut WireMessage) {
    wire.answers = Some(answers(reply));
    wire.answer_type = Some(codes::answer_type(reply.kind));
    wire.doc_id = reply.doc.as_ref().map(ToString::to_string);
    wire.suggest_list = Some(suggestions(reply));
    wire.show_transfer_btn = Some(codes::transfer_offer(reply.offer));
}

/// The replies of an answer, JSON inside a string (Spec §3, answers).
pub fn answers(reply: &RobotReply) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Answer<'a> {
        reply_source: &'static str,
        node_id: &'static str,
        answer: &'a str,
    }
    let answers: &[Answer] = &[Answer {
        reply_source: "TEXT_REPLY",
        node_id: "",
        answer: &reply.text,
    }];
    let said = if reply.text.is_empty() { &[] } else { answers };
    serde_json::to_string(said).unwrap_or_default()
}

/// The questions a reply offers.
pub fn suggestions(reply: &RobotReply) -> Vec<WireSuggestion> {
    reply
        .suggestions
        .iter()
        .map(|suggestion| WireSuggestion {
            question: suggestion.question.to_string(),
            doc_id: suggestion.doc.to_string(),
        })
        .collect()
}
