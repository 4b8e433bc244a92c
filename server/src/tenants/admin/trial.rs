//! Asks test questions of a robot as it is and as it would be after a change. The server runs one trial at a time, so
//! that at most two extra robots are in memory. A trial's time is bounded.

use super::jobs::Progress;
use crate::error::ApiError;
use actors_core::robot::trial::{Report, TestQuestion};
use actors_core::robot::{Document, Robot};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a trial waits for the previous one.
const WAIT_MAX: Duration = Duration::from_secs(60);
/// How long a trial may run. It is checked between the steps.
const TIME_MAX: Duration = Duration::from_secs(120);

/// The trials of all tenants, one after another.
#[derive(Debug, Default)]
pub struct Trials(Mutex<()>);

/// One trial.
pub struct Trial {
    /// The current robot.
    pub before: Arc<Robot>,
    /// The documents after the change; none to try only the current robot.
    pub documents: Option<Vec<Document>>,
    /// The questions.
    pub questions: Vec<TestQuestion>,
    /// The progress.
    pub progress: Arc<Progress>,
}

impl Trials {
    /// Asks all questions of the fully taught robots. Also returns the new robot, so that it need not be taught again.
    /// Takes seconds, so it runs on a blocking thread.
    ///
    /// # Errors
    /// 503 if this trial or the ones before it take too long.
    pub fn run(&self, trial: Trial) -> Result<(Report, Robot), ApiError> {
        let turn = self.0.try_lock_for(WAIT_MAX);
        let _turn = turn.ok_or_else(|| ApiError::unavailable("another trial is running"))?;
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

/// Returns the robot awake and taught.
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
    fn a_trial_reports_its_progress() {
        let progress = Arc::new(Progress::default());

        let (report, _) = Trials::default().run(trial(&progress)).unwrap();

        assert_eq!((report.total, report.right_after), (2, 2));
        assert_eq!(progress.total.load(Ordering::Relaxed), 2);
        assert_eq!(progress.done.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_resting_robot_is_woken_for_a_trial() {
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
    fn a_trial_ends_at_its_time_limit() {
        let ended = Instant::now();

        let given_up = Trials::default().within(ended, trial(&Arc::default()));

        assert_eq!(
            given_up.unwrap_err().cause(),
            Some("a trial takes too long")
        );
    }
}
