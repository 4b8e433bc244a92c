//! tenants/…: all tenants with their load, and which of them are served.

use crate::admin::audit::OPERATOR;
use crate::agent_token::SignedIn;
use crate::authentication::operator::Operator;
use crate::blocking::work;
use crate::catalogue::TenantSettings;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::register;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::operator::{TenantRequest, TenantsResponse, WireLoad, WireTenant};
use crate::wire::session::BareRequest;
use actix_web::web::Data;
use actors_core::ids::{AgentId, Language, TenantId, VisitorId};
use std::collections::HashMap;
use std::sync::Arc;

/// Visitors looked up at a time: the router waits meanwhile.
const AT_ONCE: usize = 256;

/// tenants/list: all tenants, by id.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn list(state: Data<State>, call: Operator<BareRequest>) -> Answer {
    let counted_from = state.started.as_millis();
    let files = state.file_usage.bytes(state.office.store(), state.now());
    let list = work(move || {
        let mut list = read(&state, call.language)?;
        for tenant in &mut list {
            let bytes = |files: &Arc<HashMap<String, u64>>| files.get(&tenant.tenant_id).copied();
            tenant.file_bytes = files.as_ref().map(|files| bytes(files).unwrap_or(0));
        }
        Ok::<_, ApiError>(list)
    });
    Ok(success(&TenantsResponse {
        list: list.await?,
        counted_from,
    }))
}

fn read(state: &State, language: Language) -> Result<Vec<WireTenant>, ApiError> {
    let disabled = register::disabled(state.office.store().as_ref())?;
    let served = state.catalogue.tenants();
    let mut present = state.office.visitors_by_tenant();
    let shown = served.iter().map(|settings| {
        let here = present.remove(&settings.tenant.id).unwrap_or_default();
        WireTenant {
            tenant_id: settings.tenant.id.to_string(),
            name: settings.tenant.name.or_empty(language.as_str()).to_owned(),
            enabled: Flag(true),
            file_bytes: None,
            load: Some(load(state, settings, &here)),
        }
    });
    let mut list: Vec<WireTenant> = shown.collect();
    for (tenant, name) in disabled {
        // One that was just enabled is served already.
        if list.iter().all(|known| known.tenant_id != tenant.as_str()) {
            list.push(WireTenant {
                tenant_id: tenant.to_string(),
                name,
                enabled: Flag(false),
                file_bytes: None,
                load: None,
            });
        }
    }
    list.sort_by(|one, other| one.tenant_id.cmp(&other.tenant_id));
    Ok(list)
}

fn load(state: &State, settings: &Arc<TenantSettings>, here: &[VisitorId]) -> WireLoad {
    let mut load = WireLoad {
        visitors: here.len(),
        with_robot: here.len(),
        agents: settings.agents.count(),
        messages: state.office.messages_of(&settings.tenant.id),
        ..WireLoad::default()
    };
    let Some(router) = state.office.router(&settings.tenant.id) else {
        return load;
    };
    let now = router.read(|router| router.load());
    load.waiting = now.waiting;
    load.talking = now.talking;
    load.agents_online = now.agents_online;
    for few in here.chunks(AT_ONCE) {
        load.with_robot -= router.read(|router| router.placed(few));
    }
    load
}

/// Who disables or enables, in the tenant's audit log.
fn by(who: &SignedIn) -> AgentId {
    AgentId::from(format!("{OPERATOR}:{}", who.agent).as_str())
}

/// tenants/disable: stops serving a tenant at once. Nothing is deleted.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub async fn disable(state: Data<State>, call: Operator<TenantRequest>) -> Answer {
    let tenant = TenantId::from(call.body.tenant_id.as_str());
    register::disable(&state, tenant.clone(), by(&call.who)).await?;
    tracing::info!(%tenant, operator = %call.who.agent, "a tenant was disabled");
    Ok(success(&Nothing {}))
}

/// tenants/enable: serves a tenant again, as it was.
///
/// # Errors
/// 404 for an unknown tenant; 503 if the store did not record it.
pub async fn enable(state: Data<State>, call: Operator<TenantRequest>) -> Answer {
    let tenant = TenantId::from(call.body.tenant_id.as_str());
    register::enable(&state, tenant.clone(), by(&call.who)).await?;
    tracing::info!(%tenant, operator = %call.who.agent, "a tenant was enabled");
    Ok(success(&Nothing {}))
}
