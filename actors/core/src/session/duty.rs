//! What the agent of a conversation owes: to open it and to give the first answer, each within the tenant's time. If the
//! agent lets a time pass, the session asks the router for the next agent (docs/decisions/0012).

use crate::routing::{DeskNews, Duty, Lapse, RouterRequest};
use crate::session::phase::Phase;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::{Span, Timestamp};

/// The shortest time after which a session asks again for another agent.
const AGAIN_AT_LEAST: Span = Span::from_secs(5);

/// What an agent did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fulfilled {
    Accepted,
    Answered,
}

impl Session {
    /// The agent opened the conversation.
    pub(super) fn note_acceptance(&mut self, effects: &mut Effects) {
        self.fulfil(Fulfilled::Accepted, effects);
    }

    /// What the agent owes.
    pub(super) fn duty(&self) -> Option<&Duty> {
        self.extras.course()?.duty.as_deref()
    }

    /// When the agent must have done something.
    pub(super) fn rescue_due(&self) -> Option<Timestamp> {
        self.duty().and_then(Duty::due)
    }

    /// Asks for the next agent if this one let a time pass.
    pub(super) fn ask_due_rescue(&mut self, effects: &mut Effects) {
        if self.rescue_due().is_some_and(|due| due <= self.last_now) {
            self.ask_rescue(effects);
        }
    }

    /// The agent let a time pass. The router gives the visitor to the next agent, or leaves them with this one. In that
    /// case the session asks again after the same time.
    fn ask_rescue(&mut self, effects: &mut Effects) {
        let Phase::Manual(manual) = &self.phase else {
            return;
        };
        let from = manual.agent.agent.clone();
        let now = self.last_now;
        let Some(duty) = self.course_mut().duty.as_mut() else {
            return;
        };
        let is_due = |by: Option<Timestamp>| by.is_some_and(|by| by <= now);
        let why = match is_due(duty.accept_by) {
            true => Lapse::NotAccepted,
            false => Lapse::NotAnswered,
        };
        let place = Some(duty.terms.place);
        let again = |by: Option<Timestamp>, within: Option<Span>| match is_due(by) {
            true => within.map(|within| now + within.max(AGAIN_AT_LEAST)),
            false => by,
        };
        duty.accept_by = again(duty.accept_by, duty.terms.accept_within);
        duty.answer_by = again(duty.answer_by, duty.terms.answer_within);
        self.course_mut().lapse = Some(why);
        self.mark_head(HeadState::Changed);
        self.tell_duty(effects);
        effects.push(Effect::AskRouter(RouterRequest::Rescue {
            from,
            why,
            place,
        }));
    }

    /// The agent did something that they owe.
    pub(super) fn fulfil(&mut self, fulfilled: Fulfilled, effects: &mut Effects) {
        let course = self.course_mut();
        let Some(duty) = course.duty.as_mut() else {
            return;
        };
        let before = (duty.accept_by, duty.answer_by);
        duty.accept_by = None;
        if fulfilled == Fulfilled::Answered {
            duty.answer_by = None;
        }
        if before != (duty.accept_by, duty.answer_by) {
            course.lapse = None;
            self.mark_head(HeadState::Changed);
            self.tell_duty(effects);
        }
    }

    /// Tells the agent's desk what they owe.
    pub(super) fn tell_duty(&self, effects: &mut Effects) {
        if let Some(duty) = self.duty() {
            let duty = Box::new(duty.clone());
            self.tell_agent(effects, |place| DeskNews::Due { place, duty });
        }
    }
}
