//! What happened in a session, as far as duties of agents and the report of the session need it. It is stored in the
//! head, so that a restart changes neither.

use crate::ids::{AgentId, GroupId, LinePlace};
use crate::rating::Rating;
use crate::routing::{Duty, Lapse, LastAgent, Rank, Terms, WhyPlace};
use crate::session::duty::Fulfilled;
use crate::session::phase::{Phase, Turn, is_at_head};
use crate::session::{Effects, HeadState, Session};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// The most agents of a session that are remembered. The last one is always among them.
pub const AGENTS_MAX: usize = 8;

/// The most lapses of agents in a session that are remembered; [`Course::rescues`] counts all.
const LAPSES_MAX: usize = 24;

/// What happened in a session. Times are spans from its start, which keeps heads small.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The agent of the visitor's last conversation, also of an earlier session.
    pub last: Option<LastAgent>,
    /// What the agent owes now.
    pub duty: Option<Box<Duty>>,
    /// When the visitor first asked for an agent.
    pub asked: Option<Span>,
    /// How long the visitor waited in all, before and between agents.
    pub waited: Span,
    /// When the first agent had the visitor.
    pub connected: Option<Span>,
    /// Since when the visitor waits for an answer of their agent.
    pub unanswered_since: Option<Span>,
    /// When an agent first answered.
    pub answered: Option<Span>,
    /// The answers after the first one.
    pub next_answers: Answers,
    /// The group through which the visitor came last.
    pub group: Option<GroupId>,
    /// The agents of the session, in order; at most [`AGENTS_MAX`]. Each is there once, and once more for each time they
    /// let the conversation pass.
    pub agents: Vec<AgentId>,
    /// How often an agent let the conversation pass.
    pub rescues: u16,
    /// What the agent let pass who is to lose the visitor now, or whose visitor waits again.
    pub lapse: Option<Lapse>,
    /// What became of waiting.
    pub missed: Option<Missed>,
    /// The robot's answers.
    pub robot: RobotAnswers,
    /// The visitor's rating.
    pub rating: Option<Rated>,
    /// When the session ended.
    pub ended: Option<Span>,
    /// The queue ticket of this wait.
    pub ticket: Option<TicketTimes>,
    /// When silence is due, if the duty is due at another time.
    pub silence: Option<Timestamp>,
}

/// When the first queue ticket of a wait was issued, and until when tickets keep the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketTimes {
    /// When the first one was issued. It tells this wait from others.
    pub issued: Timestamp,
    /// When the last one ends.
    pub ends: Timestamp,
}

/// Answers of agents to what a visitor said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// Their number.
    pub count: u32,
    /// How long the visitor waited for them in all.
    pub total: Span,
    /// How long the visitor waited for the slowest.
    pub longest: Span,
}

/// Why a visitor who asked for an agent had none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missed {
    /// They left: they went back to the robot, closed the chat, or their page was gone.
    Abandoned,
    /// Nobody was there, or the line was full or closed.
    NoAgent,
}

/// The robot's answers in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotAnswers {
    /// The number of answers, including those that it did not know; 255 for more.
    pub count: u8,
    /// How many it did not know, or where its flow had no way on; 255 for more.
    pub unknown: u8,
    /// Whether it knew the last one.
    pub knew_last: bool,
}

/// The visitor's rating, as far as a report needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// Stars, 1 to 5, or the level of a score.
    pub stars: u8,
    /// Whether the visitor's problem was solved.
    pub solved: bool,
    /// Whether the rating is of the robot.
    pub of_robot: bool,
}

impl Course {
    /// The next session of the visitor.
    pub(super) fn next_session(self) -> Option<Self> {
        self.last.map(|last| Self {
            last: Some(last),
            ..Self::default()
        })
    }
}

/// Puts an agent last, with the times they let the conversation pass.
fn put_last(agents: &mut Vec<AgentId>, agent: &AgentId) {
    let known = agents.iter().filter(|it| *it == agent).count();
    agents.retain(|it| it != agent);
    if distinct(agents).len() == AGENTS_MAX
        && let Some(first) = agents.first().cloned()
    {
        agents.retain(|it| *it != first);
    }
    agents.extend(std::iter::repeat_n(agent.clone(), known.max(1)));
}

/// Records that an agent of the session let it pass.
fn note_lapse(agents: &mut Vec<AgentId>, agent: &AgentId) {
    let lapses = agents.len() - distinct(agents).len();
    if let Some(at) = agents.iter().position(|it| it == agent)
        && lapses < LAPSES_MAX
    {
        agents.insert(at, agent.clone());
    }
}

