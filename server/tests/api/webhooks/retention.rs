//! What webhooks keep of old events.

use super::receiver::Receiver;
use super::{deliveries, hook, logged, server_for};
use actors_core::time::Span;
use serde_json::json;
use server::retention::remove_deliveries;

#[actix_web::test]
async fn the_log_forgets_what_the_tenant_keeps_no_longer_also_if_it_was_sent_again() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["retentionDays"] = json!(2);
    admin.call("tenant/put", tenant).await.data();
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let page = app.visitor().await;
    page.send("1", "old words").await.data();
    let first = logged(&admin, &id, 2).await;
    app.clock.advance(Span::from_minutes(24 * 60));
    for one in &first {
        let again = json!({ "webhookId": id, "deliveryId": one["deliveryId"] });
        admin.call("webhooks/resend", again).await.data();
    }
    page.send("2", "new words").await.data();
    logged(&admin, &id, 5).await;
    app.clock.advance(Span::from_minutes(24 * 60 + 1));

    let removed = remove_deliveries(&app.state, &"shop".into(), app.state.now()).await;

    assert_eq!(removed.unwrap(), 4);
    let kept = deliveries(&admin, &id).await;
    assert_eq!(kept.len(), 1, "{kept:?}");
    let named = json!({ "webhookId": id, "deliveryId": kept[0]["deliveryId"] });
    let one = admin.call("webhooks/delivery", named).await;
    let body = one.data()["body"].as_str().unwrap();
    assert!(body.contains("new words"), "{body}");
    app.stop().await;
}
