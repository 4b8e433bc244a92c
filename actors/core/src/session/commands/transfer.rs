//! The visitor asks for an agent (transferAgent).

use crate::agent_card::AgentCard;
use crate::channel::GroupPick;
use crate::channel::lines::Lines;
use crate::ids::{AgentId, GroupId, Ticket};
use crate::message::content::LineKey;
use crate::routing::{RouterRequest, Wish};
use crate::session::commands::{Command, LateAnswer, Parked};
use crate::session::handover::answer_all;
use crate::session::phase::{Phase, RobotPhase};
use crate::session::refusal::Refusal;
use crate::session::timer::{ROUTER_ANSWER, Timer};
use crate::session::{Effect, Effects, Session};
use crate::time::Timestamp;

/// The most requests of one visitor that wait for the router at a time.
const ASKING_MAX: usize = 8;

/// Asks the router for an agent. While queued or connected it changes nothing and is answered as before.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The ticket of the parked request.
    pub ticket: Ticket,
    /// The group asked for.
    pub group: Option<GroupId>,
    /// The agent asked for.
    pub agent: Option<AgentId>,
    /// Whether agents work at this time (Protocol, 'Working hours', working hours).
    pub hours: OfficeHours,
}

/// Whether agents work at this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficeHours {
    /// They do.
    Open,
    /// They do not.
    Closed,
}

/// The outcome of asking for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transferred {
    /// No agent of the group is online, busy or away (1).
    NoAgent,
    /// This agent takes the visitor (2).
    Connected(AgentCard),
    /// The visitor waits (3); the position is read from the router's index when the answer is written.
    Queued,
    /// The requested agent or group does not exist or does not serve the channel (4).
    Failed,
    /// Nobody works at this hour (5).
    OffWork,
}

impl Command for Transfer {
    type Reply = ();

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) {
        let ticket = self.ticket;
        if let Some(answer) = self.decide(session, now, effects) {
            effects.push(Effect::Answer(ticket, LateAnswer::Transferred(answer)));
        }
    }
}

impl Transfer {
    /// The answer, if the router is not needed for it.
    fn decide(
        self,
        session: &mut Session,
        now: Timestamp,
        effects: &mut Effects,
    ) -> Option<Result<Transferred, Refusal>> {
        match &mut session.phase {
            Phase::Ended(_) => return Some(Err(Refusal::ChatEnded)),
            Phase::Queued(_) => return Some(Ok(Transferred::Queued)),
            Phase::Manual(manual) => {
                return Some(Ok(Transferred::Connected(manual.agent.clone())));
            }
            Phase::Robot(RobotPhase { asking }) if !asking.is_empty() => {
                if asking.len() == ASKING_MAX {
                    let oldest = vec![asking.remove(0)];
                    answer_all(oldest, &Ok(Transferred::Failed), effects);
                }
                asking.push(self.ticket);
                return None;
            }
            Phase::Robot(_) => {}
        }
        if self.hours == OfficeHours::Closed {
            session.notice(Lines::off_work, LineKey::OffWork, effects);
            return Some(Ok(Transferred::OffWork));
        }
        if !session.channel.offers_agents() {
            session.notice_line(LineKey::TransferFailed, effects);
            return Some(Ok(Transferred::Failed));
        }
        let choice = &session.channel.groups;
        let (group, among) = match choice.pick(self.group.as_ref(), self.agent.as_ref()) {
            GroupPick::Anyone => (None, Vec::new()),
            GroupPick::Group(group) => (Some(group), Vec::new()),
            GroupPick::AgentsOwn(among) => (None, among),
            GroupPick::MustChoose => return Some(Err(Refusal::GroupMissing)),
            GroupPick::NoGroup => {
                session.notice(Lines::agent_offline, LineKey::NoAgentOnline, effects);
                return Some(Ok(Transferred::NoAgent));
            }
            GroupPick::NotHere => {
                session.notice_line(LineKey::TransferFailed, effects);
                return Some(Ok(Transferred::Failed));
            }
        };
        session.note_wish(group.as_ref());
        effects.push(Effect::AskRouter(RouterRequest::Agent(Wish {
            channel: session.channel.id.clone(),
            group,
            agent: self.agent,
            among,
            rank: session.rank(),
            last: session.last_agent(),
        })));
        session.timers.set(Timer::RouterAnswer, now + ROUTER_ANSWER);
        session.phase = Phase::Robot(RobotPhase {
            asking: vec![self.ticket],
        });
        None
    }
}

impl Parked for Transfer {
    type Answer = Result<Transferred, Refusal>;

    fn unpack(answer: LateAnswer) -> Option<Self::Answer> {
        let LateAnswer::Transferred(answer) = answer else {
            return None;
        };
        Some(answer)
    }
}