/// Each agent once, in order. The same agents stand side by side.
pub(super) fn distinct(agents: &[AgentId]) -> Vec<AgentId> {
    let mut distinct = agents.to_vec();
    distinct.dedup();
    distinct
}

/// Who let the conversation pass, once for each time.
pub(super) fn lapses(agents: &[AgentId]) -> Vec<AgentId> {
    let again = agents.windows(2).filter(|pair| pair[0] == pair[1]);
    again.map(|pair| pair[1].clone()).collect()
}

fn plus(one: Span, other: Span) -> Span {
    Span::from_millis(one.as_millis().saturating_add(other.as_millis()))
}

fn less(one: Span, other: Span) -> Span {
    Span::from_millis(one.as_millis().saturating_sub(other.as_millis()))
}

impl Session {
    pub(super) fn course_mut(&mut self) -> &mut Course {
        self.extras.course_mut()
    }

    /// What happened, for the head, with the due time that the head's own would hide.
    pub(super) fn course_to_keep(&self) -> Option<Box<Course>> {
        let course = self.extras.course();
        if course.is_none() && self.robot.count == 0 {
            return None;
        }
        Some(Box::new(Course {
            silence: self
                .timers
                .silence()
                .filter(|_| self.rescue_due().is_some()),
            robot: self.robot,
            ..course.cloned().unwrap_or_default()
        }))
    }

    /// Follows the course of a head.
    pub(super) fn follow_course(&mut self, course: Option<Box<Course>>) {
        self.robot = course
            .as_ref()
            .map_or_else(RobotAnswers::default, |it| it.robot);
        self.extras.follow_course(course);
    }

    /// Begins the visitor's next session. Only who vouched for them, and their last agent, outlive a session.
    pub(super) fn begin_extras(&mut self) {
        self.robot = RobotAnswers::default();
        let course = self.extras.take_course();
        self.extras.begin();
        let next = course.and_then(|course| course.next_session());
        self.extras.follow_course(next.map(Box::new));
    }

    fn elapsed(&self) -> Span {
        self.last_now.since(self.started)
    }

    /// The wait is over, if the visitor waits in a line. To be called before the state changes.
    fn note_wait_over(&mut self) {
        let Phase::Queued(queued) = &self.phase else {
            return;
        };
        let since = queued.since;
        let group = queued.group.clone();
        let asked = since.since(self.started);
        let waited = self.last_now.since(since);
        let course = self.course_mut();
        course.group = Some(group);
        course.asked.get_or_insert(asked);
        course.waited = plus(course.waited, waited);
        course.lapse = None;
    }

    /// The visitor asks for an agent of this group.
    pub(super) fn note_wish(&mut self, group: Option<&GroupId>) {
        if let Some(group) = group {
            self.course_mut().group = Some(group.clone());
        }
    }

    /// The visitor who waited got no agent. To be called before the state changes.
    pub(super) fn note_missed(&mut self, missed: Missed) {
        self.note_wait_over();
        let at = self.elapsed();
        let course = self.course_mut();
        course.asked.get_or_insert(at);
        course.missed = Some(missed);
        course.ticket = None;
    }

    /// The visitor loses their agent and waits again.
    fn note_return(&mut self) {
        let course = self.course_mut();
        course.unanswered_since = None;
        course.duty = None;
    }

    /// An agent has the visitor.
    pub(super) fn note_agent(&mut self, agent: &AgentId, group: &GroupId, terms: Terms) {
        let at = self.elapsed();
        let due = |within: Option<Span>| within.map(|within| self.last_now + within);
        let owes_answer =
            matches!(&self.phase, Phase::Manual(manual) if matches!(manual.turn, Turn::Agent(_)));
        let duty = Duty {
            accept_by: due(terms.accept_within),
            answer_by: due(terms.answer_within.filter(|_| owes_answer)),
            terms,
        };
        let course = self.course_mut();
        course.missed = None;
        course.asked.get_or_insert(at);
        course.connected.get_or_insert(at);
        course.unanswered_since = owes_answer.then_some(at);
        course.group = Some(group.clone());
        put_last(&mut course.agents, agent);
        course.lapse = None;
        course.duty = Some(Box::new(duty));
    }

    /// The visitor leaves their agent, or the line. A rescue counts. To be called before the state changes.
    pub(super) fn note_leaving(&mut self) {
        self.note_wait_over();
        if self.extras.course().is_some_and(|it| it.lapse.is_some()) {
            let agent = self.phase.manual().map(|manual| manual.agent.agent.clone());
            let course = self.course_mut();
            course.rescues = course.rescues.saturating_add(1);
            if let Some(agent) = agent {
                note_lapse(&mut course.agents, &agent);
            }
        }
    }

