//! Calling each other: userVideoInvitation, inviteCall, answerCall, refuseCall, callSignal (Protocol, 'Calls').

use crate::agent_card::AgentCard;
use crate::call::{Medium, PAYLOAD_BYTES_MAX, Party, Signal};
use crate::ids::{AgentId, CallId, PollId};
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Calls the agent. Where the agent rings already, this takes the call; where there is a call, it changes nothing.
#[derive(Clone, Debug)]
pub struct VisitorCalls {
    /// The name of a new call.
    pub call: CallId,
    /// What with.
    pub medium: Medium,
}

/// Calls the visitor, likewise.
#[derive(Clone, Debug)]
pub struct AgentCalls {
    /// Who.
    pub agent: AgentId,
    /// The name of a new call.
    pub call: CallId,
    /// What with.
    pub medium: Medium,
}

/// Takes the visitor's call (answerCall).
#[derive(Clone, Debug)]
pub struct AgentAnswers {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
}

/// Does not take the visitor's call, or hangs up (refuseCall).
#[derive(Clone, Debug)]
pub struct AgentDeclines {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
}

/// Passes on what the visitor's browser has to tell the agent's.
#[derive(Clone, Debug)]
pub struct VisitorSignals {
    /// Which call.
    pub call: CallId,
    /// What.
    pub said: Said,
}

/// Passes on what the agent's browser has to tell the visitor's.
#[derive(Clone, Debug)]
pub struct AgentSignals {
    /// Who.
    pub agent: AgentId,
    /// Which call.
    pub call: CallId,
    /// What.
    pub said: Said,
}

/// What one of the two says about the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Something for the other's browser.
    Signal(Signal),
    /// It is over; from whoever is called while it rings: not wanted.
    HangUp,
}

/// The visitor's page has heard the signals up to this number, and is about to poll.
#[derive(Clone, Debug)]
pub struct HearSignals {
    /// Which page; any but the newest is not heard.
    pub page: PollId,
    /// Up to and with this number.
    pub upto: u64,
}

/// A call that rings or is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calling {
    /// Which call; an older one where there was one.
    pub call: CallId,
    /// With which agent.
    pub agent: AgentCard,
    /// What with.
    pub medium: Medium,
}

impl sealed::Sealed for VisitorCalls {}

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

impl sealed::Sealed for AgentCalls {}

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

impl sealed::Sealed for AgentAnswers {}

impl Command for AgentAnswers {
    type Reply = Result<Medium, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        session.answer_call(&self.call, Party::Agent, effects)
    }
}

impl sealed::Sealed for AgentDeclines {}

impl Command for AgentDeclines {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        session.hang_up(&self.call, Party::Agent, effects)
    }
}

impl sealed::Sealed for VisitorSignals {}

impl Command for VisitorSignals {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        said(session, &self.call, Party::Visitor, self.said, effects)
    }
}

impl sealed::Sealed for AgentSignals {}

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

impl sealed::Sealed for HearSignals {}

impl Command for HearSignals {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        if session.require_live(&self.page).is_ok() {
            session.signals_heard(self.upto);
        }
    }
}
