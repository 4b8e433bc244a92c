//! The agents' calls.

use crate::helpers::{TestApp, answer, kinds, texts};
use actors_core::time::Span;
use serde_json::{Value, json};

const WRONG_LOGIN: &str = "the account or the password is wrong";

#[actix_web::test]
async fn a_wrong_account_and_a_wrong_password_get_the_same_response() {
    let app = TestApp::new().await;
    let login = |tenant: &str, account: &str, password: &str| {
        let body = json!({ "tenantId": tenant, "account": account, "password": password });
        let app = &app;
        async move { app.post("/api/agent/login", None, &body).await }
    };

    let right = login("shop", "mia", "a-long-password").await;
    let wrong = login("shop", "mia", "a-wrong-password").await;
    let nobody = login("shop", "nobody", "a-long-password").await;
    let elsewhere = login("rival", "mia", "a-long-password").await;

    let data = right.data();
    assert_eq!(
        (&data["adminId"], &data["role"], &data["capacity"]),
        (&json!("mia"), &json!("agent"), &json!(3))
    );
    assert_eq!(data["token"].as_str().unwrap().len(), 64);
    wrong.is_refused(401, WRONG_LOGIN);
    assert_eq!(wrong.text, nobody.text);
    assert_eq!(wrong.text, elsewhere.text);
    assert!(right.header("set-cookie").is_none());
}

#[actix_web::test]
async fn sign_ins_from_one_address_are_rate_limited() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.login_per_minute = 2;
    })
    .await;
    let body = json!({ "tenantId": "shop", "account": "mia", "password": "a-wrong-password" });
    let login = || app.post("/api/agent/login", None, &body);

    login().await.is_refused(401, WRONG_LOGIN);
    login().await.is_refused(401, WRONG_LOGIN);
    login().await.is_refused(429, "too many requests");
}

#[actix_web::test]
async fn signing_out_invalidates_the_token() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    assert_eq!(desk.call("me", json!({})).await.data()["status"], "offline");

    desk.call("logout", json!({})).await.data();

    desk.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
}

#[actix_web::test]
async fn an_unknown_status_is_refused_and_a_capacity_is_capped_at_the_agents_own() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;

    desk.call("setStatus", json!({ "status": "away" }))
        .await
        .is_refused(400, "status is not valid");
    for capacity in [json!(0), json!(1_000_000_000)] {
        let body = json!({ "status": "online", "capacity": capacity });
        desk.call("setStatus", body)
            .await
            .is_refused(400, "capacity is not valid");
    }
    let more = desk
        .call(
            "setStatus",
            json!({ "status": "online", "capacity": 100, "role": "admin" }),
        )
        .await;

    assert_eq!(more.data(), &json!({ "status": "online", "capacity": 3 }));
    let me = desk.call("me", json!({})).await.data().clone();
    assert_eq!(
        (&me["status"], &me["role"], &me["groupIds"]),
        (&json!("online"), &json!("agent"), &json!(["sales"]))
    );
}

#[actix_web::test]
async fn a_desk_shows_the_names_of_all_groups() {
    let app = TestApp::new().await;

    for account in ["mia", "ada"] {
        let me = app.agent(account).await.call("me", json!({})).await;
        assert_eq!(
            me.data()["groups"],
            json!([
                { "groupId": "sales", "groupName": "Sales" },
                { "groupId": "support", "groupName": "Support" },
            ]),
            "{account}"
        );
    }
}

#[actix_web::test]
async fn an_agent_sees_a_conversation_with_its_messages_and_unread_count() {
    let app = TestApp::new().await;
    let mut desk = app.agent_online("mia", 1).await;
    desk.news().await;
    let page = app.page(json!({ "channelId": "web", "locale": "en", "userName": "Ann", "email": "ann@example.com" })).await;
    page.call(
        "robotAsk",
        json!({ "question": "When will my order arrive?" }),
    )
    .await
    .data();

    page.transfer().await.data();
    page.send("1", "Where is it?").await.data();
    let heard = desk.news().await;
    let list = desk.call("listConversations", json!({})).await.data()["list"].clone();
    let ann = desk
        .call("getVisitor", json!({ "userId": page.user }))
        .await
        .data()
        .clone();

    assert_eq!(
        kinds(&heard)
            .iter()
            .filter(|kind| **kind == "assigned")
            .count(),
        1
    );
    let said: Vec<&Value> = heard
        .iter()
        .filter(|entry| entry["event"] == "message")
        .collect();
    assert_eq!(said.last().unwrap()["msg"]["msgContent"], "Where is it?");
    assert_eq!(
        (
            &list[0]["userName"],
            &list[0]["unread"],
            &list[0]["adminId"]
        ),
        (&json!("Ann"), &json!(1), &json!("mia"))
    );
    assert_eq!(list[0]["lastMsg"]["msgContent"], "Where is it?");
    assert_eq!(
        (&ann["email"], &ann["robotTried"], &ann["sessions"]),
        (&json!("ann@example.com"), &json!(true), &json!(1))
    );

    let seq = said.last().unwrap()["msg"]["seq"].clone();
    desk.call("read", json!({ "userId": page.user, "cursor": seq }))
        .await
        .data();
    let list = desk
        .call("listConversations", json!({ "box": "mine" }))
        .await
        .data()["list"]
        .clone();
    assert_eq!(list[0]["unread"], 0);
}

