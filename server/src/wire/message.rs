//! A message on the wire, as a given reader sees it.

use crate::system_texts::{self, Sentences};
use crate::wire::cards;
use crate::wire::codes;
use crate::wire::forms::{WireField, write_fields};
use crate::wire::messages::WireThumbnail;
use crate::wire::names;
use crate::wire::reply::{
    WireButton, WireReference, answers, buttons, instruction, menubar, references, robot_suggest,
    suggestions,
};
use actors_core::channel::ChannelConfig;
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{ClientId, Language, MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::content::{Content, File, Mentioned, RobotReply};
use actors_core::message::{Attributes, Feedback, Message, Quote, Sender};
use serde::Serialize;
use serde_json::json;
use serde_with::skip_serializing_none;
use std::sync::Arc;

/// A reader, with everything that their view depends on.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The visitor whose sessions are read.
    pub visitor: &'a VisitorId,
    /// The visitor's name, as they gave it; `None` if it is not known here.
    pub name: Option<&'a Arc<str>>,
    /// The channel, whose robot speaks; `None` if it is deleted.
    pub channel: Option<&'a ChannelConfig>,
    /// The reader's language.
    pub language: Language,
    /// The product's sentences.
    pub sentences: &'a Sentences,
    /// What the reader may see.
    pub eyes: Eyes,
}

/// What a reader may see. Each level includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Eyes {
    /// A visitor: nothing internal, withheld or recalled.
    Visitor,
    /// An agent: also notes and withheld messages. The sensitive words in a visitor's withheld message are masked.
    Agent,
    /// A supervisor: everything, also recalled messages.
    Supervisor,
}

/// A message (Protocol, 'Message fields'). An optional field is present only if it has a meaning. Texts are shared
/// with the stored line, not copied, because a page of a history has many lines.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMessage {
    /// 1201 in a poll; absent in a history.
    pub event: Option<u16>,
    /// Its number in the session's log; absent for a reply that is still being written.
    #[serde(skip_serializing_if = "is_nowhere")]
    pub seq: u64,
    /// The message's id.
    pub msg_id: String,
    /// The session's id.
    pub session_id: String,
    /// 1 text, 2 image, 3 card, 4 file, 5 audio, 6 video, 7 goods, 8 order, 9 link, 10 form, 11 interface form,
    /// 12 rich text, 99 menu.
    pub msg_type: u8,
    /// Text, sanitised rich text, a file's address, or a card, form or menu as JSON text.
    #[schema(value_type = String)]
    pub msg_content: Arc<str>,
    /// 1 visitor, 2 agent, 3 robot, 4 system.
    pub sender_type: u8,
    /// The sender's display name; a visitor's as they gave it, empty if they gave none.
    #[schema(value_type = String)]
    pub sender_name: Arc<str>,
    /// The sender's picture.
    #[schema(value_type = String)]
    pub face_url: Arc<str>,
    /// Milliseconds since the epoch.
    pub msg_time: i64,
    /// 1 if it was recalled.
    pub recall_flag: u8,
    /// 1 if it must not be shown to the visitor.
    pub sensitive_flag: u8,
    /// The client's own id for it.
    #[schema(value_type = Option<String>)]
    pub id: Option<ClientId>,
    /// The original name of a file.
    pub file_name: Option<String>,
    /// Size of a file in bytes.
    pub size: Option<u64>,
    /// Width of a picture in pixels.
    pub width: Option<u32>,
    /// Height of a picture in pixels.
    pub height: Option<u32>,
    /// The thumbnail of a large picture.
    pub thumbnail: Option<WireThumbnail>,
    /// The robot's replies, JSON inside a string.
    pub answers: Option<String>,
    /// 1 answer, 2 guide, 3 unknown.
    pub answer_type: Option<u8>,
    /// The document the robot answered from.
    pub doc_id: Option<String>,
    /// Questions the robot suggests.
    pub suggest_list: Option<Vec<WireSuggestion>>,
    /// Transfer offer: 0 none, 1 button, 2 automatic after a second.
    pub show_transfer_btn: Option<u8>,
    /// The key of the product's sentence that this is.
    pub line_key: Option<&'static str>,
    /// 1 for an agent's note; only agents get it.
    pub inside_flag: Option<u8>,
    /// The tenant's words for which it is withheld; only for a reader who gets the text with them.
    pub sensitive_words: Option<Vec<String>>,
    /// The message it answers, JSON inside a string: msgId, msgType, msgContent, senderType, senderName, recallFlag.
    pub reply_msg: Option<String>,
    /// The visitor's rating of the answer: 0 it helped, 1 it did not.
    pub disabled: Option<u8>,
    /// Data that the visitor's page stores with it, JSON inside a string.
    pub doc_node: Option<String>,
    /// The fields of a form, with their values.
    pub form_fields: Option<Vec<WireField>>,
    /// 1 if a form was filled in, otherwise 0.
    pub filled_flag: Option<u8>,
    /// The message whose form these answers belong to.
    pub form_msg_id: Option<String>,
    /// Buttons of the visitor's current node.
    pub item_list: Option<Vec<WireButton>>,
    /// The same buttons as a bar over the input, JSON inside a string.
    pub menubar: Option<String>,
    /// Buttons that ask a question.
    pub btn_list: Option<Vec<WireButton>>,
    /// Questions offered as buttons, JSON inside a string.
    pub robot_suggest: Option<String>,
    /// Source files of the answer.
    pub reference_file: Option<Vec<WireReference>>,
    /// The sentence that announces a transfer.
    pub msg_trans_content: Option<String>,
    /// The last node of a flow that replied.
    pub node_id: Option<String>,
    /// An instruction for the page: `system_toCustomerService`.
    pub instruction: Option<&'static str>,
    /// 1 while it is being written: this is the whole text so far, and more text or the end follows under the same
    /// `msgId`. 0 if a large model has finished it.
    pub partial: Option<u8>,
    /// The colleagues whom a note mentions; only agents read it.
    pub mentions: Option<Vec<WireMentioned>>,
}

