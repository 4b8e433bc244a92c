//! Decides whether a change of a robot's knowledge takes effect. If the robot's setting requires it, the test questions
//! are asked first.

use super::Change;
use crate::admin::jobs::Progress;
use crate::admin::thing::Thing;
use crate::admin::trial::Trial;
use crate::error::ApiError;
use crate::fixtures::knowledge::WrittenRobot;
use crate::fixtures::test_questions::WrittenTestQuestion;
use crate::wire::trial::WireReport;
use actors_core::ids::RobotNo;
use actors_core::robot::trial::{PublishWhen, Report, TestQuestion};
use actors_core::robot::{Document, Robot};
use serde_json::{Map, Value};
use std::sync::Arc;

/// How a change of knowledge takes effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Publishing {
    /// As the robot's setting says.
    #[default]
    Guarded,
    /// It takes effect without test questions.
    Forced,
    /// It is only tried.
    Never,
}

impl Publishing {
    /// Reads `check` and `force` from a body. They apply to documents only.
    ///
    /// # Errors
    /// 400 if `check` or `force` is neither 0 nor 1.
    pub fn of(thing: Thing, body: &Map<String, Value>) -> Result<Self, ApiError> {
        if thing != Thing::Docs {
            return Ok(Self::Guarded);
        }
        Ok(match (switch(body, "check")?, switch(body, "force")?) {
            (true, _) => Self::Never,
            (false, true) => Self::Forced,
            (false, false) => Self::Guarded,
        })
    }
}

/// Reads a switch of a body that is not part of the setting.
///
/// # Errors
/// 400 if it is neither 0 nor 1.
pub(super) fn switch(body: &Map<String, Value>, field: &str) -> Result<bool, ApiError> {
    match body.get(field) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(is_set)) => Ok(*is_set),
        Some(Value::Number(number)) if number.as_u64().is_some_and(|it| it < 2) => {
            Ok(number.as_u64() == Some(1))
        }
        Some(_) => Err(ApiError::wrong(field, "must be 0 or 1")),
    }
}

impl Change {
    /// Returns the questions to ask before the robot's knowledge changes; none if the change needs no trial.
    pub(super) fn guarding(
        &self,
        robot: &RobotNo,
        publishing: Publishing,
    ) -> Result<Option<Vec<TestQuestion>>, ApiError> {
        if publishing == Publishing::Forced || self.publish_when(robot)? == PublishWhen::Always {
            return Ok(None);
        }
        let questions = self.test_questions(robot)?;
        Ok((!questions.is_empty()).then_some(questions))
    }

    /// Returns the taught robot with these documents.
    ///
    /// # Errors
    /// 409 if a question would be answered worse, 503 if the trial takes too long.
    pub(super) fn guarded(
        &self,
        number: &RobotNo,
        documents: Vec<Document>,
        questions: Vec<TestQuestion>,
    ) -> Result<Robot, ApiError> {
        let (report, robot) = self.state.admin.trials.run(Trial {
            before: self.robot(number),
            documents: Some(documents),
            questions,
            progress: Arc::default(),
        })?;
        match PublishWhen::NoneWorse.permits(&report) {
            true => Ok(robot),
            false => Err(ApiError::Worse(Box::new(WireReport::from(&report)))),
        }
    }

    /// Asks the test questions of the robot with these documents, or of the robot as it is.
    pub(super) fn checked(
        &self,
        number: &RobotNo,
        documents: Option<Vec<Document>>,
        progress: Arc<Progress>,
    ) -> Result<Report, ApiError> {
        let (report, _) = self.state.admin.trials.run(Trial {
            before: self.robot(number),
            documents,
            questions: self.test_questions(number)?,
            progress,
        })?;
        Ok(report)
    }

    fn publish_when(&self, robot: &RobotNo) -> Result<PublishWhen, ApiError> {
        let key = Thing::Robots.key(self.tenant(), robot.as_str());
        let store = self.state.office.store();
        let Some(json) = store.document(Thing::Robots.kind(), &key)? else {
            return Ok(PublishWhen::Always);
        };
        let written: WrittenRobot = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        Ok(written.publish_when().unwrap_or_default())
    }

    pub(super) fn test_questions(&self, robot: &RobotNo) -> Result<Vec<TestQuestion>, ApiError> {
        let thing = Thing::TestQuestions;
        let prefix = format!("{}{robot}/", thing.prefix(self.tenant()));
        let store = self.state.office.store();
        let all = store.documents(thing.kind(), &prefix);
        let read = |(_, json): (String, Vec<u8>)| {
            let written: WrittenTestQuestion =
                serde_json::from_slice(&json).map_err(ApiError::internal)?;
            Ok(written.read(&mut Default::default()))
        };
        let all = all.map_err(ApiError::unavailable)?.into_iter();
        all.map(read).collect()
    }
}
