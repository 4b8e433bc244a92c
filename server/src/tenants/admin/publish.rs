//! Makes a durable change take effect.

use crate::catalogue::TenantSettings;
use crate::state::State;
use actors_core::ids::AgentId;
use actors_core::router::command::{Configure, ConfigureRouting};
use actors_runtime::AskError;
use std::sync::Arc;

/// The effects of a change.
#[derive(Debug, Default)]
pub struct Published {
    /// The tenant's new settings; none if they have not changed.
    pub settings: Option<Arc<TenantSettings>>,
    /// The agent whose sign-ins have ended.
    pub signed_out: Option<AgentId>,
    /// The hash of the one sign-in that stays valid.
    pub spared: Option<[u8; 32]>,
}

/// Puts the settings into the catalogue, and sends changes of agents, groups and routing settings to the router. A
/// signed-out agent's polls end; of a deleted one the desk closes, and the router returns their visitors to the line.
pub async fn publish(state: &State, before: &TenantSettings, published: Published) {
    let tenant = &before.tenant.id;
    let agents = published.signed_out.as_ref();
    if let Some(after) = published.settings {
        state.catalogue.put(Arc::clone(&after));
        state.teacher.look_at(&state.catalogue, tenant);
        if let Err(error) = tell_router(state, before, &after).await {
            tracing::error!(code = "FD306", %tenant, %error, "sending changed settings to the router failed");
        }
        if let Some(agent) = agents.filter(|agent| !after.has_agent(agent)) {
            state.office.close_desk(tenant, agent);
        }
    }
    if let Some(agent) = agents {
        state.agents.forget_seen(tenant, agent, published.spared);
        state.office.end_polls(tenant, agent);
    }
}

async fn tell_router(
    state: &State,
    before: &TenantSettings,
    after: &TenantSettings,
) -> Result<(), AskError> {
    let Some(router) = state.office.router(&before.tenant.id) else {
        return Ok(());
    };
    let routing = after.tenant.service.routing;
    if routing != before.tenant.service.routing {
        router.ask(ConfigureRouting(routing)).await?;
    }
    let roster = after.roster();
    if roster != before.roster() {
        router.ask(Configure(roster)).await?;
    }
    Ok(())
}
