//! listConversations for every box, getVisitor, and agents who take the same visitor.

use crate::helpers::{Desk, Page, TestApp};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn listed(desk: &Desk<'_>, body: Value) -> (Vec<String>, String) {
    let data = desk.call("listConversations", body).await.data().clone();
    let users = data["list"].as_array().unwrap().iter();
    let users = users.map(|listed| listed["userId"].as_str().unwrap().to_owned());
    (users.collect(), data["cursor"].as_str().unwrap().to_owned())
}

async fn named<'a>(app: &'a TestApp, name: &str) -> Page<'a> {
    app.page(json!({ "channelId": "web", "locale": "en", "userName": name }))
        .await
}

#[actix_web::test]
async fn a_long_queue_comes_in_pages_in_queue_order() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    mia.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let mut waiting = Vec::new();
    for index in 0..60 {
        let page = named(&app, &format!("Visitor {index}")).await;
        assert_eq!(page.transfer().await.data()["waitIndex"], index + 1);
        waiting.push(page.user);
    }

    let (first, cursor) = listed(&mia, json!({ "box": "queue" })).await;
    let (second, end) = listed(&mia, json!({ "box": "queue", "cursor": cursor })).await;
    let (found, _) = listed(&mia, json!({ "box": "queue", "search": "visitor 59" })).await;
    let (beyond, _) = listed(
        &mia,
        json!({ "box": "queue", "cursor": format!("{}/", i64::MAX) }),
    )
    .await;

    assert_eq!(first, waiting[..50]);
    assert_eq!((second, end.as_str()), (waiting[50..].to_vec(), ""));
    assert_eq!(found, waiting[59..]);
    assert!(beyond.is_empty());
}

#[actix_web::test]
async fn a_visitor_who_leaves_between_two_pages_of_the_queue_hides_nobody() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    mia.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let mut waiting = Vec::new();
    for index in 0..55 {
        let page = named(&app, &format!("Visitor {index}")).await;
        page.transfer().await.data();
        waiting.push(page);
    }

    let (first, cursor) = listed(&mia, json!({ "box": "queue" })).await;
    for page in &waiting[..3] {
        page.call("leaveQueue", json!({})).await.data();
    }
    let (second, _) = listed(&mia, json!({ "box": "queue", "cursor": cursor })).await;

    let waiting: Vec<_> = waiting.iter().map(|page| page.user.clone()).collect();
    assert_eq!(
        (first, second),
        (waiting[..50].to_vec(), waiting[50..].to_vec())
    );
}

#[actix_web::test]
async fn a_supervisor_sees_the_lines_of_other_groups() {
    let app = TestApp::new().await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);
    let jo = app.agent("jo").await;
    jo.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let page = app.visitor().await;
    page.call("transferAgent", json!({ "groupId": "support" }))
        .await
        .data();

    assert!(listed(&mia, json!({ "box": "queue" })).await.0.is_empty());
    mia.call("take", json!({ "userId": page.user }))
        .await
        .is_refused(404, "not found");
    assert_eq!(
        listed(&lin, json!({ "box": "queue" })).await.0,
        std::slice::from_ref(&page.user)
    );
    lin.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    lin.call("take", json!({ "userId": page.user }))
        .await
        .data();
}

#[actix_web::test]
async fn every_visitor_is_listed_in_the_box_of_their_state() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let (ann, bob, cat) = (
        named(&app, "Ann").await,
        named(&app, "Bob").await,
        named(&app, "Cat").await,
    );
    let everybody: BTreeSet<String> = [&ann, &bob, &cat].map(|page| page.user.clone()).into();

    let (robot, _) = listed(&mia, json!({ "box": "robot" })).await;
    let (found, _) = listed(&mia, json!({ "box": "robot", "search": "BOB" })).await;
    for page in [&ann, &bob] {
        page.transfer().await.data();
    }
    let (mine, _) = listed(&mia, json!({})).await;
    let (still, _) = listed(&mia, json!({ "box": "robot" })).await;
    mia.call("closeConversation", json!({ "userId": ann.user }))
        .await
        .data();
    bob.call("chatClose", json!({})).await.data();
    let ended = mia
        .call("listConversations", json!({ "box": "ended" }))
        .await
        .data()
        .clone();
    mia.call("listConversations", json!({ "box": "other" }))
        .await
        .is_refused(400, "box is not valid");

    assert_eq!(BTreeSet::from_iter(robot.iter().cloned()), everybody);
    assert!(robot.is_sorted());
    assert_eq!(found, std::slice::from_ref(&bob.user));
    assert_eq!(mine, [ann.user.clone(), bob.user.clone()]);
    assert_eq!(still, [cat.user]);
    let (newest, before) = (&ended["list"][0], &ended["list"][1]);
    assert_eq!(
        (&newest["userId"], &newest["status"]),
        (&json!(bob.user), &json!(0))
    );
    assert_eq!(before["userId"], ann.user);
    assert!(listed(&mia, json!({})).await.0.is_empty());
}

