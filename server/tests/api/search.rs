//! Full-text search.

use crate::helpers::{Desk, Page, TestApp, served};
use actors_core::time::Span;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// What a search answers, once everything that is durable by now is in the index.
async fn search(app: &TestApp, desk: &Desk<'_>, body: Value) -> Value {
    let state = app.state.clone();
    actix_web::web::block(move || state.search.settle())
        .await
        .unwrap();
    desk.call("search", body).await.data().clone()
}

async fn found(app: &TestApp, desk: &Desk<'_>, body: Value) -> Vec<Value> {
    let data = search(app, desk, body).await;
    assert_eq!(data.get("building"), None);
    data["list"].as_array().unwrap().clone()
}

async fn users(app: &TestApp, desk: &Desk<'_>, text: &str) -> Vec<String> {
    let list = found(app, desk, json!({ "text": text })).await;
    let users = list.iter().map(|one| one["userId"].as_str().unwrap());
    users.map(str::to_owned).collect()
}

/// The marked parts of a text.
fn marked(piece: &Value) -> Vec<String> {
    let letters: Vec<char> = piece["text"].as_str().unwrap().chars().collect();
    let ranges = piece["ranges"].as_array().unwrap().iter();
    let part = |range: &Value| {
        let end = |at: usize| usize::try_from(range[at].as_u64().unwrap()).unwrap();
        letters[end(0)..end(1)].iter().collect()
    };
    ranges.map(part).collect()
}

async fn says(app: &TestApp, text: &str) -> String {
    let page = app.visitor().await;
    page.send("1", text).await.data();
    page.user
}

#[actix_web::test]
async fn words_are_found_in_chinese_japanese_thai_korean_and_english() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let said = [
        ("我想申请退款，谢谢", "退款"),
        ("靴を返品したいです", "返品"),
        ("ต้องการคืนเงินค่ะ", "คืนเงิน"),
        ("환불해 주세요", "환불"),
        ("Where is my REFUND?", "refund"),
        ("ＦＵＬＬ ｗｉｄｔｈ", "full"),
    ];
    for (text, _) in said {
        says(&app, text).await;
    }
    for (text, word) in said {
        let list = found(&app, &lin, json!({ "text": word })).await;

        assert_eq!(list.len(), 1, "{word}");
        let hit = &list[0]["hits"][0];
        assert_eq!(hit["text"], text);
        assert_eq!(marked(hit).len(), 1, "{word}");
        assert_eq!(hit["senderType"], 1);
        assert!(
            hit["msgId"]
                .as_str()
                .unwrap()
                .starts_with(list[0]["id"].as_str().unwrap())
        );
    }
    assert_eq!(users(&app, &lin, "退货").await, [""; 0]);
    app.stop().await;
}