    /// The visitor waits because a person put them there, whatever their agent let pass.
    pub(super) fn note_put_in_line(&mut self) {
        if self.extras.course().is_some_and(|it| it.lapse.is_some()) {
            self.course_mut().lapse = None;
        }
    }

    /// Why the visitor has their place. A restart forgets the router's reason; it then says that they waited in the
    /// order of arrival. The session knows better while they wait.
    pub(super) fn why_place(&self, routers: WhyPlace) -> WhyPlace {
        let Phase::Queued(queued) = &self.phase else {
            return routers;
        };
        if routers != WhyPlace::Arrival {
            return routers;
        }
        let course = self.extras.course();
        let rescue = course.and_then(|course| course.lapse.zip(course.agents.last()));
        match rescue {
            Some((why, from)) => WhyPlace::Rescued {
                from: from.clone(),
                why,
            },
            None if self.rank() == Rank::Ahead && is_at_head(queued.place) => WhyPlace::Priority,
            None => routers,
        }
    }

    /// The visitor waits from now on.
    pub(super) fn note_waiting(&mut self) {
        self.note_leaving();
        if self.extras.course().is_some() {
            self.note_return();
        }
    }

    /// The agent is gone. Returns the place that the visitor had.
    pub(super) fn note_gone(&mut self, why: Lapse) -> Option<LinePlace> {
        let answered = self.phase.manual().is_some_and(|manual| manual.answered);
        let place = self.duty().map(|duty| duty.terms.place);
        self.course_mut().lapse = (!answered).then_some(why);
        self.note_waiting();
        self.course_mut().lapse = Some(why);
        place
    }

    /// The agent with whom the visitor talked last.
    pub(super) fn last_agent(&self) -> Option<LastAgent> {
        self.extras.course()?.last.clone()
    }

    /// The visitor said something to their agent.
    pub(super) fn note_question(&mut self, effects: &mut Effects) {
        let at = self.elapsed();
        let now = self.last_now;
        let answered = self.phase.manual().is_some_and(|manual| manual.answered);
        let course = self.course_mut();
        course.unanswered_since.get_or_insert(at);
        let Some(duty) = course.duty.as_mut().filter(|_| !answered) else {
            return;
        };
        if duty.answer_by.is_none()
            && let Some(within) = duty.terms.answer_within
        {
            duty.answer_by = Some(now + within);
            self.tell_duty(effects);
        }
    }

    /// The agent answered.
    pub(super) fn note_answer(&mut self, effects: &mut Effects) {
        let at = self.elapsed();
        let course = self.course_mut();
        let waited = course.unanswered_since.take();
        if course.answered.is_none() {
            course.answered = Some(at);
        } else if let Some(since) = waited {
            let waited = less(at, since);
            let answers = &mut course.next_answers;
            answers.count = answers.count.saturating_add(1);
            answers.total = plus(answers.total, waited);
            answers.longest = answers.longest.max(waited);
        }
        self.fulfil(Fulfilled::Answered, effects);
    }

    /// The robot answered.
    pub(super) fn note_robot(&mut self, knew: Knew) {
        let robot = &mut self.robot;
        robot.count = robot.count.saturating_add(1);
        robot.knew_last = knew == Knew::Yes;
        robot.unknown = robot.unknown.saturating_add(u8::from(knew == Knew::No));
        self.mark_head(HeadState::Changed);
    }

    /// The visitor rated.
    pub(super) fn note_rating(&mut self, rating: &Rating) {
        self.course_mut().rating = Some(Rated {
            stars: rating.stars,
            solved: rating.solved,
            of_robot: rating.about == crate::rating::Subject::Robot,
        });
    }

    /// The session ends. `agent` is the one of the conversation.
    pub(super) fn note_end(&mut self, agent: Option<&AgentId>) {
        let (at, now) = (self.elapsed(), self.last_now);
        let waits = match &self.phase {
            Phase::Queued(_) => true,
            Phase::Robot(robot) => !robot.asking.is_empty(),
            Phase::Manual(_) | Phase::Ended(_) => false,
        };
        if waits {
            self.note_missed(Missed::Abandoned);
        }
        let course = self.course_mut();
        course.duty = None;
        course.ticket = None;
        course.lapse = None;
        course.ended = Some(at);
        if let Some(agent) = agent {
            course.last = Some(LastAgent {
                agent: agent.clone(),
                at: now,
            });
        }
    }
}

/// Whether the robot knew an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knew {
    Yes,
    No,
}
