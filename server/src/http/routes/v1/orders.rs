//! workOrders/list, workOrders/get, workOrders/handle, leaveMessages/list and leaveMessages/handle.

use crate::authentication::keyed::Keyed;
use crate::error::Answer;
use crate::idempotent::{Repeat, once};
use crate::orders::Handler;
use crate::routes::agent::orders::{
    Acting, Files, handled, left_handled, left_page, order, orders_page,
};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::leave_message::{HandleLeaveMsgRequest, ListLeaveMsgsRequest};
use crate::wire::v1::{HandledMessageResponse, HandledOrderResponse};
use crate::wire::work_order::agent::{HandleWorkOrderRequest, ListWorkOrdersRequest};
use crate::wire::work_order::{self as wire, OrderRequest};
use actix_web::web::Data;

/// workOrders/list: returns the tenant's orders, newest first.
///
/// # Errors
/// 400 for an unknown status or cursor.
pub async fn list(state: Data<State>, call: Keyed<ListWorkOrdersRequest>) -> Answer {
    let tenant = call.tenant().clone();
    Ok(success(&orders_page(state, tenant, call.body).await?))
}

/// workOrders/get: returns an order with its replies and notes.
///
/// # Errors
/// 404 if the tenant has no such order.
pub async fn get(state: Data<State>, call: Keyed<OrderRequest>) -> Answer {
    let tenant = call.tenant().clone();
    Ok(success(&order(state, tenant, call.body).await?))
}

/// workOrders/handle: replies to the visitor or adds an internal note, and may change status or priority.
///
/// # Errors
/// As handleWorkOrder; 422 for an Idempotency-Key that was used for another call.
pub async fn handle(state: Data<State>, call: Keyed<HandleWorkOrderRequest>) -> Answer {
    let acting = Acting {
        who: call.who(),
        nick: call.key.kept.name.as_str().into(),
        files: Files::None,
        client_id: call.named.as_ref().map(|named| named.client_id()),
    };
    let handling = handled(state.clone(), acting, call.body);
    let answered = async move {
        let order = handling.await?;
        Ok(HandledOrderResponse {
            wo_id: order.id.to_string(),
            handle_wo_status: wire::status_number(order.status),
        })
    };
    once(&state, call.named, Repeat::Kept, answered).await
}

/// leaveMessages/list: returns the tenant's left messages, newest first.
///
/// # Errors
/// 400 for an unknown state or cursor.
pub async fn list_left(state: Data<State>, call: Keyed<ListLeaveMsgsRequest>) -> Answer {
    let tenant = call.tenant().clone();
    Ok(success(&left_page(state, tenant, call.body).await?))
}

/// leaveMessages/handle: marks the message as handled; a second call replaces the remark.
///
/// # Errors
/// 404 if the tenant has no such message.
pub async fn handle_left(state: Data<State>, call: Keyed<HandleLeaveMsgRequest>) -> Answer {
    let handler = Handler {
        agent: call.key.actor(),
        nick: call.key.kept.name.as_str().into(),
    };
    let handling = left_handled(state.clone(), (call.tenant().clone(), handler), call.body);
    let answered = async move {
        let message = handling.await?;
        Ok(HandledMessageResponse {
            id: message.id.to_string(),
            msg_state: message.is_handled().into(),
        })
    };
    once(&state, call.named, Repeat::Kept, answered).await
}
