//! Which requests an overloaded server refuses, and which it never refuses (docs/decisions/0021).

use crate::helpers::{Answer, TestApp};
use crate::uploads::{png, upload};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use parking_lot::{Condvar, Mutex};
use serde_json::json;
use server::settings::Switch;
use server::store::sled::{SledOptions, Step};
use std::sync::Arc;

/// Number of refusable requests that a worker serves at the same time.
const TURNS: usize = 64;

/// A disk whose syncs block while it is held.
#[derive(Default)]
struct Disk {
    is_held: Mutex<bool>,
    released: Condvar,
}

impl Disk {
    fn hold(&self) {
        *self.is_held.lock() = true;
    }

    fn release(&self) {
        *self.is_held.lock() = false;
        self.released.notify_all();
    }

    fn sync(&self) {
        let mut is_held = self.is_held.lock();
        self.released.wait_while(&mut is_held, |is_held| *is_held);
    }
}

async fn app_on(disk: &Arc<Disk>, limits: Switch) -> TestApp {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let mut options = SledOptions::new(&folder.path().join("store"));
    let disk = Arc::clone(disk);
    options.probe = Some(Arc::new(move |step| {
        if step == Step::Sync {
            disk.sync();
        }
        Ok(())
    }));
    TestApp::on_disk_as(&folder, options, |settings| settings.limits = limits).await
}

async fn start(app: &TestApp) -> Answer {
    let body = json!({ "channelId": "web", "locale": "en" });
    app.post("/api/chat/visitor/chatStart", None, &body).await
}

#[track_caller]
fn is_busy(answer: &Answer) {
    answer.is_refused(503, "not available at the moment");
    assert_eq!(answer.header("retry-after"), Some("1"));
}

#[actix_web::test]
async fn under_overload_new_chats_are_refused_and_messages_wait() {
    let disk = Arc::default();
    let app = app_on(&disk, Switch::On).await;
    let desk = app.agent_online("mia", 5).await;
    let (page, leaving, asking) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );
    page.transfer().await.data();
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();

    let picture = png();

    disk.hold();
    let mut starts: FuturesUnordered<_> = (0..=TURNS).map(|_| start(&app)).collect();
    let refused = async {
        is_busy(&starts.next().await.unwrap());
        let (asked, tipped, history, uploaded) = tokio::join!(
            asking.call("robotAsk", json!({ "question": "Which pots?" })),
            asking.call("robotTips", json!({ "question": "Which" })),
            asking.call("getHistoryMsg", json!({ "pageSize": 20, "maxTime": 0 })),
            upload(&page, "pot.png", &picture),
        );
        for answer in [asked, tipped, history, uploaded] {
            is_busy(&answer);
        }
        disk.release();
    };
    let (sent, said, polled, resumed, closed, ()) = tokio::join!(
        page.send("1", "hello"),
        desk.say(&page, "2", "welcome"),
        page.poll_for(cursor, 20_000),
        page.again(),
        leaving.call("chatClose", json!({})),
        refused,
    );

    for answer in [sent, said, polled, closed] {
        answer.data();
    }
    assert_eq!(resumed.user, page.user);
    while let Some(answer) = starts.next().await {
        answer.data();
    }
    start(&app).await.data();
    drop(starts);
    app.stop().await;
}

#[actix_web::test]
async fn without_limits_no_chat_is_refused() {
    let disk = Arc::default();
    let app = app_on(&disk, Switch::Off).await;

    disk.hold();
    let mut starts: FuturesUnordered<_> = (0..=TURNS).map(|_| start(&app)).collect();
    // Longer than the timeout of a request that waits for its turn.
    let patience = std::time::Duration::from_millis(700);
    let refused = tokio::time::timeout(patience, starts.next()).await;
    disk.release();

    assert!(refused.is_err(), "{refused:?}");
    while let Some(answer) = starts.next().await {
        answer.data();
    }
    drop(starts);
    app.stop().await;
}
