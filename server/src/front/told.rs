//! Writes answers to whoever is still there to hear them.

use super::answer::{self, Rest, Written};
use super::asked::Answering;
use actix_web::HttpResponse;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use futures_util::future::Either;
use std::future::{poll_fn, ready};
use std::io::Result;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncWriteExt as _, ReadBuf};

/// How long a peer may take nothing of an answer that does not fit into the system's buffers.
const WRITE_TIME_MAX: Duration = Duration::from_secs(75);

/// Waits for an answer, unless whoever asked goes away.
pub async fn heard<T>(io: &TcpStream, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut says_more = false;
    poll_fn(|cx| {
        if let Poll::Ready(answer) = work.as_mut().poll(cx) {
            return Poll::Ready(Some(answer));
        }
        if !says_more {
            let mut one = [0];
            match io.poll_peek(cx, &mut ReadBuf::new(&mut one)) {
                Poll::Ready(Ok(0) | Err(_)) => return Poll::Ready(None),
                Poll::Ready(Ok(_)) => says_more = true,
                Poll::Pending => {}
            }
        }
        Poll::Pending
    })
    .await
}

/// Writes an answer; whether the connection goes on.
///
/// Nearly always all of it is written at once. The rest has its room on the heap: a connection that waits for a request
/// holds none for it.
pub fn write(
    io: &mut TcpStream,
    response: HttpResponse,
    how: Answering,
) -> impl Future<Output = bool> {
    let (written, rest) = answer::write(response, how, |bytes| io.try_write(bytes));
    if !written.is_heard || (written.left.is_empty() && rest.is_empty()) {
        return Either::Left(ready(written.goes_on));
    }
    Either::Right(Box::pin(write_rest(io, written, rest)))
}

async fn write_rest(io: &mut TcpStream, written: Written, mut rest: Rest) -> bool {
    let writing = async {
        write_all(io, &written.left).await?;
        while let Some(piece) = rest.next().await {
            write_all(io, &piece?).await?;
        }
        Ok::<_, std::io::Error>(())
    };
    writing.await.is_ok() && written.goes_on
}

/// However much it is, as long as some of it is taken now and then.
async fn write_all(io: &mut TcpStream, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        let taken = timeout(WRITE_TIME_MAX, io.write(bytes)).await??;
        bytes = &bytes[taken..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::rt::net::TcpListener;

    /// Both ends of a connection: the server's, and that of whoever asks.
    async fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let asking = TcpStream::connect(listener.local_addr().unwrap()).await;
        (listener.accept().await.unwrap().0, asking.unwrap())
    }

    #[actix_web::test]
    async fn whoever_has_gone_is_not_waited_for() {
        let (io, asking) = connected().await;
        drop(asking);

        assert_eq!(heard(&io, std::future::pending::<()>()).await, None);
    }
}
