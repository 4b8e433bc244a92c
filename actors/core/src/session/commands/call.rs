//! Voice and video calls: userVideoInvitation, inviteCall, answerCall, refuseCall, callSignal (Protocol, 'Calls').

use crate::agent_card::AgentCard;
use crate::call::{Medium, PAYLOAD_BYTES_MAX, Party, Signal};
use crate::ids::{AgentId, CallId, PollId};
use crate::session::commands::Command;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Calls the agent. If the agent already rings, this accepts the call. During a call it changes nothing.
#[derive(Clone, Debug)]
pub struct VisitorCalls {
    /// The id of a new call.
    pub call: CallId,
    /// Voice or video.
    pub medium: Medium,
}

/// Calls the visitor, in the same way.
#[derive(Clone, Debug)]
pub struct AgentCalls {
    /// Who.
    pub agent: AgentId,
    /// The id of a new call.
    pub call: CallId,
    /// Voice or video.
    pub medium: Medium,
}

/// Accepts the visitor's call (answerCall).
#[derive(Clone, Debug)]
pub struct AgentAnswers {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
}

/// Declines the visitor's call, or hangs up (refuseCall).
#[derive(Clone, Debug)]
pub struct AgentDeclines {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
}

/// Passes a signal from the visitor's browser to the agent's.
#[derive(Clone, Debug)]
pub struct VisitorSignals {
    /// Which call.
    pub call: CallId,
    /// What.
    pub said: Said,
}

/// Passes a signal from the agent's browser to the visitor's.
#[derive(Clone, Debug)]
pub struct AgentSignals {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
    /// What.
    pub said: Said,
}

/// A word of one side about the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A signal for the other side's browser.
    Signal(Signal),
    /// The call is over. From the called side while it rings: declined.
    HangUp,
}

/// The visitor's page acknowledges the signals up to this number and is about to poll.
#[derive(Clone, Debug)]
pub struct HearSignals {
    /// Which page. Any but the newest is ignored.
    pub page: PollId,
    /// Up to and including this number.
    pub upto: u64,
}

/// A call that rings or is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calling {
    /// The id of this call; of the earlier one if there was one.
    pub call: CallId,
    /// With which agent.
    pub agent: AgentCard,
    /// Voice or video.
    pub medium: Medium,
}

impl Command for VisitorCalls {
    type Reply = Result<Calling, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        let agent = session.agent_to_call()?;
        let (call, medium) = session.ring(self.call, Party::Visitor, self.medium, effects)?;
        Ok(Calling {
            call,
            agent,
            medium,
        })
    }
}

impl Command for AgentCalls {
    type Reply = Result<Calling, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        let agent = session.agent_to_call()?;
        let (call, medium) = session.ring(self.call, Party::Agent, self.medium, effects)?;
        Ok(Calling {
            call,
            agent,
            medium,
        })
    }
}

impl Command for AgentAnswers {
    type Reply = Result<Medium, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        session.answer_call(&self.call, Party::Agent, effects)
    }
}

impl Command for AgentDeclines {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        session.hang_up(&self.call, Party::Agent, effects)
    }
}

impl Command for VisitorSignals {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        said(session, &self.call, Party::Visitor, self.said, effects)
    }
}

impl Command for AgentSignals {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        said(session, &self.call, Party::Agent, self.said, effects)
    }
}

fn said(
    session: &mut Session,
    call: &CallId,
    by: Party,
    said: Said,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    match said {
        Said::HangUp => session.hang_up(call, by, effects),
        Said::Signal(signal) if signal.payload.len() > PAYLOAD_BYTES_MAX => {
            Err(Refusal::SignalTooLong)
        }
        Said::Signal(signal) => session.signal_call(call, by, signal, effects),
    }
}

impl Command for HearSignals {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        if session.require_live(&self.page).is_ok() {
            session.signals_heard(self.upto);
        }
    }
}
