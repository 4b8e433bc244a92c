//! Articles of the knowledge base: getRobotDoc.

use crate::authentication;
use crate::blocking::block;
use crate::body::Json;
use crate::error::{Answer, ApiError};
use crate::rates::{ByAddress, ByToken};
use crate::routes::read::filled;
use crate::routes::visitor::identity::is_name;
use crate::routes::visitor::session::language;
use crate::routes::visitor::{ask, channel_of};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::service::{RobotDocRequest, RobotDocResponse};
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{DocId, Language, VisitorId, VisitorKey};
use actors_core::session::commands::describe::Situate;
use std::sync::Arc;

/// getRobotDoc: returns an article of the knowledge base to anybody who names it and its channel, or a known visitor.
///
/// # Errors
/// 404 for an unknown document, channel or visitor, 429 over the rate limit.
pub async fn get_robot_doc(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<RobotDocRequest>,
) -> Answer {
    let found = article(&state, &request, &body).await?;
    let found = found.ok_or_else(|| state.limits.miss(&request))?;
    Ok(success(&found))
}

async fn article(
    state: &Data<State>,
    request: &HttpRequest,
    body: &RobotDocRequest,
) -> Result<Option<RobotDocResponse>, ApiError> {
    let Some((channel, readers)) = shelf(state, request, body).await? else {
        return Ok(None);
    };
    let language = match (filled(body.locale.as_ref()), readers) {
        (None, Some(readers)) => readers,
        _ => language(&channel, body.locale.as_ref()),
    };
    let robot = state.catalogue.robot(&channel);
    let doc = filled(body.doc_id.as_ref()).map(DocId::from);
    Ok(robot.zip(doc).and_then(|(robot, doc)| {
        let document = robot.document(&doc, language.as_str())?;
        Some(RobotDocResponse {
            doc_question: document.question.to_string(),
            doc_answer: document.answer.to_string(),
        })
    }))
}

/// Returns the channel whose articles are read, and the reader's language: the named channel, or the named visitor's. A
/// forwarded link contains the visitor's name only (Protocol, 'Visitor pages', /question), and its reader has no token.
async fn shelf(
    state: &Data<State>,
    request: &HttpRequest,
    body: &RobotDocRequest,
) -> Result<Option<(Arc<ChannelConfig>, Option<Language>)>, ApiError> {
    if let Some(id) = filled(body.channel_id.as_ref()) {
        return Ok(state.catalogue.channel(id).map(|channel| (channel, None)));
    }
    let key = match authentication::visitor(request)? {
        Some((key, _)) => {
            state.limits.visitor(&key, ByToken::Call)?;
            Some(key)
        }
        None => match filled(body.user_id.as_ref()).filter(|user| is_name(user)) {
            Some(user) => {
                // Counted like opening a page, because both read the session.
                state.limits.address(request, ByAddress::Start)?;
                named(state, user).await?
            }
            None => None,
        },
    };
    let Some(key) = key else { return Ok(None) };
    let situation = ask(state, &key, Situate).await?;
    let channel = channel_of(state, &situation);
    Ok(channel.map(|channel| (channel, Some(situation.language))))
}

/// Returns the visitor of this name, at any tenant; `None` if two tenants have one, because either could be meant.
async fn named(state: &Data<State>, user: &str) -> Result<Option<VisitorKey>, ApiError> {
    let tenants = state.catalogue.tenants();
    let (office, visitor) = (Arc::clone(&state.office), VisitorId::from(user));
    let keys = block(move || {
        let mut known = Vec::new();
        for settings in tenants {
            let key = VisitorKey {
                tenant: settings.tenant.id.clone(),
                visitor: visitor.clone(),
            };
            if office.knows(&key)? {
                known.push(key);
            }
        }
        Ok(known)
    });
    Ok(match keys.await?.as_slice() {
        [key] => Some(key.clone()),
        _ => None,
    })
}
