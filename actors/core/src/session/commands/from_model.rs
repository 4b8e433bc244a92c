//! A large model writes a reply of the robot. Text for a reply that nobody waits for is dropped.

use crate::ids::MessageId;
use crate::model::Written;
use crate::session::commands::Command;
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// The partial text of the model.
#[derive(Clone, Debug)]
pub struct ModelSays {
    /// The reply.
    pub reply: MessageId,
    /// All of it so far, sanitised.
    pub text: Arc<str>,
}

impl Command for ModelSays {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        session.update_writing(self.reply, &self.text);
    }
}

/// The model is done.
#[derive(Clone, Debug)]
pub struct ModelDone {
    /// The reply.
    pub reply: MessageId,
    /// The complete text. `None` if the model failed: the knowledge base's answer remains.
    pub written: Option<Written>,
}

impl Command for ModelDone {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        session.finish_writing(self.reply, self.written, effects);
    }
}
