//! Connections: the front and actix-http answer a request in the same way (docs/decisions/0019).

use crate::helpers::TestApp;
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// A header line that makes the front leave a request to actix-http.
const ODDLY: &str = "Trailer: x\r\n";

fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Reads one response. Returns its header lines, sorted and without those that vary, and its body.
fn answer(stream: &mut TcpStream, has_body: bool) -> (Vec<String>, Vec<u8>) {
    let (mut came, mut byte) = (Vec::new(), [0]);
    while !came.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        came.push(byte[0]);
    }
    let head = String::from_utf8(came).unwrap();
    let lines = head.split("\r\n").filter(|line| !line.is_empty());
    let length = lines.clone().find_map(|line| {
        let length = line.strip_prefix("content-length: ")?;
        length.parse().ok()
    });
    let mut body = vec![0; if has_body { length.unwrap_or(0) } else { 0 }];
    stream.read_exact(&mut body).unwrap();
    // actix-http closes a connection if the request's body was not read.
    let changes = ["date:", "x-request-id:", "connection: close"];
    let is_steady = |line: &&str| !changes.iter().any(|name| line.starts_with(name));
    let mut steady: Vec<String> = lines.filter(is_steady).map(str::to_owned).collect();
    steady[1..].sort();
    (steady, body)
}

fn request(call: &str, lines: &str, body: &str) -> String {
    format!("{call} HTTP/1.1\r\nHost: a\r\n{lines}\r\n{body}")
}

