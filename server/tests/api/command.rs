//! The operator's commands, against a server that runs and a store that none has open.

use crate::helpers::{Answer, answer};
use crate::http;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use totp_rs::{Builder, Secret};

const PASSWORD: &str = "three frogs in a pot";

/// Runs the program and returns whether it succeeded, and what it printed.
fn run(data: &Path, words: &[&str]) -> (bool, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(words)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let said = [ended.stdout, ended.stderr].concat();
    (ended.status.success(), String::from_utf8(said).unwrap())
}

/// Runs the program, asserts that it succeeds, and returns what it printed.
#[track_caller]
fn done(data: &Path, words: &[&str]) -> String {
    let (is_done, said) = run(data, words);
    assert!(is_done, "{said}");
    said.trim_end().to_owned()
}

#[track_caller]
fn refused(data: &Path, words: &[&str]) -> String {
    let (is_done, said) = run(data, words);
    assert!(!is_done, "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// The part of a line after this.
#[track_caller]
fn after<'a>(said: &'a str, before: &str) -> &'a str {
    let line = said.lines().find_map(|line| line.split_once(before));
    line.unwrap_or_else(|| panic!("no '{before}' in {said}")).1
}

/// A running server.
struct Server {
    child: Child,
    url: String,
    /// The operator's address.
    operator: String,
    greeting: String,
    _output: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--limits", "off", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        while !greeting.contains("the metrics") {
            assert!(output.read_line(&mut greeting).unwrap() > 0, "{greeting}");
        }
        // The whole greeting is one write: the rest of it is in the buffer.
        let rest = String::from_utf8_lossy(output.buffer()).into_owned();
        greeting.push_str(&rest);
        Self {
            url: after(&greeting, "listening on ").to_owned(),
            operator: after(&greeting, "the operators   ").replace("/desk/operator", ""),
            child,
            greeting,
            _output: output,
        }
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        let is_operators = path.starts_with("/api/operator/");
        let url = if is_operators {
            &self.operator
        } else {
            &self.url
        };
        let mut request = http::client().post(format!("{url}{path}"));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        answer(request.json(body).send().await.unwrap()).await
    }

    async fn set_up(&self, token: &str, name: &str) -> Answer {
        let shop = json!({
            "token": token, "shopName": name, "lang": "en", "timeZone": "Europe/Berlin",
            "account": "ada", "password": PASSWORD
        });
        self.post("/api/setup/create", None, &shop).await
    }

    fn end(mut self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[actix_web::test]
async fn the_first_start_prints_a_link_that_sets_up_a_shop() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let first = Server::start(data, &[]);
    let begins = format!("Set up your shop: {}/setup#token=", first.url);
    assert!(first.greeting.contains(&begins), "{}", first.greeting);
    let older = after(&first.greeting, "#token=").to_owned();
    first.end();

    let server = Server::start(data, &[]);
    let token = after(&server.greeting, "#token=").to_owned();

    assert_eq!(server.set_up(&older, "Moss").await.status, 401);
    server.set_up(&token, "Moss").await.data();
    server.end();
    let again = Server::start(data, &[]);
    assert!(!again.greeting.contains("token"), "{}", again.greeting);
    let body = json!({ "account": "ada", "password": PASSWORD });
    again.post("/api/agent/login", None, &body).await.data();
}

#[actix_web::test]
async fn setup_links_are_made_while_the_server_runs_and_while_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert!(refused(data, &["setup-link"]).contains("there is no store in"));
    let server = Server::start(data, &[]);
    let running = done(data, &["setup-link"]);
    assert!(running.contains(&server.url), "{running}");
    server.end();
    let stopped = done(data, &["setup-link", "--listen", "0.0.0.0:8081"]);
    assert!(
        stopped.contains("http://127.0.0.1:8081/setup#token="),
        "{stopped}"
    );

    let server = Server::start(data, &[]);
    let newest = done(data, &["setup-link"]);

    for older in [&running, &stopped, &server.greeting] {
        let answer = server.set_up(after(older, "#token="), "Moss").await;
        assert_eq!(answer.status, 401, "{older}");
    }
    server
        .set_up(after(&newest, "#token="), "Moss")
        .await
        .data();
    let refused = refused(data, &["setup-link"]);
    assert!(refused.contains("frontdesk tenant add NAME"), "{refused}");
}

