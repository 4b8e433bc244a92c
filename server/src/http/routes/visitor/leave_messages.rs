//! Messages that are left while no agent is available: leaveMsg, getLeaveMsgList.

use crate::authentication::Visitor;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::mail::mailbox;
use crate::orders::{Cursor, Left};
use crate::rates::{ByToken, Scope};
use crate::routes::open::tell_desks;
use crate::routes::read::{client_id, filled};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::leave_message::{
    LeaveMsgListRequest, LeaveMsgRequest, LeaveMsgResponse, WireLeaveMessage,
};
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::channel::{ChannelConfig, LeaveMessageKind};
use actors_core::leave_message::LeaveMessage;
use actors_core::routing::LeftKind;
use actors_core::time::Timestamp;
use std::sync::Arc;

/// leaveMsg: answered when the message is durable.
///
/// # Errors
/// 403 if the channel accepts none, 404 for a channel that is not the tenant's, 400 for invalid fields, 422 for an id
/// already used for other content, 429 after five in an hour or too many from the address.
pub async fn leave_msg(
    state: Data<State>,
    request: HttpRequest,
    call: Visitor<LeaveMsgRequest>,
) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let client_id = client_id(call.body.id.as_ref())?;
    let channel = match filled(call.body.channel_id.as_ref()) {
        None => call.channel.clone(),
        Some(id) => {
            let named = state.catalogue.channel(id);
            let of_tenant = |channel: &Arc<ChannelConfig>| channel.tenant == call.key.tenant;
            let channel = named.filter(of_tenant);
            Some(channel.ok_or_else(|| state.limits.miss(&request))?)
        }
    };
    let takes_messages = |channel: &Arc<ChannelConfig>| {
        let leave = channel.leave_message.as_ref();
        leave.is_some_and(|leave| leave.kind == LeaveMessageKind::Message)
    };
    let channel = channel
        .filter(takes_messages)
        .ok_or(ApiError::Forbidden("the channel takes no messages"))?;
    let (shared, tenant) = (state.clone(), call.key.tenant.clone());
    let address = state.limits.caller_address(&request);
    let message = work(move || {
        let left = Left {
            visitor: &call.key,
            channel: channel.id.clone(),
            client_id: client_id.as_ref(),
            draft: call.body.draft(),
        };
        let permit = |message: &LeaveMessage| {
            shared.limits.visitor(&call.key, ByToken::Leave)?;
            let scope = Scope::Channel(&channel.id);
            shared.limits.leave_from(address, scope)?;
            Ok(mailbox::of_message(&shared, &call.key.tenant, message))
        };
        shared.orders.leave(shared.now(), left, permit)
    })
    .await?;
    tell_desks(&state, tenant, LeftKind::Message, message.as_str());
    Ok(success(&LeaveMsgResponse {
        id: message.to_string(),
    }))
}

/// getLeaveMsgList: returns the visitor's own messages, newest first.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn get_leave_msg_list(state: Data<State>, call: Visitor<LeaveMsgListRequest>) -> Answer {
    let after = match call.body.max_time {
        0 => None,
        time if time > 0 => Some(Cursor::before(Timestamp::from_millis(time))),
        _ => return Err(ApiError::invalid("maxTime is not valid")),
    };
    let page = work(move || state.orders.left_by(&call.key, after)).await?;
    let list: Vec<WireLeaveMessage> = page.list.iter().map(Into::into).collect();
    Ok(success(&list))
}
