//! tenant/retentionCount and model/test: what a setting of the tenant would do, before it is stored.

use crate::admin::change::model_draft;
use crate::authentication::Admin;
use crate::error::{Answer, ApiError};
use crate::rates::ByToken;
use crate::retention::count;
use crate::robots::model::trial::Tried;
use crate::state::State;
use crate::wire::admin::tenant::{
    ModelTestRequest, ModelTestResponse, RetentionCountRequest, RetentionCountResponse,
};
use crate::wire::envelope::success;
use actix_web::web::Data;
use actors_core::tenant::RETENTION_DAYS_MAX;
use std::num::NonZeroU16;

/// tenant/retentionCount: returns how much a retention would remove now.
///
/// # Errors
/// 400 for days that the tenant's settings would refuse.
pub async fn retention_count(state: Data<State>, call: Admin<RetentionCountRequest>) -> Answer {
    let days =
        NonZeroU16::new(call.body.retention_days).filter(|days| days.get() <= RETENTION_DAYS_MAX);
    let days = days.ok_or_else(|| {
        ApiError::invalid(format!("retentionDays must be 1 to {RETENTION_DAYS_MAX}"))
    })?;
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    let counted = count::count(&state, &call.who.tenant, days).await?;
    Ok(success(&RetentionCountResponse::from(counted)))
}

/// model/test: asks a large model one tiny question, for at most 10 seconds.
///
/// # Errors
/// 400 with every wrong field of the draft, 429 over the rate limit.
pub async fn test_model(state: Data<State>, call: Admin<ModelTestRequest>) -> Answer {
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    let tenant = call.who.tenant.clone();
    let model = model_draft::read(state.clone(), call.who, call.body.large_model).await?;
    let tried = match model {
        Some(model) => state.models.try_out(&tenant, model).await,
        None => Tried::OFF,
    };
    Ok(success(&ModelTestResponse::from(tried)))
}
