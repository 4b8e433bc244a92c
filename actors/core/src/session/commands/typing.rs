//! The visitor is typing (typing). Best effort, never kept.

use crate::session::commands::{Command, sealed};
use std::sync::Arc;

/// Tells the agent what the visitor has typed so far; at most twice a second, the rest is dropped (Contract §4).
#[derive(Clone, Debug)]
pub struct Typing {
    /// The text so far.
    pub text: Arc<str>,
}

impl sealed::Sealed for Typing {}

impl Command for Typing {
    type Reply = ();
}
