//! What is told on a connection: an answer, or that there is no time for one, to whoever is still there to hear it.

use super::answer;
use super::asked::Answering;
use crate::pressure::Gate;
use actix_web::HttpResponse;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use std::future::poll_fn;
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
pub async fn write(io: &mut TcpStream, response: HttpResponse, how: Answering) -> bool {
    let (written, mut rest) = answer::write(response, how, |bytes| io.try_write(bytes));
    if !written.is_heard || (written.left.is_empty() && rest.is_empty()) {
        return written.goes_on;
    }
    let writing = async {
        write_all(io, &written.left).await?;
        while let Some(piece) = rest.next().await {
            write_all(io, &piece?).await?;
        }
        Ok::<_, std::io::Error>(())
    };
    writing.await.is_ok() && written.goes_on
}

/// Refuses a request, unless whoever asked goes away before there is time for it; whether the connection goes on.
#[cold]
pub async fn refuse(gate: &Gate, io: &mut TcpStream, how: Answering) -> bool {
    if how != Answering::default() {
        return match heard(io, gate.refusal()).await {
            Some(refusal) => write(io, refusal, how).await,
            None => false,
        };
    }
    // Nothing is made for the many there are: the same bytes go out to all of them.
    let Some(refusal) = heard(io, gate.written_refusal(answer::whole)).await else {
        return false;
    };
    let sent = io.try_write(&refusal).unwrap_or(0);
    write_all(io, &refusal[sent..]).await.is_ok()
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
    use tokio::io::AsyncReadExt as _;

    /// Both ends of a connection: the server's, and that of whoever asks.
    async fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let asking = TcpStream::connect(listener.local_addr().unwrap()).await;
        (listener.accept().await.unwrap().0, asking.unwrap())
    }

    #[actix_web::test]
    async fn whoever_is_refused_hears_it_whole_as_often_as_they_ask_and_may_ask_again() {
        let gate = Gate::open(None);
        let (mut io, mut asking) = connected().await;

        for _ in 0..3 {
            assert!(refuse(&gate, &mut io, Answering::default()).await);
        }
        drop(io);

        let mut heard = String::new();
        asking.read_to_string(&mut heard).await.unwrap();
        let heads: Vec<_> = heard.match_indices("HTTP/1.1 503 ").collect();
        assert_eq!(heads.len(), 3, "{heard}");
        assert_eq!(heard.matches("retry-after: 1\r\n").count(), 3, "{heard}");
        assert_eq!(heard.matches(r#""code":503"#).count(), 3, "{heard}");
        assert!(!heard.contains("connection: close"), "{heard}");
    }

    #[actix_web::test]
    async fn where_the_connection_is_to_end_it_says_so() {
        let gate = Gate::open(None);
        let (mut io, mut asking) = connected().await;
        let how = Answering::default().ending_if(true);

        assert!(!refuse(&gate, &mut io, how).await);
        drop(io);

        let mut heard = String::new();
        asking.read_to_string(&mut heard).await.unwrap();
        assert!(heard.starts_with("HTTP/1.1 503 "), "{heard}");
        assert!(heard.contains("connection: close"), "{heard}");
    }

    /// What there is time for goes to those who are there.
    #[actix_web::test]
    async fn whoever_has_gone_is_not_waited_for() {
        let (io, asking) = connected().await;
        drop(asking);

        assert_eq!(heard(&io, std::future::pending::<()>()).await, None);
    }
}
