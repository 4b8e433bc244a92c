//! Forwards requests to the owner, one connection for each, and decides which are sent again.
//!
//! - A request that the owner did not take is sent again, if its body was kept or not begun.
//! - If the connection broke, the outcome is unknown. Reading requests are sent again. Others get 503 with
//!   `Retry-After`, and pages repeat them with the same id.

use super::body::{HasBody, Outgoing, answer, is_of_one_connection, named_by_connection};
use super::own;
use super::poll;
use super::pool::Lease;
use super::{Patience, Worker};
use crate::cluster::forwarded;
use crate::cluster::membership::OwnerAddress;
use crate::error::ApiError;
use crate::front::Way;
use crate::front::finishing::WhenLeft;
use crate::guard::close_answer;
use actix_http::Request;
use actix_web::HttpResponse;
use actix_web::http::{Method, StatusCode};
use futures_util::FutureExt as _;
use hyper::header::{CONTENT_LENGTH, HOST, HeaderMap, HeaderName, HeaderValue};
use std::future::ready;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a request may still be answered by an owner that was replaced.
const FAREWELL: Duration = Duration::from_secs(2);

/// The way of one thread of an edge.
pub(super) fn way(worker: Rc<Worker>) -> Way {
    let same = Rc::clone(&worker);
    Way {
        begin: Box::new(move |request, peer| {
            if let Some(own) = own::answer(&same.membership, request.path(), same.is_leaving()) {
                return Some(Box::pin(ready(own)));
            }
            if let Some(poll) = poll::begin(&same, request, peer) {
                return Some(poll);
            }
            let request = request.request(peer)?;
            Some(forward(Rc::clone(&same), request).boxed_local())
        }),
        answer: Rc::new(move |request: Request| {
            let path = request.path();
            if let Some(own) = own::answer(&worker.membership, path, worker.is_leaving()) {
                return Box::pin(ready(own));
            }
            poll::begin_unusual(&worker, request)
                .unwrap_or_else(|request| forward(Rc::clone(&worker), request).boxed_local())
        }),
        // The owner finishes what it began.
        when_left: |_| WhenLeft::Drop,
        takes_links: None,
    }
}

/// A request on its way.
struct Call {
    method: hyper::Method,
    uri: hyper::Uri,
    headers: HeaderMap,
    body: Option<Outgoing>,
    /// Whether it may be sent again although it may have been taken.
    is_repeatable: bool,
}

/// Why there is no answer.
enum Failure {
    /// The owner was not reached, or did not begin the request.
    NotTaken,
    /// The connection broke.
    Broken,
}

/// Forwards a request, and waits for its answer.
async fn forward(worker: Rc<Worker>, request: Request) -> HttpResponse {
    let method = request.method().clone();
    let mut call = match Call::read(&worker, request).await {
        Ok(call) => call,
        Err(error) => {
            let mut refusal = HttpResponse::from_error(error);
            close_answer(&mut refusal, &method, || "");
            return refusal;
        }
    };
    deliver(&worker, &mut call).await
}

async fn deliver(worker: &Worker, call: &mut Call) -> HttpResponse {
    let mut patience = Patience::default();
    while let Some(owner) = worker.owner(&mut patience).await {
        let begun = Instant::now();
        let failure = match worker.ask(&owner, call).await {
            Ok(response) => {
                count("answered");
                return response;
            }
            Err(failure) => failure,
        };
        patience.restart_after(begun.elapsed());
        let may_go_again = match failure {
            Failure::NotTaken => call.body.is_some(),
            Failure::Broken => call.body.is_some() && call.is_repeatable,
        };
        if !may_go_again {
            break;
        }
        count("repeated");
        if !worker.pause(&owner, &mut patience).await {
            break;
        }
    }
    count("refused");
    worker.refusal("")
}

/// Counts what became of a request.
pub(super) fn count(outcome: &'static str) {
    metrics::counter!("frontdesk_forwarded_total", "outcome" => outcome).increment(1);
}

