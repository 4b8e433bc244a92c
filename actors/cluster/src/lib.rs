//! Who owns a cell of the cluster, and what counts in its stream. Nothing here does I/O, reads a clock or draws a
//! random number: a shell performs what [`owner::Owner`] wants, and tells it what came of that.
//!
//! A cell's journal is a stream of messages. Their order is the fence: every node folds the same messages by the same
//! rule, so all nodes agree on who owned the cell when, and which commit groups count (docs/decisions/0134).
//!
//! - [`message`]: what a message of the stream is, and its bytes.
//! - [`position`]: the rule of the fold.
//! - [`owner`]: the machine of the node that claims a cell and publishes its groups.
//! - [`log`]: the port to the stream.

pub mod log;
pub mod message;
pub mod owner;
pub mod position;
#[cfg(feature = "testing")]
pub mod testing;
