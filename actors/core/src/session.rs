//! One visitor's session: a pure state machine, `(state, command, now) → (reply, effects)` (Contract §6).
//!
//! - [`phase`]: where a session stands; the table of transitions stands there.
//! - [`commands`]: what can be asked of it, one file each.
//! - [`effect`]: what it wants done; [`step`]: a reply and effects; [`refusal`]: why the rules say no.
//! - [`restore`]: the session as it is kept, and back.

pub mod commands;
pub mod details;
pub mod effect;
pub mod phase;
pub mod refusal;
pub mod restore;
pub mod step;

pub use effect::{Effect, Effects};
pub use refusal::Refusal;
pub use step::Step;
