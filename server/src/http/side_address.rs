//! An address beside the public one, for few connections. The thread that opens it serves it.

use actix_http::Protocol;
use actix_service::Service;
use actix_web::rt::net::{TcpListener, TcpStream};
use actix_web::rt::task::JoinHandle;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a request may take to arrive, the peer to close, and an idle connection to be kept.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The pause after a failed accept, for instance when the process has no free file descriptor.
const REST: Duration = Duration::from_millis(200);

/// The address; it is served until this is dropped.
pub struct SideAddress {
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl SideAddress {
    /// Serves the listener on the calling thread.
    ///
    /// # Errors
    /// The operating system's.
    pub fn open<Serving>(
        listener: std::net::TcpListener,
        serve: impl FnOnce(TcpListener) -> Serving,
    ) -> io::Result<Self>
    where
        Serving: Future<Output = ()> + 'static,
    {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        Ok(Self {
            address,
            serving: actix_web::rt::spawn(serve(listener)),
        })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for SideAddress {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves each connection by HTTP/1.1, as [`serve_each`] does.
pub async fn serve_http<Http>(listener: TcpListener, connections_max: usize, http: Http)
where
    Http: Service<(TcpStream, Protocol, Option<SocketAddr>)> + 'static,
{
    let http = Rc::new(http);
    let begin = |io: TcpStream, peer: SocketAddr| {
        let http = Rc::clone(&http);
        async move {
            // An error of one connection does not concern the others.
            drop(http.call((io, Protocol::Http1, Some(peer))).await);
        }
    };
    serve_each(listener, connections_max, begin).await;
}

/// Serves each connection by the work that `begin` returns. Beyond `connections_max` at once, further ones wait to be
/// accepted.
pub async fn serve_each<Work>(
    listener: TcpListener,
    connections_max: usize,
    begin: impl Fn(TcpStream, SocketAddr) -> Work,
) where
    Work: Future<Output = ()> + 'static,
{
    let places = Arc::new(Semaphore::new(connections_max));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((io, peer)) = listener.accept().await else {
            actix_web::rt::time::sleep(REST).await;
            continue;
        };
        let work = begin(io, peer);
        actix_web::rt::spawn(async move {
            work.await;
            drop(place);
        });
    }
}
