//! Writes answers to peers that are still connected.

use super::DISCONNECT_TIME_MAX;
use super::answer::{self, Rest, Written};
use super::connection_limits::Slot;
use super::line::Line;
use super::pace::Pace;
use super::plain_request::Answering;
use actix_web::HttpResponse;
use actix_web::rt::time::timeout;
use futures_util::future::Either;
use std::future::{poll_fn, ready};
use std::io::{ErrorKind, Result};
use std::pin::{Pin, pin};
use std::task::Poll;
use tokio::io::{AsyncReadExt as _, AsyncWrite as _, AsyncWriteExt as _};

/// Waits for an answer; `None` if the peer disconnects first.
pub async fn heard<T>(io: &mut Line, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut says_more = false;
    poll_fn(|cx| {
        if let Poll::Ready(answer) = work.as_mut().poll(cx) {
            return Poll::Ready(Some(answer));
        }
        if !says_more {
            match io.poll_more(cx) {
                Poll::Ready(false) => return Poll::Ready(None),
                Poll::Ready(true) => says_more = true,
                Poll::Pending => {}
            }
        }
        Poll::Pending
    })
    .await
}

/// Writes an answer. Returns whether the connection may be used again.
///
/// Nearly always the whole answer is written at once. Writing the rest uses a future on the heap, so that a waiting
/// connection holds no space for it.
pub fn write<'a>(
    io: &'a mut Line,
    slot: &'a Slot,
    response: HttpResponse,
    how: Answering,
) -> impl Future<Output = bool> + use<'a> {
    let (written, rest) = answer::write(response, how, |bytes| io.try_write(bytes));
    let is_sent = written.left.is_empty() && rest.is_empty() && io.unsent() == 0;
    if !written.is_heard || is_sent {
        return Either::Left(ready(written.goes_on));
    }
    Either::Right(Box::pin(write_rest(io, slot, written, rest)))
}

async fn write_rest(io: &mut Line, slot: &Slot, written: Written, mut rest: Rest) -> bool {
    let writing = async {
        let mut pace = Pace::default();
        write_all(io, slot, &mut pace, &written.left).await?;
        while let Some(piece) = rest.next().await {
            write_all(io, slot, &mut pace, &piece?).await?;
        }
        flush(io, slot, &mut pace).await?;
        Ok::<_, std::io::Error>(())
    };
    writing.await.is_ok() && written.goes_on
}

/// Closes a connection whose peer may still be sending. Closing at once could make the peer lose the answer.
pub async fn part(mut io: Line) {
    const BYTES_MAX: usize = 1 << 20;
    let parting = async {
        io.shutdown().await?;
        let (mut bytes, mut unread) = ([0; 4_096], BYTES_MAX);
        loop {
            match io.read(&mut bytes).await? {
                0 => return Ok::<_, std::io::Error>(()),
                read if read > unread => return Ok(()),
                read => unread -= read,
            }
        }
    };
    // Closes in any case: after an end, an error or the timeout.
    drop(timeout(DISCONNECT_TIME_MAX, parting).await);
}

/// Writes all bytes, as long as the peer reads fast enough.
async fn write_all(io: &mut Line, slot: &Slot, pace: &mut Pace, mut bytes: &[u8]) -> Result<()> {
    poll_fn(|cx| {
        while !bytes.is_empty() {
            match Pin::new(&mut *io).poll_write(cx, bytes) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(taken)) => {
                    pace.took(taken);
                    bytes = &bytes[taken..];
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    let unsent = bytes.len() + io.unsent();
                    return pace.poll_end(cx, slot, unsent).map(Err);
                }
            }
        }
        Poll::Ready(Ok(()))
    })
    .await
}

/// Waits until the operating system has accepted everything.
async fn flush(io: &mut Line, slot: &Slot, pace: &mut Pace) -> Result<()> {
    poll_fn(|cx| match Pin::new(&mut *io).poll_flush(cx) {
        Poll::Pending => pace.poll_end(cx, slot, io.unsent()).map(Err),
        flushed => flushed,
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::connection_limits::ConnectionLimits;
    use crate::settings::connections::ConnectionSettings;
    use actix_web::rt::net::{TcpListener, TcpStream};
    use std::time::Duration;
    use tokio::time::Instant;

    /// Returns both ends of a connection: the server's and the client's.
    async fn connected() -> (Line, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let asking = TcpStream::connect(listener.local_addr().unwrap()).await;
        (
            Line::Plain(listener.accept().await.unwrap().0),
            asking.unwrap(),
        )
    }

    #[actix_web::test]
    async fn a_disconnected_peer_gets_no_answer() {
        let (mut io, asking) = connected().await;
        drop(asking);

        assert_eq!(heard(&mut io, std::future::pending::<()>()).await, None);
    }

    #[actix_web::test]
    async fn a_peer_that_reads_too_slowly_loses_the_connection() {
        let (mut io, asking) = connected().await;
        let limits = ConnectionLimits::new(&ConnectionSettings::default(), 100, None);
        let slot = limits.enter(None).unwrap();
        let long = HttpResponse::Ok().body(vec![b'x'; 64 << 20]);
        let begun = Instant::now();
        tokio::time::pause();
        let reading = async {
            let mut byte = [0];
            loop {
                tokio::time::sleep(Duration::from_secs(20)).await;
                let _ = asking.try_read(&mut byte);
            }
        };
        let goes_on = tokio::select! {
            goes_on = write(&mut io, &slot, long, Answering::default()) => goes_on,
            () = reading => true,
        };

        assert!(!goes_on);
        let took = begun.elapsed();
        assert!(
            took >= Duration::from_secs(50) && took < Duration::from_secs(600),
            "{took:?}"
        );
    }

    #[actix_web::test]
    async fn an_answer_beyond_the_unsent_limit_closes_its_connection() {
        let (mut io, _asking) = connected().await;
        let settings = ConnectionSettings {
            unsent_bytes: 1 << 20,
            ..ConnectionSettings::default()
        };
        let limits = ConnectionLimits::new(&settings, 100, None);
        let slot = limits.enter(None).unwrap();
        let long = HttpResponse::Ok().body(vec![b'x'; 64 << 20]);

        assert!(!write(&mut io, &slot, long, Answering::default()).await);
    }
}
