//! What `kill -9` must leave: tags, drafts and mentions that were answered with 200.

use crate::helpers::answer;
use crate::http;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

struct Program {
    child: Child,
    url: String,
    _output: BufReader<ChildStdout>,
}

impl Program {
    fn start(data: &Path) -> Self {
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--limits", "off", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .arg("--fixtures")
            .arg(tenants)
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
        let url = line.trim().strip_prefix("listening on ").unwrap();
        Self {
            url: url.to_owned(),
            child,
            _output: output,
        }
    }

    async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let request = http::client().post(format!("{}{path}", self.url));
        let request = request.bearer_auth(token).json(&body);
        let answer = answer(request.send().await.unwrap()).await;
        answer.data().clone()
    }

    async fn agent(&self, call: &str, token: &str, body: Value) -> Value {
        self.post(&format!("/api/agent/{call}"), token, body).await
    }

    async fn login(&self, account: &str) -> String {
        let login =
            json!({ "tenantId": "shop", "account": account, "password": "a-long-password" });
        let login = self.agent("login", "", login).await;
        login["token"].as_str().unwrap().to_owned()
    }

    /// Ends it as `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[actix_web::test]
async fn tags_drafts_and_mentions_survive_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let (mia, lin) = (program.login("mia").await, program.login("lin").await);
    let online = json!({ "status": "online", "capacity": 5 });
    program.agent("setStatus", &mia, online).await;
    let cursor = json!({ "wait": 0 });
    program.agent("getEventMsg", &mia, cursor).await;
    let start = json!({ "channelId": "web", "locale": "en" });
    let started = program.post("/api/chat/visitor/chatStart", "", start).await;
    let user = started["userId"].as_str().unwrap();
    let visitor = started["token"].as_str().unwrap();
    let transfer = json!({ "userId": user });
    let path = "/api/chat/visitor/transferAgent";
    assert_eq!(program.post(path, visitor, transfer).await["status"], 2);
    let refund = json!({ "name": "Refund", "colour": "red" });
    program.agent("tags/create", &lin, refund).await;
    let change = json!({ "userId": user, "add": ["refund"] });
    program.agent("changeTags", &lin, change).await;
    let draft = json!({ "userId": user, "text": "Dear visitor" });
    program.agent("drafts/save", &mia, draft).await;
    let note = json!({ "userId": user, "text": "@Lin look", "mentions": ["lin"] });
    program.agent("note", &mia, note).await;

    program.kill();
    let program = Program::start(folder.path());

    let of = json!({ "userId": user });
    let shown = program.agent("getVisitor", &lin, of).await;
    assert_eq!(shown["tags"], json!(["refund"]));
    let tags = program.agent("tags/list", &mia, json!({})).await;
    assert_eq!(tags["list"][0]["name"], "Refund");
    let drafts = program.agent("drafts/list", &mia, json!({})).await;
    assert_eq!(drafts["list"][0]["text"], "Dear visitor");
    let mentions = program.agent("mentions/list", &lin, json!({})).await;
    assert_eq!(
        (&mentions["unread"], &mentions["list"][0]["excerpt"]),
        (&json!(1), &json!("@Lin look"))
    );
    program.kill();
}
