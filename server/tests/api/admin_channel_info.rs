//! channelInfo: its ETag, and its texts in the visitor's language.

use crate::helpers::{Answer, TestApp, answer};
use serde_json::{Value, json};

async fn ask(app: &TestApp, body: Value, known: Option<&str>) -> Answer {
    let url = format!("{}/api/chat/visitor/channelInfo", app.url);
    let mut request = app.client.post(url);
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    answer(request.json(&body).send().await.unwrap()).await
}

#[actix_web::test]
async fn an_unchanged_configuration_is_answered_with_304() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let web = json!({ "id": "web", "locale": "en" });
    let first = ask(&app, web.clone(), None).await;
    let etag = first.header("etag").unwrap().to_owned();

    let same = ask(&app, web.clone(), Some(&etag)).await;
    let listed = ask(&app, web.clone(), Some(&format!("\"x\", W/{etag}"))).await;
    let other_language = ask(&app, json!({ "id": "web", "locale": "zh" }), Some(&etag)).await;

    assert_eq!((same.status, same.text.as_str()), (304, ""));
    assert_eq!(same.header("etag"), Some(etag.as_str()));
    assert_eq!(listed.status, 304);
    assert_ne!(other_language.data(), first.data());
    let id = json!({ "channelId": "web" });
    let mut channel = admin.get("channels", id).await;
    channel["titleDesc"] = json!({ "en": "Anew", "zh": "新" });
    admin.call("channels/put", channel).await.data();
    let changed = ask(&app, web, Some(&etag)).await;
    assert_eq!(changed.data()["titleDesc"], "Anew");
    assert_ne!(changed.header("etag"), Some(etag.as_str()));
    app.stop().await;
}

#[actix_web::test]
async fn an_unchanged_configuration_has_the_same_etag_in_another_process() {
    let (one, other) = (TestApp::new().await, TestApp::new().await);
    let web = json!({ "id": "web", "locale": "en" });

    let first = ask(&one, web.clone(), None).await;
    let second = ask(&other, web, first.header("etag")).await;

    assert_eq!(second.status, 304);
    one.stop().await;
    other.stop().await;
}

#[actix_web::test]
async fn an_unknown_locale_falls_back_to_a_supported_one() {
    let app = TestApp::new().await;
    let read = |locale: &str| ask(&app, json!({ "id": "web", "locale": locale }), None);

    let chinese = read("zh").await.text;
    for odd in ["zh-CN", "../../x", "xx", "", "\"><script>"] {
        assert_eq!(read(odd).await.text, chinese, "{odd}");
    }
    assert_eq!(read("en-GB").await.text, read("en").await.text);
    app.stop().await;
}

/// A text whose translations each name the field and the language.
fn text(place: &str) -> Value {
    json!({ "en": format!("{place}-en"), "zh": format!("{place}-zh"), "default": format!("{place}-all") })
}

fn wordy() -> Value {
    json!({
        "channelId": "wordy", "robotNo": "fern", "robotName": text("robotName"), "robotWelcomeMsg": text("welcome"),
        "titleDesc": text("title"), "noticeMode": 1, "noticeMsg": text("notice"),
        "userFormMode": 1, "userForm": { "formTitle": text("formTitle") },
        "userFormConfig": [
            { "name": text("field"), "value": "name", "show": 1, "fieldType": 1 },
            { "name": text("choice"), "value": "topic", "show": 1, "fieldType": 6,
              "options": [{ "label": text("option"), "value": "a" }] }
        ],
        "chatMenuConfigPlan": { "menus": [
            { "menuType": 0, "menuName": text("ask"), "msgText": text("askText") },
            { "menuType": 7, "menuName": text("local"), "menuNamed": text("localQ"), "msgText": text("localA") }
        ] },
        "faq": { "showType": 1, "showContent": [
            { "id": "1", "name": text("faq"), "type": 1,
              "questionList": [{ "questionName": text("faqQ"), "docId": "arrival" }] },
            { "id": "2", "name": text("tabs"), "type": 2, "faqGrouplist": [
                { "groupName": text("tab"), "questionList": [{ "questionName": text("tabQ"), "docId": "arrival" }] }
            ] }
        ] },
        "autoTip": [{ "text": text("tip"), "btnList": [{ "name": text("tipButton") }] }],
        "sideBarStatus": 1,
        "sideBarConfig": {
            "quickFlag": 1, "questionFlag": 1,
            "quickList": [{ "name": text("quick"), "link": "https://shop.example/a" }],
            "questionList": [{ "question": text("barQ"), "answer": text("barA") }]
        },
        "leaveMsgMode": 1, "leaveMsgType": 1, "leaveMsgTitle": text("leave"),
        "groupMode": 1, "groupConfig": [{ "groupId": "wordy" }],
        "adminWelcomeMode": 1, "adminWelcomeMsg": text("agentWelcome"),
        "adminOfflineMode": 1, "adminOfflineMsg": text("agentOffline"),
        "adminCloseMode": 1, "adminCloseMsg": text("agentClose"),
        "adminTimeoutMode": 1, "adminTimeoutTime": 1.5, "adminTimeoutMsg": text("agentTimeout"),
        "userTimeoutMode": 1, "userTimeoutTime": 2, "userTimeoutMsg": text("userTimeout"),
        "userOverMsg": text("over"), "userQueueMode": 1, "userQueueMsg": text("queue"),
        "unWorkingMsg": text("offWork")
    })
}

