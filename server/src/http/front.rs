//! Reads requests from connections and writes answers, with as little work and memory as possible
//! (docs/decisions/0019).
//!
//! Nearly all requests are plain and complete, and are read here. A [`Way`] answers them: the program's, or that of an
//! edge, which forwards them. In the program, the most frequent calls are answered directly ([`calls`]), and all others
//! go to the `App`. An unusual request (another version, chunks, a large body) goes with its
//! connection to actix-http, which answers that one request in the same way and closes. So the front reads every
//! head first, and checks its line endings and its time limit (docs/decisions/0019).

mod answer;
mod calls;
mod connection;
pub mod connection_limits;
#[cfg(test)]
mod differential;
pub(crate) mod finishing;
pub(crate) mod line;
mod links;
pub mod open_connections;
mod pace;
pub(crate) mod plain_request;
mod replayed;
pub(crate) mod response;
mod way;

use crate::error::ApiError;
use crate::guard::close_answer;
use crate::tls::Tls;
use crate::tls::handshake::shake_hands;
use actix_http::{HttpService, KeepAlive, Protocol, Request};
use actix_service::{Service, ServiceFactory, fn_factory, fn_service};
use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::sleep;
use connection::{Begun, Came, Connection};
use connection_limits::{ConnectionLimits, Slot};
use finishing::Finishing;
use futures_util::future::{Either, LocalBoxFuture};
use line::Line;
use open_connections::OpenConnections;
use plain_request::Answering;
use replayed::{Replayed, RequestGate};
use response::{heard, part, write};
use std::cell::Cell;
use std::future::ready;
use std::net::SocketAddr;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
pub use way::{Entrance, Way};

/// How long an idle connection is kept: longer than a poll is held and than browsers keep it. It may last twice as
/// long; see [`Connection::next`].
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// The first period of the idle timer on a new connection. Browsers open connections before they need them, and actix's
/// limit of 5 s would answer those with 408.
const FIRST_WORD_TIME_MAX: Duration = Duration::from_secs(60);

/// How long the head of a request may take from its first byte.
const HEAD_TIME_MAX: Duration = Duration::from_secs(10);

/// How long a peer may take to close the connection.
const DISCONNECT_TIME_MAX: Duration = Duration::from_secs(5);

type HandOver = Box<dyn Fn(Replayed, Option<SocketAddr>) -> LocalBoxFuture<'static, ()>>;

/// Serves the connections of one worker.
pub struct Front {
    way: Way,
    hand_over: HandOver,
    stop: Rc<Stop>,
    limits: Arc<ConnectionLimits>,
    open: OpenConnections,
    tls: Option<Arc<Tls>>,
}

/// What a front has in common with those of other threads.
#[derive(Clone)]
pub struct Shared {
    /// The certificate, for connections with TLS.
    pub tls: Option<Arc<Tls>>,
    /// What connections may take.
    pub limits: Arc<ConnectionLimits>,
    /// Counts them.
    pub open: OpenConnections,
}

/// Tells idle connections to close.
#[derive(Default)]
struct Stop {
    begun: Cell<bool>,
    heard: Notify,
}

