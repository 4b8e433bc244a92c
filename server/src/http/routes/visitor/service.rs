//! Calls around the conversation: channelInfo, evaluate, isEvaluate, getEvaluateInfo, getAdminCard.

use crate::authentication::Visitor;
use crate::body::Json;
use crate::catalogue::answers::About;
use crate::error::{Answer, ApiError};
use crate::routes::read::{client_id, filled};
use crate::routes::visitor::ask;
use crate::routes::visitor::session::language;
use crate::state::State;
use crate::wire::channel::ChannelInfo;
use crate::wire::envelope::{Nothing, success};
use crate::wire::service::{
    AdminCardResponse, ChannelInfoRequest, EvaluateInfoResponse, EvaluateRequest,
    IsEvaluateResponse, rating_field,
};
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::session::Refusal;
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::evaluate::{Evaluate, IsEvaluated};
use std::sync::Arc;

/// channelInfo: returns how the channel looks and behaves; needs no token.
///
/// # Errors
/// 404 for an unknown channel.
pub async fn channel_info(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<ChannelInfoRequest>,
) -> Answer {
    let channel = filled(body.id.as_ref()).and_then(|id| state.catalogue.channel(id));
    let channel = channel.ok_or_else(|| state.limits.miss(&request))?;
    let language = language(&channel, body.locale.as_ref());
    let tenant = state.catalogue.tenant(&channel.tenant);
    let settings = tenant.ok_or(ApiError::NotFound)?;
    let write = || ChannelInfo::new(&channel, &settings.groups, language.as_str());
    let about = About::Channel(channel.id.clone());
    Ok(settings
        .answers
        .about(about, language, write)?
        .answer(&request))
}

/// evaluate: rates the session once, after its end or when invited.
///
/// # Errors
/// 409 for a second time, 403 if the channel asks for none, 400 for a rating that the tenant does not accept.
pub async fn evaluate(state: Data<State>, call: Visitor<EvaluateRequest>) -> Answer {
    let client_id = client_id(call.body.id.as_ref())?;
    let rules = state
        .catalogue
        .tenant(&call.key.tenant)
        .map(|settings| Arc::clone(&settings.evaluation));
    let rating = call.body.rating();
    let rating = rating.map_err(|field| ApiError::invalid(format!("{field} is not valid")))?;
    let about = rating.about;
    let command = Evaluate {
        client_id,
        rating,
        rules: rules.unwrap_or_default(),
        labels: Arc::clone(state.sentences.robot_labels()),
    };
    match ask(&state, &call.key, command).await? {
        Ok(()) => Ok(success(&Nothing {})),
        Err(Refusal::Rating(error)) => {
            let language = ask(&state, &call.key, Situate).await?.language;
            let field = rating_field(error, about);
            let why = state.sentences.rating_refused(error, language);
            Err(ApiError::invalid(format!("{field}: {why}")))
        }
        Err(other) => Err(other.into()),
    }
}

/// isEvaluate: returns whether the session was rated, and whether it may be.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn is_evaluate(state: Data<State>, call: Visitor<BareRequest>) -> Answer {
    let standing = ask(&state, &call.key, IsEvaluated).await?;
    Ok(success(&IsEvaluateResponse {
        evaluated: standing.evaluated,
        enable_evaluate: standing.enabled,
    }))
}

/// getEvaluateInfo: returns the tenant's rating form.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn get_evaluate_info(
    state: Data<State>,
    request: HttpRequest,
    call: Visitor<BareRequest>,
) -> Answer {
    let settings = state
        .catalogue
        .tenant(&call.key.tenant)
        .ok_or(ApiError::NotFound)?;
    let language = ask(&state, &call.key, Situate).await?.language;
    let write = || EvaluateInfoResponse::new(&settings.evaluation, language.as_str());
    let kept = settings.answers.about(About::Evaluation, language, write)?;
    Ok(kept.answer(&request))
}

/// getAdminCard: returns the card of the visitor's agent.
///
/// # Errors
/// 404 without an agent.
pub async fn get_admin_card(state: Data<State>, call: Visitor<BareRequest>) -> Answer {
    let situation = ask(&state, &call.key, Situate).await?;
    let agent = situation.agent.ok_or(ApiError::NotFound)?;
    let account = state
        .catalogue
        .account(&call.key.tenant, &agent)
        .ok_or(ApiError::NotFound)?;
    Ok(success(&AdminCardResponse::from(&account.agent)))
}