#[actix_web::test]
async fn every_text_of_a_channel_is_sent_in_the_requested_language() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let group = json!({ "id": "wordy", "groupName": text("group") });
    admin.call("groups/put", group).await.data();
    let docs = admin
        .call("docs/list", json!({ "robotNo": "fern", "limit": 1 }))
        .await;
    let doc = docs.data()["list"][0]["docId"].as_str().unwrap();
    let channel = wordy().to_string().replace("arrival", doc);
    let put = admin
        .call("channels/put", serde_json::from_str(&channel).unwrap())
        .await;
    put.data();
    let places: Vec<String> = channel
        .split('"')
        .filter_map(|part| part.strip_suffix("-en"))
        .map(str::to_owned)
        .chain(["group".to_owned()])
        .collect();
    assert!(places.len() > 30);

    for (locale, mark) in [("en", "en"), ("zh", "zh"), ("tw", "zh"), ("de", "all")] {
        let body = json!({ "id": "wordy", "locale": locale });
        let info = ask(&app, body, None).await;
        info.data();
        for place in &places {
            let expected = format!("{place}-{mark}");
            assert!(info.text.contains(&expected), "{locale}: {expected}");
        }
        for other in ["en", "zh", "all"].into_iter().filter(|it| *it != mark) {
            assert!(
                !info.text.contains(&format!("-{other}\"")),
                "{locale}: {other}"
            );
            assert!(
                !info.text.contains(&format!("-{other}\\\"")),
                "{locale}: {other}"
            );
        }
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_session_uses_the_locale_of_its_page() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut evaluation = admin.get("evaluation", json!({})).await;
    evaluation["evaluateGuideMsg"] = text("guide");
    admin.call("evaluation/put", evaluation).await.data();
    let mut channel = wordy();
    channel["faq"] = json!({});
    channel["groupMode"] = json!(0);
    admin.call("channels/put", channel).await.data();
    let lin = app.agent_online("lin", 3).await;

    let open = |locale: &str| app.page(json!({ "channelId": "wordy", "locale": locale }));
    for (locale, mark) in [("en", "en"), ("tw", "zh"), ("fr", "all")] {
        let page = open(locale).await;
        page.transfer().await.data();
        let events = page.poll_for(0, 0).await.text;
        let info = page.call("getEvaluateInfo", json!({})).await;

        assert!(events.contains(&format!("welcome-{mark}")), "{events}");
        assert!(events.contains(&format!("agentWelcome-{mark}")), "{events}");
        assert_eq!(
            info.data()["evaluateGuideMsg"],
            format!("guide-{mark}").as_str()
        );
        assert!(info.header("etag").is_some());
        lin.call("closeConversation", json!({ "userId": page.user }))
            .await
            .data();
        let events = page.poll_for(0, 0).await.text;
        assert!(events.contains(&format!("agentClose-{mark}")), "{events}");
    }
    app.stop().await;
}

/// [FM-01]
#[actix_web::test]
async fn the_form_before_the_chat_has_every_type_of_field_but_a_choice_in_levels() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut channel = admin.get("channels", json!({ "channelId": "web" })).await;
    channel["userFormMode"] = json!(1);
    let options = json!([{ "label": { "en": "Plants", "zh": "植物" }, "value": "plants" }]);
    let field = |kind: u8| {
        let options = if kind > 5 { options.clone() } else { json!([]) };
        json!({ "name": "Question", "value": format!("f{kind}"), "show": 1, "fieldType": kind, "options": options })
    };
    channel["userFormConfig"] = (1..=8).map(field).collect();
    let saved = admin.call("channels/put", channel.clone()).await;
    channel["version"] = saved.data()["version"].clone();

    let shown = ask(&app, json!({ "id": "web", "locale": "zh" }), None).await;

    let list = shown.data()["userForm"]["formList"].clone();
    let list: Vec<Value> = match &list {
        Value::String(text) => serde_json::from_str(text).unwrap(),
        other => other.as_array().unwrap().clone(),
    };
    let kinds: Vec<_> = list
        .iter()
        .map(|field| field["fieldType"].clone())
        .collect();
    assert_eq!(json!(kinds), json!([1, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(
        list[7]["options"],
        json!([{ "label": "植物", "value": "plants" }])
    );
    channel["userFormConfig"] = json!([field(9), field(7), field(8)]);
    channel["userFormConfig"][1]["options"] = json!([]);
    channel["userFormConfig"][2]["options"][0]["value"] = json!("a,b");
    let refused = admin.call("channels/put", channel).await;
    let wrong = refused.body["data"].as_array().unwrap().iter();
    let wrong: Vec<_> = wrong
        .map(|error| (error["field"].clone(), error["code"].clone()))
        .collect();
    assert_eq!(
        json!(wrong),
        json!([
            ["userFormConfig[0].fieldType", null],
            ["userFormConfig[1].options", "noOptions"],
            ["userFormConfig[2].options[0].value", "optionMark"]
        ])
    );
    app.stop().await;
}
