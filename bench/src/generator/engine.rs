//! Many HTTP/1.1 connections on one thread: writes requests, reads responses, notes the times.
//!
//! The generator shares the machine with the server, so its own cost must be low. It uses one epoll set, one scratch
//! buffer and `httparse`, not hyper or a task for each connection. A connection has at most one open request, without
//! pipelining.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use super::alarm::Alarm;

/// Token of the alarm; connections count from 0.
const ALARM: Token = Token(usize::MAX);
/// Connections from one loopback source address, well below the range of ephemeral ports.
const CONNECTIONS_OF_A_SOURCE: usize = 4_000;
const SCRATCH_BYTES: usize = 256 * 1024;

/// One connection by its number.
pub type Link = usize;

/// A response on a connection.
pub struct Answer {
    /// The connection.
    pub link: Link,
    /// When the last byte was read.
    pub at: Instant,
    /// The HTTP status; `None` when the connection ended without an answer.
    pub status: Option<u16>,
    body: Range<usize>,
    etag: Range<usize>,
    modified: Range<usize>,
}

/// All connections to one server, or to the nodes of a cluster.
pub struct Engine {
    poll: Poll,
    events: Events,
    alarm: Alarm,
    /// A connection leads to one of them, by its number.
    targets: Vec<SocketAddr>,
    links: Vec<Connection>,
    scratch: Vec<u8>,
    /// Bodies of the responses of the last turn.
    bodies: Vec<u8>,
}

#[derive(Default)]
struct Connection {
    stream: Option<TcpStream>,
    unsent: Vec<u8>,
    received: Vec<u8>,
    awaits_answer: bool,
}

/// The size of an answer's head and body, and its status.
struct Head {
    status: u16,
    body: Range<usize>,
    etag: Range<usize>,
    modified: Range<usize>,
    closes: bool,
}

impl Engine {
    /// An engine without connections.
    pub fn new(targets: Vec<SocketAddr>) -> io::Result<Self> {
        let poll = Poll::new()?;
        let alarm = Alarm::new(poll.registry(), ALARM)?;
        Ok(Self {
            poll,
            events: Events::with_capacity(1024),
            alarm,
            targets,
            links: Vec::new(),
            scratch: vec![0; SCRATCH_BYTES],
            bodies: Vec::new(),
        })
    }

    /// Adds a connection, which opens with its first request.
    pub fn add(&mut self) -> Link {
        self.links.push(Connection::default());
        self.links.len() - 1
    }

    /// Sends a whole request, opening the connection if it is not open.
    pub fn send(&mut self, link: Link, request: &[u8]) -> io::Result<()> {
        if self.links[link].stream.is_none() {
            self.open(link)?;
        }
        let connection = &mut self.links[link];
        debug_assert!(!connection.awaits_answer, "one request at a time");
        connection.awaits_answer = true;
        connection.unsent.extend_from_slice(request);
        // A broken connection is reported by an event.
        let _ = connection.flush();
        Ok(())
    }

    /// The body of an answer of the last turn.
    pub fn body(&self, answer: &Answer) -> &[u8] {
        &self.bodies[answer.body.clone()]
    }

    /// The `etag` and `last-modified` of a response of the last turn; empty if missing.
    pub fn marks(&self, answer: &Answer) -> (&[u8], &[u8]) {
        let etag = &self.bodies[answer.etag.clone()];
        (etag, &self.bodies[answer.modified.clone()])
    }

