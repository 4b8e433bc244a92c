//! What comes of a command: an answer and things to do.

use crate::session::effect::Effects;

/// A reply and what the step wants done. The reply must not leave before the step's records are safe.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Step<R> {
    /// The answer to whoever sent the command.
    pub reply: R,
    /// What is to be done, in order.
    pub effects: Effects,
}
