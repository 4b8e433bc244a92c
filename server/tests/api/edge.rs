//! The edge of a cluster: a node that is not the owner forwards every request (docs/decisions/0134).

mod gate;
mod internal;
mod replaced;

use crate::certificate::Pair;
use crate::files::film;
use crate::helpers::{TestApp, answer, texts};
use crate::uploads::{form, post, upload};
use actors_runtime::testing::MemoryStore;
use serde_json::json;
use server::cluster::edge::{Edge, EdgeStopper};
use server::cluster::key::ClusterKey;
use server::cluster::membership::{Membership, OwnerAddress};
use server::listeners::Listeners;
use server::settings::{Settings, Switch};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

const POLL: &str = "/api/chat/visitor/getEventMsg";
const KEY: &str = "a key that all nodes of this cluster share";

/// An edge that runs until the test ends or stops it.
struct RunningEdge {
    url: String,
    internal: Option<SocketAddr>,
    tell: watch::Sender<Option<OwnerAddress>>,
    stopper: EdgeStopper,
    running: actix_web::rt::task::JoinHandle<()>,
}

impl RunningEdge {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            limits: Switch::Off,
            workers: 1,
            ..Settings::default()
        };
        change(&mut settings);
        let (membership, tell) = membership("edge");
        let listeners = Listeners::open(&settings).unwrap();
        let internal = listeners.internal.as_ref();
        let internal = internal.map(|listener| listener.local_addr().unwrap());
        let edge = Edge::start(&settings, listeners, membership).unwrap();
        let url = format!("http://{}", edge.address());
        let stopper = edge.stopper();
        let running = actix_web::rt::spawn(async move { edge.run().await.unwrap() });
        Self {
            url,
            internal,
            tell,
            stopper,
            running,
        }
    }

    /// Tells the edge that this server is the owner.
    fn follows(&self, owner: &TestApp, epoch: u64) {
        self.tell.send_replace(Some(OwnerAddress {
            node: format!("owner-{epoch}"),
            address: owner.internal.unwrap().to_string(),
            epoch,
        }));
    }

    async fn stop(self) {
        self.stopper.stop().await;
        self.running.await.unwrap();
    }
}

/// What a node knows, and who tells it the owner.
fn membership(node: &str) -> (Membership, watch::Sender<Option<OwnerAddress>>) {
    Membership::new(node, ClusterKey::new(KEY))
}

/// An owner in memory.
async fn owner() -> TestApp {
    TestApp::owner(Arc::new(MemoryStore::new()), membership("owner").0, |_| {}).await
}

/// An owner, and an edge that follows it. The owner's people come in through the edge.
async fn cluster() -> (TestApp, RunningEdge) {
    let (mut app, edge) = (owner().await, RunningEdge::new().await);
    edge.follows(&app, 1);
    app.url = edge.url.clone();
    (app, edge)
}

fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).unwrap();
    stream
}

