//! The voice or video call of a session: its entries in the log, the signals that wait for the visitor's page, and its
//! end.

use crate::agent_card::AgentCard;
use crate::call::{
    Call, CallAnswer, CallEnd, CallLine, CallStep, Medium, Party, Signal, SignalKind,
};
use crate::event::Event;
use crate::ids::{AgentId, CallId, SessionNo};
use crate::record::Stored;
use crate::routing::{CallNews, DeskNews};
use crate::session::commands::poll::Fleeting;
use crate::session::phase::{Phase, Turn};
use crate::session::refusal::Refusal;
use crate::session::timer::Timer;
use crate::session::{Effects, HeadState, Session};
use crate::time::Timestamp;
use std::collections::VecDeque;
use thin_vec::ThinVec;

/// Maximum number of signals that wait for a page. A browser sends about twenty in a call.
const WAITING_MAX: usize = 128;

/// Maximum number of payload bytes that wait for a page.
const WAITING_BYTES_MAX: usize = 256 * 1_024;

/// A call that is not over, with the signals that wait for the visitor's page. Signal numbers are times, so they rise
/// across calls without being stored. A page acknowledges a number; one that never does gets each signal once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenCall {
    call: Call,
    agent: AgentId,
    waiting: VecDeque<CallSignal>,
    /// How many of the waiting signals the page has received.
    served: usize,
    /// The page acknowledged signals and is about to poll.
    said: bool,
    last: u64,
}

/// A signal as a visitor's page gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSignal {
    /// Rises from signal to signal, with gaps.
    pub number: u64,
    /// The call.
    pub call: CallId,
    /// The agent of the call.
    pub agent: AgentId,
    /// The signal.
    pub signal: Signal,
}

impl OpenCall {
    fn new(call: Call, agent: AgentId) -> Self {
        Self {
            call,
            agent,
            waiting: VecDeque::new(),
            served: 0,
            said: false,
            last: 0,
        }
    }

    /// Restores a call that was not over when the session left memory, which happens only if the server stopped. A call
    /// whose lines are older than `recent` is forgotten, and stays open in the log.
    pub fn lost(session: SessionNo, recent: &[Stored], now: Timestamp) -> Option<Box<Self>> {
        let newest = recent
            .iter()
            .rev()
            .take_while(|line| line.session == session);
        let line = newest
            .into_iter()
            .find_map(|line| match &line.entry.event {
                Event::Call(line) => Some(line),
                _ => None,
            })?;
        match line.step {
            CallStep::Invited { .. } | CallStep::Answered { .. } => Some(Box::new(Self::new(
                Call::lost(line.call.clone(), now),
                line.agent.clone(),
            ))),
            CallStep::Declined { .. } | CallStep::Ended { .. } => None,
        }
    }

    pub fn due(&self) -> Option<Timestamp> {
        self.call.due().map(|(due, _)| due)
    }

    fn wait_for_page(&mut self, signal: Signal, now: Timestamp) -> Result<(), Refusal> {
        let bytes: usize = self
            .waiting
            .iter()
            .map(|waiting| waiting.signal.payload.len())
            .sum();
        if self.waiting.len() >= WAITING_MAX || bytes + signal.payload.len() > WAITING_BYTES_MAX {
            return Err(Refusal::TooManySignals);
        }
        self.last = now.as_millis().unsigned_abs().max(self.last + 1);
        self.waiting.push_back(CallSignal {
            number: self.last,
            call: self.call.id.clone(),
            agent: self.agent.clone(),
            signal,
        });
        Ok(())
    }
}

impl Session {
    /// Somebody calls. If there is no call yet, `id` becomes its id.
    pub(super) fn ring(
        &mut self,
        id: CallId,
        by: Party,
        medium: Medium,
        effects: &mut Effects,
    ) -> Result<(CallId, Medium), Refusal> {
        let now = self.last_now;
        let agent = self.agent_to_call()?.agent;
        if let Some(open) = self.call_mut() {
            let answer = open.call.invite(by, medium, now);
            let agreed = (open.call.id.clone(), open.call.medium);
            self.perhaps_answered(answer, by, effects);
            return Ok(agreed);
        }
        let call = Call::ring(id.clone(), by, medium, now);
        if let Phase::Manual(manual) = &mut self.phase {
            manual.call = Some(Box::new(OpenCall::new(call, agent)));
        }
        self.call_step(CallStep::Invited { by, medium }, effects);
        Ok((id, medium))
    }

    /// Somebody accepts the call.
    pub(super) fn answer_call(
        &mut self,
        call: &CallId,
        by: Party,
        effects: &mut Effects,
    ) -> Result<Medium, Refusal> {
        let now = self.last_now;
        let open = self.open_call(call)?;
        let answer = open.call.answer(by, now);
        let medium = open.call.medium;
        self.perhaps_answered(answer, by, effects);
        Ok(medium)
    }

    /// Somebody hangs up or declines the call.
    pub(super) fn hang_up(
        &mut self,
        call: &CallId,
        by: Party,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        let now = self.last_now;
        let step = self.open_call(call)?.call.hung_up(by, now);
        self.call_over(step, effects);
        Ok(())
    }

