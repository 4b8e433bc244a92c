//! The server as a service of systemd (sd_notify(3)), and its health check.

use std::collections::VecDeque;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// How long the test waits for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server whose service manager is the test.
struct Service {
    child: Child,
    socket: UnixDatagram,
    told: VecDeque<String>,
}

impl Service {
    fn start(folder: &Path) -> Self {
        let address = folder.join("notify");
        let socket = UnixDatagram::bind(&address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(folder.join("data"))
            .env("NOTIFY_SOCKET", &address)
            .env("WATCHDOG_USEC", "1000000")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self {
            child,
            socket,
            told: VecDeque::new(),
        }
    }

    /// Waits for this line.
    #[track_caller]
    fn hear(&mut self, line: &str) {
        loop {
            while let Some(told) = self.told.pop_front() {
                if told == line {
                    return;
                }
            }
            let mut bytes = [0; 1024];
            let length = self.socket.recv(&mut bytes);
            let length = length.unwrap_or_else(|_| panic!("the server did not say {line}"));
            let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
            self.told.extend(text.lines().map(str::to_owned));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the health check as in a container, where the system has no certificates.
fn check_health(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["healthcheck", "--data"])
        .arg(folder.join("data"))
        .env("SSL_CERT_FILE", "/dev/null")
        .env("SSL_CERT_DIR", folder)
        .output()
        .unwrap()
}

#[test]
fn systemd_hears_that_the_server_is_ready_alive_and_stopping() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::start(folder.path());

    service.hear("READY=1");
    service.hear("WATCHDOG=1");
    service.hear("WATCHDOG=1");

    let process = rustix::process::Pid::from_child(&service.child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    service.hear("STOPPING=1");
    assert!(service.child.wait().unwrap().success());
}

#[test]
fn the_health_check_succeeds_only_while_a_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let before = check_health(folder.path());
    let mut service = Service::start(folder.path());
    service.hear("READY=1");

    let meanwhile = check_health(folder.path());

    assert!(meanwhile.status.success(), "{meanwhile:?}");
    assert!(!before.status.success());
    let said = String::from_utf8(before.stderr).unwrap();
    assert!(said.contains("--data"), "{said}");
}
