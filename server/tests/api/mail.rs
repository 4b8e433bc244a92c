//! Mail against a real SMTP server of the test's own: who gets which mail, what is retried, and what is refused.

mod killed;
mod links;
mod missed;
mod shop;
mod weekly;

use crate::certificate::Pair;
use crate::helpers::{Admin, TestApp};
use crate::smtp::{Act, Smtp};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::settings::Settings;
use server::settings::mail::MailSecurity;
use std::time::Duration;

/// Lets a server send by this SMTP server.
pub fn by(port: u16) -> impl FnOnce(&mut Settings) {
    move |settings| {
        settings.mail.host = Some("127.0.0.1".into());
        settings.mail.port = port;
        settings.mail.security = MailSecurity::None;
        settings.mail.sender = Some("chat@example.com".into());
        settings.mail.public_url = Some("https://chat.example.com".into());
    }
}

/// Sets the shop's own mail settings.
pub async fn set(admin: &Admin<'_>, mail: Value) {
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["mail"] = mail;
    admin.call("tenant/put", tenant).await.data();
}

/// The shop's newest mail in the list.
pub async fn newest(admin: &Admin<'_>) -> Value {
    let listed = admin.call("mail/list", json!({})).await;
    listed.data()["list"][0].clone()
}

/// Waits until the newest mail has this state.
pub async fn until(admin: &Admin<'_>, state: &str) -> Value {
    for _ in 0..1_500 {
        let mail = newest(admin).await;
        if mail["state"] == state {
            return mail;
        }
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not {state}: {}", newest(admin).await)
}

/// Makes an agent with an address and invites them by mail.
async fn invite(admin: &Admin<'_>, email: &str) {
    let agent = json!({ "adminId": "zoe", "account": "zoe", "adminNick": "Zoë", "email": email });
    let before = admin.call("agents/get", json!({ "adminId": "zoe" })).await;
    if before.status == 404 {
        admin.call("agents/put", agent).await.data();
    }
    let invited = admin
        .call("agents/invite", json!({ "adminId": "zoe", "mail": 1 }))
        .await;
    assert_eq!(invited.data()["mailedTo"], email);
}

#[actix_web::test]
async fn a_mail_that_is_refused_for_now_is_sent_later() {
    let smtp = Smtp::start();
    smtp.then(Act::Answer("451 4.3.0 busy"));
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;

    let waiting = loop {
        let mail = until(&admin, "waiting").await;
        if mail["tries"] == 1 {
            break mail;
        }
    };
    assert_eq!(waiting["failure"]["problem"], "notNow");
    assert_eq!(waiting["failure"]["code"], 451);
    app.clock.advance(Span::from_secs(31));

    let mails = smtp.until(1).await;
    assert_eq!(mails[0].to, "zoe@example.com");
    assert_eq!(until(&admin, "sent").await["tries"], 2);
    app.stop().await;
}

#[actix_web::test]
async fn a_connection_that_ends_in_the_middle_loses_nothing() {
    let smtp = Smtp::start();
    smtp.then(Act::Drop);
    smtp.then(Act::TakeAndDrop);
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;

    for tries in 1..=2 {
        loop {
            let mail = until(&admin, "waiting").await;
            if mail["tries"] == tries {
                assert_eq!(mail["failure"]["problem"], "cutOff");
                break;
            }
        }
        app.clock.advance(Span::from_minutes(3));
    }

    // The second mail was taken, and the answer lost: it comes again, under the same name.
    let mails = smtp.until(2).await;
    until(&admin, "sent").await;
    assert_eq!(mails.len(), 2);
    let id = mails[0].header("Message-ID").unwrap();
    assert!(id.ends_with("@example.com>"), "{id}");
    assert_eq!(mails[1].header("Message-ID").unwrap(), id);
    app.stop().await;
}

#[actix_web::test]
async fn a_mail_that_is_refused_bounces_and_can_be_sent_again() {
    let smtp = Smtp::start();
    smtp.then(Act::Answer("550 5.1.1 no such mailbox"));
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;

    let bounced = until(&admin, "bounced").await;
    assert_eq!(bounced["failure"]["problem"], "refused");
    assert_eq!(bounced["failure"]["code"], 550);
    let answer = bounced["failure"]["answer"].as_str().unwrap();
    assert!(answer.contains("no such mailbox"), "{answer}");
    let again = json!({ "id": bounced["id"] });
    admin.call("mail/resend", again.clone()).await.data();

    smtp.until(1).await;
    until(&admin, "sent").await;
    admin
        .call("mail/resend", again)
        .await
        .is_refused(409, "the mail was sent");
    let other = app.admin_of("rival", "ron").await;
    other
        .call("mail/resend", json!({ "id": bounced["id"] }))
        .await
        .is_refused(404, "not found");
    assert_eq!(
        other.call("mail/list", json!({})).await.data()["list"],
        json!([])
    );
    app.stop().await;
}

#[actix_web::test]
async fn mails_wait_for_an_smtp_server_that_is_away_and_end_after_a_day() {
    let port = Smtp::free_port();
    let app = TestApp::with(by(port)).await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;

    let state = loop {
        let state = admin.call("mail/state", json!({})).await.data().clone();
        if state["failure"].is_object() {
            break state;
        }
    };
    assert_eq!(state["failure"]["problem"], "notReached");
    assert_eq!((&state["waiting"], &state["ofDay"]), (&json!(1), &json!(1)));
    app.clock.advance(Span::from_minutes(24 * 60 + 5));
    let old = until(&admin, "bounced").await;
    assert_eq!(old["failure"]["problem"], "tooOld");

    let smtp = Smtp::start_on(port);
    invite(&admin, "zoe@example.com").await;
    app.clock.advance(Span::from_minutes(10));
    smtp.until(1).await;
    until(&admin, "sent").await;
    let state = admin.call("mail/state", json!({})).await.data().clone();
    assert_eq!(state["failure"], Value::Null);
    app.stop().await;
}

#[actix_web::test]
async fn a_test_mail_tells_what_the_smtp_server_answers() {
    let smtp = Smtp::start();
    smtp.demand("frontdesk", "right");
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    std::fs::write(&password, "right\n").unwrap();
    let app = TestApp::with(|settings| {
        by(smtp.port)(settings);
        settings.mail.user = Some("frontdesk".into());
        settings.mail.password_file = Some(password);
    })
    .await;
    let admin = app.admin().await;
    let test = async |to: &str| admin.call("mail/test", json!({ "to": to })).await;

    assert_eq!(test("ann@example.com").await.data()["ok"], true);
    smtp.then(Act::Answer("550 5.7.1 not from you"));
    let refused = test("ann@example.com").await.data().clone();
    assert_eq!(refused["ok"], false);
    assert_eq!(refused["failure"]["problem"], "refused");
    smtp.demand("frontdesk", "another");
    let unknown = test("ann@example.com").await.data().clone();
    assert_eq!(unknown["failure"]["problem"], "signInRefused");
    assert_eq!(unknown["failure"]["code"], 535);

    let mail = &smtp.mails()[0];
    assert_eq!(
        mail.header("From").unwrap(),
        "\"The shop\" <chat@example.com>"
    );
    assert_eq!(mail.header("Auto-Submitted").unwrap(), "auto-generated");
    assert!(mail.header("Date").is_some() && mail.text().contains("The shop"));
    for wrong in [
        "",
        "ann",
        "a@b",
        "用户@例子.中国",
        "a@b.co\r\nBcc: c@d.co",
        "a@b.co, c@d.co",
    ] {
        let wrong = test(wrong).await;
        wrong.is_refused(400, "some fields are not valid");
        assert_eq!(wrong.body["data"][0]["field"], "to");
    }
    let audit = admin.call("audit/list", json!({ "thing": "mail" })).await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 3);
    app.stop().await;
}

