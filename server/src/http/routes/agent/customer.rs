//! getCustomerContext: what the shop's own system knows of a visitor (Protocol, 'Customer data').

use crate::authentication::Agent;
use crate::error::ApiError;
use crate::fixtures::findings::Flag;
use crate::person::vouched_name;
use crate::rates::ByToken;
use crate::relay::customer::{Customer, Freshness, Way};
use crate::routes::agent::reading::readable;
use crate::routes::agent::{ask, visitor};
use crate::state::State;
use crate::wire::customer::{CustomerContextRequest, CustomerContextResponse};
use crate::wire::envelope::success;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::session::commands::describe::Describe;

/// getCustomerContext: asks the shop's system, for at most 2 s. Only about visitors whom the shop vouches for.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the caller may not read about them. 429 over the rate limit of `refresh`.
pub async fn get_customer_context(
    state: Data<State>,
    call: Agent<CustomerContextRequest>,
) -> Result<HttpResponse, ApiError> {
    let key = visitor(&call.who, &call.body.user_id);
    readable(&state, &call.who, &key).await?;
    let overview = ask(&state, &key, Describe).await?;
    let freshness = match call.body.refresh {
        Flag(true) => {
            state.limits.agent(&call.who.hash, ByToken::Relay)?;
            Freshness::New
        }
        Flag(false) => Freshness::Kept,
    };
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let Some(data) = &settings.tenant.customer_data else {
        return Ok(success(&CustomerContextResponse::off()));
    };
    let user_id = overview
        .vouched
        .and_then(|voucher| vouched_name(&settings, &key, voucher));
    let Some(user_id) = user_id else {
        return Ok(success(&CustomerContextResponse::anonymous()));
    };
    let customer = Customer {
        visitor: key,
        user_id,
        channel_id: overview.channel.to_string(),
    };
    let way = Way {
        settings: data,
        hosts: &settings.tenant.relay_hosts,
        now: state.now(),
    };
    let looked = state.customers.look(&customer, way, freshness).await;
    Ok(success(&match looked {
        Ok((context, asked_at)) => CustomerContextResponse::new(&context, asked_at),
        Err(why) => CustomerContextResponse::failed(&why),
    }))
}
