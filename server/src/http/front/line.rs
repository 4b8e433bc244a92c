//! A connection, with or without TLS.

use actix_web::rt::net::TcpStream;
use rustls::ServerConnection;
use std::io::{ErrorKind, IoSlice, Result, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncBufRead as _, AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::server::TlsStream;

/// The most encrypted bytes of a connection that wait for the operating system. A slow reader at the least pace takes
/// them within the patience of `pace`.
const UNSENT_MAX: usize = 32 << 10;

/// A connection.
pub enum Line {
    /// Without TLS.
    Plain(TcpStream),
    /// With TLS. On the heap, so that a plain one stays small.
    Secure(Box<SecureLine>),
}

/// A connection with TLS, after its handshake. Dropping it tells the peer that this is the end.
pub struct SecureLine(TlsStream<TcpStream>);

impl SecureLine {
    /// Takes a connection over after its handshake.
    pub fn new(mut stream: TlsStream<TcpStream>) -> Self {
        stream.get_mut().1.set_buffer_limit(Some(UNSENT_MAX));
        Self(stream)
    }
}

impl Drop for SecureLine {
    fn drop(&mut self) {
        let (io, session) = self.0.get_mut();
        session.send_close_notify();
        // A peer that does not take it learns of the end from the connection itself.
        drop(send(io, session));
    }
}

impl Line {
    /// Writes what is accepted at once, without waiting.
    pub fn try_write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self {
            Self::Plain(io) => io.try_write(bytes),
            Self::Secure(line) => {
                let (io, session) = line.0.get_mut();
                let mut taken = 0;
                while taken < bytes.len() {
                    taken += session.writer().write(&bytes[taken..])?;
                    send(io, session)?;
                    if session.wants_write() {
                        break;
                    }
                }
                Ok(taken)
            }
        }
    }

    /// Returns how many bytes, at most, were written and still wait for the operating system.
    pub fn unsent(&self) -> usize {
        match self {
            Self::Secure(line) if line.0.get_ref().1.wants_write() => UNSENT_MAX,
            Self::Plain(_) | Self::Secure(_) => 0,
        }
    }

    /// Waits until the peer sends more (`true`) or has gone (`false`). Reads nothing that a later read needs.
    pub fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        match self {
            Self::Plain(io) => {
                let mut one = [0];
                let peeked = ready!(io.poll_peek(cx, &mut ReadBuf::new(&mut one)));
                Poll::Ready(matches!(peeked, Ok(1..)))
            }
            Self::Secure(line) => {
                let came = ready!(Pin::new(&mut line.0).poll_fill_buf(cx));
                Poll::Ready(came.is_ok_and(|bytes| !bytes.is_empty()))
            }
        }
    }
}

/// Sends the session's encrypted bytes, as far as the operating system accepts them at once.
fn send(io: &TcpStream, session: &mut ServerConnection) -> Result<()> {
    while session.wants_write() {
        match session.write_tls(&mut AtOnce(io)) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes without waiting.
struct AtOnce<'a>(&'a TcpStream);

impl Write for AtOnce<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, bytes: &[IoSlice<'_>]) -> Result<usize> {
        self.0.try_write_vectored(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        match self.get_mut() {
            Self::Plain(io) => Pin::new(io).poll_read(cx, buffer),
            Self::Secure(line) => Pin::new(&mut line.0).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match self.get_mut() {
            Self::Plain(io) => Pin::new(io).poll_write(cx, bytes),
            Self::Secure(line) => Pin::new(&mut line.0).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        match self.get_mut() {
            Self::Plain(io) => Pin::new(io).poll_flush(cx),
            Self::Secure(line) => Pin::new(&mut line.0).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        match self.get_mut() {
            Self::Plain(io) => Pin::new(io).poll_shutdown(cx),
            Self::Secure(line) => Pin::new(&mut line.0).poll_shutdown(cx),
        }
    }
}
