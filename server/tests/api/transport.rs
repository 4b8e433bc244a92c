//! Bodies, methods and limits, whatever the call.

use crate::helpers::{TestApp, answer};
use awc::http::Method;
use serde_json::json;
use std::io::{Read as _, Write as _};

const SEND: &str = "/api/chat/visitor/sendMsg";

#[actix_web::test]
async fn a_method_that_is_not_taken_is_told_which_are() {
    let app = TestApp::new().await;

    let get = app.get(SEND, &[]).await;
    let post = app.post("/healthz", None, &json!({})).await;
    let options = answer(
        app.client
            .options(format!("{}{SEND}", app.url))
            .send()
            .await
            .unwrap(),
    )
    .await;

    get.is_refused(405, "method not allowed");
    assert_eq!(get.header("allow"), Some("POST"));
    assert_eq!(post.header("allow"), Some("GET, HEAD"));
    options.is_refused(405, "method not allowed");
    for method in [Method::PUT, Method::TRACE, Method::DELETE] {
        let asked = app
            .client
            .request(method.clone(), format!("{}{SEND}", app.url));
        let refused = answer(asked.send().await.unwrap()).await;
        refused.is_refused(405, "method not allowed");
        assert_eq!(refused.header("allow"), Some("POST"), "{method}");
    }
    app.get("/api/nothing", &[])
        .await
        .is_refused(404, "not found");
}

#[actix_web::test]
async fn a_body_that_is_not_what_the_call_takes_is_refused_by_the_field() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let send = |kind: &'static str, body: &'static str| {
        let request = app.client.post(format!("{}{SEND}", app.url));
        let request = request.insert_header(("authorization", format!("Bearer {}", page.token)));
        async move { answer(request.content_type(kind).send_body(body).await.unwrap()).await }
    };
    let json = "application/json";

    send(json, "{")
        .await
        .is_refused(400, "the body is not JSON");
    send(json, "[]")
        .await
        .is_refused(400, "the body is not an object of this call");
    send(json, r#"{"msgType":1,"msgContent":7}"#)
        .await
        .is_refused(400, "msgContent is not valid");
    send(json, r#"{"msgType":1,"msgContent":"\ud800"}"#)
        .await
        .is_refused(400, "the body is not JSON");
    send("text/plain", r#"{"msgType":1,"msgContent":"x"}"#)
        .await
        .is_refused(400, "content-type must be application/json");
}

#[actix_web::test]
async fn nobody_unknown_learns_what_is_wrong_with_a_body() {
    let app = TestApp::new().await;
    let send = |kind: &'static str, body: &'static str| {
        let request = app.client.post(format!("{}{SEND}", app.url));
        async move { answer(request.content_type(kind).send_body(body).await.unwrap()).await }
    };

    send("application/json", "{")
        .await
        .is_refused(401, "login state expired");
    send("text/plain", "{}")
        .await
        .is_refused(401, "login state expired");
}

#[actix_web::test]
async fn a_body_over_a_mebibyte_is_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let big = page.send("1", &"x".repeat(1 << 20)).await;

    big.is_refused(413, "the body is too large");
}

#[actix_web::test]
async fn one_visitors_haste_is_slowed_with_the_time_to_wait() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.send_per_minute = 3;
    })
    .await;
    let (page, other) = (app.visitor().await, app.visitor().await);
    for index in 0..3 {
        page.send(&index.to_string(), "x").await.data();
    }

    let refused = page.send("4", "x").await;

    refused.is_refused(429, "too many requests");
    assert!(
        refused
            .header("retry-after")
            .unwrap()
            .parse::<u64>()
            .unwrap()
            >= 1
    );
    other.send("1", "x").await.data();
}

#[actix_web::test]
async fn polls_have_a_limit_for_the_server_and_one_for_an_address() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.held_polls_per_address = 1;
        settings.held_polls_max = 2;
    })
    .await;
    let (one, two) = (app.visitor().await, app.visitor().await);

    let (held, refused) = tokio::join!(one.poll_for(1, 5_000), async {
        app.until_held(1).await;
        two.poll_for(1, 2_000).await
    });

    held.data();
    refused.is_refused(429, "too many requests");
    two.poll_for(1, 0).await.data();
}

/// Sends raw bytes and reads until the server closes or says nothing for a second.
fn raw(url: &str, bytes: &[u8]) -> String {
    let mut stream = std::net::TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    stream
        .set_read_timeout(Some(std::time::Duration::from_secs(1)))
        .unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    // A time-out ends it as well as an end does.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[actix_web::test]
async fn a_request_that_could_be_read_in_two_ways_is_answered_once_or_not_at_all() {
    let app = TestApp::new().await;
    let requests: [&[u8]; 5] = [
        b"POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        b"POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        b"POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n",
    ];
    let url = app.url.clone();

    let answers = actix_web::web::block(move || requests.map(|request| raw(&url, request)))
        .await
        .unwrap();

    for answer in answers {
        assert!(answer.matches("HTTP/1.1 ").count() <= 1, "{answer}");
        assert!(!answer.contains("HTTP/1.1 200"), "{answer}");
    }
}
