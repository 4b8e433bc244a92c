//! Forwards polls over the thread's one connection for them. A poll changes nothing, so it is sent again whenever its
//! answer got lost.

use super::body::Outgoing;
use super::forward::count;
use super::{Patience, Worker};
use crate::cluster::forwarded::NOT_TAKEN;
use crate::error::ApiError;
use crate::front::plain_request::PlainRequest;
use crate::guard::close_answer;
use actix_http::Request;
use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use std::net::SocketAddr;
use std::rc::Rc;
use tokio::time::Instant;

/// The polls of visitors and agents.
const POLLS: [&str; 2] = ["/api/chat/visitor/getEventMsg", "/api/agent/getEventMsg"];

/// The headers that matter to a poll.
const HEADERS: [&str; 3] = ["authorization", "content-type", "accept-language"];

/// The headers that matter if a trusted proxy sent them.
const PROXIED: [&str; 3] = ["x-forwarded-for", "x-forwarded-proto", "forwarded"];

/// A poll is kept, so that it can be sent again, up to this size. A page's has about 500 bytes.
const KEPT_BYTES_MAX: usize = 2 << 10;

/// The most headers of an answer.
const HEADERS_MAX: usize = 32;

type Work = LocalBoxFuture<'static, HttpResponse>;

/// A poll that is forwarded.
struct Forwarded {
    worker: Rc<Worker>,
    peer: Option<SocketAddr>,
    /// Its request, without the headers between nodes.
    request: Box<[u8]>,
}

/// Starts to forward a plain poll; `None` if the request is no poll.
pub(super) fn begin(
    worker: &Rc<Worker>,
    request: &PlainRequest<'_>,
    peer: Option<SocketAddr>,
) -> Option<Work> {
    let path = poll_of(request.path()).filter(|_| request.is_post())?;
    let said = |name| request.said(name);
    let poll = Forwarded::new(worker, peer, (path, said), request.body);
    Some(Box::pin(poll.answer()))
}

/// Starts to forward a poll that came as an unusual request, or gives the request back.
pub(super) fn begin_unusual(worker: &Rc<Worker>, request: Request) -> Result<Work, Request> {
    match poll_of(request.path()) {
        Some(path) if request.method() == Method::POST => {
            Ok(unusual(Rc::clone(worker), path, request).boxed_local())
        }
        Some(_) | None => Err(request),
    }
}

fn poll_of(path: &str) -> Option<&'static str> {
    POLLS.into_iter().find(|poll| *poll == path)
}

async fn unusual(worker: Rc<Worker>, path: &'static str, mut request: Request) -> HttpResponse {
    let payload = request.take_payload();
    let poll = match Outgoing::read(payload, None).await {
        Ok(Outgoing::Kept(body)) => {
            let headers = &request.head().headers;
            let said = |name| headers.get_all(name).map(HeaderValue::as_bytes);
            let peer = request.head().peer_addr;
            Forwarded::new(&worker, peer, (path, said), &body)
        }
        Ok(Outgoing::Stream { .. }) => return refused(&ApiError::TooLarge),
        Err(error) => return refused(&error),
    };
    // What is left of the request is not needed while the poll waits.
    drop((request, worker));
    poll.answer().await
}

impl Forwarded {
    /// Puts the poll together; `said` yields the values of each header with a name.
    fn new<'a, H>(
        worker: &Rc<Worker>,
        peer: Option<SocketAddr>,
        (path, said): (&str, impl Fn(&'static str) -> H),
        body: &[u8],
    ) -> Self
    where
        H: Iterator<Item = &'a [u8]>,
    {
        let mut text = Vec::with_capacity(512);
        text.extend_from_slice(format!("POST {path} HTTP/1.1\r\nhost: owner\r\n").as_bytes());
        let is_proxied = peer.is_some_and(|peer| worker.proxies.has(peer.ip()));
        let proxied = PROXIED.into_iter().filter(|_| is_proxied);
        for name in HEADERS.into_iter().chain(proxied) {
            for value in said(name) {
                for part in [name.as_bytes(), b": ", value, b"\r\n"] {
                    text.extend_from_slice(part);
                }
            }
        }
        text.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
        text.extend_from_slice(body);
        Self {
            worker: Rc::clone(worker),
            peer,
            request: text.into(),
        }
    }

    /// Waits for the answer. What it seldom waits for is on the heap, so that a waiting poll is small.
    async fn answer(mut self) -> HttpResponse {
        let worker = &self.worker;
        let mut patience = Patience::default();
        loop {
            let owner = worker.membership.owner.borrow().clone();
            let owner = match owner.filter(|_| !worker.is_stopping()) {
                Some(owner) => owner,
                None => match Box::pin(worker.owner(&mut patience)).await {
                    Some(owner) => owner,
                    None => break,
                },
            };
            let begun = Instant::now();
            let link = worker.link_to(&owner);
            let asked = link.ask(worker, self.peer, &self.request);
            drop((owner, link));
            if self.request.len() > KEPT_BYTES_MAX {
                self.request = Box::default();
            }
            let answer = asked.await;
            if let Some(response) = answer.and_then(|answer| read(&answer)) {
                count("answered");
                return response;
            }
            if self.request.is_empty() {
                break;
            }
            patience.restart_after(begun.elapsed());
            count("repeated");
            if !Box::pin(self.pause(&mut patience)).await {
                break;
            }
        }
        count("refused");
        worker.refusal("poll")
    }

    async fn pause(&self, patience: &mut Patience) -> bool {
        let owner = self.worker.membership.owner.borrow().clone();
        match owner {
            Some(owner) => self.worker.pause(&owner, patience).await,
            None => !self.worker.is_stopping(),
        }
    }
}

fn refused(error: &ApiError) -> HttpResponse {
    let mut refusal = HttpResponse::from_error(error.clone());
    close_answer(&mut refusal, &Method::POST, || "");
    refusal
}

/// Reads the owner's answer; `None` if it did not take the poll.
fn read(answer: &Bytes) -> Option<HttpResponse> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = head.parse(answer).ok()? else {
        return None;
    };
    let status = StatusCode::from_u16(head.code?).ok()?;
    let is_marked = |header: &httparse::Header<'_>| header.name == NOT_TAKEN.as_str();
    if head.headers.iter().any(is_marked) {
        return None;
    }
    let mut response =
        HttpResponse::with_body(status, answer.slice(length..)).map_into_boxed_body();
    for header in head.headers.iter() {
        if ["connection", "content-length"].contains(&header.name) {
            continue;
        }
        let name = HeaderName::from_bytes(header.name.as_bytes());
        let value = HeaderValue::from_bytes(header.value);
        if let (Ok(name), Ok(value)) = (name, value) {
            response.headers_mut().append(name, value);
        }
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_poll_takes_little_memory() {
        let size = size_of_call(Forwarded::answer);

        assert!(size <= 320, "{size} bytes a poll");
    }

    fn size_of_call<F: Future>(_: fn(Forwarded) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn the_owners_answer_is_read() {
        let answer = "HTTP/1.1 409 Conflict\r\ncontent-length: 2\r\nx-request-id: a\r\n\r\n{}";
        let marked = "HTTP/1.1 503 Service Unavailable\r\nfrontdesk-not-taken: 1\r\n\r\n";

        let read_answer = read(&Bytes::from_static(answer.as_bytes())).unwrap();

        assert_eq!(read_answer.status(), 409);
        assert_eq!(read_answer.headers().get("x-request-id").unwrap(), "a");
        assert!(read(&Bytes::from_static(marked.as_bytes())).is_none());
        assert!(read(&Bytes::from_static(b"")).is_none());
    }
}
