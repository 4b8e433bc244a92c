//! channels/preview, saveDraft, getDraft, discardDraft, changes and publish.

use crate::admin::change::draft::{self, Save};
use crate::admin::change::preview;
use crate::authentication::Admin;
use crate::error::Answer;
use crate::routes::visitor::session::language;
use crate::state::State;
use crate::wire::admin::drafts::{
    ChangesResponse, ChannelRequest, DraftRequest, DraftResponse, PreviewRequest, PreviewResponse,
    SaveDraftRequest,
};
use crate::wire::channel::ChannelInfo;
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;

/// channels/preview: returns what channelInfo would answer with a draft's settings. Stores nothing.
///
/// # Errors
/// 400 with every wrong field, as channels/put.
pub async fn preview(state: Data<State>, call: Admin<PreviewRequest>) -> Answer {
    let previewed = preview::preview(state, call.who, call.body.draft).await?;
    let language = language(&previewed.channel, call.body.locale.as_ref());
    let info = ChannelInfo::new(&previewed.channel, &previewed.groups, language.as_str());
    Ok(success(&PreviewResponse { channel_info: info }))
}

/// channels/saveDraft: stores a draft, which has no effect for visitors and may be incomplete.
///
/// # Errors
/// 404 for an unknown channel, 400 over 256 kB, 409 if `draftVersion` is not the newest.
pub async fn save(state: Data<State>, call: Admin<SaveDraftRequest>) -> Answer {
    let saved = draft::save(state, call.who, Save::from(call.body)).await?;
    Ok(success(&DraftResponse::from(saved)))
}

/// channels/getDraft: returns a channel's draft.
///
/// # Errors
/// 404 if there is none.
pub async fn get(state: Data<State>, call: Admin<ChannelRequest>) -> Answer {
    let store = state.office.store();
    let found = draft::get(store, &call.who.tenant, call.body.channel_id).await?;
    Ok(success(&DraftResponse::from(found)))
}

/// channels/changes: returns what a draft changes.
///
/// # Errors
/// 404 if there is no draft.
pub async fn changes(state: Data<State>, call: Admin<ChannelRequest>) -> Answer {
    let store = state.office.store();
    let found = draft::changes(store, &call.who.tenant, call.body.channel_id).await?;
    Ok(success(&ChangesResponse::from(found)))
}

/// channels/discardDraft: removes a draft.
///
/// # Errors
/// 404 if there is none, 409 if `draftVersion` is not the newest.
pub async fn discard(state: Data<State>, call: Admin<DraftRequest>) -> Answer {
    let DraftRequest {
        channel_id,
        draft_version,
    } = call.body;
    draft::discard(state, call.who, channel_id, draft_version).await?;
    Ok(success(&Nothing {}))
}

/// channels/publish: puts the draft in place of the channel, and removes it. Returns the channel.
///
/// # Errors
/// 404 if there is no draft, 409 if it or the channel has changed since, 400 with every wrong field.
pub async fn publish(state: Data<State>, call: Admin<DraftRequest>) -> Answer {
    let DraftRequest {
        channel_id,
        draft_version,
    } = call.body;
    let published = draft::publish(state, call.who, channel_id, draft_version).await?;
    Ok(success(&published))
}
