//! Waits for the next request of one connection, and keeps what has arrived of it.

use super::connection_limits::{Share, Slot};
use super::finishing::Finishing;
use super::line::Line;
use super::plain_request::{self, Answering, Reading};
use super::{Front, HEAD_TIME_MAX, KEEP_ALIVE};
use crate::error::ApiError;
use actix_web::HttpResponse;
use actix_web::rt::time::{Instant, Sleep};
use futures_util::future::LocalBoxFuture;
use std::borrow::Cow;
use std::cell::RefCell;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead as _, ReadBuf};

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
pub(super) type Work = Finishing<LocalBoxFuture<'static, HttpResponse>>;

/// What arrived on a connection.
pub(super) enum Came {
    /// A request, and the handler that answers it.
    Request(Work, Answering),
    /// Something that is left to actix-http.
    Odd,
    /// A head that is refused.
    Refused(ApiError),
    /// The peer has gone, or the connection was idle for too long.
    End,
}

/// What has arrived of an incomplete request.
#[derive(Default)]
pub(super) struct Begun {
    pub(super) bytes: Vec<u8>,
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
pub(super) struct Connection<'a> {
    pub(super) front: &'a Front,
    pub(super) io: &'a mut Line,
    pub(super) peer: Option<SocketAddr>,
    pub(super) slot: &'a Slot,
    pub(super) begun: &'a mut Begun,
}

impl Connection<'_> {
    /// Waits for a request, or for the end of the connection. `rest` is the idle timer, shared by all requests. When it
    /// fires, it restarts once, and the second time in one wait the connection closes. So no request resets a timer.
    pub(super) async fn next(&mut self, mut rest: Pin<&mut Sleep>) -> Came {
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
                if let Some(work) = (self.front.way.begin)(&request, self.peer) {
                    let ends = !self.keep(&came[length..], Waits::Nothing);
                    let how = request.answering().ending_if(ends);
                    let when_left = (self.front.way.when_left)(request.path());
                    let work = Finishing::new(when_left, work);
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
