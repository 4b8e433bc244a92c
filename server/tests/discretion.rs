//! Log, metrics and what is exported never contain tokens, poll ids, passwords, people's texts or their personal data (negative cases:
//! agents, admin, export, logs). The real program runs at the most verbose log level.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

#[path = "common/collector.rs"]
mod collector;
#[path = "common/http.rs"]
mod http;

use collector::Collector;
use rustix::process::{Pid, Signal, kill_process};

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

/// Canary words for private data. They occur nowhere else.
const TEXT: &str = "canary-text-5b1f";
const QUESTION: &str = "canary-question-77c2";
const NAME: &str = "canary-name-90aa";
const EMAIL: &str = "canary-mail-13fd@example.com";
const PHONE: &str = "13812345678";
const WRONG_PASSWORD: &str = "canary-password-4e7d";
const WRONG_TOKEN: &str = "canary-token-0c3e";
const PATH: &str = "canary-path-6a6a";
const MODEL_KEY: &str = "canary-key-d24f";
const MODEL_SAYS: &str = "canary-answer-3f8b";
const SHOP_TOKEN: &str = "canary-shop-token-8b1e";

struct Server {
    child: Child,
    url: String,
    /// The URL of the metrics.
    numbers: String,
    /// Reads the output until the server ends. A server whose output nobody reads blocks.
    log: JoinHandle<String>,
}

fn read_on(mut output: BufReader<ChildStdout>) -> String {
    let mut text = Vec::new();
    output.read_to_end(&mut text).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

impl Server {
    /// `sh` merges both streams, so that one thread reads them to the end.
    fn start(folder: &Path, model: &str, collector: &str) -> Self {
        let config = folder.join("frontdesk.toml");
        std::fs::write(&config, format!("[relay]\nprivate_hosts = [\"{model}\"]\n")).unwrap();
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 2>&1"#])
            .arg(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .arg("--fixtures")
            .arg(tenants)
            .arg("--config")
            .arg(config)
            .env("FRONTDESK_LOG", "trace")
            .env("FRONTDESK_TELEMETRY__OTLP_ENDPOINT", collector)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let mut told = |before: &str| loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
            if let Some(url) = line.trim().strip_prefix(before) {
                break url.trim().to_owned();
            }
        };
        let (url, numbers) = (told("listening on "), told("the metrics "));
        let log = std::thread::spawn(move || read_on(output));
        Self {
            child,
            url,
            numbers,
            log,
        }
    }

    /// Stops the server, which exports what is left, and returns its output since it listened.
    fn end(mut self) -> String {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        self.child.wait().unwrap();
        self.log.join().unwrap()
    }
}

struct Caller {
    client: reqwest::Client,
    url: String,
    numbers: String,
}

impl Caller {
    async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.client.post(format!("{}{path}", self.url));
        let request = request.bearer_auth(token);
        let answer = request.json(body).send().await.unwrap();
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    async fn numbers(&self) -> String {
        let request = self.client.get(&self.numbers);
        let bytes = request.send().await.unwrap().bytes().await.unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Starts a stub of a large model that answers every request. Returns its host.
fn model() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for mut caller in listener.incoming().flatten() {
            let mut head = [0; 16 * 1_024];
            let _ = caller.read(&mut head);
            let said = json!({ "choices": [{ "delta": { "content": MODEL_SAYS }, "finish_reason": "stop" }] });
            let _ = write!(
                caller,
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\ndata: {said}\n\ndata: [DONE]\n\n"
            );
        }
    });
    host
}

/// Gives the shop a model, and lets it answer a visitor.
async fn let_model_answer(caller: &Caller, model: &str) {
    let login = json!({ "tenantId": "shop", "account": "ada", "password": "a-long-password" });
    let (_, admin) = caller.post("/api/agent/login", "", &login).await;
    let admin = admin["data"]["token"].as_str().unwrap();
    let (_, tenant) = caller
        .post("/api/admin/tenant/get", admin, &json!({}))
        .await;
    let mut tenant = tenant["data"].clone();
    tenant["largeModel"] = json!({
        "enabled": 1, "address": format!("http://{model}/v1"), "key": MODEL_KEY, "model": "m", "answers": "always"
    });
    let (status, put) = caller.post("/api/admin/tenant/put", admin, &tenant).await;
    assert_eq!(status, 200, "{put}");
    let start = json!({ "channelId": "web", "locale": "en" });
    let (_, started) = caller.post("/api/chat/visitor/chatStart", "", &start).await;
    let token = started["data"]["token"].as_str().unwrap();
    let question = json!({ "userId": started["data"]["userId"], "question": format!("{QUESTION} ship order") });
    let (_, answer) = caller
        .post("/api/chat/visitor/robotAsk", token, &question)
        .await;
    assert!(answer.to_string().contains(MODEL_SAYS), "{answer}");
}

