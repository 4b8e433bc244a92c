//! A large model writes a reply of the robot. Words for a reply that nobody waits for any more are dropped.

use crate::ids::MessageId;
use crate::model::Written;
use crate::session::commands::{Command, sealed};
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// The words of the model so far.
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

/// The model is done.
#[derive(Clone, Debug)]
pub struct ModelDone {
    /// With which reply.
    pub reply: MessageId,
    /// Its reply. `None` if it failed: the knowledge base's answer remains.
    pub written: Option<Written>,
}

impl sealed::Sealed for ModelDone {}

impl Command for ModelDone {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        session.ends_writing(self.reply, self.written, effects);
    }
}
