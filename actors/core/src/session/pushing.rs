//! Web Push to a visitor who agreed (Protocol, 'Push to visitors').
//!
//! A visitor whose page does not poll is told once that there is something to read. The next time comes only after they
//! have read it. The shell sends, and forgets browsers that are subscribed no longer. The mail follows by its own rules.

use crate::event::Event;
use crate::ids::{ChannelId, Language, Seq};
use crate::routing::Presence;
use crate::session::{Effect, Effects, HeadState, Session};
use serde::{Deserialize, Serialize};

/// What a session knows of the pushes of a visitor who agreed.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pushing {
    /// The newest line that the last push told of: no further push until the visitor reads.
    pub told: Option<Seq>,
}

/// What a push says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushNews {
    /// An agent's message is unread.
    Answer,
    /// An agent is there, and no page knows it.
    Agent,
}

/// A push that the shell sends to the visitor's browsers.
#[derive(Clone, Debug, PartialEq)]
pub struct PushRequest {
    /// What it says.
    pub news: PushNews,
    /// The channel whose page it opens.
    pub channel: ChannelId,
    /// The language the visitor reads.
    pub language: Language,
}

impl Session {
    /// Tells a visitor whose page counts as away.
    pub(super) fn push_if_away(&mut self, effects: &mut Effects) {
        if self.presence == Some(Presence::Away) {
            self.push_news(effects);
        }
    }

    /// Tells a visitor who agreed that there is something to read, unless they were told and have not read since.
    pub(super) fn push_news(&mut self, effects: &mut Effects) {
        if self.extras.pushing() != Some(Pushing { told: None }) {
            return;
        }
        let answer = self.unread_answer().map(|(seq, _)| (seq, PushNews::Answer));
        let Some((told, news)) = answer.or_else(|| self.unseen_agent()) else {
            return;
        };
        self.told_by_push(Some(told));
        effects.push(Effect::PushVisitor(PushRequest {
            news,
            channel: self.channel.id.clone(),
            language: self.language,
        }));
    }

    /// A page polls again. It shows that an agent is there, so only unread messages still count as told.
    pub(super) fn page_came_back(&mut self) {
        if self.unread_answer().is_none() {
            self.told_by_push(None);
        }
    }

    /// The visitor read or spoke: later news may have a push of its own.
    pub(super) fn read_what_was_pushed(&mut self, read: Seq) {
        let told = self.extras.pushing().and_then(|pushing| pushing.told);
        if told.is_some_and(|told| read >= told) {
            self.told_by_push(None);
        }
    }

    fn told_by_push(&mut self, told: Option<Seq>) {
        let pushing = Pushing { told };
        if self.extras.pushing().is_some_and(|known| known != pushing) {
            self.extras.push(Some(pushing));
            self.mark_head(HeadState::Changed);
        }
    }

    /// The line with which the present agent came, if no page got it.
    fn unseen_agent(&self) -> Option<(Seq, PushNews)> {
        self.phase.manual()?;
        let marks = &self.mailbox.marks;
        let mut unseen = self.mailbox.after(marks.served.max(marks.read));
        let came = unseen.find(|(_, entry)| matches!(entry.event, Event::Connected { .. }));
        came.map(|(seq, _)| (seq, PushNews::Agent))
    }
}