    /// Waits for responses until the given time and adds them to `answers`.
    pub fn turn(&mut self, until: Instant, answers: &mut Vec<Answer>) -> io::Result<()> {
        self.bodies.clear();
        let timeout = self.alarm.timeout_until(until)?;
        match self.poll.poll(&mut self.events, timeout) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            other => other?,
        }
        for event in &self.events {
            if event.token() == ALARM {
                continue;
            }
            let link = event.token().0;
            let connection = &mut self.links[link];
            let outcome = if event.is_writable() {
                connection.flush()
            } else {
                Ok(())
            };
            let outcome = outcome
                .and_then(|()| connection.read(link, &mut self.scratch, &mut self.bodies, answers));
            if outcome.is_err() {
                let was_asked = connection.awaits_answer;
                *connection = Connection::default();
                if was_asked {
                    answers.push(Answer {
                        link,
                        at: Instant::now(),
                        status: None,
                        body: 0..0,
                        etag: 0..0,
                        modified: 0..0,
                    });
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, link: Link) -> io::Result<()> {
        use socket2::{Domain, Protocol, Socket, Type};
        let target = self.targets[link % self.targets.len()];
        let socket = Socket::new(
            Domain::for_address(target),
            Type::STREAM,
            Some(Protocol::TCP),
        )?;
        socket.set_nonblocking(true)?;
        socket.set_tcp_nodelay(true)?;
        // Connections are reset at the end, because thousands in TIME_WAIT would take the next round's ports.
        socket.set_linger(Some(Duration::ZERO))?;
        if let Some(source) = source_address(target, link) {
            // If only 127.0.0.1 exists, the connection starts from there.
            let _ = socket.bind(&source.into());
        }
        match socket.connect(&target.into()) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.raw_os_error() == Some(EINPROGRESS) => {}
            other => other?,
        }
        let mut stream = TcpStream::from_std(socket.into());
        let both = Interest::READABLE | Interest::WRITABLE;
        self.poll
            .registry()
            .register(&mut stream, Token(link), both)?;
        self.links[link].stream = Some(stream);
        Ok(())
    }
}

/// Linux's number; on a system with another one the run ends with an error.
const EINPROGRESS: i32 = if cfg!(target_os = "linux") { 115 } else { 36 };

/// Source address for a loopback target. Several addresses give more ports.
fn source_address(target: SocketAddr, link: Link) -> Option<SocketAddr> {
    let IpAddr::V4(address) = target.ip() else {
        return None;
    };
    if !address.is_loopback() {
        return None;
    }
    let last = 2 + u8::try_from(link / CONNECTIONS_OF_A_SOURCE % 200).unwrap_or(0);
    Some(SocketAddr::new(Ipv4Addr::new(127, 0, 0, last).into(), 0))
}

impl Connection {
    fn flush(&mut self) -> io::Result<()> {
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        while !self.unsent.is_empty() {
            match stream.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if is_not_yet(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads what has arrived. An error means that the connection is unusable.
    fn read(
        &mut self,
        link: Link,
        scratch: &mut [u8],
        bodies: &mut Vec<u8>,
        answers: &mut Vec<Answer>,
    ) -> io::Result<()> {
        loop {
            let Some(stream) = &mut self.stream else {
                return Ok(());
            };
            let length = match stream.read(scratch) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(length) => length,
                Err(error) if is_not_yet(&error) => return Ok(()),
                Err(error) => return Err(error),
            };
            let at = Instant::now();
            let is_first = self.received.is_empty();
            if !is_first {
                self.received.extend_from_slice(&scratch[..length]);
            }
            let bytes = if is_first {
                &scratch[..length]
            } else {
                &self.received[..]
            };
            let Some(head) = parse(bytes)? else {
                if is_first {
                    self.received.extend_from_slice(&scratch[..length]);
                }
                continue;
            };
            if !self.awaits_answer {
                return Err(io::Error::other("an answer without a request"));
            }
            let mut keep = |part: Range<usize>| {
                let start = bodies.len();
                bodies.extend_from_slice(&bytes[part]);
                start..bodies.len()
            };
            answers.push(Answer {
                link,
                at,
                status: Some(head.status),
                body: keep(head.body),
                etag: keep(head.etag),
                modified: keep(head.modified),
            });
            self.awaits_answer = false;
            self.received.clear();
            // With one open request only the end can follow a response, and the end is a separate event.
            return if head.closes {
                Err(io::ErrorKind::UnexpectedEof.into())
            } else {
                Ok(())
            };
        }
    }
}

fn is_not_yet(error: &io::Error) -> bool {
    // Reads and writes fail with this until the connection is established.
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected
    )
}

/// Reads the head of a response; `None` while head or body is incomplete.
fn parse(bytes: &[u8]) -> io::Result<Option<Head>> {
    let mut fields = [httparse::EMPTY_HEADER; 32];
    let mut response = httparse::Response::new(&mut fields);
    let head = match response.parse(bytes).map_err(io::Error::other)? {
        httparse::Status::Complete(length) => length,
        httparse::Status::Partial => return Ok(None),
    };
    let mut length = None;
    let (mut etag, mut modified) = (0..0, 0..0);
    let mut closes = false;
    let place = |value: &[u8]| {
        let start = value.as_ptr().addr() - bytes.as_ptr().addr();
        start..start + value.len()
    };
    for field in response.headers.iter() {
        if field.name.eq_ignore_ascii_case("content-length") {
            length = std::str::from_utf8(field.value)
                .ok()
                .and_then(|text| text.parse().ok());
        } else if field.name.eq_ignore_ascii_case("connection") {
            closes = field.value.eq_ignore_ascii_case(b"close");
        } else if field.name.eq_ignore_ascii_case("etag") {
            etag = place(field.value);
        } else if field.name.eq_ignore_ascii_case("last-modified") {
            modified = place(field.value);
        }
    }
    let length: usize = length.ok_or_else(|| io::Error::other("an answer without its length"))?;
    let body = head..head + length;
    let status = response.code.unwrap_or_default();
    Ok((bytes.len() >= body.end).then_some(Head {
        status,
        body,
        etag,
        modified,
        closes,
    }))
}

/// Time until `until`, zero if it is past.
pub fn remaining(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_response_is_complete_when_its_body_is() {
        let bytes = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";

        assert!(parse(&bytes[..bytes.len() - 1]).unwrap().is_none());
        let head = parse(bytes).unwrap().unwrap();
        assert_eq!((head.status, &bytes[head.body]), (200, &b"hello"[..]));
    }

    #[test]
    fn a_subscriber_continues_from_the_mark_in_the_head() {
        let bytes =
            b"HTTP/1.1 200 OK\r\nETag: 0\r\nLast-Modified: now\r\ncontent-length: 0\r\n\r\n";

        let head = parse(bytes).unwrap().unwrap();

        assert_eq!(
            (&bytes[head.etag], &bytes[head.modified]),
            (&b"0"[..], &b"now"[..])
        );
    }

    #[test]
    fn a_response_without_a_length_is_an_error() {
        assert!(parse(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
