//! Bodies on their way to the owner and back.

use super::pool::Lease;
use crate::error::ApiError;
use actix_http::Payload;
use actix_web::HttpResponse;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::header::{CONTENT_LENGTH, HeaderMap};
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::timeout;

/// The largest body that is kept, so that the request can be sent again. A larger one passes through.
const KEPT_BYTES_MAX: usize = 64 << 10;

/// How long a kept body may take to arrive: as long as the owner grants a body.
const BODY_TIME_MAX: Duration = Duration::from_secs(10);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The body of a request.
pub(super) enum Outgoing {
    /// All of it.
    Kept(Bytes),
    /// What has arrived of a large one, and the rest.
    Stream {
        begun: Bytes,
        rest: Payload,
        /// The bytes that are still to come, if the request tells.
        left: Option<u64>,
    },
}

impl Outgoing {
    /// Reads a body until it is known whether it is kept.
    ///
    /// # Errors
    /// 408 for one that comes too slowly, 400 for one that ends early.
    pub(super) async fn read(mut payload: Payload, length: Option<u64>) -> Result<Self, ApiError> {
        let reading = async {
            let mut begun = BytesMut::new();
            while begun.len() <= KEPT_BYTES_MAX {
                match payload.next().await {
                    None => return Ok((begun.freeze(), true)),
                    Some(Ok(piece)) => begun.extend_from_slice(&piece),
                    Some(Err(_)) => return Err(ApiError::invalid("the body ended early")),
                }
            }
            Ok((begun.freeze(), false))
        };
        let read = timeout(BODY_TIME_MAX, reading).await;
        let (begun, is_all) = read.map_err(|_| ApiError::SlowBody)??;
        Ok(match is_all {
            true => Self::Kept(begun),
            false => Self::Stream {
                begun,
                rest: payload,
                left: length,
            },
        })
    }

    /// Returns the same body once more, if it was kept.
    pub(super) fn again(&self) -> Option<Self> {
        match self {
            Self::Kept(bytes) => Some(Self::Kept(bytes.clone())),
            Self::Stream { .. } => None,
        }
    }
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        let (begun, rest, left) = match self.get_mut() {
            Self::Kept(bytes) => {
                let bytes = std::mem::take(bytes);
                return Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))));
            }
            Self::Stream { begun, rest, left } => (begun, rest, left),
        };
        let mut piece = std::mem::take(begun);
        while piece.is_empty() {
            match ready!(rest.poll_next_unpin(cx)) {
                None => return Poll::Ready(None),
                Some(Ok(next)) => piece = next,
                Some(Err(error)) => return Poll::Ready(Some(Err(error.to_string().into()))),
            }
        }
        if let Some(left) = left {
            *left = left.saturating_sub(piece.len() as u64);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Kept(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Kept(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Stream { left, .. } => left.map_or_else(SizeHint::default, SizeHint::with_exact),
        }
    }
}

/// Makes the visitor's answer of the owner's; `None` if the connection broke while a small body was read.
pub(super) async fn answer(
    response: hyper::Response<Incoming>,
    lease: Lease,
    has_body: HasBody,
) -> Option<HttpResponse> {
    let (head, mut body) = response.into_parts();
    let length = content_length(&head.headers);
    let is_small = length.is_some_and(|length| length <= KEPT_BYTES_MAX as u64);
    let body = if has_body == HasBody::No {
        lease.give_back();
        BoxBody::new(Announced(length))
    } else if is_small || body.is_end_stream() {
        let mut read = BytesMut::new();
        while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            if let Ok(piece) = frame.ok()?.into_data() {
                read.extend_from_slice(&piece);
            }
        }
        lease.give_back();
        BoxBody::new(read.freeze())
    } else {
        BoxBody::new(Passing {
            body,
            length,
            lease: Some(lease),
        })
    };
    let status = StatusCode::from_u16(head.status.as_u16()).ok()?;
    let mut response = HttpResponse::with_body(status, body);
    let connection = named_by_connection(&head.headers);
    for (name, value) in &head.headers {
        if is_of_one_connection(name.as_str(), &connection) {
            continue;
        }
        let name = HeaderName::from_bytes(name.as_str().as_bytes());
        let value = HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            response.headers_mut().append(name, value);
        }
    }
    Some(response)
}

/// Whether an answer has a body: one to a HEAD has none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HasBody {
    Yes,
    No,
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Returns the names that the `Connection` header lists, in lower case.
pub(super) fn named_by_connection(headers: &HeaderMap) -> Vec<String> {
    let values = headers.get_all(hyper::header::CONNECTION).iter();
    let names = values.filter_map(|value| value.to_str().ok());
    let names = names.flat_map(|value| value.split(','));
    names.map(|name| name.trim().to_ascii_lowercase()).collect()
}

/// Returns whether a header concerns one connection, or the nodes alone, and is not forwarded (RFC 9110, 7.6.1).
pub(super) fn is_of_one_connection(name: &str, named: &[String]) -> bool {
    const THEIRS: [&str; 10] = [
        "connection",
        "content-length",
        "expect",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "upgrade",
    ];
    THEIRS.contains(&name)
        || name == "transfer-encoding"
        || crate::cluster::forwarded::is_between_nodes(name)
        || named.iter().any(|listed| listed == name)
}

/// The body of an answer to a HEAD: only its length.
struct Announced(Option<u64>);

impl MessageBody for Announced {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        self.0.map_or(BodySize::None, BodySize::Sized)
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        Poll::Ready(None)
    }
}

/// The body of a large answer. At its end, the connection is given back.
struct Passing {
    body: Incoming,
    length: Option<u64>,
    lease: Option<Lease>,
}

impl MessageBody for Passing {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        self.length.map_or(BodySize::Stream, BodySize::Sized)
    }

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let this = self.get_mut();
        loop {
            match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                None => {
                    if let Some(lease) = this.lease.take() {
                        lease.give_back();
                    }
                    return Poll::Ready(None);
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(io::Error::other(error)))),
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(piece) => return Poll::Ready(Some(Ok(piece))),
                    // Trailers are not forwarded.
                    Err(_) => continue,
                },
            }
        }
    }
}
