//! The weekly report by mail.

use super::by;
use crate::helpers::TestApp;
use crate::smtp::Smtp;
use actors_core::time::Span;
use chrono::{DateTime, Datelike as _};
use serde_json::json;
use server::reports::weekly;

#[actix_web::test]
async fn administrators_with_an_address_get_last_weeks_report_once() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let mut ada = admin.get("agents", json!({ "adminId": "ada" })).await;
    ada["email"] = json!("ada@example.com");
    admin.call("agents/put", ada).await.data();
    let mia = app.agent_online("mia", 3).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    page.send("1", "hello").await.data();
    mia.say(&page, "a", "hello").await.data();
    let close = json!({ "userId": page.user });
    mia.call("closeConversation", close).await.data();
    weekly::send_due(&app.state).await;
    assert!(smtp.mails().is_empty(), "nobody turned it on");
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["reports"] = json!({ "weeklyMail": 1, "lang": "zh" });
    admin.call("tenant/put", tenant).await.data();

    // Wednesday of the week after: this week is the last one.
    let now = app.state.now().as_millis();
    let weekday = DateTime::from_timestamp_millis(now).unwrap().weekday();
    let days = u64::from(9 - weekday.num_days_from_monday());
    app.clock.advance(Span::from_minutes(days * 24 * 60));
    weekly::send_due(&app.state).await;
    weekly::send_due(&app.state).await;
    let sent = smtp.until(1).await;

    let listed = admin.call("mail/list", json!({})).await;
    assert_eq!(listed.data()["list"].as_array().unwrap().len(), 1);
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].to, "ada@example.com");
    let text = sent[0].text();
    assert!(text.contains("会话: 1"), "{text}");
    app.stop().await;
}
