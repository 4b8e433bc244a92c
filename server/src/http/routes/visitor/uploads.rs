//! upload and uploadBase64: files for the chat, left messages and work orders.

use crate::admission;
use crate::authentication;
use crate::body::{self, BodyLimits};
use crate::error::{Answer, ApiError};
use crate::files::budget::Uploader;
use crate::files::described::{self, Owner, Purpose};
use crate::files::{Accepted, Images, WRONG_TYPE};
use crate::rates::ByToken;
use crate::routes::read::announced;
use crate::routes::visitor::ask;
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::messages::{UploadBase64Request, UploadResponse};
use actix_multipart::Multipart;
use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use actors_core::ids::VisitorKey;
use actors_core::session::Refusal;
use actors_core::session::commands::may_upload::{MayUpload, UploadKind};
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

/// Protocol, 'Files': a screenshot has at most 10 MB.
const SCREENSHOT_BYTES_MAX: usize = 10 << 20;

/// The same in base64, and the rest of the call.
const SCREENSHOT_LIMITS: BodyLimits = BodyLimits {
    bytes: SCREENSHOT_BYTES_MAX / 3 * 4 + 8_192,
    time: Duration::from_secs(60),
};

/// Base64 with or without padding, because clients differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// upload: in the chat, only with an agent, and only kinds that the channel accepts; pictures for a left message or a
/// work order at any time. A refused file is 400, because pages show its text.
///
/// # Errors
/// 400 with the text that the page shows, 429 for a third upload at once or too many bytes in an hour or a day, 503
/// without space.
pub async fn upload(state: Data<State>, request: HttpRequest, form: Multipart) -> Answer {
    let (key, _) = authentication::visitor(&request)?.ok_or(ApiError::LoginExpired)?;
    state.blocks.admit(&key, state.now())?;
    state.limits.visitor(&key, ByToken::Upload)?;
    // The turn is given back at once, because a body may take long to arrive.
    drop(admission::admit(&state.limits).await?);
    let place = state.uploads.begin(uploader(&state, &request, &key))?;
    let announced = announced(&request);
    let received = state.uploads.receive(form, announced, place).await?;
    if received
        .field("userId")
        .is_some_and(|user| user != key.visitor.as_str())
    {
        return Err(ApiError::LoginExpired);
    }
    let purpose = Purpose::parse(received.field("purpose").unwrap_or_default())
        .ok_or_else(|| ApiError::invalid("purpose is not valid"))?;
    let accepted = match purpose {
        Purpose::Chat => accepted(&state, &key).await?,
        Purpose::LeaveMessage | Purpose::WorkOrder => Accepted::ATTACHMENTS,
    };
    let saved = state.uploads.keep(received, accepted).await?;
    described::describe(&state, &Owner::Visitor(&key), purpose, &saved).await?;
    Ok(success(&UploadResponse::from(&saved)))
}

/// uploadBase64: uploads a screenshot for the chat.
///
/// # Errors
/// 400 unless it is a png or jpeg of at most 10 MB, 429 and 503 like upload.
pub async fn upload_base64(state: Data<State>, request: HttpRequest, payload: Payload) -> Answer {
    let (key, _) = authentication::visitor(&request)?.ok_or(ApiError::LoginExpired)?;
    state.blocks.admit(&key, state.now())?;
    state.limits.visitor(&key, ByToken::Upload)?;
    // The turn is given back at once, because a body may take long to arrive.
    drop(admission::admit(&state.limits).await?);
    let place = state.uploads.begin(uploader(&state, &request, &key))?;
    let _in_memory = state.uploads.screenshot()?;
    let bytes = body::bytes_within(SCREENSHOT_LIMITS, &request, &mut payload.into_inner()).await?;
    let call: UploadBase64Request = body::parse(&bytes)?;
    drop(bytes);
    let user = call.user_id.as_deref().filter(|user| !user.is_empty());
    if user.is_some_and(|user| user != key.visitor.as_str()) {
        return Err(ApiError::LoginExpired);
    }
    let accepted = Accepted {
        videos: false,
        files: false,
        ..accepted(&state, &key).await?
    };
    let picture = screenshot(&call.img_data)?;
    drop(call);
    let name = match infer::get(&picture).map(|found| found.mime_type()) {
        Some("image/png") => "screenshot.png",
        Some("image/jpeg") => "screenshot.jpg",
        _ => return Err(ApiError::invalid(WRONG_TYPE)),
    };
    let received = state.uploads.spool(name, &picture, place).await?;
    drop(picture);
    let saved = state.uploads.keep(received, accepted).await?;
    described::describe(&state, &Owner::Visitor(&key), Purpose::Chat, &saved).await?;
    Ok(success(&UploadResponse::from(&saved)))
}

/// Reads a picture in base64, with or without the prefix of a data URL.
fn screenshot(text: &str) -> Result<Vec<u8>, ApiError> {
    let text = match text.strip_prefix("data:") {
        None => text,
        Some(url) => {
            let (kind, content) = url.split_once(";base64,").unwrap_or_default();
            if !matches!(kind, "image/png" | "image/jpeg" | "image/jpg") {
                return Err(ApiError::invalid(WRONG_TYPE));
            }
            content
        }
    };
    let picture = BASE64.decode(text.trim());
    let picture = picture.map_err(|_| ApiError::invalid("imgData is not base64"))?;
    if picture.len() > SCREENSHOT_BYTES_MAX {
        return Err(ApiError::invalid("imgData is larger than 10M"));
    }
    Ok(picture)
}

fn uploader(state: &State, request: &HttpRequest, key: &VisitorKey) -> Uploader {
    let mut number = DefaultHasher::new();
    key.hash(&mut number);
    Uploader {
        caller: number.finish(),
        tenant: key.tenant.clone(),
        address: Some(state.limits.caller_address(request)),
    }
}

/// Returns what the visitor may send in the chat now.
async fn accepted(state: &State, key: &VisitorKey) -> Result<Accepted, ApiError> {
    let may = |kind| ask(state, key, MayUpload { kind });
    let images = may(UploadKind::Image).await?;
    let videos = may(UploadKind::Video).await?;
    let files = may(UploadKind::File).await?;
    if let Err(refusal @ (Refusal::NotWithAgent | Refusal::ChatEnded)) = images {
        return Err(ApiError::invalid(refusal.to_string()));
    }
    Ok(Accepted {
        images: if images.is_ok() {
            Images::All
        } else {
            Images::None
        },
        videos: videos.is_ok(),
        // Protocol, 'Files': in the chat a visitor sends pictures and films.
        audio: false,
        files: files.is_ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screenshot_is_bare_base64_or_a_data_url() {
        for text in [
            "aGVsbG8=",
            "aGVsbG8",
            "data:image/png;base64,aGVsbG8=",
            " aGVsbG8=\n",
        ] {
            assert_eq!(screenshot(text).unwrap(), b"hello", "{text}");
        }
        for (text, message) in [
            ("data:image/svg+xml;base64,aGVsbG8=", WRONG_TYPE),
            ("data:text/html,<b>", WRONG_TYPE),
            ("data:", WRONG_TYPE),
            ("<svg>", "imgData is not base64"),
        ] {
            assert_eq!(screenshot(text).unwrap_err().message(), message, "{text}");
        }
    }
}
