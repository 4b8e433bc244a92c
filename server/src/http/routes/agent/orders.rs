//! Work orders and left messages: listWorkOrders, getWorkOrder, handleWorkOrder, listLeaveMsgs, handleLeaveMsg. The calls
//! of the shop's server go through the same functions.

use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::files::described::Owner as Uploader;
use crate::mail::answers;
use crate::orders::{Access, Cursor, Handler, MessageFilter, OrderFilter, Said, WAITING_MAX};
use crate::rates::ByToken;
use crate::routes::agent::account;
use crate::routes::agent::items::{changing, differences};
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
use actors_core::ids::{ClientId, TenantId};
use actors_core::item::Plan;
use actors_core::leave_message::LeaveMessage;
use actors_core::work_order::{Audience, Handling, WorkOrder};
use std::sync::Arc;

/// The longest search text, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// listWorkOrders: returns the tenant's orders, newest first.
///
/// # Errors
/// 400 for an unknown status or cursor.
pub async fn list_work_orders(state: Data<State>, call: Agent<ListWorkOrdersRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    Ok(success(&orders_page(state, tenant, call.body).await?))
}

/// A page of a tenant's orders.
pub(crate) async fn orders_page(
    state: Data<State>,
    tenant: TenantId,
    asked: ListWorkOrdersRequest,
) -> Result<ListWorkOrdersResponse, ApiError> {
    let filter = OrderFilter {
        status: status(asked.status)?,
        search: search("search", asked.search.as_ref())?,
        after: Cursor::parse(filled(asked.cursor.as_ref()).unwrap_or_default())?,
    };
    let (page, waiting) = work(move || {
        let page = state.orders.made_with(&tenant, &filter)?;
        let waiting = state.orders.orders_waiting(&tenant, WAITING_MAX)?;
        Ok((page, waiting))
    })
    .await?;
    Ok(ListWorkOrdersResponse {
        list: page.list.iter().map(AgentOrder::from).collect(),
        cursor: page.next_text(),
        waiting,
    })
}

pub(super) fn search(field: &'static str, text: Option<&String>) -> Result<String, ApiError> {
    let text = filled(text).unwrap_or_default().trim();
    if text.chars().count() > SEARCH_CHARS_MAX {
        return Err(ApiError::invalid(format!("{field} is too long")));
    }
    Ok(text.to_owned())
}

/// getWorkOrder: returns an order with its replies and notes.
///
/// # Errors
/// 404 if the tenant has no such order.
pub async fn get_work_order(state: Data<State>, call: Agent<OrderRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    Ok(success(&order(state, tenant, call.body).await?))
}

/// A tenant's order with its replies and notes.
pub(crate) async fn order(
    state: Data<State>,
    tenant: TenantId,
    asked: OrderRequest,
) -> Result<AgentOrderResponse, ApiError> {
    work(move || {
        let order = state.orders.order(&tenant, &asked.wo_id, Access::Order)?;
        let talk = state.orders.talk(&tenant, &order)?;
        Ok(AgentOrderResponse::new(&order, &talk))
    })
    .await
}

/// Who handles an order.
pub(crate) struct Acting {
    /// The agent, or the key of the shop's server.
    pub who: Arc<SignedIn>,
    /// Their name.
    pub nick: Arc<str>,
    /// Whether they upload files.
    pub files: Files,
    /// Their own id of this call.
    pub client_id: Option<ClientId>,
}

/// Whether somebody uploads files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// An agent does.
    Own,
    /// The shop's server does not.
    None,
}

/// handleWorkOrder: replies to the visitor or adds an internal note, and may change status or priority.
///
/// # Errors
/// 404 if the tenant has no such order, 400 if nothing is said or changed, 409 for an order that is permanently closed,
/// 422 for an id already used for other content.
pub async fn handle_work_order(state: Data<State>, call: Agent<HandleWorkOrderRequest>) -> Answer {
    let acting = Acting {
        who: Arc::clone(&call.who),
        nick: account(&state, &call.who)?.agent.nick.clone(),
        files: Files::Own,
        client_id: client_id(call.body.id.as_ref())?,
    };
    let talked = Arc::clone(&call.who);
    let at = state.clone();
    let order = handled(state, acting, call.body).await?;
    let shown = work(move || {
        let talk = at.orders.talk(&talked.tenant, &order)?;
        Ok(AgentOrderResponse::new(&order, &talk))
    });
    Ok(success(&shown.await?))
}