impl Worker {
    /// Asks this owner once.
    async fn ask(&self, owner: &OwnerAddress, call: &mut Call) -> Result<HttpResponse, Failure> {
        let mut lease = match self.pool.lease(owner).await {
            Ok(lease) => lease,
            Err(cause) => {
                tracing::debug!(%cause, owner = owner.node, "the owner is not reached");
                return Err(Failure::NotTaken);
            }
        };
        let Some(request) = call.take() else {
            return Err(Failure::Broken);
        };
        let sent = lease.sender.try_send_request(request);
        let gone = async {
            self.replaced(owner).await;
            sleep(FAREWELL).await;
        };
        let sent = tokio::select! {
            sent = sent => sent,
            () = gone => return Err(Failure::Broken),
        };
        match sent {
            Ok(response) => call.answered(response, lease).await,
            Err(mut error) => match error.take_message() {
                // Nothing of it was sent.
                Some(request) => {
                    call.body = Some(request.into_body());
                    Err(Failure::NotTaken)
                }
                None => Err(Failure::Broken),
            },
        }
    }
}

impl Call {
    async fn read(worker: &Worker, mut request: Request) -> Result<Self, ApiError> {
        let payload = request.take_payload();
        let head = request.head();
        let length = head.headers.get(actix_web::http::header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        let mut headers = HeaderMap::with_capacity(head.headers.len() + 3);
        for (name, value) in &head.headers {
            let name = HeaderName::from_bytes(name.as_str().as_bytes());
            let value = HeaderValue::from_bytes(value.as_bytes());
            if let (Ok(name), Ok(value)) = (name, value) {
                headers.append(name, value);
            }
        }
        let named = named_by_connection(&headers);
        let removed: Vec<HeaderName> = headers
            .keys()
            .filter(|name| is_of_one_connection(name.as_str(), &named))
            .cloned()
            .collect();
        for name in removed {
            headers.remove(name);
        }
        if let Some(length) = length {
            headers.insert(CONTENT_LENGTH, length.into());
        }
        // HTTP/1.0 needs no host, and what is forwarded is HTTP/1.1.
        if head.version < actix_web::http::Version::HTTP_11 && !headers.contains_key(HOST) {
            headers.insert(HOST, HeaderValue::from_static("localhost"));
        }
        worker.tell_origin(&mut headers, head.peer_addr);
        let method = request.method();
        let is_repeatable = [Method::GET, Method::HEAD].contains(method);
        let (method, uri) = (method.to_string(), request.uri().to_string());
        Ok(Self {
            method: method.parse().map_err(|_| unreadable())?,
            uri: uri.parse().map_err(|_| unreadable())?,
            headers,
            body: Some(Outgoing::read(payload, length).await?),
            is_repeatable,
        })
    }

    /// Returns the request to send. The body stays here if it was kept.
    fn take(&mut self) -> Option<hyper::Request<Outgoing>> {
        let body = self.body.take()?;
        self.body = body.again();
        let mut request = hyper::Request::new(body);
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.headers.clone();
        Some(request)
    }

    async fn answered(
        &self,
        response: hyper::Response<hyper::body::Incoming>,
        lease: Lease,
    ) -> Result<HttpResponse, Failure> {
        let is_refused = response.status().as_u16() == StatusCode::SERVICE_UNAVAILABLE.as_u16()
            && response
                .headers()
                .contains_key(forwarded::NOT_TAKEN.as_str());
        let has_body = match self.method == hyper::Method::HEAD {
            true => HasBody::No,
            false => HasBody::Yes,
        };
        let answer = answer(response, lease, has_body).await;
        match answer {
            // A body that passed through is gone: the visitor hears of it and repeats.
            Some(answer) if is_refused && self.body.is_none() => Ok(answer),
            Some(_) if is_refused => Err(Failure::NotTaken),
            Some(answer) => Ok(answer),
            None => Err(Failure::Broken),
        }
    }
}

impl Worker {
    /// Adds the headers that tell the owner where a request comes from.
    fn tell_origin(&self, headers: &mut HeaderMap, peer: Option<std::net::SocketAddr>) {
        let lines = super::origin_lines(self, peer);
        for line in lines.lines() {
            let Some((name, value)) = line.split_once(": ") else {
                continue;
            };
            let value = HeaderValue::from_str(value);
            if let (Ok(name), Ok(mut value)) = (HeaderName::from_bytes(name.as_bytes()), value) {
                value.set_sensitive(true);
                headers.insert(name, value);
            }
        }
    }
}

fn unreadable() -> ApiError {
    ApiError::invalid("the head of the request is not valid")
}
