//! Reads the monitoring of a NATS server: `/varz` over plain HTTP.

use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a server may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// The largest answer that is read, in bytes. A real one has some kilobytes.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// The port of a server's monitoring, unless an address names another.
const PORT: u16 = 8222;

/// What a server says about itself.
#[derive(Debug, Deserialize)]
pub struct Varz {
    pub server_name: String,
    pub max_payload: u64,
    #[serde(default)]
    pub jetstream: JetStream,
}

/// Its JetStream. Without JetStream all is empty.
#[derive(Debug, Default, Deserialize)]
pub struct JetStream {
    pub config: Option<Config>,
    pub meta: Option<Meta>,
}

/// JetStream's settings.
#[derive(Debug, Deserialize)]
pub struct Config {
    #[serde(default)]
    pub sync_always: bool,
    /// In nanoseconds.
    #[serde(default)]
    pub sync_interval: u64,
}

/// The group of all JetStream servers, as this server sees it.
#[derive(Debug, Deserialize)]
pub struct Meta {
    pub cluster_size: usize,
    pub leader: Option<String>,
    #[serde(default)]
    pub replicas: Vec<Peer>,
}

/// Another server of that group.
#[derive(Debug, Deserialize)]
pub struct Peer {
    pub name: String,
    /// Time since it was heard of, in nanoseconds; 0 if it never was. Only the leader knows it.
    #[serde(default)]
    pub active: u64,
    #[serde(default)]
    pub offline: bool,
}

/// Asks the server at `http://host:port`.
///
/// # Errors
/// A sentence for the operator.
pub async fn varz(address: &str) -> Result<Varz, String> {
    let body = match timeout(ANSWER_WITHIN, get(address, "/varz")).await {
        Ok(answered) => answered?,
        Err(_) => return Err("no answer in time".to_owned()),
    };
    serde_json::from_slice(&body).map_err(|_| "no monitoring of a NATS server answers".to_owned())
}

async fn get(address: &str, path: &str) -> Result<Vec<u8>, String> {
    let (host, base) = parts(address)?;
    let said = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(&host).await.map_err(said)?;
    // A server answers HTTP/1.0 without chunks, and then closes.
    let request = format!("GET {base}{path} HTTP/1.0\r\nhost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.map_err(said)?;
    let mut answer = Vec::new();
    let mut limited = stream.take(ANSWER_BYTES_MAX);
    limited.read_to_end(&mut answer).await.map_err(said)?;
    let Some(head) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Err("no HTTP server answers".to_owned());
    };
    let body = answer.split_off(head + 4);
    let status = String::from_utf8_lossy(&answer);
    match status.split_whitespace().nth(1) {
        Some("200") => Ok(body),
        other => Err(format!("it answers {}", other.unwrap_or("no status"))),
    }
}

/// Host with port, and the path before `/varz`.
fn parts(address: &str) -> Result<(String, &str), String> {
    let rest = match address.split_once("://") {
        None => address,
        Some(("http", rest)) => rest,
        Some(_) => return Err("write http://host:8222".to_owned()),
    };
    let (host, base) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let has_port = host.rsplit_once(':').is_some_and(|(before, port)| {
        let is_whole = !before.contains(':') || before.ends_with(']');
        is_whole && port.parse::<u16>().is_ok()
    });
    let host = if has_port {
        host.to_owned()
    } else {
        format!("{host}:{PORT}")
    };
    Ok((host, base.trim_end_matches('/')))
}

/// The usual address of a server's monitoring: its host and port 8222.
pub fn usual_address(host: &str) -> String {
    // A bare IPv6 address needs brackets.
    if host.contains(':') && !host.starts_with('[') {
        format!("http://[{host}]:{PORT}")
    } else {
        format!("http://{host}:{PORT}")
    }
}
