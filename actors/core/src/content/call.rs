//! A voice or video call between a visitor and their agent (Protocol, 'Calls'): who rings, who answered, how it ends.
//! Pure. Sound and picture go from browser to browser. The server only relays the signals that connect them.
//!
//! | State | Event | Next state |
//! |---|---|---|
//! | idle | an invitation of either side | ringing |
//! | ringing | the same side invites again | ringing, the same call |
//! | ringing | the other side answers, signals an offer or an answer, or invites too (both at once) | active |
//! | ringing | the other side refuses or hangs up | declined |
//! | ringing | the caller hangs up, or nobody answers for [`RINGS_FOR`] | ended |
//! | active | either side hangs up | ended |
//! | ringing, active | a page or the agent vanishes, the conversation ends or is handed on, a restart | ended |
//!
//! A declined or ended call is over: the session keeps its log line and drops the call.

use crate::ids::{AgentId, CallId};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long a call rings.
pub const RINGS_FOR: Span = Span::from_secs(60);

/// The largest payload of a signal, in bytes. The session description of a call with one camera has 4,000 to 8,000.
pub const PAYLOAD_BYTES_MAX: usize = 16 * 1_024;

/// One of the two sides of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Party {
    /// The visitor.
    Visitor,
    /// The agent.
    Agent,
}

/// What a call carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Medium {
    /// Audio only.
    Voice,
    /// Audio and video.
    Video,
}

/// The log line of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallLine {
    /// The call.
    pub call: CallId,
    /// The agent.
    pub agent: AgentId,
    /// The step.
    pub step: CallStep,
}

/// A step of a call. Stored by position: new variants and fields only at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallStep {
    /// It rings.
    Invited {
        /// Who calls.
        by: Party,
        /// With audio or video.
        medium: Medium,
    },
    /// The other side answered.
    Answered {
        /// Who answered.
        by: Party,
        /// With audio or video: audio only if either side wants no video.
        medium: Medium,
    },
    /// The other side declined.
    Declined {
        /// Who declined.
        by: Party,
    },
    /// It is over.
    Ended {
        /// Why.
        why: CallEnd,
        /// The duration in whole seconds; `None` if nobody answered.
        spoke_secs: Option<u32>,
    },
}

/// Why a call is over. Stored by position: new variants only at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallEnd {
    /// One of the two hung up.
    HungUp(Party),
    /// Nobody answered.
    Unanswered,
    /// The page or the desk of one of the two gives no sign of life.
    Vanished(Party),
    /// The visitor opened another page; the camera belonged to the old one.
    OtherPage,
    /// The conversation is over, or another agent has it.
    ConversationOver,
    /// The server restarted.
    Restart,
}

/// A signal between the two browsers. Passed on in order, never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The kind of signal.
    pub kind: SignalKind,
    /// The browsers' own data as JSON text. The server does not read it.
    pub payload: Arc<str>,
}

/// The kind of a signal (Protocol, 'Calls', callSignal).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    /// A session description.
    Offer,
    /// The session description that answers an offer.
    Answer,
    /// A network address of the sender (an ICE candidate).
    Candidate,
    /// The sender turned off their video.
    ToVoice,
}

/// A call that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The call.
    pub id: CallId,
    /// The caller.
    pub by: Party,
    /// With audio or video.
    pub medium: Medium,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ringing {
        until: Timestamp,
    },
    Active {
        since: Timestamp,
    },
    /// The server restarted during the call. It ends at the next check.
    Lost {
        at: Timestamp,
    },
}

/// The result of an invitation or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallAnswer {
    /// Nothing changed: a repeat.
    Already,
    /// The other side was calling: the call is answered.
    Answered,
}

impl Party {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Visitor => Self::Agent,
            Self::Agent => Self::Visitor,
        }
    }
}

impl Call {
    /// Starts a call that rings.
    pub fn ring(id: CallId, by: Party, medium: Medium, now: Timestamp) -> Self {
        Self {
            id,
            by,
            medium,
            state: State::Ringing {
                until: now + RINGS_FOR,
            },
        }
    }

    /// Restores a call that was not over when the server stopped.
    pub fn lost(id: CallId, now: Timestamp) -> Self {
        Self {
            id,
            by: Party::Visitor,
            medium: Medium::Voice,
            state: State::Lost { at: now },
        }
    }

