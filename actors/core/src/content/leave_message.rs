//! A plain message that a visitor leaves when no agent is online (Protocol, 'Left messages', leave message;
//! leaveMsgType 1).

use crate::care::{Care, Priority, is_default};
use crate::contact::{self, ContactError};
use crate::ids::{AgentId, ChannelId, LeaveMessageId, VisitorId};
use crate::text;
use crate::text::TextError;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The longest name of a person, in characters.
pub const NAME_CHARS_MAX: usize = 100;

/// A message that a visitor left. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveMessage {
    /// The id of the message.
    pub id: LeaveMessageId,
    /// The visitor who left it.
    pub visitor: VisitorId,
    /// The channel.
    pub channel: ChannelId,
    /// The visitor's name.
    pub name: Box<str>,
    /// Empty if they gave none.
    pub phone: Box<str>,
    /// Empty if they gave none.
    pub email: Box<str>,
    /// The message.
    pub content: Arc<str>,
    /// When it was left.
    pub at: Timestamp,
    /// How an agent last handled it; `None` if none did.
    pub handled: Option<Handled>,
    /// Whether an agent opened it again since.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_reopened: bool,
    /// The priority.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priority: Priority,
    /// The number of remarks and notes; they are numbered from 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replies: u32,
    /// Who does it, and by when.
    #[serde(default, skip_serializing_if = "is_default")]
    pub care: Care,
}

/// How an agent handled a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handled {
    /// When an agent last handled it.
    pub at: Timestamp,
    /// The agent.
    pub agent: AgentId,
    /// The name that visitors see.
    pub nick: Arc<str>,
    /// The agent's remark for the visitor; may be empty.
    pub remark: Box<str>,
}

/// The visitor's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draft<'a> {
    /// The visitor's name.
    pub name: &'a str,
    /// May be empty.
    pub phone: &'a str,
    /// May be empty.
    pub email: &'a str,
    /// The message.
    pub content: &'a str,
}

/// The origin of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The visitor.
    pub visitor: VisitorId,
    /// The channel.
    pub channel: ChannelId,
}

/// Why a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LeaveRefusal {
    /// The name is blank.
    #[error("the name is blank")]
    NameBlank,
    /// The name has more than [`NAME_CHARS_MAX`] characters, or characters that no text may have.
    #[error("the name is too long")]
    NameUnfit,
    /// The phone number or the e-mail address is not valid.
    #[error("{0}")]
    Contact(#[from] ContactError),
    /// The message is refused.
    #[error("{0}")]
    Content(TextError),
    /// The agent's remark is refused.
    #[error("{0}")]
    Remark(TextError),
}

impl LeaveMessage {
    /// Checks a visitor's input and creates the message.
    ///
    /// # Errors
    /// The first rule it breaks (Protocol, 'Left messages': name and message required, phone and e-mail optional).
    pub fn leave(
        now: Timestamp,
        id: LeaveMessageId,
        origin: Origin,
        draft: Draft<'_>,
    ) -> Result<Self, LeaveRefusal> {
        let name = text::checked(draft.name.trim()).map_err(|refusal| match refusal {
            TextError::Blank => LeaveRefusal::NameBlank,
            _ => LeaveRefusal::NameUnfit,
        })?;
        if name.chars().count() > NAME_CHARS_MAX {
            return Err(LeaveRefusal::NameUnfit);
        }
        let content = text::checked(draft.content).map_err(LeaveRefusal::Content)?;
        let (phone, email) = (draft.phone.trim(), draft.email.trim());
        contact::check_phone(phone)?;
        contact::check_email(email)?;
        Ok(Self {
            id,
            visitor: origin.visitor,
            channel: origin.channel,
            name: name.as_ref().into(),
            phone: phone.into(),
            email: email.into(),
            content,
            at: now,
            handled: None,
            is_reopened: false,
            priority: Priority::Normal,
            replies: 0,
            care: Care::default(),
        })
    }