/// Lets a flow call the shop's own service with the visitor's token at the shop.
async fn let_service_be_asked(caller: &Caller, service: &str) {
    let login = json!({ "tenantId": "shop", "account": "ada", "password": "a-long-password" });
    let (_, admin) = caller.post("/api/agent/login", "", &login).await;
    let admin = admin["data"]["token"].as_str().unwrap();
    let order = |path: &str| {
        json!({ "nodeId": path, "replySource": "TEXT_REPLY", "answer": "I looked.", "next": "bye",
            "request": { "url": format!("http://{service}/{path}"), "failed": "bye",
                "headers": { "x-token": "Bearer {customerToken}" }, "values": { "token": "{customerToken}" } } })
    };
    let flow = json!({ "flowId": "order", "robotNo": "fern", "name": "Order", "triggers": ["my order"], "start": "look",
        "nodes": [order("look"), { "nodeId": "bye", "replySource": "END", "answer": "Bye" }] });
    let (status, put) = caller.post("/api/admin/flows/put", admin, &flow).await;
    assert_eq!(status, 200, "{put}");
    let start = json!({ "channelId": "web", "locale": "en" });
    let (_, page) = caller.post("/api/chat/visitor/chatStart", "", &start).await;
    let token = page["data"]["token"].as_str().unwrap();
    let question = json!({ "userId": page["data"]["userId"], "question": "my order", "customerToken": SHOP_TOKEN });
    let ask = "/api/chat/visitor/robotAsk";
    let (status, answer) = caller.post(ask, token, &question).await;
    assert_eq!(status, 200, "{answer}");
    // This poll ends after the service replied, so the flow has moved on by then.
    let poll = json!({ "userId": page["data"]["userId"], "pollId": page["data"]["pollId"],
        "cursor": answer["data"]["seq"], "wait": 5_000 });
    let (_, events) = caller
        .post("/api/chat/visitor/getEventMsg", token, &poll)
        .await;
    assert!(events.to_string().contains("Bye"), "{events}");
}

/// Whether a file below this folder contains these bytes.
fn is_on_disk(folder: &Path, words: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return is_on_disk(&path, words);
        }
        // The socket of the operator's commands cannot be opened.
        if !path.is_file() {
            return false;
        }
        let bytes = std::fs::read(path).unwrap();
        bytes
            .windows(words.len())
            .any(|part| part == words.as_bytes())
    })
}

/// A visit that sends the canary words and causes many errors. Returns its tokens and poll id, which are secret too.
async fn visit(caller: &Caller) -> Vec<String> {
    let start = json!({
        "channelId": "web", "locale": "en", "userName": NAME, "email": EMAIL, "phone": PHONE,
        "params": format!("{{\"order\":\"{TEXT}\"}}"),
    });
    let (status, started) = caller.post("/api/chat/visitor/chatStart", "", &start).await;
    assert_eq!(status, 200, "{started}");
    let page = &started["data"];
    let of = |field: &str| page[field].as_str().unwrap().to_owned();
    let (user, token, poll) = (of("userId"), of("token"), of("pollId"));
    let login =
        |password: &str| json!({ "tenantId": "shop", "account": "mia", "password": password });
    let (status, agent) = caller
        .post("/api/agent/login", "", &login("a-long-password"))
        .await;
    assert_eq!(status, 200, "{agent}");
    let agent = agent["data"]["token"].as_str().unwrap().to_owned();
    let visitors = [
        ("robotAsk", json!({ "userId": user, "question": QUESTION })),
        (
            "sendMsg",
            json!({ "userId": user, "msgType": 1, "msgContent": TEXT }),
        ),
        (
            "sendMsg",
            json!({ "userId": user, "msgType": TEXT, "msgContent": TEXT }),
        ),
        ("typing", json!({ "userId": user, "msgContent": TEXT })),
        (
            "getEventMsg",
            json!({ "userId": user, "pollId": poll, "cursor": 0 }),
        ),
        (
            "getEventMsg",
            json!({ "userId": user, "pollId": WRONG_TOKEN }),
        ),
        ("transferAgent", json!({ "userId": user, "groupId": TEXT })),
        ("chatStart", json!({ "channelId": PATH })),
        (PATH, json!({ "userId": user })),
    ];
    for (call, body) in visitors {
        let path = format!("/api/chat/visitor/{call}");
        caller.post(&path, &token, &body).await;
        caller.post(&path, WRONG_TOKEN, &body).await;
    }
    let agents = [
        ("setStatus", json!({ "status": "online", "capacity": 1 })),
        (
            "sendMsg",
            json!({ "userId": user, "msgType": 1, "msgContent": TEXT }),
        ),
        ("getVisitor", json!({ "userId": PATH })),
        ("login", login(WRONG_PASSWORD)),
    ];
    for (call, body) in agents {
        caller
            .post(&format!("/api/agent/{call}"), &agent, &body)
            .await;
    }
    vec![token, agent, poll]
}

#[actix_web::test]
async fn log_metrics_and_export_never_contain_private_data() {
    let folder = tempfile::tempdir().unwrap();
    let model = model();
    let collector = Collector::start();
    let server = Server::start(folder.path(), &model, &collector.url);
    let caller = Caller {
        client: http::client(),
        url: server.url.clone(),
        numbers: server.numbers.clone(),
    };

    let mut secrets = visit(&caller).await;
    let_service_be_asked(&caller, &model).await;
    let_model_answer(&caller, &model).await;
    let numbers = caller.numbers().await;
    let log = server.end();
    let exported: String = collector
        .taken()
        .iter()
        .filter(|taken| taken.head.starts_with("post /v1/"))
        .map(|taken| String::from_utf8_lossy(&taken.body).into_owned())
        .collect();

    secrets.extend(
        [
            TEXT,
            QUESTION,
            NAME,
            EMAIL,
            PHONE,
            WRONG_PASSWORD,
            WRONG_TOKEN,
            PATH,
            MODEL_KEY,
            MODEL_SAYS,
            SHOP_TOKEN,
        ]
        .map(str::to_owned),
    );
    assert!(log.contains("a large model was asked"), "{log}");
    assert!(log.contains("refused"), "the log has refusals: {log}");
    for word in ["/api/chat/visitor/sendMsg", "large model", "refused"] {
        assert!(exported.contains(word), "{word} is exported");
    }
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "{secret}");
        assert!(!numbers.contains(&secret), "{secret}");
        assert!(!exported.contains(&secret), "{secret}");
    }
    assert!(
        is_on_disk(folder.path(), QUESTION),
        "the search finds stored words"
    );
    assert!(!is_on_disk(folder.path(), SHOP_TOKEN));
}