impl Front {
    /// Opens a front on the calling thread. `stopping` completes when the server is about to stop.
    ///
    /// # Errors
    /// The services cannot be created; the log gives the reason.
    pub async fn open<F: Future<Output = ()> + 'static>(
        way: Way,
        shared: Shared,
        stopping: impl Fn() -> F + 'static,
    ) -> std::result::Result<Rc<Self>, ()> {
        actors_runtime::thread_cache::enable();
        let stop = Rc::<Stop>::default();
        let (told, stops) = (Rc::clone(&stop), stopping());
        actix_web::rt::spawn(async move {
            stops.await;
            told.begun.set(true);
            told.heard.notify_waiters();
        });
        let (answer, when_left) = (Rc::clone(&way.answer), way.when_left);
        let service = fn_factory(move || {
            let answer = Rc::clone(&answer);
            ready(Ok::<_, ()>(fn_service(move |request: Request| {
                let gate = request.conn_data::<RequestGate>();
                let is_first = gate.is_none_or(RequestGate::take);
                let when_left = when_left(request.path());
                let work = is_first.then(|| Finishing::new(when_left, answer(request)));
                async move {
                    match work {
                        Some(work) => Ok::<_, HttpResponse>(work.await),
                        None => std::future::pending().await,
                    }
                }
            })))
        });
        let http = HttpService::build()
            .graceful_shutdown_signal(stopping)
            .keep_alive(KeepAlive::Disabled)
            .on_connect_ext(|io: &Replayed, connection| {
                connection.insert(io.gate());
            })
            .client_request_timeout(HEAD_TIME_MAX)
            .client_disconnect_timeout(DISCONNECT_TIME_MAX)
            // Detects a peer that closes at once, so that its poll is dropped.
            .h1_allow_half_closed(false)
            .finish(service)
            .new_service(())
            .await?;
        Ok(Rc::new(Self {
            way,
            hand_over: Box::new(move |io, peer| {
                let serving = http.call((io, Protocol::Http1, peer));
                // An error of one connection does not concern the others.
                Box::pin(async move { drop(serving.await) })
            }),
            stop,
            limits: shared.limits,
            open: shared.open,
            tls: shared.tls,
        }))
    }

    /// Serves a connection until it closes. A plain one takes no space for TLS.
    pub fn serve(self: Rc<Self>, io: TcpStream) -> impl Future<Output = ()> + use<> {
        let peer = io.peer_addr().ok();
        let Some(slot) = self.limits.enter(peer) else {
            metrics::counter!("frontdesk_connections_refused_total").increment(1);
            return Either::Right(Box::pin(ready(())) as LocalBoxFuture<'static, ()>);
        };
        let Some(tls) = self.tls.clone() else {
            return Either::Left(self.answer(Line::Plain(io), peer, slot));
        };
        Either::Right(Box::pin(async move {
            // On the heap of its own, because it is large and short.
            let line = Box::pin(shake_hands(tls, io, &slot)).await;
            if let Some(line) = line {
                self.answer(line, peer, slot).await;
            }
        }))
    }

    /// Answers the requests of a connection. Not an async function: it would hold its arguments twice.
    #[allow(clippy::manual_async_fn)]
    fn answer(
        self: Rc<Self>,
        mut io: Line,
        peer: Option<SocketAddr>,
        slot: Slot,
    ) -> impl Future<Output = ()> + use<> {
        let open = self.open.enter();
        async move {
            let _open = open;
            let mut begun = Begun::default();
            let mut rest = pin!(sleep(FIRST_WORD_TIME_MAX));
            loop {
                let mut connection = Connection {
                    front: &self,
                    io: &mut io,
                    peer,
                    slot: &slot,
                    begun: &mut begun,
                };
                let (response, how) = match connection.next(rest.as_mut()).await {
                    Came::End => return,
                    Came::Odd => {
                        let key = self.way.takes_links.as_ref();
                        match key.and_then(|key| links::asked(&begun.bytes, key)) {
                            Some(Ok(head)) => {
                                let came = std::mem::take(&mut begun).bytes;
                                return Box::pin(links::serve(self, (io, slot), came, head)).await;
                            }
                            Some(Err(error)) => return Box::pin(refuse(io, slot, error)).await,
                            None => {}
                        }
                        let replayed = Replayed::new(std::mem::take(&mut begun.bytes), io, slot);
                        drop(begun);
                        return (self.hand_over)(replayed, peer).await;
                    }
                    Came::Refused(error) => {
                        return Box::pin(refuse(io, slot, error)).await;
                    }
                    Came::Request(work, how) => {
                        let Some(response) = heard(&mut io, work).await else {
                            return;
                        };
                        (response, how.ending_if(self.stop.begun.get()))
                    }
                };
                if !write(&mut io, &slot, response, how).await {
                    return;
                }
            }
        }
    }
}

/// Answers a refused head and closes the connection. Its future is on the heap, because few connections need it.
#[cold]
async fn refuse(mut io: Line, slot: Slot, error: ApiError) {
    let mut response = HttpResponse::from_error(error);
    close_answer(&mut response, &Method::default(), || "");
    let how = Answering::default().ending_if(true);
    write(&mut io, &slot, response, how).await;
    part(io).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::visitor::poll::Waiting;

    /// Returns the size of the future that a function returns.
    fn size_of_call<A, F>(_: impl FnOnce(A) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_waiting_visitor_takes_little_memory() {
        let connection = size_of_call(|(front, io)| Front::serve(front, io));
        let poll = size_of_call(Waiting::answer);

        // 104 of these bytes are its slot among the connections of its address, and the incomplete request.
        assert!(connection <= 640, "{connection} bytes a connection");
        assert!(poll <= 192, "{poll} bytes a poll");
    }
}
