//! The effects of a step. The session decides, the shell performs.

use crate::ids::{AgentId, MessageId, Ticket, VisitorKey};
use crate::model::Brief;
use crate::record::{Forget, Record, RecordBody};
use crate::routing::{DeskNews, RouterRequest};
use crate::session::commands::LateAnswer;
use crate::session::flows::{LostWay, ServiceRequest};
use crate::session::mailing::MailRequest;
use crate::session::pushing::PushRequest;
use std::sync::Arc;

/// One effect. Each variant says who performs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The store keeps this record. The records of a step are written together or not at all. No other effect of the
    /// step, including the reply, is released before its records are durable (Protocol, 'Durability').
    Record(Record),
    /// The shell answers the request that is parked under this ticket.
    Answer(Ticket, LateAnswer),
    /// The shell sends this request to the tenant's router, for this visitor.
    AskRouter(RouterRequest),
    /// The shell tells the agent's desk.
    TellAgent(AgentId, DeskNews),
    /// The shell asks a large model for the text of this reply. It comes back as
    /// [`ModelSays`](crate::session::commands::from_model::ModelSays) and, once, as
    /// [`ModelDone`](crate::session::commands::from_model::ModelDone).
    AskModel(MessageId, Arc<Brief>),
    /// Nobody waits for this reply any more. If the model still writes it, the shell cancels the request.
    StopModel(MessageId),
    /// The shell asks a tenant's service for a flow. The answer, or its absence, comes back as a command.
    CallService(Box<ServiceRequest>),
    /// The shell mails the visitor what they have not read, if there is an address. It reports with
    /// [`Mailed`](crate::session::commands::mailed::Mailed).
    MailVisitor(MailRequest),
    /// The shell sends a push to the visitor's browsers.
    PushVisitor(PushRequest),
    /// The shell writes a warning to the log, for the operator.
    Warn(LostWay),
    /// The session was idle for a while, so the shell stops the actor. Everything is recorded. The next call, or the
    /// due time in the head, loads it again.
    Retire,
}

/// The effects of a step, in the order in which the shell performs them.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Effects(Vec<Effect>);

impl Effects {
    /// The effects of erasing a visitor: the store forgets everything, and the actor stops.
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

    /// Puts records first and keeps the order of all others.
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
