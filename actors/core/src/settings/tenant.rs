//! A tenant (a business that uses the product), its groups and its agents.

use std::collections::BTreeSet;
use std::num::NonZeroU16;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::agent_card::AgentCard;
use crate::channel::Absence;
use crate::channel::hours::WorkingHours;
use crate::customer_data::CustomerData;
use crate::ids::{AgentId, GroupId, TenantId};
use crate::large_model::LargeModel;
use crate::local_text::LocalText;
use crate::time::Span;

/// A tenant's own settings (Protocol, 'Files of a tenant', tenant.json).
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    /// The tenant's id.
    pub id: TenantId,
    /// Its name, as agents see it.
    pub name: LocalText,
    /// When its agents work, on channels without their own hours; `None`: always.
    pub hours: Option<Arc<WorkingHours>>,
    /// Hosts to which forms may be sent (Protocol, 'fromRequest').
    pub relay_hosts: Vec<Box<str>>,
    /// Hosts besides this server whose pictures pages show (pictureHosts). The server itself never contacts them.
    pub picture_hosts: Arc<[Box<str>]>,
    /// More phrases that its robots recognize as a wish for an agent (personPhrases).
    pub person_phrases: Arc<[Box<str>]>,
    /// Whether agents see what visitors type before it is sent, and visitors are told so (typingPreview).
    pub previews_typing: bool,
    /// Whether agents' notifications say only that something happened (pushWithoutContent).
    pub hides_push_content: bool,
    /// Whether its agents must sign in with a second step (requireTotp).
    pub requires_totp: bool,
    /// Limits of silence and of numbers.
    pub service: Service,
    /// How many days messages are kept; `None`: forever.
    pub retention_days: Option<NonZeroU16>,
    /// The large model that writes answers from its documents; `None`: there is none.
    pub large_model: Option<Arc<LargeModel>>,
    /// Where its agents get what the shop knows of a customer; `None`: nowhere.
    pub customer_data: Option<Arc<CustomerData>>,
    /// How its mails look, and which go to its mailbox.
    pub mail: Arc<TenantMail>,
    /// What its supervisors look at.
    pub reporting: Arc<Reporting>,
}

/// What a tenant's supervisors look at: reports and the wall (Protocol, 'Supervisor's wall' and 'Reports').
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reporting {
    /// The time zone of days and hours, such as Asia/Shanghai.
    pub time_zone: Box<str>,
    /// What the tenant wants to reach.
    pub targets: Targets,
    /// When the wall raises an alarm.
    pub alarms: Alarms,
    /// The language of the weekly mail to administrators; `None`: there is none.
    pub weekly_mail: Option<Box<str>>,
}

impl Default for Reporting {
    fn default() -> Self {
        Self {
            time_zone: "UTC".into(),
            targets: Targets::default(),
            alarms: Alarms::default(),
            weekly_mail: None,
        }
    }
}

/// What a tenant wants to reach. `None`: it has no such target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Targets {
    /// The wait for the first answer.
    pub first_answer: Option<Span>,
    /// The longest wait for one of the answers after it.
    pub next_answer: Option<Span>,
    /// The time to the end.
    pub resolution: Option<Span>,
}

/// When the wall raises an alarm. `None`: never.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alarms {
    /// So many visitors of a group wait.
    pub waiting: Option<u32>,
    /// A visitor waits for so long.
    pub oldest_wait: Option<Span>,
    /// So many visitors were missed today.
    pub missed: Option<u32>,
}

/// How a tenant's mails look, and which go to its mailbox (Protocol, 'Mail'). Empty texts are not set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantMail {
    /// The name of the sender; by default the tenant's name.
    pub sender_name: Box<str>,
    /// Where replies go.
    pub reply_to: Box<str>,
    /// The shop's mailbox.
    pub mailbox: Box<str>,
    /// Whether left messages go to the mailbox.
    pub sends_messages: bool,
    /// Whether new work orders go to the mailbox.
    pub sends_orders: bool,
    /// The language of the mails to the mailbox and to administrators.
    pub language: Box<str>,
    /// How long after their page's last poll a visitor gets a mail about what they have not read; `None`: they get
    /// none.
    pub missed_after: Option<Span>,
}

/// The default of [`TenantMail::missed_after`].
pub const MISSED_AFTER: Span = Span::from_minutes(5);

impl Default for TenantMail {
    fn default() -> Self {
        Self {
            sender_name: Box::default(),
            reply_to: Box::default(),
            mailbox: Box::default(),
            sends_messages: false,
            sends_orders: false,
            language: Box::default(),
            missed_after: Some(MISSED_AFTER),
        }
    }
}

/// The longest retention a tenant may choose, in days: ten years.
pub const RETENTION_DAYS_MAX: u16 = 3_650;

/// Limits of silence and of numbers (Protocol, 'Service and large model').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Service {
    /// The limits of a visitor's silence.
    pub absence: Absence,
    /// The limits of an agent's silence, and of waiting visitors.
    pub routing: RoutingSettings,
    /// The maximum number of sessions in memory. One more is told to come back later.
    pub sessions_max: usize,
    /// Whether visitors are told how long they will wait.
    pub tells_wait: bool,
}

/// The router's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoutingSettings {
    /// How long an agent may be silent before they count as away (Protocol, 'Presence of agents').
    pub away_after: Span,
    /// How long a silent agent keeps their conversations, from the last sign of life (Protocol, 'Presence of agents').
    pub gone_after: Span,
    /// The maximum number of waiting visitors of a tenant. One more is refused.
    pub waiting_max: usize,
    /// When a conversation goes from an agent to the next one.
    pub rescue: RescueTimes,
    /// How long after a conversation its agent is the first choice of the visitor; `None`: never.
    pub returns_within: Option<Span>,
}

