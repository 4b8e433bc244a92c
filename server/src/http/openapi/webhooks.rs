//! Webhooks.

use super::{Caller, Writer};
use crate::wire::admin::webhooks::{
    DeliveriesRequest, DeliveriesResponse, DeliveryRequest, DeliveryResponse, PutWebhookRequest,
    WebhookRequest, WebhookResponse, WebhooksResponse,
};
use crate::wire::envelope::Nothing;
use crate::wire::session::BareRequest;

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/admin/webhooks/";
    use Caller::Agent;
    writer.call::<BareRequest, WebhooksResponse>(AT, "list", Agent);
    writer.call::<PutWebhookRequest, WebhookResponse>(AT, "put", Agent);
    writer.call::<WebhookRequest, Nothing>(AT, "delete", Agent);
    writer.call::<WebhookRequest, WebhookResponse>(AT, "rotate", Agent);
    writer.call::<WebhookRequest, DeliveryResponse>(AT, "test", Agent);
    writer.call::<DeliveriesRequest, DeliveriesResponse>(AT, "deliveries", Agent);
    writer.call::<DeliveryRequest, DeliveryResponse>(AT, "delivery", Agent);
    writer.call::<DeliveryRequest, Nothing>(AT, "resend", Agent);
}
