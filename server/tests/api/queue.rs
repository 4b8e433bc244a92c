//! transferAgent, leaveQueue, and the line as visitors see it.

use crate::helpers::{TestApp, texts};
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::routing::RouterNews;
use actors_core::session::commands::from_router::FromRouter;
use serde_json::json;

#[actix_web::test]
async fn if_no_agent_is_online_the_visitor_is_told_and_stays_with_the_robot() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let told = page.transfer().await.data().clone();

    assert_eq!(
        (&told["status"], &told["waitIndex"]),
        (&json!(1), &json!(0))
    );
    let line = &page.events(1).await[0];
    assert_eq!(
        (&line["lineKey"], &line["senderType"]),
        (&json!("no_agent_online"), &json!(4))
    );
    assert_eq!(
        line["msgContent"],
        "No customer service online at the moment"
    );
    assert_eq!(page.poll_for(2, 0).await.data()["status"], 1);
}

#[actix_web::test]
async fn waiting_visitors_see_their_new_position_and_the_first_is_served_next() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let (first, second, third) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );

    let connected = first.transfer().await.data().clone();
    let waiting = second.transfer().await.data().clone();
    let behind = third.transfer().await.data().clone();
    let again = third.transfer().await.data().clone();

    assert_eq!(
        (
            &connected["status"],
            &connected["adminId"],
            &connected["adminNick"]
        ),
        (&json!(2), &json!("mia"), &json!("Mia"))
    );
    assert_eq!(
        (&waiting["status"], &waiting["waitIndex"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        (&behind["status"], &behind["waitIndex"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(behind, again);

    let cursor = third.poll_for(0, 0).await.data()["cursor"]
        .as_u64()
        .unwrap();
    let (moved, ()) = tokio::join!(third.poll_for(cursor, 20_000), async {
        app.until_held(1).await;
        desk.call("closeConversation", json!({ "userId": first.user }))
            .await
            .data();
    });
    assert_eq!(
        (&moved.data()["status"], &moved.data()["waitIndex"]),
        (&json!(3), &json!(1))
    );
    let served = second.poll_for(0, 0).await.data().clone();
    assert_eq!(served["status"], 2);
    assert!(texts(served["msgList"].as_array().unwrap()).contains(&"Mia is here."));
}

#[actix_web::test]
async fn a_poll_reads_the_position_by_the_queue_number_of_the_session() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("mia", 1).await;
    let (served, first, second) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );
    for page in [&served, &first, &second] {
        page.transfer().await.data();
    }
    assert_eq!(second.poll_for(0, 0).await.data()["waitIndex"], 2);
    let tenant = TenantId::from("shop");
    let router = app.state.office.router(&tenant).unwrap();
    let number = router.read(|router| {
        let standing = router.lines().in_line(&VisitorId::from(&*first.user));
        standing.unwrap().number
    });
    assert!(number.is_some());

    // Tell the session another visitor's number. With its own, number and visitor would give the same position.
    let visitor = VisitorId::from(&*second.user);
    let told = FromRouter(RouterNews::LineMoved(number));
    let key = VisitorKey { tenant, visitor };
    app.state.office.ask(&key, told).await.unwrap();

    assert_eq!(second.poll_for(0, 0).await.data()["waitIndex"], 1);
}

#[actix_web::test]
async fn a_visitor_who_leaves_the_line_is_with_the_robot_again() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("mia", 1).await;
    let (first, second, third) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );
    for page in [&first, &second, &third] {
        page.transfer().await.data();
    }

    second.call("leaveQueue", json!({})).await.data();
    second.call("leaveQueue", json!({})).await.data();

    assert_eq!(second.poll_for(0, 0).await.data()["status"], 1);
    assert_eq!(third.poll_for(0, 0).await.data()["waitIndex"], 1);
}

#[actix_web::test]
async fn a_group_must_be_named_if_the_channel_has_several() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("lin", 5).await;
    let page = app.page(json!({ "channelId": "groups" })).await;

    page.transfer()
        .await
        .is_refused(400, "groupId: a group must be named");
    let other = page
        .call("transferAgent", json!({ "groupId": "theirs" }))
        .await
        .data()
        .clone();
    let named = page
        .call("transferAgent", json!({ "groupId": "support" }))
        .await
        .data()
        .clone();

    assert_eq!(other["status"], 4);
    assert_eq!(
        (&named["status"], &named["adminId"]),
        (&json!(2), &json!("lin"))
    );
}

#[actix_web::test]
async fn outside_working_hours_a_transfer_says_so() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("lin", 5).await;
    let page = app
        .page(json!({ "channelId": "closed", "locale": "en" }))
        .await;

    let told = page.transfer().await.data().clone();

    assert_eq!(told["status"], 5);
    assert_eq!(texts(&page.events(1).await), ["We are asleep."]);
}
