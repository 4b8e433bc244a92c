//! A connection that starts with bytes already read, and serves one request.
//!
//! actix-http would serve further requests, but the front would not have checked their line endings and their time
//! limit.

use super::connection_limits::Slot;
use super::line::Line;
use super::pace::Pace;
use std::cell::{Cell, RefCell};
use std::io::Result;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Yields the bytes already read, and then those of the connection.
pub struct Replayed {
    begun: Vec<u8>,
    given: usize,
    io: Line,
    slot: Slot,
    pace: Pace,
    gate: RequestGate,
}

/// Lets one request of a connection through.
#[derive(Clone, Default)]
pub struct RequestGate(Rc<GateState>);

#[derive(Default)]
struct GateState {
    is_taken: Cell<bool>,
    is_over: Cell<bool>,
    reader: RefCell<Option<Waker>>,
}

impl RequestGate {
    /// Returns whether this is the first request. The second one ends the connection.
    pub fn take(&self) -> bool {
        let is_first = !self.0.is_taken.replace(true);
        if !is_first {
            self.0.is_over.set(true);
            if let Some(reader) = self.0.reader.take() {
                reader.wake();
            }
        }
        is_first
    }
}

impl Replayed {
    /// Creates a connection whose first bytes were already read.
    pub fn new(begun: Vec<u8>, io: Line, slot: Slot) -> Self {
        Self {
            begun,
            given: 0,
            io,
            slot,
            pace: Pace::default(),
            gate: RequestGate::default(),
        }
    }

    /// Returns the gate that its one request takes.
    pub fn gate(&self) -> RequestGate {
        self.gate.clone()
    }
}

impl AsyncRead for Replayed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        if self.gate.0.is_over.get() {
            return Poll::Ready(Ok(()));
        }
        if self.given == self.begun.len() {
            let read = Pin::new(&mut self.io).poll_read(cx, buffer);
            if read.is_pending() {
                *self.gate.0.reader.borrow_mut() = Some(cx.waker().clone());
            }
            return read;
        }
        let rest = &self.begun[self.given..];
        let now = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..now]);
        self.given += now;
        if self.given == self.begun.len() {
            (self.begun, self.given) = (Vec::new(), 0);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Replayed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(cx, bytes);
        match written {
            Poll::Pending => {
                let unsent = bytes.len() + self.io.unsent();
                let this = &mut *self;
                this.pace.poll_end(cx, &this.slot, unsent).map(Err)
            }
            Poll::Ready(Ok(taken)) => {
                self.pace.took(taken);
                Poll::Ready(Ok(taken))
            }
            failed => failed,
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let flushed = Pin::new(&mut self.io).poll_flush(cx);
        if flushed.is_pending() {
            let unsent = self.io.unsent();
            let this = &mut *self;
            return this.pace.poll_end(cx, &this.slot, unsent).map(Err);
        }
        self.pace.took(0);
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
