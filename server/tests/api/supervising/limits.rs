//! What agents and supervisors of other groups do not see and do (Protocol, 'Supervisor's wall').

use super::{asking, hired, limit, user};
use crate::helpers::{Desk, TestApp};
use serde_json::json;

/// Sue looks after support alone, and serves it.
async fn sue(app: &TestApp) -> Desk<'_> {
    let sue = hired(app, "sue", "supervisor", &["support"]).await;
    limit(app, "sue", &["support"]).await;
    sue
}

#[actix_web::test]
async fn nobody_steps_in_for_a_visitor_who_waits_in_a_queue_of_others() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let busy = json!({ "status": "busy" });
    mia.call("setStatus", busy.clone()).await.data();
    let (jo, sue) = (app.agent_online("jo", 1).await, sue(&app).await);
    for desk in [&jo, &sue] {
        desk.call("setStatus", busy.clone()).await.data();
    }
    // The channel is served by both groups; this visitor asks for sales.
    let page = asking(&app, "sales").await;

    for desk in [&jo, &sue] {
        for call in ["take", "stepIn", "watch"] {
            let refused = desk.call(call, user(&page)).await;
            refused.is_refused(404, "not found");
        }
    }

    let stepped = mia.call("stepIn", user(&page)).await;
    let of = (&stepped.data()["adminId"], &stepped.data()["groupId"]);
    assert_eq!(of, (&json!("mia"), &json!("sales")));
}