/// A poll, as a page sends it.
fn poll_text(token: &str, body: &serde_json::Value) -> String {
    let body = body.to_string();
    format!(
        "POST {POLL} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[actix_web::test]
async fn a_visitors_whole_conversation_goes_through_an_edge() {
    let (app, _edge) = cluster().await;
    let mut desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.send("1", "hello").await.data();

    page.transfer().await.data();
    desk.news_until("assigned").await;
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    let (told, ()) = tokio::join!(page.poll_for(cursor, 25_000), async {
        app.until_held(1).await;
        desk.say(&page, "2", "how can I help?").await.data();
    });
    let repeat = page.send("1", "hello").await.data().clone();
    page.call("chatClose", json!({})).await.data();

    let events = told.data()["msgList"].as_array().unwrap().clone();
    assert_eq!(texts(&events), ["how can I help?"]);
    assert!(repeat["seq"].is_u64(), "{repeat}");
    page.send("3", "more").await.is_refused(409, "chat ended");
    assert_eq!(app.state.limits.held_total(), 0);
}

#[actix_web::test]
async fn pages_and_refusals_come_through_an_edge_as_from_the_owner() {
    let (app, edge) = cluster().await;
    let direct = format!("http://{}", app.internal.unwrap());
    let key = ClusterKey::new(KEY);
    for (method, path) in [
        (reqwest::Method::GET, "/desk/"),
        (reqwest::Method::HEAD, "/desk/"),
        (reqwest::Method::GET, "/chat_online/embed.js"),
        (reqwest::Method::GET, "/api/openapi.json"),
        (reqwest::Method::HEAD, "/api/openapi.json"),
        (reqwest::Method::GET, "/api/nothing?a=b"),
        (reqwest::Method::DELETE, "/api/agent/login"),
        (reqwest::Method::POST, "/api/agent/login"),
    ] {
        let asked = |base: &str| app.client.request(method.clone(), format!("{base}{path}"));

        let through = answer(asked(&edge.url).send().await.unwrap()).await;
        let owners = asked(&direct).header("frontdesk-key", key.as_str());
        let owners = answer(owners.send().await.unwrap()).await;

        let told = |answer: &crate::helpers::Answer| {
            let changes = ["date", "x-request-id", "connection"];
            let mut headers = answer.headers.clone();
            headers.retain(|(name, _)| !changes.contains(&name.as_str()));
            headers.sort();
            (answer.status, headers, answer.text.clone())
        };
        assert_eq!(told(&through), told(&owners), "{method} {path}");
    }
}

#[actix_web::test]
async fn a_large_upload_and_its_ranges_pass_through() {
    let (app, _edge) = cluster().await;
    let desk = app.agent("mia").await;
    let film = film(20 << 20);

    let uploaded = post(
        &app,
        "/api/agent/upload",
        &desk.token,
        form("film.mp4", &film),
    )
    .await;
    let url = uploaded.data()["url"].as_str().unwrap().to_owned();
    let whole = app.get_bytes(&url, &[]).await;
    let (part, bytes) = app
        .get_bytes(&url, &[("range", "bytes=3000000-13300000")])
        .await;
    let beyond = app.get(&url, &[("range", "bytes=20971520-")]).await;

    assert_eq!((whole.0.status, whole.1 == film), (200, true));
    assert_eq!(part.status, 206);
    assert_eq!(
        part.header("content-range"),
        Some("bytes 3000000-13300000/20971520")
    );
    assert!(bytes == film[3_000_000..=13_300_000]);
    assert_eq!(beyond.status, 416);
    let page = app.visitor().await;
    let too_large = upload(&page, "film.mp4", &vec![0; 53 << 20]).await;
    too_large.is_refused(400, "The file cannot be larger than 50M !");
}

#[actix_web::test]
async fn the_owner_knows_that_a_visitor_came_by_tls() {
    let folder = tempfile::tempdir().unwrap();
    let pair = Pair::write(folder.path());
    let mut app = owner().await;
    let edge = RunningEdge::with(|settings| {
        settings.tls.certificate = Some(pair.certificate.clone());
        settings.tls.key = Some(pair.key.clone());
    })
    .await;
    edge.follows(&app, 1);
    let plain = app.get("/chat_online/index?channelId=web", &[]).await;
    (app.url, app.client) = (edge.url.replace("http:", "https:"), pair.client());

    let secure = app.get("/chat_online/index?channelId=web", &[]).await;
    let page = app.visitor().await;
    let (told, ()) = tokio::join!(page.poll_for(1, 20_000), async {
        app.until_held(1).await;
        page.send("1", "hello").await.data();
    });

    let transport = "strict-transport-security";
    assert_eq!(plain.header(transport), None);
    assert_eq!(secure.header(transport), Some("max-age=31536000"));
    assert_eq!(texts(told.data()["msgList"].as_array().unwrap()), ["hello"]);
}

#[actix_web::test]
async fn a_visitor_who_leaves_frees_the_poll_at_the_owner() {
    let (app, edge) = cluster().await;
    let (one, two) = (app.visitor().await, app.visitor().await);
    let body = |page: &crate::helpers::Page<'_>| json!({ "pollId": page.poll, "cursor": 1, "wait": 20_000, "userId": page.user });
    let (mut leaves, mut stays) = (connect(&edge.url), connect(&edge.url));
    leaves
        .write_all(poll_text(&one.token, &body(&one)).as_bytes())
        .unwrap();
    stays
        .write_all(poll_text(&two.token, &body(&two)).as_bytes())
        .unwrap();
    app.until_held(2).await;

    drop(leaves);

    app.until_held(1).await;
    two.send("1", "still here").await.data();
    let mut begin = [0; 15];
    stays.read_exact(&mut begin).unwrap();
    assert_eq!(&begin, b"HTTP/1.1 200 OK");
}

#[actix_web::test]
async fn an_unusual_poll_and_a_large_one_are_answered_too() {
    let (app, edge) = cluster().await;
    let pages = [app.visitor().await, app.visitor().await];
    let body = |page: &crate::helpers::Page<'_>, more: &str| json!({ "pollId": page.poll, "cursor": 1, "wait": 20_000, "userId": page.user, "more": more });
    let unusual = poll_text(&pages[0].token, &body(&pages[0], ""));
    let unusual = unusual.replace("Host: a\r\n", "Host: a\r\nTrailer: x\r\n");
    let large = poll_text(&pages[1].token, &body(&pages[1], &"x".repeat(9_000)));
    let mut polls = [connect(&edge.url), connect(&edge.url)];
    polls[0].write_all(unusual.as_bytes()).unwrap();
    polls[1].write_all(large.as_bytes()).unwrap();
    app.until_held(2).await;

    for page in &pages {
        page.send("1", "hello").await.data();
    }

    for poll in &mut polls {
        let mut begin = [0; 15];
        poll.read_exact(&mut begin).unwrap();
        assert_eq!(&begin, b"HTTP/1.1 200 OK");
    }
}

#[actix_web::test]
async fn a_stopping_edge_ends_its_polls_as_a_stopping_server_does() {
    let (app, edge) = cluster().await;
    let page = app.visitor().await;
    let begun = Instant::now();

    let (ended, ()) = tokio::join!(page.poll_for(1, 25_000), async {
        app.until_held(1).await;
        edge.stop().await;
    });

    ended.is_refused(503, "not available at the moment");
    assert_eq!(ended.header("retry-after"), Some("1"));
    assert!(begun.elapsed() < Duration::from_secs(5));
    app.until_held(0).await;
}

#[actix_web::test]
async fn an_edge_answers_health_checks_itself() {
    let (app, edge) = cluster().await;

    let ready = app.get("/readyz", &[]).await;
    edge.tell.send_replace(None);
    let alone = app.get("/readyz", &[]).await;
    let alive = app.get("/healthz", &[]).await;

    assert_eq!(
        ready.text,
        "ready\nnode edge\ncell 0\nrole follower\nowner owner-1\nepoch 1\nlag -\n"
    );
    assert_eq!(
        (alone.status, alone.header("retry-after")),
        (503, Some("2"))
    );
    assert_eq!((alive.status, alive.text.as_str()), (200, "ok\n"));
}