fn post(path: &str, token: &str, body: &str) -> String {
    let lines = format!(
        "Authorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    request(&format!("POST {path}"), &lines, body)
}

#[actix_web::test]
async fn the_front_and_actix_http_answer_a_visitors_request_alike() {
    const SEND: &str = "/api/chat/visitor/sendMsg";
    const HISTORY: &str = "/api/chat/visitor/getHistoryMsg";
    const POLL: &str = "/api/chat/visitor/getEventMsg";
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("1", "hello").await.data();
    let token = page.token.as_str();
    let again = r#"{"id":"1","msgType":1,"msgContent":"hello"}"#;
    let requests = [
        request("GET /healthz", "", ""),
        request("HEAD /healthz", "", ""),
        request("GET /api/nothing?a=b", "", ""),
        request("GET /api/openapi.json", "", ""),
        request("HEAD /api/openapi.json", "", ""),
        post(SEND, token, again),
        post(
            SEND,
            token,
            r#"{"id":"1","msgType":1,"msgContent":"other"}"#,
        ),
        post(SEND, token, "{"),
        post(SEND, token, ""),
        post(SEND, "nobody", again),
        post(
            SEND,
            token,
            r#"{"userId":"somebody","msgType":1,"msgContent":"x"}"#,
        ),
        post(SEND, token, again).replace("Bearer", "Basic"),
        post(SEND, token, again).replace("application/json", "text/plain"),
        post(SEND, token, again).replace("json\r\n", "json; charset=utf-8\r\n"),
        post(HISTORY, token, "{}"),
        post(HISTORY, token, r#"{"maxTime":"soon"}"#),
        post(POLL, token, r#"{"pollId":"another","cursor":0,"wait":0}"#),
    ];

    are_answered_the_same(&app, requests).await;
}

#[actix_web::test]
async fn the_front_and_actix_http_answer_an_agents_request_alike() {
    const SEND: &str = "/api/agent/sendMsg";
    const HISTORY: &str = "/api/agent/getHistoryMsg";
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("1", "hello").await.data();
    let desk = app.agent_online("mia", 5).await;
    page.transfer().await.data();
    let token = desk.token.as_str();
    let user = page.user.as_str();
    let whose = format!(r#"{{"userId":"{user}"}}"#);
    let said = format!(r#"{{"userId":"{user}","id":"1","msgType":1,"msgContent":"hi"}}"#);
    let history = |body: &str| post(HISTORY, token, body);
    let requests = [
        history(&whose),
        history(&whose).replace("Host: a\r\n", "Host: a\r\nAccept-Language: zh-CN,en\r\n"),
        history(&format!(r#"{{"userId":"{user}","pageSize":1}}"#)),
        history(&format!(
            r#"{{"userId":"{user}","maxTime":99999999999999999999}}"#
        )),
        history(&format!(
            r#"{{"userId":"{user}","maxTime":9999999999999999999}}"#
        )),
        history(r#"{"userId":"nobody"}"#),
        history("{}"),
        history("{"),
        history(""),
        history(&whose).replace("Bearer", "Basic"),
        history(&whose).replace("application/json", "text/plain"),
        post(HISTORY, "nobody", &whose),
        post(HISTORY, &"0".repeat(64), &whose),
        post(HISTORY, &page.token, &whose),
        post(SEND, token, &said),
        post(
            SEND,
            token,
            r#"{"userId":"nobody","id":"1","msgType":1,"msgContent":"hi"}"#,
        ),
        post(SEND, "nobody", &said),
    ];

    are_answered_the_same(&app, requests).await;
}

/// Sends each request to the front, all on one connection, and to actix-http, each on its own. Compares the responses.
async fn are_answered_the_same<const N: usize>(app: &TestApp, requests: [String; N]) {
    let url = app.url.clone();
    let answers = actix_web::web::block(move || {
        let mut plain = connect(&url);
        let mut ask = |request: &String| {
            let has_body = !request.starts_with("HEAD");
            plain.write_all(request.as_bytes()).unwrap();
            let first = answer(&mut plain, has_body);
            let mut odd = connect(&url);
            let oddly = request.replacen("Host: a\r\n", &format!("Host: a\r\n{ODDLY}"), 1);
            odd.write_all(oddly.as_bytes()).unwrap();
            (request.clone(), first, answer(&mut odd, has_body))
        };
        requests.iter().map(&mut ask).collect::<Vec<_>>()
    });

    for (request, plain, odd) in answers.await.unwrap() {
        assert_eq!(plain.0, odd.0, "{request}");
        assert!(plain.1 == odd.1, "{request}");
    }
}

#[actix_web::test]
async fn a_request_that_comes_byte_by_byte_is_answered_once_and_the_connection_stays_open() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let body = r#"{"id":"1","msgType":1,"msgContent":"piece by piece"}"#;
    let send = post("/api/chat/visitor/sendMsg", &page.token, body);
    let url = app.url.clone();

    let answers = actix_web::web::block(move || {
        let mut stream = connect(&url);
        for byte in send.as_bytes() {
            stream.write_all(&[*byte]).unwrap();
        }
        let sent = answer(&mut stream, true);
        stream
            .write_all(request("GET /healthz", "", "").as_bytes())
            .unwrap();
        [sent, answer(&mut stream, true)]
    });

    for (head, _) in answers.await.unwrap() {
        assert_eq!(head[0], "HTTP/1.1 200 OK");
    }
    let history = page.call("getHistoryMsg", json!({})).await;
    let said = history.data()["msgList"].to_string();
    assert_eq!(said.matches("piece by piece").count(), 1, "{said}");
}

#[actix_web::test]
async fn a_held_poll_is_released_when_its_page_disconnects() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let body = json!({ "pollId": page.poll, "cursor": 1, "wait": 25_000 });
    let poll = post(
        "/api/chat/visitor/getEventMsg",
        &page.token,
        &body.to_string(),
    );
    let mut stream = connect(&app.url);
    stream.write_all(poll.as_bytes()).unwrap();
    app.until_held(1).await;

    drop(stream);

    app.until_held(0).await;
}

/// What the server sent until it closed the connection, and how long that took.
fn until_closed(stream: &mut TcpStream) -> (String, Duration) {
    let (begun, mut came) = (std::time::Instant::now(), Vec::new());
    stream.read_to_end(&mut came).unwrap();
    (String::from_utf8(came).unwrap(), begun.elapsed())
}

#[actix_web::test]
async fn a_slow_request_head_times_out_after_ten_seconds() {
    let app = TestApp::new().await;
    let url = app.url.clone();

    let (answer, took) = actix_web::web::block(move || {
        let mut stream = connect(&url);
        stream.write_all(b"GET /healthz HTTP/1.1\r\nX: ").unwrap();
        let mut dribbling = stream.try_clone().unwrap();
        std::thread::spawn(move || {
            while dribbling.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        until_closed(&mut stream)
    })
    .await
    .unwrap();

    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("x-request-id: "), "{answer}");
    assert!((9..14).contains(&took.as_secs()), "{took:?}");
}

#[actix_web::test]
async fn a_request_left_to_actix_http_is_the_last_on_its_connection() {
    let app = TestApp::new().await;
    let url = app.url.clone();
    let odd = request("GET /healthz", ODDLY, "");
    let pipelined = format!("{odd}{}", request("GET /readyz", "", ""));

    let answers = actix_web::web::block(move || {
        [odd, pipelined].map(|bytes| {
            let mut stream = connect(&url);
            stream.write_all(bytes.as_bytes()).unwrap();
            until_closed(&mut stream).0
        })
    });

    for answer in answers.await.unwrap() {
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(answer.contains("connection: close"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
    }
}

#[actix_web::test]
async fn pipelined_requests_are_answered_in_order() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let poll = post(
        "/api/chat/visitor/getEventMsg",
        &page.token,
        &json!({ "pollId": page.poll, "cursor": 0 }).to_string(),
    );
    let bytes = [
        request("GET /healthz", "", ""),
        poll,
        request("GET /api/nothing", "", ""),
    ]
    .concat();
    let url = app.url.clone();

    let answers = actix_web::web::block(move || {
        let mut stream = connect(&url);
        let (first, second) = bytes.split_at(bytes.len() - 5);
        stream.write_all(first.as_bytes()).unwrap();
        let two = [answer(&mut stream, true), answer(&mut stream, true)];
        stream.write_all(second.as_bytes()).unwrap();
        let [one, two] = two;
        [one, two, answer(&mut stream, true)]
    });

    let [health, poll, nothing] = answers.await.unwrap();
    assert_eq!(health.0[0], "HTTP/1.1 200 OK");
    assert!(String::from_utf8(poll.1).unwrap().contains("msgList"));
    assert_eq!(nothing.0[0], "HTTP/1.1 404 Not Found");
}

#[actix_web::test]
async fn connections_and_unfinished_heads_are_limited_per_address() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.connections.per_address = 40;
        settings.connections.heads_per_address = 3;
    })
    .await;
    let url = app.url.clone();

    actix_web::web::block(move || {
        let half = b"GET /healthz HTTP/1.1\r\n";
        let healthy = |stream: &mut TcpStream| {
            stream
                .write_all(request("GET /healthz", "", "").as_bytes())
                .unwrap();
            answer(stream, true).0[0].clone()
        };
        let mut slow: Vec<_> = (0..3).map(|_| connect(&url)).collect();
        for stream in &mut slow {
            stream.write_all(half).unwrap();
        }
        let mut fourth = connect(&url);
        // The server has read the others by then: they connected first, and there is one worker.
        assert_eq!(
            healthy(&mut fourth),
            "HTTP/1.1 200 OK",
            "a complete head does not count"
        );
        fourth.write_all(half).unwrap();
        assert_eq!(until_closed(&mut fourth).0, "");
        slow[0].write_all(b"Host: a\r\n\r\n").unwrap();
        assert_eq!(answer(&mut slow[0], true).0[0], "HTTP/1.1 200 OK");
        let mut many: Vec<_> = (0..80).map(|_| connect(&url)).collect();
        let mut closed = 0;
        for stream in &mut many {
            let patience = Some(Duration::from_millis(50));
            stream.set_read_timeout(patience).unwrap();
            closed += usize::from(matches!(stream.read(&mut [0]), Ok(0)));
        }
        assert!((40..=45).contains(&closed));
    })
    .await
    .unwrap();
}
