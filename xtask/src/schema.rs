//! Tests the API by Schemathesis, which makes calls from the description and checks every response against it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::shell::Command;
use crate::{python, workspace};

/// Time a server has to become ready.
const READY_WITHIN: Duration = Duration::from_secs(60);
/// Generated calls for each operation and phase.
const EXAMPLES: &str = "20";
/// A fixed seed, so that every run makes the same calls.
const SEED: &str = "20261120";
/// Checks of each response. There is none for calls that must be refused, because unknown fields are ignored.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance";

/// Tests this server with the demo tenant and an empty data folder.
pub fn check(program: &Path) -> Outcome {
    let tool = python::environment("schema")?.join("schemathesis");
    let folder = workspace::target()?.join("schema");
    let data = folder.join("data");
    if data.exists() {
        std::fs::remove_dir_all(&data).map_err(|error| format!("clearing the data: {error}"))?;
    }
    let server = Server::start(program, &data)?;
    let url = format!("http://{}", server.address);
    let words = [
        "run",
        "--url",
        &url,
        "--checks",
        CHECKS,
        "--phases",
        "coverage,fuzzing",
        "--max-examples",
        EXAMPLES,
        "--seed",
        SEED,
        "--generation-deterministic",
        "--no-color",
        "--request-timeout",
        "20",
        "--suppress-health-check",
        "all",
        &format!("{url}/api/openapi.json"),
    ];
    Command::new(&tool, words)
        .inside(&folder)
        .variable("FRONTDESK_URL", &url)
        .variable("FRONTDESK_DATA", &data)
        .variable("PYTHONPATH", workspace::root().join("xtask/schema"))
        .variable("SCHEMATHESIS_HOOKS", "hooks")
        // Keeps generated files out of the repository.
        .variable("PYTHONDONTWRITEBYTECODE", "1")
        .run()
}

/// The server with the demo tenant on free ports. Dropping this value ends it.
pub struct Server {
    child: Child,
    address: SocketAddr,
    /// Where it serves `/metrics`.
    pub operator: SocketAddr,
}

impl Server {
    /// Starts it with this data folder, and waits until it is ready.
    pub fn start(program: &Path, data: &Path) -> Outcome<Self> {
        let (address, operator) =
            free_ports().map_err(|error| format!("finding free ports: {error}"))?;
        let child = std::process::Command::new(program)
            .args(["serve", "--demo", "--limits", "off"])
            .args(["--listen", &address.to_string()])
            .args(["--operator-listen", &operator.to_string()])
            .arg("--data")
            .arg(data)
            .env("FRONTDESK_LOG", "error")
            .env("FRONTDESK_UPLOADS__DISK_FREE_PERCENT", "0")
            .env("FRONTDESK_UPLOADS__DISK_FREE_BYTES", "0")
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("starting the server: {error}"))?;
        let mut server = Self {
            child,
            address,
            operator,
        };
        let until = Instant::now() + READY_WITHIN;
        while !server.is_ready() {
            let ended = server.child.try_wait().is_ok_and(|status| status.is_some());
            if ended || Instant::now() > until {
                return Err("the server did not become ready".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }

    fn is_ready(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(self.address) else {
            return false;
        };
        let request = "GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let mut answer = String::new();
        stream.write_all(request.as_bytes()).is_ok()
            && stream.read_to_string(&mut answer).is_ok()
            && answer.starts_with("HTTP/1.1 200")
    }
}

/// Two ports that nobody listens on.
fn free_ports() -> std::io::Result<(SocketAddr, SocketAddr)> {
    let (one, other) = (
        TcpListener::bind("127.0.0.1:0")?,
        TcpListener::bind("127.0.0.1:0")?,
    );
    Ok((one.local_addr()?, other.local_addr()?))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, so errors do not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
