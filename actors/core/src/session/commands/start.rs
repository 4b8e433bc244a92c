//! A page opens (chatStart).

use crate::channel::ChannelConfig;
use crate::ids::{Language, PollId, Seq, SessionNo};
use crate::routing::AgentCard;
use crate::session::commands::{Command, sealed};
use crate::session::details::Details;
use crate::session::phase::Status;
use crate::time::Timestamp;
use std::sync::Arc;

/// Opens a session, or goes on with the open one on a new page. The page before, if any, is displaced.
#[derive(Clone, Debug)]
pub struct Start {
    /// The new page; 128 random bits, made outside.
    pub page: PollId,
    /// Where a new session takes place; an open one stays where it is.
    pub channel: Arc<ChannelConfig>,
    /// The language the page reads; the channel's own, where it has one, wins.
    pub language: Language,
    /// What the page knows of the visitor; what it leaves out stays as it was.
    pub details: Details,
}

/// How the session stands for the new page.
#[derive(Clone, Debug, PartialEq)]
pub struct Started {
    /// Which session.
    pub session: SessionNo,
    /// Where it stands; never `Ended`, since that begins a new one.
    pub status: Status,
    /// The agent, while with one.
    pub agent: Option<AgentCard>,
    /// How many messages [`ReadOffline`](super::offline::ReadOffline) would answer with.
    pub offline: usize,
    /// Whether the visitor may rate at this moment.
    pub enable_evaluate: bool,
    /// Whether they have.
    pub evaluated: bool,
    /// The last line of the log.
    pub last: Seq,
    /// The server's time.
    pub now: Timestamp,
}

impl sealed::Sealed for Start {}

impl Command for Start {
    type Reply = Started;
}
