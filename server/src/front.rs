//! The way in: takes requests off connections and writes answers, with as little as that takes (docs/decisions/0086).
//!
//! What comes whole and plainly, as nearly all does, is read here. The calls there are most of are answered at once
//! ([`calls`]); all others are handed to the same `App` that answers everything else. Whatever is odd in any way (other
//! versions, chunks, large bodies, requests behind each other) goes with its connection to actix-http, which serves both
//! in the same way, but holds 16 KiB for each connection and takes twice the time.

mod answer;
mod asked;
mod calls;
mod replayed;
mod told;

use crate::guard::Guard;
use crate::routes;
use crate::state::State;
use actix_http::{HttpService, Protocol, Request};
use actix_service::{IntoServiceFactory, Service, ServiceFactory, fn_factory, fn_service};
use actix_web::dev::AppConfig;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Instant, Sleep, sleep};
use actix_web::web::Data;
use actix_web::{App, HttpResponse};
use asked::{Answering, Asked, HEADERS_MAX, Reading};
use futures_util::future::{LocalBoxFuture, TryFutureExt as _, ready};
use replayed::Replayed;
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::sync::Notify;
use told::{heard, write};

/// How long a connection that says nothing is kept: longer than a poll is held, and than a browser's own patience.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// How long the head of a request may take. Not actix's 5 s: browsers open connections ahead of their use, and would
/// be answered 408 (design, performance §8.8).
const HEAD_TIME_MAX: Duration = Duration::from_secs(60);

/// How long a peer may take to close.
const DISCONNECT_TIME_MAX: Duration = Duration::from_secs(5);

/// The rest of a request that has begun is waited for here; where it takes longer, actix-http waits.
const REST_TIME_MAX: Duration = Duration::from_secs(1);

/// Requests up to so many bytes, head and body, are read here.
const REQUEST_BYTES_MAX: usize = 16 << 10;

thread_local! {
    /// Where a thread reads to: what waits holds no buffer.
    static READ: RefCell<Box<[u8]>> = RefCell::new(vec![0; REQUEST_BYTES_MAX].into());
}

type Ask = Box<dyn Fn(Request) -> LocalBoxFuture<'static, HttpResponse>>;
type HandOver = Box<dyn Fn(Replayed, Option<SocketAddr>) -> LocalBoxFuture<'static, ()>>;

/// The way in of one worker.
pub struct Front {
    state: Data<State>,
    ask: Ask,
    hand_over: HandOver,
    stop: Rc<Stop>,
}

/// Tells connections that rest to close.
#[derive(Default)]
struct Stop {
    begun: Cell<bool>,
    heard: Notify,
}

/// What came on a connection.
enum Came {
    /// A request, whose answer is being made.
    Request(LocalBoxFuture<'static, HttpResponse>, Answering),
    /// Something that is not read here.
    Odd,
    /// Nobody is there any more, or nobody has said anything for long enough.
    End,
}

impl Front {
    /// Opens the way into an app on the caller's thread. `stopping` waits until the server is about to stop.
    ///
    /// # Errors
    /// The app's own services cannot be made; the log says why.
    pub async fn open<F: Future<Output = ()> + 'static>(
        state: Data<State>,
        stopping: impl Fn() -> F + 'static,
    ) -> std::result::Result<Rc<Self>, ()> {
        actors_runtime::thread_cache::enable();
        state.office.work_here();
        let app = App::new()
            .app_data(state.clone())
            .wrap(Guard)
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
                app.call(request).map_err(|error| error.error_response())
            })))
        });
        let http = HttpService::build()
            .graceful_shutdown_signal(stopping)
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(HEAD_TIME_MAX)
            .client_disconnect_timeout(DISCONNECT_TIME_MAX)
            // A visitor who has gone is noticed at once, and the poll they left is dropped.
            .h1_allow_half_closed(false)
            .finish(service)
            .new_service(())
            .await?;
        Ok(Rc::new(Self {
            state,
            ask: Box::new(move |request| {
                let answer = app.call(request);
                Box::pin(async move {
                    match answer.await {
                        Ok(response) => response.into_parts().1.map_into_boxed_body(),
                        Err(error) => error.error_response(),
                    }
                })
            }),
            hand_over: Box::new(move |io, peer| {
                let serving = http.call((io, Protocol::Http1, peer));
                // What went wrong with one connection is nobody else's, as ever.
                Box::pin(async move { drop(serving.await) })
            }),
            stop,
        }))
    }

    /// Serves a connection until it ends.
    pub async fn serve(self: Rc<Self>, mut io: TcpStream) {
        let peer = io.peer_addr().ok();
        let mut begun = Vec::new();
        let mut rest = pin!(sleep(HEAD_TIME_MAX));
        loop {
            let mut connection = Connection {
                front: &self,
                io: &mut io,
                peer,
                begun: &mut begun,
            };
            match connection.next(rest.as_mut()).await {
                Came::End => return,
                Came::Odd => return (self.hand_over)(Replayed::new(begun, io), peer).await,
                Came::Request(work, how) => {
                    let Some(response) = heard(&io, work).await else {
                        return;
                    };
                    let how = how.ending_if(self.stop.begun.get());
                    if !write(&mut io, response, how).await {
                        return;
                    }
                }
            }
        }
    }

    /// Begins to answer; `None` where the request cannot be read here.
    fn begin(
        &self,
        asked: &Asked<'_>,
        peer: Option<SocketAddr>,
    ) -> Option<LocalBoxFuture<'static, HttpResponse>> {
        if let Some(work) = calls::begin(&self.state, asked, peer) {
            return Some(work);
        }
        let request = asked.request(peer)?;
        Some((self.ask)(request))
    }
}

