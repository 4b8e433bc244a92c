//! What agents look up and prepare: searchDocs, quickReplies.

use crate::admin::change;
use crate::admin::thing::{SHARED, Thing};
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::files::references;
use crate::fixtures::findings::{About, FieldError, Findings, Flag, is_language};
use crate::fixtures::replies::WrittenQuickReply;
use crate::routes::agent::account;
use crate::secrets;
use crate::state::State;
use crate::wake::awake;
use crate::wire::envelope::{Nothing, success};
use crate::wire::knowledge::{SearchDocsRequest, SearchDocsResponse, WireFound};
use crate::wire::replies::{
    QuickRepliesRequest, QuickRepliesResponse, QuickReplyNameRequest, QuickReplyPutRequest,
    WireQuickReply,
};
use actix_web::web::Data;
use actors_core::ids::RobotNo;
use actors_core::robot::Question;
use actors_core::tenant::Role;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The most documents in an answer of searchDocs.
const FOUND_MAX: usize = 10;
/// The most suggested answers.
const SUGGESTED_MAX: usize = 3;
/// The longest question, in characters.
const QUESTION_CHARS_MAX: usize = 400;
/// The most quick replies of one agent.
const OWN_MAX: usize = 500;
/// Quick replies of one page.
const PAGE: usize = 100;

/// searchDocs: returns the documents of the tenant's robots that match a question, with their answers.
///
/// # Errors
/// 400 for a blank question, 404 for a robot that is not the tenant's.
pub async fn search_docs(state: Data<State>, call: Agent<SearchDocsRequest>) -> Answer {
    let body = &call.body;
    let text = question(&body.question)?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let wanted = body.robot_no.as_deref().filter(|robot| !robot.is_empty());
    if wanted.is_some_and(|robot| !settings.robots.contains_key(&RobotNo::from(robot))) {
        return Err(ApiError::NotFound);
    }
    let asked = Question {
        text,
        doc: None,
        language: language(body.lang.as_deref(), call.language.as_str()),
    };
    let robots = settings
        .robots
        .keys()
        .filter(|number| wanted.is_none_or(|robot| robot == number.as_str()));
    let mut list: Vec<WireFound> = Vec::new();
    for number in robots {
        let Some(robot) = awake(&state, &call.who.tenant, number).await else {
            continue;
        };
        let found = robot.search(&asked, FOUND_MAX);
        let level = match body.suggest {
            Flag(true) => robot.levels().suggest,
            Flag(false) => 0.0,
        };
        list.extend(
            found
                .iter()
                .filter(|found| found.score >= level)
                .map(|found| WireFound::new(number.as_str(), found)),
        );
    }
    list.sort_by(|one, other| other.score.total_cmp(&one.score));
    list.truncate(match body.suggest {
        Flag(true) => SUGGESTED_MAX,
        Flag(false) => FOUND_MAX,
    });
    Ok(success(&SearchDocsResponse { list }))
}

/// Returns the trimmed question.
///
/// # Errors
/// 400 if it is blank; 400 with the field `question` and the limit if it is too long.
pub fn question(text: &str) -> Result<&str, ApiError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ApiError::invalid("question is missing"));
    }
    if text.chars().count() > QUESTION_CHARS_MAX {
        let found = FieldError::new("question", "is too long");
        let found = found.with_code("tooLong", About::most(QUESTION_CHARS_MAX));
        return Err(ApiError::InvalidFields(vec![found]));
    }
    Ok(text)
}

/// Returns the requested language if it is one of the 24, or else the reader's.
pub fn language<'a>(asked: Option<&'a str>, readers: &'a str) -> &'a str {
    asked.filter(|code| is_language(code)).unwrap_or(readers)
}

/// quickReplies/list: the shared ones, then the caller's own.
///
/// # Errors
/// 400 for a search text that is too long, or an invalid cursor.
pub async fn list(state: Data<State>, call: Agent<QuickRepliesRequest>) -> Answer {
    let search = call.body.search.unwrap_or_default().trim().to_lowercase();
    if search.chars().count() > QUESTION_CHARS_MAX {
        return Err(ApiError::invalid("search is too long"));
    }
    let from = match call.body.cursor.as_deref().filter(|it| !it.is_empty()) {
        Some(cursor) => cursor
            .parse::<usize>()
            .map_err(|_| ApiError::invalid("cursor is not valid"))?,
        None => 0,
    };
    let (store, who) = (Arc::clone(state.office.store()), Arc::clone(&call.who));
    let all = block(move || ready(store.as_ref(), &who)).await?;
    let mut found = all
        .into_iter()
        .filter(|reply| search.is_empty() || says(&reply.reply, &search))
        .skip(from);
    let list: Vec<WireQuickReply> = found.by_ref().take(PAGE).collect();
    let cursor = found.next().map(|_| (from + PAGE).to_string());
    Ok(success(&QuickRepliesResponse {
        list,
        cursor: cursor.unwrap_or_default(),
    }))
}

