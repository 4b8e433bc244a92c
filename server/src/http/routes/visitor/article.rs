//! Articles of the knowledge base: getRobotDoc.

use crate::authentication;
use crate::blocking::block;
use crate::body::Json;
use crate::error::ApiError;
use crate::rates::{ByAddress, ByToken};
use crate::routes::read::filled;
use crate::routes::visitor::identity::is_name;
use crate::routes::visitor::session::language;
use crate::routes::visitor::{ask, channel_of};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::service::{RobotDocRequest, RobotDocResponse};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{DocId, Language, VisitorId, VisitorKey};
use actors_core::session::commands::describe::Situate;
use std::sync::Arc;

/// getRobotDoc: an article of the knowledge base, open to anybody who names it and the channel, or a visitor who was there.
///
/// # Errors
/// 404 for a document, a channel or a visitor that is not there, 429 for too many.
pub async fn get_robot_doc(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<RobotDocRequest>,
) -> Result<HttpResponse, ApiError> {
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

/// Where an article is looked for, and in whose language: the channel that is named, or else the one of the visitor who is.
/// A link that was passed on names them alone (Protocol, 'Visitor pages', /question), and its reader has no token.
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
                // Their session is read for it, as where a page is opened.
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

/// The visitor of this name, whichever tenant's they are; none where two tenants have one, since either might be meant.
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
