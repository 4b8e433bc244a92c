//! Choosing a password by a one-time link.

use crate::error::ApiError;
use crate::rates::ByAddress;
use crate::state::State;
use crate::wire::setup::JoinRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;

/// Hashes the password that somebody chose by a link, and returns it with the link's token. `check` says, by the token
/// and the password, whether the link may be used and what the hash is. It runs where passwords are hashed, so it takes
/// its turn with them.
///
/// # Errors
/// What `check` returns; 429 after too many from one address.
pub async fn hash_chosen(
    state: &Data<State>,
    request: &HttpRequest,
    body: JoinRequest,
    check: impl FnOnce(&State, &str, &str) -> Result<String, ApiError> + Send + 'static,
) -> Result<(String, String), ApiError> {
    state.limits.address(request, ByAddress::Login)?;
    let token = body.token.unwrap_or_default();
    let chosen = body.password.unwrap_or_default();
    let address = state.limits.caller_address(request);
    let slot = state.passwords.slot(address, state.limits.switch())?;
    let (shared, of_link) = (state.clone(), token.clone());
    let hashed = state
        .passwords
        .inside(slot, move || check(&shared, &of_link, &chosen));
    let hash = hashed.await??;
    Ok((token, hash))
}
