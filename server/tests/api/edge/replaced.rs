//! One owner goes, another comes.

use super::{KEY, POLL, RunningEdge, membership};
use crate::helpers::{Answer, Page, TestApp, answer, texts};
use actix_web::rt::task::{JoinHandle, spawn_blocking};
use actors_runtime::ports::Store;
use actors_runtime::testing::MemoryStore;
use serde_json::json;
use server::cluster::edge::Edge;
use server::cluster::key::ClusterKey;
use server::cluster::membership::OwnerAddress;
use server::listeners::Listeners;
use server::settings::Settings;
use server::store::sled::{SledOptions, SledStore};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Polls at an edge for 25 s, and goes on while the test does other things.
fn poll(edge: &RunningEdge, page: &Page<'_>) -> JoinHandle<Answer> {
    let body = json!({ "pollId": page.poll, "cursor": 1, "wait": 25_000, "userId": page.user });
    let asked = page.app.client.post(format!("{}{POLL}", edge.url));
    let asked = asked.bearer_auth(&page.token).json(&body).send();
    actix_web::rt::spawn(async move { answer(asked.await.unwrap()).await })
}

/// The store in this folder. A stopped owner has closed it, so the next one opens it again.
fn stored(folder: &TempDir) -> Arc<dyn Store> {
    Arc::new(SledStore::open(SledOptions::new(folder.path())).unwrap())
}

/// An owner with this store, whose people come in through the edge.
async fn next_owner(store: Arc<dyn Store>, edge: &RunningEdge, epoch: u64) -> TestApp {
    let mut owner = TestApp::owner(store, membership("owner").0, |_| {}).await;
    edge.follows(&owner, epoch);
    owner.url = edge.url.clone();
    owner
}

#[actix_web::test]
async fn a_poll_is_sent_again_to_the_next_owner() {
    let (folder, edge) = (TempDir::new().unwrap(), RunningEdge::new().await);
    let first = next_owner(stored(&folder), &edge, 1).await;
    let page = first.visitor().await;
    let started = page.started.clone();
    let polled = poll(&edge, &page);
    first.until_held(1).await;
    edge.tell.send_replace(None);
    first.until_held(0).await;
    first.stop().await;

    let second = next_owner(stored(&folder), &edge, 2).await;
    second.until_held(1).await;
    let page = Page::from(&second, started);
    page.send("1", "hello again").await.data();

    let told = polled.await.unwrap();
    let events = told.data()["msgList"].as_array().unwrap().clone();
    assert_eq!(texts(&events), ["hello again"]);
}

#[actix_web::test]
async fn without_an_owner_a_request_waits_and_is_refused_then() {
    let (store, edge) = (Arc::new(MemoryStore::new()), RunningEdge::new().await);
    let owner = next_owner(store.clone(), &edge, 1).await;
    let page = owner.visitor().await;
    edge.tell.send_replace(None);
    let begun = Instant::now();
    let waits = poll(&edge, &page);

    let refused = page.send("1", "hello").await;

    assert!(begun.elapsed() >= Duration::from_secs(7));
    for refused in [refused, waits.await.unwrap()] {
        refused.is_refused(503, "not available at the moment");
        assert_eq!(refused.header("retry-after"), Some("2"));
    }
    edge.follows(&owner, 2);
    page.send("1", "hello").await.data();
}

#[actix_web::test]
async fn a_message_that_finds_no_owner_goes_to_the_next_one() {
    let (store, edge) = (Arc::new(MemoryStore::new()), RunningEdge::new().await);
    let first = next_owner(store.clone(), &edge, 1).await;
    let page = first.visitor().await;
    edge.tell.send_replace(None);

    let (sent, second) = tokio::join!(page.send("1", "hello"), next_owner(store.clone(), &edge, 2));

    sent.data();
    let page = Page::from(&second, page.started.clone());
    assert_eq!(texts(&page.events(1).await), ["hello"]);
}