/// When a conversation goes from an agent to the next one. `None`: never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RescueTimes {
    /// The agent must open it within this time.
    pub accept_within: Option<Span>,
    /// The agent must give the first answer within this time, from the visitor's first words to them.
    pub answer_within: Option<Span>,
}

/// How a group's line is served.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupRule {
    /// Groups with a higher number are served first. All are 0 by default.
    pub priority: u8,
    /// Who helps if the group has no free agent for a while; `None`: nobody.
    pub overflow: Option<Overflow>,
}

/// Who helps a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The group that helps.
    pub to: GroupId,
    /// How long a visitor waits before that. If no agent of their own group is present, they do not wait for it.
    pub after: Span,
}

/// Which groups a supervisor looks after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oversight {
    /// All.
    Everything,
    /// These. The line of all agents belongs to it only if it is named.
    Groups(Arc<BTreeSet<GroupId>>),
}

impl Oversight {
    /// Whether a conversation of this group belongs to it; `None`: the visitor is in no group's hands.
    pub fn covers(&self, group: Option<&GroupId>) -> bool {
        match self {
            Self::Everything => true,
            Self::Groups(groups) => group.is_some_and(|group| groups.contains(group)),
        }
    }
}

/// The default of [`RoutingSettings::waiting_max`]. A place takes less than 100 bytes, so a full queue takes 10 MB. At
/// one visitor a second it is more than a day of waiting.
pub const WAITING_MAX: usize = 100_000;

impl Default for RoutingSettings {
    fn default() -> Self {
        Self {
            away_after: Span::from_secs(30),
            gone_after: Span::from_minutes(2),
            waiting_max: WAITING_MAX,
            rescue: RescueTimes::default(),
            returns_within: None,
        }
    }
}

/// The default of [`Service::sessions_max`]: twice the waiting visitors. At one kilobyte each they take 200 MB.
pub const SESSIONS_MAX: usize = 2 * WAITING_MAX;

impl Default for Service {
    fn default() -> Self {
        Service {
            absence: Absence::default(),
            routing: RoutingSettings::default(),
            sessions_max: SESSIONS_MAX,
            tells_wait: false,
        }
    }
}

/// A group of agents with its own line.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The group's id.
    pub id: GroupId,
    /// Its name, as visitors see it.
    pub name: LocalText,
    /// How its line is served.
    pub rule: GroupRule,
}

/// An agent's role. Each role includes the rights of those before it (Protocol, 'Roles').
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
    /// The reach of this role.
    pub fn reach(self) -> Reach {
        match self {
            Self::Agent => Reach::Own,
            Self::Supervisor | Self::Admin => Reach::Tenant,
        }
    }
}

/// Which conversations an agent may close and hand on, and from which lines they may take visitors (Protocol, 'Roles',
/// roles).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Their own, and the lines of their groups.
    Own,
    /// All of the tenant's.
    Tenant,
}

/// The number of conversations an agent may have at once: 1 to 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Capacity(NonZeroU16);

impl Capacity {
    /// The largest capacity.
    pub const MAX: u16 = 10_000;

    /// Creates a capacity; `None` if the number is out of range.
    pub fn new(visitors: u32) -> Option<Self> {
        let visitors = u16::try_from(visitors)
            .ok()
            .filter(|visitors| *visitors <= Self::MAX)?;
        NonZeroU16::new(visitors).map(Capacity)
    }

    /// The number of conversations.
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

/// An agent, without their credentials.
#[derive(Debug, Clone, PartialEq)]
pub struct Agent {
    /// The agent's id.
    pub id: AgentId,
    /// The name that visitors see (adminNick).
    pub nick: Arc<str>,
    /// The picture that visitors see; empty if there is none (adminFace).
    pub face: Arc<str>,
    /// The contact details on the agent's card.
    pub contact: Contact,
    /// The agent's role.
    pub role: Role,
    /// The groups whose lines the agent serves.
    pub groups: Vec<GroupId>,
    /// The groups that a supervisor looks after; empty: all.
    pub oversees: Vec<GroupId>,
    /// The number of conversations at once.
    pub capacity: Capacity,
}

impl Agent {
    /// Whose conversations the agent looks after; `None`: nobody's but their own.
    pub fn oversight(&self) -> Option<Oversight> {
        match self.role {
            Role::Agent => None,
            Role::Supervisor if !self.oversees.is_empty() => {
                let groups = self.oversees.iter().cloned().collect();
                Some(Oversight::Groups(Arc::new(groups)))
            }
            Role::Supervisor | Role::Admin => Some(Oversight::Everything),
        }
    }

    /// Whose conversations the agent may close and hand on, if they are in this group's hands.
    pub fn reach_in(&self, group: Option<&GroupId>) -> Reach {
        match self.oversight() {
            Some(oversight) if oversight.covers(group) => Reach::Tenant,
            Some(_) | None => Reach::Own,
        }
    }

    /// The agent's card.
    pub fn card(&self) -> AgentCard {
        AgentCard {
            agent: self.id.clone(),
            nick: self.nick.clone(),
            face: self.face.clone(),
        }
    }
}

/// An agent's other contact details; empty if not given (Protocol, 'Talking', agent card).
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
