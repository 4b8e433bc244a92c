//! evaluate, isEvaluate, getEvaluateInfo, getAdminCard.

use crate::helpers::{Page, TestApp, kinds, served};
use serde_json::{Value, json};

fn five_stars() -> Value {
    json!({ "id": "e-1", "evaluateAdminStar": 5, "evaluateAdminSolve": 1, "evaluateAdminTag": "friendly" })
}

/// [FM-05]
#[actix_web::test]
async fn an_agent_is_rated_once_after_the_conversation() {
    let app = TestApp::new().await;
    let (page, mut desk) = served(&app).await;

    page.call("evaluate", five_stars())
        .await
        .is_refused(409, "evaluation is not open");
    desk.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let before = page.call("isEvaluate", json!({})).await.data().clone();
    desk.news().await;
    page.call("evaluate", five_stars()).await.data();
    page.call("evaluate", five_stars()).await.data();
    let second = page
        .call("evaluate", json!({ "id": "e-2", "evaluateAdminStar": 4 }))
        .await;
    let after = page.call("isEvaluate", json!({})).await.data().clone();

    assert_eq!(
        before,
        json!({ "evaluated": false, "enableEvaluate": true })
    );
    second.is_refused(409, "already evaluated");
    assert_eq!(after, json!({ "evaluated": true, "enableEvaluate": false }));
    let heard = desk.news().await;
    assert_eq!(kinds(&heard), ["evaluated"]);
    assert_eq!(
        (&heard[0]["star"], &heard[0]["solved"]),
        (&json!(5), &json!(1))
    );
}

#[actix_web::test]
async fn an_agent_may_invite_a_rating_during_the_conversation() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;

    desk.call("inviteEvaluate", json!({ "userId": page.user }))
        .await
        .data();
    let invited = page.events(0).await;
    page.call("evaluate", five_stars()).await.data();

    assert!(invited.iter().any(|event| event["event"] == 1203));
}

#[actix_web::test]
async fn a_rating_must_follow_the_tenants_rules() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    desk.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let rate = |body: Value| {
        let page = page.clone();
        async move { page.call("evaluate", body).await }
    };

    rate(json!({ "evaluateAdminStar": 0 }))
        .await
        .is_refused(400, "evaluateAdminStar: stars are 1 to 5");
    rate(json!({ "evaluateAdminStar": 1 })).await.is_refused(
        400,
        "evaluateAdminContent: Please enter the evaluation content",
    );
    rate(json!({ "evaluateAdminStar": 2, "evaluateAdminTag": "<b>" }))
        .await
        .is_refused(400, "evaluateAdminTag: there is no such label");
    rate(json!({ "evaluateAdminStar": 2, "evaluateAdminContent": "x".repeat(65) }))
        .await
        .is_refused(
            400,
            "evaluateAdminContent: a comment has at most 64 characters",
        );
    rate(json!({ "evaluateAdminStar": "5" }))
        .await
        .is_refused(400, "evaluateAdminStar is not valid");
    let info = page
        .call(
            "getEvaluateInfo",
            json!({ "tenantId": "shop", "channelId": "web" }),
        )
        .await
        .data()
        .clone();

    assert_eq!(info["starList"].as_array().unwrap().len(), 5);
    assert_eq!(info["starList"][0]["evaluateMsgRequired"], 1);
    assert_eq!(info["evaluateGuideMsg"], "How did we do?");
}

/// [EV-04]
#[actix_web::test]
async fn a_missing_part_of_a_rating_is_named_in_the_visitors_language() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("mia", 5).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "zh" }))
        .await;
    page.transfer().await.data();
    page.call("chatClose", json!({})).await.data();

    for (rating, refused) in [
        (
            json!({ "evaluateAdminStar": 1, "evaluateAdminTag": "rude" }),
            "evaluateAdminContent: 请输入评价内容",
        ),
        (
            json!({ "evaluateAdminStar": 4, "evaluateAdminContent": "fine" }),
            "evaluateAdminTag: 请选择评价标签",
        ),
    ] {
        page.call("evaluate", rating).await.is_refused(400, refused);
    }
    let right = json!({ "evaluateAdminStar": 4, "evaluateAdminTag": "friendly" });
    page.call("evaluate", right).await.data();
}

