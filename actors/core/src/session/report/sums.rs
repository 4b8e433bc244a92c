//! The numbers of some sessions. They can be added up, and written in few bytes.

use super::numbers::{Reading, put_number};
use super::spans::Spans;
use super::{RobotOutcome, SessionReport};
use crate::ids::AgentId;
use crate::session::course::{Answers, Missed};
use crate::time::Span;

/// The numbers of some sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// All of them.
    pub sessions: u64,
    /// Those whose visitor asked for an agent, or an agent stepped in.
    pub asked: u64,
    /// Those that an agent answered.
    pub answered: u64,
    /// The last wait ended because nobody was there.
    pub missed: u64,
    /// The last wait ended because the visitor left.
    pub abandoned: u64,
    /// Those whose visitor asked the robot.
    pub robot_asked: u64,
    /// Of these, those that the robot resolved.
    pub robot_resolved: u64,
    /// The robot's answers.
    pub robot_answers: u64,
    /// Those that it did not know.
    pub robot_unknown: u64,
    /// Those that were rated.
    pub ratings: u64,
    /// The sum of their stars.
    pub stars: u64,
    /// Those whose visitor said that the problem was solved.
    pub solved: u64,
    /// How often an agent let a conversation pass.
    pub rescues: u64,
    /// The waits for agents of those that an agent answered.
    pub waiting: Spans,
    /// The waits for first answers.
    pub first_answer: Spans,
    /// The longest wait of each session for one of the answers after the first.
    pub slowest_answer: Spans,
    /// The times to the end of those that an agent answered, and that did not end with a wait.
    pub resolution: Spans,
    /// The answers after the first.
    pub next_answers: Answers,
}

impl Sums {
    /// Adds a session.
    pub fn add(&mut self, report: &SessionReport) {
        self.add_with(report, report.rescues.into());
    }

    /// Adds a session as one of this agent, who answers for their own lapses alone.
    pub(super) fn add_of(&mut self, report: &SessionReport, agent: &AgentId) {
        let lapses = report.passed_by.iter().filter(|it| *it == agent);
        self.add_with(report, lapses.count() as u64);
    }

    fn add_with(&mut self, report: &SessionReport, rescues: u64) {
        self.sessions += 1;
        self.asked += u64::from(report.asked_people.is_some());
        match report.missed {
            None => {}
            Some(Missed::NoAgent) => self.missed += 1,
            Some(Missed::Abandoned) => self.abandoned += 1,
        }
        if let Some(first) = report.first_answer {
            self.answered += 1;
            self.first_answer.add(first);
            self.waiting.add(report.waiting.unwrap_or_default());
            if report.missed.is_none() {
                self.resolution.add(report.resolution);
            }
        }
        if report.next_answers.count > 0 {
            self.slowest_answer.add(report.next_answers.longest);
        }
        self.add_answers(report.next_answers);
        self.robot_asked += u64::from(report.robot.outcome != RobotOutcome::NotAsked);
        self.robot_resolved += u64::from(report.robot.outcome == RobotOutcome::Resolved);
        self.robot_answers += u64::from(report.robot.answers);
        self.robot_unknown += u64::from(report.robot.unknown);
        if let Some(rated) = report.rating {
            self.ratings += 1;
            self.stars += u64::from(rated.stars);
            self.solved += u64::from(rated.solved);
        }
        self.rescues += rescues;
    }

    /// Adds those of others.
    pub fn merge(&mut self, others: &Self) {
        let mut theirs = others.clone();
        for (own, theirs) in self.numbers().into_iter().zip(theirs.numbers()) {
            *own = own.saturating_add(*theirs);
        }
        self.waiting.merge(&others.waiting);
        self.first_answer.merge(&others.first_answer);
        self.slowest_answer.merge(&others.slowest_answer);
        self.resolution.merge(&others.resolution);
        self.add_answers(others.next_answers);
    }

    /// Writes them.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in self.clone().numbers() {
            put_number(&mut bytes, *number);
        }
        for spans in [
            &self.waiting,
            &self.first_answer,
            &self.slowest_answer,
            &self.resolution,
        ] {
            spans.write(&mut bytes);
        }
        let answers = self.next_answers;
        put_number(&mut bytes, answers.count.into());
        put_number(&mut bytes, answers.total.as_millis());
        put_number(&mut bytes, answers.longest.as_millis());
        bytes
    }

    /// Adds what [`Sums::write`] wrote; `None` if it is damaged.
    pub fn add_written(&mut self, bytes: &[u8]) -> Option<()> {
        let mut reading = Reading::of(bytes);
        for number in self.numbers() {
            *number = number.saturating_add(reading.number()?);
        }
        for spans in [
            &mut self.waiting,
            &mut self.first_answer,
            &mut self.slowest_answer,
            &mut self.resolution,
        ] {
            spans.add_written(&mut reading)?;
        }
        self.add_answers(Answers {
            count: u32::try_from(reading.number()?).ok()?,
            total: Span::from_millis(reading.number()?),
            longest: Span::from_millis(reading.number()?),
        });
        reading.is_over().then_some(())
    }

    fn add_answers(&mut self, others: Answers) {
        let answers = &mut self.next_answers;
        let total = answers.total.as_millis();
        answers.count = answers.count.saturating_add(others.count);
        answers.total = Span::from_millis(total.saturating_add(others.total.as_millis()));
        answers.longest = answers.longest.max(others.longest);
    }

    fn numbers(&mut self) -> [&mut u64; 13] {
        [
            &mut self.sessions,
            &mut self.asked,
            &mut self.answered,
            &mut self.missed,
            &mut self.abandoned,
            &mut self.robot_asked,
            &mut self.robot_resolved,
            &mut self.robot_answers,
            &mut self.robot_unknown,
            &mut self.ratings,
            &mut self.stars,
            &mut self.solved,
            &mut self.rescues,
        ]
    }
}
