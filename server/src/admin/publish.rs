//! Lets everybody who has to know of a change that is durable.

use crate::catalogue::TenantSettings;
use crate::state::State;
use actors_core::ids::AgentId;
use actors_core::router::command::Configure;
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

/// Swaps the settings in and tells the router of agents and groups. Agents who are no more are signed out, their polls
/// let go, and the router hands their visitors back to the line.
pub async fn publish(state: &State, before: &TenantSettings, published: Published) {
    let tenant = &before.tenant.id;
    let agents = published.signed_out.as_ref();
    if let Some(after) = published.settings {
        state.catalogue.put(Arc::clone(&after));
        let roster = after.roster();
        if let Some(router) = state.office.router(tenant)
            && roster != before.roster()
            && let Err(error) = router.ask(Configure(roster)).await
        {
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