    /// Passes a signal on. The called side accepts the call by an offer or an answer.
    pub(super) fn signal_call(
        &mut self,
        call: &CallId,
        by: Party,
        signal: Signal,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        let now = self.last_now;
        let open = self.open_call(call)?;
        if by == Party::Agent {
            open.wait_for_page(signal.clone(), now)?;
        }
        match signal.kind {
            SignalKind::Offer | SignalKind::Answer => {
                let answer = open.call.answer(by, now);
                self.perhaps_answered(answer, by, effects);
            }
            SignalKind::ToVoice => open.call.turn_to_voice(),
            SignalKind::Candidate => {}
        }
        if by == Party::Visitor {
            self.tell_call(effects, CallNews::Signal(signal));
        }
        Ok(())
    }

    /// Ends the call, if there is one. Call this while the conversation still belongs to the agent, so that the agent
    /// is told.
    pub(super) fn end_call(&mut self, why: CallEnd, effects: &mut Effects) {
        if let Some(open) = self.call() {
            let step = open.call.over(why, self.last_now);
            self.call_over(step, effects);
        }
    }

    /// Ends a call that nobody answered, or that a restart cut off.
    pub(super) fn end_due_call(&mut self, effects: &mut Effects) {
        let due = self.call().and_then(|open| open.call.due());
        if let Some((due, why)) = due
            && due <= self.last_now
        {
            self.end_call(why, effects);
        }
    }

    /// The page acknowledges the signals up to this number.
    pub(super) fn signals_heard(&mut self, upto: u64) {
        if let Some(open) = self.call_mut() {
            open.waiting.retain(|signal| signal.number > upto);
            open.served = 0;
            open.said = true;
        }
    }

    /// The page polls. If it acknowledges nothing, the signals it received count as acknowledged.
    pub(super) fn forget_told_signals(&mut self) {
        if let Some(open) = self.call_mut()
            && !std::mem::take(&mut open.said)
        {
            let served = std::mem::take(&mut open.served);
            open.waiting.drain(..served);
        }
    }

    /// Whether the visitor and the agent are in a call at this moment.
    pub(super) fn is_speaking(&self) -> bool {
        self.call().is_some_and(|open| open.call.is_active())
    }

    /// Whether signals wait that the page has not received.
    pub(super) fn has_signals(&self) -> bool {
        self.call()
            .is_some_and(|open| open.waiting.len() > open.served)
    }

    /// The signals that the page has not received.
    pub(super) fn take_signals(&mut self) -> ThinVec<Fleeting> {
        let Some(open) = self.call_mut() else {
            return ThinVec::new();
        };
        let untold = open.waiting.range(open.served..).cloned();
        let untold = untold.map(Fleeting::Signal).collect();
        open.served = open.waiting.len();
        untold
    }

    /// The call that rings or is under way.
    pub(super) fn call(&self) -> Option<&OpenCall> {
        self.phase.manual()?.call.as_deref()
    }

    fn call_mut(&mut self) -> Option<&mut OpenCall> {
        self.phase.manual_mut()?.call.as_deref_mut()
    }

    fn open_call(&mut self, call: &CallId) -> Result<&mut OpenCall, Refusal> {
        self.call_mut()
            .filter(|open| open.call.id == *call)
            .ok_or(Refusal::NoSuchCall)
    }

    /// Calls are between a visitor and the agent they talk with (Protocol, 'Calls').
    pub(super) fn agent_to_call(&self) -> Result<AgentCard, Refusal> {
        match &self.phase {
            Phase::Manual(manual) => Ok(AgentCard::clone(&manual.agent)),
            Phase::Robot(_) | Phase::Queued(_) => Err(Refusal::NotWithAgent),
            Phase::Ended(_) => Err(Refusal::ChatEnded),
        }
    }

    fn perhaps_answered(&mut self, answer: CallAnswer, by: Party, effects: &mut Effects) {
        let Some(open) = self.call().filter(|_| answer == CallAnswer::Answered) else {
            return;
        };
        let medium = open.call.medium;
        self.call_step(CallStep::Answered { by, medium }, effects);
        // Talking in a call is not silence.
        if let Phase::Manual(manual) = &mut self.phase {
            manual.answered = true;
            manual.turn = Turn::Nobody;
        }
        for timer in [
            Timer::AgentSilence,
            Timer::VisitorSilence,
            Timer::VisitorOver,
        ] {
            self.timers.stop(timer);
        }
        self.mark_head(HeadState::Changed);
    }

    fn call_over(&mut self, step: CallStep, effects: &mut Effects) {
        self.call_step(step, effects);
        if let Phase::Manual(manual) = &mut self.phase {
            manual.call = None;
        }
    }

    fn call_step(&mut self, step: CallStep, effects: &mut Effects) {
        if let Some(open) = self.call() {
            let line = CallLine {
                call: open.call.id.clone(),
                agent: open.agent.clone(),
                step,
            };
            self.append(Event::Call(Box::new(line)), effects);
            self.tell_call(effects, CallNews::Step(step));
        }
    }

    fn tell_call(&self, effects: &mut Effects, news: CallNews) {
        if let Some(open) = self.call() {
            let call = open.call.id.clone();
            self.tell_agent(effects, |place| DeskNews::Call { place, call, news });
        }
    }
}
