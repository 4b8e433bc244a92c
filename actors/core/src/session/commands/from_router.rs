//! News from the router.

use crate::agent_card::AgentCard;
use crate::call::{CallEnd, Party};
use crate::channel::lines::Lines;
use crate::ids::{AgentId, GroupId};
use crate::message::content::LineKey;
use crate::routing::{
    Assignment, DeskNews, HandedOver, InLine, Lapse, RouterNews, RouterRefusal, RouterRequest,
    Terms,
};
use crate::session::commands::Command;
use crate::session::commands::transfer::Transferred;
use crate::session::course::Missed;
use crate::session::handover::answer_all;
use crate::session::phase::{Phase, RobotPhase};
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::Timestamp;

/// News from the tenant's router. It may be late or repeated, so the session decides whether it still applies.
#[derive(Clone, Debug)]
pub struct FromRouter(pub RouterNews);

impl Command for FromRouter {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        match self.0 {
            RouterNews::Assigned {
                agent,
                group,
                terms,
            } => assigned(session, agent, group, *terms, effects),
            RouterNews::SteppedIn {
                agent,
                group,
                terms,
            } => stepped_in(session, agent, group, *terms, effects),
            RouterNews::Waiting(line) => waiting(session, line, effects),
            RouterNews::Refused(refusal) => refused(session, refusal, effects),
            RouterNews::HandedOver(handed) => handed_over(session, *handed, effects),
            RouterNews::LineMoved(number) => {
                if let Phase::Queued(queued) = &mut session.phase {
                    queued.number = number;
                    session.answer_parked_poll(effects);
                }
            }
            RouterNews::AgentAway(agent) => {
                if session.is_with(&agent) {
                    session.end_call(CallEnd::Vanished(Party::Agent), effects);
                }
                if is_unanswered_by(session, &agent) {
                    session.back_to_line(Lapse::PageGone, effects);
                }
            }
            RouterNews::AgentGone(agent) => {
                if session.is_with(&agent) {
                    session.back_to_line(Lapse::WentOffline, effects);
                }
            }
            RouterNews::DeskReopened(agent) => desk_reopened(session, &agent, effects),
        }
    }
}

fn assigned(
    session: &mut Session,
    agent: AgentCard,
    group: GroupId,
    terms: Terms,
    effects: &mut Effects,
) {
    let wanted = match &session.phase {
        Phase::Robot(RobotPhase { asking }) => !asking.is_empty(),
        Phase::Queued(_) => true,
        Phase::Manual(manual) if manual.agent.agent == agent.agent => return,
        Phase::Manual(_) => true,
        Phase::Ended(_) => false,
    };
    if wanted {
        session.end_call(CallEnd::ConversationOver, effects);
        session.tell_agent(effects, |place| DeskNews::Closed { place, why: None });
        session.connect(agent, group, terms, effects);
    } else {
        effects.push(Effect::AskRouter(RouterRequest::Release(agent.agent)));
    }
}

/// An agent steps in although the visitor asked for nobody.
fn stepped_in(
    session: &mut Session,
    agent: AgentCard,
    group: GroupId,
    terms: Terms,
    effects: &mut Effects,
) {
    match &session.phase {
        Phase::Robot(_) => session.connect(agent, group, terms, effects),
        Phase::Queued(_) | Phase::Manual(_) | Phase::Ended(_) => {
            assigned(session, agent, group, terms, effects);
        }
    }
}

fn waiting(session: &mut Session, line: InLine, effects: &mut Effects) {
    match &mut session.phase {
        Phase::Robot(RobotPhase { asking }) if !asking.is_empty() => {
            session.wait_in_line(line, effects);
        }
        Phase::Queued(queued) => {
            let was_unplaced = queued.is_unplaced();
            queued.number = line.number;
            let is_elsewhere = queued.group != line.group;
            if queued.place != line.place || is_elsewhere {
                queued.place = line.place;
                queued.group = line.group;
                session.mark_head(HeadState::Changed);
            }
            if is_elsewhere {
                session.end_watching(None, effects);
            }
            if was_unplaced {
                session.queue_line(line.position, effects);
            }
        }
        // The newest news counts: the visitor no longer belongs to the agent.
        Phase::Manual(_) => {
            session.end_call(CallEnd::ConversationOver, effects);
            session.tell_agent(effects, |place| DeskNews::Closed { place, why: None });
            session.wait_in_line(line, effects);
        }
        Phase::Robot(_) | Phase::Ended(_) => {
            effects.push(Effect::AskRouter(RouterRequest::Withdraw));
        }
    }
}

/// Stores the note and tells the previous agent where the conversation went. The visitor is told the new agent or their
/// place. If they are with nobody any more, this is ordinary news of the router.
fn handed_over(session: &mut Session, handed: HandedOver, effects: &mut Effects) {
    let HandedOver { by, note, to } = handed;
    let is_open = matches!(session.phase, Phase::Manual(_) | Phase::Queued(_));
    if is_open && let Some(note) = note {
        session.keep_note(&by, note, effects);
    }
    let (receiver, group) = match &to {
        Assignment::With { agent, group, .. } => (Some(agent.agent.clone()), group.clone()),
        Assignment::Waiting(line) => (None, line.group.clone()),
    };
    let stays = receiver
        .as_ref()
        .is_some_and(|agent| session.is_with(agent));
    if is_open && !stays {
        session.end_call(CallEnd::ConversationOver, effects);
        session.tell_agent(effects, |place| DeskNews::Transferred {
            place,
            by: by.agent.clone(),
            agent: receiver,
            group,
        });
    }
    match to {
        Assignment::With {
            agent,
            group,
            terms,
        } if is_open && !stays => {
            session.connect(agent, group, *terms, effects);
        }
        Assignment::With {
            agent,
            group,
            terms,
        } => assigned(session, agent, group, *terms, effects),
        Assignment::Waiting(line) if is_open => {
            session.wait_in_line(line, effects);
            session.note_put_in_line();
        }
        Assignment::Waiting(line) => waiting(session, line, effects),
    }
}

fn refused(session: &mut Session, refusal: RouterRefusal, effects: &mut Effects) {
    let waits = match &session.phase {
        Phase::Robot(RobotPhase { asking }) => !asking.is_empty(),
        Phase::Queued(_) => true,
        Phase::Manual(_) | Phase::Ended(_) => false,
    };
    if !waits {
        return;
    }
    session.note_missed(Missed::NoAgent);
    let asking = session.enter(Phase::Robot(RobotPhase::default()), effects);
    let outcome = match refusal {
        RouterRefusal::NoAgent => {
            session.notice(Lines::agent_offline, LineKey::NoAgentOnline, effects);
            Transferred::NoAgent
        }
        RouterRefusal::Failed => {
            session.notice_line(LineKey::TransferFailed, effects);
            Transferred::Failed
        }
    };
    answer_all(asking, &Ok(outcome), effects);
}

fn is_unanswered_by(session: &Session, agent: &AgentId) -> bool {
    let manual = session.phase.manual();
    manual.is_some_and(|manual| manual.agent.agent == *agent && !manual.answered)
}

fn desk_reopened(session: &Session, agent: &AgentId, effects: &mut Effects) {
    match session.phase.manual() {
        Some(manual) if manual.agent.agent == *agent => {
            let conversation = session.conversation(manual.group.clone(), manual.since);
            session.tell_agent(effects, |_| DeskNews::Resumed(conversation));
            session.tell_absence(effects);
        }
        Some(_) | None => {
            effects.push(Effect::AskRouter(RouterRequest::Release(agent.clone())));
        }
    }
}
