//! The server as a separate process that a test can kill.

use crate::client::Client;
use server::app::Application;
use server::catalogue::{self, Sources};
use server::settings::{Settings, Switch};
use server::store::sled::{SledOptions, SledStore, Step};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

const FOLDER: &str = "HTTP_KILL_FOLDER";
const GREETING: &str = "listening on ";
/// How long the control server delays a flush, so that a kill falls into the delay. Without it, the kernel has the
/// bytes a millisecond after the response, and a killed process loses nothing that the kernel has.
const HELD_BACK: Duration = Duration::from_millis(60);

/// Which server to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The program, as it is shipped.
    Program,
    /// The same server, but its store acknowledges before it flushes. It runs inside this test program, because the
    /// shipped program has no switch that loses messages.
    AnswersEarly,
}

/// Hands the socket on its standard input to the program, as systemd does: as descriptor 3, with its process id.
const HAND_OVER: &str = r#"export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@" 3<&0 </dev/null"#;

/// A running server.
pub struct Process {
    child: Child,
    url: String,
    /// Held open: a server that writes into a closed pipe ends.
    _output: BufReader<ChildStdout>,
}

fn tenants() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants")
}

/// The options of the program.
fn serve(command: &mut Command, folder: &Path) {
    command.args(["serve", "--limits", "off"]);
    command.args(["--operator-listen", "127.0.0.1:0"]);
    command.arg("--data").arg(folder);
    command.arg("--fixtures").arg(tenants());
    // Tests also pass on a nearly full disk.
    command.env("FRONTDESK_UPLOADS__DISK_FREE_PERCENT", "0");
    command.env("FRONTDESK_UPLOADS__DISK_FREE_BYTES", "0");
    command.env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0");
}

impl Process {
    /// Starts a server on `folder`, on a free port, and returns when it listens.
    pub fn start(kind: Kind, folder: &Path) -> Self {
        let mut command = match kind {
            Kind::Program => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
                serve(&mut command, folder);
                command.args(["--listen", "127.0.0.1:0"]);
                command
            }
            Kind::AnswersEarly => {
                let mut command = Command::new(std::env::current_exe().unwrap());
                let test = "serving_and_answering_early_until_killed";
                command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
                command.env(FOLDER, folder);
                command
            }
        };
        command.stdin(Stdio::null());
        Self::spawn(&mut command)
    }

    /// Starts the program on `folder`, which may call this host.
    pub fn start_calling(host: &str, folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
        serve(&mut command, folder);
        command.args(["--listen", "127.0.0.1:0"]);
        command.env("FRONTDESK_RELAY__PRIVATE_HOSTS", host);
        command.stdin(Stdio::null());
        Self::spawn(&mut command)
    }

    /// Starts the program on `folder`, with a socket that stays open here, and returns when it listens.
    pub fn start_on(socket: &TcpListener, folder: &Path) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", HAND_OVER, env!("CARGO_BIN_EXE_frontdesk")]);
        serve(&mut command, folder);
        command.stdin(OwnedFd::from(socket.try_clone().unwrap()));
        Self::spawn(&mut command)
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let url = loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
            if let Some(url) = line.trim().strip_prefix(GREETING) {
                break url.to_owned();
            }
        };
        Self {
            child,
            url,
            _output: output,
        }
    }

    /// A client of this server.
    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    /// The URL of the server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The server's resident memory in bytes.
    pub fn resident_bytes(&self) -> u64 {
        let pages = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = pages.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() * 1_024
    }

    /// SIGTERM. Returns when the process has ended, and whether it was a regular end.
    pub fn stop(&mut self) -> bool {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().success()
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The test may have killed it already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves until killed, if this process was started for that.
pub async fn serve_and_answer_early() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let settings = Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        operator_listen: "127.0.0.1:0".parse().unwrap(),
        data: PathBuf::from(folder),
        limits: Switch::Off,
        ..Settings::default()
    };
    let options = SledOptions {
        is_view: true,
        probe: Some(Arc::new(|step| {
            if step == Step::Flush {
                std::thread::sleep(HELD_BACK);
            }
            Ok(())
        })),
        ..SledOptions::new(&settings.data.join("store"))
    };
    let store = Arc::new(SledStore::open(options).unwrap());
    let tenants = tenants();
    let sources = Sources {
        demo: false,
        folder: Some(&tenants),
    };
    let opened = catalogue::open(sources, &settings.data, store.as_ref()).unwrap();
    let application = Application::build(&settings, store, Arc::new(opened.catalogue)).unwrap();
    let greeting = format!("\n{GREETING}http://{}\n", application.address());
    std::io::stdout().write_all(greeting.as_bytes()).unwrap();
    application.run().await.unwrap();
}
