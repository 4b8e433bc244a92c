//! A large model writes a reply of the robot. What comes late, for a reply nobody waits for any more, is dropped.

use crate::ids::MessageId;
use crate::model::Written;
use crate::session::commands::{Command, sealed};
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// What the model has said so far.
#[derive(Clone, Debug)]
pub struct ModelSays {
    /// Of which reply.
    pub reply: MessageId,
    /// All of it, sanitised.
    pub text: Arc<str>,
}

impl sealed::Sealed for ModelSays {}

impl Command for ModelSays {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        session.goes_on_writing(self.reply, &self.text);
    }
}

/// The model has come to an end.
#[derive(Clone, Debug)]
pub struct ModelDone {
    /// With which reply.
    pub reply: MessageId,
    /// What it wrote; none where it did not, and the knowledge base's answer stands.
    pub written: Option<Written>,
}

impl sealed::Sealed for ModelDone {}

impl Command for ModelDone {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        session.ends_writing(self.reply, self.written, effects);
    }
}
