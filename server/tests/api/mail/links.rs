//! Invitations and forgotten passwords by mail.

use super::{by, newest, until};
use crate::helpers::{Admin, Answer, TestApp};
use crate::smtp::Smtp;
use actors_core::time::Span;
use serde_json::json;
use server::settings::Switch;

const PASSWORD: &str = "three frogs in a pot";
const SPENT: &str = "this link was used or has expired: ask an administrator for a new one";

async fn forgot(app: &TestApp, account: &str) -> Answer {
    let body = json!({ "tenantId": "shop", "account": account });
    app.post("/api/agent/forgotPassword", None, &body).await
}

async fn join(app: &TestApp, token: &str) -> Answer {
    let body = json!({ "token": token, "password": PASSWORD });
    app.post("/api/agent/join", None, &body).await
}

/// Gives Mia an address.
async fn mia_with_address(admin: &Admin<'_>) {
    let mut mia = admin.get("agents", json!({ "adminId": "mia" })).await;
    mia["email"] = json!("mia@example.com");
    admin.call("agents/put", mia).await.data();
}

#[actix_web::test]
async fn an_invitation_by_mail_lets_the_agent_in() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let agent =
        json!({ "adminId": "zoe", "account": "Zoe@Example.com", "adminNick": "佐伊\nBcc: x" });
    let refused = admin.call("agents/put", agent).await;
    // A name of two lines is stored as it is written; the mail has one line.
    refused.data();
    let invited = admin
        .call("agents/invite", json!({ "adminId": "zoe", "mail": 1 }))
        .await;
    assert_eq!(invited.data()["mailedTo"], "zoe@example.com");

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "zoe@example.com");
    assert_eq!(mail.header("To").unwrap(), "佐伊 Bcc: x <zoe@example.com>");
    assert!(mail.header("Bcc").is_none());
    assert!(
        mail.text()
            .contains("https://chat.example.com/desk/join#token=")
    );
    assert!(
        mail.html()
            .contains("https://chat.example.com/desk/join#token=")
    );
    assert_eq!(join(&app, &mail.token()).await.data()["adminId"], "zoe");
    let listed = until(&admin, "sent").await;
    assert_eq!(listed["kind"], "invitation");
    let audit = admin
        .call("audit/list", json!({ "action": "invite" }))
        .await;
    assert_eq!(audit.data()["list"][0]["id"], "zoe");
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_without_an_address_gets_a_link_to_copy() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;

    // The address on the card is for visitors, and others may read it too.
    let invited = admin
        .call("agents/invite", json!({ "adminId": "mia", "mail": 1 }))
        .await;
    invited.is_refused(409, "there is no e-mail address");
    admin
        .call("agents/invite", json!({ "adminId": "mia" }))
        .await
        .data();
    let agent =
        json!({ "adminId": "zoe", "account": "zoe", "adminNick": "Zoe", "email": "zoe@例子.中国" });
    assert_eq!(admin.refused_fields("agents", agent).await, ["email"]);
    assert_eq!(smtp.mails().len(), 0);
    app.stop().await;
}

#[actix_web::test]
async fn who_forgot_a_password_gets_a_link_of_one_hour_that_works_once() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    mia_with_address(&admin).await;
    let mia = app.agent("mia").await;

    let answer = forgot(&app, " mia ").await;
    let first = smtp.until(1).await.remove(0).token();
    forgot(&app, "mia").await.data();
    let second = smtp.until(2).await.remove(1).token();

    assert_eq!(answer.data(), &json!({}));
    join(&app, &first).await.is_refused(401, SPENT);
    mia.call("me", json!({})).await.data();
    join(&app, &second).await.data();
    join(&app, &second).await.is_refused(401, SPENT);
    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    forgot(&app, "mia").await.data();
    let third = smtp.until(3).await.remove(2).token();
    app.clock.advance(Span::from_minutes(60));
    join(&app, &third).await.is_refused(401, SPENT);
    app.stop().await;
}