#[actix_web::test]
async fn names_forms_left_messages_and_work_orders_are_found() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let body = json!({
        "channelId": "web", "locale": "en", "userName": "Amira Haddad", "email": "amira@example.com",
    });
    let page = app.page(body).await;
    let form = json!({ "userName": "Amira Haddad", "formParams": "{\"order\":\"A-1024\"}" });
    page.call("submitUserForm", form).await.data();
    page.send("1", "hello").await.data();
    let left = json!({
        "channelId": "leave", "customerName": "Bo", "customerPhone": "", "customerEmail": "bo@example.com",
        "msgContent": "A parcel from Oslo is missing", "leaveMsgType": 1,
    });
    page.call("leaveMsg", left).await.data();

    for (text, kind) in [
        ("haddad", "conversation"),
        ("A-1024", "conversation"),
        ("amira@example.com", "conversation"),
        ("oslo", "leaveMsg"),
        ("bo@example", "leaveMsg"),
    ] {
        let list = found(&app, &lin, json!({ "text": text })).await;
        assert_eq!(list.len(), 1, "{text}");
        assert_eq!(list[0]["kind"], kind, "{text}");
    }
    let named = found(&app, &lin, json!({ "text": "amira" })).await;
    assert_eq!(marked(&named[0]["userName"]), ["Amira"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_finds_what_their_groups_allow_and_nobody_finds_another_tenants() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    page.send("1", "a walrus").await.data();
    let robots = says(&app, "another walrus").await;
    let (jo, lin) = (app.agent("jo").await, app.agent("lin").await);
    let rival = app.agent_of("rival", "ron").await;

    let mut own = vec![robots.clone(), page.user.clone()];
    let mut mias = users(&app, &mia, "walrus").await;
    let mut lins = users(&app, &lin, "walrus").await;
    let jos = users(&app, &jo, "walrus").await;

    own.sort();
    mias.sort();
    lins.sort();
    assert_eq!(mias, own);
    assert_eq!(lins, own);
    assert_eq!(jos, [robots]);
    assert_eq!(users(&app, &rival, "walrus").await, [""; 0]);
    assert_eq!(users(&app, &rival, "").await, [""; 0]);
    app.stop().await;
}

#[actix_web::test]
async fn the_robots_conversations_of_other_groups_are_not_found() {
    let app = TestApp::new().await;
    // The channel belongs to support; Mia works for sales.
    let opened = json!({ "channelId": "one-group", "locale": "en" });
    let page = app.page(opened).await;
    page.send("1", "a walrus").await.data();
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);

    assert_eq!(users(&app, &mia, "walrus").await, [""; 0]);
    assert_eq!(users(&app, &lin, "walrus").await, [page.user]);
    app.stop().await;
}

#[actix_web::test]
async fn filters_select_and_pages_continue() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let mut all = Vec::new();
    for number in 0..45 {
        let user = says(&app, &format!("walrus number {number}")).await;
        app.clock.advance(Span::from_secs(60));
        all.push(user);
    }
    all.reverse();
    let mut seen = Vec::new();
    let mut cursor = json!("");
    loop {
        let page = search(&app, &lin, json!({ "text": "walrus", "cursor": cursor })).await;
        let list = page["list"].as_array().unwrap();
        assert!(list.len() <= 20);
        seen.extend(
            list.iter()
                .map(|one| one["userId"].as_str().unwrap().to_owned()),
        );
        cursor = page["cursor"].clone();
        if cursor == "" {
            break;
        }
    }
    assert_eq!(seen, all);

    let newest = found(&app, &lin, json!({})).await;
    assert_eq!(newest[0]["userId"], all[0].as_str());
    assert_eq!(
        newest[0]["hits"][0]["text"].as_str().map(str::is_empty),
        Some(false)
    );
    let at = newest[5]["time"].as_i64().unwrap();
    let since = found(&app, &lin, json!({ "text": "walrus", "from": at })).await;
    assert_eq!(since.len(), 6);
    let before = found(&app, &lin, json!({ "text": "walrus", "to": at })).await;
    assert_eq!(before[0]["userId"], all[6].as_str());
    for (filter, is_any) in [
        (json!({ "state": "open" }), true),
        (json!({ "state": "ended" }), false),
        (json!({ "kind": "conversation" }), true),
        (json!({ "kind": "workOrder" }), false),
        (json!({ "channelId": "web" }), true),
        (json!({ "channelId": "other" }), false),
        (json!({ "adminId": "mia" }), false),
        (json!({ "groupId": "sales" }), false),
        (json!({ "tag": "refund" }), false),
        (json!({ "rating": 5 }), false),
    ] {
        let list = found(&app, &lin, filter.clone()).await;
        assert_eq!(!list.is_empty(), is_any, "{filter}");
    }
    app.stop().await;
}

