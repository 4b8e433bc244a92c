//! A server for one test, and the people who use it.

mod people;

pub use people::{Admin, Desk, Page};

use crate::http;
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::{Clock, SteadyClock};
use actors_runtime::ports::Store;
use actors_runtime::testing::MemoryStore;
use reqwest::Client;
use serde_json::{Value, json};
use server::app::{Application, Given, Stopper};
use server::catalogue::{self, Sources};
use server::cluster::membership::Membership;
use server::control::{self, Bases, Done, Order};
use server::listeners::Listeners;
use server::settings::uploads::UploadSettings;
use server::settings::{DiskSettings, Settings, Switch};
use server::store::sled::{SledOptions, SledStore};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A clock that a test can move forward. It keeps running from there.
pub struct TurnedClock {
    steady: SteadyClock,
    ahead: AtomicU64,
    machine_ahead: AtomicU64,
}

impl TurnedClock {
    fn from(start: SteadyClock) -> Arc<Self> {
        Arc::new(Self {
            steady: start,
            ahead: AtomicU64::new(0),
            machine_ahead: AtomicU64::new(0),
        })
    }

    pub fn advance(&self, span: Span) {
        self.ahead.fetch_add(span.as_millis(), Ordering::SeqCst);
    }

    /// Sets the machine's clock ahead by `span`.
    pub fn set_machine_ahead(&self, span: Span) {
        self.machine_ahead.store(span.as_millis(), Ordering::SeqCst);
    }
}

impl Clock for TurnedClock {
    fn now(&self) -> Timestamp {
        self.steady.now() + Span::from_millis(self.ahead.load(Ordering::SeqCst))
    }

    fn machine(&self) -> Timestamp {
        self.now() + Span::from_millis(self.machine_ahead.load(Ordering::SeqCst))
    }
}

/// A server that runs until the test ends or stops it.
pub struct TestApp {
    pub clock: Arc<TurnedClock>,
    pub url: String,
    /// The URL of the operator's address, if it was free.
    pub operator: Option<String>,
    /// The address for other nodes, if it is a node of a cluster.
    pub internal: Option<SocketAddr>,
    pub folder: Arc<TempDir>,
    pub client: Client,
    pub state: actix_web::web::Data<server::state::State>,
    stopper: Stopper,
    running: actix_web::rt::task::JoinHandle<()>,
}

/// A response, read completely.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub text: String,
    pub headers: Vec<(String, String)>,
}

