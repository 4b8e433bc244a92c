//! A visitor who left before the answer: the mail, its link, and who gets none.

use super::by;
use crate::helpers::{Admin, Desk, Page, TestApp};
use crate::smtp::{Mail, Smtp};
use actors_core::time::Span;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// A page counts as away after 1.8 s, and the mail follows after this many minutes. Agents never do.
async fn mails_after(admin: &Admin<'_>, minutes: f64) {
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["mail"] = json!({ "missedAfter": minutes });
    tenant["service"] =
        json!({ "visitorAwayTime": 0.03, "agentAwayTime": 1440, "agentGoneTime": 1440 });
    admin.call("tenant/put", tenant).await.data();
}

/// A visitor with this address, whom the agent serves.
async fn visitor<'a>(app: &'a TestApp, email: &str) -> Page<'a> {
    let page = json!({ "channelId": "web", "locale": "en", "userName": "Ann", "email": email });
    let page = app.page(page).await;
    let served = page.transfer().await.data().clone();
    assert_eq!(served["adminId"], "mia", "{served}");
    page
}

/// The token of the first link whose address has this part.
fn token(mail: &Mail, part: &str) -> String {
    let text = mail.text();
    let line = text.lines().find(|line| line.contains(part));
    let line = line.unwrap_or_else(|| panic!("no {part} in {text}"));
    line.split("token=").nth(1).unwrap().to_owned()
}

fn chat(mail: &Mail) -> String {
    token(
        mail,
        "https://chat.example.com/chat_online/index?channelId=web&locale=en&token=",
    )
}

async fn history(page: &Page<'_>) -> String {
    let asked = json!({ "pageSize": 20, "maxTime": 0, "seqGap": false });
    page.call("getHistoryMsg", asked).await.data().to_string()
}

#[actix_web::test]
async fn a_visitor_who_left_gets_one_mail_whose_link_opens_the_conversation() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    mails_after(&admin, 0.01).await;
    let desk = app.agent_online("mia", 5).await;
    let page = visitor(&app, "ann@example.com").await;
    page.send("1", "Is the fern in stock?").await.data();

    let wrong = desk.say(&page, "a", "It costs 9 euros").await;
    let withdrawn = json!({ "userId": page.user, "msgId": wrong.data()["msgId"] });
    desk.call("recallMsg", withdrawn).await.data();
    desk.say(&page, "b", "Yes, <b>three</b> of them.")
        .await
        .data();

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "ann@example.com");
    let text = mail.text();
    assert!(text.contains("Yes, <b>three</b> of them."), "{text}");
    assert!(
        !text.contains("9 euros") && !text.contains("in stock"),
        "{text}"
    );
    assert!(mail.html().contains("&lt;b&gt;three"));
    let one_click = mail.header("List-Unsubscribe-Post").unwrap();
    assert_eq!(one_click, "List-Unsubscribe=One-Click");
    let stop = mail.header("List-Unsubscribe").unwrap();
    let stop_link = token(&mail, "https://chat.example.com/mail/stop?token=");
    assert_eq!(
        stop,
        format!("<https://chat.example.com/mail/stop?token={stop_link}>")
    );
    assert_eq!(super::newest(&admin).await["kind"], "missed");

    // Whatever else the browser knows, the link opens this conversation, and the answer is read there.
    let link = chat(&mail);
    let other = visitor(&app, "").await;
    let back = json!({
        "channelId": "web", "locale": "en", "link": link, "userId": other.user, "token": other.token,
    });
    let back = app.page(back).await;
    assert_eq!(back.user, page.user);
    assert!(history(&back).await.contains("three"));
    let events = back.events(0).await;
    assert!(json!(events).to_string().contains("three"));

    // After a week it opens the chat as any address does.
    app.clock.advance(Span::from_minutes(7 * 24 * 60));
    let late = json!({ "channelId": "web", "locale": "en", "link": link });
    assert_ne!(app.page(late).await.user, page.user);
    assert_eq!(smtp.mails().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn an_address_that_stopped_the_mails_gets_none_and_a_look_at_the_page_stops_nothing() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    mails_after(&admin, 0.01).await;
    let desk = app.agent_online("mia", 3).await;
    let answer = async |desk: &Desk<'_>, email: &str| {
        let page = visitor(&app, email).await;
        desk.say(&page, "a", "Here I am").await.data();
        json!({ "userId": page.user })
    };
    let first = answer(&desk, "ann@example.com").await;
    let mail = smtp.until(1).await.remove(0);
    // Mia has room for three.
    desk.call("closeConversation", first).await.data();
    let path = format!("/mail/stop?token={}", token(&mail, "/mail/stop?token="));

    let shown = app.get(&path, &[]).await;
    assert!(
        shown.text.contains("<form method=\"post\">"),
        "{}",
        shown.text
    );
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    answer(&desk, "ann@example.com").await;
    smtp.until(2).await;

    let kind = "application/x-www-form-urlencoded";
    let stopped = app
        .post_bytes(&path, None, kind, "List-Unsubscribe=One-Click")
        .await;
    assert_eq!(stopped.status, 200);
    assert!(!stopped.text.contains("<form"), "{}", stopped.text);
    answer(&desk, "ANN@example.com").await;
    answer(&desk, "bob@example.com").await;
    let mails = smtp.until(3).await;
    assert_eq!(mails[2].to, "bob@example.com");

    let cut = &path[..path.len() - 5];
    for (language, tag, title) in [
        ("en-GB,en", "en", "This link is not complete"),
        ("zh-CN,zh;q=0.9", "zh", "此链接不完整"),
        ("fr", "en", "This link is not complete"),
    ] {
        let headers = [("accept-language", language)];
        for path in [cut, "/mail/stop?token=nonsense", "/mail/stop"] {
            let wrong = app.get(path, &headers).await;
            assert_eq!(wrong.status, 404);
            assert!(wrong.text.contains(title), "{}", wrong.text);
            assert!(wrong.text.contains(&format!("<html lang=\"{tag}")));
            assert!(!wrong.text.contains("<form"));
            let kind = wrong.header("content-type").unwrap();
            assert_eq!(kind, "text/html; charset=utf-8");
        }
    }
    let wrong = app
        .post_bytes(cut, None, kind, "List-Unsubscribe=One-Click")
        .await;
    assert_eq!(wrong.status, 404);
    // A link of one kind is none of the other.
    let link = chat(&mail);
    assert_eq!(
        app.get(&format!("/mail/stop?token={link}"), &[])
            .await
            .status,
        404
    );
    app.stop().await;
}