#[actix_web::test]
async fn a_tenant_is_added_disabled_and_enabled_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &["--demo"]);
    let link = done(data, &["tenant", "add", "Moss & Bark"]);
    let (token, name) = after(&link, "#token=").split_once("&name=").unwrap();
    assert_eq!(name, "Moss+%26+Bark");
    let created = server.set_up(token, "Moss & Bark").await.data().clone();
    let admin = created["agentToken"].as_str().unwrap();
    let start = json!({ "channelId": "moss-bark" });
    let page = server
        .post("/api/chat/visitor/chatStart", None, &start)
        .await;
    let visitor = page.data()["token"].as_str().unwrap().to_owned();
    let list = done(data, &["tenant", "list"]);
    assert!(
        list.contains("moss-bark  Moss & Bark") && list.contains("demo"),
        "{list}"
    );

    let said = done(data, &["tenant", "disable", "moss-bark"]);

    assert_eq!(said, "tenant moss-bark is disabled");
    assert!(done(data, &["tenant", "list"]).contains("disabled"));
    let me = async || server.post("/api/agent/me", Some(admin), &json!({})).await;
    let login = async || {
        let body = json!({ "tenantId": "moss-bark", "account": "ada", "password": PASSWORD });
        server.post("/api/agent/login", None, &body).await.status
    };
    let old_page = async || {
        let body = json!({ "pageSize": 10 });
        let path = "/api/chat/visitor/getHistoryMsg";
        server.post(path, Some(&visitor), &body).await.status
    };
    let new_page = async || {
        server
            .post("/api/chat/visitor/chatStart", None, &start)
            .await
            .status
    };
    assert_eq!((me().await.status, login().await), (401, 401));
    assert_eq!((old_page().await, new_page().await), (401, 404));

    done(data, &["tenant", "enable", "moss-bark"]);

    assert_eq!((me().await.status, login().await), (200, 200));
    assert_eq!((old_page().await, new_page().await), (200, 200));
    let refused = refused(data, &["tenant", "disable", "nobody"]);
    assert!(refused.contains("there is no tenant 'nobody'"), "{refused}");
}

#[actix_web::test]
async fn a_tenant_disabled_while_the_server_is_stopped_comes_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    let token = after(&server.greeting, "#token=").to_owned();
    server.set_up(&token, "Moss").await.data();
    server.end();
    done(data, &["tenant", "disable", "moss"]);

    let server = Server::start(data, &[]);
    assert!(!server.greeting.contains("token"), "{}", server.greeting);
    let start = json!({ "channelId": "moss", "locale": "en" });
    let path = "/api/chat/visitor/chatStart";
    assert_eq!(server.post(path, None, &start).await.status, 404);
    done(data, &["tenant", "enable", "moss"]);

    let page = server.post(path, None, &start).await;
    let visitor = page.data()["token"].as_str().unwrap();
    let body = json!({ "account": "ada", "password": PASSWORD });
    let login = server.post("/api/agent/login", None, &body).await;
    let ada = login.data()["token"].as_str().unwrap();
    let status = json!({ "status": "online" });
    server
        .post("/api/agent/setStatus", Some(ada), &status)
        .await
        .data();
    server
        .post("/api/agent/getEventMsg", Some(ada), &json!({}))
        .await
        .data();
    let path = "/api/chat/visitor/transferAgent";
    let transferred = server.post(path, Some(visitor), &json!({})).await;
    assert_eq!(transferred.data()["status"], 2);
}

#[actix_web::test]
async fn a_password_is_reset_by_a_link_of_the_operators() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    let token = after(&server.greeting, "#token=").to_owned();
    server.set_up(&token, "Moss").await.data();

    let link = done(data, &["admin", "reset-password", "ada"]);

    let begins = format!(
        "Choose a new password for ada: {}/desk/join#token=",
        server.url
    );
    assert!(link.starts_with(&begins), "{link}");
    let token = after(&link, "#token=");
    let body = json!({ "token": token, "password": "four newts in a jar" });
    server.post("/api/agent/join", None, &body).await.data();
    let body = json!({ "account": "ada", "password": "four newts in a jar" });
    let login = server.post("/api/agent/login", None, &body).await;
    let ada = login.data()["token"].as_str().unwrap();
    let log = server
        .post("/api/admin/audit/list", Some(ada), &json!({}))
        .await;
    assert!(log.text.contains("@operator"), "{}", log.text);
    let refused_for = refused(data, &["admin", "reset-password", "bob"]);
    assert!(
        refused_for.contains("has no account 'bob'"),
        "{refused_for}"
    );
    server.end();
    let stopped = done(
        data,
        &["admin", "reset-password", "--tenant", "moss", "ada"],
    );
    assert!(
        stopped.contains("http://127.0.0.1:8080/desk/join#token="),
        "{stopped}"
    );
}