/// Replies to an order or notes something on it.
pub(crate) async fn handled(
    state: Data<State>,
    acting: Acting,
    body: HandleWorkOrderRequest,
) -> Result<WorkOrder, ApiError> {
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
    work(move || {
        let who = &acting.who;
        let files = wire::addresses(&body.wo_file_rel_vo_list);
        let is_said = !body.handle_content.trim().is_empty() || !files.is_empty();
        let uploader = Uploader::Agent(who);
        let said = Said {
            client_id: acting.client_id.as_ref(),
            files: &files,
            uploader: (acting.files == Files::Own).then_some(&uploader),
        };
        let handling = Handling {
            agent: who.agent.clone(),
            nick: acting.nick,
            audience,
            content: &body.handle_content,
            files: Vec::new(),
            status,
            priority,
            repeat: None,
        };
        // The text would outlive the visitor, so the audit does not have it.
        let deeds: &[&str] = match (&handling.audience, is_said) {
            (_, false) => &[],
            (Audience::Everybody, true) => &["reply"],
            (Audience::Agents, true) => &["note"],
        };
        let by = (&who.tenant, &who.agent);
        let audited = |before: &Plan, after: &Plan| {
            changing(&state, by, &body.wo_id, (deeds, differences(before, after)))
        };
        let place = (&who.tenant, body.wo_id.as_str());
        let orders = &state.orders;
        orders.handle(state.now(), place, (handling, said), audited)
    })
    .await
}

/// listLeaveMsgs: returns the tenant's left messages, newest first.
///
/// # Errors
/// 400 for an unknown state or cursor.
pub async fn list_leave_msgs(state: Data<State>, call: Agent<ListLeaveMsgsRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    Ok(success(&left_page(state, tenant, call.body).await?))
}

/// A page of a tenant's left messages.
pub(crate) async fn left_page(
    state: Data<State>,
    tenant: TenantId,
    asked: ListLeaveMsgsRequest,
) -> Result<ListLeaveMsgsResponse, ApiError> {
    let is_handled = match asked.msg_state {
        None => None,
        Some(0) => Some(false),
        Some(1) => Some(true),
        Some(_) => return Err(ApiError::invalid("msgState is not valid")),
    };
    let filter = MessageFilter {
        is_handled,
        search: search("search", asked.search.as_ref())?,
        after: Cursor::parse(filled(asked.cursor.as_ref()).unwrap_or_default())?,
    };
    let (page, waiting) = work(move || {
        let page = state.orders.left_with(&tenant, &filter)?;
        let waiting = state.orders.messages_waiting(&tenant, WAITING_MAX)?;
        Ok((page, waiting))
    })
    .await?;
    Ok(ListLeaveMsgsResponse {
        list: page.list.iter().map(WireLeaveMessage::from).collect(),
        cursor: page.next_text(),
        waiting,
    })
}

/// handleLeaveMsg: marks the message as handled; a second call replaces the remark. With `mail`, the remark also goes to
/// the visitor's address.
///
/// # Errors
/// 404 if the tenant has no such message, 409 if the remark is to go by mail and cannot.
pub async fn handle_leave_msg(state: Data<State>, call: Agent<HandleLeaveMsgRequest>) -> Answer {
    let handler = Handler {
        agent: call.who.agent.clone(),
        nick: account(&state, &call.who)?.agent.nick.clone(),
    };
    if call.body.mail.is_some_and(|mail| mail.0) {
        state.limits.agent(&call.who.hash, ByToken::Send)?;
    }
    let tenant = call.who.tenant.clone();
    let message = left_handled(state, (tenant, handler), call.body).await?;
    Ok(success(&WireLeaveMessage::from(&message)))
}

/// Marks a left message as handled. With `mail`, the remark also goes to the visitor's address.
pub(crate) async fn left_handled(
    state: Data<State>,
    (tenant, handler): (TenantId, Handler),
    body: HandleLeaveMsgRequest,
) -> Result<LeaveMessage, ApiError> {
    let by_mail = body.mail.is_some_and(|mail| mail.0);
    if by_mail && body.msg_desc.trim().is_empty() {
        return Err(ApiError::invalid(
            "msgDesc: must not be blank if it goes by mail",
        ));
    }
    work(move || {
        let agent = handler.agent.clone();
        let deeds: &[&str] = match by_mail {
            true => &["remark", "mail"],
            false => &["remark"],
        };
        let audited = |before: &Plan, after: &Plan| {
            let did = (deeds, differences(before, after));
            changing(&state, (&tenant, &agent), &body.id, did)
        };
        let handling = (handler, body.msg_desc.as_str());
        let beside = |message: &LeaveMessage| match by_mail {
            true => answers::to_message(&state, &tenant, message),
            false => Ok(Vec::new()),
        };
        let orders = &state.orders;
        let place = (&tenant, body.id.as_str());
        orders.handle_message(state.now(), place, handling, beside, audited)
    })
    .await
}
