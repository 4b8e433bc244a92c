//! Applies a file of test questions in one commit, under the tenant's lock.

use super::import::{Outcome, Rest, is_same};
use super::{Change, carry_out, version_of};
use crate::admin::audit::{Action, AuditRecord};
use crate::admin::import::WrongFile;
use crate::admin::jobs::Counts;
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::error::ApiError;
use crate::fixtures::test_questions::WrittenTestQuestion;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::RobotNo;
use actors_runtime::ports::DocumentChange;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file that was read and is valid.
pub struct Questions {
    /// The robot.
    pub robot: RobotNo,
    /// The questions in the file.
    pub questions: Vec<WrittenTestQuestion>,
    /// What happens to the robot's other questions.
    pub rest: Rest,
    /// Whether it is only tried.
    pub is_trial: bool,
}

/// Stores a file's test questions, in place of those with the same ids. They are durable when this returns. A trial
/// only counts the changes.
///
/// # Errors
/// 503 if the store failed: then none of them is stored.
pub async fn import(
    state: Data<State>,
    who: Arc<SignedIn>,
    file: Questions,
) -> Result<Outcome, ApiError> {
    let thing = Thing::TestQuestions;
    let make = move |change: &Change| Ok((change.take_up(&file)?, Published::default()));
    carry_out(state, who, thing, make).await
}

impl Change {
    fn take_up(&self, file: &Questions) -> Result<Outcome, ApiError> {
        let (thing, robot) = (self.thing, &file.robot);
        if !self.before.robots.contains_key(robot) {
            return Ok(Outcome::wrong(WrongFile::of(0, "the robot was deleted")));
        }
        let mut rest = self.questions_of(robot)?;
        let mut counts = Counts::default();
        let mut changes = Vec::new();
        for question in &file.questions {
            let key = thing.key(self.tenant(), &format!("{robot}/{}", question.question_id));
            let old = rest.remove(&key);
            changes.extend(changed(key, old, question, &mut counts)?);
        }
        if file.rest == Rest::Goes {
            counts.removed = rest.len();
            changes.extend(
                rest.into_keys()
                    .map(|key| DocumentChange::delete(thing.kind(), key)),
            );
        } else if rest.len() + file.questions.len() > thing.count_max() {
            let message = format!(
                "the robot would have more than {} questions",
                thing.count_max()
            );
            return Ok(Outcome::wrong(WrongFile::of(0, &message)));
        }
        let outcome = Outcome {
            made: Ok(counts),
            check: None,
        };
        if file.is_trial {
            return Ok(outcome);
        }
        let record = AuditRecord {
            fields: vec![
                format!("{} added", counts.added),
                format!("{} changed", counts.changed),
                format!("{} removed", counts.removed),
            ],
            ..self.record(Action::Import, thing, robot.as_str())
        };
        self.keep(changes, &record)?;
        Ok(outcome)
    }

    /// Reads the robot's stored test questions, by key.
    fn questions_of(
        &self,
        robot: &RobotNo,
    ) -> Result<BTreeMap<String, Map<String, Value>>, ApiError> {
        let prefix = format!("{}{robot}/", self.thing.prefix(self.tenant()));
        let store = self.state.office.store();
        let all = store.documents(self.thing.kind(), &prefix)?.into_iter();
        let read = |(key, json): (String, Vec<u8>)| {
            let fields = serde_json::from_slice(&json).map_err(ApiError::internal)?;
            Ok((key, fields))
        };
        all.map(read).collect()
    }
}

/// Returns the change that stores a question; none if it is unchanged.
fn changed(
    key: String,
    old: Option<Map<String, Value>>,
    question: &WrittenTestQuestion,
    counts: &mut Counts,
) -> Result<Option<DocumentChange>, ApiError> {
    let mut fields = Written::TestQuestion(question.clone()).json();
    match &old {
        None => counts.added += 1,
        Some(old) if is_same(old, &fields) => {
            counts.unchanged += 1;
            return Ok(None);
        }
        Some(_) => counts.changed += 1,
    }
    let next = old.as_ref().map_or(1, |old| version_of(old) + 1);
    fields.insert("version".to_owned(), next.into());
    Ok(Some(DocumentChange::put(
        Thing::TestQuestions.kind(),
        key,
        serde_json::to_vec(&fields).map_err(ApiError::internal)?,
    )))
}
