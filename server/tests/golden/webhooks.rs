//! Webhooks.

use crate::helpers::{golden, reads, writes};
use server::webhooks::event::EventKind;
use server::webhooks::hook::{LogLine, OffReason, Outcome, Trouble};
use server::wire::admin::webhooks::{
    DeliveriesRequest, DeliveriesResponse, DeliveryRequest, DeliveryResponse, PutWebhookRequest,
    WebhookRequest, WebhookResponse, WebhooksResponse, WireDelivery, WireWebhook,
};
use server::wire::envelope::Nothing;
use server::wire::session::BareRequest;

const ID: &str = "5f0e8d7c6b5a49382716051423324150";
const DELIVERY: &str = "7ffffe5f3be9ebff-00065d1a4d200000";
const AT: i64 = 1_790_000_000_000;

fn webhook() -> WireWebhook {
    WireWebhook {
        webhook_id: ID.into(),
        url: "https://hooks.example.com/frontdesk".into(),
        events: vec![EventKind::SessionStarted, EventKind::MessageCreated],
        description: "The shop's CRM".into(),
        enabled: true,
        off_reason: None,
        off_at: None,
        old_secret_until: None,
        queued: 3,
        delivered: 120,
        failed: 1,
        missed: 0,
        failing_since: None,
        last_at: Some(AT),
        last_status: Some(200),
        created_at: AT,
        version: 2,
    }
}

fn with_secret() -> WebhookResponse {
    WebhookResponse {
        webhook: webhook(),
        secret: Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=".into()),
    }
}

fn line() -> LogLine {
    let body = golden("admin/webhooks/delivery", "response.json");
    LogLine {
        at: AT,
        event: "evt_00065d1a4d20000011223344".into(),
        kind: EventKind::MessageCreated,
        attempt: 1,
        outcome: Outcome::Delivered,
        status: Some(200),
        trouble: None,
        ms: 41,
        answer: "ok".into(),
        visitor: Some("v_3f1c9a5e7b2d4c60".into()),
        body: body["data"]["body"].as_str().map(str::to_owned),
    }
}

#[test]
fn webhooks_match_their_golden_files() {
    reads::<BareRequest>("admin/webhooks/list");
    let off = WireWebhook {
        enabled: false,
        off_reason: Some(OffReason::Failing),
        off_at: Some(AT),
        old_secret_until: Some(AT),
        failing_since: Some(AT),
        last_status: None,
        ..webhook()
    };
    let list = vec![webhook(), off];
    writes("admin/webhooks/list", &WebhooksResponse { list });
    let put = reads::<PutWebhookRequest>("admin/webhooks/put");
    assert_eq!((put.events.len(), put.version), (2, Some(1)));
    writes("admin/webhooks/put", &with_secret());
    assert_eq!(
        reads::<WebhookRequest>("admin/webhooks/delete").webhook_id,
        ID
    );
    writes("admin/webhooks/delete", &Nothing {});
    assert_eq!(
        reads::<WebhookRequest>("admin/webhooks/rotate").webhook_id,
        ID
    );
    writes("admin/webhooks/rotate", &with_secret());
}

#[test]
fn deliveries_match_their_golden_files() {
    let of = |line: LogLine| DeliveryResponse::of(DELIVERY.into(), line);
    assert_eq!(
        reads::<WebhookRequest>("admin/webhooks/test").webhook_id,
        ID
    );
    writes("admin/webhooks/test", &of(line()));
    let asked = reads::<DeliveriesRequest>("admin/webhooks/deliveries");
    assert_eq!(asked.cursor.as_deref(), Some(""));
    let slow = LogLine {
        attempt: 2,
        outcome: Outcome::Retried,
        status: None,
        trouble: Some(Trouble::TooSlow),
        ms: 10_000,
        ..line()
    };
    let list = [line(), slow].map(|line| WireDelivery::of(DELIVERY.into(), &line));
    let page = DeliveriesResponse {
        list: list.into(),
        cursor: DELIVERY.into(),
    };
    writes("admin/webhooks/deliveries", &page);
    let asked = reads::<DeliveryRequest>("admin/webhooks/delivery");
    assert_eq!(asked.delivery_id, DELIVERY);
    writes("admin/webhooks/delivery", &of(line()));
    assert_eq!(
        reads::<DeliveryRequest>("admin/webhooks/resend").webhook_id,
        ID
    );
    writes("admin/webhooks/resend", &Nothing {});
}