#[actix_web::test]
async fn get_visitor_returns_every_known_detail() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    let body = json!({
        "channelId": "web", "locale": "en", "userName": "Ann", "phone": "13800138000", "pid": "p-1",
        "email": "ann@example.com", "params": "{\"plan\":\"gold\"}",
        "previousUrl": "https://shop.example/cart", "refer": "https://shop.example/"
    });
    let request = app
        .client
        .post(format!("{}/api/chat/visitor/chatStart", app.url));
    let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";
    let started = request
        .header("user-agent", phone)
        .json(&body)
        .send()
        .await
        .unwrap();
    let page = Page::from(&app, crate::helpers::answer(started).await.data().clone());
    page.call("chatClose", json!({})).await.data();
    let page = page.again().await;

    let shown = mia
        .call("getVisitor", json!({ "userId": page.user }))
        .await
        .data()
        .clone();

    for (field, value) in [
        ("userName", json!("Ann")),
        ("phone", json!("13800138000")),
        ("email", json!("ann@example.com")),
        ("params", json!("{\"plan\":\"gold\"}")),
        ("previousUrl", json!("https://shop.example/cart")),
        ("refer", json!("https://shop.example/")),
        ("pid", json!("p-1")),
        ("locale", json!("en")),
        ("device", json!("mobile")),
        ("sessions", json!(2)),
        ("robotTried", json!(false)),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }
}

/// Fault case 'two agents accept the same ticket'.
#[actix_web::test]
async fn when_two_agents_take_the_same_visitor_at_once_exactly_one_succeeds() {
    let app = TestApp::new().await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);
    for desk in [&mia, &lin] {
        desk.call("setStatus", json!({ "status": "busy" }))
            .await
            .data();
    }

    for _ in 0..3 {
        let page = app.visitor().await;
        page.transfer().await.data();
        let take = json!({ "userId": page.user });
        let (first, second) = tokio::join!(
            mia.call("take", take.clone()),
            lin.call("take", take.clone())
        );

        let (got, not) = match first.status {
            200 => (first, second),
            _ => (second, first),
        };
        assert_eq!(got.data()["userId"], page.user);
        not.is_refused(409, "already taken");
        let events = page.events(0).await;
        assert_eq!(
            events.iter().filter(|event| event["event"] == 1200).count(),
            1
        );
        for desk in [&mia, &lin] {
            desk.call("closeConversation", take.clone()).await;
        }
    }
}

/// [ST-15] Every tab of an agent receives all news from its own cursor.
#[actix_web::test]
async fn two_tabs_of_one_agent_receive_the_same_news() {
    let app = TestApp::new().await;
    let mut one = app.agent_online("mia", 1).await;
    let mut other = app.agent("mia").await;
    let page = app.visitor().await;

    page.transfer().await.data();
    page.send("1", "hello").await.data();

    for tab in [&mut one, &mut other] {
        assert_eq!(tab.news_until("assigned").await["userId"], page.user);
    }
    one.say(&page, "a", "hello from the one").await.data();
    loop {
        let heard = other.news_until("message").await;
        if heard["msg"]["msgContent"] == "hello from the one" {
            break;
        }
    }
}

/// Fault case 'typing 1,000/s'.
#[actix_web::test]
async fn typing_signals_of_both_sides_are_throttled_and_never_refused() {
    let app = TestApp::new().await;
    let mut mia = app.agent_online("mia", 1).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    mia.news().await;
    let begun = std::time::Instant::now();

    let mut passed = 0;
    for _ in 0..40 {
        page.call("typing", json!({ "msgContent": "Where is" }))
            .await
            .data();
        mia.call("typing", json!({ "userId": page.user }))
            .await
            .data();
        let told = page.poll_for(cursor, 0).await.data()["msgList"].clone();
        passed += told
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["event"] == 1204)
            .count();
    }
    let halves = usize::try_from(begun.elapsed().as_millis() / 500).unwrap() + 1;

    assert!(
        (1..=halves).contains(&passed),
        "{passed} in {halves} half-seconds"
    );
    assert_eq!(
        page.poll_for(cursor, 0).await.data()["cursor"],
        cursor,
        "typing signals are not stored"
    );
}
