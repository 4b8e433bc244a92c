//! Drafts of channels: previewed, saved, compared, published.

use crate::helpers::{Admin, TestApp};
use crate::uploads;
use actors_core::time::Span;
use serde_json::{Value, json};
use server::files::unused;

async fn info(app: &TestApp, locale: &str) -> Value {
    let body = json!({ "id": "web", "locale": locale });
    let answer = app.post("/api/chat/visitor/channelInfo", None, &body).await;
    answer.data().clone()
}

async fn channel(admin: &Admin<'_>, id: &str) -> Value {
    admin.get("channels", json!({ "channelId": id })).await
}

async fn save(admin: &Admin<'_>, draft: &Value, more: Value) -> Value {
    let mut body = json!({ "channelId": draft["channelId"], "draft": draft });
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    admin.call("channels/saveDraft", body).await.data().clone()
}

#[actix_web::test]
async fn a_preview_is_what_channel_info_would_answer() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut draft = channel(&admin, "web").await;
    draft["mainColor"] = json!("#1f6f54");
    draft["titleDesc"] = json!({ "en": "The draft", "zh": "草稿" });

    let body = json!({ "draft": draft, "locale": "zh" });
    let previewed = admin.call("channels/preview", body).await;

    let shown = &previewed.data()["channelInfo"];
    assert_eq!(
        (&shown["titleDesc"], &shown["mainColor"]),
        (&json!("草稿"), &json!("#1f6f54"))
    );
    assert_eq!(info(&app, "en").await["titleDesc"], "The shop");
    admin.call("channels/put", draft).await.data();
    assert_eq!(info(&app, "zh").await, *shown);
    app.stop().await;
}

#[actix_web::test]
async fn a_preview_names_wrong_fields_as_put_does() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut draft = channel(&admin, "web").await;
    draft["mainColor"] = json!("red");
    draft["robotNo"] = json!("nobody");
    draft["groupId"] = json!("nowhere");

    let previewed = admin
        .call("channels/preview", json!({ "draft": draft }))
        .await;
    let put = admin.call("channels/put", draft.clone()).await;

    previewed.is_refused(400, "some fields are not valid");
    assert_eq!(previewed.body["data"], put.body["data"]);
    draft["channelId"] = json!("rival-web");
    let rival = app.admin_of("rival", "ron").await;
    let theirs = rival.call("channels/list", json!({})).await.data()["list"][0].clone();
    draft["channelId"] = theirs["channelId"].clone();
    let taken = admin
        .call("channels/preview", json!({ "draft": draft }))
        .await;
    assert_eq!(taken.body["data"][0]["field"], "channelId");
    app.stop().await;
}

