//! What an agent owes in a conversation, why they have it, and rescues (Protocol, 'Rescue and routing').

use super::group_id;
use actors_core::routing::{Duty, Lapse, Rescue, RescuedTo, Why, WhyAgent, WhyLine, WhyPlace};
use serde::Serialize;
use serde_with::skip_serializing_none;

/// What an agent owes in a conversation.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireDuty {
    /// When the conversation goes to the next agent unless it is accepted.
    pub accept_by: Option<i64>,
    /// When it goes to the next agent unless it is answered.
    pub answer_by: Option<i64>,
    /// Why the agent has it.
    pub why: WireWhy,
}

/// Why an agent has a visitor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireWhy {
    /// Why this agent.
    pub agent: WireWhyAgent,
    /// Why this place in the queue.
    pub place: WireWhyPlace,
    /// Why this queue.
    pub line: WireWhyLine,
    /// How long the visitor waited, in ms.
    pub waited: u64,
}

/// Why this agent. Times are in ms; `free` is the number of free agents.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum WireWhyAgent {
    AskedFor,
    TalkedBefore { ago: u64 },
    OnlyFree,
    FewestConversations { conversations: u32, free: u32 },
    IdleLongest { idle: u64, free: u32 },
    FirstOfEquals { free: u32 },
    Took,
    HandedOver { by: String },
    SinceBefore,
    SteppedIn,
}

/// Why this place in the queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum WireWhyPlace {
    Arrival,
    Priority,
    Rescued { from: String, lapse: &'static str },
    HandedOver { by: String },
}

/// Why this queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum WireWhyLine {
    Usual,
    GroupFirst { priority: u8 },
    Overflow { to: String },
}

/// A visitor was rescued from an agent.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireRescue {
    /// The agent before.
    pub admin_id: String,
    /// The group through which the visitor came.
    pub group_id: String,
    /// notAccepted, notAnswered, pageGone or wentOffline.
    pub lapse: &'static str,
    /// agent, queue, sameAgent or nobody.
    pub to: &'static str,
    /// The agent who has the visitor.
    pub to_admin_id: Option<String>,
    /// The visitor's place in the queue.
    pub wait_index: Option<u32>,
    /// When.
    pub at: i64,
}

impl From<&Duty> for WireDuty {
    fn from(duty: &Duty) -> Self {
        Self {
            accept_by: duty.accept_by.map(|by| by.as_millis()),
            answer_by: duty.answer_by.map(|by| by.as_millis()),
            why: WireWhy::from(&duty.terms.why),
        }
    }
}

impl From<&Why> for WireWhy {
    fn from(why: &Why) -> Self {
        Self {
            agent: (&why.agent).into(),
            place: (&why.place).into(),
            line: (&why.line).into(),
            waited: why.waited.as_millis(),
        }
    }
}

impl From<&WhyAgent> for WireWhyAgent {
    fn from(why: &WhyAgent) -> Self {
        match why {
            WhyAgent::AskedFor => Self::AskedFor,
            WhyAgent::TalkedBefore { ago } => Self::TalkedBefore {
                ago: ago.as_millis(),
            },
            WhyAgent::OnlyFree => Self::OnlyFree,
            WhyAgent::FewestConversations {
                conversations,
                free,
            } => Self::FewestConversations {
                conversations: *conversations,
                free: *free,
            },
            WhyAgent::IdleLongest { idle, free } => Self::IdleLongest {
                idle: idle.as_millis(),
                free: *free,
            },
            WhyAgent::FirstOfEquals { free } => Self::FirstOfEquals { free: *free },
            WhyAgent::Took => Self::Took,
            WhyAgent::HandedOver { by } => Self::HandedOver { by: by.to_string() },
            WhyAgent::SinceBefore => Self::SinceBefore,
            WhyAgent::SteppedIn => Self::SteppedIn,
        }
    }
}

impl From<&WhyPlace> for WireWhyPlace {
    fn from(why: &WhyPlace) -> Self {
        match why {
            WhyPlace::Arrival => Self::Arrival,
            WhyPlace::Priority => Self::Priority,
            WhyPlace::Rescued { from, why } => Self::Rescued {
                from: from.to_string(),
                lapse: lapse(*why),
            },
            WhyPlace::HandedOver { by } => Self::HandedOver { by: by.to_string() },
        }
    }
}

impl From<&WhyLine> for WireWhyLine {
    fn from(why: &WhyLine) -> Self {
        match why {
            WhyLine::Usual => Self::Usual,
            WhyLine::GroupFirst { priority } => Self::GroupFirst {
                priority: *priority,
            },
            WhyLine::Overflow { to } => Self::Overflow { to: group_id(to) },
        }
    }
}

impl From<&Rescue> for WireRescue {
    fn from(rescue: &Rescue) -> Self {
        let (to, to_admin_id, wait_index) = match &rescue.to {
            RescuedTo::Agent(agent) => ("agent", Some(agent.to_string()), None),
            RescuedTo::Line { position } => ("queue", None, Some(*position)),
            RescuedTo::SameAgent => ("sameAgent", None, None),
            RescuedTo::NoAgent => ("nobody", None, None),
        };
        Self {
            admin_id: rescue.from.to_string(),
            group_id: group_id(&rescue.group),
            lapse: lapse(rescue.why),
            to,
            to_admin_id,
            wait_index,
            at: rescue.at.as_millis(),
        }
    }
}

fn lapse(lapse: Lapse) -> &'static str {
    match lapse {
        Lapse::NotAccepted => "notAccepted",
        Lapse::NotAnswered => "notAnswered",
        Lapse::PageGone => "pageGone",
        Lapse::WentOffline => "wentOffline",
    }
}
