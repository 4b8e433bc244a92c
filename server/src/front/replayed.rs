//! A connection of which something was read already.

use actix_web::rt::net::TcpStream;
use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Is read from its beginning on.
pub struct Replayed {
    begun: Vec<u8>,
    given: usize,
    io: TcpStream,
}

impl Replayed {
    /// A connection of which this was read.
    pub fn new(begun: Vec<u8>, io: TcpStream) -> Self {
        let given = 0;
        Self { begun, given, io }
    }
}

impl AsyncRead for Replayed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        if self.given == self.begun.len() {
            return Pin::new(&mut self.io).poll_read(cx, buffer);
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
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}
