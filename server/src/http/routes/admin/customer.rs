//! customerData/test: tries the settings of a shop's system with the id of a customer.

use crate::admin::audit::{self, Action};
use crate::admin::change::customer_draft;
use crate::authentication::Admin;
use crate::blocking::block;
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::relay::customer::{Customer, Way};
use crate::routes::visitor::identity::is_name;
use crate::state::State;
use crate::wire::customer::{CustomerTestRequest, CustomerTestResponse};
use crate::wire::envelope::success;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::ids::{VisitorId, VisitorKey};
use std::sync::Arc;
use std::time::Instant;

/// customerData/test: asks once, with settings that need not be stored. The audit names the customer.
///
/// # Errors
/// 400 with every wrong field of the draft, 429 over the rate limit.
pub async fn test(
    state: Data<State>,
    call: Admin<CustomerTestRequest>,
) -> Result<HttpResponse, ApiError> {
    let CustomerTestRequest {
        user_id,
        customer_data,
        relay_hosts,
    } = call.body;
    let who = call.who;
    state.limits.agent(&who.hash, ByToken::Ask)?;
    if user_id.is_empty() || !is_name(&user_id) {
        return Err(ApiError::wrong(
            "userId",
            "must be the shop's id of a customer, without white space and /",
        ));
    }
    let draft = (customer_data, relay_hosts);
    let (settings, hosts) = customer_draft::read(state.clone(), Arc::clone(&who), draft).await?;
    let at = state.admin.audit.draw(state.now());
    let record = audit::record(at, &who.agent, Action::Read, "customerData", &user_id);
    let noted = audit::written(&who.tenant, &record);
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[noted])).await?;
    let customer = Customer {
        visitor: VisitorKey {
            tenant: who.tenant.clone(),
            visitor: VisitorId::from(user_id.as_str()),
        },
        user_id,
        channel_id: String::new(),
    };
    let way = Way {
        settings: &settings,
        hosts: &hosts,
        now: state.now(),
    };
    let begun = Instant::now();
    let answer = state.customers.ask(&customer, way).await;
    let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(success(&CustomerTestResponse::new(answer, ms)))
}
