//! Unusual conditions: changed machine clocks, many requests at once, and files referenced in unusual places.

use crate::helpers::{Desk, Page, TestApp, served, texts};
use crate::uploads::{form, png, post, upload};
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::SteadyClock;
use serde_json::{Value, json};
use server::files::unused;
use std::sync::Arc;

const DAY: Span = Span::from_minutes(24 * 60 + 11);

async fn agents_file(desk: &Desk<'_>) -> String {
    let sent = post(
        desk.app,
        "/api/agent/upload",
        &desk.token,
        form("pot.png", &png()),
    )
    .await;
    sent.data()["url"].as_str().unwrap().to_owned()
}

async fn after_a_day(app: &TestApp, file: &str) -> u16 {
    let day = app.state.now() + DAY;
    unused::remove(&app.state, day).await.unwrap();
    app.get(file, &[]).await.status
}

#[actix_web::test]
async fn a_hundred_uploads_at_once_are_stored_or_slowed_and_leave_no_partial_file() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let picture = png();

    let uploads = (0..100).map(|_| upload(&page, "shelf.png", &picture));
    let answers = futures_util::future::join_all(uploads).await;

    let kept = answers.iter().filter(|answer| answer.status == 200).count();
    let slowed = answers.iter().filter(|answer| answer.status == 429);
    for refused in slowed.clone() {
        assert!(refused.header("retry-after").is_some());
    }
    assert_eq!(kept + slowed.count(), 100);
    assert!(kept >= 2, "{kept}");
    let folder = app.folder.path().join("uploads");
    let half = std::fs::read_dir(folder.join("incoming")).unwrap().count();
    let files = std::fs::read_dir(folder).unwrap().count() - 1;
    assert_eq!((half, files), (0, kept));
    upload(&page, "shelf.png", &picture).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn a_file_in_two_messages_at_once_is_kept_although_one_is_refused() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let file = upload(&page, "shelf.png", &png()).await.data()["url"].clone();
    let file = file.as_str().unwrap();

    // Both messages have the same id, so the second one is refused.
    let texts = [format!("see {file}"), format!("look at {file}")];
    let (one, another) = tokio::join!(page.send("1", &texts[0]), page.send("1", &texts[1]));
    let mut statuses = [one.status, another.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    assert_eq!(after_a_day(&app, file).await, 200);

    let other = upload(&page, "other.png", &png()).await.data()["url"].clone();
    let other = other.as_str().unwrap();
    page.call("chatClose", json!({})).await.data();
    page.send("2", other).await.is_refused(409, "chat ended");
    assert_eq!(after_a_day(&app, other).await, 404);
    app.stop().await;
}

#[actix_web::test]
async fn a_file_referenced_in_rich_text_a_card_or_a_document_is_kept() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let (rich, card, answer, unnamed) = (
        agents_file(&desk).await,
        agents_file(&desk).await,
        agents_file(&desk).await,
        agents_file(&desk).await,
    );

    let text = format!("<p>Here: <img src=\"{rich}\"></p>");
    let body = json!({ "userId": page.user, "msgType": 12, "msgContent": text });
    desk.call("sendMsg", body).await.data();
    let goods =
        json!({ "title": "A pot", "imgUrl": card, "describe": "", "label": "", "fromUrl": "" });
    let body = json!({ "userId": page.user, "msgType": 7, "msgContent": goods.to_string() });
    desk.call("sendMsg", body).await.data();
    let admin = app.admin().await;
    let document = json!({
        "robotNo": "fern", "docId": "pots", "lang": "en", "question": "Which pots?",
        "answer": format!("<img src=\"{answer}\">")
    });
    admin.call("docs/put", document).await.data();

    assert_eq!(after_a_day(&app, &unnamed).await, 404);
    for stays in [&rich, &card, &answer] {
        assert_eq!(app.get(stays, &[]).await.status, 200, "{stays}");
    }
    app.stop().await;
}

async fn times(page: &Page<'_>) -> Vec<i64> {
    let body = json!({ "pageSize": 50, "maxTime": 0 });
    let history = page.call("getHistoryMsg", body).await;
    let list = history.data()["msgList"].as_array().unwrap().clone();
    let time = |message: &Value| message["msgTime"].as_i64().unwrap();
    list.iter().map(time).collect()
}

#[actix_web::test]
async fn messages_stay_in_order_when_the_machine_clock_is_set_back_or_forward() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let noon = Timestamp::from_millis(1_790_000_000_000);
    let app = TestApp::on_disk_at(&folder, SteadyClock::from(noon)).await;
    let page = app.visitor().await;
    page.send("1", "at noon").await.data();
    let started = page.started.clone();
    app.stop().await;
    let hour = Span::from_minutes(60);
    for (number, now) in [
        (2, noon - hour),
        (3, noon + hour),
        (4, noon - Span::from_secs(5)),
    ] {
        let app = TestApp::on_disk_at(&folder, SteadyClock::from(now)).await;
        let page = Page::from(&app, started.clone());
        let id = number.to_string();
        page.send(&id, &format!("start {number}")).await.data();
        app.stop().await;
    }

    let app = TestApp::on_disk_at(&folder, SteadyClock::from(noon + hour)).await;
    let page = Page::from(&app, started);
    let events = page.events(0).await;
    let said: Vec<&str> = texts(&events).into_iter().skip(1).collect();
    assert_eq!(said, ["at noon", "start 2", "start 3", "start 4"]);
    assert!(times(&page).await.is_sorted_by(|one, next| one < next));
    page.send("1", "at noon").await.data();
    assert_eq!(page.events(0).await.len(), events.len());
    app.stop().await;
}

#[actix_web::test]
async fn after_a_long_stop_all_due_conversations_are_reminded_in_several_batches() {
    const MANY: usize = 300;
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let begun = Timestamp::from_millis(1_790_000_000_000);
    let app = TestApp::on_disk_at(&folder, SteadyClock::from(begun)).await;
    let admin = app.admin().await;
    let mut lin = admin.get("agents", json!({ "adminId": "lin" })).await;
    lin["capacity"] = json!(1_000);
    admin.call("agents/put", lin).await.data();
    let mut timed = admin.get("channels", json!({ "channelId": "timed" })).await;
    timed["userTimeoutTime"] = json!(5);
    timed["adminTimeoutMode"] = json!(0);
    admin.call("channels/put", timed).await.data();
    let desk = app.agent_online("lin", 1_000).await;
    let mut pages = Vec::new();
    for number in 0..MANY {
        let page = app
            .page(json!({ "channelId": "timed", "locale": "en" }))
            .await;
        page.transfer().await.data();
        desk.say(&page, &number.to_string(), "Can I help?")
            .await
            .data();
        pages.push(page.started.clone());
    }
    app.stop().await;

    let later = begun + Span::from_minutes(6);
    let app = TestApp::on_disk_at(&folder, SteadyClock::from(later)).await;

    let due = |store: Arc<dyn actors_runtime::ports::Store>| move || store.due(later, MANY);
    loop {
        let left = actix_web::web::block(due(Arc::clone(app.state.office.store()))).await;
        if left.unwrap().unwrap().is_empty() {
            break;
        }
        actix_web::rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    for started in pages {
        let page = Page::from(&app, started);
        let events = page.events(0).await;
        assert!(texts(&events).contains(&"Still there?"), "{}", page.user);
    }
    app.stop().await;
}