/// A connection between two answers.
struct Connection<'a> {
    front: &'a Front,
    io: &'a mut TcpStream,
    peer: Option<SocketAddr>,
    /// What came of a request that is not all here.
    begun: &'a mut Vec<u8>,
}

impl Connection<'_> {
    /// Waits for a request, or for the end. `rest` runs on from request to request, and is wound up when it has run out
    /// and something came meanwhile: no request costs a timer.
    async fn next(&mut self, mut rest: Pin<&mut Sleep>) -> Came {
        let stop = Rc::clone(&self.front.stop);
        if stop.begun.get() && self.begun.is_empty() {
            return Came::End;
        }
        let mut stopped = pin!(stop.heard.notified());
        let mut has_run_out = false;
        poll_fn(|cx| {
            if let Poll::Ready(came) = self.poll_read(cx) {
                return Poll::Ready(came);
            }
            if stopped.as_mut().poll(cx).is_ready() && self.begun.is_empty() {
                return Poll::Ready(Came::End);
            }
            if !self.begun.is_empty() && rest.deadline() > Instant::now() + REST_TIME_MAX {
                rest.as_mut().reset(Instant::now() + REST_TIME_MAX);
            }
            while rest.as_mut().poll(cx).is_ready() {
                if !self.begun.is_empty() {
                    return Poll::Ready(Came::Odd);
                }
                if has_run_out {
                    return Poll::Ready(Came::End);
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
                let mut read = ReadBuf::new(buffer);
                let result = ready!(Pin::new(&mut *self.io).poll_read(cx, &mut read));
                let came = read.filled();
                if result.is_err() || came.is_empty() {
                    return Poll::Ready(Came::End);
                }
                let whole = if self.begun.is_empty() {
                    self.take(came)
                } else {
                    self.begun.extend_from_slice(came);
                    let begun = std::mem::take(self.begun);
                    self.take(&begun)
                };
                if let Some(came) = whole {
                    return Poll::Ready(came);
                }
            }
        })
    }

    /// Takes what has come; `None` where more must come, and is kept until then.
    fn take(&mut self, came: &[u8]) -> Option<Came> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
        match asked::read(came, &mut headers) {
            Reading::Whole(asked) => {
                if let Some(work) = self.front.begin(&asked, self.peer) {
                    return Some(Came::Request(work, asked.answering()));
                }
            }
            Reading::Part if came.len() < REQUEST_BYTES_MAX => {
                *self.begun = came.to_vec();
                return None;
            }
            Reading::Part | Reading::Odd => {}
        }
        *self.begun = came.to_vec();
        Some(Came::Odd)
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::visitor::poll::Waiting;

    /// The size of the future that a function returns.
    fn size_of_call<A, F>(_: impl FnOnce(A) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_waiting_visitor_takes_little_memory() {
        let connection = size_of_call(|(front, io)| Front::serve(front, io));
        let poll = size_of_call(Waiting::answer);

        assert!(connection <= 512, "{connection} bytes a connection");
        assert!(poll <= 192, "{poll} bytes a poll");
    }
}
