//! What agents do about a visitor: correcting their details, and whether they may (Protocol, 'Visitors').

use crate::ids::AgentId;
use crate::session::commands::Command;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::visit::Told;
use crate::session::{Effects, Session};
use crate::tenant::Reach;
use crate::time::Timestamp;
use std::sync::Arc;

/// An agent corrects a visitor's name or contact.
#[derive(Clone, Debug)]
pub struct Correct {
    /// What they say.
    pub told: Told,
    /// Whose visitors they may correct.
    pub reach: Reach,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// The visitor's name from now on.
    pub name: Arc<str>,
    /// The names of the details that differ, as the wire spells them.
    pub fields: Vec<&'static str>,
}

/// Asks whether an agent may act on the visitor: the agent who has them, or had them last, and supervisors.
#[derive(Clone, Debug)]
pub struct MayAct {
    /// Who.
    pub agent: AgentId,
    /// Whose visitors they may act on.
    pub reach: Reach,
}

impl Command for MayAct {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        let had = match &session.phase {
            Phase::Ended(ended) => ended.agent.as_ref() == Some(&self.agent),
            Phase::Robot(_) | Phase::Queued(_) | Phase::Manual(_) => session.is_with(&self.agent),
        };
        match had || self.reach == Reach::Tenant {
            true => Ok(()),
            false => Err(Refusal::NotYours),
        }
    }
}

impl Command for Correct {
    type Reply = Result<Corrected, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let may = MayAct {
            agent: self.told.by.clone(),
            reach: self.reach,
        };
        may.apply(session, now, effects)?;
        let before = session.details.as_deref().cloned().unwrap_or_default();
        session.correct(self.told);
        let after = session.details.as_deref().cloned().unwrap_or_default();
        let all = [
            ("userName", before.name != after.name),
            ("email", before.email != after.email),
            ("phone", before.phone != after.phone),
        ];
        let differ = all.into_iter().filter(|(_, differs)| *differs);
        Ok(Corrected {
            name: after.name,
            fields: differ.map(|(field, _)| field).collect(),
        })
    }
}