#[actix_web::test]
async fn an_ended_conversation_is_found_by_its_agent_group_rating_and_tag() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    page.send("1", "a walrus").await.data();
    mia.say(&page, "a", "It is a seal").await.data();
    page.call("chatClose", json!({})).await.data();
    let rating = json!({ "evaluateAdminStar": 5, "evaluateAdminTag": "friendly" });
    page.call("evaluate", rating).await.data();
    let lin = app.agent("lin").await;
    let tag = json!({ "name": "Refund", "colour": "blue" });
    lin.call("tags/create", tag).await.data();
    let tags = json!({ "userId": page.user, "add": ["refund"] });
    lin.call("changeTags", tags).await.data();

    let filter = json!({
        "text": "seal", "state": "ended", "adminId": "mia", "groupId": "sales", "rating": 5,
        "tag": "refund",
    });
    let list = found(&app, &mia, filter).await;

    assert_eq!(list.len(), 1);
    assert_eq!(
        (&list[0]["rating"], &list[0]["state"]),
        (&json!(5), &json!("ended"))
    );
    assert_eq!(list[0]["adminIds"], json!(["mia"]));
    assert_eq!(list[0]["tags"], json!(["refund"]));
    assert_eq!(list[0]["hits"][0]["senderType"], 2);
    app.stop().await;
}

#[actix_web::test]
async fn what_is_recalled_or_erased_is_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (page, mia) = served(&app).await;
    let lin = app.agent("lin").await;
    page.send("1", "a walrus").await.data();
    let sent = mia.say(&page, "a", "a secret seal").await.data().clone();
    assert_eq!(
        users(&app, &lin, "secret").await,
        std::slice::from_ref(&page.user)
    );

    let recalled = json!({ "userId": page.user, "msgId": sent["msgId"] });
    mia.call("recallMsg", recalled).await.data();

    assert_eq!(users(&app, &lin, "secret").await, [""; 0]);
    assert_eq!(
        users(&app, &lin, "walrus").await,
        std::slice::from_ref(&page.user)
    );
    let body = json!({ "userId": page.user, "password": "a-long-password" });
    admin.call("visitor/erase", body).await.data();
    assert_eq!(users(&app, &lin, "walrus").await, [""; 0]);
    app.stop().await;
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[actix_web::test]
async fn an_index_that_lags_behind_the_store_catches_up() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let aside = tempfile::tempdir().unwrap();
    let index = folder.path().join("search");
    let app = TestApp::on_disk(&folder).await;
    let erased = says(&app, "a walrus to forget").await;
    says(&app, "a walrus to keep").await;
    app.stop().await;
    // As a killed process leaves it: the index of an earlier time, which does not say that it is complete.
    copy(&index, aside.path());
    std::fs::remove_file(aside.path().join("frontdesk-clean")).unwrap();
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let body = json!({ "userId": erased, "password": "a-long-password" });
    admin.call("visitor/erase", body).await.data();
    let later = says(&app, "a later walrus").await;
    app.stop().await;
    std::fs::remove_dir_all(&index).unwrap();
    copy(aside.path(), &index);

    let app = TestApp::on_disk(&folder).await;
    let lin = app.agent("lin").await;

    let users = users(&app, &lin, "walrus").await;
    assert_eq!(users.len(), 2);
    assert!(users.contains(&later) && !users.contains(&erased));
    app.stop().await;
}

#[actix_web::test]
async fn a_missing_or_broken_index_is_built_again() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let index = folder.path().join("search");
    let app = TestApp::on_disk(&folder).await;
    let user = says(&app, "a walrus").await;
    app.stop().await;
    let breaks: [fn(&Path); 3] = [
        |index| std::fs::remove_dir_all(index).unwrap(),
        |index| std::fs::write(index.join("meta.json"), "{").unwrap(),
        |index| {
            let meta = std::fs::read_to_string(index.join("meta.json")).unwrap();
            let other = meta.replace("\\\"version\\\":2", "\\\"version\\\":1");
            assert_ne!(meta, other);
            std::fs::write(index.join("meta.json"), other).unwrap();
        },
    ];
    for (number, damage) in breaks.into_iter().enumerate() {
        damage(&index);

        let app = TestApp::on_disk(&folder).await;
        let lin = app.agent("lin").await;

        assert_eq!(
            users(&app, &lin, "walrus").await,
            std::slice::from_ref(&user),
            "{number}"
        );
        app.stop().await;
    }
}

