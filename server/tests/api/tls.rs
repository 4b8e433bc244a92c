//! TLS in the program itself.

use crate::certificate::Pair;
use crate::helpers::{TestApp, answer, served};
use crate::uploads::{form, post};
use serde_json::json;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Timeout of everything that a test waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server with TLS in this process, and a client that trusts it.
async fn app_with_tls(change: impl FnOnce(&mut server::settings::Settings)) -> TestApp {
    let folder = TempDir::new().unwrap();
    let pair = Pair::write(folder.path());
    let mut app = TestApp::with(|settings| {
        settings.tls.certificate = Some(pair.certificate.clone());
        settings.tls.key = Some(pair.key.clone());
        change(settings);
    })
    .await;
    app.client = pair.client();
    app
}

fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(url.split_once("://").unwrap().1).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads until the server closes.
fn until_closed(mut stream: &TcpStream) -> String {
    let mut said = Vec::new();
    // A reset is an end as well.
    drop(stream.read_to_end(&mut said));
    String::from_utf8_lossy(&said).into_owned()
}

#[actix_web::test]
async fn pages_calls_polls_and_files_work_over_tls() {
    let app = app_with_tls(|_| {}).await;
    let (page, mut desk) = served(&app).await;

    let chat = app.get("/chat_online/index?channelId=web", &[]).await;
    assert_eq!(chat.status, 200);
    assert_eq!(
        chat.header("strict-transport-security"),
        Some("max-age=31536000")
    );

    let before = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    let (told, said) = tokio::join!(page.poll_for(before, 20_000), async {
        app.until_held(1).await;
        desk.say(&page, "a", "hello").await
    });
    assert_eq!(
        told.data()["msgList"][0]["msgId"],
        said.data()["msgId"],
        "the waiting poll is answered"
    );

    // Larger than what the front reads itself, and than one TLS record.
    let mut file = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec();
    file.resize(3 << 20, 7);
    let body = form("shelf.mp4", &file);
    let stored = post(&app, "/api/agent/upload", &desk.token, body).await;
    let stored = stored.data().clone();
    let (sent, bytes) = app.get_bytes(stored["url"].as_str().unwrap(), &[]).await;
    assert_eq!(sent.status, 200);
    assert!(bytes == file, "{} bytes came back", bytes.len());
    desk.news().await;
}

#[actix_web::test]
async fn a_visitor_who_leaves_ends_their_poll_over_tls() {
    let app = app_with_tls(|_| {}).await;
    let page = app.visitor().await;
    let request = app
        .client
        .post(format!("{}/api/chat/visitor/getEventMsg", app.url))
        .bearer_auth(&page.token)
        .json(&json!({ "userId": page.user, "pollId": page.poll, "cursor": 1, "wait": 25_000 }));
    let waiting = actix_web::rt::spawn(request.send());
    app.until_held(1).await;

    waiting.abort();

    let begun = Instant::now();
    app.until_held(0).await;
    assert!(begun.elapsed() < PATIENCE, "the poll ended by itself");
}

#[actix_web::test]
async fn plain_http_on_the_port_of_tls_is_told_to_use_https() {
    let app = app_with_tls(|_| {}).await;

    let mut http = connect(&app.url);
    http.write_all(b"GET /desk/ HTTP/1.1\r\nHost: a\r\n\r\n")
        .unwrap();
    let mut other = connect(&app.url);
    other.write_all(b"\0\0\0\0").unwrap();
    let (said, silent) = actix_web::web::block(move || (until_closed(&http), until_closed(&other)))
        .await
        .unwrap();

    assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{said}");
    assert!(said.contains("Use https://"), "{said}");
    assert_eq!(silent, "");
}