#[actix_web::test]
async fn nobody_who_is_blocked_erased_or_without_an_address_gets_a_mail() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    mails_after(&admin, 0.01).await;
    let desk = app.agent_online("mia", 3).await;
    let without = visitor(&app, "").await;
    let invalid = visitor(&app, "ann@example").await;
    let blocked = visitor(&app, "eve@example.com").await;

    for page in [&without, &invalid, &blocked] {
        desk.say(page, "a", "Here I am").await.data();
    }
    let block = json!({ "userId": blocked.user, "for": "hour", "reason": "Insults" });
    desk.call("blockVisitor", block).await.data();
    // Mia has room for three, and the blocked visitor's place is free.
    let told = visitor(&app, "ann@example.com").await;
    desk.say(&told, "a", "Here I am").await.data();

    let mails = smtp.until(1).await;
    assert_eq!(mails[0].to, "ann@example.com");
    let link = chat(&mails[0]);
    let named = json!({ "userId": told.user, "password": "a-long-password" });
    admin.call("visitor/erase", named).await.data();
    let back = json!({ "channelId": "web", "locale": "en", "link": link });
    assert_ne!(app.page(back).await.user, told.user);
    actix_web::rt::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(smtp.mails().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn a_mail_that_was_planned_is_sent_after_a_restart() {
    let smtp = Smtp::start();
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk_with(&folder, by(smtp.port)).await;
    let admin = app.admin().await;
    mails_after(&admin, 0.05).await;
    let mut desk = app.agent_online("mia", 5).await;
    let page = visitor(&app, "ann@example.com").await;
    desk.say(&page, "a", "Here I am").await.data();
    while desk.news_until("presence").await["present"] != false {}
    app.stop().await;
    assert!(smtp.mails().is_empty());

    let app = TestApp::on_disk_with(&folder, by(smtp.port)).await;

    let mail = smtp.until(1).await.remove(0);
    assert!(mail.text().contains("Here I am"));
    app.stop().await;
}
