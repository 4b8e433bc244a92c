//! The owner's address for other nodes: the key, and where a request comes from.

use super::{KEY, POLL, RunningEdge, cluster, connect, membership, owner};
use crate::helpers::{Page, TestApp, answer};
use actors_runtime::testing::MemoryStore;
use serde_json::json;
use server::cluster::key::ClusterKey;
use server::settings::Switch;
use std::io::{Read as _, Write as _};
use std::sync::Arc;

const START: &str = "/api/chat/visitor/chatStart";

#[actix_web::test]
async fn without_the_key_the_internal_address_refuses_and_closes() {
    let app = owner().await;
    let url = format!("http://{}", app.internal.unwrap());
    let asked = app.client.get(format!("{url}/healthz"));
    let key = ClusterKey::new(KEY);
    let admitted = asked.header("frontdesk-key", key.as_str());
    assert_eq!(answer(admitted.send().await.unwrap()).await.status, 200);
    let plain = "GET /healthz HTTP/1.1\r\nHost: a\r\n";
    let odd = "GET /healthz HTTP/1.1\r\nHost: a\r\nTrailer: x\r\n";
    let link = "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: frontdesk-polls-1\r\n";
    for head in [plain, odd, link] {
        for key in ["", "frontdesk-key: guessed\r\n"] {
            let mut stream = connect(&url);
            stream
                .write_all(format!("{head}{key}\r\n").as_bytes())
                .unwrap();

            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();

            assert!(answer.starts_with("HTTP/1.1 403 "), "{head}{key}: {answer}");
        }
    }
}

/// An owner that lets an address make one mistake a minute, and an edge before it.
async fn strict() -> (TestApp, RunningEdge) {
    let limited = |settings: &mut server::settings::Settings| {
        settings.limits = Switch::On;
        settings.rates.miss_per_minute = 1;
    };
    let app = TestApp::owner(Arc::new(MemoryStore::new()), membership("owner").0, limited).await;
    let edge = RunningEdge::with(|settings| settings.limits = Switch::On).await;
    edge.follows(&app, 1);
    (app, edge)
}

/// Asks for a channel that does not exist, from an address of this machine.
async fn miss(edge: &RunningEdge, from: [u8; 4], headers: &[(&str, &str)]) -> u16 {
    let client = crate::http::builder();
    let client = client.local_address(std::net::IpAddr::from(from)).build();
    let mut request = client.unwrap().post(format!("{}{START}", edge.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = json!({ "channelId": "nowhere" });
    request.json(&body).send().await.unwrap().status().as_u16()
}

#[actix_web::test]
async fn the_owner_counts_the_visitor_and_not_the_edge() {
    let (_app, edge) = strict().await;

    assert_eq!(miss(&edge, [127, 0, 0, 2], &[]).await, 404);
    assert_eq!(miss(&edge, [127, 0, 0, 2], &[]).await, 429);
    assert_eq!(miss(&edge, [127, 0, 0, 3], &[]).await, 404);
}

#[actix_web::test]
async fn what_a_visitor_says_of_where_they_come_from_changes_nothing() {
    let (_app, edge) = strict().await;
    let key = ClusterKey::new(KEY);
    assert_eq!(miss(&edge, [127, 0, 0, 2], &[]).await, 404);

    for forged in [
        ("x-forwarded-for", "6.6.6.6"),
        ("forwarded", "for=6.6.6.6"),
        ("frontdesk-peer", "6.6.6.6:1"),
        ("Frontdesk-Peer", "6.6.6.6:1"),
        ("frontdesk-key", "guessed"),
        ("frontdesk-key", key.as_str()),
    ] {
        // As an unusual request too, which another reader reads.
        let odd = [forged, ("trailer", "x")];
        assert_eq!(
            miss(&edge, [127, 0, 0, 2], &[forged]).await,
            429,
            "{forged:?}"
        );
        assert_eq!(miss(&edge, [127, 0, 0, 2], &odd).await, 429, "{forged:?}");
    }
}

#[actix_web::test]
async fn a_trusted_proxy_before_the_edge_is_believed() {
    let trusting = |settings: &mut server::settings::Settings| {
        settings.limits = Switch::On;
        settings.rates.miss_per_minute = 1;
        settings.rates.held_polls_per_address = 1;
        settings.trusted_proxies = vec!["127.0.0.2".parse().unwrap()];
    };
    let store = Arc::new(MemoryStore::new());
    let mut app = TestApp::owner(store, membership("owner").0, trusting).await;
    let edge = RunningEdge::with(trusting).await;
    edge.follows(&app, 1);
    let proxy = [127, 0, 0, 2];

    let by = |address| [("x-forwarded-for", address)];
    assert_eq!(miss(&edge, proxy, &by("1.1.1.1")).await, 404);
    assert_eq!(miss(&edge, proxy, &by("1.1.1.1")).await, 429);
    assert_eq!(miss(&edge, proxy, &by("2.2.2.2")).await, 404);

    app.url = edge.url.clone();
    let pages = [
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    ];
    let client = crate::http::builder().local_address(std::net::IpAddr::from(proxy));
    let client = client.build().unwrap();
    let poll = |page: &Page<'_>, address: &'static str, wait: u32| {
        let body = json!({ "pollId": page.poll, "cursor": 1, "wait": wait, "userId": page.user });
        let asked = client.post(format!("{}{POLL}", edge.url));
        let asked = asked
            .bearer_auth(&page.token)
            .header("x-forwarded-for", address);
        let asked = asked.json(&body).send();
        async { answer(asked.await.unwrap()).await.status }
    };
    let (held, (same, other)) = tokio::join!(poll(&pages[0], "1.1.1.1", 2_000), async {
        app.until_held(1).await;
        (
            poll(&pages[1], "1.1.1.1", 0).await,
            poll(&pages[2], "2.2.2.2", 0).await,
        )
    });
    assert_eq!((held, same, other), (200, 429, 200));
}

#[actix_web::test]
async fn a_visitor_does_not_see_headers_between_nodes() {
    let (app, _edge) = cluster().await;

    let page = app.get("/desk/", &[]).await;

    let between = |(name, _): &(String, String)| name.starts_with("frontdesk-");
    assert!(!page.headers.iter().any(between), "{:?}", page.headers);
}
