//! Connections to the owner that carry one request at a time, and are kept for the next one.

use super::body::Outgoing;
use crate::cluster::membership::OwnerAddress;
use actix_web::rt;
use actix_web::rt::net::TcpStream;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use socket2::{SockRef, TcpKeepalive};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long connecting may take.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(2);

/// How long an unused connection is kept: well below the time after which the owner closes it.
const IDLE_TIME_MAX: Duration = Duration::from_secs(20);

/// The most unused connections of a thread.
const IDLE_MAX: usize = 64;

/// How long sent bytes may stay unacknowledged, and a silent connection unanswered, until it is broken.
const SILENCE_MAX: Duration = Duration::from_secs(5);

/// The unused connections of a thread.
#[derive(Default)]
pub(super) struct Pool {
    idle: RefCell<Vec<Idle>>,
}

struct Idle {
    owner: OwnerAddress,
    sender: SendRequest<Outgoing>,
    since: Instant,
}

/// A connection that carries a request. Dropping it closes the connection.
pub(super) struct Lease {
    pool: Rc<Pool>,
    owner: OwnerAddress,
    pub(super) sender: SendRequest<Outgoing>,
}

impl Pool {
    /// Returns an unused connection, or opens one.
    ///
    /// # Errors
    /// The operating system's: the owner is not reached.
    pub(super) async fn lease(self: &Rc<Self>, owner: &OwnerAddress) -> io::Result<Lease> {
        let lease = |sender| Lease {
            pool: Rc::clone(self),
            owner: owner.clone(),
            sender,
        };
        while let Some(mut sender) = self.take(owner) {
            if sender.ready().await.is_ok() {
                return Ok(lease(sender));
            }
        }
        let io = TokioIo::new(connect(&owner.address).await?);
        let (sender, connection) = handshake(io).await.map_err(io::Error::other)?;
        // An error of one connection is told to the request that it carries.
        rt::spawn(async move { drop(connection.await) });
        Ok(lease(sender))
    }

    fn take(&self, owner: &OwnerAddress) -> Option<SendRequest<Outgoing>> {
        let mut idle = self.idle.borrow_mut();
        idle.retain(|idle| {
            idle.owner == *owner && !idle.sender.is_closed() && idle.since.elapsed() < IDLE_TIME_MAX
        });
        idle.pop().map(|idle| idle.sender)
    }
}

impl Lease {
    /// Gives the connection back after an answer that was read completely.
    pub(super) fn give_back(self) {
        let mut idle = self.pool.idle.borrow_mut();
        if idle.len() < IDLE_MAX && !self.sender.is_closed() {
            idle.push(Idle {
                owner: self.owner,
                sender: self.sender,
                since: Instant::now(),
            });
        }
    }
}

/// Connects to `host:port`. The connection breaks soon after its peer vanishes.
///
/// # Errors
/// The operating system's.
pub(super) async fn connect(address: &str) -> io::Result<TcpStream> {
    let connecting = timeout(CONNECT_TIME_MAX, TcpStream::connect(address));
    let io = connecting.await.map_err(|_| io::ErrorKind::TimedOut)??;
    io.set_nodelay(true)?;
    let socket = SockRef::from(&io);
    let keepalive = TcpKeepalive::new()
        .with_time(SILENCE_MAX / 2)
        .with_interval(SILENCE_MAX / 5)
        .with_retries(3);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE_MAX))?;
    Ok(io)
}
