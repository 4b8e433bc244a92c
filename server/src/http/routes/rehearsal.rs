//! /rehearsal: the server proves the rehearsal key before a tool makes any load (Protocol, 'Rehearsal').

use crate::error::ApiError;
use crate::rates::ByAddress;
use crate::state::State;
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, Responder};
use serde::{Deserialize, Serialize};

/// The query of /rehearsal.
#[derive(Debug, Deserialize)]
pub struct ProofRequest {
    /// Random text of the caller's, 1 to 128 bytes.
    #[serde(default)]
    pub nonce: String,
}

/// The answer of /rehearsal.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProofResponse {
    /// The server's time, in milliseconds since the epoch.
    pub time: i64,
    /// HMAC-SHA256 in hex, by the rehearsal key, of nonce and time.
    pub proof: String,
}

/// Proves the key.
///
/// # Errors
/// 404 without a key, 400 without a nonce, 429 after too many.
pub async fn prove(
    state: Data<State>,
    request: HttpRequest,
    query: Query<ProofRequest>,
) -> Result<impl Responder, ApiError> {
    state.limits.address(&request, ByAddress::Login)?;
    let now = state.now();
    let proof = state.rehearsal.proof(&query.nonce, now)?;
    let proof = proof.ok_or(ApiError::NotFound)?;
    let time = now.as_millis();
    Ok(Json(ProofResponse { time, proof }))
}