#[actix_web::test]
async fn a_search_that_is_not_valid_names_the_field() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    for (body, message) in [
        (json!({ "text": "a".repeat(101) }), "text is too long"),
        (json!({ "text": "?!" }), "text has no letter or digit"),
        (json!({ "kind": "other" }), "kind is not valid"),
        (json!({ "state": "other" }), "state is not valid"),
        (json!({ "cursor": "x" }), "cursor is not valid"),
        (json!({ "from": u64::MAX }), "from is not valid"),
        (json!({ "tag": "a".repeat(201) }), "tag is too long"),
    ] {
        mia.call("search", body).await.is_refused(400, message);
    }
    app.stop().await;
}

#[actix_web::test]
async fn notices_and_greetings_are_neither_found_nor_shown_as_the_last_line() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut web = admin.get("channels", json!({ "channelId": "web" })).await;
    web["adminWelcomeMsg"] = json!("{nick} greets the albatross.");
    web["robotWelcomeMsg"] = json!("Ask the robot of the albatross.");
    web["adminCloseMode"] = json!(1);
    web["adminCloseMsg"] = json!("Come back, albatross.");
    web["userQueueMode"] = json!(1);
    web["userQueueMsg"] = json!("Number ## after the albatross.");
    admin.call("channels/put", web).await.data();
    let (answered, mia) = served(&app).await;
    answered.send("1", "Where is my parcel?").await.data();
    mia.call("closeConversation", json!({ "userId": answered.user }))
        .await
        .data();
    let mia = app.agent_online("mia", 1).await;
    let silent = app.visitor().await;
    silent.transfer().await.data();
    let waiting = app.visitor().await;
    waiting.send("1", "A question to the robot").await.data();
    waiting.transfer().await.data();
    let shown = async |state: &str| {
        let list = found(&app, &mia, json!({ "state": state })).await;
        let row = |one: &Value| {
            let said = one["hits"][0]["text"].as_str().map(str::to_owned);
            (one["userId"].as_str().unwrap().to_owned(), said)
        };
        list.iter().map(row).collect::<Vec<_>>()
    };

    let (ended, open) = (shown("ended").await, shown("open").await);

    let question = Some("Where is my parcel?".to_owned());
    assert_eq!(ended, [(answered.user.clone(), question)]);
    assert!(open.contains(&(silent.user.clone(), None)), "{open:?}");
    let asked = Some("A question to the robot".to_owned());
    assert!(open.contains(&(waiting.user.clone(), asked)), "{open:?}");
    for word in ["albatross", "greets", "number"] {
        assert_eq!(users(&app, &mia, word).await, [""; 0], "{word}");
    }
    assert_eq!(users(&app, &mia, "parcel").await, [answered.user]);
    app.stop().await;
}

/// A conversation ended long ago is still a conversation of its visitor: each session is found by itself.
#[actix_web::test]
async fn each_session_of_a_visitor_is_found_by_itself() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let page = app.visitor().await;
    page.send("1", "first walrus").await.data();
    page.call("chatClose", json!({})).await.data();
    let page: Page<'_> = page.again().await;
    page.send("2", "second walrus").await.data();

    let list = found(&app, &lin, json!({ "text": "walrus" })).await;

    let states: Vec<&Value> = list.iter().map(|one| &one["state"]).collect();
    assert_eq!(states, ["open", "ended"]);
    assert_eq!(marked(&list[1]["hits"][0]), ["walrus"]);
    assert_eq!(list[1]["hits"][0]["text"], "first walrus");
    app.stop().await;
}
