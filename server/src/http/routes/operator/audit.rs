//! audit/list: what operators did. Tenants' own logs are not shown here.

use crate::admin::audit::{self, AuditQuery};
use crate::authentication::operator::Operator;
use crate::error::Answer;
use crate::operators::home;
use crate::state::State;
use crate::wire::envelope::success;
use actix_web::web::Data;

/// audit/list: the newest first. As the administration's call.
///
/// # Errors
/// 400 if the search text is too long, 503 if the store cannot be read.
pub async fn list(state: Data<State>, call: Operator<AuditQuery>) -> Answer {
    let page = audit::list(state.office.store(), &home(), call.body).await?;
    Ok(success(&page))
}
