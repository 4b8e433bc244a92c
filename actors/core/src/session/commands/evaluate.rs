//! The visitor rates the service (evaluate, isEvaluate).

use crate::evaluation::{EvaluationConfig, RobotLabels};
use crate::event::Event;
use crate::ids::ClientId;
use crate::rating::{Occasion, Rating, Subject};
use crate::routing::DeskNews;
use crate::session::commands::Command;
use crate::session::fingerprint::fingerprint;
use crate::session::phase::{Phase, Status};
use crate::session::refusal::Refusal;
use crate::session::{Effect, Effects, Met, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// Stores a rating, once, after the end or after an invitation.
#[derive(Clone, Debug)]
pub struct Evaluate {
    /// The client's id. A repeat with the same content changes nothing.
    pub client_id: Option<ClientId>,
    /// The rating.
    pub rating: Rating,
    /// The tenant's evaluation settings.
    pub rules: Arc<EvaluationConfig>,
    /// The labels for a robot's rating.
    pub labels: Arc<RobotLabels>,
}

impl Command for Evaluate {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        let named = self
            .client_id
            .as_ref()
            .map(|id| fingerprint(&[id.as_str()]));
        let said = fingerprint_of(&self.rating);
        if let Some(done) = session.extras.rated()
            && Some(done.0) == named
        {
            return if done.1 == said {
                Ok(())
            } else {
                Err(Refusal::IdTaken)
            };
        }
        session.may_evaluate()?;
        if !session.was_served_by(self.rating.about) {
            return Err(Refusal::NobodyToRate);
        }
        let checked = self.rules.check(&self.rating, &self.labels);
        checked.map_err(Refusal::Rating)?;
        session.extras.rate((named.unwrap_or(0), said));
        let (star, solved, about) = (self.rating.stars, self.rating.solved, self.rating.about);
        session.note_rating(&self.rating);
        session.append(Event::Evaluated(Box::new(self.rating)), effects);
        let agent = match &session.phase {
            Phase::Manual(manual) => Some(&manual.agent.agent),
            Phase::Ended(ended) => ended.agent.as_ref(),
            Phase::Robot(_) | Phase::Queued(_) => None,
        };
        if let Some(agent) = agent.filter(|_| about == Subject::Agent) {
            let place = session.place();
            let news = DeskNews::Evaluated {
                place,
                star,
                solved,
            };
            effects.push(Effect::TellAgent(agent.clone(), news));
        }
        Ok(())
    }
}

impl Session {
    /// Whether the visitor may rate now.
    pub(in crate::session) fn may_evaluate(&self) -> Result<(), Refusal> {
        if !self.channel.offers_evaluation {
            Err(Refusal::EvaluationOff)
        } else if self.extras.rated().is_some() {
            Err(Refusal::AlreadyEvaluated)
        } else if self.status() != Status::Ended && self.met != Met::AgentWhoInvites {
            Err(Refusal::EvaluationClosed)
        } else if self.was_served_by(Subject::Agent) || self.was_served_by(Subject::Robot) {
            Ok(())
        } else {
            Err(Refusal::NobodyToRate)
        }
    }

    /// Whether there is somebody to rate: an agent of this session, or the channel's robot, which greets everybody.
    fn was_served_by(&self, about: Subject) -> bool {
        match about {
            Subject::Agent => self.met != Met::Nobody,
            Subject::Robot => self.channel.robot.is_some(),
        }
    }
}

fn fingerprint_of(rating: &Rating) -> u64 {
    let stars = rating.stars.to_string();
    let solved = rating.solved.to_string();
    let about = match rating.about {
        Subject::Agent => "agent",
        Subject::Robot => "robot",
    };
    let occasion = match rating.occasion {
        Occasion::OwnWish => "own wish",
        Occasion::Invited => "invited",
        Occasion::OnClosing => "on closing",
    };
    let mut parts = vec![stars.as_str(), &solved, about, occasion, &rating.comment];
    parts.extend(rating.tags.iter().map(AsRef::as_ref));
    fingerprint(&parts)
}

/// Asks whether the visitor may rate.
#[derive(Clone, Copy, Debug)]
pub struct IsEvaluated;

/// Whether the visitor may rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationState {
    /// They have.
    pub evaluated: bool,
    /// They may.
    pub enabled: bool,
}

impl Command for IsEvaluated {
    type Reply = EvaluationState;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> EvaluationState {
        EvaluationState {
            evaluated: session.extras.rated().is_some(),
            enabled: session.may_evaluate().is_ok(),
        }
    }
}