impl Answer {
    /// Asserts status 200 and returns `data`.
    #[track_caller]
    pub fn data(&self) -> &Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.body["code"], 200);
        &self.body["data"]
    }

    /// Asserts a refusal with this status and message, and with a request id.
    #[track_caller]
    pub fn is_refused(&self, status: u16, message: &str) {
        assert_eq!(
            (self.status, self.body["message"].as_str()),
            (status, Some(message)),
            "{}",
            self.text
        );
        assert_eq!(self.body["code"], status);
        assert!(self.header("x-request-id").is_some());
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

impl TestApp {
    /// A server in memory, without rate limits.
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// A server in memory without a tenant, as a first start makes it.
    pub async fn empty() -> Self {
        Self::with(|settings| settings.fixtures = None).await
    }

    /// A server in memory with other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::in_store(Arc::new(MemoryStore::new()), change).await
    }

    /// Like [`Self::with`], with this store.
    pub async fn in_store(store: Arc<MemoryStore>, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let clock = TurnedClock::from(SteadyClock::from_machine());
        Self::run(clock, folder, store, change).await
    }

    /// A server that keeps everything in `folder`.
    pub async fn on_disk(folder: &Arc<TempDir>) -> Self {
        Self::on_disk_at(folder, SteadyClock::from_machine()).await
    }

    /// Like [`Self::on_disk`], with other settings.
    pub async fn on_disk_with(folder: &Arc<TempDir>, change: impl FnOnce(&mut Settings)) -> Self {
        Self::on_disk_as(
            folder,
            SledOptions::new(&folder.path().join("store")),
            change,
        )
        .await
    }

    /// Like [`Self::on_disk_with`], with these store options.
    pub async fn on_disk_as(
        folder: &Arc<TempDir>,
        options: SledOptions,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let store = SledStore::open(options).unwrap();
        let clock = TurnedClock::from(SteadyClock::from_machine());
        Self::run(clock, Arc::clone(folder), Arc::new(store), change).await
    }

    /// The server's time, in ms since the epoch.
    pub fn clock_now(&self) -> i64 {
        self.clock.now().as_millis()
    }

    /// Like [`Self::on_disk`], with this machine clock.
    pub async fn on_disk_at(folder: &Arc<TempDir>, start: SteadyClock) -> Self {
        Self::on_disk_at_with(folder, start, |_| {}).await
    }

    /// Like [`Self::on_disk_at`], with other settings.
    pub async fn on_disk_at_with(
        folder: &Arc<TempDir>,
        start: SteadyClock,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let store = SledStore::open(SledOptions::new(&folder.path().join("store"))).unwrap();
        let clock = TurnedClock::from(start);
        Self::run(clock, Arc::clone(folder), Arc::new(store), change).await
    }

    /// The owner of a cluster's cell, with this store.
    pub async fn owner(
        store: Arc<dyn Store>,
        membership: Membership,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        Self::owner_at(None, store, membership, change).await
    }

    /// The same, at sockets that the test holds.
    pub async fn owner_at(
        listeners: Option<Listeners>,
        store: Arc<dyn Store>,
        membership: Membership,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let clock = TurnedClock::from(SteadyClock::from_machine());
        let settings = |settings: &mut Settings| {
            settings.cluster.servers = vec!["nats://127.0.0.1:4222".to_owned()];
            settings.cluster.listen = "127.0.0.1:0".parse().unwrap();
            settings.secret = Some("01234567890123456789012345678901".to_owned());
            change(settings);
        };
        let node = (Some(membership), listeners);
        Self::run_as(node, clock, folder, store, settings).await
    }

    async fn run(
        clock: Arc<TurnedClock>,
        folder: Arc<TempDir>,
        store: Arc<dyn Store>,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        Self::run_as((None, None), clock, folder, store, change).await
    }

    async fn run_as(
        (cluster, listeners): (Option<Membership>, Option<Listeners>),
        clock: Arc<TurnedClock>,
        folder: Arc<TempDir>,
        store: Arc<dyn Store>,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let mut settings = Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            operator_listen: "127.0.0.1:0".parse().unwrap(),
            data: folder.path().to_owned(),
            fixtures: Some(tenants()),
            limits: Switch::Off,
            workers: 1,
            uploads: UploadSettings {
                // Tests also pass on a nearly full disk.
                disk_free_percent: 0,
                disk_free_bytes: 0,
                ..UploadSettings::default()
            },
            disk: DiskSettings {
                chat_free_percent: 0,
                ..DiskSettings::default()
            },
            ..Settings::default()
        };
        change(&mut settings);
        let sources = Sources {
            demo: false,
            folder: settings.fixtures.as_deref(),
        };
        let opened = catalogue::open(sources, folder.path(), store.as_ref()).unwrap();
        let by = Arc::clone(&clock) as Arc<dyn Clock>;
        let catalogue = Arc::new(opened.catalogue);
        let listeners = listeners.unwrap_or_else(|| Listeners::open(&settings).unwrap());
        let internal = listeners.internal.as_ref();
        let internal = internal.map(|listener| listener.local_addr().unwrap());
        let given = Given {
            clock: by,
            listeners: Some(listeners),
            cluster,
            ..Given::default()
        };
        let application = Application::build_with(given, &settings, store, catalogue).unwrap();
        let url = format!("{}://{}", application.scheme(), application.address());
        let operator = application.operator_address();
        let stopper = application.stopper();
        let state = application.state().clone();
        let running = actix_web::rt::spawn(async move { application.run().await.unwrap() });
        let client = http::client();
        Self {
            clock,
            url,
            operator: operator.map(|address| format!("http://{address}")),
            internal,
            folder,
            client,
            state,
            stopper,
            running,
        }
    }

    /// Stops the server as a signal does, and waits until it has released all resources.
    pub async fn stop(self) {
        self.stopper.stop().await;
        self.running.await.unwrap();
    }

    /// The address that serves a path: operators' calls are on their own.
    fn at(&self, path: &str) -> &str {
        match &self.operator {
            Some(operator) if path.starts_with("/api/operator/") => operator,
            _ => &self.url,
        }
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        let mut request = self.client.post(format!("{}{path}", self.at(path)));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        answer(request.json(body).send().await.unwrap()).await
    }

    /// Posts a body of the content type `kind`.
    pub async fn post_bytes(
        &self,
        path: &str,
        token: Option<&str>,
        kind: &str,
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        let mut request = self.client.post(format!("{}{path}", self.url));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let request = request.header("content-type", kind).body(body);
        answer(request.send().await.unwrap()).await
    }

    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.client.get(format!("{}{path}", self.url));
        for header in headers {
            request = request.header(header.0, header.1);
        }
        answer(request.send().await.unwrap()).await
    }

    /// The text of `/metrics`.
    pub async fn numbers(&self) -> String {
        let url = format!("{}/metrics", self.operator.as_ref().unwrap());
        let numbers = answer(self.client.get(url).send().await.unwrap()).await;
        assert_eq!(numbers.status, 200);
        numbers.text
    }

    /// Like [`Self::get`], with the bytes of the body.
    pub async fn get_bytes(&self, path: &str, headers: &[(&str, &str)]) -> (Answer, Vec<u8>) {
        let mut request = self.client.get(format!("{}{path}", self.url));
        for header in headers {
            request = request.header(header.0, header.1);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let headers = response.headers().iter().map(|(name, value)| {
            let value = value.to_str().unwrap_or_default();
            (name.to_string(), value.to_owned())
        });
        let answer = Answer {
            status,
            body: Value::Null,
            text: String::new(),
            headers: headers.collect(),
        };
        (answer, response.bytes().await.unwrap().to_vec())
    }

    /// Waits until exactly `polls` polls are held, so that the next request arrives meanwhile.
    pub async fn until_held(&self, polls: usize) {
        while self.state.limits.held_total() != polls {
            actix_web::rt::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Opens a page of the channel `web` for a new visitor who reads English.
    pub async fn visitor(&self) -> Page<'_> {
        self.page(json!({ "channelId": "web", "locale": "en" }))
            .await
    }

    /// Opens a page.
    #[track_caller]
    pub fn page(&self, body: Value) -> impl Future<Output = Page<'_>> {
        let started = async move { self.post("/api/chat/visitor/chatStart", None, &body).await };
        async move { Page::from(self, started.await.data().clone()) }
    }

    /// Makes an operator as the command line does, and returns the token of the link to choose a password.
    pub fn operator_link(&self, account: &str) -> String {
        let order = Order::AddOperator {
            account: account.to_owned(),
        };
        match self.order(order).unwrap() {
            Done::Link { link, .. } => link.rsplit_once("#token=").unwrap().1.to_owned(),
            other => panic!("{other:?}"),
        }
    }

    /// Makes an operator and signs them in. Returns their token.
    pub async fn operator(&self, account: &str) -> String {
        let token = self.operator_link(account);
        let body = json!({ "token": token, "password": "three frogs in a pot" });
        let joined = self.post("/api/operator/join", None, &body).await;
        joined.data()["token"].as_str().unwrap().to_owned()
    }

    /// Carries an order of the command line out in the store.
    pub fn order(&self, order: Order) -> Result<Done, String> {
        let bases = Bases {
            public: self.url.clone(),
            operator: self.operator.clone(),
        };
        let setting = control::socket::setting(&self.state, bases);
        let store = self.state.office.store();
        control::carry_out(store.as_ref(), order, &setting)
    }

    /// The shop's administrator.
    pub async fn admin(&self) -> Admin<'_> {
        self.admin_of("shop", "ada").await
    }

    /// Signs in to the administration. The account may lack the role for it.
    pub async fn admin_of(&self, tenant: &str, account: &str) -> Admin<'_> {
        let body = json!({ "tenantId": tenant, "account": account, "password": "a-long-password" });
        let answer = self.post("/api/agent/login", None, &body).await;
        Admin {
            app: self,
            token: answer.data()["token"].as_str().unwrap().into(),
        }
    }

    /// Signs an agent of the shop in.
    pub async fn agent(&self, account: &str) -> Desk<'_> {
        self.agent_of("shop", account).await
    }

    /// Signs an agent of a tenant in.
    pub async fn agent_of(&self, tenant: &str, account: &str) -> Desk<'_> {
        let body = json!({ "tenantId": tenant, "account": account, "password": "a-long-password" });
        let data = self
            .post("/api/agent/login", None, &body)
            .await
            .data()
            .clone();
        let mut desk = Desk::with(self, data["token"].as_str().unwrap().into());
        // The first poll of a desk returns only a gap and a cursor.
        desk.news().await;
        desk
    }

    /// Signs an agent of the shop in and sets them online.
    pub async fn agent_online(&self, account: &str, capacity: u32) -> Desk<'_> {
        let desk = self.agent(account).await;
        desk.call(
            "setStatus",
            json!({ "status": "online", "capacity": capacity }),
        )
        .await
        .data();
        desk
    }
}

/// A visitor whom the agent Mia serves.
pub async fn served(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    (page, desk)
}

pub async fn answer(response: reqwest::Response) -> Answer {
    let status = response.status();
    let headers = response
        .headers()
        .iter()
        .map(|(name, value)| {
            (
                name.to_string(),
                value.to_str().unwrap_or_default().to_owned(),
            )
        })
        .collect();
    let bytes = response.bytes().await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Answer {
        status: status.as_u16(),
        body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        text,
        headers,
    }
}

fn tenants() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants")
}

/// The kinds of a desk's entries.
pub fn kinds(news: &[Value]) -> Vec<&str> {
    news.iter()
        .map(|entry| entry["event"].as_str().unwrap())
        .collect()
}

/// The texts of messages, in order.
pub fn texts(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .filter(|event| event["event"].is_null() || event["event"] == 1201)
        .map(|event| event["msgContent"].as_str().unwrap())
        .collect()
}