#[actix_web::test]
async fn a_draft_may_be_wrong_and_has_no_effect_until_it_is_published() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut draft = channel(&admin, "web").await;
    draft["mainColor"] = json!("half-typ");
    draft["titleDesc"] = json!({ "en": "Soon", "zh": "快了" });

    let saved = save(&admin, &draft, json!({ "version": 1 })).await;

    assert_eq!(
        (&saved["basedOn"], &saved["adminId"]),
        (&json!(1), &json!("ada"))
    );
    assert_eq!(info(&app, "en").await["titleDesc"], "The shop");
    let name = json!({ "channelId": "web" });
    let kept = admin.call("channels/getDraft", name.clone()).await;
    assert_eq!(kept.data()["draft"]["mainColor"], "half-typ");
    let refused = admin.call("channels/publish", name.clone()).await;
    assert_eq!(refused.body["data"][0]["field"], "mainColor");

    draft["mainColor"] = json!("#123456");
    let version = saved["draftVersion"].clone();
    let again = save(&admin, &draft, json!({ "draftVersion": version })).await;
    assert!(again["draftVersion"].as_u64() > version.as_u64());
    let changes = admin.call("channels/changes", name.clone()).await;
    let list = changes.data()["list"].as_array().unwrap().clone();
    let title = json!({ "field": "titleDesc", "before": "The shop", "after": { "en": "Soon", "zh": "快了" } });
    assert!(list.contains(&title), "{list:?}");
    let stale = json!({ "channelId": "web", "draftVersion": version });
    let refused = admin.call("channels/publish", stale).await;
    refused.is_refused(409, "draftVersion is not the newest");
    let published = json!({ "channelId": "web", "draftVersion": again["draftVersion"] });
    let published = admin.call("channels/publish", published).await;
    assert_eq!(published.data()["version"], 2);
    assert_eq!(info(&app, "en").await["titleDesc"], "Soon");
    let gone = admin.call("channels/getDraft", name).await;
    gone.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn the_list_of_channels_says_which_have_a_draft() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let drafted = async || {
        let listed = admin.call("channels/list", json!({})).await;
        let list = listed.data()["list"].as_array().unwrap().clone();
        assert!(list.iter().all(|one| one["hasDraft"].is_boolean()));
        let with = list.into_iter().filter(|one| one["hasDraft"] == true);
        with.map(|one| one["channelId"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(drafted().await.is_empty());
    let mut draft = channel(&admin, "web").await;
    draft["mainColor"] = json!("#123456");
    draft["hasDraft"] = json!(true);

    let saved = save(&admin, &draft, json!({})).await;

    assert_eq!(drafted().await, ["web"]);
    assert!(saved["draft"].get("hasDraft").is_none(), "it is no setting");
    let rival = app.admin_of("rival", "ron").await;
    let theirs = rival.call("channels/list", json!({})).await;
    assert_eq!(theirs.data()["list"][0]["hasDraft"], false);
    let name = json!({ "channelId": "web" });
    admin.call("channels/publish", name).await.data();
    assert!(drafted().await.is_empty());
    app.stop().await;
}

#[actix_web::test]
async fn two_editors_do_not_overwrite_each_other_unseen() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let seen = channel(&admin, "web").await;
    save(&admin, &seen, json!({ "draftVersion": 0 })).await;
    let body = json!({ "channelId": "web", "draft": seen, "draftVersion": 0 });
    let late = admin.call("channels/saveDraft", body).await;
    late.is_refused(409, "draftVersion is not the newest");

    admin.call("channels/put", seen.clone()).await.data();
    let name = json!({ "channelId": "web" });
    let refused = admin.call("channels/publish", name.clone()).await;
    refused.is_refused(409, "version is not the newest");
    let rebased = save(&admin, &seen, json!({ "version": 2 })).await;
    assert_eq!(
        (&rebased["basedOn"], &rebased["version"]),
        (&json!(2), &json!(2))
    );
    admin.call("channels/publish", name.clone()).await.data();

    // A page that saved the published draft does not know the next one.
    save(&admin, &seen, json!({ "draftVersion": 0 })).await;
    save(&admin, &seen, json!({})).await;
    let body =
        json!({ "channelId": "web", "draft": seen, "draftVersion": rebased["draftVersion"] });
    let late = admin.call("channels/saveDraft", body).await;
    late.is_refused(409, "draftVersion is not the newest");
    let discarded = admin.call("channels/discardDraft", name.clone()).await;
    assert_eq!(*discarded.data(), json!({}));
    let again = admin.call("channels/discardDraft", name.clone()).await;
    again.is_refused(404, "not found");
    let rival = app.admin_of("rival", "ron").await;
    save(&admin, &seen, json!({})).await;
    let theirs = rival.call("channels/getDraft", name).await;
    theirs.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_drafts_secret_is_stored_and_never_shown() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut draft = channel(&admin, "web").await;
    assert_eq!(draft["identitySecretSet"], false);
    draft["identitySecret"] = json!("a-new-secret-of-the-draft");
    let saved = save(&admin, &draft, json!({})).await;
    assert_eq!(saved["draft"]["identitySecretSet"], true);
    // The page saves what it was shown, without the secret.
    let saved = save(&admin, &saved["draft"], json!({})).await;
    assert_eq!(saved["draft"]["identitySecretSet"], true);
    let name = json!({ "channelId": "web" });

    let shown = admin.call("channels/getDraft", name.clone()).await;
    let changes = admin.call("channels/changes", name.clone()).await;
    let published = admin.call("channels/publish", name).await;
    let audit = admin.call("audit/list", json!({})).await;

    for answer in [&shown, &changes, &published, &audit] {
        answer.data();
        assert!(!answer.text.contains("a-new-secret"), "{}", answer.text);
    }
    let secret = json!([{ "field": "identitySecret", "before": null, "after": "set" }]);
    assert_eq!(changes.data()["list"], secret);
    assert_eq!(published.data()["identitySecretSet"], true);
    assert_eq!(audit.data()["list"][0]["changes"], secret);
    app.stop().await;
}

#[actix_web::test]
async fn a_draft_has_a_limit() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let draft = json!({ "channelId": "web", "noticeMsg": "x".repeat(256 * 1024) });
    let body = json!({ "channelId": "web", "draft": draft });

    let refused = admin.call("channels/saveDraft", body).await;

    refused.is_refused(400, "some fields are not valid");
    assert_eq!(
        refused.body["data"][0]["message"],
        "must have at most 256 kB"
    );
    app.stop().await;
}

async fn upload(admin: &Admin<'_>, name: &str) -> String {
    let form = uploads::form(name, &uploads::png());
    let answer = uploads::post(admin.app, "/api/agent/upload", &admin.token, form).await;
    answer.data()["url"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn an_admins_picture_stays_while_a_draft_or_a_setting_names_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (drafted, set) = (upload(&admin, "a.png").await, upload(&admin, "b.png").await);
    let unnamed = upload(&admin, "c.png").await;
    let mut draft = channel(&admin, "web").await;
    draft["backgroundImage"] = json!(drafted);
    // More files than one message may name, all of them before the picture.
    let many = (0..60).map(|number| format!("/api/files/{number:032x}.png"));
    draft["autoTip"] = many.collect::<Vec<_>>().into();
    save(&admin, &draft, json!({})).await;
    let mut groups = channel(&admin, "groups").await;
    groups["robotIcon"] = json!(set);
    groups["robotNo"] = json!("fern");
    admin.call("channels/put", groups).await.data();

    let day = app.state.now() + Span::from_minutes(25 * 60);
    unused::remove(&app.state, day).await.unwrap();

    assert_eq!(app.get(&drafted, &[]).await.status, 200);
    assert_eq!(app.get(&set, &[]).await.status, 200);
    assert_eq!(app.get(&unnamed, &[]).await.status, 404);
    app.stop().await;
}
