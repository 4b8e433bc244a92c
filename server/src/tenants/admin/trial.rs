//! Test questions put to a robot as it is and as it would be. One trial of the whole server at a time, so that two robots
//! that are only looked at are all it ever holds; in a time that is bounded.

use super::jobs::Progress;
use crate::error::ApiError;
use actors_core::robot::trial::{Report, TestQuestion};
use actors_core::robot::{Document, Robot};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a trial waits for the one before.
const WAIT_MAX: Duration = Duration::from_secs(60);
/// How long a trial goes on; looked at between its steps.
const TIME_MAX: Duration = Duration::from_secs(120);

/// The trials of all tenants, one after another.
#[derive(Debug, Default)]
pub struct Trials(Mutex<()>);

/// What is tried.
pub struct Trial {
    /// The robot that answers at present.
    pub before: Arc<Robot>,
    /// What the other one would know; none where there is no other.
    pub documents: Option<Vec<Document>>,
    /// What they are asked.
    pub questions: Vec<TestQuestion>,
    /// How far it is.
    pub progress: Arc<Progress>,
}

impl Trials {
    /// Asks all questions, of robots that have learned what there is to learn. Answers the robot that was tried, too:
    /// it need not be taught once more. Takes seconds: for a blocking pool.
    ///
    /// # Errors
    /// 503 where the trials before it take too long, or it does itself.
    pub fn run(&self, trial: Trial) -> Result<(Report, Robot), ApiError> {
        let turn = self.0.try_lock_for(WAIT_MAX);
        let _turn = turn.ok_or_else(|| ApiError::unavailable("another trial is under way"))?;
        self.within(Instant::now() + TIME_MAX, trial)
    }

    fn within(&self, end: Instant, trial: Trial) -> Result<(Report, Robot), ApiError> {
        let in_time = || match Instant::now() < end {
            true => Ok(()),
            false => Err(ApiError::unavailable("a trial takes too long")),
        };
        let progress = &trial.progress;
        let total = trial.questions.len();
        progress.total.store(total, Ordering::Relaxed);
        let levels = trial.before.levels();
        let before = taught(Robot::clone(&trial.before));
        in_time()?;
        let after = match trial.documents {
            Some(documents) => taught(Robot::index(documents).with(levels)),
            None => before.clone(),
        };
        let mut report = Report::default();
        for question in trial.questions {
            in_time()?;
            report.add(question, &before, &after);
            progress.done.store(report.total, Ordering::Relaxed);
        }
        Ok((report, after))
    }
}

/// Awake, since it may rest, and taught.
fn taught(robot: Robot) -> Robot {
    let robot = robot.awake();
    match robot.can_learn() {
        true => robot.learned(),
        false => robot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(progress: &Arc<Progress>) -> Trial {
        let question = |id: &str| TestQuestion {
            id: id.to_owned(),
            text: "xyzzy".to_owned(),
            language: "en".to_owned(),
            expects: None,
        };
        Trial {
            before: Arc::default(),
            documents: Some(Vec::new()),
            questions: vec![question("one"), question("two")],
            progress: Arc::clone(progress),
        }
    }

    #[test]
    fn a_trial_says_how_far_it_is() {
        let progress = Arc::new(Progress::default());

        let (report, _) = Trials::default().run(trial(&progress)).unwrap();

        assert_eq!((report.total, report.right_after), (2, 2));
        assert_eq!(progress.total.load(Ordering::Relaxed), 2);
        assert_eq!(progress.done.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_robot_that_rests_is_tried_as_it_would_answer_awake() {
        let document = Document {
            id: "watering".into(),
            language: "en".into(),
            question: "How often do I water a fern?".into(),
            similar: Vec::new(),
            answer: "Twice a week.".into(),
        };
        let mut trial = trial(&Arc::default());
        trial.before = Arc::new(Robot::resting(vec![document]));
        trial.documents = None;
        trial.questions[0].text = "how often do I watr a fern".to_owned();
        trial.questions[0].expects = Some("watering".into());

        let (report, _) = Trials::default().run(trial).unwrap();

        assert_eq!((report.right_before, report.right_after), (2, 2));
    }

    #[test]
    fn a_trial_that_takes_too_long_is_given_up() {
        let ended = Instant::now();

        let given_up = Trials::default().within(ended, trial(&Arc::default()));

        assert_eq!(
            given_up.unwrap_err().cause(),
            Some("a trial takes too long")
        );
    }
}