#[actix_web::test]
async fn a_stopping_owner_hands_its_polls_to_the_next_one() {
    let (folder, edge) = (TempDir::new().unwrap(), RunningEdge::new().await);
    let first = next_owner(stored(&folder), &edge, 1).await;
    let page = first.visitor().await;
    let (started, polled) = (page.started.clone(), poll(&edge, &page));
    first.until_held(1).await;

    first.stop().await;

    let second = next_owner(stored(&folder), &edge, 2).await;
    second.until_held(1).await;
    let page = Page::from(&second, started);
    page.send("1", "hello again").await.data();
    let told = polled.await.unwrap();
    let events = told.data()["msgList"].as_array().unwrap().clone();
    assert_eq!(texts(&events), ["hello again"]);
}

#[actix_web::test]
async fn a_connection_waits_while_an_edge_becomes_the_owner() {
    let mut settings = Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        operator_listen: "127.0.0.1:0".parse().unwrap(),
        workers: 1,
        ..Settings::default()
    };
    settings.cluster.servers = vec!["nats://127.0.0.1:4222".to_owned()];
    settings.cluster.listen = "127.0.0.1:0".parse().unwrap();
    let held = Listeners::hold(&settings).unwrap();
    let url = format!("http://{}", held.public.local_addr().unwrap());
    let (node, tell) = membership("one");
    let edge = Edge::start(&settings, held.for_a_server().unwrap(), node.clone()).unwrap();
    let stopper = edge.stopper();
    let running = actix_web::rt::spawn(async move { edge.run().await.unwrap() });
    let alive = crate::http::client().get(format!("{url}/healthz"));
    assert_eq!(answer(alive.send().await.unwrap()).await.status, 200);
    stopper.stop().await;
    running.await.unwrap();

    let asked = crate::http::client().get(format!("{url}/readyz")).send();
    let asked = actix_web::rt::spawn(async move { answer(asked.await.unwrap()).await });
    tell.send_replace(Some(OwnerAddress {
        node: "one".to_owned(),
        address: held
            .internal
            .as_ref()
            .unwrap()
            .local_addr()
            .unwrap()
            .to_string(),
        epoch: 1,
    }));
    let (store, again) = (Arc::new(MemoryStore::new()), held.for_a_server().unwrap());
    let app = TestApp::owner_at(Some(again), store, node, |_| {}).await;

    let ready = asked.await.unwrap();
    assert_eq!(
        ready.text,
        "ready\nnode one\ncell 0\nrole owner\nowner one\nepoch 1\nlag -\n"
    );
    assert_eq!(app.url, url);
    assert!(app.numbers().await.contains("frontdesk_cluster_owner 1"));
}

#[actix_web::test]
async fn a_node_that_is_not_the_owner_takes_nothing_from_others() {
    let other = RunningEdge::with(|settings| {
        settings.cluster.servers = vec!["nats://127.0.0.1:4222".to_owned()];
        settings.cluster.listen = "127.0.0.1:0".parse().unwrap();
    })
    .await;
    let internal = other.internal.unwrap();
    let key = ClusterKey::new(KEY);
    let asked = crate::http::client().get(format!("http://{internal}/desk/"));

    let asked = asked.header("frontdesk-key", key.as_str());
    let refused = answer(asked.send().await.unwrap()).await;

    refused.is_refused(503, "not available at the moment");
    assert_eq!(refused.header("frontdesk-not-taken"), Some("1"));
}

#[actix_web::test]
async fn an_owner_that_vanishes_breaks_a_call_and_not_a_poll() {
    let edge = RunningEdge::new().await;
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let owner = |address: &str, epoch| OwnerAddress {
        node: "silent".to_owned(),
        address: address.to_owned(),
        epoch,
    };
    edge.tell.send_replace(Some(owner(&address, 1)));
    let client = crate::http::client();
    let send = client.post(format!("{}/api/chat/visitor/sendMsg", edge.url));
    let send = actix_web::rt::spawn(send.body("{}").send());
    // The owner takes the call and says nothing.
    let taken = spawn_blocking(move || silent.accept().unwrap().0).await;

    edge.tell.send_replace(None);

    let refused = answer(send.await.unwrap().unwrap()).await;
    refused.is_refused(503, "not available at the moment");
    assert_eq!(refused.header("retry-after"), Some("2"));
    drop(taken);
}
