//! What an agent typed and did not send: drafts/save, drafts/list.

use crate::authentication::Agent;
use crate::blocking::{block, read};
use crate::error::{Answer, ApiError};
use crate::routes::agent::{ask, visitor};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::session::BareRequest;
use crate::wire::team::{DraftsResponse, SaveTextDraftRequest, WireDraft};
use actix_web::web::Data;
use actors_core::routing::{DeskNews, Draft, DraftKind};
use actors_core::session::commands::describe::Situate;
use actors_core::text::{TEXT_CHARS_MAX, TextError};
use std::sync::Arc;

/// The longest name of a page, in characters.
const PAGE_CHARS_MAX: usize = 64;

/// drafts/save: stores the caller's draft to a visitor, or deletes it if the text is empty. It is durable when this
/// answers, and the caller's other pages hear of it.
///
/// # Errors
/// 400 for a text that is too long, 404 if the tenant has no such visitor.
pub async fn save(state: Data<State>, call: Agent<SaveTextDraftRequest>) -> Answer {
    let body = &call.body;
    if body.text.chars().count() > TEXT_CHARS_MAX {
        return Err(ApiError::of_field("text", TextError::TooLong));
    }
    if body.page.chars().count() > PAGE_CHARS_MAX {
        return Err(ApiError::of_field("page", TextError::TooLong));
    }
    let key = visitor(&call.who, &body.user_id);
    // 404 for an unknown visitor.
    ask(&state, &key, Situate).await?;
    let draft = Draft {
        visitor: key.visitor,
        text: body.text.as_str().into(),
        kind: match body.note.0 {
            true => DraftKind::Note,
            false => DraftKind::Message,
        },
        at: state.now(),
        page: body.page.as_str().into(),
    };
    let (at, who, kept) = (state.clone(), Arc::clone(&call.who), draft.clone());
    block(move || at.team.keep_draft((&who.tenant, &who.agent), &kept)).await?;
    let answer = success(&WireDraft::from(&draft));
    let news = DeskNews::Draft(Box::new(draft));
    state
        .office
        .tell_desk(&call.who.tenant, &call.who.agent, news);
    Ok(answer)
}

/// drafts/list: returns the caller's drafts, newest first.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let (at, who) = (state.clone(), Arc::clone(&call.who));
    let drafts = read(&state, move |_| at.team.drafts(&who.tenant, &who.agent)).await?;
    Ok(success(&DraftsResponse {
        list: drafts.iter().map(WireDraft::from).collect(),
    }))
}
