//! Sessions behave alike on the threads of the connections and on their own threads.

use crate::helpers::{TestApp, texts};
use futures_util::future::join_all;
use serde_json::json;

/// The agent's capacity. Each visitor holds a poll, so there are more connections than threads.
const VISITORS: u32 = 3;

async fn everybody_hears_what_they_are_told(workers: usize, session_threads: usize) {
    let app = TestApp::with(|settings| {
        settings.workers = workers;
        settings.session_threads = session_threads;
    })
    .await;
    let mut pages = Vec::new();
    for _ in 0..VISITORS {
        let page = app.visitor().await;
        page.send("c-1", "hello").await.data();
        pages.push(page);
    }
    let desk = app.agent_online("mia", VISITORS).await;
    for page in &pages {
        assert_eq!(page.transfer().await.data()["status"], 2);
    }

    // The polls are held at the same time, so each has its own connection.
    let polls = join_all(pages.iter().map(async |page| {
        let mut cursor = 0;
        loop {
            let data = page.poll_for(cursor, 20_000).await.data().clone();
            let events = data["msgList"].as_array().unwrap().clone();
            if texts(&events).contains(&"welcome") {
                return;
            }
            cursor = data["cursor"].as_u64().unwrap();
        }
    }));
    let says = join_all(
        pages
            .iter()
            .map(async |page| desk.say(page, "a-1", "welcome").await.data().clone()),
    );
    let (_, said) = futures_util::future::join(polls, says).await;

    for (page, said) in pages.iter().zip(&said) {
        let repeat = desk.say(page, "a-1", "welcome").await.data().clone();
        assert_eq!(&repeat, said, "a repeat gets the first response");
    }
    let conversations = desk.call("listConversations", json!({})).await;
    let list = conversations.data()["list"].as_array().unwrap().clone();
    assert_eq!(list.len(), VISITORS as usize);
    app.stop().await;
}

#[actix_web::test]
async fn sessions_run_on_the_threads_of_the_connections() {
    everybody_hears_what_they_are_told(3, 0).await;
}

#[actix_web::test]
async fn sessions_run_on_their_own_threads() {
    everybody_hears_what_they_are_told(2, 2).await;
}
