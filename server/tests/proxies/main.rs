//! The samples in `deploy/` for nginx, HAProxy and Caddy, each in front of the program.
//!
//! They need those three programs, so only `cargo xtask proxies` runs them.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

#[path = "../common/certificate.rs"]
mod certificate;
#[path = "../common/http.rs"]
mod http;
mod sample;

use reqwest::Client;
use sample::{Front, Sample};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const LIMIT: usize = 52_428_800;

/// A visitor behind the proxy.
struct Page<'a> {
    front: &'a Front,
    client: Client,
    started: Value,
}

impl Page<'_> {
    async fn call(&self, call: &str, mut body: Value) -> (u16, Value) {
        body["userId"] = self.started["userId"].clone();
        let request = self.request(call).json(&body);
        read(request.send().await.unwrap()).await
    }

    fn request(&self, call: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/api/chat/visitor/{call}", self.front.url);
        let token = self.started["token"].as_str().unwrap();
        self.client.post(url).bearer_auth(token)
    }

    async fn poll(&self, cursor: u64, wait: u64) -> (u16, Value) {
        let poll = &self.started["pollId"];
        let body = json!({ "pollId": poll, "cursor": cursor, "wait": wait });
        self.call("getEventMsg", body).await
    }

    /// Uploads a film over HTTP/2, as the agent with this token. Visitors of this shop send pictures only.
    ///
    /// Over HTTP/1.1, a client may see the closed connection before the refusal.
    fn upload(&self, token: &str, content: &[u8]) -> (u16, Value) {
        let path = self.front.folder.path().join("film.mp4");
        std::fs::write(&path, content).unwrap();
        let form = format!("file=@{};type=video/mp4", path.display());
        let said = self.front.curl(&[
            "--header",
            &format!("authorization: Bearer {token}"),
            "--form",
            &form,
            "--write-out",
            "\n%{http_code}",
            &format!("{}/api/agent/upload", self.front.url),
        ]);
        let (body, status) = said.rsplit_once('\n').unwrap();
        (status.parse().unwrap(), serde_json::from_str(body).unwrap())
    }
}

async fn read(response: reqwest::Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (status, body)
}

async fn start(front: &Front, client: &Client, forged: Option<&str>) -> (u16, Value) {
    let url = format!("{}/api/chat/visitor/chatStart", front.url);
    let mut request = client.post(url);
    if let Some(address) = forged {
        request = request.header("x-forwarded-for", address);
        request = request.header("forwarded", format!("for={address}"));
    }
    let body = json!({ "channelId": "web", "locale": "en" });
    read(request.json(&body).send().await.unwrap()).await
}

/// A film of this many bytes.
fn film(length: usize) -> Vec<u8> {
    let mut bytes = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec();
    bytes.resize(length, 7);
    bytes
}

async fn pages_arrive_over_http_2_and_plain_http_leads_to_https(front: &Front) {
    let url = format!("{}/chat_online/index?channelId=web", front.url);
    let written = "%{http_version} %{http_code} %header{strict-transport-security}";
    let said = front.curl(&["--output", "/dev/null", "--write-out", written, &url]);
    assert_eq!(said, "2 200 max-age=31536000");

    let plain = http::client().get(format!("{}/desk/?lang=zh", front.plain));
    let plain = plain.header("host", "localhost").send().await.unwrap();
    let location = plain.headers()["location"].to_str().unwrap();
    assert_eq!(plain.status(), 308);
    assert_eq!(location, "https://localhost/desk/?lang=zh");
}

/// Signs an agent in who serves the visitor, and returns their token.
async fn an_agent_serves(page: &Page<'_>) -> String {
    let agent = async |call: &str, token: Option<&str>, body: Value| {
        let request = page
            .client
            .post(format!("{}/api/agent/{call}", page.front.url));
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let (status, said) = read(request.json(&body).send().await.unwrap()).await;
        assert_eq!(status, 200, "{call}: {said}");
        said["data"].clone()
    };
    let account = json!({ "tenantId": "shop", "account": "mia", "password": "a-long-password" });
    let signed_in = agent("login", None, account).await;
    let token = signed_in["token"].as_str();
    agent("getEventMsg", token, json!({ "cursor": 0, "wait": 0 })).await;
    agent(
        "setStatus",
        token,
        json!({ "status": "online", "capacity": 5 }),
    )
    .await;
    let (status, placed) = page.call("transferAgent", json!({})).await;
    assert_eq!(
        (status, &placed["data"]["adminId"]),
        (200, &json!("mia")),
        "{placed}"
    );
    token.unwrap().to_owned()
}

