//! What needs a supervisor's attention.

use crate::ids::GroupId;

/// What needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlarmKind {
    /// Too many visitors of a group wait. A threshold of the tenant.
    Waiting,
    /// A visitor waits for too long. A threshold of the tenant.
    OldestWait,
    /// Visitors wait and nobody of the group is online. Every tenant's wall shows it.
    NoAgent,
    /// Too many visitors got no agent today. A threshold of the tenant.
    Missed,
}

impl AlarmKind {
    /// Whether the tenant sets when it is raised.
    pub fn is_threshold(self) -> bool {
        match self {
            Self::Waiting | Self::OldestWait | Self::Missed => true,
            Self::NoAgent => false,
        }
    }
}

/// An alarm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaisedAlarm {
    /// What it is about.
    pub kind: AlarmKind,
    /// The group; `None` for all groups.
    pub group: Option<GroupId>,
    /// The visitors, or for [`AlarmKind::OldestWait`] the seconds.
    pub value: u64,
}
