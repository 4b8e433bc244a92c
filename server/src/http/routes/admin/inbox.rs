//! robot/inbox and robot/resolve: the questions that robots could not answer, and their resolution.

use crate::admin::audit::{self, Action};
use crate::admin::change::{self, check};
use crate::admin::listing;
use crate::admin::thing::Thing;
use crate::authentication::Admin;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::inbox::{Group, Unanswered};
use crate::routes::admin::robot_of;
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::knowledge::{InboxRequest, InboxResponse, ResolveRequest};
use actix_web::web::Data;
use actors_core::ids::TenantId;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most groups of questions on a page.
const GROUPS_MAX: usize = 100;
/// The most questions of one call, and of one document that it extends.
const QUESTIONS_MAX: usize = 1_000;

/// robot/inbox: returns the groups of similar questions that the robot could not answer.
///
/// # Errors
/// 404 for a robot that is not the tenant's, 400 for a cursor that is not from this call.
pub async fn list(state: Data<State>, call: Admin<InboxRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    let robot = robot_of(&state, &tenant, &call.body.robot_no)?;
    let inbox = Arc::clone(&state.inbox);
    let after = match call.body.cursor.as_deref().unwrap_or_default() {
        "" => None,
        cursor => Some(place(cursor).ok_or_else(|| ApiError::invalid("cursor is not valid"))?),
    };
    let groups = block(move || inbox.groups(&tenant, &robot)).await?;
    let total = groups.len();
    let limit = call.body.limit.unwrap_or(GROUPS_MAX);
    let (list, cursor) = page(groups, after, limit.clamp(1, GROUPS_MAX));
    Ok(success(&InboxResponse {
        list,
        total,
        cursor,
    }))
}

/// The place of a question among the others, newest first, from its id.
type Place = (Reverse<i64>, u64);

fn place(id: &str) -> Option<Place> {
    let (slot, time) = id.split_once('-')?;
    Some((Reverse(time.parse().ok()?), slot.parse().ok()?))
}

/// Returns the groups after a place, and the cursor of the page after them. A group stands where its newest question
/// stands, so a page is complete although groups before it were resolved.
fn page(groups: Vec<Group>, after: Option<Place>, limit: usize) -> (Vec<Group>, String) {
    let newest = |group: &Group| group.ids.first().and_then(|id| place(id));
    let mut rest = groups
        .into_iter()
        .skip_while(|group| after.is_some() && newest(group) <= after);
    let list: Vec<Group> = rest.by_ref().take(limit).collect();
    let last = list.last().and_then(|group| group.ids.first());
    let cursor = last.filter(|_| rest.next().is_some());
    let cursor = cursor.cloned().unwrap_or_default();
    (list, cursor)
}

/// robot/resolve: adds the questions to a document, or dismisses them. Returns the document if there is one; with
/// `check`, returns a job.
///
/// # Errors
/// 404 for a robot or document that is not the tenant's, or if none of the questions exists; 400 with every invalid
/// field; 409 if the new document's name is taken or test questions would get worse answers.
pub async fn resolve(state: Data<State>, call: Admin<ResolveRequest>) -> Answer {
    let body = &call.body;
    let tenant = call.who.tenant.clone();
    let robot = robot_of(&state, &tenant, &body.robot_no)?;
    if body.ids.len() > QUESTIONS_MAX {
        return Err(ApiError::invalid("ids has too many entries"));
    }
    let (inbox, ids, of) = (Arc::clone(&state.inbox), body.ids.clone(), robot.clone());
    let whose = tenant.clone();
    let found = block(move || inbox.named(&whose, &of, &ids)).await?;
    let (asked, mut changes) = found;
    if asked.is_empty() {
        return Err(ApiError::NotFound);
    }
    let put = match body.action.as_str() {
        "similar" => Some(with_questions(&state, &tenant, body, &asked).await?),
        "document" => Some(new_document(body, &asked)?),
        "dismiss" => None,
        _ => return Err(ApiError::invalid("action is not valid")),
    };
    if body.check {
        let document = put.ok_or_else(|| ApiError::invalid("check is for a document"))?;
        return Ok(success(&check::put(state, call.who, document).await?));
    }
    let answer = match put {
        Some(mut document) => {
            document.insert("force".to_owned(), body.force.into());
            let who = Arc::clone(&call.who);
            change::put(state.clone(), who, Thing::Docs, document).await?
        }
        None => Map::new(),
    };
    // After the document: if the call stops in between, it can be repeated.
    let at = state.admin.audit.draw(state.now());
    let (who, name) = (&call.who.agent, robot.as_str());
    let record = audit::record(at, who, Action::Delete, "robotInbox", name);
    changes.push(audit::written(&tenant, &record));
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await?;
    Ok(success(&answer))
}

/// Returns the questions to add, each once, newest first.
fn taken_up(body: &ResolveRequest, asked: &[Unanswered]) -> Vec<String> {
    let all = || asked.iter().map(|asked| asked.question.clone()).collect();
    let mut questions: Vec<String> = body.questions.clone().unwrap_or_else(all);
    let mut seen = BTreeSet::new();
    questions.retain(|question| {
        let question = question.trim().to_lowercase();
        !question.is_empty() && seen.insert(question)
    });
    questions
}

async fn with_questions(
    state: &State,
    tenant: &TenantId,
    body: &ResolveRequest,
    asked: &[Unanswered],
) -> Result<Map<String, Value>, ApiError> {
    let named = json!({ "robotNo": body.robot_no, "docId": body.doc_id, "lang": body.lang });
    let named = named.as_object().cloned().unwrap_or_default();
    let mut document = listing::get(state.office.store(), tenant, Thing::Docs, &named).await?;
    let known = |document: &Map<String, Value>, question: &str| {
        let similar = document.get("similar").and_then(Value::as_array);
        let all = document
            .get("question")
            .into_iter()
            .chain(similar.into_iter().flatten());
        let mut texts = all.filter_map(Value::as_str);
        texts.any(|text| text.trim().eq_ignore_ascii_case(question.trim()))
    };
    for question in taken_up(body, asked) {
        if !known(&document, &question)
            && let Some(similar) = document
                .entry("similar")
                .or_insert_with(|| json!([]))
                .as_array_mut()
        {
            similar.push(question.into());
        }
    }
    Ok(document)
}

fn new_document(
    body: &ResolveRequest,
    asked: &[Unanswered],
) -> Result<Map<String, Value>, ApiError> {
    let mut questions = taken_up(body, asked).into_iter();
    let question = questions.next();
    let question = question.ok_or_else(|| ApiError::invalid("questions has no question"))?;
    let document = json!({
        "robotNo": body.robot_no, "docId": body.doc_id, "lang": body.lang, "question": question,
        "similar": questions.collect::<Vec<_>>(), "answer": body.answer,
    });
    Ok(document.as_object().cloned().unwrap_or_default())
}
