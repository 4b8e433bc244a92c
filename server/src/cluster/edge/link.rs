//! The connection to the owner that carries the polls of one thread.

use super::Worker;
use super::pool::connect;
use crate::cluster::forwarded;
use crate::cluster::frames::{self, Frame, PROTOCOL};
use crate::cluster::membership::OwnerAddress;
use actix_web::rt;
use actix_web::rt::net::TcpStream;
use bytes::{Bytes, BytesMut};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

/// How long the owner may take to accept the connection as one for polls.
const ACCEPT_TIME_MAX: Duration = Duration::from_secs(2);

/// The largest head of its answer.
const HEAD_BYTES_MAX: usize = 8 << 10;

/// A write buffer that grew beyond this size is freed.
const KEPT_BYTES: usize = 64 << 10;

/// The connection. It is over when it breaks, its owner is replaced, or the edge stops.
pub(crate) struct Link {
    owner: OwnerAddress,
    state: RefCell<State>,
    has_more: Notify,
}

#[derive(Default)]
struct State {
    next: u32,
    waiting: HashMap<u32, oneshot::Sender<Bytes>>,
    out: Vec<u8>,
    is_over: bool,
}

/// A poll that waits at the owner. Dropping it tells the owner that the visitor is gone.
pub(super) struct Asked {
    link: Rc<Link>,
    number: u32,
    answer: oneshot::Receiver<Bytes>,
}

impl Worker {
    /// Returns the thread's connection to this owner. It may not be open yet: what is sent waits.
    pub(super) fn link_to(self: &Rc<Self>, owner: &OwnerAddress) -> Rc<Link> {
        let mut current = self.link.borrow_mut();
        if let Some(link) = &*current
            && link.owner == *owner
            && !link.state.borrow().is_over
        {
            return Rc::clone(link);
        }
        let link = Rc::new(Link {
            owner: owner.clone(),
            state: RefCell::default(),
            has_more: Notify::new(),
        });
        *current = Some(Rc::clone(&link));
        rt::spawn(run(Rc::clone(self), Rc::clone(&link)));
        link
    }
}

impl Link {
    /// Sends a poll of a peer. `request` is a plain request without the headers between nodes.
    pub(super) fn ask(
        self: &Rc<Self>,
        worker: &Worker,
        peer: Option<SocketAddr>,
        request: &[u8],
    ) -> Asked {
        let (tell, answer) = oneshot::channel();
        let mut state = self.state.borrow_mut();
        let mut number = state.next;
        while state.waiting.contains_key(&number) {
            number = number.wrapping_add(1);
        }
        state.next = number.wrapping_add(1);
        if !state.is_over {
            let at = frames::begin_ask(&mut state.out, number);
            // Behind the first line come the headers between nodes.
            let line = memchr::memchr(b'\n', request).map_or(0, |end| end + 1);
            state.out.extend_from_slice(&request[..line]);
            let origin = super::origin_lines(worker, peer);
            state.out.extend_from_slice(origin.as_bytes());
            state.out.extend_from_slice(&request[line..]);
            frames::end(&mut state.out, at);
            state.waiting.insert(number, tell);
            self.has_more.notify_one();
        }
        Asked {
            link: Rc::clone(self),
            number,
            answer,
        }
    }

    fn end(&self) {
        let mut state = self.state.borrow_mut();
        state.is_over = true;
        // Those who wait hear that it broke.
        state.waiting = HashMap::new();
        state.out = Vec::new();
    }

    /// Gives the answers that have arrived to those who wait.
    fn hear(&self, came: &mut BytesMut) -> io::Result<()> {
        while let Some(frame) = frames::take(came).map_err(io::Error::other)? {
            let Frame::Answer(number, message) = frame else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let waiting = self.state.borrow_mut().waiting.remove(&number);
            if let Some(waiting) = waiting {
                // Its visitor may have gone meanwhile. A copy, so that no answer keeps the bytes of others.
                drop(waiting.send(Bytes::copy_from_slice(&message)));
            }
        }
        Ok(())
    }

    fn take_out(&self) -> Vec<u8> {
        std::mem::take(&mut self.state.borrow_mut().out)
    }
}

impl Future for Asked {
    /// `None` if the connection broke.
    type Output = Option<Bytes>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let answer = ready!(Pin::new(&mut self.answer).poll(cx));
        Poll::Ready(answer.ok())
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut state = self.link.state.borrow_mut();
        // A number that was given to another poll belongs to an answered one, so it is still the own one here.
        if !self.answer.is_terminated() && state.waiting.remove(&self.number).is_some() {
            frames::leave(&mut state.out, self.number);
            self.link.has_more.notify_one();
        }
    }
}

/// Opens the connection, and carries polls until it is over.
async fn run(worker: Rc<Worker>, link: Rc<Link>) {
    let carrying = async {
        let (io, came) = open(&worker, &link.owner).await?;
        let (reader, writer) = tokio::io::split(io);
        tokio::select! {
            ended = hear_all(&link, reader, came) => ended,
            ended = send_all(&link, writer) => ended,
        }
    };
    let ended: io::Result<()> = tokio::select! {
        ended = carrying => ended,
        () = worker.replaced(&link.owner) => Ok(()),
        () = worker.stopped() => Ok(()),
    };
    if let Err(cause) = ended {
        tracing::debug!(%cause, owner = link.owner.node, "the connection for polls broke");
    }
    link.end();
}

async fn hear_all(
    link: &Link,
    mut reader: impl AsyncRead + Unpin,
    mut came: BytesMut,
) -> io::Result<()> {
    loop {
        link.hear(&mut came)?;
        if came.is_empty() {
            came = BytesMut::new();
        }
        if reader.read_buf(&mut came).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

async fn send_all(link: &Link, mut writer: impl AsyncWrite + Unpin) -> io::Result<()> {
    loop {
        let mut out = link.take_out();
        if out.is_empty() {
            link.has_more.notified().await;
            continue;
        }
        writer.write_all(&out).await?;
        let mut state = link.state.borrow_mut();
        if state.out.is_empty() && out.capacity() <= KEPT_BYTES {
            out.clear();
            state.out = out;
        }
    }
}

/// Connects, and asks for a connection of polls. Returns it with the bytes that have arrived behind the answer.
async fn open(worker: &Worker, owner: &OwnerAddress) -> io::Result<(TcpStream, BytesMut)> {
    let mut io = connect(&owner.address).await?;
    let key = worker.membership.key.as_str();
    let name = forwarded::KEY;
    let request = format!(
        "GET / HTTP/1.1\r\nhost: owner\r\nconnection: upgrade\r\nupgrade: {PROTOCOL}\r\n{name}: {key}\r\n\r\n"
    );
    let accepting = async {
        io.write_all(request.as_bytes()).await?;
        let mut came = BytesMut::new();
        let refused = |kind: io::ErrorKind| Err(io::Error::from(kind));
        loop {
            if io.read_buf(&mut came).await? == 0 {
                return refused(io::ErrorKind::UnexpectedEof);
            }
            if let Some(head) = memchr::memmem::find(&came, b"\r\n\r\n") {
                let head = came.split_to(head + 4);
                return match head.starts_with(b"HTTP/1.1 101 ") {
                    true => Ok(came),
                    false => refused(io::ErrorKind::ConnectionRefused),
                };
            }
            if came.len() > HEAD_BYTES_MAX {
                return refused(io::ErrorKind::InvalidData);
            }
        }
    };
    let came = timeout(ACCEPT_TIME_MAX, accepting).await;
    let came = came.map_err(|_| io::ErrorKind::TimedOut)??;
    Ok((io, came))
}
