//! Reads requests from connections and writes answers, with as little work and memory as possible
//! (docs/decisions/0019).
//!
//! Nearly all requests are plain and complete, and are read here. The most frequent calls are answered directly
//! ([`calls`]). All others go to the `App`. An unusual request (another version, chunks, a large body) goes with its
//! connection to actix-http, which answers that one request with the same `App` and closes. So the front reads every
//! head first, and checks its line endings and its time limit (docs/decisions/0019).

mod answer;
mod calls;
pub mod connection_limits;
#[cfg(test)]
mod differential;
mod finishing;
pub(crate) mod line;
mod pace;
mod plain_request;
mod replayed;
pub(crate) mod response;

use crate::error::ApiError;
use crate::guard::{close_answer, guard};
use crate::routes;
use crate::state::State;
use crate::telemetry::spans;
use crate::tls::Tls;
use crate::tls::handshake::shake_hands;
use actix_http::{HttpService, KeepAlive, Protocol, Request};
use actix_service::{IntoServiceFactory, Service, ServiceFactory, fn_factory, fn_service};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Instant, Sleep, sleep};
use actix_web::web::Data;
use actix_web::{App, HttpResponse};
use connection_limits::{ConnectionLimits, Share, Slot};
use finishing::Finishing;
use futures_util::FutureExt as _;
use futures_util::future::{Either, LocalBoxFuture};
use line::Line;
use plain_request::{Answering, PlainRequest, Reading};
use replayed::{Replayed, RequestGate};
use response::{heard, part, write};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::future::{poll_fn, ready};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::sync::Notify;

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

/// How long the front waits for the rest of a body. After that, actix-http waits.
const REST_TIME_MAX: Duration = Duration::from_secs(1);

/// Requests up to this size, head and body together, are read here. A longer head is refused, because `guard` allows
/// less.
const REQUEST_BYTES_MAX: usize = 36 << 10;

thread_local! {
    /// The read buffer of a thread, so that a waiting connection holds none.
    static READ: RefCell<Box<[u8]>> = RefCell::new(vec![0; REQUEST_BYTES_MAX].into());
}

/// A handler that runs.
type Work = Finishing<LocalBoxFuture<'static, HttpResponse>>;

type Ask = Box<dyn Fn(Request) -> LocalBoxFuture<'static, HttpResponse>>;
type HandOver = Box<dyn Fn(Replayed, Option<SocketAddr>) -> LocalBoxFuture<'static, ()>>;

/// Serves the connections of one worker.
pub struct Front {
    state: Data<State>,
    ask: Ask,
    hand_over: HandOver,
    stop: Rc<Stop>,
    limits: Arc<ConnectionLimits>,
    tls: Option<Arc<Tls>>,
}

/// Tells idle connections to close.
#[derive(Default)]
struct Stop {
    begun: Cell<bool>,
    heard: Notify,
}

/// What arrived on a connection.
enum Came {
    /// A request, and the handler that answers it.
    Request(Work, Answering),
    /// Something that is left to actix-http.
    Odd,
    /// A head that is refused.
    Refused(ApiError),
    /// The peer has gone, or the connection was idle for too long.
    End,
}

