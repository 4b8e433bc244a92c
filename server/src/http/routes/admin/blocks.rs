//! blocks/list and blocks/delete: the visitors whom agents blocked.

use crate::admin::block;
use crate::authentication::Admin;
use crate::error::Answer;
use crate::routes::agent::visitors::block_shown;
use crate::state::State;
use crate::wire::admin::blocks::{BlocksResponse, UnblockRequest};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::web::Data;
use actors_core::ids::VisitorId;

/// blocks/list: returns the blocked visitors, the newest block first.
///
/// # Errors
/// 403 for any other agent.
pub async fn list(state: Data<State>, call: Admin<BareRequest>) -> Answer {
    let tenant = &call.who.tenant;
    let all = state.blocks.of(tenant, state.now());
    let shown = all.iter().map(|block| block_shown(&state, tenant, block));
    let list = shown.collect();
    Ok(success(&BlocksResponse { list }))
}

/// blocks/delete: the visitor may use the chat again.
///
/// # Errors
/// 404 for a visitor whom the tenant does not block.
pub async fn delete(state: Data<State>, call: Admin<UnblockRequest>) -> Answer {
    let visitor = VisitorId::from(call.body.user_id.as_str());
    block::unblock(state, call.who, visitor).await?;
    Ok(success(&Nothing {}))
}