#[actix_web::test]
async fn an_agent_lists_the_queue_and_takes_visitors_from_it() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 1).await;
    let lin = app.agent("lin").await;
    lin.call("setStatus", json!({ "status": "busy", "capacity": 5 }))
        .await
        .data();
    let pages = [
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    ];
    for page in &pages {
        page.transfer().await.data();
    }

    let queue = lin
        .call("listConversations", json!({ "box": "queue" }))
        .await
        .data()["list"]
        .clone();
    let third = lin
        .call("take", json!({ "userId": pages[2].user }))
        .await
        .data()
        .clone();
    let second = lin
        .call("takeNext", json!({ "groupId": "" }))
        .await
        .data()
        .clone();
    let nobody = lin.call("takeNext", json!({})).await;
    let taken = mia.call("take", json!({ "userId": pages[2].user })).await;
    let full = mia.call("takeNext", json!({})).await;

    assert_eq!(
        (&queue[0]["userId"], &queue[0]["waitIndex"]),
        (&json!(pages[1].user), &json!(1))
    );
    assert_eq!(
        (&queue[1]["userId"], &queue[1]["status"]),
        (&json!(pages[2].user), &json!(3))
    );
    assert_eq!(
        (&third["userId"], &third["status"], &third["adminId"]),
        (&json!(pages[2].user), &json!(2), &json!("lin"))
    );
    assert_eq!(second["userId"], pages[1].user);
    nobody.is_refused(404, "not found");
    taken.is_refused(409, "already taken");
    assert!(matches!(full.status, 404 | 409));
}

#[actix_web::test]
async fn an_agent_cannot_act_on_another_agents_conversation() {
    let app = TestApp::new().await;
    let _mia = app.agent_online("mia", 1).await;
    let jo = app.agent("jo").await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let user = json!({ "userId": page.user });

    jo.say(&page, "1", "hello")
        .await
        .is_refused(409, "the conversation is not yours");
    for call in ["typing", "inviteEvaluate", "closeConversation"] {
        jo.call(call, user.clone())
            .await
            .is_refused(409, "the conversation is not yours");
    }
    jo.call(
        "recallMsg",
        json!({ "userId": page.user, "msgId": format!("{}.1.1", page.user) }),
    )
    .await
    .is_refused(409, "the conversation is not yours");

    assert_eq!(page.poll_for(0, 0).await.data()["status"], 2);
}

#[actix_web::test]
async fn another_tenants_visitor_is_unknown() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let body = json!({ "tenantId": "rival", "account": "ron", "password": "a-long-password" });
    let token = app.post("/api/agent/login", None, &body).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let ask = |call: &str, user: &str| {
        let (path, body, token, app) = (
            format!("/api/agent/{call}"),
            json!({ "userId": user }),
            token.clone(),
            &app,
        );
        async move { app.post(&path, Some(&token), &body).await }
    };

    for call in [
        "getVisitor",
        "getHistoryMsg",
        "typing",
        "take",
        "inviteEvaluate",
        "closeConversation",
    ] {
        let theirs = ask(call, &page.user).await;
        let never = ask(call, "v_never").await;
        theirs.is_refused(404, "not found");
        assert_eq!(theirs.text, never.text, "{call}");
    }
}

/// A million characters are refused by their length alone. A long text within the limit is sanitised.
#[actix_web::test]
async fn rich_text_that_is_too_long_is_refused_before_it_is_sanitised() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let say = |text: &str| json!({ "userId": page.user, "msgType": 12, "msgContent": text });

    let begun = std::time::Instant::now();
    let refused = desk.call("sendMsg", say(&"&".repeat(1_000_000))).await;
    refused.is_refused(400, "msgContent: the text has more than 4000 characters");
    let refused = desk.call("sendMsg", say(&"<b>".repeat(21_334))).await;
    refused.is_refused(400, "msgContent: the text has more than 4000 characters");
    assert!(begun.elapsed().as_secs() < 5);

    let long = format!(
        "<b>fine</b>{}<img src=x onerror=x()>",
        "<i>a</i>".repeat(1_500)
    );
    desk.call("sendMsg", say(&long)).await.data();
    let events = page.events(0).await;
    let shown = *texts(&events).last().unwrap();
    assert!(shown.starts_with("<b>fine</b><i>a</i>") && !shown.contains("onerror"));
}

