//! What refers to a document. An administrator reads it before they delete the document. If they delete it anyway, the
//! references are removed.
//!
//! A channel loses the menu entry. A flow's step keeps the document's answer as its own text. A test question stays: it
//! says what the robot should know.

use super::{Change, audit};
use crate::admin::audit::{Action, AuditRecord};
use crate::admin::difference;
use crate::admin::listing::version_of;
use crate::admin::thing::Thing;
use crate::admin::written::{Written, elsewhere};
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::fixtures::setup::names_of;
use crate::fixtures::{KnownDocuments, TenantFixture, TenantSetup};
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{DocId, RobotNo};
use actors_runtime::ports::DocumentChange;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// docs/uses: what would miss the document, as 409 `in use` names it, and the test questions that expect it.
///
/// # Errors
/// 404 if it does not exist.
pub async fn of_document(
    state: Data<State>,
    who: Arc<SignedIn>,
    name: Map<String, Value>,
) -> Result<Vec<FieldError>, ApiError> {
    let change = Change::dry_run(state, who, Thing::Docs)?;
    blocking::work(move || change.uses(&name)).await
}

/// The settings without a document that they referred to, and how they are stored.
pub(super) struct Freed {
    pub(super) setup: TenantSetup,
    pub(super) changes: Vec<DocumentChange>,
}

impl Change {
    fn uses(&self, name: &Map<String, Value>) -> Result<Vec<FieldError>, ApiError> {
        let id = Thing::Docs.id(name).ok_or(ApiError::NotFound)?;
        self.stored(&id)?.ok_or(ApiError::NotFound)?;
        let (robot, doc, known) = self.known_without(&id);
        let is_known = known.get(&robot).is_some_and(|docs| docs.contains(&doc));
        if is_known {
            // The document stays in another language.
            return Ok(Vec::new());
        }
        let wrong = TenantSetup::read_beside(&self.everything()?, &known).err();
        let mut uses: Vec<FieldError> = wrong.into_iter().flatten().map(elsewhere).collect();
        let questions = self.test_questions(&robot)?.into_iter();
        let expecting = questions.filter(|question| question.expects.as_ref() == Some(&doc));
        uses.extend(expecting.map(|question| {
            let field = format!("testQuestions/{robot}/{}", question.id);
            FieldError::new(field, question.text)
        }));
        Ok(uses)
    }

    fn known_without(&self, id: &str) -> (RobotNo, DocId, KnownDocuments) {
        let mut known = self.known();
        let (robot, rest) = self.documents_with(id, None);
        let doc = DocId::from(id.split('/').nth(1).unwrap_or_default());
        known.insert(robot.clone(), names_of(&rest));
        (robot, doc, known)
    }

    /// Takes a document out of the settings that refer to it. None if there are none.
    ///
    /// # Errors
    /// 409 with the settings that would still miss it.
    pub(super) fn freed(
        &self,
        id: &str,
        document: &Map<String, Value>,
    ) -> Result<Option<Freed>, ApiError> {
        let (_, doc, known) = self.known_without(id);
        let mut all = self.everything()?;
        let Err(wrong) = TenantSetup::read_beside(&all, &known) else {
            return Ok(None);
        };
        let files: BTreeSet<String> = wrong.into_iter().map(|wrong| wrong.file).collect();
        let mut changes = Vec::new();
        for file in &files {
            self.free(file, &doc, document, &mut all, &mut changes)?;
        }
        let setup = TenantSetup::read_beside(&all, &known)
            .map_err(|wrong| ApiError::InUse(wrong.into_iter().map(elsewhere).collect()))?;
        Ok(Some(Freed { setup, changes }))
    }

    /// Takes the document out of one setting, named by its file.
    fn free(
        &self,
        file: &str,
        doc: &DocId,
        document: &Map<String, Value>,
        all: &mut TenantFixture,
        changes: &mut Vec<DocumentChange>,
    ) -> Result<(), ApiError> {
        let Some((folder, id)) = file.trim_end_matches(".json").split_once('/') else {
            return Ok(());
        };
        let thing = match folder {
            "channels" => Thing::Channels,
            "flows" => Thing::Flows,
            _ => return Ok(()),
        };
        let key = thing.key(self.tenant(), id);
        let store = self.state.office.store();
        let Some(json) = store.document(thing.kind(), &key)? else {
            return Ok(());
        };
        let old: Map<String, Value> = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        let mut body = Value::Object(old.clone());
        match thing {
            Thing::Flows => answer_itself(&mut body, doc.as_str(), document.get("answer")),
            _ => forget_entries(&mut body, doc.as_str()),
        }
        let Value::Object(mut body) = body else {
            return Ok(());
        };
        body.remove("version");
        let written = Written::parse(thing, body).map_err(ApiError::InvalidFields)?;
        let mut fields = written.json();
        written.place(all);
        let version = version_of(&old) + 1;
        fields.insert("version".to_owned(), version.into());
        let told = difference::told(thing, Some(&old), &fields);
        changes.push(DocumentChange::put(
            thing.kind(),
            key,
            serde_json::to_vec(&fields).map_err(ApiError::internal)?,
        ));
        let record = AuditRecord {
            version,
            fields: told.iter().map(|change| change.field.clone()).collect(),
            changes: told,
            at: self.state.admin.audit.draw(self.state.now()),
            ..self.record(Action::Put, thing, id)
        };
        changes.push(audit::written(self.tenant(), &record));
        Ok(())
    }
}

/// Removes every entry of a list that names the document.
fn forget_entries(value: &mut Value, doc: &str) {
    match value {
        Value::Array(items) => {
            items.retain(|item| item.get("docId").and_then(Value::as_str) != Some(doc));
            items.iter_mut().for_each(|item| forget_entries(item, doc));
        }
        Value::Object(fields) => {
            let values = fields.values_mut();
            values.for_each(|value| forget_entries(value, doc));
        }
        _ => {}
    }
}

/// Makes each step of a flow that answers with the document say that answer itself.
fn answer_itself(flow: &mut Value, doc: &str, answer: Option<&Value>) {
    let nodes = flow.get_mut("nodes").and_then(Value::as_array_mut);
    for node in nodes.into_iter().flatten() {
        let is_meant = node.get("replySource").and_then(Value::as_str) == Some("FAQ")
            && node.get("answer").and_then(Value::as_str) == Some(doc);
        if is_meant && let Some(node) = node.as_object_mut() {
            node.insert("replySource".to_owned(), "TEXT_REPLY".into());
            node.insert("answer".to_owned(), answer.cloned().unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_lose_the_entry_and_flows_keep_the_answer() {
        let mut faq = json!({ "faq": [{ "list": [{ "docId": "a" }, { "docId": "b" }] }] });
        forget_entries(&mut faq, "a");
        assert_eq!(faq, json!({ "faq": [{ "list": [{ "docId": "b" }] }] }));

        let mut flow = json!({ "nodes": [{ "replySource": "FAQ", "answer": "a" }, { "replySource": "FAQ", "answer": "b" }] });
        answer_itself(&mut flow, "a", Some(&json!("<p>Yes.</p>")));
        assert_eq!(
            flow,
            json!({ "nodes": [{ "replySource": "TEXT_REPLY", "answer": "<p>Yes.</p>" }, { "replySource": "FAQ", "answer": "b" }] })
        );
    }
}