/// [EV-01]
#[actix_web::test]
async fn the_robot_is_rated_only_with_the_products_labels() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.call(
        "robotAsk",
        json!({ "question": "When will my order arrive?" }),
    )
    .await
    .data();
    page.call("evaluate", json!({ "evaluateRobotStar": 4 }))
        .await
        .is_refused(409, "evaluation is not open");
    page.call("chatClose", json!({})).await.data();
    for (field, value, refused) in [
        (
            "evaluateRobotStar",
            json!(0),
            "evaluateRobotStar: stars are 1 to 5",
        ),
        (
            "evaluateRobotTag",
            json!("late reply"),
            "evaluateRobotTag: there is no such label",
        ),
        (
            "evaluateRobotMode",
            json!(4),
            "evaluateRobotMode is not valid",
        ),
        (
            "evaluateRobotSolve",
            json!(2),
            "evaluateRobotSolve is not valid",
        ),
        (
            "evaluateRobotContent",
            json!("x".repeat(65)),
            "evaluateRobotContent: a comment has at most 64 characters",
        ),
    ] {
        page.call("evaluate", json!({ field: value }))
            .await
            .is_refused(400, refused);
    }
    let pleased = json!({ "evaluateRobotSolve": 1, "evaluateRobotTag": "Rude" });
    page.call("evaluate", pleased)
        .await
        .is_refused(400, "evaluateRobotTag: there is no such label");
    let rating = json!({
        "id": "e", "evaluateRobotSolve": 0, "evaluateRobotStar": 2, "evaluateRobotMode": 3,
        "evaluateRobotTag": "Irrelevant answer,Rude", "evaluateRobotContent": "x".repeat(64)
    });
    page.call("evaluate", rating.clone()).await.data();
    page.call("evaluate", rating).await.data();
    page.call("evaluate", json!({ "evaluateRobotStar": 5 }))
        .await
        .is_refused(409, "already evaluated");
}

/// [EV-05]
#[actix_web::test]
async fn a_new_visit_can_be_rated_again_and_chat_start_says_so() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let may = |page: &Page<'_>| {
        (
            page.started["enableEvaluate"].clone(),
            page.started["evaluated"].clone(),
        )
    };

    let before = may(&page.again().await);
    desk.call("inviteEvaluate", json!({ "userId": page.user }))
        .await
        .data();
    desk.call("inviteEvaluate", json!({ "userId": page.user }))
        .await
        .data();
    let invited = may(&page.again().await);
    page.call("evaluate", five_stars()).await.data();
    let rated = may(&page.again().await);
    desk.call("inviteEvaluate", json!({ "userId": page.user }))
        .await
        .is_refused(409, "already evaluated");
    page.call("chatClose", json!({})).await.data();
    page.call("evaluate", json!({ "evaluateAdminStar": 3 }))
        .await
        .is_refused(409, "already evaluated");
    let next = page.again().await;
    let anew = may(&next);
    next.call("chatClose", json!({})).await.data();

    assert_eq!(before, (json!(false), json!(false)));
    assert_eq!(invited, (json!(true), json!(false)));
    assert_eq!(rated, (json!(false), json!(true)));
    assert_eq!(anew, (json!(false), json!(false)));
    next.call("evaluate", json!({ "evaluateRobotStar": 5 }))
        .await
        .data();
}

/// [EV-05]
#[actix_web::test]
async fn an_agent_can_be_rated_only_if_one_served_the_visitor() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.call("chatClose", json!({})).await.data();
    page.call("evaluate", five_stars())
        .await
        .is_refused(409, "nobody to rate");
    page.call("evaluate", json!({ "evaluateRobotStar": 5 }))
        .await
        .data();

    let (served, _desk) = served(&app).await;
    served.call("chatClose", json!({})).await.data();
    served.call("evaluate", five_stars()).await.data();
}

#[actix_web::test]
async fn a_channel_without_evaluation_refuses_ratings() {
    let app = TestApp::new().await;
    let page = app.page(json!({ "channelId": "plain" })).await;
    page.call("chatClose", json!({})).await.data();

    page.call("evaluate", five_stars())
        .await
        .is_refused(403, "evaluation is off");
}

/// [FM-05]
#[actix_web::test]
async fn the_card_is_that_of_the_visitors_agent() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let alone = app.visitor().await;

    let card = page.call("getAdminCard", json!({})).await.data().clone();

    let whole = json!({
        "adminId": "mia", "adminNick": "Mia", "adminFace": "", "adminCardSign": "Here to help",
        "adminCardTel": "010-1234", "adminCardMobile": "13800138000", "adminCardEmail": "mia@example.com",
        "adminCardQq": "10001", "adminCardWechat": "mia-of-the-shop"
    });
    assert_eq!(card, whole);
    alone
        .call("getAdminCard", json!({}))
        .await
        .is_refused(404, "not found");
}
