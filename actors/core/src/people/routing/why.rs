//! Why a visitor has this agent and this place, and what became of a chat that an agent let pass. These are values with
//! parameters; the words are in the locales (docs/decisions/0012).
//!
//! Stored with a session by position: new variants and fields only at the end.

use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// On which terms an agent has a visitor. The session keeps them, because a restart forgets the router's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The visitor's place when they first came. They keep it if they return to a line.
    pub place: LinePlace,
    /// Why this agent, why this place.
    pub why: Why,
    /// The agent must open the conversation within this time; `None`: whenever they like.
    pub accept_within: Option<Span>,
    /// The agent must give the first answer within this time; `None`: whenever they like.
    pub answer_within: Option<Span>,
}

impl Terms {
    /// Terms without times, in the order of arrival, for the only free agent.
    pub fn plain(place: LinePlace) -> Self {
        Self {
            place,
            why: Why {
                agent: WhyAgent::OnlyFree,
                place: WhyPlace::Arrival,
                line: WhyLine::Usual,
                waited: Span::ZERO,
            },
            accept_within: None,
            answer_within: None,
        }
    }
}

/// Why an agent has a visitor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// Why this agent.
    pub agent: WhyAgent,
    /// Why this place in the line.
    pub place: WhyPlace,
    /// Why this line.
    pub line: WhyLine,
    /// How long the visitor had waited since they first came.
    pub waited: Span,
}

/// Why this agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyAgent {
    /// The visitor asked for this agent.
    AskedFor,
    /// The visitor talked with this agent before.
    TalkedBefore {
        /// How long ago that ended.
        ago: Span,
    },
    /// No other agent was free.
    OnlyFree,
    /// This agent had fewer conversations than the other free agents.
    FewestConversations {
        /// Their number of conversations.
        conversations: u32,
        /// The number of free agents.
        free: u32,
    },
    /// Among those with the fewest conversations, this agent was idle longest.
    IdleLongest {
        /// For how long.
        idle: Span,
        /// The number of free agents.
        free: u32,
    },
    /// The free agents were equal in all of this.
    FirstOfEquals {
        /// The number of free agents.
        free: u32,
    },
    /// The agent took the visitor out of the line.
    Took,
    /// A colleague or a supervisor handed the visitor over.
    HandedOver {
        /// Who.
        by: AgentId,
    },
    /// The agent had the visitor before the server restarted.
    SinceBefore,
    /// The agent stepped into the conversation with the robot.
    SteppedIn,
}

/// Why this place in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyPlace {
    /// In the order of arrival.
    #[default]
    Arrival,
    /// The shop's server signed a priority.
    Priority,
    /// The agent before let the conversation pass, so the visitor keeps the place from before.
    Rescued {
        /// The agent before.
        from: AgentId,
        /// What they let pass.
        why: Lapse,
    },
    /// A colleague or a supervisor handed the visitor to the group.
    HandedOver {
        /// Who.
        by: AgentId,
    },
}

/// Why this line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyLine {
    /// Of the agent's lines, the visitor waited longest.
    #[default]
    Usual,
    /// The tenant serves this group before groups with a lower priority.
    GroupFirst {
        /// The group's priority.
        priority: u8,
    },
    /// The visitor's own group had no free agent for too long.
    Overflow {
        /// The group that helps.
        to: GroupId,
    },
}

/// What an agent let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lapse {
    /// They did not open the conversation in time.
    NotAccepted,
    /// They did not give the first answer in time.
    NotAnswered,
    /// Their page is gone.
    PageGone,
    /// They went offline or left the tenant.
    WentOffline,
}

/// A visitor was rescued from an agent, for the desks of supervisors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// The visitor.
    pub visitor: VisitorId,
    /// The agent before.
    pub from: AgentId,
    /// The group through which the visitor came.
    pub group: GroupId,
    /// What the agent let pass.
    pub why: Lapse,
    /// Where the visitor is now.
    pub to: RescuedTo,
    /// When.
    pub at: Timestamp,
}

/// Where a rescued visitor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RescuedTo {
    /// With this agent.
    Agent(AgentId),
    /// In the line.
    Line {
        /// Their position, 1 = next.
        position: u32,
    },
    /// Still with the agent before: nobody else of the group takes visitors.
    SameAgent,
    /// With the robot: nobody of the group is present.
    NoAgent,
}

/// The agent with whom a visitor talked last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastAgent {
    /// The agent.
    pub agent: AgentId,
    /// When the conversation ended.
    pub at: Timestamp,
}

/// What an agent owes in a conversation, for the countdown at their desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// On which terms they have it.
    pub terms: Terms,
    /// When the conversation goes to the next agent unless they open it.
    pub accept_by: Option<Timestamp>,
    /// When it goes to the next agent unless they answer.
    pub answer_by: Option<Timestamp>,
}

impl Duty {
    /// The next of the two times.
    pub fn due(&self) -> Option<Timestamp> {
        self.accept_by.into_iter().chain(self.answer_by).min()
    }
}