#[actix_web::test]
async fn an_agents_rich_text_is_sanitised() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let rich = "<b>fine</b><script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a>";

    let body = json!({ "userId": page.user, "id": "1", "msgType": 12, "msgContent": rich });
    desk.call("sendMsg", body).await.data();

    let events = page.events(0).await;
    let shown = *texts(&events).last().unwrap();
    assert!(shown.contains("<b>fine</b>"));
    assert!(!shown.contains("script") && !shown.contains("onerror"));
}

#[actix_web::test]
async fn a_message_that_an_agent_sends_twice_appears_once() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let page = app.visitor().await;
    page.transfer().await.data();

    let first = desk.say(&page, "a-1", "hello").await.data().clone();
    let repeat = desk.say(&page, "a-1", "hello").await.data().clone();

    assert_eq!(first, repeat);
    desk.say(&page, "a-1", "other")
        .await
        .is_refused(422, "id already used");
    assert_eq!(
        texts(&page.events(0).await)
            .iter()
            .filter(|text| **text == "hello")
            .count(),
        1
    );
}

/// Fault case 'login: wrong user vs wrong password'.
#[actix_web::test]
async fn a_wrong_tenant_account_or_password_costs_one_hash_and_gets_the_same_refusal() {
    let app = TestApp::new().await;
    let attempts = [
        ("nobody", "ada", "a-long-password"),
        ("shop", "nobody", "a-long-password"),
        ("shop", "ada", "another-password"),
        ("shop", "ada", ""),
    ];

    let mut heard = Vec::new();
    for (tenant, account, password) in attempts {
        let before = app.state.passwords.checked();
        let body = json!({ "tenantId": tenant, "account": account, "password": password });
        let refused = app.post("/api/agent/login", None, &body).await;
        heard.push((
            refused.status,
            refused.text,
            app.state.passwords.checked() - before,
        ));
    }

    assert_eq!((heard[0].0, heard[0].2), (401, 1));
    assert!(heard.iter().all(|one| *one == heard[0]), "{heard:?}");
}

/// Fault case 'login: 1,000 tries': 429 with a growing wait, the same for an account that does not exist.
#[actix_web::test]
async fn password_guesses_are_slowed_per_account_even_if_it_does_not_exist() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let login = async |account: &str, password: &str, from: &str| {
        let body = json!({ "tenantId": "shop", "account": account, "password": password });
        let request = app.client.post(format!("{}/api/agent/login", app.url));
        let request = request.header("x-forwarded-for", from);
        answer(request.json(&body).send().await.unwrap()).await
    };

    let mut heard = Vec::new();
    for account in ["mia", "nobody"] {
        let mut told = Vec::new();
        for guess in 0..8 {
            let from = format!("2001:db8:0:{guess}::1");
            let refused = login(account, "a-wrong-password", &from).await;
            let wait = refused.header("retry-after").map(str::to_owned);
            told.push((refused.status, refused.text, wait));
        }
        // The right password must wait too. Try it here: hashing the other account's guesses may outlast the wait.
        let right = login(account, "a-long-password", "10.0.0.9").await;
        told.push((right.status, right.text, None));
        heard.push(told);
    }

    let statuses: Vec<u16> = heard[0].iter().map(|(status, ..)| *status).collect();
    assert_eq!(statuses, [401, 401, 401, 401, 401, 401, 429, 429, 429]);
    assert_eq!(heard[0][6].2.as_deref(), Some("1"));
    assert_eq!(heard[0], heard[1]);
    app.clock.advance(Span::from_secs(2));
    login("mia", "a-long-password", "10.0.0.9").await.data();
}

#[actix_web::test]
async fn sign_ins_from_one_ipv6_network_share_a_rate_limit() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.login_per_minute = 2;
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let login = async |account: &str, from: &str| {
        let body = json!({ "tenantId": "shop", "account": account, "password": "wrong-again" });
        let request = app.client.post(format!("{}/api/agent/login", app.url));
        let request = request.header("x-forwarded-for", from);
        request.json(&body).send().await.unwrap().status().as_u16()
    };

    assert_eq!(login("a", "2001:db8:0:1::1").await, 401);
    assert_eq!(login("b", "2001:db8:0:1:ffff::2").await, 401);
    assert_eq!(login("c", "2001:db8:0:1:1:2:3:4").await, 429);
    assert_eq!(login("c", "2001:db8:0:2::1").await, 401);
}
