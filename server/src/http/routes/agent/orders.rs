//! Work orders and left messages: listWorkOrders, getWorkOrder, handleWorkOrder, listLeaveMsgs, handleLeaveMsg.

use crate::authentication::Agent;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::files::described::Owner as Uploader;
use crate::orders::{Access, Cursor, Handler, MessageFilter, OrderFilter, Said, WAITING_MAX};
use crate::routes::agent::account;
use crate::routes::open::work_orders::status;
use crate::routes::read::{client_id, filled};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::leave_message::{
    HandleLeaveMsgRequest, ListLeaveMsgsRequest, ListLeaveMsgsResponse, WireLeaveMessage,
};
use crate::wire::work_order::agent::{
    AgentOrder, AgentOrderResponse, HandleWorkOrderRequest, ListWorkOrdersRequest,
    ListWorkOrdersResponse,
};
use crate::wire::work_order::{self as wire, OrderRequest};
use actix_web::web::Data;
use actors_core::work_order::Handling;

/// The longest search text, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// listWorkOrders: returns the tenant's orders, newest first.
///
/// # Errors
/// 400 for an unknown status or cursor.
pub async fn list_work_orders(state: Data<State>, call: Agent<ListWorkOrdersRequest>) -> Answer {
    let filter = OrderFilter {
        status: status(call.body.status)?,
        search: search(call.body.search.as_ref())?,
        after: Cursor::parse(filled(call.body.cursor.as_ref()).unwrap_or_default())?,
    };
    let (page, waiting) = work(move || {
        let page = state.orders.made_with(&call.who.tenant, &filter)?;
        let waiting = state.orders.orders_waiting(&call.who.tenant, WAITING_MAX)?;
        Ok((page, waiting))
    })
    .await?;
    Ok(success(&ListWorkOrdersResponse {
        list: page.list.iter().map(AgentOrder::from).collect(),
        cursor: page.next_text(),
        waiting,
    }))
}

fn search(text: Option<&String>) -> Result<String, ApiError> {
    let text = filled(text).unwrap_or_default().trim();
    if text.chars().count() > SEARCH_CHARS_MAX {
        return Err(ApiError::invalid("search is too long"));
    }
    Ok(text.to_owned())
}

/// getWorkOrder: returns an order with its replies and notes.
///
/// # Errors
/// 404 if the tenant has no such order.
pub async fn get_work_order(state: Data<State>, call: Agent<OrderRequest>) -> Answer {
    let found = work(move || {
        let (tenant, id) = (&call.who.tenant, &call.body.wo_id);
        let order = state.orders.order(tenant, id, Access::Order)?;
        let talk = state.orders.talk(tenant, &order)?;
        Ok(AgentOrderResponse::new(&order, &talk))
    })
    .await?;
    Ok(success(&found))
}

/// handleWorkOrder: replies to the visitor or adds an internal note, and may change status or priority.
///
/// # Errors
/// 404 if the tenant has no such order, 400 if nothing is said or changed, 409 for an order that is permanently closed,
/// 422 for an id already used for other content.
pub async fn handle_work_order(state: Data<State>, call: Agent<HandleWorkOrderRequest>) -> Answer {
    let body = &call.body;
    let client_id = client_id(body.id.as_ref())?;
    let status = body.handle_wo_status.map(|number| {
        wire::status(number).ok_or_else(|| ApiError::invalid("handleWoStatus is not valid"))
    });
    let status = status.transpose()?;
    let priority = body.priority.map(|number| {
        wire::priority(number).ok_or_else(|| ApiError::invalid("priority is not valid"))
    });
    let priority = priority.transpose()?;
    let audience = wire::agent::audience(body.handle_type)
        .ok_or_else(|| ApiError::invalid("handleType is not valid"))?;
    let nick = account(&state, &call.who)?.agent.nick.clone();
    let handled = work(move || {
        let (who, body) = (&call.who, &call.body);
        let files = wire::addresses(&body.wo_file_rel_vo_list);
        let uploader = Uploader::Agent(who);
        let said = Said {
            client_id: client_id.as_ref(),
            files: &files,
            uploader: Some(&uploader),
        };
        let handling = Handling {
            agent: who.agent.clone(),
            nick,
            audience,
            content: &body.handle_content,
            files: Vec::new(),
            status,
            priority,
            repeat: None,
        };
        let place = (&who.tenant, body.wo_id.as_str());
        let order = state.orders.handle(state.now(), place, handling, said)?;
        let talk = state.orders.talk(&who.tenant, &order)?;
        Ok(AgentOrderResponse::new(&order, &talk))
    })
    .await?;
    Ok(success(&handled))
}

/// listLeaveMsgs: returns the tenant's left messages, newest first.
///
/// # Errors
/// 400 for an unknown state or cursor.
pub async fn list_leave_msgs(state: Data<State>, call: Agent<ListLeaveMsgsRequest>) -> Answer {
    let is_handled = match call.body.msg_state {
        None => None,
        Some(0) => Some(false),
        Some(1) => Some(true),
        Some(_) => return Err(ApiError::invalid("msgState is not valid")),
    };
    let filter = MessageFilter {
        is_handled,
        search: search(call.body.search.as_ref())?,
        after: Cursor::parse(filled(call.body.cursor.as_ref()).unwrap_or_default())?,
    };
    let (page, waiting) = work(move || {
        let page = state.orders.left_with(&call.who.tenant, &filter)?;
        let waiting = state
            .orders
            .messages_waiting(&call.who.tenant, WAITING_MAX)?;
        Ok((page, waiting))
    })
    .await?;
    Ok(success(&ListLeaveMsgsResponse {
        list: page.list.iter().map(WireLeaveMessage::from).collect(),
        cursor: page.next_text(),
        waiting,
    }))
}

/// handleLeaveMsg: marks the message as handled; a second call replaces the remark.
///
/// # Errors
/// 404 if the tenant has no such message.
pub async fn handle_leave_msg(state: Data<State>, call: Agent<HandleLeaveMsgRequest>) -> Answer {
    let handler = Handler {
        agent: call.who.agent.clone(),
        nick: account(&state, &call.who)?.agent.nick.clone(),
    };
    let message = work(move || {
        let (tenant, body) = (&call.who.tenant, &call.body);
        let handling = (handler, body.msg_desc.as_str());
        let orders = &state.orders;
        orders.handle_message(state.now(), tenant, &body.id, handling)
    })
    .await?;
    Ok(success(&WireLeaveMessage::from(&message)))
}
