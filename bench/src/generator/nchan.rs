//! Requests for nchan: a visitor is a channel, a poll is a request that waits for its next message.

use std::io::Write as _;

use super::engine::{Answer, Engine};
use super::wire::Requests;

/// A subscriber's position. nchan identifies a message by these two headers, as caches do.
#[derive(Default)]
pub struct Mark(Vec<u8>);

impl Mark {
    /// Takes the position of a response.
    pub fn follow(&mut self, engine: &Engine, answer: &Answer) {
        let (etag, modified) = engine.marks(answer);
        self.0.clear();
        for (name, value) in [("if-none-match", etag), ("if-modified-since", modified)] {
            let line = [name.as_bytes(), b": ", value, b"\r\n"];
            line.iter().for_each(|part| self.0.extend_from_slice(part));
        }
    }
}

impl Requests {
    /// Opens a visitor's connection.
    pub fn nchan_hello(&mut self) -> &[u8] {
        self.write_get("/readyz", &[])
    }

    /// Waits for a visitor's message after `mark`.
    pub fn nchan_subscribe(&mut self, visitor: &str, mark: &Mark) -> &[u8] {
        self.write_get(&format!("/sub/{visitor}"), &mark.0)
    }

    /// Writes to a visitor.
    pub fn nchan_publish(&mut self, visitor: &str, text: &str) -> &[u8] {
        let path = format!("/pub/{visitor}");
        self.post_bytes(&path, "", "text/plain", text.as_bytes())
    }

    fn write_get(&mut self, path: &str, lines: &[u8]) -> &[u8] {
        let host = self.host;
        self.bytes.clear();
        // Writing to memory cannot fail.
        let _ = write!(self.bytes, "GET {path} HTTP/1.1\r\nhost: {host}\r\n");
        self.bytes.extend_from_slice(lines);
        self.bytes.extend_from_slice(b"\r\n");
        &self.bytes
    }
}