#[actix_web::test]
async fn a_password_goes_only_through_tls_that_somebody_vouches_for() {
    let smtp = Smtp::start();
    let folder = tempfile::tempdir().unwrap();
    let pair = Pair::write(folder.path());
    let with = |authority: bool| {
        let pair = pair.certificate.clone();
        let port = smtp.port;
        move |settings: &mut Settings| {
            by(port)(settings);
            settings.mail.security = MailSecurity::Starttls;
            settings.mail.host = Some("localhost".into());
            settings.mail.authority = authority.then_some(pair);
        }
    };
    let problem = async |app: &TestApp| {
        let admin = app.admin().await;
        let test = json!({ "to": "ann@example.com" });
        admin.call("mail/test", test).await.data()["failure"]["problem"].clone()
    };
    let app = TestApp::with(with(true)).await;
    assert_eq!(problem(&app).await, "notEncrypted", "no STARTTLS");

    smtp.offer_tls(&pair.certificate, &pair.key);
    assert_eq!(problem(&app).await, Value::Null);
    assert!(smtp.until(1).await[0].encrypted);
    app.stop().await;

    let app = TestApp::with(with(false)).await;
    assert_eq!(problem(&app).await, "notEncrypted", "nobody vouches");
    app.stop().await;
}

#[actix_web::test]
async fn a_slow_server_delays_and_does_not_repeat() {
    let smtp = Smtp::start();
    smtp.then(Act::Slow(Duration::from_millis(600)));
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;

    let sent = until(&admin, "sent").await;

    assert_eq!(sent["tries"], 1);
    assert_eq!(smtp.mails().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn without_a_server_everything_says_so() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    const OFF: &str = "this server sends no mail";

    let state = admin.call("mail/state", json!({})).await.data().clone();
    assert_eq!(
        (&state["configured"], &state["sender"]),
        (&json!(0), &json!(""))
    );
    let test = json!({ "to": "ann@example.com" });
    admin.call("mail/test", test).await.is_refused(409, OFF);
    let again = json!({ "id": "0".repeat(32) });
    admin.call("mail/resend", again).await.is_refused(409, OFF);
    let invited = json!({ "adminId": "mia", "mail": 1 });
    admin
        .call("agents/invite", invited)
        .await
        .is_refused(409, OFF);
    let invited = admin
        .call("agents/invite", json!({ "adminId": "mia" }))
        .await;
    assert!(invited.data()["mailedTo"].is_null());
    let forgot = json!({ "tenantId": "shop", "account": "mia" });
    let forgot = app.post("/api/agent/forgotPassword", None, &forgot).await;
    assert_eq!(forgot.status, 409);
    let forgot = json!({ "account": "olga@example.com" });
    let forgot = app
        .post("/api/operator/forgotPassword", None, &forgot)
        .await;
    let told = forgot.body["message"].as_str().unwrap();
    assert!(forgot.status == 409 && told.contains("reset-password"));
    app.stop().await;
}

#[actix_web::test]
async fn a_shop_has_limits_of_its_own() {
    let app = TestApp::with(|settings| {
        by(Smtp::free_port())(settings);
        settings.mail.waiting_per_tenant = 2;
        settings.mail.daily_per_tenant = 3;
    })
    .await;
    let admin = app.admin().await;
    invite(&admin, "zoe@example.com").await;
    invite(&admin, "zoe@example.com").await;
    let asked = json!({ "adminId": "zoe", "mail": 1 });

    admin
        .call("agents/invite", asked.clone())
        .await
        .is_refused(409, "too many mails wait to be sent");
    app.clock.advance(Span::from_minutes(23 * 60));
    let state = admin.call("mail/state", json!({})).await;
    assert_eq!(state.data()["waitingMax"], 2);
    let other = app.admin_of("rival", "ron").await;
    let state = other.call("mail/state", json!({})).await;
    assert_eq!(
        (&state.data()["waiting"], &state.data()["ofDay"]),
        (&json!(0), &json!(0))
    );
    app.stop().await;
}
