//! The server is killed in the middle of deliveries. Every acknowledged message reaches the receiver at least once, and
//! the messages of a conversation come in order.

#[path = "../common/receiver.rs"]
#[allow(dead_code)]
mod receiver;

use crate::Dice;
use crate::client::message;
use crate::process::Process;
use receiver::{Arrived, Receiver};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tempfile::TempDir;

const KILLS: usize = 8;
const VISITORS: usize = 6;
/// Maximum of messages before a kill.
const MESSAGES_MAX: usize = 120;

struct Visitor {
    user: String,
    token: String,
    /// The numbers of acknowledged messages.
    acknowledged: Vec<usize>,
}

/// Signs the administrator in and adds a webhook.
async fn add_webhook(server: &Process, url: &str) {
    let client = server.client();
    let login = json!({ "tenantId": "shop", "account": "ada", "password": "a-long-password" });
    let signed_in = client.post("/api/agent/login", None, &login).await.unwrap();
    let token = signed_in["token"].as_str().unwrap();
    let hook = json!({ "url": url, "events": ["message.created"], "enabled": true });
    let path = "/api/admin/webhooks/put";
    client.post(path, Some(token), &hook).await.unwrap();
}

async fn open(server: &Process) -> Visitor {
    let body = json!({ "channelId": "web", "locale": "en" });
    let path = "/api/chat/visitor/chatStart";
    let started = server.client().post(path, None, &body).await.unwrap();
    let text = |field: &str| started[field].as_str().unwrap().to_owned();
    Visitor {
        user: text("userId"),
        token: text("token"),
        acknowledged: Vec::new(),
    }
}

fn words(number: usize) -> String {
    format!("number {number}")
}

/// The numbers of the messages of each visitor, as they first arrived.
fn first_arrivals(arrived: &[Arrived]) -> BTreeMap<String, Vec<usize>> {
    let mut seen = BTreeSet::new();
    let mut all: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for one in arrived {
        let (text, data) = (one.text(), one.json()["data"].clone());
        let number = text
            .strip_prefix("number ")
            .map(|digits| digits.parse().unwrap());
        if let (Some(number), Value::String(user)) = (number, &data["userId"])
            && seen.insert((user.clone(), number))
        {
            all.entry(user.clone()).or_default().push(number);
        }
    }
    all
}

#[actix_web::test]
async fn no_event_of_an_acknowledged_message_is_lost_by_kills_and_their_order_holds() {
    let receiver = Receiver::start();
    let folder = TempDir::new().unwrap();
    let mut dice = Dice(20_261_126);
    let mut server = Process::start_calling(&receiver.host, folder.path());
    add_webhook(&server, &receiver.url("/hook")).await;
    let mut visitors = Vec::new();
    for _ in 0..VISITORS {
        visitors.push(open(&server).await);
    }
    let mut number = 0;
    for _ in 0..KILLS {
        let client = server.client();
        for _ in 0..1 + dice.below(MESSAGES_MAX) {
            let visitor = &mut visitors[dice.below(VISITORS)];
            let body = message(&visitor.user, &format!("id {number}"), &words(number));
            client
                .visitor("sendMsg", &visitor.token, &body)
                .await
                .unwrap();
            visitor.acknowledged.push(number);
            number += 1;
        }
        server.kill();
        server = Process::start_calling(&receiver.host, folder.path());
    }

    let is_complete = |arrived: &[Arrived]| {
        let first = first_arrivals(arrived);
        visitors.iter().all(|visitor| {
            let here = first.get(&visitor.user).map_or(0, Vec::len);
            here == visitor.acknowledged.len()
        })
    };
    let arrived = receiver.until_it(is_complete).await;
    let first = first_arrivals(&arrived);
    for visitor in &visitors {
        if !visitor.acknowledged.is_empty() {
            assert_eq!(first[&visitor.user], visitor.acknowledged);
        }
    }
    // Nothing else follows: what was delivered is removed.
    actix_web::rt::time::sleep(Duration::from_millis(500)).await;
    server.kill();
    let before = receiver.arrived().len();
    let server = Process::start_calling(&receiver.host, folder.path());
    let probe = open(&server).await;
    let body = message(&probe.user, "probe", "the last");
    server
        .client()
        .visitor("sendMsg", &probe.token, &body)
        .await
        .unwrap();
    let all = receiver
        .until_it(|all| all.iter().any(|one| one.text() == "the last"))
        .await;
    let again = all[before..]
        .iter()
        .filter(|one| one.text().starts_with("number"));
    assert_eq!(again.count(), 0);
}
