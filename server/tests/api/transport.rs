//! Bodies, methods, limits and headers that all calls share.

use crate::helpers::{TestApp, answer};
use reqwest::Method;
use serde_json::json;
use std::io::{Read as _, Write as _};

const SEND: &str = "/api/chat/visitor/sendMsg";

#[actix_web::test]
async fn a_wrong_method_is_refused_with_the_allowed_ones() {
    let app = TestApp::new().await;

    let get = app.get(SEND, &[]).await;
    let post = app.post("/healthz", None, &json!({})).await;
    let options = answer(
        app.client
            .request(Method::OPTIONS, format!("{}{SEND}", app.url))
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
async fn an_invalid_body_is_refused_with_the_invalid_field() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let send = |kind, body: &'static str| app.post_bytes(SEND, Some(&page.token), kind, body);
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
async fn a_caller_without_a_token_does_not_learn_what_is_wrong_with_a_body() {
    let app = TestApp::new().await;
    let send = |kind, body: &'static str| app.post_bytes(SEND, None, kind, body);

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
async fn a_visitor_over_the_rate_limit_learns_how_long_to_wait() {
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
async fn held_polls_are_limited_per_address() {
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

/// Sends raw bytes and reads until the server closes or is silent for 2 s. Returns the text, and whether it closed.
fn raw(url: &str, bytes: &[u8]) -> (String, bool) {
    let mut stream = std::net::TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    stream
        .set_read_timeout(Some(std::time::Duration::from_secs(2)))
        .unwrap();
    // The server may answer and close before everything is sent.
    drop(stream.write_all(bytes));
    let mut answer = Vec::new();
    let ended = stream.read_to_end(&mut answer);
    let is_closed = match ended {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    };
    (String::from_utf8_lossy(&answer).into_owned(), is_closed)
}

/// A channelInfo request with these header lines.
fn ask(lines: &str, body: &str) -> String {
    format!(
        "POST /api/chat/visitor/channelInfo HTTP/1.1\r\nContent-Type: application/json\r\n{lines}\r\n{body}"
    )
}

const SECOND: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

#[actix_web::test]
async fn an_ambiguous_request_gets_a_single_400_and_the_connection_is_closed() {
    let app = TestApp::new().await;
    let body = r#"{"id":"web"}"#;
    let sound = ask("Host: a\r\nContent-Length: 12\r\n", body);
    let chunked = "Host: a\r\nTransfer-Encoding: chunked\r\n";
    let hosts = "Host: a\r\nHost: b\r\nContent-Length: 12\r\n";
    let large = format!(
        "Host: a\r\nContent-Length: 12\r\nX-Large: {}\r\n",
        "x".repeat(65_536)
    );
    let requests = [
        ask(&format!("{chunked}Content-Length: 12\r\n"), "0\r\n\r\n"),
        ask(
            "Host: a\r\nContent-Length: 12\r\nContent-Length: 5\r\n",
            body,
        ),
        ask(
            "Host: a\r\nContent-Length: 12\r\nContent-Length: 12\r\n",
            body,
        ),
        ask("Host: a\r\nContent-Length: +12\r\n", body),
        ask("Host: a\r\nContent-Length: 12, 12\r\n", body),
        ask("Host: a\r\nTransfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        ask(
            &format!("{chunked}Transfer-Encoding: chunked\r\n"),
            "0\r\n\r\n",
        ),
        ask(chunked, &format!("\r\n{body}\r\n0\r\n\r\n")),
        ask(chunked, &format!("+c\r\n{body}\r\n0\r\n\r\n")),
        ask(hosts, body),
        ask("Content-Length: 12\r\n", body),
        ask("Host: a\r\nX: 1\r\n folded\r\nContent-Length: 12\r\n", body),
        ask("Host: a\r\nContent-Length : 12\r\n", body),
        ask("Host : a\r\nContent-Length: 12\r\n", body),
        ask(" Host: a\r\nContent-Length: 12\r\n", body),
        ask("Host: a\r\nX: \0\r\nContent-Length: 12\r\n", body),
        ask("Host: a\r\nX\0: 1\r\nContent-Length: 12\r\n", body),
        ask(
            "Host: a\r\nX: 1\rContent-Length: 5\r\nContent-Length: 12\r\n",
            body,
        ),
        ask("Host: a\r\nTransfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        ask(
            "Host: a\r\nTransfer-Encoding: chunked, identity\r\n",
            "0\r\n\r\n",
        ),
        ask("Host: a\r\nContent-Length: -12\r\n", body),
        ask("Host: a\r\nContent-Length: 0xc\r\n", body),
        ask("Host: a\r\nContent-Length: 12\n", body),
        ask("Host: a\nContent-Length: 12\r\n", body),
        ask("Host: a\r\nContent-Length: 12\r\n", body).replace("\r\n", "\n"),
        ask("Host: a\r\nContent-Length: 12\r\n", body).replacen("\r\n", "\n", 1),
        ask(chunked, &format!("c\n{body}\n0\n\n")),
        ask(chunked, &format!("c;x\n{body}\r\n0\r\n\r\n")),
        ask(
            chunked,
            &format!("fffffffffffffffffc\r\n{body}\r\n0\r\n\r\n"),
        ),
    ];
    let url = app.url.clone();
    let (answers, right) = actix_web::web::block(move || {
        let answers = requests.map(|request| {
            let answer = raw(&url, format!("{request}{SECOND}").as_bytes());
            (request, answer)
        });
        let right = raw(&url, format!("{sound}{SECOND}").as_bytes());
        let large = ask(&large, body);
        let large_answer = raw(&url, large.as_bytes());
        let answers = answers.into_iter().chain([(large, large_answer)]);
        (answers.collect::<Vec<_>>(), right)
    })
    .await
    .unwrap();

    assert_eq!(right.0.matches("HTTP/1.1 200").count(), 2, "{}", right.0);
    for (request, (answer, is_closed)) in answers {
        let request: String = request.chars().take(300).collect();
        assert!(answer.starts_with("HTTP/1.1 400"), "{request}\n{answer}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "{request}\n{answer}"
        );
        assert!(is_closed, "{request}\n{answer}");
    }
}

#[actix_web::test]
async fn documents_and_scripts_over_https_carry_hsts() {
    let app = TestApp::with(|settings| {
        settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let direct = TestApp::new().await;
    const HSTS: &str = "strict-transport-security";
    for secure in [
        ("x-forwarded-proto", "https"),
        ("forwarded", "for=1.2.3.4;proto=https"),
    ] {
        for path in [
            "/desk/",
            "/",
            "/chat_online/index?channelId=web",
            "/chat_online/embed.js",
        ] {
            let answer = app.get(path, &[secure]).await;
            assert_eq!(answer.header(HSTS), Some("max-age=31536000"), "{path}");
            assert_eq!(direct.get(path, &[secure]).await.header(HSTS), None);
        }
    }
    let plain = app.get("/desk/", &[("x-forwarded-proto", "http")]).await;
    assert_eq!(plain.header(HSTS), None);
}

#[actix_web::test]
async fn windows_of_other_origins_get_no_handle_to_the_desk() {
    let app = TestApp::new().await;
    const COOP: &str = "cross-origin-opener-policy";

    for path in ["/desk/", "/desk/admin"] {
        assert_eq!(
            app.get(path, &[]).await.header(COOP),
            Some("same-origin"),
            "{path}"
        );
    }
    let chat = app.get("/chat_online/index?channelId=web", &[]).await;
    assert_eq!(
        chat.header(COOP),
        None,
        "a shop may open the chat in a window"
    );
}

/// An entry with a port must count. Otherwise the forged entry before it would.
#[actix_web::test]
async fn guesses_count_for_the_real_address_despite_forged_headers() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.miss_per_minute = 5;
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let guess = async |name: &str, value: String| {
        let answer = app.get("/api/files/nothing", &[(name, &value)]).await;
        answer.status
    };

    for forged in 0..5 {
        let entries = format!("6.6.6.{forged}, 1.2.3.4:{}", 5_000 + forged);
        assert_eq!(guess("x-forwarded-for", entries).await, 404);
    }

    assert_eq!(
        guess("x-forwarded-for", "6.6.6.9, 1.2.3.4:80".into()).await,
        429
    );
    assert_eq!(
        guess("forwarded", "for=6.6.6.9, for=\"1.2.3.4:81\"".into()).await,
        429
    );
    assert_eq!(
        guess("x-forwarded-for", "1.2.3.4, 5.6.7.8:80".into()).await,
        404
    );
}
