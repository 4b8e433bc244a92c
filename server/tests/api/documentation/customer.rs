//! The services of the page on customer data answer the server, and refuse a wrong signature.

use super::markdown::Page;
use crate::helpers::TestApp;
use serde_json::json;
use std::net::TcpListener;
use std::process::{Child, Command};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A sample that runs until it is dropped.
struct Service {
    child: Child,
    host: String,
    _folder: tempfile::TempDir,
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Starts the page's sample in a language; `None` if the language is not installed.
fn start(language: &str, program: &str, ending: &str) -> Option<Service> {
    Command::new(program).arg("--version").output().ok()?;
    let page = Page::read("docs/site/customer-data.md");
    let mut blocks = page.blocks.into_iter();
    let sample = blocks.find(|block| block.language == language).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("service.{ending}"));
    std::fs::write(&file, sample.code).unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let child = Command::new(program)
        .arg(&file)
        .env("PORT", port.to_string())
        .env("FRONTDESK_CUSTOMER_SECRET", SECRET)
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    Some(Service {
        child,
        host: format!("127.0.0.1:{port}"),
        _folder: folder,
    })
}

#[actix_web::test]
async fn each_service_of_the_page_answers_the_server_and_refuses_a_wrong_signature() {
    let services = [("python", "python3", "py"), ("js", "node", "mjs")]
        .into_iter()
        .filter_map(|(language, program, ending)| start(language, program, ending));
    let services: Vec<Service> = services.collect();
    assert!(!services.is_empty());
    let hosts: Vec<String> = services.iter().map(|one| one.host.clone()).collect();
    let app = TestApp::with(|settings| settings.relay.private_hosts = hosts).await;
    let admin = app.admin().await;
    for service in &services {
        while tokio::net::TcpStream::connect(&service.host).await.is_err() {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let test = |secret: &str| {
            let address = format!("http://{}/", service.host);
            let body = json!({
                "userId": "4711", "customerData": { "address": address, "secret": secret },
            });
            admin.call("customerData/test", body)
        };

        let good = test(SECRET).await;
        let bad = test(OTHER).await;

        let known = json!([{ "label": "Customer", "value": "4711" }]);
        assert_eq!(good.data()["fields"], known, "{}", good.text);
        assert_eq!(bad.data()["problem"], "refused", "{}", bad.text);
    }
    app.stop().await;
}
