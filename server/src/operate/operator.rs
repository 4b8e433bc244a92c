//! The operator's address: the only one that serves `/metrics` (Protocol, 'Operation').
//!
//! It runs on the thread that builds the server. It needs no thread of its own and no connection of the public address.

use crate::state::State;
use crate::telemetry;
use actix_http::{HttpService, Method, Protocol, Request, Response, StatusCode};
use actix_service::{Service as _, ServiceFactory as _, fn_service};
use actix_web::rt::task::JoinHandle;
use actix_web::web::Data;
use std::future::ready;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections served at once. A monitor needs one or two; further ones wait to be accepted.
const CONNECTIONS_MAX: usize = 16;

/// How long a request may take to arrive, and how long an idle connection is kept.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause after a failed accept, for instance when the process has no free file descriptor.
const REST: Duration = Duration::from_millis(200);

/// The operator's address; it is served until this is dropped.
pub struct Operator {
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Operator {
    /// Opens the address. If that fails, the server runs without it, and the log gives the reason.
    pub fn open(address: SocketAddr, state: Data<State>) -> Option<Self> {
        match listen(address) {
            Ok((address, listener)) => Some(Self {
                address,
                serving: actix_web::rt::spawn(serve(listener, state)),
            }),
            Err(cause) => {
                tracing::warn!(code = "FD205", %address, %cause, "cannot listen on the operator's address: the server runs without /metrics");
                None
            }
        }
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Operator {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn listen(address: SocketAddr) -> io::Result<(SocketAddr, TcpListener)> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok((listener.local_addr()?, TcpListener::from_std(listener)?))
}

async fn serve(listener: TcpListener, state: Data<State>) {
    let answering = fn_service(move |request: Request| {
        ready(Ok::<_, actix_http::Error>(answer(&state, &request)))
    });
    let http = HttpService::build()
        .keep_alive(PATIENCE)
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .finish(answering);
    let Ok(http) = http.new_service(()).await.map(Rc::new) else {
        tracing::error!(
            code = "FD206",
            "cannot serve the operator's address: the server runs without /metrics"
        );
        return;
    };
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((io, peer)) = listener.accept().await else {
            actix_web::rt::time::sleep(REST).await;
            continue;
        };
        let http = Rc::clone(&http);
        actix_web::rt::spawn(async move {
            // An error of one connection does not concern the others.
            drop(http.call((io, Protocol::Http1, Some(peer))).await);
            drop(place);
        });
    }
}

fn answer(state: &State, request: &Request) -> Response<actix_http::body::BoxBody> {
    if request.path() != "/metrics" {
        return Response::new(StatusCode::NOT_FOUND);
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Response::new(StatusCode::METHOD_NOT_ALLOWED);
    }
    Response::build(StatusCode::OK)
        .content_type("text/plain; version=0.0.4")
        .body(numbers(state))
        .map_into_boxed_body()
}

/// Renders the metrics in the text format of Prometheus.
fn numbers(state: &State) -> String {
    let held = u32::try_from(state.limits.held_total()).unwrap_or(u32::MAX);
    let sessions = u32::try_from(state.office.sessions_in_memory()).unwrap_or(u32::MAX);
    metrics::gauge!("frontdesk_held_polls").set(held);
    metrics::gauge!("frontdesk_sessions").set(sessions);
    telemetry::metrics().render()
}
