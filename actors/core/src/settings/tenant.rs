//! A business that uses the product, and the people who answer for it.

use std::num::NonZeroU16;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::agent_card::AgentCard;
use crate::channel::Absence;
use crate::channel::hours::WorkingHours;
use crate::ids::{AgentId, GroupId, TenantId};
use crate::large_model::LargeModel;
use crate::local_text::LocalText;
use crate::time::Span;

/// A tenant's own settings (Protocol, 'Files of a tenant', tenant.json).
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    /// Which tenant.
    pub id: TenantId,
    /// Its name, as agents read it.
    pub name: LocalText,
    /// When its agents work, on channels without hours of their own; none: always.
    pub hours: Option<Arc<WorkingHours>>,
    /// Hosts that forms may be sent to (Protocol, 'fromRequest').
    pub relay_hosts: Vec<Box<str>>,
    /// Hosts besides this server whose pictures pages show (pictureHosts). The server itself asks none of them.
    pub picture_hosts: Arc<[Box<str>]>,
    /// Ways to ask for a person that its robots hear besides their own (personPhrases).
    pub person_phrases: Arc<[Box<str>]>,
    /// Agents read what visitors type before it is sent, and visitors are told so (typingPreview).
    pub previews_typing: bool,
    /// How long silence is borne, and how many there may be at once.
    pub service: Service,
    /// For how many days messages are kept; none: for good.
    pub retention_days: Option<NonZeroU16>,
    /// What writes answers from its documents; none: nothing does.
    pub large_model: Option<Arc<LargeModel>>,
}

/// The most days a tenant may say that messages are kept: ten years.
pub const RETENTION_DAYS_MAX: u16 = 3_650;

/// How long silence is borne, and how many there may be at once (Protocol, 'Service and large model').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Service {
    /// What a visitor's silence means.
    pub absence: Absence,
    /// What an agent's silence means, and how many may wait.
    pub routing: RoutingSettings,
    /// The most sessions in memory; who would be one more is told to come back later.
    pub sessions_max: usize,
}

/// The router's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoutingSettings {
    /// How long an agent may be silent before they count as away (Protocol, 'Presence of agents').
    pub away_after: Span,
    /// How long a silent agent's conversations stay theirs, counted from the last sign of life (Protocol, 'Presence of agents').
    pub gone_after: Span,
    /// The most visitors who wait at once in a tenant; one more is refused.
    pub waiting_max: usize,
}

/// Maximum number of waiting visitors. A place takes less than 100 bytes, so a full queue takes 10 MB. At one visitor a second
/// it is more than a day of waiting.
pub const WAITING_MAX: usize = 100_000;

impl Default for RoutingSettings {
    fn default() -> Self {
        Self {
            away_after: Span::from_secs(30),
            gone_after: Span::from_minutes(2),
            waiting_max: WAITING_MAX,
        }
    }
}

/// Twice as many as may wait: 200 MB, at a kilobyte each.
pub const SESSIONS_MAX: usize = 2 * WAITING_MAX;

impl Default for Service {
    fn default() -> Self {
        Service {
            absence: Absence::default(),
            routing: RoutingSettings::default(),
            sessions_max: SESSIONS_MAX,
        }
    }
}

/// A group of agents with a line of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Which group.
    pub id: GroupId,
    /// Its name, as visitors read it.
    pub name: LocalText,
}

/// What an agent may do; each may do what the ones before it may (Protocol, 'Roles').
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Talks to visitors.
    Agent,
    /// Looks after agents.
    Supervisor,
    /// Changes settings.
    Admin,
}

impl Role {
    /// Whose conversations somebody of this role may close and hand on.
    pub fn reach(self) -> Reach {
        match self {
            Self::Agent => Reach::Own,
            Self::Supervisor | Self::Admin => Reach::Tenant,
        }
    }
}

/// Whose conversations somebody may close and hand on, and out of whose lines they may take (Protocol, 'Roles', roles).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Their own, and the lines of their groups.
    Own,
    /// Any of the tenant's.
    Tenant,
}

/// How many visitors an agent talks to at once: 1 to 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Capacity(NonZeroU16);

impl Capacity {
    /// The largest there is.
    pub const MAX: u16 = 10_000;

    /// A capacity, where the number is one.
    pub fn new(visitors: u32) -> Option<Self> {
        let visitors = u16::try_from(visitors)
            .ok()
            .filter(|visitors| *visitors <= Self::MAX)?;
        NonZeroU16::new(visitors).map(Capacity)
    }

    /// How many visitors.
    pub fn visitors(self) -> u32 {
        self.0.get().into()
    }
}

impl TryFrom<u32> for Capacity {
    type Error = String;

    fn try_from(visitors: u32) -> Result<Self, String> {
        Capacity::new(visitors).ok_or_else(|| format!("a capacity is 1 to {}", Capacity::MAX))
    }
}

impl From<Capacity> for u32 {
    fn from(capacity: Capacity) -> u32 {
        capacity.visitors()
    }
}

/// An agent, without what only signing in needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Agent {
    /// Which agent.
    pub id: AgentId,
    /// Name visitors read (adminNick).
    pub nick: Arc<str>,
    /// Picture visitors see; empty for none (adminFace).
    pub face: Arc<str>,
    /// The rest of the card visitors may look at.
    pub contact: Contact,
    /// What the agent may do.
    pub role: Role,
    /// Whose lines the agent takes visitors from.
    pub groups: Vec<GroupId>,
    /// How many visitors at once.
    pub capacity: Capacity,
}

impl Agent {
    /// The agent as a conversation names them.
    pub fn card(&self) -> AgentCard {
        AgentCard {
            agent: self.id.clone(),
            nick: self.nick.clone(),
            face: self.face.clone(),
        }
    }
}

/// How to reach an agent otherwise; empty where they do not say (Protocol, 'Talking', agent card).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Contact {
    pub signature: Box<str>,
    pub telephone: Box<str>,
    pub mobile: Box<str>,
    pub email: Box<str>,
    pub qq: Box<str>,
    pub wechat: Box<str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capacity_is_one_to_ten_thousand() {
        assert_eq!(Capacity::new(0), None);
        assert_eq!(Capacity::new(1).map(Capacity::visitors), Some(1));
        assert_eq!(Capacity::new(10_000).map(Capacity::visitors), Some(10_000));
        assert_eq!(Capacity::new(10_001), None);
        assert_eq!(Capacity::new(1_000_000_000), None);
    }

    #[test]
    fn a_role_has_the_rights_of_those_before_it() {
        assert!(Role::Admin > Role::Supervisor && Role::Supervisor > Role::Agent);
    }
}
