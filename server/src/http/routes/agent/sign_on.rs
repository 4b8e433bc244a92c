//! signOn/info, signOn/begin, signOn/finish: signing in at the tenant's provider (Protocol, 'Single sign-on').

use crate::admin::audit::{self, Action};
use crate::admin::change::sign_on as accounts;
use crate::agent_token::{self, Place, Reach};
use crate::blocking::{block, work};
use crate::body::Json;
use crate::error::ApiError;
use crate::fixtures::findings::Flag;
use crate::fixtures::sign_on::SignOn;
use crate::identity::sign_on::trouble::Trouble;
use crate::identity::sign_on::{self, person};
use crate::rates::ByAddress;
use crate::routes::agent::login::place;
use crate::routes::agent::seat::describe;
use crate::secrets;
use crate::state::State;
use crate::wire::agent::AgentResponse;
use crate::wire::envelope::success;
use crate::wire::sign_on::{
    SignOnBeginRequest, SignOnBeginResponse, SignOnFinishRequest, SignOnInfoRequest,
    SignOnInfoResponse,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{AgentId, TenantId};
use actors_core::tenant::Role;
use std::sync::Arc;

/// The longest code and state, in bytes.
const CODE_BYTES_MAX: usize = 8_000;

/// signOn/info: whether to show the button.
///
/// # Errors
/// 429 after too many.
pub async fn info(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<SignOnInfoRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.address(&request, ByAddress::Start)?;
    let offered = offered(&state, &body.tenant_id).await?;
    Ok(success(&match offered {
        Some((_, setting)) => SignOnInfoResponse {
            enabled: Flag(true),
            button_text: setting.button_text,
            only: Flag(setting.is_only),
            return_address: setting.return_address,
        },
        None => SignOnInfoResponse::default(),
    }))
}

/// signOn/begin: draws a sign-in. The answer is the provider's page, and a secret that only the calling tab knows.
///
/// # Errors
/// 401 if single sign-on is off or the provider cannot be used; 429 after too many.
pub async fn begin(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<SignOnBeginRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.address(&request, ByAddress::Login)?;
    let (tenant, setting) = offered(&state, &body.tenant_id)
        .await?
        .ok_or(Trouble::Off)?;
    let now = state.now();
    let sign_ons = &state.sign_ons;
    let begun = sign_ons.providers.begin(&tenant, &setting, now).await;
    let begun = begun.inspect_err(|trouble| note(&tenant, *trouble))?;
    let secret = secrets::hex(&secrets::random::<32>());
    let names = (begun.state.as_str(), secret.as_str());
    sign_ons.waiting.keep(names, begun.started, now)?;
    Ok(success(&SignOnBeginResponse {
        url: begun.url,
        secret,
    }))
}

/// signOn/finish: exchanges the code that the provider sent back, and signs the person in. Their own second step is not
/// asked: the provider decides how people prove who they are.
///
/// # Errors
/// 401 with the reason why nobody is signed in; 429 after too many.
pub async fn finish(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<SignOnFinishRequest>,
) -> Result<HttpResponse, ApiError> {
    if body.state.len() > CODE_BYTES_MAX || body.code.len() > CODE_BYTES_MAX {
        return Err(ApiError::invalid("state or code is too long"));
    }
    let waiting = &state.sign_ons.waiting;
    let taken = waiting.take(&body.state, &body.secret, state.now());
    let started = match taken {
        Ok(started) => started,
        // signOn/begin has paid for the others.
        Err(trouble) => {
            state.limits.address(&request, ByAddress::Login)?;
            return Err(trouble.into());
        }
    };
    let tenant = started.tenant.clone();
    let setting = offered(&state, tenant.as_str()).await?;
    let (_, setting) = setting.ok_or(Trouble::Off)?;
    let is_same = setting.issuer == started.issuer && setting.client_id == started.client_id;
    if !is_same || body.code.is_empty() {
        return Err(Trouble::Expired.into());
    }
    // RFC 9207.
    if body.iss.is_some_and(|issuer| issuer != setting.issuer) {
        return Err(Trouble::TokenIssuer.into());
    }
    let setting = Arc::new(setting);
    let providers = &state.sign_ons.providers;
    let proven = providers.finish(&setting, (started, body.code), state.now());
    let proven = proven
        .await
        .inspect_err(|trouble| note(&tenant, *trouble))?;
    let person = person::read(&proven.claims, &setting);
    let person = person.inspect_err(|trouble| note(&tenant, *trouble))?;
    let agent = accounts::admit(state.clone(), tenant.clone(), setting, person).await?;
    let from = place(&state, &request);
    let (shared, who) = (state.clone(), (tenant.clone(), agent.clone()));
    let token = work(move || enter(&shared, who, from)).await?;
    let account = state.catalogue.account(&tenant, &agent);
    Ok(success(&AgentResponse {
        token: Some(token),
        tenant_id: Some(tenant.to_string()),
        sign_out_url: proven.sign_out_url,
        ..describe(&*account.ok_or(Trouble::Removed)?)
    }))
}

/// The tenant and its setting, if it offers single sign-on.
async fn offered(state: &State, tenant: &str) -> Result<Option<(TenantId, SignOn)>, ApiError> {
    let settings = match tenant {
        "" => state.catalogue.only_tenant(),
        named => state.catalogue.tenant(&TenantId::from(named)),
    };
    let Some(settings) = settings else {
        return Ok(None);
    };
    let tenant = settings.tenant.id.clone();
    let (store, of) = (Arc::clone(state.office.store()), tenant.clone());
    let setting = block(move || sign_on::setting(store.as_ref(), &of)).await?;
    let setting = setting.filter(|setting| setting.is_enabled);
    Ok(setting.map(|setting| (tenant, setting)))
}

/// Signs an agent in, unless they were removed or disabled just now.
fn enter(
    state: &State,
    (tenant, agent): (TenantId, AgentId),
    place: Place,
) -> Result<String, ApiError> {
    let _turn = state.two_steps.turn(&tenant, &agent);
    let account = state.catalogue.account(&tenant, &agent);
    let account = account.ok_or(Trouble::Removed)?;
    if !account.is_active() {
        return Err(Trouble::Disabled.into());
    }
    let now = state.now();
    let mut changes = Vec::new();
    if account.agent.role == Role::Admin {
        let at = state.admin.audit.draw(now);
        let mut record = audit::record(at, &agent, Action::Login, "login", agent.as_str());
        record.fields.push("signOn".to_owned());
        changes.push(audit::written(&tenant, &record));
    }
    let drawn = agent_token::draw((tenant, agent), place, Reach::Full, now);
    Ok(state.agents.keep(drawn, changes)?)
}

/// For the operator, who is asked why somebody cannot sign in.
fn note(tenant: &TenantId, trouble: Trouble) {
    tracing::info!(%tenant, reason = trouble.code(), "a single sign-on failed");
}
