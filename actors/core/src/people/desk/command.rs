//! The commands of a desk: one type each, with its own reply.

use super::{DeskSeq, Turn};
use crate::ids::{Seq, Ticket, VisitorId};
use crate::routing::{Conversation, DeskNews};
use crate::time::Span;
use std::sync::Arc;

/// A command of a desk. Only [`super::Desk::handle`] can apply one.
pub trait Command: Send + 'static {
    /// The reply to the sender.
    type Reply: Send + 'static;

    /// Applies the command.
    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply;
}

/// A long poll of the agent's page from a cursor (Protocol, 'Desk polling', getEventMsg). It is answered under its
/// ticket exactly once, in this step or later. Counts as a sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// The ticket of the waiting request.
    pub ticket: Ticket,
    /// The last line that the page has handled; `None` if the page starts, which makes it load its lists.
    pub cursor: Option<DeskSeq>,
    /// How long the request may wait, at most [`super::WAIT_MAX`].
    pub wait: Span,
}

/// News of a session or the router.
#[derive(Clone, Debug, PartialEq)]
pub struct Tell(pub DeskNews);

/// A page watches a conversation that is not the agent's, and no other one (Protocol, 'Visitors', watch). Sent before
/// the session gets [`crate::session::commands::watch::Watch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The page, as it calls itself.
    pub page: Arc<str>,
    /// The visitor of the conversation.
    pub visitor: VisitorId,
}

/// A page no longer watches a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwatch {
    /// The page, as it calls itself.
    pub page: Arc<str>,
    /// The visitor of the conversation.
    pub visitor: VisitorId,
}

/// News of a session for those who watch it. It counts while a page of the agent does.
#[derive(Clone, Debug, PartialEq)]
pub struct TellWatched {
    /// The visitor of the conversation.
    pub visitor: VisitorId,
    /// The news.
    pub news: DeskNews,
}

/// The agent has read a conversation up to a line. Sent after the session has accepted it
/// ([`crate::session::commands::from_agent::AgentReads`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The visitor of the conversation.
    pub visitor: VisitorId,
    /// Up to and including this line of the session's log.
    pub upto: Seq,
}

/// Lists the agent's open conversations, oldest first (Protocol, 'Conversations', listConversations, box mine).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListConversations;

/// Lists the conversations that ended with the agent, newest first (Protocol, 'Conversations', listConversations, box
/// ended).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListEnded;

impl Command for ListEnded {
    type Reply = Vec<Conversation>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        turn.desk.list.ended()
    }
}

impl Command for Poll {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        turn.poll(&self);
    }
}

impl Command for Tell {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        turn.deliver(self.0);
    }
}

impl Command for Read {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        turn.desk.list.read(&self.visitor, self.upto);
    }
}

impl Command for ListConversations {
    type Reply = Vec<Conversation>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        turn.desk.list.conversations()
    }
}

impl Command for Watch {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let now = turn.now;
        turn.desk.watched.begin(self.page, self.visitor, now);
    }
}

impl Command for Unwatch {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        turn.desk.watched.end(&self.page, &self.visitor);
    }
}

impl Command for TellWatched {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        if turn.desk.watched.has(&self.visitor, turn.now) {
            turn.deliver(self.news);
        }
    }
}