/// A colleague whom a note mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMentioned {
    /// The colleague.
    pub admin_id: String,
    /// Their name at that time. The text contains it after an `@`.
    pub admin_nick: String,
}

impl From<&Mentioned> for WireMentioned {
    fn from(mentioned: &Mentioned) -> Self {
        Self {
            admin_id: mentioned.agent.to_string(),
            admin_nick: mentioned.nick.to_string(),
        }
    }
}

/// Line numbers begin at 1.
fn is_nowhere(seq: &u64) -> bool {
    *seq == 0
}

/// A question the robot suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireSuggestion {
    /// The question as written in the knowledge base.
    pub question: String,
    /// The document that answers it.
    pub doc_id: String,
}

impl<'a> Reader<'a> {
    /// The same reader, with the visitor's name.
    pub fn naming(self, name: &'a Arc<str>) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }
}

impl Reader<'_> {
    /// A line of the log as a message. `None` for lines that only record an event, and for what this reader may not
    /// see.
    pub fn message(&self, session: SessionNo, seq: Seq, entry: &Entry) -> Option<WireMessage> {
        let blank = || self.blank(session, seq, entry);
        match &entry.event {
            Event::Message(message) if self.eyes == Eyes::Visitor && !message.is_for_visitors() => {
                None
            }
            Event::Message(message) => Some(self.said(message, blank())),
            Event::Evaluated(_) => {
                let key = system_texts::key_of(actors_core::message::content::LineKey::Thanks);
                Some(self.notice(key, &[], blank()))
            }
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Amended(_)
            | Event::Call(_)
            | Event::Tagged(_) => None,
        }
    }

