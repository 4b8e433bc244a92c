//! The beginning of a connection over TLS.

use super::Tls;
use crate::front::connection_limits::Slot;
use crate::front::line::{Line, SecureLine};
use crate::front::response::part;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use std::io::Result;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio_rustls::TlsAcceptor;

/// How long the handshake may take from the connection on.
const HANDSHAKE_TIME_MAX: Duration = Duration::from_secs(10);

/// The first byte of a TLS connection: the record type of a handshake (RFC 8446, 5.1).
const HANDSHAKE: u8 = 22;

/// The answer to plain HTTP.
const SPEAKS_TLS: &str = "HTTP/1.1 400 Bad Request\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    content-length: 54\r\n\
    connection: close\r\n\
    \r\n\
    This port speaks https. Use https:// in the address.\r\n";

/// Shakes hands; `None` if that fails. Until it is done, the connection counts as an unfinished head.
pub async fn shake_hands(tls: Arc<Tls>, io: TcpStream, slot: &Slot) -> Option<Line> {
    let _unfinished = slot.head()?;
    let shaken = timeout(HANDSHAKE_TIME_MAX, try_to_shake_hands(&tls, io)).await;
    match shaken {
        Ok(Ok(line)) => line,
        Ok(Err(_)) | Err(_) => {
            metrics::counter!("frontdesk_tls_handshakes_failed_total").increment(1);
            None
        }
    }
}

async fn try_to_shake_hands(tls: &Tls, io: TcpStream) -> Result<Option<Line>> {
    let mut first = [0];
    if io.peek(&mut first).await? == 0 {
        return Ok(None);
    }
    if first[0] != HANDSHAKE {
        if first[0].is_ascii_uppercase() {
            explain(io).await;
        }
        return Ok(None);
    }
    let stream = TlsAcceptor::from(tls.config()).accept(io).await?;
    Ok(Some(Line::Secure(Box::new(SecureLine::new(stream)))))
}

/// Tells a client that speaks plain HTTP what to do.
async fn explain(mut io: TcpStream) {
    if io.write_all(SPEAKS_TLS.as_bytes()).await.is_ok() {
        part(Line::Plain(io)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::SPEAKS_TLS;

    #[test]
    fn the_answer_to_plain_http_has_its_true_length() {
        let (head, body) = SPEAKS_TLS.split_once("\r\n\r\n").unwrap();

        assert!(head.contains(&format!("content-length: {}\r\n", body.len())));
    }
}