    /// Handles an invitation while there is a call. If the other side is calling, the call is answered, with video only
    /// if both want it.
    pub fn invite(&mut self, by: Party, medium: Medium, now: Timestamp) -> CallAnswer {
        let answer = self.answer(by, now);
        if answer == CallAnswer::Answered && medium == Medium::Voice {
            self.medium = Medium::Voice;
        }
        answer
    }

    /// Answers the call. The caller cannot answer their own.
    pub fn answer(&mut self, by: Party, now: Timestamp) -> CallAnswer {
        match self.state {
            State::Ringing { .. } if by != self.by => {
                self.state = State::Active { since: now };
                CallAnswer::Answered
            }
            State::Ringing { .. } | State::Active { .. } | State::Lost { .. } => {
                CallAnswer::Already
            }
        }
    }

    /// Turns off the video for the rest of the call.
    pub fn turn_to_voice(&mut self) {
        self.medium = Medium::Voice;
    }

    /// The step when a side hangs up: the called side declines a ringing call.
    pub fn hung_up(&self, by: Party, now: Timestamp) -> CallStep {
        if matches!(self.state, State::Ringing { .. }) && by != self.by {
            CallStep::Declined { by }
        } else {
            self.over(CallEnd::HungUp(by), now)
        }
    }

    /// The step that ends the call.
    pub fn over(&self, why: CallEnd, now: Timestamp) -> CallStep {
        let spoke_secs = match self.state {
            State::Active { since } => {
                Some(u32::try_from(now.since(since).as_millis() / 1_000).unwrap_or(u32::MAX))
            }
            State::Ringing { .. } | State::Lost { .. } => None,
        };
        CallStep::Ended { why, spoke_secs }
    }

    /// Whether the call is answered.
    pub fn is_active(&self) -> bool {
        matches!(self.state, State::Active { .. })
    }

    /// When the call ends by itself, and why.
    pub fn due(&self) -> Option<(Timestamp, CallEnd)> {
        match self.state {
            State::Ringing { until } => Some((until, CallEnd::Unanswered)),
            State::Lost { at } => Some((at, CallEnd::Restart)),
            State::Active { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn ringing(by: Party, medium: Medium) -> Call {
        Call::ring(CallId::from("c1"), by, medium, NOW)
    }

    #[test]
    fn two_invitations_make_one_call_with_video_only_if_both_want_it() {
        for (first, second, agreed) in [
            (Medium::Video, Medium::Video, Medium::Video),
            (Medium::Video, Medium::Voice, Medium::Voice),
            (Medium::Voice, Medium::Video, Medium::Voice),
        ] {
            let mut call = ringing(Party::Visitor, first);

            assert_eq!(call.invite(Party::Agent, second, NOW), CallAnswer::Answered);
            assert!(call.is_active());
            assert_eq!(call.medium, agreed);
        }
    }

    #[test]
    fn callers_cannot_answer_their_own_call() {
        let mut call = ringing(Party::Agent, Medium::Voice);

        assert_eq!(call.answer(Party::Agent, NOW), CallAnswer::Already);
        assert!(!call.is_active());
        assert_eq!(
            call.invite(Party::Agent, Medium::Voice, NOW),
            CallAnswer::Already
        );
        assert_eq!(call.answer(Party::Visitor, NOW), CallAnswer::Answered);
        assert_eq!(call.answer(Party::Visitor, NOW), CallAnswer::Already);
    }

    #[test]
    fn hanging_up_a_ringing_call_declines_it_for_the_called_side_and_ends_it_for_the_caller() {
        let call = ringing(Party::Agent, Medium::Voice);

        assert_eq!(
            call.hung_up(Party::Visitor, NOW),
            CallStep::Declined { by: Party::Visitor }
        );
        assert_eq!(
            call.hung_up(Party::Agent, NOW),
            CallStep::Ended {
                why: CallEnd::HungUp(Party::Agent),
                spoke_secs: None
            }
        );
    }

    #[test]
    fn the_end_of_a_call_states_its_duration() {
        let mut call = ringing(Party::Agent, Medium::Voice);
        call.answer(Party::Visitor, NOW);

        assert_eq!(
            call.hung_up(Party::Visitor, NOW + Span::from_millis(65_900)),
            CallStep::Ended {
                why: CallEnd::HungUp(Party::Visitor),
                spoke_secs: Some(65)
            }
        );
    }
}