async fn polls_are_held_and_answered_at_once(page: &Page<'_>) {
    let (status, told) = page.poll(0, 0).await;
    assert_eq!(status, 200, "{told}");
    let cursor = told["data"]["cursor"].as_u64().unwrap();
    let begun = Instant::now();
    let (told, sent) = tokio::join!(page.poll(cursor, 25_000), async {
        actix_web::rt::time::sleep(Duration::from_millis(500)).await;
        let body = json!({ "id": "1", "msgType": 1, "msgContent": "hello" });
        page.call("sendMsg", body).await
    });
    assert_eq!((told.0, sent.0), (200, 200), "{told:?} {sent:?}");
    assert_eq!(
        told.1["data"]["msgList"][0]["msgId"],
        sent.1["data"]["msgId"]
    );
    let took = begun.elapsed();
    assert!(
        took < Duration::from_secs(10),
        "the answer was held back: {took:?}"
    );

    let cursor = told.1["data"]["cursor"].as_u64().unwrap();
    let (begun, (status, told)) = (Instant::now(), page.poll(cursor, 25_000).await);
    assert_eq!(status, 200, "{told}");
    assert!(
        begun.elapsed() > Duration::from_secs(20),
        "the poll was cut short"
    );
}

async fn files_up_to_the_limit_pass_and_larger_ones_are_refused_by_the_server(
    page: &Page<'_>,
    token: &str,
) {
    let large = film(LIMIT - 1_000);
    let (status, stored) = page.upload(token, &large);
    assert_eq!(status, 200, "{stored}");
    let path = stored["data"]["url"].as_str().unwrap();
    let got = page.client.get(format!("{}{path}", page.front.url)).send();
    let bytes = got.await.unwrap().bytes().await.unwrap();
    assert!(bytes == large, "{} bytes came back", bytes.len());

    let (status, refused) = page.upload(token, &film(LIMIT + (1 << 20)));
    let text = "The file cannot be larger than 50M !";
    assert_eq!(
        (status, &refused["message"]),
        (400, &json!(text)),
        "{refused}"
    );
    let long = json!({ "id": "2", "msgType": 1, "msgContent": "x".repeat(1 << 20) });
    let (status, refused) = page.call("sendMsg", long).await;
    assert_eq!((status, &refused["code"]), (413, &json!(413)), "{refused}");
}

async fn limits_count_the_visitors_own_address(front: &Front) {
    let from = |address: &str| {
        let address: IpAddr = address.parse().unwrap();
        front.pair.builder().local_address(address).build().unwrap()
    };
    let (one, other) = (from("127.0.0.2"), from("127.0.0.3"));
    let mut refused = 0;
    for number in 0..sample::STARTS_PER_MINUTE + 2 {
        let forged = format!("9.9.9.{number}");
        let (status, _) = start(front, &one, Some(&forged)).await;
        refused += u32::from(status == 429);
    }
    assert!(refused >= 1, "a forged address counted");
    assert_eq!(start(front, &other, None).await.0, 200);
}

async fn check(sample: Sample) {
    let front = Front::open(sample).await;

    pages_arrive_over_http_2_and_plain_http_leads_to_https(&front).await;
    let client = front.pair.client();
    let (status, started) = start(&front, &client, None).await;
    assert_eq!(status, 200, "{started}");
    let page = Page {
        front: &front,
        client,
        started: started["data"].clone(),
    };
    let token = an_agent_serves(&page).await;
    polls_are_held_and_answered_at_once(&page).await;
    files_up_to_the_limit_pass_and_larger_ones_are_refused_by_the_server(&page, &token).await;
    limits_count_the_visitors_own_address(&front).await;
}

#[actix_web::test]
async fn nginx_in_front_of_the_server() {
    check(Sample::Nginx).await;
}

#[actix_web::test]
async fn haproxy_in_front_of_the_server() {
    check(Sample::HaProxy).await;
}

#[actix_web::test]
async fn caddy_in_front_of_the_server() {
    check(Sample::Caddy).await;
}
