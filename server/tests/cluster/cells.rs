//! Two cells on the same NATS servers. Each has its own tenants, nodes and owner.

use crate::http;
use crate::node::{Common, Kind, Node};
use crate::servers::standing;
use crate::tenant::{self, Size};
use actors_nats::testing::Cluster as Nats;
use serde_json::{Value, json};
use std::future::Future;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Timeout of a start and of a take-over.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Waits until this holds.
async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let until = Instant::now() + PATIENCE;
    while !holds().await {
        assert!(Instant::now() < until, "{what}");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Whether this node is ready and knows this owner of its cell.
async fn has_owner(client: &reqwest::Client, node: &Node, owner: &str) -> bool {
    let said = standing(client, &node.url()).await;
    said.is_some_and(|said| said.is_ready && said.owner == owner)
}

/// Calls a node for a visitor. Returns the status and `data`.
async fn call(
    client: &reqwest::Client,
    node: &Node,
    (call, token): (&str, &str),
    body: &Value,
) -> (u16, Value) {
    let url = format!("{}/api/chat/visitor/{call}", node.url());
    let asked = client.post(url).bearer_auth(token).json(body);
    let answer = asked.send().await.unwrap();
    let status = answer.status().as_u16();
    let mut told: Value = answer.json().await.unwrap();
    (status, told["data"].take())
}

fn said(data: &Value, field: &str) -> String {
    data[field].as_str().unwrap().to_owned()
}

/// A visitor of the shop's only channel, who has sent one text.
async fn visitor(client: &reqwest::Client, node: &Node, text: &str) -> (String, String) {
    let begin = json!({ "channelId": tenant::CHANNEL, "locale": "en" });
    let url = format!("{}/api/chat/visitor/chatStart", node.url());
    let answer = client.post(url).json(&begin).send().await.unwrap();
    let mut told: Value = answer.json().await.unwrap();
    let started = told["data"].take();
    let (user, token) = (said(&started, "userId"), said(&started, "token"));
    let message = json!({ "userId": user, "id": text, "msgType": 1, "msgContent": text });
    let (status, _) = call(client, node, ("sendMsg", &token), &message).await;
    assert_eq!(status, 200);
    (user, token)
}

/// The texts that a node tells this visitor, or the status of its refusal.
async fn texts(
    client: &reqwest::Client,
    node: &Node,
    (user, token): &(String, String),
) -> Result<String, u16> {
    let body = json!({ "userId": user, "pageSize": 50, "maxTime": 0 });
    match call(client, node, ("getHistoryMsg", token), &body).await {
        (200, data) => Ok(data.to_string()),
        (refused, _) => Err(refused),
    }
}

fn status_of(node: &Node) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    command
        .args(["cluster", "status", "--data"])
        .arg(node.data());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_cells_on_the_same_nats_servers_share_neither_people_nor_owners_nor_folders() {
    let folder = TempDir::new().unwrap();
    let fixtures = folder.path().join("fixtures");
    tenant::write(&fixtures, Size::of(2));
    let (nats, client) = (Nats::start().await, http::client());
    let ports: Vec<u16> = (0..3).map(|server| nats.port(server)).collect();
    let common = Common {
        kind: Kind::Program,
        folder: folder.path(),
        fixtures: &fixtures,
        nats: &ports,
        monitors: &nats.monitors(),
        net: None,
    };
    let mut first = Node::new(0, &common).await;
    let (mut owner, mut stand_by) = (Node::new(1, &common).await, Node::new(2, &common).await);
    owner.works_for(1);
    stand_by.works_for(1);
    for node in [&mut first, &mut owner] {
        node.start();
        let name = node.name().to_owned();
        until("a cell has an owner", || has_owner(&client, node, &name)).await;
    }
    stand_by.start();
    until("the stand-by follows", || {
        has_owner(&client, &stand_by, "node-1")
    })
    .await;

    let (anna, ben) = (
        visitor(&client, &first, "I am Anna").await,
        visitor(&client, &stand_by, "I am Ben").await,
    );

    // A tenant of the same name is another one.
    let told = texts(&client, &stand_by, &ben).await.unwrap();
    assert!(told.contains("I am Ben"), "{told}");
    assert_eq!(texts(&client, &stand_by, &anna).await, Err(401));
    assert_eq!(texts(&client, &first, &ben).await, Err(401));
    let (one, two) = (status_of(&first), status_of(&stand_by));
    assert!(one.contains("node-0") && !one.contains("node-1"), "{one}");
    assert!(two.starts_with("cell 1\n"), "{two}");
    assert!(two.contains("node-1") && two.contains("node-2"), "{two}");
    assert!(!two.contains("node-0"), "{two}");

    // A lost owner concerns its own cell alone.
    let before = standing(&client, &first.url()).await;
    owner.kill();
    until("the stand-by takes over", || {
        has_owner(&client, &stand_by, "node-2")
    })
    .await;
    let told = texts(&client, &stand_by, &ben).await.unwrap();
    assert!(told.contains("I am Ben"), "{told}");
    assert_eq!(standing(&client, &first.url()).await, before);

    // A folder stays with its cell.
    owner.works_for(0);
    owner.start();
    until("a node of another cell's folder ends", || {
        let has_ended = owner.has_ended();
        async move { has_ended }
    })
    .await;
    assert!(
        owner.last_words().contains("is of cell 1"),
        "{}",
        owner.last_words()
    );
}