    /// A line of the log as a history shows it: events read as notices.
    pub fn history(&self, session: SessionNo, seq: Seq, entry: &Entry) -> Option<WireMessage> {
        let blank = || self.blank(session, seq, entry);
        match &entry.event {
            // The name and picture let a page show the agent's card of that time.
            Event::Connected { nick, face, .. } => Some(WireMessage {
                sender_name: Arc::clone(nick),
                face_url: Arc::clone(face),
                ..self.notice(system_texts::AGENT_CONNECTED, &[("nick", nick)], blank())
            }),
            Event::Closed(closing) => {
                Some(self.notice(system_texts::key_of_closing(*closing), &[], blank()))
            }
            Event::Call(line) => Some(WireMessage {
                msg_type: codes::message_type::TEXT,
                msg_content: self.call_sentence(line.step)?.into(),
                sender_type: codes::SYSTEM,
                line_key: system_texts::key_of_call(line.step),
                ..blank()
            }),
            Event::Message(_)
            | Event::Evaluated(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Amended(_)
            | Event::Tagged(_) => self.message(session, seq, entry),
        }
    }

    fn blank(&self, session: SessionNo, seq: Seq, entry: &Entry) -> WireMessage {
        WireMessage {
            seq: seq.0,
            msg_id: names::message_id(self.visitor, MessageId { session, seq }),
            session_id: names::session_id(self.visitor, session),
            msg_time: entry.at.as_millis(),
            ..WireMessage::default()
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
            msg_content: self.sentences.say(key, self.language, places).into(),
            sender_type: codes::SYSTEM,
            line_key: Some(key),
            ..blank
        }
    }

    fn said(&self, message: &Message, mut wire: WireMessage) -> WireMessage {
        wire.msg_type = codes::msg_type(&message.content);
        wire.sender_type = codes::sender_type(&message.sender);
        wire.id.clone_from(&message.client_id);
        (wire.sender_name, wire.face_url) = self.name_and_face(&message.sender);
        if message.is_recalled() {
            wire.recall_flag = 1;
            if self.eyes < Eyes::Supervisor {
                return wire;
            }
        }
        match &message.attributes {
            None => self.content(&message.content, &mut wire),
            Some(attributes) => self.with_attributes(message, attributes, &mut wire),
        }
        wire
    }

    fn name_and_face(&self, sender: &Sender) -> (Arc<str>, Arc<str>) {
        match sender {
            Sender::Agent(card) => (Arc::clone(&card.nick), Arc::clone(&card.face)),
            Sender::Robot => {
                let Some(robot) = self.channel.and_then(|channel| channel.robot.as_ref()) else {
                    return Default::default();
                };
                let name = robot.name.or_empty(self.language.as_str());
                (name.into(), cards::shown(robot.icon.as_ref()).into())
            }
            Sender::Visitor => (self.name.cloned().unwrap_or_default(), Arc::default()),
            Sender::System => Default::default(),
        }
    }

    fn with_attributes(&self, message: &Message, attributes: &Attributes, wire: &mut WireMessage) {
        let is_visitors = message.sender == Sender::Visitor;
        if attributes.flagged.is_empty() || self.eyes == Eyes::Visitor {
            self.content(&message.content, wire);
        } else {
            wire.sensitive_flag = 1;
            if is_visitors && self.eyes < Eyes::Supervisor {
                self.content(&message.content.without(&attributes.flagged), wire);
            } else {
                self.content(&message.content, wire);
                let words = attributes.flagged.iter().map(ToString::to_string);
                wire.sensitive_words = Some(words.collect());
            }
        }
        wire.inside_flag = attributes.internal.then_some(1);
        wire.reply_msg = attributes.quote.as_ref().map(|quote| self.quote(quote));
        wire.disabled = attributes.feedback.map(feedback);
        wire.doc_node = attributes.page_note.as_ref().map(ToString::to_string);
    }

    /// replyMsg, JSON inside a string.
    fn quote(&self, quote: &Quote) -> String {
        let mut quoted = WireMessage::default();
        if !quote.recalled || self.eyes == Eyes::Supervisor {
            self.content(&quote.content, &mut quoted);
        }
        json!({
            "msgId": names::message_id(self.visitor, quote.message),
            "msgType": codes::msg_type(&quote.content),
            "msgContent": quoted.msg_content,
            "fileName": quoted.file_name.unwrap_or_default(),
            "senderType": codes::sender_type(&quote.sender),
            "senderName": self.name_and_face(&quote.sender).0,
            "recallFlag": u8::from(quote.recalled),
        })
        .to_string()
    }

    fn content(&self, content: &Content, wire: &mut WireMessage) {
        match content {
            Content::Text(text) | Content::RichText(text) => {
                wire.msg_content = Arc::clone(text);
            }
            Content::Note(note) => {
                wire.msg_content = Arc::clone(&note.text);
                let mentions = note.mentions.iter().map(WireMentioned::from);
                wire.mentions = Some(mentions.collect());
            }
            Content::Image(file)
            | Content::File(file)
            | Content::Video(file)
            | Content::Audio(file) => put_file(file, wire),
            Content::Robot(reply) => {
                wire.msg_content = self.sentences.reply(reply, self.language).into();
                let unknown = self.sentences.without_answer(reply, self.language);
                put_reply(reply, &unknown, wire);
            }
            Content::Line(line) => {
                wire.msg_content = self.sentences.line(line, self.language).into();
                wire.line_key = Some(system_texts::key_of(line.key));
            }
            Content::Form(form) | Content::InterfaceForm(form) => {
                wire.msg_content = cards::write(content).unwrap_or_default().into();
                wire.form_fields = Some(write_fields(&form.fields, form.answers.as_deref()));
                wire.filled_flag = Some(form.answers.is_some().into());
            }
            Content::FilledForm(form) => {
                let fields = write_fields(&form.fields, Some(&form.answers));
                wire.msg_content = serde_json::to_string(&fields).unwrap_or_default().into();
                wire.form_fields = Some(fields);
                wire.form_msg_id = Some(names::message_id(self.visitor, form.form));
            }
            Content::Card(_)
            | Content::Goods(_)
            | Content::Order(_)
            | Content::Link(_)
            | Content::Menu(_) => {
                wire.msg_content = cards::write(content).unwrap_or_default().into();
            }
        }
    }
}

/// disabled: the visitor's rating of an answer.
pub fn feedback(feedback: Feedback) -> u8 {
    match feedback {
        Feedback::Up => 0,
        Feedback::Down => 1,
    }
}

fn put_file(file: &File, wire: &mut WireMessage) {
    wire.msg_content = Arc::clone(&file.url);
    wire.file_name = Some(file.name.to_string());
    wire.size = Some(file.bytes);
    wire.thumbnail = WireThumbnail::of(&file.url, file.pixels);
    wire.width = file.pixels.map(|(width, _)| width);
    wire.height = file.pixels.map(|(_, height)| height);
}

fn put_reply(reply: &RobotReply, unknown: &str, wire: &mut WireMessage) {
    wire.answers = Some(answers(reply, unknown));
    wire.answer_type = Some(codes::answer_type(reply.kind));
    wire.doc_id = reply.doc.as_ref().map(ToString::to_string);
    wire.suggest_list = Some(suggestions(reply));
    wire.show_transfer_btn = Some(codes::transfer_offer(reply.offer));
    wire.partial = reply.has_model_text().then_some(0);
    if let Some(parts) = &reply.parts {
        wire.item_list = buttons(&parts.items);
        wire.menubar = menubar(parts);
        wire.btn_list = buttons(&parts.buttons);
        wire.robot_suggest = robot_suggest(parts);
        wire.reference_file = references(parts);
        wire.msg_trans_content = (!parts.handover.is_empty()).then(|| parts.handover.to_string());
        wire.node_id = parts.node().map(ToString::to_string);
        wire.instruction = Some(instruction(reply)).filter(|instruction| !instruction.is_empty());
        if let Some(form) = parts.form() {
            wire.form_fields = Some(write_fields(&form.fields, form.answers.as_deref()));
            wire.filled_flag = Some(form.answers.is_some().into());
        }
    }
}
