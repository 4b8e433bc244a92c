//! A client that makes one call at a time over one connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::tenant;

/// Time for a response.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);
/// The boundary between the parts of an upload.
const EDGE: &str = "frontdesk-bench-edge";

/// A connection with the caller's token.
pub struct Caller {
    stream: BufReader<TcpStream>,
    token: String,
}

impl Caller {
    fn new(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).context("connecting")?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(ANSWERED_WITHIN))?;
        Ok(Self {
            stream: BufReader::new(stream),
            token: String::new(),
        })
    }

    /// Signs the tenant's administrator in.
    pub fn administrator(address: SocketAddr) -> Result<Self> {
        let mut caller = Self::new(address)?;
        let (account, password) = tenant::administrator();
        let body = json!({ "tenantId": tenant::TENANT, "account": account, "password": password });
        caller.token = token(&caller.call("/api/agent/login", &body)?)?;
        Ok(caller)
    }

    /// Opens a chat as a new visitor of this channel.
    pub fn visitor(address: SocketAddr, channel: &str) -> Result<Self> {
        let mut caller = Self::new(address)?;
        let body = json!({ "channelId": channel, "locale": "en" });
        caller.token = token(&caller.call("/api/chat/visitor/chatStart", &body)?)?;
        Ok(caller)
    }

    /// Makes a call and reads the response.
    pub fn call(&mut self, path: &str, body: &Value) -> Result<Value> {
        self.post(path, "application/json", &body.to_string())
    }

    /// Replaces all documents of a robot.
    pub fn import(&mut self, robot: &str, file: &str) -> Result<Value> {
        let part = |name: &str, rest: &str, value: &str| {
            format!(
                "--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"{rest}\r\n\r\n{value}\r\n"
            )
        };
        let named = "; filename=\"kb.jsonl\"\r\nContent-Type: application/x-ndjson";
        let body = [
            part("robotNo", "", robot),
            part("mode", "", "replace"),
            part("file", named, file),
            format!("--{EDGE}--\r\n"),
        ];
        let kind = format!("multipart/form-data; boundary={EDGE}");
        self.post("/api/admin/docs/import", &kind, &body.concat())
    }

    fn post(&mut self, path: &str, kind: &str, body: &str) -> Result<Value> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: frontdesk\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nauthorization: Bearer {}\r\n\r\n{body}",
            body.len(),
            self.token
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (status, answer) = self.answer().with_context(|| format!("calling {path}"))?;
        if status != 200 {
            bail!("{path}: {status} {}", String::from_utf8_lossy(&answer));
        }
        let mut answer: Value = serde_json::from_slice(&answer)?;
        Ok(answer["data"].take())
    }

    fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
        let (mut status, mut length) = (None, 0);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                bail!("the connection ended");
            }
            let line = line.trim_end().to_ascii_lowercase();
            if status.is_none() {
                let code = line.split(' ').nth(1).context("no status")?;
                status = Some(code.parse()?);
            } else if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status.context("no status")?, body))
    }
}

fn token(answer: &Value) -> Result<String> {
    let token = answer["token"].as_str().context("no token")?;
    Ok(token.to_owned())
}
