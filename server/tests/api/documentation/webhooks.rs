//! The receivers of the page on webhooks take what the server sends, and its samples have every event.

use super::markdown::{Page, root};
use crate::helpers::TestApp;
use serde_json::{Value, json};
use server::webhooks::event::EventKind;
use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn sample(language: &str) -> String {
    let page = Page::read("docs/site/webhooks.md");
    let mut blocks = page.blocks.into_iter();
    let block = blocks.find(|block| block.language == language);
    block.unwrap().code
}

/// A Python with the library. `cargo xtask test schema` makes an environment that has it.
fn python() -> Option<PathBuf> {
    let made = root().join("target/schema/venv/bin/python");
    [made, PathBuf::from("python3")].into_iter().find(|python| {
        let mut import = Command::new(python);
        let ended = import
            .args(["-c", "import standardwebhooks"])
            .stderr(Stdio::null());
        ended.status().is_ok_and(|status| status.success())
    })
}

/// A receiver that runs until the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    socket.local_addr().unwrap().port()
}

async fn receives(program: PathBuf, (language, ending): (&str, &str)) {
    let port = free_port();
    let host = format!("127.0.0.1:{port}");
    let allowed = host.clone();
    let app = TestApp::with(|settings| settings.relay.private_hosts = vec![allowed]).await;
    let admin = app.admin().await;
    let body =
        json!({ "url": format!("http://{host}/"), "events": ["message.created"], "enabled": true });
    let made = admin.call("webhooks/put", body).await.data().clone();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("receiver.{ending}"));
    std::fs::write(&file, sample(language)).unwrap();
    let run = |secret: &str| {
        let mut command = Command::new(&program);
        command.arg(&file).env("PORT", port.to_string());
        command.env("FRONTDESK_WEBHOOK_SECRET", secret);
        Running(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    };
    let named = json!({ "webhookId": made["webhookId"] });
    let status = async || -> Value {
        for _ in 0..300 {
            let tested = admin.call("webhooks/test", named.clone()).await;
            if tested.data()["trouble"] != "notReached" {
                return tested.data()["status"].clone();
            }
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the receiver in {language} did not start");
    };

    let running = run(made["secret"].as_str().unwrap());
    assert_eq!(status().await, 204, "{language}");
    drop(running);
    let _running = run("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assert_eq!(status().await, 400, "{language} believes another secret");
    app.stop().await;
}

#[actix_web::test]
async fn the_receiver_in_node_takes_what_the_server_signs_and_nothing_else() {
    receives("node".into(), ("js", "mjs")).await;
}

/// Without the library the sample cannot run: see [`python`].
#[actix_web::test]
async fn the_receiver_in_python_takes_what_the_server_signs_and_nothing_else() {
    if let Some(python) = python() {
        receives(python, ("python", "py")).await;
    }
}

#[test]
fn the_page_has_a_sample_of_every_event() {
    let page = Page::read("docs/site/webhooks.md");
    let json = page.blocks.iter().filter(|block| block.language == "json");
    let mut shown = BTreeSet::new();
    for block in json {
        let bodies = serde_json::Deserializer::from_str(&block.code).into_iter::<Value>();
        for body in bodies {
            let body = body.unwrap();
            assert!(
                body["timestamp"].is_string() && body["data"]["userId"].is_string(),
                "{body}"
            );
            shown.insert(body["type"].as_str().unwrap().to_owned());
        }
    }
    // It has the fields of the one before.
    shown.insert("message.updated".to_owned());

    let all: BTreeSet<String> = EventKind::CHOICES.map(|kind| kind.name().to_owned()).into();
    assert_eq!(shown, all);
    assert!(page.text.contains("`message.updated`"));
}
