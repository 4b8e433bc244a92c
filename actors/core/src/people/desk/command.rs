//! What a desk can be asked and told: one type each, with its own answer.

use super::{DeskSeq, Turn};
use crate::ids::{Seq, Ticket, VisitorId};
use crate::routing::{Conversation, DeskNews};
use crate::time::Span;

/// Something a desk is asked or told. Only [`super::Desk::handle`] can carry one out.
pub trait Command: Send + 'static {
    /// What the asker hears.
    type Reply: Send + 'static;

    /// Carries it out.
    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply;
}

/// A page asks for what happened since a cursor (Protocol, 'Desk polling', getEventMsg): answered under its ticket, in this step or
/// later, exactly once. A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// Under which the request waits.
    pub ticket: Ticket,
    /// Everything up to this line the page has handled; `None` for a page that begins, which is told to load its lists.
    pub cursor: Option<DeskSeq>,
    /// How long it waits, at most [`super::WAIT_MAX`].
    pub wait: Span,
}

/// A session or the router tells something.
#[derive(Clone, Debug, PartialEq)]
pub struct Tell(pub DeskNews);

/// The agent has read the conversation up to this line. Told after the session has accepted it
/// ([`crate::session::commands::from_agent::AgentReads`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// With whom.
    pub visitor: VisitorId,
    /// Up to and with this line of the session's log.
    pub upto: Seq,
}

/// Lists the conversations that are the agent's, oldest first (Protocol, 'Conversations', listConversations, box mine).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListConversations;

/// Lists the conversations that ended with the agent, newest first (Protocol, 'Conversations', listConversations, box ended).
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
        turn.hear_news(self.0);
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
