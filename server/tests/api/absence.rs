//! Absent pages and agents, and the limits of queues and sessions (Protocol, 'Presence of agents'). The tenant `brisk`
//! has short limits: somebody is away after 1.2 s and gone after 3 s (`service` in its tenant.json).

use crate::helpers::{Desk, Page, TestApp, texts};
use serde_json::{Value, json};
use std::time::Duration;

const AWAY: Duration = Duration::from_millis(1_500);

async fn visitor(app: &TestApp) -> Page<'_> {
    app.page(json!({ "channelId": "brisk", "locale": "en" }))
        .await
}

/// Signs an agent in and sets their status, which counts as a sign of life.
async fn agent<'a>(app: &'a TestApp, name: &str, status: &str, capacity: u32) -> Desk<'a> {
    let desk = app.agent_of("brisk", name).await;
    stands(&desk, status, capacity).await;
    desk
}

async fn stands(desk: &Desk<'_>, status: &str, capacity: u32) {
    let body = json!({ "status": status, "capacity": capacity });
    desk.call("setStatus", body).await.data();
}

/// Lets `span` pass while these agents and pages keep sending requests.
async fn passes(span: Duration, desks: &[(&Desk<'_>, &str, u32)], pages: &[&Page<'_>]) {
    let until = tokio::time::Instant::now() + span;
    while tokio::time::Instant::now() < until {
        for (desk, status, capacity) in desks {
            stands(desk, status, *capacity).await;
        }
        for page in pages {
            page.poll_for(0, 0).await.data();
        }
        actix_web::rt::time::sleep(Duration::from_millis(150)).await;
    }
}

async fn stand(page: &Page<'_>) -> (Value, Value) {
    let told = page.poll_for(0, 0).await.data().clone();
    (told["status"].clone(), told["waitIndex"].clone())
}

#[actix_web::test]
async fn a_waiting_visitor_whose_page_is_away_is_skipped_and_keeps_their_place() {
    let app = TestApp::new().await;
    let ann = agent(&app, "ann", "online", 1).await;
    let (first, gone, third) = (
        visitor(&app).await,
        visitor(&app).await,
        visitor(&app).await,
    );
    for page in [&first, &gone, &third] {
        page.transfer().await.data();
    }

    passes(AWAY, &[(&ann, "online", 1)], &[&first, &third]).await;
    ann.call("closeConversation", json!({ "userId": first.user }))
        .await
        .data();
    third.until(0, |event| event["event"] == 1200).await;
    let back = stand(&gone).await;
    stands(&ann, "online", 1).await;
    ann.call("closeConversation", json!({ "userId": third.user }))
        .await
        .data();
    gone.until(0, |event| event["event"] == 1200).await;

    assert_eq!(back, (json!(3), json!(1)));
}

#[actix_web::test]
async fn a_visitor_who_stays_away_loses_their_place_and_the_next_moves_up() {
    let app = TestApp::new().await;
    let ann = agent(&app, "ann", "online", 1).await;
    let (first, gone, third) = (
        visitor(&app).await,
        visitor(&app).await,
        visitor(&app).await,
    );
    for page in [&first, &gone, &third] {
        page.transfer().await.data();
    }
    assert_eq!(stand(&third).await, (json!(3), json!(2)));

    passes(
        Duration::from_millis(3_400),
        &[(&ann, "online", 1)],
        &[&first, &third],
    )
    .await;

    assert_eq!(stand(&third).await, (json!(3), json!(1)));
    let told = gone.poll_for(0, 0).await.data().clone();
    assert_eq!(told["status"], 1);
    assert!(texts(told["msgList"].as_array().unwrap()).contains(&"You have left the queue"));
}

/// [ST-15]
#[actix_web::test]
async fn an_absent_agents_unanswered_visitors_return_to_the_line_before_the_answered_ones() {
    let app = TestApp::new().await;
    let ann = agent(&app, "ann", "online", 2).await;
    let bo = agent(&app, "bo", "busy", 2).await;
    let (answered, unanswered, waits) = (
        visitor(&app).await,
        visitor(&app).await,
        visitor(&app).await,
    );
    for page in [&answered, &unanswered, &waits] {
        page.transfer().await.data();
    }
    ann.say(&answered, "a", "hello").await.data();
    let pages = [&answered, &unanswered, &waits];

    passes(AWAY, &[(&bo, "busy", 2)], &pages).await;
    let soon = [
        stand(&answered).await,
        stand(&unanswered).await,
        stand(&waits).await,
    ];
    passes(Duration::from_millis(2_000), &[(&bo, "busy", 2)], &pages).await;
    let later = [
        stand(&answered).await,
        stand(&unanswered).await,
        stand(&waits).await,
    ];
    let told = answered.events(0).await;
    stands(&bo, "online", 1).await;
    answered
        .until(0, |event| {
            event["event"] == 1200 && event["adminId"] == "bo"
        })
        .await;

    let place = |index: u32| (json!(3), json!(index));
    assert_eq!(
        soon,
        [(json!(2), json!(0)), place(1), place(2)],
        "the unanswered visitor is at the head"
    );
    assert_eq!(
        later,
        [place(1), place(2), place(3)],
        "in the order of arrival"
    );
    assert!(
        told.iter().any(|event| event["lineKey"] == "agent_away"),
        "{told:#?}"
    );
}

#[actix_web::test]
async fn when_the_last_agent_is_gone_nobody_is_left_waiting() {
    let app = TestApp::new().await;
    let _ann = agent(&app, "ann", "online", 1).await;
    let (talks, waits) = (visitor(&app).await, visitor(&app).await);
    talks.transfer().await.data();
    waits.transfer().await.data();

    let told = waits
        .until(0, |event| event["lineKey"] == "no_agent_online")
        .await;
    let before = talks
        .until(0, |event| event["lineKey"] == "no_agent_online")
        .await;

    assert_eq!((&told["status"], &before["status"]), (&json!(1), &json!(1)));
    assert_eq!(waits.transfer().await.data()["status"], 1);
}

/// Fault case 'visitor closes while being assigned'.
#[actix_web::test]
async fn a_visitor_who_closes_while_being_assigned_frees_the_seat() {
    let app = TestApp::new().await;
    let ann = agent(&app, "ann", "online", 1).await;

    for _ in 0..20 {
        let page = visitor(&app).await;
        let (_, closed) = tokio::join!(page.transfer(), page.call("chatClose", json!({})));
        closed.data();
        stands(&ann, "online", 1).await;
        page.call("chatClose", json!({})).await.data();
    }
    let page = visitor(&app).await;
    stands(&ann, "online", 1).await;

    assert_eq!(
        page.transfer().await.data()["status"],
        2,
        "the only seat is free"
    );
    let mine = ann.call("listConversations", json!({})).await.data()["list"].clone();
    assert_eq!(mine.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn a_full_queue_refuses_visitors_until_somebody_leaves() {
    let app = TestApp::new().await;
    let _ann = agent(&app, "ann", "busy", 1).await;
    let pages = [
        visitor(&app).await,
        visitor(&app).await,
        visitor(&app).await,
    ];

    let mut results = Vec::new();
    for page in &pages {
        results.push(page.transfer().await.data()["status"].clone());
    }
    pages[0].call("leaveQueue", json!({})).await.data();
    let later = pages[2].transfer().await.data()["status"].clone();

    assert_eq!(results, [json!(3), json!(3), json!(4)]);
    assert_eq!(later, 3);
}

#[actix_web::test]
async fn a_tenant_at_its_session_limit_refuses_new_visitors_and_lets_known_ones_return() {
    let app = TestApp::new().await;
    let mut pages = Vec::new();
    for _ in 0..30 {
        pages.push(visitor(&app).await);
    }

    let full = app
        .post(
            "/api/chat/visitor/chatStart",
            None,
            &json!({ "channelId": "brisk" }),
        )
        .await;

    full.is_refused(503, "not available at the moment");
    assert!(full.header("retry-after").is_some());
    assert_eq!(pages[0].again_in("brisk").await.started["status"], 1);
    app.visitor().await;
}
