//! login: account and password, and a code where the account has a second step (Protocol, 'Seat').

use crate::account_name;
use crate::agent_token::{Place, Reach};
use crate::blocking::work;
use crate::body::Json;
use crate::catalogue::TenantSettings;
use crate::device::device;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::identity::sign_on;
use crate::passwords::Attempt;
use crate::rates::ByAddress;
use crate::rehearsal;
use crate::routes::agent::seat::describe;
use crate::routes::own::entering::Entering;
use crate::state::State;
use crate::two_step::TwoStep;
use crate::wire::agent::{AgentResponse, LoginRequest};
use crate::wire::envelope::success;
use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_core::tenant::Role;
use std::sync::Arc;

/// login: a wrong account and a wrong password get the same answer after the same time. Only who knows the password
/// learns that a code is needed.
///
/// # Errors
/// 401 for a wrong account or password, and for a missing or wrong code; 429 after too many; 503 if too many sign in at
/// once.
pub async fn login(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<LoginRequest>,
) -> Answer {
    rehearsal::charge_address(&state, &request, ByAddress::Login)?;
    let settings = match body.tenant_id.as_str() {
        // A shop of its own does not have to know how it is called.
        "" => state.catalogue.only_tenant(),
        named => state.catalogue.tenant(&TenantId::from(named)),
    };
    if body.tenant_id.is_empty() && state.catalogue.tenants().len() > 1 {
        return Err(ApiError::sign_in_needs("tenantId", "name the shop"));
    }
    // The normal form, so that writing an address in another way wins no further guesses.
    let named_account = account_name::normal(&body.account);
    let named = || TenantId::from(body.tenant_id.as_str());
    let tenant = settings
        .as_ref()
        .map_or_else(named, |known| known.tenant.id.clone());
    let address = state.limits.caller_address(&request);
    let attempt = Attempt {
        tenant: &tenant,
        is_tenant_known: settings.is_some(),
        account: &named_account,
        address,
        now: state.now(),
        limits: state.limits.switch(),
    };
    let found = settings.and_then(|settings| {
        let account = settings.agents.signing_in_as(&named_account).cloned()?;
        account.can_sign_in().then_some((settings, account))
    });
    let hash = found
        .as_ref()
        .map(|(_, account)| account.password_hash.clone());
    let is_right = state
        .passwords
        .is_right(attempt, body.password, hash)
        .await?;
    let (settings, account) = found.filter(|_| is_right).ok_or(ApiError::LoginWrong)?;
    let entering = Entering {
        tenant,
        id: account.agent.id.clone(),
        account: account.account.clone(),
        code: body.code.filter(|code| !code.trim().is_empty()),
        address,
        place: place(&state, &request),
        is_noted: account.agent.role == Role::Admin,
    };
    let (shared, of) = (state.clone(), Arc::clone(&settings));
    let id = account.agent.id.clone();
    let entered = move || {
        entering.enter(&shared, |store, two_step| {
            sign_on::permit_password(store, &of.tenant.id, &id)?;
            Ok(reach_of(&of, two_step))
        })
    };
    let (token, reach) = work(entered).await?;
    Ok(success(&AgentResponse {
        token: Some(token),
        tenant_id: Some(settings.tenant.id.to_string()),
        must_set_up_totp: (reach == Reach::SetUp).then_some(Flag(true)),
        ..describe(&account)
    }))
}

/// Where a request comes from, as the agent's list of sign-ins shows it.
pub fn place(state: &State, request: &HttpRequest) -> Place {
    let agent = request.headers().get(USER_AGENT);
    let found = device(
        agent
            .and_then(|agent| agent.to_str().ok())
            .unwrap_or_default(),
    );
    Place {
        address: state.limits.caller_address(request).to_string(),
        browser: found.browser,
        system: found.system,
    }
}

/// What a new sign-in may do.
pub fn reach_of(settings: &TenantSettings, two_step: &TwoStep) -> Reach {
    match settings.tenant.requires_totp && !two_step.is_on() {
        true => Reach::SetUp,
        false => Reach::Full,
    }
}