#[actix_web::test]
async fn unfinished_handshakes_of_an_address_are_limited() {
    let app = app_with_tls(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.connections.heads_per_address = 1;
    })
    .await;

    let first = connect(&app.url);
    // Which of the two is served first does not matter: one is closed at once, the other waits for its handshake.
    let second = connect(&app.url);
    for stream in [&first, &second] {
        stream
            .set_read_timeout(Some(Duration::from_millis(50)))
            .unwrap();
    }
    let is_closed = |mut stream: &TcpStream| {
        let read = stream.read(&mut [0]);
        !read.is_err_and(|error| {
            matches!(
                error.kind(),
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
            )
        })
    };
    let closed = actix_web::web::block(move || {
        let begun = Instant::now();
        loop {
            let closed = [is_closed(&first), is_closed(&second)];
            if closed != [false, false] || begun.elapsed() > PATIENCE {
                return closed;
            }
        }
    });
    let closed = closed.await.unwrap();

    assert_eq!(closed.iter().filter(|is_closed| **is_closed).count(), 1);
}

/// The program, with TLS.
struct Program {
    child: Child,
    url: String,
    redirect: String,
    _output: BufReader<ChildStdout>,
}

impl Program {
    fn start(data: &Path, pair: &Pair) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--demo", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("FRONTDESK_TLS__CERTIFICATE", &pair.certificate)
            .env("FRONTDESK_TLS__KEY", &pair.key)
            .env("FRONTDESK_TLS__REDIRECT_FROM", "127.0.0.1:0")
            .env("FRONTDESK_LOG_FORMAT", "json")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = |beginning: &str| {
            let mut line = String::new();
            loop {
                line.clear();
                assert!(output.read_line(&mut line).unwrap() > 0, "it ended");
                if let Some(rest) = line.trim().strip_prefix(beginning) {
                    break rest.trim().to_owned();
                }
            }
        };
        let (url, redirect) = (line("listening on "), line("leads to https"));
        Self {
            child,
            url,
            redirect,
            _output: output,
        }
    }

    fn hang_up(&self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::HUP).unwrap();
    }

    /// Whether a new connection gets the certificate that this client trusts.
    async fn has_the_certificate_of(&self, pair: &Pair) -> bool {
        let asked = pair.client().get(format!("{}/healthz", self.url)).send();
        asked.await.is_ok_and(|answer| answer.status() == 200)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[actix_web::test]
async fn a_hangup_signal_reloads_the_certificate_and_keeps_the_old_one_if_the_new_is_broken() {
    let folder = TempDir::new().unwrap();
    let first = Pair::write(folder.path());
    let program = Program::start(&folder.path().join("data"), &first);
    assert!(program.url.starts_with("https://"), "{}", program.url);
    assert!(program.has_the_certificate_of(&first).await);
    // This client keeps its connection.
    let (kept, health) = (first.client(), format!("{}/healthz", program.url));
    assert_eq!(kept.get(&health).send().await.unwrap().status(), 200);

    std::fs::write(&first.key, "rubbish").unwrap();
    program.hang_up();
    // The broken pair is read before the sound one, because signals are handled in order.
    let second = Pair::write(TempDir::new().unwrap().path());
    assert!(!program.has_the_certificate_of(&second).await);
    assert!(program.has_the_certificate_of(&first).await);

    let second = Pair::write(folder.path());
    let begun = Instant::now();
    while !program.has_the_certificate_of(&second).await {
        assert!(begun.elapsed() < PATIENCE, "the new certificate never came");
        program.hang_up();
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!program.has_the_certificate_of(&first).await);
    assert_eq!(kept.get(&health).send().await.unwrap().status(), 200);
}

#[actix_web::test]
async fn plain_http_is_redirected_to_the_same_address_with_https() {
    let folder = TempDir::new().unwrap();
    let pair = Pair::write(folder.path());
    let program = Program::start(&folder.path().join("data"), &pair);

    let asked = crate::http::client().get(format!("{}desk/?lang=zh", program.redirect));
    let led = answer(asked.send().await.unwrap()).await;
    let followed = pair.client().get(led.header("location").unwrap()).send();

    assert_eq!(led.status, 308);
    let wanted = format!("{}/desk/?lang=zh", program.url);
    assert_eq!(led.header("location"), Some(wanted.as_str()));
    assert_eq!(followed.await.unwrap().status(), 200);
    let mut strange = connect(program.redirect.trim_end_matches('/'));
    strange
        .write_all(b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n")
        .unwrap();
    let said = until_closed(&strange);
    assert!(said.starts_with("HTTP/1.1 400 "), "{said}");
}
