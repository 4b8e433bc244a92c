//! Encodes answers.

use super::plain_request::Answering;
use actix_web::HttpResponse;
use actix_web::body::{BodySize, BoxBody, MessageBody as _};
use actix_web::http::header::{CONNECTION, CONTENT_LENGTH, DATE, HttpDate, TRANSFER_ENCODING};
use actix_web::http::{ConnectionType, StatusCode};
use actix_web::web::Bytes;
use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{Error, ErrorKind, Result, Write as _};
use std::pin::Pin;
use std::time::{Duration, SystemTime};

/// A buffer that grew beyond this size is freed after the answer.
const KEPT_BYTES: usize = 64 << 10;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TODAY: RefCell<Today> = const { RefCell::new(Today { second: 0, line: String::new() }) };
}

/// The `Date` header, which is the same for a second.
struct Today {
    second: u64,
    line: String,
}

/// The result of writing an answer.
pub struct Written {
    /// The bytes that the operating system did not accept at once.
    pub left: Vec<u8>,
    /// Whether the connection may be used again.
    pub goes_on: bool,
    /// Whether the peer is still connected.
    pub is_heard: bool,
}

/// The rest of a body that is produced piece by piece.
pub struct Rest {
    body: Option<Pin<Box<BoxBody>>>,
    is_chunked: bool,
}

/// Writes an answer with `send`, as far as it is available and accepted at once.
pub fn write(
    response: HttpResponse,
    how: Answering,
    send: impl FnOnce(&[u8]) -> Result<usize>,
) -> (Written, Rest) {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        let (goes_on, rest) = encode(buffer, response, how);
        let (sent, is_heard) = match send(buffer) {
            Ok(sent) => (sent, true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => (0, true),
            Err(_) => (buffer.len(), false),
        };
        let written = Written {
            left: buffer[sent..].to_vec(),
            goes_on: goes_on && is_heard,
            is_heard,
        };
        if buffer.capacity() > KEPT_BYTES {
            *buffer = Vec::new();
        }
        (written, rest)
    })
}

fn encode(buffer: &mut Vec<u8>, response: HttpResponse, how: Answering) -> (bool, Rest) {
    let (response, body) = response.into_parts();
    let status = response.status();
    let ends = how.ends || response.head().connection_type() == ConnectionType::Close;
    let has_length = status != StatusCode::NO_CONTENT && status != StatusCode::NOT_MODIFIED;
    let size = if has_length {
        body.size()
    } else {
        BodySize::None
    };
    let reason = status.canonical_reason().unwrap_or_default();
    // Writing into memory cannot fail.
    let _ = write!(buffer, "HTTP/1.1 {} {reason}\r\n", status.as_str());
    let _ = match size {
        BodySize::Sized(length) => write!(buffer, "content-length: {length}\r\n"),
        BodySize::Stream => buffer.write_all(b"transfer-encoding: chunked\r\n"),
        BodySize::None => Ok(()),
    };
    if ends {
        buffer.extend_from_slice(b"connection: close\r\n");
    }
    let mut is_dated = false;
    for (name, value) in response.headers() {
        let is_length = [CONTENT_LENGTH, TRANSFER_ENCODING].contains(name);
        if name == CONNECTION || (is_length && (size != BodySize::None || !has_length)) {
            continue;
        }
        is_dated |= name == DATE;
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            buffer.extend_from_slice(part);
        }
    }
    if !is_dated {
        date(buffer);
    }
    buffer.extend_from_slice(b"\r\n");
    let nothing = Rest {
        body: None,
        is_chunked: false,
    };
    if how.without_body || matches!(size, BodySize::None | BodySize::Sized(0)) {
        return (!ends, nothing);
    }
    match body.try_into_bytes() {
        Ok(bytes) if size != BodySize::Stream => {
            buffer.extend_from_slice(&bytes);
            (!ends, nothing)
        }
        Ok(bytes) => (!ends, Rest::new(BoxBody::new(bytes), true)),
        Err(body) => (!ends, Rest::new(body, size == BodySize::Stream)),
    }
}

fn date(buffer: &mut Vec<u8>) {
    let now = SystemTime::now();
    let since = now.duration_since(SystemTime::UNIX_EPOCH);
    let second = since.unwrap_or(Duration::ZERO).as_secs();
    TODAY.with_borrow_mut(|today| {
        if today.second != second {
            today.second = second;
            today.line = format!("date: {}\r\n", HttpDate::from(now));
        }
        buffer.extend_from_slice(today.line.as_bytes());
    });
}

impl Rest {
    fn new(body: BoxBody, is_chunked: bool) -> Self {
        Self {
            body: Some(Box::pin(body)),
            is_chunked,
        }
    }

    /// Returns whether nothing remains to be written.
    pub fn is_empty(&self) -> bool {
        self.body.is_none()
    }

    /// Returns the next piece, encoded.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        let body = self.body.as_mut()?;
        match poll_fn(|cx| body.as_mut().poll_next(cx)).await {
            Some(Ok(piece)) if self.is_chunked => {
                let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
                chunk.extend_from_slice(&piece);
                chunk.extend_from_slice(b"\r\n");
                // An empty chunk would end the body.
                Some(Ok(if piece.is_empty() {
                    piece
                } else {
                    chunk.into()
                }))
            }
            Some(Ok(piece)) => Some(Ok(piece)),
            Some(Err(error)) => Some(Err(Error::other(error.to_string()))),
            None => {
                self.body = None;
                let end = Bytes::from_static(b"0\r\n\r\n");
                self.is_chunked.then_some(Ok(end))
            }
        }
    }
}