#[actix_web::test]
async fn an_administrators_second_step_is_removed_with_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    let token = after(&server.greeting, "#token=").to_owned();
    let created = server.set_up(&token, "Moss").await.data().clone();
    let ada = created["agentToken"].as_str().unwrap();
    set_up_totp(&server, ada).await;
    let body = json!({ "account": "ada", "password": PASSWORD });
    let login = async |body: &Value| server.post("/api/agent/login", None, body).await;
    let needs_code = async |body: &Value| login(body).await.body["data"][0]["field"] == "code";
    assert!(needs_code(&body).await);

    // Without the option the second step stays.
    let link = done(data, &["admin", "reset-password", "ada"]);
    let chosen = json!({ "token": after(&link, "#token="), "password": "four newts in a jar" });
    let joined = server.post("/api/agent/join", None, &chosen).await;
    assert_eq!(joined.data()["token"], Value::Null);
    let body = json!({ "account": "ada", "password": "four newts in a jar" });
    assert!(needs_code(&body).await);

    let link = done(data, &["admin", "reset-password", "--totp", "ada"]);

    let chosen = json!({ "token": after(&link, "#token="), "password": "five toads in a tub" });
    let joined = server.post("/api/agent/join", None, &chosen).await;
    let ada = joined.data()["token"].as_str().unwrap().to_owned();
    let body = json!({ "account": "ada", "password": "five toads in a tub" });
    login(&body).await.data();
    let own = server
        .post("/api/agent/account/get", Some(&ada), &json!({}))
        .await;
    assert_eq!(own.data()["totpSet"], 0);
    let asked = json!({ "adminId": "@operator" });
    let log = server
        .post("/api/admin/audit/list", Some(&ada), &asked)
        .await;
    let list = log.data()["list"].as_array().unwrap();
    let off = list.iter().find(|one| one["fields"] == json!(["totp"]));
    assert_eq!(off.unwrap()["id"], "ada", "{}", log.text);
}

/// Switches the second step of this sign-in's administrator on.
async fn set_up_totp(server: &Server, token: &str) {
    let asked = json!({ "password": PASSWORD });
    let path = "/api/agent/account/totp/begin";
    let begun = server.post(path, Some(token), &asked).await;
    let secret = begun.data()["secret"].as_str().unwrap();
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap());
    let totp = totp.with_digits(6).with_skew(1).with_step_duration(30);
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let code = totp.build().unwrap().generate(now.as_secs()).to_string();
    let path = "/api/agent/account/totp/confirm";
    let first = json!({ "code": code });
    server.post(path, Some(token), &first).await.data();
}

#[actix_web::test]
async fn operators_are_added_listed_reset_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    assert!(done(data, &["operator", "list"]).contains("operator add"));
    assert!(refused(data, &["operator", "add", "a b"]).contains("the name must be"));

    let link = done(data, &["operator", "add", "olga"]);

    let begins = format!(
        "Choose a password for olga: {}/desk/operator#token=",
        server.operator
    );
    assert!(link.starts_with(&begins), "{link}");
    assert!(refused(data, &["operator", "add", "olga"]).contains("already"));
    assert!(done(data, &["operator", "list"]).contains("olga     not yet   off"));
    let join = async |link: &str| {
        let body = json!({ "token": after(link, "#token="), "password": PASSWORD });
        let joined = server.post("/api/operator/join", None, &body).await;
        joined.data()["token"].as_str().unwrap().to_owned()
    };
    let me = async |token: &str| {
        let path = "/api/operator/me";
        server.post(path, Some(token), &json!({})).await.status
    };
    let olga = join(&link).await;
    assert_eq!(me(&olga).await, 200);
    assert!(done(data, &["operator", "list"]).contains("olga     set       off"));

    let link = done(data, &["operator", "reset-password", "--totp", "olga"]);

    assert_eq!(me(&olga).await, 401, "the reset ended the sign-in");
    let olga = join(&link).await;
    assert_eq!(me(&olga).await, 200);

    let said = done(data, &["operator", "remove", "olga"]);

    assert_eq!(said, "operator olga is removed");
    assert_eq!(me(&olga).await, 401);
    assert!(refused(data, &["operator", "remove", "olga"]).contains("no operator 'olga'"));
    server.end();
    let stopped = done(data, &["operator", "add", "otto"]);
    assert!(
        stopped.contains("http://127.0.0.1:9090/desk/operator#token="),
        "{stopped}"
    );
}

#[actix_web::test]
async fn an_operators_link_needs_an_open_operator_address() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    assert!(done(data, &["operator", "add", "olga"]).contains(&server.operator));
    server.end();

    let mut without = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["serve", "--listen", "127.0.0.1:0", "--operator-listen"])
        .args([address.as_str(), "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut greeting = String::new();
    let mut output = BufReader::new(without.stdout.take().unwrap());
    output.read_line(&mut greeting).unwrap();

    for words in [
        ["operator", "add", "otto"],
        ["operator", "reset-password", "olga"],
    ] {
        let said = refused(data, &words);
        assert!(said.contains("--operator-listen"), "{said}");
    }
    let listed = done(data, &["operator", "list"]);
    assert!(!listed.contains("otto"), "nothing was stored: {listed}");
    without.kill().unwrap();
    without.wait().unwrap();
}

#[actix_web::test]
async fn only_the_owner_reaches_the_control_socket_and_it_goes_with_the_server() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("control.sock");
    std::fs::write(&socket, "left by a server that was killed").unwrap();

    let server = Server::start(folder.path(), &[]);

    let mode = std::fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    server.end();
    assert!(!socket.exists());
}
