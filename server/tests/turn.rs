//! Only credentials that the server issues open Debian's coturn, which the test starts on loopback. [FM-03]
//!
//! `cargo xtask test` installs coturn; by hand: `apt-get install coturn`.

#![allow(clippy::unwrap_used)]

use actors_core::time::Timestamp;
use server::ice::IceServers;
use server::settings::calls::CallSettings;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const SECRET: &str = "a-secret-both-know";

/// A TURN server for this test.
struct Turn {
    process: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Turn {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // The port is free at this moment; coturn accepts no port 0.
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .unwrap()
            .port();
        let file = |name: &str| folder.path().join(name).display().to_string();
        // Without its own configuration, coturn would read the machine's.
        std::fs::write(folder.path().join("conf"), "").unwrap();
        let process = Command::new("turnserver")
            .args(["-c", &file("conf")])
            .args(["--use-auth-secret", "--static-auth-secret", SECRET])
            .args(["--realm", "frontdesk.test", "--listening-ip", "127.0.0.1"])
            .args(["--relay-ip", "127.0.0.1", "--allow-loopback-peers"])
            .args([
                "--listening-port",
                &port.to_string(),
                "--no-tls",
                "--no-dtls",
            ])
            .args(["--no-cli", "--fingerprint", "--log-file", "stdout"])
            .args(["--userdb", &file("db"), "--pidfile", &file("pid")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process = process.unwrap_or_else(|error| {
            panic!(
                "turnserver does not start ({error}): apt-get install coturn, or cargo xtask test"
            )
        });
        let turn = Self {
            process,
            port,
            _folder: folder,
        };
        let patience = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < patience, "turnserver does not listen");
            std::thread::yield_now();
        }
        turn
    }

    /// Whether coturn relays a client's bytes back to it with these credentials.
    fn relays(&self, user: &str, password: &str) -> bool {
        let client = Command::new("turnutils_uclient")
            .args(["-t", "-y", "-c", "-n", "2", "-m", "1", "-l", "100"])
            .args(["-u", user, "-w", password, "-p", &self.port.to_string()])
            .arg("127.0.0.1")
            .output()
            .expect("turnutils_uclient comes with coturn");
        let said = String::from_utf8_lossy(&client.stdout).into_owned();
        said.contains("tot_recv_msgs=4")
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn credentials(now: Timestamp) -> (String, String) {
    let servers = IceServers::new(&CallSettings {
        turn_urls: vec!["turn:127.0.0.1:3478".to_owned()],
        turn_secret: Some(SECRET.to_owned()),
        turn_seconds: 60,
        ..CallSettings::default()
    });
    let told = servers.unwrap().for_user("v_3f1c9a5e7b2d4c60", now);
    (
        told[0].username.clone().unwrap(),
        told[0].credential.clone().unwrap(),
    )
}

#[test]
fn issued_credentials_open_coturn_until_they_expire() {
    let turn = Turn::start();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = Timestamp::from_millis(i64::try_from(now.as_millis()).unwrap());

    let (user, password) = credentials(now);
    assert!(
        turn.relays(&user, &password),
        "the issued credentials open it"
    );

    assert!(!turn.relays(&user, "another"), "a wrong password does not");
    let other = user.replace("v_3f1c9a5e7b2d4c60", "v_0000000000000000");
    assert!(
        !turn.relays(&other, &password),
        "another user's name does not"
    );
    let past = Timestamp::from_millis(now.as_millis() - 120_000);
    let (user, password) = credentials(past);
    assert!(!turn.relays(&user, &password), "expired credentials do not");
}
