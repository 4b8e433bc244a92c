//! Settings changed at run time: channels, groups, robots, documents, and the audit log of the changes.

use crate::helpers::{Admin, TestApp};
use serde_json::{Value, json};
use std::sync::Arc;

async fn channel(app: &TestApp, id: &str) -> Value {
    let answer = app
        .post(
            "/api/chat/visitor/channelInfo",
            None,
            &json!({ "id": id, "locale": "en" }),
        )
        .await;
    answer.data().clone()
}

async fn web(admin: &Admin<'_>) -> Value {
    admin.get("channels", json!({ "channelId": "web" })).await
}

#[actix_web::test]
async fn a_changed_channel_takes_effect_at_once_and_survives_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let mut changed = web(&admin).await;
    assert_eq!(changed["version"], 1);
    changed["mainColor"] = json!("#1f6f54");
    changed["titleDesc"] = json!({ "en": "The new shop", "zh": "新店" });

    let put = admin.call("channels/put", changed).await;

    assert_eq!(put.data()["version"], 2);
    assert_eq!(channel(&app, "web").await["titleDesc"], "The new shop");
    app.stop().await;
    let app = TestApp::on_disk(&folder).await;
    let info = channel(&app, "web").await;
    assert_eq!(
        (&info["titleDesc"], &info["mainColor"]),
        (&json!("The new shop"), &json!("#1f6f54"))
    );
    app.stop().await;
}

#[actix_web::test]
async fn every_invalid_field_is_named_and_nothing_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut wrong = web(&admin).await;
    wrong["mainColor"] = json!("red;background:url(//evil)");
    wrong["backgroundImage"] = json!("javascript:alert(1)");
    wrong["robotNo"] = json!("nobody");
    wrong["groupId"] = json!("nowhere");
    wrong["identitySecret"] = json!("short");
    wrong["allowedOrigins"] = json!(["https://shop.example/path"]);
    wrong["sideBarConfig"] =
        json!({ "quickList": [{ "name": "x", "link": "javascript:alert(1)" }] });

    let mut fields = admin.refused_fields("channels", wrong).await;

    fields.sort();
    assert_eq!(
        fields,
        [
            "allowedOrigins[0]",
            "backgroundImage",
            "groupId",
            "identitySecret",
            "mainColor",
            "robotNo",
            "sideBarConfig.quickList[0].link"
        ]
    );
    assert_eq!(web(&admin).await["version"], 1);
    assert_eq!(channel(&app, "web").await["titleDesc"], "The shop");
    app.stop().await;
}

#[actix_web::test]
async fn a_field_of_the_wrong_type_is_named_without_echoing_its_value() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut wrong = web(&admin).await;
    wrong["mainWidth"] = json!("<script>");
    wrong["receiveMode"] = json!([1]);
    wrong["version"] = json!("newest");

    assert_eq!(
        admin.refused_fields("channels", wrong.clone()).await,
        ["version"]
    );
    wrong["version"] = json!(1);
    let answer = admin.call("channels/put", wrong).await;

    assert!(!answer.text.contains("script"));
    let fields: Vec<&str> = answer.body["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["mainWidth", "receiveMode"]);
    app.stop().await;
}

#[actix_web::test]
async fn the_second_of_two_changes_to_one_version_is_refused() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let seen = web(&admin).await;
    admin.call("channels/put", seen.clone()).await.data();

    let late = admin.call("channels/put", seen.clone()).await;
    let mut blind = seen;
    blind.as_object_mut().unwrap().remove("version");
    let blind = admin.call("channels/put", blind).await;

    late.is_refused(409, "version is not the newest");
    blind.is_refused(409, "version is not the newest");
    app.stop().await;
}

#[actix_web::test]
async fn a_secret_can_be_set_but_is_never_returned() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let shown = admin
        .get("channels", json!({ "channelId": "vouched" }))
        .await;
    assert_eq!(shown["identitySecretSet"], true);
    assert!(shown["identitySecret"].is_null());

    // A put without the field keeps the secret; an empty field removes it.
    let put = admin.call("channels/put", shown).await;
    assert_eq!(put.data()["identitySecretSet"], true);
    let mut without = put.data().clone();
    without["identitySecret"] = json!("");
    let put = admin.call("channels/put", without).await;
    assert_eq!(put.data()["identitySecretSet"], false);
    let list = admin.call("channels/list", json!({})).await;
    assert!(!list.text.contains("a-secret-of-the-tenant"));
    let audit = admin.call("audit/list", json!({})).await;
    assert!(!audit.text.contains("a-secret-of-the-tenant"));
    assert_eq!(audit.data()["list"][0]["fields"], json!(["identitySecret"]));
    app.stop().await;
}

