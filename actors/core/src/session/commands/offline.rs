//! What agents said while nobody was there (getOfflineMsg).

use crate::ids::PollId;
use crate::session::commands::poll::Stretch;
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;

/// Asks for the agents' messages that no page has passed with its cursor, of the open session and the one before. They
/// stay until the next [`Read`](super::read::Read).
#[derive(Clone, Debug)]
pub struct ReadOffline {
    /// Which page asks.
    pub page: PollId,
}

impl sealed::Sealed for ReadOffline {}

/// Where they lie: at most one stretch a session, older first; [`Stretch::choose`] picks them from the store's lines.
impl Command for ReadOffline {
    type Reply = Result<Vec<Stretch>, Refusal>;
}
