//! What a browser says of its subscription to a push service, for agents and visitors.

use crate::device;
use crate::error::ApiError;
use crate::push::devices::{Device, id_of};
use crate::push::service::Wrong;
use crate::state::State;
use crate::wire::agent::push::PushSubscribeRequest;
use actix_web::HttpRequest;
use actix_web::http::header;

/// Returns the browser that gets notifications. `sign_in` names the agent's sign-in; a visitor has none.
///
/// # Errors
/// 400 for an endpoint or a key that is none.
pub fn device(
    state: &State,
    request: &HttpRequest,
    body: PushSubscribeRequest,
    sign_in: String,
) -> Result<Device, ApiError> {
    let PushSubscribeRequest {
        endpoint,
        p256dh,
        auth,
    } = body;
    let checked = state.push.service.check(&endpoint, &p256dh, &auth);
    checked.map_err(|wrong| match wrong {
        Wrong::Endpoint => ApiError::wrong(
            "endpoint",
            "must be the https address of a push service, with a public host name",
        ),
        Wrong::Key => ApiError::wrong("p256dh", "must be a public key in base64url"),
        Wrong::Secret => ApiError::wrong("auth", "must be 16 bytes in base64url"),
    })?;
    let text = |name| {
        let value = request.headers().get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or("")
    };
    let seen = device::device(text(header::USER_AGENT));
    Ok(Device {
        id: id_of(&endpoint),
        endpoint,
        p256dh,
        auth,
        sign_in,
        origin: contact(state, text(header::ORIGIN)),
        browser: seen.browser,
        system: seen.system,
        at: state.now(),
    })
}

/// Where a push service may write about this server: the address of its pages, or its domain without one.
fn contact(state: &State, origin: &str) -> String {
    let own = state.mail.link("");
    match (own.as_str(), origin) {
        ("", origin) if origin.starts_with("https://") => origin.to_owned(),
        ("", _) => "mailto:frontdesk@localhost".to_owned(),
        (own, _) => own.to_owned(),
    }
}
