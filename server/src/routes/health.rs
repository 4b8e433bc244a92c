//! For those who watch over the server: /healthz, /readyz, /metrics.

use crate::error::ApiError;
use crate::state::State;
use crate::telemetry;
use actix_web::HttpResponse;
use actix_web::web::Data;

/// /healthz: the process is alive.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain").body("ok\n")
}

/// /readyz: the store takes writes, and the server is not about to stop.
///
/// # Errors
/// 503, with the reason in the log.
pub async fn ready(state: Data<State>) -> Result<HttpResponse, ApiError> {
    if state.is_draining() {
        return Err(ApiError::unavailable("the server is about to stop"));
    }
    state
        .office
        .store()
        .health()
        .map_err(ApiError::unavailable)?;
    Ok(HttpResponse::Ok()
        .content_type("text/plain")
        .body("ready\n"))
}

/// /metrics, as Prometheus reads them.
pub async fn numbers(state: Data<State>) -> HttpResponse {
    let held = u32::try_from(state.limits.held_total()).unwrap_or(u32::MAX);
    let sessions = u32::try_from(state.office.sessions_in_memory()).unwrap_or(u32::MAX);
    metrics::gauge!("frontdesk_held_polls").set(held);
    metrics::gauge!("frontdesk_sessions").set(sessions);
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4")
        .body(telemetry::metrics().render())
}
