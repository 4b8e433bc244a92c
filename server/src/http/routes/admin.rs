//! `/api/admin/`: an administrator's calls (Protocol, 'Administration API'). Any other agent gets 403 before the call
//! is examined.

pub mod api_keys;
pub mod blocks;
pub mod customer;
pub mod documents;
pub mod drafts;
pub mod flows;
pub mod history;
pub mod inbox;
pub mod knowledge;
pub mod mail;
pub mod people;
pub mod robots;
pub mod sign_on;
pub mod tenant;
pub mod things;
pub mod visitors;
pub mod web_page;
pub mod webhooks;

use crate::admin::audit::{self, Action};
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use actors_core::ids::{RobotNo, TenantId};
use std::sync::Arc;

/// Returns the number of the tenant's robot.
///
/// # Errors
/// 404 for a robot that is not the tenant's.
fn robot_of(state: &State, tenant: &TenantId, number: &str) -> Result<RobotNo, ApiError> {
    let number = RobotNo::from(number);
    let settings = state.catalogue.tenant(tenant);
    let is_theirs = settings.is_some_and(|settings| settings.robots.contains_key(&number));
    is_theirs.then_some(number).ok_or(ApiError::NotFound)
}

/// Stores the audit record of a call that changes nothing else.
///
/// # Errors
/// 503 if the store did not record it.
async fn note(
    state: &State,
    who: &SignedIn,
    (action, thing, id): (Action, &str, &str),
) -> Result<(), ApiError> {
    let at = state.admin.audit.draw(state.now());
    let record = audit::record(at, &who.agent, action, thing, id);
    let noted = audit::written(&who.tenant, &record);
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[noted])).await
}
