//! upload: a file for the chat.

use crate::caller;
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::routes::visitor::ask;
use crate::state::State;
use crate::uploads::described::{self, FILES, Owner, Purpose};
use crate::uploads::{Received, Saved, Taken};
use crate::wire::envelope::success;
use crate::wire::messages::UploadResponse;
use actix_multipart::Multipart;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::VisitorKey;
use actors_core::session::Refusal;
use actors_core::session::commands::may_upload::{MayUpload, UploadKind};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

/// upload: in the chat with an agent alone, and only what the channel takes; for a message that is left or a work
/// order pictures, at any time. Every refusal is 400, since pages show its sentence.
///
/// # Errors
/// 400 with the specification's sentence, 429 for a third at once.
pub async fn upload(
    state: Data<State>,
    request: HttpRequest,
    form: Multipart,
) -> Result<HttpResponse, ApiError> {
    let (key, _) = caller::visitor(&request)?.ok_or(ApiError::LoginExpired)?;
    state.limits.visitor(&key, ByToken::Upload)?;
    let mut name = DefaultHasher::new();
    key.hash(&mut name);
    let _place = state.uploads.begin(name.finish())?;
    let received = state.uploads.receive(form).await?;
    let field = |wanted: &str| {
        let mut fields = received.fields.iter();
        fields.find_map(|(name, value)| (name == wanted).then_some(value.as_str()))
    };
    if field("userId").is_some_and(|user| user != key.visitor.as_str()) {
        return Err(ApiError::LoginExpired);
    }
    let purpose = Purpose::parse(field("purpose").unwrap_or_default())
        .ok_or_else(|| ApiError::invalid("purpose is not valid"))?;
    let taken = match purpose {
        Purpose::Chat => taken(&state, &key).await?,
        Purpose::LeaveMessage | Purpose::WorkOrder => PICTURES,
    };
    let saved = keep(&state, received, taken).await?;
    described::describe(&state, &Owner::Visitor(&key), purpose, &saved).await?;
    Ok(success(&answer(&saved)))
}

/// Spec §5: what comes with a message that is left.
const PICTURES: Taken = Taken {
    images: true,
    videos: false,
    files: false,
};

async fn taken(state: &State, key: &VisitorKey) -> Result<Taken, ApiError> {
    let images = ask(
        state,
        key,
        MayUpload {
            kind: UploadKind::Image,
        },
    )
    .await?;
    let videos = ask(
        state,
        key,
        MayUpload {
            kind: UploadKind::Video,
        },
    )
    .await?;
    let files = ask(
        state,
        key,
        MayUpload {
            kind: UploadKind::File,
        },
    )
    .await?;
    match (images, videos, files) {
        (Err(refusal @ (Refusal::NotWithAgent | Refusal::ChatEnded)), ..) => {
            Err(ApiError::invalid(refusal.to_string()))
        }
        _ => Ok(Taken {
            images: images.is_ok(),
            videos: videos.is_ok(),
            files: files.is_ok(),
        }),
    }
}

/// Checks and keeps a received file where that may take its time.
pub(crate) async fn keep(
    state: &State,
    received: Received,
    taken: Taken,
) -> Result<Saved, ApiError> {
    let uploads = Arc::clone(&state.uploads);
    let _turn = state.uploads.turn().await?;
    actix_web::web::block(move || uploads.keep(&received, taken))
        .await
        .map_err(ApiError::internal)?
}

/// What is answered for a kept file.
pub(crate) fn answer(saved: &Saved) -> UploadResponse {
    UploadResponse {
        url: format!("{FILES}{}", saved.stored),
        name: saved.name.clone(),
        suffix: saved.suffix.to_owned(),
        size: saved.bytes,
        width: saved.pixels.map(|(width, _)| width),
        height: saved.pixels.map(|(_, height)| height),
    }
}
