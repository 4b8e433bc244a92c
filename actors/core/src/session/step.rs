//! The result of a command: a reply and effects.

use crate::session::effect::Effects;

/// A reply with effects. The reply must not leave before the step's records are durable.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Step<R> {
    /// The answer to the sender of the command.
    pub reply: R,
    /// What the shell must do, in order.
    pub effects: Effects,
}
