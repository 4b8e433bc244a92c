//! A voice or video call between a visitor and the agent they talk with (Protocol, 'Calls'): who rings, who has answered,
//! how it ends. Pure. Sound and picture go from browser to browser; only what they need to find each other comes by here.
//!
//! | In | Comes | Goes to |
//! |---|---|---|
//! | idle | an invitation of either side | ringing |
//! | ringing | the same side invites again | ringing, the same call |
//! | ringing | the other side answers, signals an offer or an answer, or invites too (both at once) | active |
//! | ringing | the other side refuses or hangs up | declined |
//! | ringing | whoever rings hangs up; nobody answers for [`RINGS_FOR`] | ended |
//! | active | either side hangs up | ended |
//! | ringing, active | a page or the agent vanishes, the conversation ends or goes to somebody else, a restart | ended |
//!
//! A call that is declined or ended is over: the session keeps its line and forgets it.

use crate::ids::{AgentId, CallId};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long it rings.
pub const RINGS_FOR: Span = Span::from_secs(60);

/// The largest payload of a signal, in bytes: descriptions of a call with one camera have four to eight thousand.
pub const PAYLOAD_BYTES_MAX: usize = 16 * 1_024;

/// One of the two who call each other.
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
    /// Sound.
    Voice,
    /// Sound and picture.
    Video,
}

/// What a log keeps of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallLine {
    /// Which call.
    pub call: CallId,
    /// With which agent.
    pub agent: AgentId,
    /// What happened to it.
    pub step: CallStep,
}

/// What happens to a call. Stored by its order: variants and fields are only ever added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallStep {
    /// It rings.
    Invited {
        /// Who calls.
        by: Party,
        /// What with.
        medium: Medium,
    },
    /// The other side took it.
    Answered {
        /// Who took it.
        by: Party,
        /// What with: voice, where either side wanted no more.
        medium: Medium,
    },
    /// The other side did not want it.
    Declined {
        /// Who did not.
        by: Party,
    },
    /// It is over.
    Ended {
        /// Why.
        why: CallEnd,
        /// How long they spoke, in whole seconds; none where nobody had answered.
        spoke_secs: Option<u32>,
    },
}

/// Why a call is over. Stored by its order: variants are only ever added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallEnd {
    /// One of the two hung up.
    HungUp(Party),
    /// Nobody answered.
    Unanswered,
    /// The page or the desk of one of the two gives no sign of life.
    Vanished(Party),
    /// The visitor opened another page: the camera was the old one's.
    OtherPage,
    /// The conversation is over, or another agent's.
    ConversationOver,
    /// The server was started anew.
    Restart,
}

/// What the two browsers tell each other. Passed on in order, never kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// What it is.
    pub kind: SignalKind,
    /// What the browsers made of it, as JSON text; nobody here reads it.
    pub payload: Arc<str>,
}

/// What a signal is (Protocol, 'Calls', callSignal).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    /// A session description.
    Offer,
    /// The description that answers it.
    Answer,
    /// A way to reach the sender.
    Candidate,
    /// The sender no longer shows a picture.
    ToVoice,
}

/// A call that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Which call.
    pub id: CallId,
    /// Who rang.
    pub by: Party,
    /// What with.
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
    /// The server was started anew meanwhile: over as soon as anybody looks.
    Lost {
        at: Timestamp,
    },
}

/// What came of an invitation or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Nothing new: it was said before.
    Already,
    /// The other side had called: the call is answered.
    Answered,
}

impl Party {
    /// The other of the two.
    pub fn other(self) -> Self {
        match self {
            Self::Visitor => Self::Agent,
            Self::Agent => Self::Visitor,
        }
    }
}

impl Call {
    /// A call that begins to ring.
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

    /// A call that was not over when the server stopped.
    pub fn lost(id: CallId, now: Timestamp) -> Self {
        Self {
            id,
            by: Party::Visitor,
            medium: Medium::Voice,
            state: State::Lost { at: now },
        }
    }

    /// Somebody calls though there is a call already. Both at once means that both want it: with a picture only where
    /// both asked for one.
    pub fn invite(&mut self, by: Party, medium: Medium, now: Timestamp) -> Rung {
        let rung = self.answer(by, now);
        if rung == Rung::Answered && medium == Medium::Voice {
            self.medium = Medium::Voice;
        }
        rung
    }

    /// Somebody takes the call; whoever rings has already.
    pub fn answer(&mut self, by: Party, now: Timestamp) -> Rung {
        match self.state {
            State::Ringing { .. } if by != self.by => {
                self.state = State::Active { since: now };
                Rung::Answered
            }
            State::Ringing { .. } | State::Active { .. } | State::Lost { .. } => Rung::Already,
        }
    }

    /// No picture from here on.
    pub fn turn_to_voice(&mut self) {
        self.medium = Medium::Voice;
    }

    /// What it means when somebody hangs up: the one who is called declines.
    pub fn hung_up(&self, by: Party, now: Timestamp) -> CallStep {
        if matches!(self.state, State::Ringing { .. }) && by != self.by {
            CallStep::Declined { by }
        } else {
            self.over(CallEnd::HungUp(by), now)
        }
    }

    /// How it ends.
    pub fn over(&self, why: CallEnd, now: Timestamp) -> CallStep {
        let spoke_secs = match self.state {
            State::Active { since } => {
                Some(u32::try_from(now.since(since).as_millis() / 1_000).unwrap_or(u32::MAX))
            }
            State::Ringing { .. } | State::Lost { .. } => None,
        };
        CallStep::Ended { why, spoke_secs }
    }

    /// Whether the two speak.
    pub fn is_active(&self) -> bool {
        matches!(self.state, State::Active { .. })
    }

    /// When it ends by itself, and why.
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
    fn both_at_once_is_one_call_with_a_picture_only_where_both_want_one() {
        for (first, second, agreed) in [
            (Medium::Video, Medium::Video, Medium::Video),
            (Medium::Video, Medium::Voice, Medium::Voice),
            (Medium::Voice, Medium::Video, Medium::Voice),
        ] {
            let mut call = ringing(Party::Visitor, first);

            assert_eq!(call.invite(Party::Agent, second, NOW), Rung::Answered);
            assert!(call.is_active());
            assert_eq!(call.medium, agreed);
        }
    }

    #[test]
    fn whoever_rings_cannot_answer_themselves() {
        let mut call = ringing(Party::Agent, Medium::Voice);

        assert_eq!(call.answer(Party::Agent, NOW), Rung::Already);
        assert!(!call.is_active());
        assert_eq!(call.invite(Party::Agent, Medium::Voice, NOW), Rung::Already);
        assert_eq!(call.answer(Party::Visitor, NOW), Rung::Answered);
        assert_eq!(call.answer(Party::Visitor, NOW), Rung::Already);
    }

    #[test]
    fn the_one_who_is_called_declines_and_the_one_who_calls_gives_up() {
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
    fn it_says_how_long_they_spoke() {
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