fn ready(store: &dyn Store, who: &SignedIn) -> Result<Vec<WireQuickReply>, StoreError> {
    let mut all = Vec::new();
    for (shared, owner) in [(true, SHARED), (false, who.agent.as_str())] {
        let prefix = format!("{}/{owner}/", who.tenant);
        for (_, json) in store.documents(DocumentKind::QuickReply, &prefix)? {
            if let Ok(reply) = serde_json::from_slice::<WireQuickReply>(&json) {
                all.push(WireQuickReply { shared, ..reply });
            }
        }
    }
    Ok(all)
}

fn says(reply: &WrittenQuickReply, search: &str) -> bool {
    let mut texts = reply.title.versions().chain(reply.text.versions());
    reply.folder.to_lowercase().contains(search)
        || texts.any(|(_, text)| text.to_lowercase().contains(search))
}

/// quickReplies/put: stores the caller's own, or, by a supervisor, a shared one.
///
/// # Errors
/// 400 with every invalid field, 403 for an agent who puts a shared one, 409 if `version` is not the newest.
pub async fn put(state: Data<State>, call: Agent<QuickReplyPutRequest>) -> Answer {
    let QuickReplyPutRequest {
        mut reply,
        shared,
        version,
    } = call.body;
    if reply.id.is_empty() {
        reply.id = secrets::random_name();
    }
    if shared {
        may_share(&state, &call.who)?;
        let mut body = as_fields(&reply)?;
        body.insert("version".to_owned(), version.unwrap_or(0).into());
        let stored = change::put(state, call.who, Thing::QuickReplies, body).await?;
        let version = stored["version"].as_u64().unwrap_or(1);
        return Ok(success(&WireQuickReply {
            reply,
            shared,
            version,
        }));
    }
    let mut findings = Findings::default();
    reply.check(&mut findings);
    findings.finish(()).map_err(ApiError::InvalidFields)?;
    let _turn = state.admin.turn(&call.who.tenant).await;
    let store = Arc::clone(state.office.store());
    let own = format!("{}/{}/", call.who.tenant, call.who.agent);
    let kept = block(move || keep_own(store.as_ref(), &own, reply, version)).await?;
    Ok(success(&kept?))
}

fn keep_own(
    store: &dyn Store,
    own: &str,
    reply: WrittenQuickReply,
    version: Option<u64>,
) -> Result<Result<WireQuickReply, ApiError>, StoreError> {
    let key = format!("{own}{}", reply.id);
    let old = store.document(DocumentKind::QuickReply, &key)?;
    let newest = old.as_ref().map_or(0, |json| {
        serde_json::from_slice::<WireQuickReply>(json).map_or(1, |old| old.version)
    });
    if version.unwrap_or(0) != newest {
        return Ok(Err(ApiError::Conflict("version is not the newest")));
    }
    if old.is_none() && store.documents(DocumentKind::QuickReply, own)?.len() >= OWN_MAX {
        return Ok(Err(ApiError::Conflict("too many quick replies")));
    }
    let kept = WireQuickReply {
        reply,
        shared: false,
        version: newest + 1,
    };
    let json = serde_json::to_vec(&kept).ok();
    let text = String::from_utf8_lossy(json.as_deref().unwrap_or_default());
    let mut changes = references::keep_all_in(store, &text)?;
    changes.push(DocumentChange {
        kind: DocumentKind::QuickReply,
        key,
        json,
    });
    store.change_documents(&changes)?;
    Ok(Ok(kept))
}

/// quickReplies/delete: deletes the caller's own, or, by a supervisor, a shared one.
///
/// # Errors
/// 404 for an unknown one or another agent's, 403 for an agent who deletes a shared one.
pub async fn delete(state: Data<State>, call: Agent<QuickReplyNameRequest>) -> Answer {
    let mut body = Map::new();
    body.insert("id".to_owned(), Value::from(call.body.id));
    if call.body.shared {
        may_share(&state, &call.who)?;
        change::delete(state, call.who, Thing::QuickReplies, body).await?;
        return Ok(success(&Nothing {}));
    }
    let id = Thing::QuickReplies.id(&body).ok_or(ApiError::NotFound)?;
    let key = format!("{}/{}/{id}", call.who.tenant, call.who.agent);
    let _turn = state.admin.turn(&call.who.tenant).await;
    let store = Arc::clone(state.office.store());
    let was_there = block(move || {
        let old = store.document(DocumentKind::QuickReply, &key)?;
        store.delete_document(DocumentKind::QuickReply, &key)?;
        Ok(old.is_some())
    });
    match was_there.await? {
        true => Ok(success(&Nothing {})),
        false => Err(ApiError::NotFound),
    }
}

fn may_share(state: &State, who: &SignedIn) -> Result<(), ApiError> {
    if account(state, who)?.agent.role >= Role::Supervisor {
        Ok(())
    } else {
        Err(ApiError::Forbidden("for supervisors alone"))
    }
}

fn as_fields(reply: &WrittenQuickReply) -> Result<Map<String, Value>, ApiError> {
    match serde_json::to_value(reply) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(ApiError::internal("a quick reply is not a JSON object")),
    }
}
