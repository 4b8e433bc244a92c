//! A shop's mailbox, answers to visitors, transcripts, and what erasing a visitor removes.

use super::{by, newest, set, until};
use crate::helpers::{Answer, Page, TestApp, served};
use crate::smtp::Smtp;
use serde_json::{Value, json};

async fn leave(page: &Page<'_>, changes: Value) -> Answer {
    let mut body = json!({
        "customerName": "Ann", "customerEmail": "ann@example.com", "msgContent": "Please call me.",
    });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    page.call("leaveMsg", body).await
}

fn mailbox() -> Value {
    json!({
        "senderName": "Fern & Field", "replyTo": "hello@example.com", "mailbox": "shop@example.com",
        "leaveMessages": 1, "workOrders": 1, "lang": "zh"
    })
}

#[actix_web::test]
async fn a_left_message_goes_to_the_shops_mailbox() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    leave(&page, json!({})).await.data();
    set(&admin, mailbox()).await;

    let name = "Ann\u{2028}Bcc: x@example.com <b>";
    let asked =
        json!({ "id": "m1", "customerName": name, "msgContent": "One\n<script>two</script>" });
    let id = leave(&page, asked.clone()).await.data()["id"].clone();
    // A repeat is the same message, and no further mail.
    leave(&page, asked).await.data();

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "shop@example.com");
    assert_eq!(
        mail.header("From").unwrap(),
        "Fern & Field <chat@example.com>"
    );
    assert_eq!(mail.header("Reply-To").unwrap(), "ann@example.com");
    assert_eq!(
        mail.header("Subject").unwrap(),
        "Ann Bcc: x@example.com <b> 的新留言"
    );
    assert!(mail.header("Bcc").is_none());
    assert!(
        mail.text().contains("> One\n> <script>two</script>"),
        "{}",
        mail.text()
    );
    assert!(mail.html().contains("One<br>&lt;script&gt;two"));
    let place = format!(
        "https://chat.example.com/desk/left/message/{}",
        id.as_str().unwrap()
    );
    assert!(mail.text().contains(&place));
    until(&admin, "sent").await;
    assert_eq!(smtp.mails().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn a_work_order_goes_to_the_shops_mailbox() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    set(&admin, mailbox()).await;
    let page = app
        .page(json!({ "channelId": "orders", "locale": "en" }))
        .await;

    crate::work_orders::add(&page, json!({})).await.data();

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "shop@example.com");
    assert_eq!(mail.header("Reply-To").unwrap(), "hello@example.com");
    assert!(
        mail.text()
            .contains("https://chat.example.com/desk/left/order/")
    );
    assert_eq!(newest(&admin).await["kind"], "workOrder");
    app.stop().await;
}

#[actix_web::test]
async fn a_full_outbox_stops_no_visitor() {
    let app = TestApp::with(|settings| {
        by(Smtp::free_port())(settings);
        settings.mail.waiting_per_tenant = 1;
    })
    .await;
    let admin = app.admin().await;
    set(&admin, mailbox()).await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;

    for _ in 0..3 {
        leave(&page, json!({})).await.data();
    }

    let state = admin.call("mail/state", json!({})).await;
    assert_eq!(state.data()["waiting"], 1);
    let left = app
        .agent("mia")
        .await
        .call("listLeaveMsgs", json!({}))
        .await;
    assert_eq!(left.data()["list"].as_array().unwrap().len(), 3);
    app.stop().await;
}

#[actix_web::test]
async fn an_agents_answer_goes_to_whoever_left_the_message() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    set(&admin, json!({ "replyTo": "hello@example.com" })).await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "zh" }))
        .await;
    let id = leave(&page, json!({})).await.data()["id"].clone();
    let nowhere = leave(&page, json!({ "customerEmail": "" })).await.data()["id"].clone();
    let mia = app.agent("mia").await;
    let handle = async |id: &Value, remark: &str| {
        let body = json!({ "id": id, "msgDesc": remark, "mail": 1 });
        mia.call("handleLeaveMsg", body).await
    };

    handle(&id, " ")
        .await
        .is_refused(400, "msgDesc: must not be blank if it goes by mail");
    handle(&nowhere, "Hello")
        .await
        .is_refused(409, "there is no e-mail address");
    handle(&id, "We call you <today>.").await.data();

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "ann@example.com");
    assert_eq!(mail.header("Subject").unwrap(), "The shop 回复了您的留言");
    assert_eq!(mail.header("Reply-To").unwrap(), "hello@example.com");
    assert!(
        mail.text().contains("We call you <today>.") && mail.text().contains("> Please call me.")
    );
    assert!(mail.html().contains("We call you &lt;today&gt;."));
    let log = admin.call("audit/list", json!({ "thing": "item" })).await;
    assert_eq!(log.data()["list"].as_array().unwrap().len(), 1);
    assert_eq!(
        log.data()["list"][0]["fields"],
        json!(["remark", "mail", "status"])
    );
    let left = mia.call("listLeaveMsgs", json!({ "msgState": 0 })).await;
    assert_eq!(
        left.data()["list"][0]["id"],
        nowhere,
        "what was refused is not handled"
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_transcript_has_what_the_visitor_sees() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let (page, desk) = served(&app).await;
    page.send("1", "My <monstera> is sad.").await.data();
    desk.say(&page, "2", "Give it water.").await.data();
    let note = json!({ "userId": page.user, "id": "3", "text": "a secret note" });
    desk.call("note", note).await.data();
    let send = async |email: &str, user: &str| {
        desk.call("sendTranscript", json!({ "userId": user, "email": email }))
            .await
    };

    send("ann", &page.user)
        .await
        .is_refused(400, "email must be an e-mail address");
    send("ann@example.com", "nobody")
        .await
        .is_refused(404, "not found");
    send("ann@example.com", &page.user).await.data();

    let mail = smtp.until(1).await.remove(0);
    let text = mail.text();
    assert!(
        text.contains("My <monstera> is sad.") && text.contains("Mia:\nGive it water."),
        "{text}"
    );
    assert!(!text.contains("secret"), "{text}");
    assert!(mail.html().contains("My &lt;monstera&gt; is sad."));
    let audit = admin
        .call("audit/list", json!({ "thing": "transcript" }))
        .await;
    assert_eq!(audit.data()["list"][0]["id"], page.user.as_str());
    app.stop().await;
}

#[actix_web::test]
async fn a_visitors_mails_are_exported_and_erased_with_them() {
    let smtp = Smtp::start();
    let port = Smtp::free_port();
    let app = TestApp::with(by(port)).await;
    let admin = app.admin().await;
    set(&admin, mailbox()).await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let other = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    leave(&page, json!({})).await.data();
    leave(&other, json!({ "msgContent": "From another." }))
        .await
        .data();

    let named = json!({ "userId": page.user, "password": "a-long-password" });
    let export = admin.call("visitor/export", named.clone()).await;
    let mails = export.data()["mails"].as_array().unwrap().clone();
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(
        (&mails[0]["kind"], &mails[0]["to"]),
        (&json!("leaveMessage"), &json!("shop@example.com"))
    );
    admin.call("visitor/erase", named).await.data();

    let listed = admin.call("mail/list", json!({})).await.data()["list"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let late = Smtp::start_on(port);
    app.clock.advance(actors_core::time::Span::from_minutes(10));
    let mails = late.until(1).await;
    assert!(mails[0].text().contains("From another."));
    until(&admin, "sent").await;
    assert_eq!((late.mails().len(), smtp.mails().len()), (1, 0));
    app.stop().await;
}
