//! Lets everybody who has to know of a change that is durable.

use crate::catalogue::TenantSettings;
use crate::state::State;
use actors_core::ids::AgentId;
use actors_core::router::command::{Configure, Resettle};
use actors_runtime::AskError;
use std::sync::Arc;

/// What there is to tell of a change.
#[derive(Debug, Default)]
pub struct Published {
    /// The tenant's settings from here on; none where they are as they were.
    pub settings: Option<Arc<TenantSettings>>,
    /// Whose sign-ins have ended.
    pub signed_out: Option<AgentId>,
    /// The sign-in that has not, by its hash.
    pub spared: Option<[u8; 32]>,
}

/// Swaps the settings in and tells the router of agents, groups and how long silence is borne. Agents who are no more are signed out, their polls
/// let go, and the router hands their visitors back to the line.
pub async fn publish(state: &State, before: &TenantSettings, published: Published) {
    let tenant = &before.tenant.id;
    let agents = published.signed_out.as_ref();
    if let Some(after) = published.settings {
        state.catalogue.put(Arc::clone(&after));
        state.teacher.look_at(&state.catalogue, tenant);
        if let Err(error) = tell_router(state, before, &after).await {
            tracing::error!(%tenant, %error, "the router was not told of a change");
        }
        if let Some(agent) = agents.filter(|agent| !after.has_agent(agent)) {
            state.office.close_desk(tenant, agent);
        }
    }
    if let Some(agent) = agents {
        state.agents.forget_seen(tenant, agent, published.spared);
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
        router.ask(Resettle(routing)).await?;
    }
    let roster = after.roster();
    if roster != before.roster() {
        router.ask(Configure(roster)).await?;
    }
    Ok(())
}
