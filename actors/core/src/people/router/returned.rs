//! Waiting visitors who are not in the order of arrival, and the agent who may not get them: the one who handed them
//! on, and for a while the one who let them wait.

use crate::ids::{AgentId, VisitorId};
use crate::routing::WhyPlace;
use crate::time::{Span, Timestamp};
use std::collections::{BTreeSet, HashMap};

/// How long an agent does not get a conversation again that they let pass. After that, anybody is better than nobody.
pub(super) const NOT_AGAIN_FOR: Span = Span::from_secs(60);

/// Why a visitor waits where they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Returned {
    pub why: WhyPlace,
    pub not_to: Option<NotTo>,
}

/// The agent to whom the router does not give the visitor. The agent may still take them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotTo {
    pub agent: AgentId,
    /// `None`: as long as the visitor waits.
    pub until: Option<Timestamp>,
}

/// All of them. The table is never iterated.
#[derive(Clone, Debug, Default)]
pub(super) struct ReturnedVisitors {
    by_visitor: HashMap<VisitorId, Returned>,
    ends: BTreeSet<(Timestamp, VisitorId)>,
}

impl ReturnedVisitors {
    pub fn len(&self) -> usize {
        self.by_visitor.len()
    }

    pub fn insert(&mut self, visitor: VisitorId, returned: Returned) {
        self.remove(&visitor);
        if let Some(until) = returned.not_to.as_ref().and_then(|not_to| not_to.until) {
            self.ends.insert((until, visitor.clone()));
        }
        self.by_visitor.insert(visitor, returned);
    }

    pub fn remove(&mut self, visitor: &VisitorId) -> Option<Returned> {
        let returned = self.by_visitor.remove(visitor)?;
        if let Some(until) = returned.not_to.as_ref().and_then(|not_to| not_to.until) {
            self.ends.remove(&(until, visitor.clone()));
        }
        Some(returned)
    }

    /// Whether the router may give a visitor to an agent.
    pub fn may_get(&self, agent: &AgentId, visitor: &VisitorId) -> bool {
        let returned = self.by_visitor.get(visitor);
        let not_to = returned.and_then(|returned| returned.not_to.as_ref());
        not_to.is_none_or(|not_to| not_to.agent != *agent)
    }

    /// Why a visitor waits where they do.
    pub fn why(&self, visitor: &VisitorId) -> WhyPlace {
        let returned = self.by_visitor.get(visitor);
        returned.map_or(WhyPlace::Arrival, |returned| returned.why.clone())
    }

    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.ends.first().map(|(until, _)| *until)
    }

    /// Lifts what is over. Returns whether anything was.
    pub fn expire(&mut self, now: Timestamp) -> Expired {
        let mut expired = Expired::Nothing;
        while self.next_deadline().is_some_and(|until| until <= now) {
            let Some((_, visitor)) = self.ends.pop_first() else {
                break;
            };
            if let Some(returned) = self.by_visitor.get_mut(&visitor) {
                returned.not_to = None;
                expired = Expired::Something;
            }
        }
        expired
    }
}

/// Whether something was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expired {
    Nothing,
    Something,
}