impl Front {
    /// Opens the front of an app on the calling thread. `stopping` completes when the server is about to stop.
    ///
    /// # Errors
    /// The app's services cannot be created; the log gives the reason.
    pub async fn open<F: Future<Output = ()> + 'static>(
        state: Data<State>,
        limits: Arc<ConnectionLimits>,
        stopping: impl Fn() -> F + 'static,
    ) -> std::result::Result<Rc<Self>, ()> {
        actors_runtime::thread_cache::enable();
        state.office.work_here();
        state.pulse.answer_here();
        let app = App::new()
            .app_data(state.clone())
            .wrap(from_fn(guard))
            .configure(routes::configure);
        let app = app.into_factory().new_service(AppConfig::default()).await?;
        let stop = Rc::<Stop>::default();
        let (told, stops) = (Rc::clone(&stop), stopping());
        actix_web::rt::spawn(async move {
            stops.await;
            told.begun.set(true);
            told.heard.notify_waiters();
        });
        let app = Rc::new(app);
        let same = Rc::clone(&app);
        let service = fn_factory(move || {
            let app = Rc::clone(&same);
            ready(Ok::<_, ()>(fn_service(move |request: Request| {
                let gate = request.conn_data::<RequestGate>();
                let is_first = gate.is_none_or(RequestGate::take);
                let path = request.path().to_owned();
                let work = is_first.then(|| {
                    let answer = app.call(request).map(answered);
                    spans::call(&path, || Some(Box::pin(answer) as LocalBoxFuture<_>))
                });
                let work = work.flatten().map(|work| Finishing::new(&path, work));
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
            tls: state.tls.clone(),
            state,
            ask: Box::new(move |request| Box::pin(app.call(request).map(answered))),
            hand_over: Box::new(move |io, peer| {
                let serving = http.call((io, Protocol::Http1, peer));
                // An error of one connection does not concern the others.
                Box::pin(async move { drop(serving.await) })
            }),
            stop,
            limits,
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
        async move {
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

    /// Starts to answer; `None` if the request cannot be read here.
    fn begin(
        &self,
        request: &PlainRequest<'_>,
        peer: Option<SocketAddr>,
    ) -> Option<LocalBoxFuture<'static, HttpResponse>> {
        spans::call(request.path(), || {
            calls::begin(&self.state, request, peer)
                .or_else(|| Some((self.ask)(request.request(peer)?)))
        })
    }
}

/// The answer of an app.
fn answered<B: MessageBody + 'static>(
    answer: Result<ServiceResponse<B>, actix_web::Error>,
) -> HttpResponse {
    match answer {
        Ok(response) => response.into_parts().1.map_into_boxed_body(),
        Err(error) => error.error_response(),
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

/// What has arrived of an incomplete request.
#[derive(Default)]
struct Begun {
    bytes: Vec<u8>,
    /// The share of the limit on incomplete requests; `None` while there are no bytes.
    room: Option<Share>,
    waits: Waits,
    /// Whether the bytes arrived behind another request and have not been parsed yet.
    is_new: bool,
}

/// What an incomplete request waits for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Waits {
    #[default]
    Nothing,
    Head,
    Body,
}

/// A connection that waits for its next request.
struct Connection<'a> {
    front: &'a Front,
    io: &'a mut Line,
    peer: Option<SocketAddr>,
    slot: &'a Slot,
    begun: &'a mut Begun,
}

impl Connection<'_> {
    /// Waits for a request, or for the end of the connection. `rest` is the idle timer, shared by all requests. When it
    /// fires, it restarts once, and the second time in one wait the connection closes. So no request resets a timer.
    async fn next(&mut self, mut rest: Pin<&mut Sleep>) -> Came {
        if std::mem::take(&mut self.begun.is_new) {
            let bytes = std::mem::take(&mut self.begun.bytes);
            if let Some(came) = self.take(Cow::Owned(bytes)) {
                return came;
            }
        }
        let stop = Rc::clone(&self.front.stop);
        if stop.begun.get() && self.begun.bytes.is_empty() {
            return Came::End;
        }
        let mut stopped = pin!(stop.heard.notified());
        let mut has_run_out = false;
        let mut timed = Waits::Nothing;
        poll_fn(|cx| {
            if let Poll::Ready(came) = self.poll_read(cx) {
                return Poll::Ready(came);
            }
            if stopped.as_mut().poll(cx).is_ready() && self.begun.bytes.is_empty() {
                return Poll::Ready(Came::End);
            }
            let waits = self.begun.waits;
            if waits != timed {
                timed = waits;
                let time = match waits {
                    Waits::Body => REST_TIME_MAX,
                    Waits::Nothing | Waits::Head => HEAD_TIME_MAX,
                };
                rest.as_mut().reset(Instant::now() + time);
            }
            while rest.as_mut().poll(cx).is_ready() {
                match waits {
                    Waits::Head => return Poll::Ready(Came::Refused(ApiError::SlowHead)),
                    Waits::Body => return Poll::Ready(Came::Odd),
                    Waits::Nothing if has_run_out => return Poll::Ready(Came::End),
                    Waits::Nothing => {}
                }
                has_run_out = true;
                rest.as_mut().reset(Instant::now() + KEEP_ALIVE);
            }
            Poll::Pending
        })
        .await
    }

    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<Came> {
        READ.with_borrow_mut(|buffer| {
            loop {
                let room = REQUEST_BYTES_MAX - self.begun.bytes.len();
                let mut read = ReadBuf::new(&mut buffer[..room]);
                let result = ready!(Pin::new(&mut *self.io).poll_read(cx, &mut read));
                let came = read.filled();
                if result.is_err() || came.is_empty() {
                    return Poll::Ready(Came::End);
                }
                let whole = if self.begun.bytes.is_empty() {
                    self.take(Cow::Borrowed(came))
                } else {
                    let mut bytes = std::mem::take(&mut self.begun.bytes);
                    bytes.extend_from_slice(came);
                    self.take(Cow::Owned(bytes))
                };
                if let Some(came) = whole {
                    return Poll::Ready(came);
                }
            }
        })
    }

    /// Takes the bytes that have arrived; `None` if more must arrive. The bytes are kept until then.
    fn take(&mut self, came: Cow<'_, [u8]>) -> Option<Came> {
        let mut headers = plain_request::header_room();
        let waits = match plain_request::read(&came, &mut headers) {
            Reading::Whole(request, length) => {
                if let Some(work) = self.front.begin(&request, self.peer) {
                    let ends = !self.keep(&came[length..], Waits::Nothing);
                    let how = request.answering().ending_if(ends);
                    let work = Finishing::new(request.path(), work);
                    return Some(Came::Request(work, how));
                }
                Waits::Nothing
            }
            Reading::PartOfHead => Waits::Head,
            Reading::PartOfBody => Waits::Body,
            Reading::Odd => Waits::Nothing,
            Reading::BareLineFeed => return Some(Came::Refused(unreadable())),
        };
        match waits {
            Waits::Nothing => {}
            Waits::Head if came.len() >= REQUEST_BYTES_MAX => {
                return Some(Came::Refused(unreadable()));
            }
            Waits::Body if came.len() >= REQUEST_BYTES_MAX => {}
            _ => return (!self.keep_all(came, waits)).then_some(Came::End),
        }
        self.begun.bytes = came.into_owned();
        Some(Came::Odd)
    }

    /// Keeps the bytes behind a request. Returns whether there was room for them.
    fn keep(&mut self, bytes: &[u8], waits: Waits) -> bool {
        if bytes.is_empty() {
            self.begun.room = None;
            self.begun.waits = Waits::Nothing;
            return true;
        }
        self.begun.is_new = true;
        self.keep_all(Cow::Borrowed(bytes), waits)
    }

    fn keep_all(&mut self, bytes: Cow<'_, [u8]>, waits: Waits) -> bool {
        if self.begun.room.is_none() {
            self.begun.room = self.slot.head();
        }
        let has_room = self.begun.room.is_some();
        if has_room {
            self.begun.bytes = bytes.into_owned();
            self.begun.waits = waits;
        }
        has_room
    }
}

#[cold]
fn unreadable() -> ApiError {
    ApiError::invalid("the head of the request is not valid")
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