#[actix_web::test]
async fn asking_does_not_tell_whether_an_account_exists_and_ends_no_invitation() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let agent = json!({ "adminId": "zoe", "account": "zoe@example.com", "adminNick": "Zoe" });
    admin.call("agents/put", agent).await.data();
    let invited = admin
        .call("agents/invite", json!({ "adminId": "zoe" }))
        .await;
    let link = invited.data()["link"].as_str().unwrap().to_owned();

    let known = forgot(&app, "zoe@example.com").await;
    smtp.until(1).await;
    for account in ["nobody", "", "lin", "x@example.com\r\nBcc: y@example.com"] {
        let unknown = forgot(&app, account).await;
        assert_eq!((unknown.status, &unknown.text), (known.status, &known.text));
    }
    let body = json!({ "account": "zoe@example.com" });
    let unnamed = app.post("/api/agent/forgotPassword", None, &body).await;
    unnamed.is_refused(401, "name the shop");

    let token = link.strip_prefix("/desk/join#token=").unwrap();
    join(&app, token).await.data();
    assert_eq!(smtp.mails().len(), 1);
    assert_eq!(newest(&admin).await["kind"], "reset");
    app.stop().await;
}

#[actix_web::test]
async fn an_account_gets_few_links_and_an_address_few_answers() {
    let smtp = Smtp::start();
    let app = TestApp::with(|settings| {
        by(smtp.port)(settings);
        settings.limits = Switch::On;
        settings.rates.login_per_minute = 10;
    })
    .await;
    let admin = app.admin().await;
    mia_with_address(&admin).await;

    for _ in 0..5 {
        forgot(&app, "mia").await.data();
    }
    smtp.until(3).await;
    let answers = [forgot(&app, "a").await, forgot(&app, "b").await];
    assert!(answers.iter().all(|answer| answer.status == 200));
    let mut last = 200;
    for _ in 0..5 {
        last = forgot(&app, "mia").await.status;
    }
    assert_eq!(last, 429);
    assert_eq!(smtp.mails().len(), 3);
    app.stop().await;
}

#[actix_web::test]
async fn an_operator_who_forgot_the_password_gets_a_link_that_works_once() {
    let smtp = Smtp::start();
    let app = TestApp::with(by(smtp.port)).await;
    let admin = app.admin().await;
    let olga = app.operator("olga@example.com").await;
    app.operator("otto").await;
    let forgot = async |account: &str| {
        let body = json!({ "account": account });
        app.post("/api/operator/forgotPassword", None, &body).await
    };
    let join = async |token: &str, password: &str| {
        let body = json!({ "token": token, "password": password });
        app.post("/api/operator/join", None, &body).await
    };
    let me = async || {
        let none = json!({});
        app.post("/api/operator/me", Some(&olga), &none).await
    };

    let known = forgot(" OLGA@example.com").await;
    // Neither an account without an address nor an agent's or an unknown one.
    for account in ["otto", "ada", "nobody@example.com", ""] {
        let unknown = forgot(account).await;
        assert_eq!((unknown.status, &unknown.text), (known.status, &known.text));
    }
    let mail = smtp.until(1).await.remove(0);

    assert_eq!(mail.to, "olga@example.com");
    let from = mail.header("From").unwrap();
    assert!(from.contains("Frontdesk"), "{from}");
    let page = format!("{}/desk/operator#token=", app.operator.as_deref().unwrap());
    assert!(mail.text().contains(&page), "{}", mail.text());
    me().await.data();
    let agents = json!({ "token": mail.token(), "password": PASSWORD });
    let agents = app.post("/api/agent/join", None, &agents).await;
    agents.is_refused(401, SPENT);
    join(&mail.token(), "four newts in a pond").await.data();
    assert_eq!(join(&mail.token(), PASSWORD).await.status, 401);
    me().await.is_refused(401, "login state expired");
    let listed = admin.call("mail/list", json!({})).await;
    assert_eq!(listed.data()["list"], json!([]), "no tenant sees it");
    assert_eq!(smtp.mails().len(), 1);
    app.stop().await;
}
