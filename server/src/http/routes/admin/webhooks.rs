//! webhooks/…: where a tenant's own services hear what happens.

use crate::authentication::Admin;
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::state::State;
use crate::webhooks::{change, deliveries};
use crate::wire::admin::webhooks::{
    DeliveriesRequest, DeliveriesResponse, DeliveryRequest, DeliveryResponse, PutWebhookRequest,
    WebhookRequest, WebhookResponse, WebhooksResponse, WireDelivery, WireWebhook,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::HttpResponse;
use actix_web::web::Data;

/// webhooks/list.
///
/// # Errors
/// 403 if the caller is no administrator.
pub async fn list(state: Data<State>, call: Admin<BareRequest>) -> Result<HttpResponse, ApiError> {
    let of = state.webhooks.of(&call.who.tenant);
    let mut list: Vec<_> = of
        .iter()
        .map(|hook| WireWebhook::of(hook, state.now()))
        .collect();
    list.sort_by(|one, other| {
        let place = |hook: &WireWebhook| (hook.created_at, hook.webhook_id.clone());
        place(one).cmp(&place(other))
    });
    Ok(success(&WebhooksResponse { list }))
}

/// webhooks/put.
///
/// # Errors
/// 400 with every wrong field, 404 for an unknown webhook, 409 if `version` is not the newest or there are too many.
pub async fn put(
    state: Data<State>,
    call: Admin<PutWebhookRequest>,
) -> Result<HttpResponse, ApiError> {
    let (hook, secret) = change::put(state.clone(), call.who, call.body).await?;
    let webhook = WireWebhook::of(&hook, state.now());
    Ok(success(&WebhookResponse { webhook, secret }))
}

/// webhooks/delete.
///
/// # Errors
/// 404 for an unknown webhook.
pub async fn delete(
    state: Data<State>,
    call: Admin<WebhookRequest>,
) -> Result<HttpResponse, ApiError> {
    change::delete(state, call.who, call.body.webhook_id).await?;
    Ok(success(&Nothing {}))
}

/// webhooks/rotate.
///
/// # Errors
/// 404 for an unknown webhook.
pub async fn rotate(
    state: Data<State>,
    call: Admin<WebhookRequest>,
) -> Result<HttpResponse, ApiError> {
    let (hook, secret) = change::rotate(state.clone(), call.who, call.body.webhook_id).await?;
    let webhook = WireWebhook::of(&hook, state.now());
    let secret = Some(secret);
    Ok(success(&WebhookResponse { webhook, secret }))
}

/// webhooks/test.
///
/// # Errors
/// 404 for an unknown webhook, 429 over the rate limit.
pub async fn test(
    state: Data<State>,
    call: Admin<WebhookRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    let (id, line) = deliveries::test(state, call.who, call.body.webhook_id).await?;
    Ok(success(&DeliveryResponse::of(id, line)))
}

/// webhooks/deliveries.
///
/// # Errors
/// 404 for an unknown webhook.
pub async fn deliveries(
    state: Data<State>,
    call: Admin<DeliveriesRequest>,
) -> Result<HttpResponse, ApiError> {
    let DeliveriesRequest { webhook_id, cursor } = &call.body;
    let page = deliveries::page(&state, &call.who, webhook_id, cursor.as_deref()).await?;
    let (list, cursor) = page;
    let list = list.into_iter();
    Ok(success(&DeliveriesResponse {
        list: list.map(|(id, line)| WireDelivery::of(id, &line)).collect(),
        cursor,
    }))
}

/// webhooks/delivery.
///
/// # Errors
/// 404 for an unknown webhook or attempt.
pub async fn delivery(
    state: Data<State>,
    call: Admin<DeliveryRequest>,
) -> Result<HttpResponse, ApiError> {
    let DeliveryRequest {
        webhook_id,
        delivery_id,
    } = call.body;
    let found = deliveries::one(&state, &call.who, (&webhook_id, &delivery_id)).await?;
    Ok(success(&DeliveryResponse::of(delivery_id, found.1)))
}

/// webhooks/resend.
///
/// # Errors
/// 404 for an unknown webhook or attempt, 409 if the webhook is off or the visitor was erased, 429 over the rate limit.
pub async fn resend(
    state: Data<State>,
    call: Admin<DeliveryRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    let DeliveryRequest {
        webhook_id,
        delivery_id,
    } = call.body;
    deliveries::resend(state, call.who, (webhook_id, delivery_id)).await?;
    Ok(success(&Nothing {}))
}
