//! The program is killed between its answer and the mail: the next start sends it.

use crate::helpers::answer;
use crate::http;
use crate::smtp::Smtp;
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
    fn start(data: &Path, port: u16) -> Self {
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");
        let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--limits", "off", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .arg("--fixtures")
            .arg(tenants)
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .env("FRONTDESK_MAIL__HOST", "127.0.0.1")
            .env("FRONTDESK_MAIL__PORT", port.to_string())
            .env("FRONTDESK_MAIL__SECURITY", "none")
            .env("FRONTDESK_MAIL__SENDER", "chat@example.com")
            .env("FRONTDESK_MAIL__PUBLIC_URL", "https://chat.example.com")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
        Self {
            url: line
                .trim()
                .strip_prefix("listening on ")
                .unwrap()
                .to_owned(),
            child,
            _output: output,
        }
    }

    async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Value {
        let mut request = http::client().post(format!("{}{path}", self.url));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = answer(request.json(&body).send().await.unwrap()).await;
        answer.data().clone()
    }

    /// Ends it as `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[actix_web::test]
async fn an_acknowledged_mail_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let port = Smtp::free_port();
    let program = Program::start(folder.path(), port);
    let login = json!({ "tenantId": "shop", "account": "ada", "password": "a-long-password" });
    let login = program.post("/api/agent/login", None, login).await;
    let token = login["token"].as_str();
    let zoe = json!({ "adminId": "zoe", "account": "zoe@example.com", "adminNick": "Zoe" });
    program.post("/api/admin/agents/put", token, zoe).await;
    let invite = json!({ "adminId": "zoe", "mail": 1 });
    let invited = program
        .post("/api/admin/agents/invite", token, invite)
        .await;
    assert_eq!(invited["mailedTo"], "zoe@example.com");

    program.kill();
    let smtp = Smtp::start_on(port);
    let program = Program::start(folder.path(), port);

    let mail = smtp.until(1).await.remove(0);
    assert_eq!(mail.to, "zoe@example.com");
    let join = json!({ "token": mail.token(), "password": "three frogs in a pot" });
    let joined = program.post("/api/agent/join", None, join).await;
    assert_eq!(joined["adminId"], "zoe");
    program.kill();
    let program = Program::start(folder.path(), port);
    let login = json!({ "tenantId": "shop", "account": "ada", "password": "a-long-password" });
    program.post("/api/agent/login", None, login).await;
    program.kill();
    assert_eq!(
        smtp.mails().len(),
        1,
        "a mail that was sent is not sent again"
    );
    smtp.close();
}
