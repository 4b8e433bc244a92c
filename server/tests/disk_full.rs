//! The drill of a full disk: the real program on a small file system of its own (docs/decisions/0115). As it fills up,
//! uploads, then new chats, then messages are refused. When there is space again, everything works without a restart.
//!
//! The file system is a tmpfs in a mount namespace, so that the test needs no rights and leaves nothing mounted.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

#[path = "common/http.rs"]
mod http;

use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The folder of the small file system, in the process that runs the drill.
const DISK: &str = "DISK_FULL_FOLDER";

const MIB: u64 = 1 << 20;

/// The size of the file system in MiB. Uploads then need 32 MiB free: a quarter.
const SIZE: u64 = 128;

/// New chats need this part of it, in percent: 26 MiB. Messages need 8 MiB, the least reserve.
const CHAT_FREE_PERCENT: &str = "20";

/// Maximum time until the server notices that the disk is full, or has room.
const PATIENCE: Duration = Duration::from_secs(30);

const NO_ROOM: &str = "the server has no room to store this at the moment";

/// Runs the drill below in a process with a file system of its own.
#[test]
fn a_disk_that_fills_up_refuses_the_least_first_and_recovers_without_a_restart() {
    let folder = TempDir::new().unwrap();
    let mount = format!(
        r#"mount -t tmpfs -o size={SIZE}m tmpfs "$1" && exec "$0" --exact the_drill --nocapture"#
    );
    let ended = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &mount])
        .arg(std::env::current_exe().unwrap())
        .arg(folder.path())
        .env(DISK, folder.path())
        .output()
        .unwrap();

    let said = [ended.stdout, ended.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        ended.status.success(),
        "if the system forbids user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0\n{said}"
    );
    assert!(said.contains("1 passed"), "{said}");
}

#[actix_web::test]
async fn the_drill() {
    let Some(folder) = std::env::var_os(DISK).map(PathBuf::from) else {
        return;
    };
    let disk = Disk { folder };
    let (data, place) = (disk.folder.join("data"), disk.folder.join("place"));
    let server = Server::start(&data);
    let mut chat = Chat::open(&server).await;
    chat.say(&server).await.unwrap();
    server.upload(&chat.token).await.unwrap();

    disk.leave(29 * MIB);
    has_no_room(server.upload(&chat.token).await);
    server.chat().await.unwrap();
    chat.say(&server).await.unwrap();

    disk.leave(18 * MIB);
    has_no_room(server.upload(&chat.token).await);
    has_no_room(server.chat().await);
    chat.say(&server).await.unwrap();
    assert_eq!(server.ready().await, 200);

    disk.leave(4 * MIB);
    chat.say_until_refused(&server).await;
    assert_eq!(server.ready().await, 503);
    disk.leave(0);
    has_no_room(chat.say(&server).await);
    assert_eq!(chat.read(&server).await, chat.said);
    // A backup on this disk fails; one on another disk works.
    let elsewhere = TempDir::new().unwrap();
    let elsewhere = text(elsewhere.path());
    is_about_a_full_disk(&failed(&["backup", &text(&place)], &data));
    done(&["backup", &elsewhere], &data);
    done(&["check", &elsewhere], &data);

    disk.leave(60 * MIB);
    server.until_ready().await;
    chat.say(&server).await.unwrap();
    server.chat().await.unwrap();
    server.upload(&chat.token).await.unwrap();
    assert_eq!(chat.read(&server).await, chat.said);
    done(&["backup", &text(&place)], &data);
    done(&["check", &text(&place)], &data);

    let restored = disk.folder.join("restored");
    disk.leave(2 * MIB);
    is_about_a_full_disk(&failed(&["restore", &text(&place)], &restored));
    assert!(!restored.join("store").exists());
    drop(server);
    fs::remove_dir_all(&data).unwrap();
    disk.leave(60 * MIB);
    done(&["restore", &text(&place)], &restored);
    done(&["check"], &restored);
    let server = Server::start(&restored);
    assert_eq!(chat.read(&server).await, chat.said);
}

/// The small file system.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Fills it, or frees it, until this many bytes are free.
    fn leave(&self, bytes: u64) {
        let mut file = OpenOptions::new();
        let file = file.append(true).create(true);
        let mut file = file.open(self.folder.join("ballast")).unwrap();
        let free = self.free();
        if free < bytes {
            let length = file.metadata().unwrap().len();
            file.set_len(length - (bytes - free)).unwrap();
        }
        let piece = vec![1; usize::try_from(MIB / 16).unwrap()];
        while self.free() > bytes {
            let rest = usize::try_from(self.free() - bytes).unwrap();
            // The file system may be full before the last bytes.
            if file.write_all(&piece[..rest.min(piece.len())]).is_err() {
                break;
            }
        }
    }

    fn free(&self) -> u64 {
        let disk = rustix::fs::statvfs(&self.folder).unwrap();
        disk.f_bavail * disk.f_frsize
    }
}

/// A running server. Its output goes nowhere, so that the log does not fill the disk.
struct Server {
    child: Child,
    url: String,
    client: reqwest::Client,
    _output: BufReader<ChildStdout>,
}

/// The `data` of a 200, or the status and message of a refusal.
type Said = Result<Value, (u16, String)>;

