//! What a step of the session wants done. The session decides, the shell performs.

use crate::ids::{AgentId, MessageId, Ticket, VisitorKey};
use crate::model::Brief;
use crate::record::{Forget, Record, RecordBody};
use crate::routing::{DeskNews, RouterRequest};
use crate::session::commands::LateAnswer;
use crate::session::flows::{Errand, LostWay};
use std::sync::Arc;

/// One thing to be done, by whom each says.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The store keeps this. A step's records come before its other effects and are written together or not at all;
    /// nothing else of the step, the reply included, is heard of before they are safe (Protocol, 'Durability').
    Record(Record),
    /// The shell releases the request that waits under this ticket.
    Answer(Ticket, LateAnswer),
    /// The tenant's router is asked, in this visitor's name.
    AskRouter(RouterRequest),
    /// The agent's desk is told.
    TellAgent(AgentId, DeskNews),
    /// A large model is asked for the words of this reply; what it says comes back as
    /// [`ModelSays`](crate::session::commands::from_model::ModelSays) and, once, as
    /// [`ModelDone`](crate::session::commands::from_model::ModelDone).
    AskModel(MessageId, Arc<Brief>),
    /// Nobody waits for the words of this reply any more: the model is let go, where it is still at it.
    StopModel(MessageId),
    /// A tenant's service is asked for a flow; its answer, or that there is none, comes back as a command.
    Ask(Box<Errand>),
    /// The operator reads of it in the log.
    Warn(LostWay),
    /// Nobody has talked to the session for a while: the shell stops the actor. Everything is recorded; the next
    /// call, or the due time in the head, brings it back.
    Retire,
}

/// What a step wants done, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Effects(Vec<Effect>);

impl Effects {
    /// What erasing a visitor comes to: nothing of them is kept, and the actor goes.
    pub fn erasing(visitor: VisitorKey) -> Self {
        let body = RecordBody::Forget(Forget::Everything);
        Self(vec![
            Effect::Record(Record { visitor, body }),
            Effect::Retire,
        ])
    }

    /// Nothing to do.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The effects as a slice.
    pub fn as_slice(&self) -> &[Effect] {
        &self.0
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    /// Records before everything else, otherwise as they came.
    pub(crate) fn records_first(&mut self) {
        self.0
            .sort_by_key(|effect| !matches!(effect, Effect::Record(_)));
    }
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Vec<Effect>> for Effects {
    fn from(effects: Vec<Effect>) -> Self {
        Self(effects)
    }
}