#[actix_web::test]
async fn a_group_in_use_cannot_be_deleted_and_its_users_are_named() {
    let app = TestApp::new().await;
    let admin = app.admin().await;

    let refused = admin.call("groups/delete", json!({ "id": "sales" })).await;

    refused.is_refused(409, "in use");
    let users = refused.body["data"].to_string();
    assert!(
        users.contains("channels/groups.groupConfig[0].groupId"),
        "{users}"
    );
    assert!(users.contains("agents[") && users.contains("].groupIds[0]"));
    let spare = json!({ "id": "spare", "groupName": { "en": "Spare" } });
    admin.call("groups/put", spare).await.data();
    admin
        .call("groups/delete", json!({ "id": "spare" }))
        .await
        .data();
    admin
        .call("groups/get", json!({ "id": "spare" }))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_robot_answers_from_a_new_document_until_it_is_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    let doc = json!({
        "robotNo": "fern", "docId": "giraffe", "lang": "en", "question": "Do you sell giraffes?",
        "similar": [], "answer": "Only small ones.<script>alert(1)</script>"
    });

    let put = admin.call("docs/put", doc).await;

    assert_eq!(put.data()["version"], 1);
    let ask = json!({ "question": "Do you sell giraffes?", "robotNo": "fern" });
    let answer = page.call("robotAsk", ask.clone()).await;
    assert_eq!(answer.data()["docId"], "giraffe");
    assert_eq!(answer.data()["answer"], "Only small ones.");
    let name = json!({ "robotNo": "fern", "docId": "giraffe", "lang": "en" });
    admin.call("docs/delete", name.clone()).await.data();
    let answer = page.call("robotAsk", ask).await;
    assert_ne!(answer.data()["docId"], "giraffe");
    admin
        .call("docs/get", name)
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_new_channel_opens_and_another_tenants_channel_id_is_refused() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let new = json!({ "channelId": "kiosk", "robotNo": "fern", "titleDesc": "Kiosk" });

    admin.call("channels/put", new).await.data();

    assert_eq!(channel(&app, "kiosk").await["titleDesc"], "Kiosk");
    app.page(json!({ "channelId": "kiosk" })).await;
    let taken = json!({ "channelId": "rival", "robotNo": "fern" });
    assert_eq!(admin.refused_fields("channels", taken).await, ["channelId"]);
    let foreign = json!({ "channelId": "kiosk2", "robotNo": "fern", "tenantId": "rival" });
    assert_eq!(
        admin.refused_fields("channels", foreign).await,
        ["tenantId"]
    );
    admin
        .call("channels/delete", json!({ "channelId": "kiosk" }))
        .await
        .data();
    let gone = app
        .post(
            "/api/chat/visitor/channelInfo",
            None,
            &json!({ "id": "kiosk" }),
        )
        .await;
    gone.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn another_tenants_objects_get_the_same_404_as_unknown_ones() {
    let app = TestApp::new().await;
    let rival = app.admin_of("rival", "ron").await;
    let cases = [
        (
            "channels",
            json!({ "channelId": "web" }),
            json!({ "channelId": "no-such" }),
        ),
        (
            "groups",
            json!({ "id": "sales" }),
            json!({ "id": "no-such" }),
        ),
        (
            "agents",
            json!({ "adminId": "mia" }),
            json!({ "adminId": "no-such" }),
        ),
        (
            "robots",
            json!({ "robotNo": "fern" }),
            json!({ "robotNo": "no-such" }),
        ),
        (
            "groups",
            json!({ "id": "../shop/sales" }),
            json!({ "id": 7 }),
        ),
    ];

    for (thing, foreign, unknown) in cases {
        for call in ["get", "delete"] {
            let path = format!("{thing}/{call}");
            let foreign = rival.call(&path, foreign.clone()).await;
            let unknown = rival.call(&path, unknown.clone()).await;
            assert_eq!(
                (foreign.status, &foreign.text),
                (404, &unknown.text),
                "{path}"
            );
        }
    }
    let listed = rival.call("channels/list", json!({})).await;
    let listed = listed.data()["list"].as_array().unwrap();
    assert!(listed.iter().all(|channel| channel["tenantId"] == "rival"));
    app.stop().await;
}

#[actix_web::test]
async fn only_administrators_may_use_the_administration() {
    let app = TestApp::new().await;
    let calls = [
        "channels/list",
        "channels/get",
        "channels/put",
        "channels/delete",
        "audit/list",
        "no-such-thing/list",
    ];

    for account in ["mia", "lin"] {
        let agent = app.admin_of("shop", account).await;
        for call in calls {
            // The refusal comes first: it says nothing about the invalid body.
            let refused = agent.call(call, json!("nonsense")).await;
            refused.is_refused(403, "for administrators alone");
        }
    }
    for call in calls {
        let path = format!("/api/admin/{call}");
        let refused = app.post(&path, None, &json!({})).await;
        refused.is_refused(401, "login state expired");
    }
    let admin = app.admin().await;
    admin
        .call("no-such-thing/list", json!({}))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_list_can_be_searched_and_comes_in_pages() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for number in 0..5 {
        let group = json!({ "id": format!("g{number}"), "groupName": format!("Team {number}") });
        admin.call("groups/put", group).await.data();
    }

    let first = admin.call("groups/list", json!({ "limit": 3 })).await;
    let cursor = &first.data()["cursor"];
    let second = admin.call("groups/list", json!({ "cursor": cursor })).await;

    let ids = |page: &Value| -> Vec<String> {
        let list = page["list"].as_array().unwrap().iter();
        list.map(|group| group["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids(first.data()), ["g0", "g1", "g2"]);
    assert_eq!(ids(second.data()), ["g3", "g4", "sales", "support"]);
    assert_eq!(second.data()["cursor"], "");
    let full = json!({ "limit": 4, "cursor": cursor });
    let full = admin.call("groups/list", full).await;
    assert_eq!(full.data()["cursor"], "", "a full page can be the last");
    let found = admin
        .call("groups/list", json!({ "search": "TEAM 4" }))
        .await;
    assert_eq!(ids(found.data()), ["g4"]);
    app.stop().await;
}

#[actix_web::test]
async fn the_audit_log_lists_changes_newest_first() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["name"] = json!("The better shop");
    admin.call("tenant/put", tenant).await.data();
    let group = json!({ "id": "spare", "groupName": "Spare" });
    admin.call("groups/put", group).await.data();
    admin
        .call("groups/delete", json!({ "id": "spare" }))
        .await
        .data();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let page = admin.call("audit/list", json!({})).await;

    let list = page.data()["list"].as_array().unwrap();
    let told: Vec<(&str, &str, &str)> = list
        .iter()
        .map(|record| {
            let text = |field: &str| record[field].as_str().unwrap();
            (text("action"), text("thing"), text("id"))
        })
        .collect();
    assert_eq!(
        told,
        [
            ("login", "login", "ada"),
            ("delete", "groups", "spare"),
            ("put", "groups", "spare"),
            ("put", "tenant", ""),
            ("login", "login", "ada"),
        ]
    );
    assert_eq!(list[3]["fields"], json!(["name"]));
    assert_eq!(
        (&list[3]["adminId"], &list[3]["version"]),
        (&json!("ada"), &json!(2))
    );
    let renamed = json!([{ "field": "name", "before": "The shop", "after": "The better shop" }]);
    assert_eq!(list[3]["changes"], renamed);
    let groups = admin.call("audit/list", json!({ "thing": "groups" })).await;
    assert_eq!(groups.data()["list"].as_array().unwrap().len(), 2);
    let counted = async |query: Value| {
        let page = admin.call("audit/list", query).await;
        page.data()["list"].as_array().unwrap().len()
    };
    assert_eq!(counted(json!({ "action": "delete" })).await, 1);
    assert_eq!(counted(json!({ "search": "BETTER" })).await, 1);
    assert_eq!(counted(json!({ "search": "spare" })).await, 2);
    let (newest, oldest) = (&list[0]["at"], &list[4]["at"]);
    assert_eq!(counted(json!({ "to": oldest })).await, 1);
    assert_eq!(counted(json!({ "from": newest })).await, 1);
    assert_eq!(counted(json!({ "from": oldest, "to": newest })).await, 5);
    let rival = app.admin_of("rival", "ron").await;
    let theirs = rival.call("audit/list", json!({})).await;
    assert_eq!(theirs.data()["list"].as_array().unwrap().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn a_template_in_use_by_a_channel_cannot_be_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let template = json!({
        "templateId": "returns", "woType": { "typeId": "ret", "typeName": { "en": "Returns" } }, "items": []
    });
    admin.call("templates/put", template).await.data();
    let mut channel = web(&admin).await;
    channel["leaveMsgMode"] = json!(1);
    channel["leaveMsgType"] = json!(2);
    channel["leaveMsgWoType"] = json!("returns");
    admin.call("channels/put", channel).await.data();

    let refused = admin
        .call("templates/delete", json!({ "templateId": "returns" }))
        .await;

    refused.is_refused(409, "in use");
    assert!(refused.text.contains("channels/web.leaveMsgWoType"));
    app.stop().await;
}

#[actix_web::test]
async fn a_flow_is_saved_and_its_references_are_validated() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let flow = json!({
        "flowId": "returns", "robotNo": "fern", "name": "Returns", "triggers": ["return"], "start": "end",
        "nodes": [{ "nodeId": "end", "replySource": "END", "answer": "Bye" }]
    });

    admin.call("flows/put", flow.clone()).await.data();

    let mut wrong = flow;
    wrong["version"] = json!(1);
    wrong["start"] = json!("nowhere");
    wrong["robotNo"] = json!("nobody");
    assert_eq!(
        admin.refused_fields("flows", wrong).await,
        ["robotNo", "start"]
    );
    let refused = admin
        .call("robots/delete", json!({ "robotNo": "fern" }))
        .await;
    refused.is_refused(409, "in use");
    assert!(refused.text.contains("flows/returns.robotNo"));
    app.stop().await;
}