    /// Marks the message as handled by an agent. A second call replaces the remark.
    ///
    /// # Errors
    /// A remark that is too long or malformed.
    pub fn handle(
        &mut self,
        now: Timestamp,
        agent: AgentId,
        nick: Arc<str>,
        remark: &str,
    ) -> Result<(), LeaveRefusal> {
        let remark = match text::checked(remark) {
            Ok(text) => text.as_ref().into(),
            Err(TextError::Blank) => Box::default(),
            Err(refusal) => return Err(LeaveRefusal::Remark(refusal)),
        };
        self.handled = Some(Handled {
            at: now,
            agent,
            nick,
            remark,
        });
        self.is_reopened = false;
        self.care.touch(now);
        Ok(())
    }

    /// The last remark for the visitor; empty without one.
    pub fn remark(&self) -> &str {
        self.handled.as_ref().map_or("", |handled| &handled.remark)
    }

    /// Whether an agent has handled it, and none opened it again (msgState).
    pub fn is_handled(&self) -> bool {
        self.handled.is_some() && !self.is_reopened
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: Draft<'static> = Draft {
        name: "Ann",
        phone: "13800138000",
        email: "ann@example.com",
        content: "Please call me back.",
    };

    fn leave(draft: Draft<'_>) -> Result<LeaveMessage, LeaveRefusal> {
        let origin = Origin {
            visitor: "v1".into(),
            channel: "web".into(),
        };
        LeaveMessage::leave(Timestamp::from_millis(7), "m1".into(), origin, draft)
    }

    /// [LM-02]
    #[test]
    fn a_message_needs_only_a_name_and_a_text() {
        let bare = leave(Draft {
            phone: "",
            email: "",
            ..DRAFT
        })
        .unwrap();

        assert_eq!((bare.phone.as_ref(), bare.email.as_ref()), ("", ""));
        assert_eq!(bare.at, Timestamp::from_millis(7));
        assert!(!bare.is_handled());
        for name in ["", " \n", "\u{200b}"] {
            assert_eq!(
                leave(Draft { name, ..DRAFT }),
                Err(LeaveRefusal::NameBlank),
                "{name:?}"
            );
        }
        for content in ["", "  ", "\u{200b}\u{feff}"] {
            let refused = leave(Draft { content, ..DRAFT });
            assert_eq!(refused, Err(LeaveRefusal::Content(TextError::Blank)));
        }
    }

    #[test]
    fn too_long_texts_and_invalid_contacts_are_refused() {
        let long = "n".repeat(NAME_CHARS_MAX + 1);
        let endless = "x".repeat(4_001);

        let cases = [
            (
                Draft {
                    name: &long,
                    ..DRAFT
                },
                LeaveRefusal::NameUnfit,
            ),
            (
                Draft {
                    name: "a\0b",
                    ..DRAFT
                },
                LeaveRefusal::NameUnfit,
            ),
            (
                Draft {
                    phone: "12",
                    ..DRAFT
                },
                LeaveRefusal::Contact(ContactError::Phone),
            ),
            (
                Draft {
                    email: "a@b",
                    ..DRAFT
                },
                LeaveRefusal::Contact(ContactError::Email),
            ),
            (
                Draft {
                    content: &endless,
                    ..DRAFT
                },
                LeaveRefusal::Content(TextError::TooLong),
            ),
        ];

        for (draft, refusal) in cases {
            assert_eq!(leave(draft), Err(refusal));
        }
    }

    /// [LM-08]
    #[test]
    fn a_message_is_handled_once_an_agent_says_so() {
        let mut message = leave(DRAFT).unwrap();

        message
            .handle(
                Timestamp::from_millis(9),
                "mia".into(),
                "Mia".into(),
                "Called.",
            )
            .unwrap();

        assert!(message.is_handled());
        let handled = message.handled.clone().unwrap();
        assert_eq!(
            (handled.at.as_millis(), handled.remark.as_ref()),
            (9, "Called.")
        );
        message
            .handle(Timestamp::from_millis(10), "lin".into(), "Lin".into(), " ")
            .unwrap();
        assert_eq!(message.handled.unwrap().remark.as_ref(), "");
    }
}
