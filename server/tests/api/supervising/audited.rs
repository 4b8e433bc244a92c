//! What supervisors do is in the audit log, once, with where the conversation was and where it went.

use super::{asking, audited, hired, limit, records, user};
use crate::helpers::{Desk, TestApp};
use serde_json::{Value, json};

/// The records of conversations, the oldest first: the fields, and each change as `field: before > after`.
async fn told(app: &TestApp) -> Vec<String> {
    let records = records(app, "conversations").await.into_iter().rev();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let told = records.map(|record| {
        let changes = record["changes"].as_array().cloned().unwrap_or_default();
        let changes = changes.iter().map(|change| {
            let (before, after) = (text(&change["before"]), text(&change["after"]));
            format!(", {}: {before} > {after}", text(&change["field"]))
        });
        let (who, what) = (text(&record["adminId"]), text(&record["fields"][0]));
        format!("{who} {what}{}", changes.collect::<String>())
    });
    told.collect()
}

async fn busy(desk: &Desk<'_>) {
    let busy = json!({ "status": "busy" });
    desk.call("setStatus", busy).await.data();
}

#[actix_web::test]
async fn a_forced_close_that_changes_nothing_is_not_recorded_again() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let lin = app.agent("lin").await;
    let page = asking(&app, "sales").await;

    for _ in 0..3 {
        lin.call("forceClose", user(&page)).await.data();
    }
    let ended = asking(&app, "sales").await;
    mia.call("closeConversation", user(&ended)).await.data();
    lin.call("forceClose", user(&ended)).await.data();

    assert_eq!(
        told(&app).await,
        ["lin closed, adminId: mia > -, groupId: sales > -"]
    );
}

#[actix_web::test]
async fn a_supervisor_who_closes_a_conversation_of_somebody_else_is_recorded() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let lin = app.agent_online("lin", 3).await;
    busy(&lin).await;
    let page = asking(&app, "sales").await;

    lin.call("closeConversation", user(&page)).await.data();
    let again = lin.call("closeConversation", user(&page)).await;
    again.is_refused(409, "the conversation is not yours");
    let own = asking(&app, "sales").await;
    mia.call("closeConversation", user(&own)).await.data();

    assert_eq!(
        audited(&app, "conversations").await,
        [json!(["lin", page.user, ["closed"]])]
    );
}

#[actix_web::test]
async fn a_supervisor_who_takes_a_waiting_visitor_or_steps_in_is_recorded_once() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let lin = app.agent_online("lin", 4).await;
    busy(&mia).await;
    busy(&lin).await;
    let (taken, next, by_mia) = (
        asking(&app, "sales").await,
        asking(&app, "sales").await,
        asking(&app, "sales").await,
    );
    let robots = app.visitor().await;

    lin.call("take", user(&taken)).await.data();
    lin.call("take", user(&taken)).await.data();
    lin.call("takeNext", json!({})).await.data();
    mia.call("take", user(&by_mia)).await.data();
    lin.call("stepIn", user(&robots)).await.data();
    lin.call("stepIn", user(&robots)).await.data();

    assert_eq!(
        told(&app).await,
        [
            "lin taken, adminId: - > lin",
            "lin taken, adminId: - > lin",
            "lin steppedIn, adminId: - > lin, groupId: - > ",
        ]
    );
    let ids: Vec<Value> = audited(&app, "conversations").await;
    let ids: Vec<&Value> = ids.iter().map(|record| &record[1]).collect();
    assert_eq!(ids, [&robots.user, &next.user, &taken.user]);
}

#[actix_web::test]
async fn a_supervisors_transfer_says_from_where_and_to_where() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    let jo = app.agent_online("jo", 1).await;
    let sue = hired(&app, "sue", "supervisor", &[]).await;
    limit(&app, "sue", &["sales", "support"]).await;
    let hand = |to: Value| {
        let mut body = user(&page);
        let fields = to.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        body
    };

    let by_mia = hand(json!({ "adminId": "jo" }));
    mia.call("transferConversation", by_mia).await.data();
    let to_sales = hand(json!({ "groupId": "sales" }));
    sue.call("transferConversation", to_sales).await.data();
    busy(&mia).await;
    let to_support = hand(json!({ "groupId": "support" }));
    sue.call("transferConversation", to_support).await.data();
    busy(&jo).await;
    let to_sue = hand(json!({ "adminId": "sue" }));
    sue.call("transferConversation", to_sue.clone())
        .await
        .data();
    sue.call("transferConversation", to_sue).await.data();

    assert_eq!(
        told(&app).await,
        [
            "sue transferred, adminId: jo > mia, groupId: support > sales",
            "sue transferred, adminId: mia > jo, groupId: sales > support",
            "sue takenOver, adminId: jo > sue, groupId: support > ",
        ]
    );
}
