//! Saved views.

use crate::helpers::{Desk, TestApp};
use serde_json::{Value, json};

async fn save(desk: &Desk<'_>, name: &str, shared: u8) -> Value {
    let filter = json!({ "whose": "me", "due": "today", "state": "open" });
    let view = json!({ "name": name, "shared": shared, "filter": filter });
    desk.call("views/save", view).await.data().clone()
}

async fn names(desk: &Desk<'_>) -> Vec<String> {
    let answer = desk.call("views/list", json!({})).await;
    let list = answer.data()["list"].as_array().unwrap().iter();
    list.map(|view| view["name"].as_str().unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn views_are_an_agents_own_or_shared_by_a_supervisor() {
    let app = TestApp::new().await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);
    let ron = app.agent_of("rival", "ron").await;

    let own = save(&mia, "My day", 0).await;
    let shared = save(&lin, "Urgent", 1).await;

    assert_eq!(names(&mia).await, ["Urgent", "My day"]);
    assert_eq!(names(&lin).await, ["Urgent"]);
    assert_eq!(names(&ron).await, Vec::<String>::new());
    let not_hers = json!({ "id": shared["id"], "name": "Mine", "shared": 1 });
    mia.call("views/save", not_hers)
        .await
        .is_refused(403, "for supervisors alone");
    let unknown = json!({ "id": shared["id"], "name": "Mine" });
    mia.call("views/save", unknown)
        .await
        .is_refused(404, "not found");
    let renamed = json!({ "id": own["id"], "name": "Today", "filter": own["filter"] });
    mia.call("views/save", renamed).await.data();
    assert_eq!(names(&mia).await, ["Urgent", "Today"]);
    let delete = json!({ "id": shared["id"], "shared": 1 });
    mia.call("views/delete", delete.clone())
        .await
        .is_refused(403, "for supervisors alone");
    lin.call("views/delete", delete).await.data();
    assert_eq!(names(&mia).await, ["Today"]);
    let admin = app.admin().await;
    let log = admin.call("audit/list", json!({ "thing": "view" })).await;
    assert_eq!(log.data()["list"].as_array().unwrap().len(), 4);
    app.stop().await;
}

#[actix_web::test]
async fn a_view_needs_a_name_and_known_words_and_there_are_thirty_at_most() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;

    let filter = json!({ "kind": "post", "due": "never" });
    let wrong = json!({ "name": " ", "filter": filter });
    let wrong = mia.call("views/save", wrong).await;

    let fields = wrong.body["data"].as_array().unwrap().iter();
    let fields: Vec<_> = fields.map(|error| &error["field"]).collect();
    assert_eq!(fields, ["name", "filter.kind", "filter.due"]);
    for number in 0..30 {
        save(&mia, &format!("View {number}"), 0).await;
    }
    let more = json!({ "name": "One more" });
    mia.call("views/save", more)
        .await
        .is_refused(409, "too many views");
    app.stop().await;
}
