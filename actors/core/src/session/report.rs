//! The record of a session that reports are computed from, so that none of them reads messages.
//!
//! It is a pure value of the session. Whoever stores it asks for it when the session has ended, and again after a
//! rating, which replaces the record before.
//!
//! | Field | Unit, meaning |
//! |---|---|
//! | `session`, `channel`, `group`, `agents`, `tags` | where it belongs; `group` is the last one, `agents` in order |
//! | `started`, `ended` | times; a report counts a session by the hour in which it started |
//! | `closing` | who or what ended it |
//! | `asked_people` | when the visitor first asked for an agent, or an agent took them; `None`: never |
//! | `waiting` | the time in lines in all, before and between agents; `None`: never asked |
//! | `first_answer` | from `asked_people` to the first words of an agent; `None`: no agent said anything |
//! | `next_answers` | number, sum and maximum of the waits for the answers after it |
//! | `resolution` | from `asked_people` to the end, or from the start if only the robot answered |
//! | `missed` | the last wait ended without an agent: the visitor left, or nobody was there |
//! | `robot` | what the robot did |
//! | `rating` | stars, solved, of whom; `None`: not rated |
//! | `rescues` | how often an agent let the conversation pass |
//! | `passed_by` | which agents did, once for each time |

pub mod cells;
mod numbers;
pub mod spans;
pub mod sums;

use crate::event::Closing;
use crate::ids::{AgentId, ChannelId, GroupId, SessionNo, TagId};
use crate::session::Session;
use crate::session::course::{Answers, Course, Missed, Rated, RobotAnswers, distinct, lapses};
use crate::session::phase::Phase;
use crate::session::restore::Head;
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// What a report knows of a session.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionReport {
    /// Its number.
    pub session: SessionNo,
    /// Its channel.
    pub channel: ChannelId,
    /// The group through which the visitor came last.
    pub group: Option<GroupId>,
    /// When it began.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// Why.
    pub closing: Closing,
    /// Its agents, in order; at most [`AGENTS_MAX`](super::course::AGENTS_MAX).
    pub agents: Vec<AgentId>,
    /// Its tags.
    pub tags: Vec<TagId>,
    /// When the visitor first asked for an agent.
    pub asked_people: Option<Timestamp>,
    /// How long they waited for agents in all.
    pub waiting: Option<Span>,
    /// How long they waited for the first words of an agent.
    pub first_answer: Option<Span>,
    /// The answers after it.
    pub next_answers: Answers,
    /// How long it took to the end.
    pub resolution: Span,
    /// Why the visitor had no agent at the end.
    pub missed: Option<Missed>,
    /// What the robot did.
    pub robot: RobotPart,
    /// The rating.
    pub rating: Option<Rated>,
    /// How often an agent let the conversation pass.
    pub rescues: u16,
    /// The agents who did, once for each time. Older records do not know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_by: Vec<AgentId>,
}

/// What the robot did in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotPart {
    /// What became of it.
    pub outcome: RobotOutcome,
    /// The number of its answers; 255 for more.
    pub answers: u8,
    /// How many it did not know; 255 for more.
    pub unknown: u8,
}

/// What became of the robot's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RobotOutcome {
    /// The visitor asked it nothing.
    NotAsked,
    /// It knew the last answer, and the visitor asked for no agent.
    Resolved,
    /// It did not know the last answer, and the visitor asked for no agent.
    Unresolved,
    /// The visitor asked for an agent.
    HandedOn,
}

impl Session {
    /// The record of the session; `None` while it is open.
    pub fn report(&self) -> Option<SessionReport> {
        let Phase::Ended(ended) = &self.phase else {
            return None;
        };
        let course = self.extras.course().cloned().unwrap_or_default();
        let ending = Ending {
            session: self.number,
            channel: &self.channel.id,
            started: self.started,
            closing: ended.closing,
            tags: self.extras.tags(),
        };
        let robot = self.robot;
        ending.report(Course { robot, ..course })
    }
}

impl SessionReport {
    /// The record of the session whose head this is; `None` while it is open. It equals [`Session::report`].
    pub fn of(head: &Head) -> Option<Self> {
        let ended = head.ended.as_ref()?;
        let course = head.course.as_deref().cloned().unwrap_or_default();
        let ending = Ending {
            session: head.session,
            channel: &head.channel,
            started: head.started,
            closing: ended.closing,
            tags: &head.tags,
        };
        ending.report(course)
    }
}

/// What a record has beside the course.
struct Ending<'a> {
    session: SessionNo,
    channel: &'a ChannelId,
    started: Timestamp,
    closing: Closing,
    tags: &'a [TagId],
}

impl Ending<'_> {
    fn report(self, course: Course) -> Option<SessionReport> {
        if self.session == SessionNo(0) {
            return None;
        }
        let lasted = course.ended.unwrap_or_default();
        let asked = course.asked;
        let from = |span: Span| self.started + span;
        Some(SessionReport {
            session: self.session,
            channel: self.channel.clone(),
            group: course.group.clone(),
            started: self.started,
            ended: from(lasted),
            closing: self.closing,
            tags: self.tags.to_vec(),
            asked_people: asked.map(from),
            waiting: asked.map(|_| course.waited),
            first_answer: asked
                .zip(course.answered)
                .map(|(asked, at)| since(at, asked)),
            next_answers: course.next_answers,
            resolution: since(lasted, asked.unwrap_or_default()),
            missed: course.missed,
            robot: robot(course.robot, course.asked),
            rating: course.rating,
            rescues: course.rescues,
            agents: distinct(&course.agents),
            passed_by: lapses(&course.agents),
        })
    }
}

fn since(at: Span, from: Span) -> Span {
    Span::from_millis(at.as_millis().saturating_sub(from.as_millis()))
}

fn robot(answers: RobotAnswers, asked: Option<Span>) -> RobotPart {
    let outcome = match (answers.count, asked, answers.knew_last) {
        (0, _, _) => RobotOutcome::NotAsked,
        (_, Some(_), _) => RobotOutcome::HandedOn,
        (_, None, true) => RobotOutcome::Resolved,
        (_, None, false) => RobotOutcome::Unresolved,
    };
    RobotPart {
        outcome,
        answers: answers.count,
        unknown: answers.unknown,
    }
}
