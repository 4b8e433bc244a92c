//! Health checks: /healthz, /readyz. The metrics are on the operator's address ([`crate::operator`]).

use crate::cluster::membership::Membership;
use crate::error::{Answer, ApiError};
use crate::state::State;
use actix_web::HttpResponse;
use actix_web::web::Data;

/// /healthz: the process is alive.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain").body("ok\n")
}

/// /readyz: the store accepts writes, and the server is not stopping.
///
/// # Errors
/// 503, with the reason in the log.
pub async fn ready(state: Data<State>) -> Answer {
    if state.is_draining() {
        return Err(ApiError::unavailable("the server is about to stop"));
    }
    state.office.store().health()?;
    let standing = state.cluster.as_ref().map(Membership::standing);
    let standing = standing.unwrap_or_default();
    Ok(HttpResponse::Ok()
        .content_type("text/plain")
        .body(format!("ready\n{standing}")))
}