impl Server {
    fn start(data: &Path) -> Self {
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--limits", "off", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .arg("--fixtures")
            .arg(tenants)
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", CHAT_FREE_PERCENT)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
        let url = line.trim().strip_prefix("listening on ").unwrap();
        Self {
            url: url.to_owned(),
            child,
            client: http::client(),
            _output: output,
        }
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Said {
        let mut request = self.client.post(format!("{}{path}", self.url)).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        said(request).await
    }

    /// Uploads a picture.
    async fn upload(&self, token: &str) -> Said {
        const EDGE: &str = "edge-of-a-part";
        let mut picture = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(4, 3)
            .write_to(&mut picture, image::ImageFormat::Png)
            .unwrap();
        let head = format!(
            "--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"pot.png\"\r\nContent-Type: \
             image/png\r\n\r\n"
        );
        let end = format!("\r\n--{EDGE}--\r\n");
        let body = [head.into_bytes(), picture.into_inner(), end.into_bytes()].concat();
        let kind = format!("multipart/form-data; boundary={EDGE}");
        let request = self
            .client
            .post(format!("{}/api/chat/visitor/upload", self.url))
            .bearer_auth(token)
            .header("content-type", kind)
            .body(body);
        said(request).await
    }

    /// Opens a new visitor's chat.
    async fn chat(&self) -> Said {
        let body = json!({ "channelId": "web", "locale": "en" });
        self.post("/api/chat/visitor/chatStart", None, &body).await
    }

    async fn ready(&self) -> u16 {
        let ready = self.client.get(format!("{}/readyz", self.url));
        ready.send().await.unwrap().status().as_u16()
    }

    async fn until_ready(&self) {
        let until = Instant::now() + PATIENCE;
        while self.ready().await != 200 {
            assert!(Instant::now() < until, "the server does not recover");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn said(request: reqwest::RequestBuilder) -> Said {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    match status {
        200 => Ok(body["data"].clone()),
        _ => Err((status, body["message"].as_str().unwrap().to_owned())),
    }
}

#[track_caller]
fn has_no_room(said: Said) {
    assert_eq!(said, Err((503, NO_ROOM.to_owned())));
}

/// A visitor whom an agent serves, because only they may upload.
struct Chat {
    token: String,
    user: String,
    /// What was acknowledged.
    said: Vec<String>,
    sent: usize,
}

impl Chat {
    async fn open(server: &Server) -> Self {
        let started = server.chat().await.unwrap();
        let text = |field: &str| started[field].as_str().unwrap().to_owned();
        let chat = Self {
            token: text("token"),
            user: text("userId"),
            said: Vec::new(),
            sent: 0,
        };
        let mia = json!({ "tenantId": "shop", "account": "mia", "password": "a-long-password" });
        let mia = server.post("/api/agent/login", None, &mia).await.unwrap();
        let online = json!({ "status": "online" });
        let token = mia["token"].as_str();
        let online = server.post("/api/agent/setStatus", token, &online).await;
        online.unwrap();
        let served = chat.call(server, "transferAgent", json!({})).await;
        served.unwrap();
        chat
    }

    async fn call(&self, server: &Server, call: &str, mut body: Value) -> Said {
        body["userId"] = json!(self.user);
        let path = format!("/api/chat/visitor/{call}");
        server.post(&path, Some(&self.token), &body).await
    }

    /// Sends the next message.
    async fn say(&mut self, server: &Server) -> Said {
        self.sent += 1;
        let text = format!("word {}", self.sent);
        let body = json!({ "id": text, "msgType": 1, "msgContent": text });
        let said = self.call(server, "sendMsg", body).await;
        if said.is_ok() {
            self.said.push(text);
        }
        said
    }

    /// Sends messages until one is refused: the server reads the free space once a second.
    async fn say_until_refused(&mut self, server: &Server) {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.say(server).await {
                Ok(_) => assert!(Instant::now() < until, "nothing is refused"),
                refused => return has_no_room(refused),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What the visitor said, as the server has it.
    async fn read(&self, server: &Server) -> Vec<String> {
        let mut said = Vec::new();
        let mut before = json!(0);
        loop {
            let body = json!({ "pageSize": 50, "maxTime": before });
            let page = self.call(server, "getHistoryMsg", body).await.unwrap();
            let page = page["msgList"].as_array().unwrap().clone();
            let Some(oldest) = page.first() else {
                said.reverse();
                return said;
            };
            before = oldest["msgTime"].clone();
            let texts = page
                .iter()
                .rev()
                .filter_map(|one| one["msgContent"].as_str());
            said.extend(
                texts
                    .filter(|text| text.starts_with("word"))
                    .map(str::to_owned),
            );
        }
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// Runs the program on a data folder, and returns whether it succeeded, and what it printed.
fn run(words: &[&str], data: &Path) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    let ended = command
        .args(words)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let said = [ended.stdout, ended.stderr].concat();
    (ended.status.success(), String::from_utf8(said).unwrap())
}

#[track_caller]
fn done(words: &[&str], data: &Path) {
    let (is_done, said) = run(words, data);
    assert!(is_done, "{words:?}: {said}");
}

#[track_caller]
fn failed(words: &[&str], data: &Path) -> String {
    let (is_done, said) = run(words, data);
    assert!(!is_done, "{words:?}: {said}");
    said
}

#[track_caller]
fn is_about_a_full_disk(said: &str) {
    for part in ["the disk is full", "run it again"] {
        assert!(said.contains(part), "{said}");
    }
}
