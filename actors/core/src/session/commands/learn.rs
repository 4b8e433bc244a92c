//! Later details of a visitor: the form before the chat (submitUserForm) and changes (resetInfo). Also the notices that
//! a page shows by itself (sysMsg).

use crate::contact::{check_email, check_phone};
use crate::ids::{Language, PollId};
use crate::message::content::{Line, LineKey};
use crate::message::{Content, Sender};
use crate::session::commands::Command;
use crate::session::details::{Details, Reset};
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, HeadState, Session};
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The form before the chat, filled in. Telephone and e-mail address are valid or empty.
#[derive(Clone, Debug)]
pub struct SubmitUserForm {
    /// Their name. An empty one keeps the name that is known.
    pub name: Arc<str>,
    /// Their telephone.
    pub phone: Arc<str>,
    /// Their e-mail address.
    pub email: Arc<str>,
    /// All fields, as JSON text.
    pub form: Arc<str>,
}

impl Command for SubmitUserForm {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        check_phone(&self.phone).map_err(|_| Refusal::Phone)?;
        check_email(&self.email).map_err(|_| Refusal::Email)?;
        session.learn(Details {
            name: self.name,
            phone: self.phone,
            email: self.email,
            form: self.form,
            ..Details::default()
        });
        Ok(())
    }
}

/// Replaces the named details of the visitor.
#[derive(Clone, Debug)]
pub struct ResetDetails {
    /// Which page asks; `None` if it does not say.
    pub page: Option<PollId>,
    /// What is replaced.
    pub reset: Reset,
    /// The new language of the page. If the channel has its own language, that one wins.
    pub language: Option<Language>,
}

impl Command for ResetDetails {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        if let Some(page) = &self.page {
            session.require_live(page)?;
        }
        session.replace(self.reset);
        if let Some(language) = self.language {
            let asked = session.channel.language_for(language.as_str());
            let language = Language::parse(asked).unwrap_or(language);
            if language != session.language {
                session.language = language;
                session.mark_head(HeadState::Changed);
            }
        }
        Ok(())
    }
}

/// Logs a notice that the page showed, unless the log already ends with it.
#[derive(Clone, Copy, Debug)]
pub struct LogNotice {
    /// Which.
    pub key: LineKey,
}

impl Command for LogNotice {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        if session.status() == Status::Ended {
            return Err(Refusal::ChatEnded);
        }
        if session.transient.notice() == Some(self.key) {
            return Ok(());
        }
        let line = Line {
            key: self.key,
            params: BTreeMap::new(),
        };
        session.say(Sender::System, Content::Line(Box::new(line)), effects);
        Ok(())
    }
}
