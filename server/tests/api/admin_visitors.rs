//! Export and erasure of a visitor's personal data.

use crate::helpers::{Admin, Answer, Page, TestApp};
use serde_json::json;
use std::sync::Arc;

pub async fn personal(admin: &Admin<'_>, call: &str, user: &str) -> Answer {
    let body = json!({ "userId": user, "password": "a-long-password" });
    admin.call(&format!("visitor/{call}"), body).await
}

async fn talk(page: &Page<'_>, words: &[&str]) {
    for word in words {
        page.send(word, word).await.data();
    }
}

#[actix_web::test]
async fn an_export_holds_everything_about_one_visitor() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let body = json!({ "channelId": "web", "locale": "en", "userName": "Canary", "email": "c@example.com" });
    let page = app.page(body).await;
    talk(&page, &["the first word", "the second"]).await;
    page.call("chatClose", json!({})).await.data();
    let rating = json!({ "evaluateAdminStar": 4, "evaluateAdminContent": "fine" });
    page.call("evaluate", rating).await;
    let page = page.again().await;
    let many: Vec<String> = (0..230).map(|number| format!("word {number}")).collect();
    talk(&page, &many.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let other = app.visitor().await;
    talk(&other, &["somebody else's"]).await;

    let export = personal(&admin, "export", &page.user).await;

    let data = export.data();
    assert_eq!(data["userId"], page.user.as_str());
    assert_eq!(data["details"]["userName"], "Canary");
    let lines = data["lines"].as_array().unwrap();
    let texts: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["msg"]["msgContent"].as_str())
        .collect();
    for word in ["the first word", "the second", "word 0", "word 229"] {
        assert!(texts.contains(&word), "{word}");
    }
    let greeting = &lines[0]["msg"];
    assert_eq!(
        (&greeting["senderType"], &greeting["senderName"]),
        (&json!(3), &json!("Fern"))
    );
    assert!(!export.text.contains("somebody else's"));
    for list in ["leaveMsgs", "workOrders", "mails", "pushDevices", "files"] {
        assert!(data[list].is_array(), "{list}");
    }
    app.stop().await;
}

#[actix_web::test]
async fn an_erased_visitor_is_unknown_to_every_call_also_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let lin = app.agent_online("lin", 3).await;
    let body = json!({ "channelId": "web", "locale": "en", "userName": "Canary" });
    let page = app.page(body).await;
    page.transfer().await.data();
    talk(&page, &["a canary word"]).await;
    let other = app.visitor().await;
    talk(&other, &["a stranger's word"]).await;

    personal(&admin, "erase", &page.user).await.data();

    let refused = page.call("getHistoryMsg", json!({ "pageSize": 20, "maxTime": 0 }));
    refused.await.is_refused(401, "login state expired");
    let name = json!({ "userId": page.user });
    let known = lin.call("getVisitor", name.clone()).await;
    known.is_refused(404, "not found");
    let conversations = lin.call("listConversations", json!({})).await;
    assert_eq!(conversations.data()["list"], json!([]));
    let news = lin.call("getEventMsg", json!({ "wait": 0 })).await;
    assert!(!news.text.contains("canary"), "{}", news.text);
    let audit = admin
        .call("audit/list", json!({ "thing": "visitor" }))
        .await;
    assert_eq!(audit.data()["list"][0]["action"], "erase");
    assert!(!audit.text.contains(&page.user));
    let (token, user) = (page.token.clone(), page.user.clone());
    let kept_user = other.user.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let lin = app.agent("lin").await;
    lin.call("getVisitor", name)
        .await
        .is_refused(404, "not found");
    let old = app
        .post(
            "/api/chat/visitor/getHistoryMsg",
            Some(&token),
            &json!({ "userId": user }),
        )
        .await;
    old.is_refused(401, "login state expired");
    let kept = lin.call("getVisitor", json!({ "userId": kept_user })).await;
    kept.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_erased_visitor_who_returns_is_a_new_visitor() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    talk(&page, &["a canary word"]).await;
    personal(&admin, "erase", &page.user).await.data();

    let again = page.again().await;

    let history = again.call("getHistoryMsg", json!({ "pageSize": 20, "maxTime": 0 }));
    assert!(!history.await.text.contains("canary"));
    talk(&again, &["a new word"]).await;
    app.stop().await;
}

#[actix_web::test]
async fn export_and_erasure_need_an_administrator_and_their_password() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    for call in ["export", "erase"] {
        let wrong = json!({ "userId": page.user, "password": "another-password" });
        let refused = admin.call(&format!("visitor/{call}"), wrong).await;
        refused.is_refused(403, "the password is wrong");
        let nobody = personal(&admin, call, "v_nobody").await;
        nobody.is_refused(404, "not found");
        let rival = app.admin_of("rival", "ron").await;
        let foreign = personal(&rival, call, &page.user).await;
        assert_eq!((foreign.status, foreign.text), (404, nobody.text));
        let lin = app.admin_of("shop", "lin").await;
        let refused = personal(&lin, call, &page.user).await;
        refused.is_refused(403, "for administrators alone");
    }
    page.send("still", "there").await.data();
    app.stop().await;
}

#[actix_web::test]
async fn exports_are_limited_per_hour() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.personal_per_hour = 2;
    })
    .await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    for _ in 0..2 {
        personal(&admin, "export", &page.user).await.data();
    }

    let refused = personal(&admin, "export", &page.user).await;

    refused.is_refused(429, "too many requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!(wait > 60);
    let numbers = app.numbers().await;
    let told = "frontdesk_export_alarms_total{why=\"frequency\"}";
    assert!(numbers.contains(told), "{numbers}");
    app.stop().await;
}
