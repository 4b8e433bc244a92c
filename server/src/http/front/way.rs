//! What answers the requests that a front has read.

use super::calls;
use super::finishing::{Finishing, WhenLeft};
use super::plain_request::PlainRequest;
use crate::cluster::forwarded::{self, BySecureEdge, NOT_TAKEN, Origin};
use crate::cluster::gate;
use crate::cluster::key::ClusterKey;
use crate::error::ApiError;
use crate::guard::{close_answer, guard};
use crate::routes;
use crate::state::State;
use crate::telemetry::spans;
use actix_http::{HttpMessage as _, Request};
use actix_service::{IntoServiceFactory, Service, ServiceFactory};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::http::header::HeaderValue;
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpResponse};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use std::future::ready;
use std::net::SocketAddr;
use std::rc::Rc;

type Work = LocalBoxFuture<'static, HttpResponse>;
type Begin = Box<dyn Fn(&PlainRequest<'_>, Option<SocketAddr>) -> Option<Work>>;

/// What answers the requests of a front.
pub struct Way {
    /// Starts to answer a plain request of a peer; `None` if it must be read as an unusual one.
    pub(crate) begin: Begin,
    /// Answers any request.
    pub(crate) answer: Rc<dyn Fn(Request) -> Work>,
    /// What happens to the handler of a request to a path whose client has disconnected.
    pub(crate) when_left: fn(&str) -> WhenLeft,
    /// The key of nodes whose connections may carry many polls.
    pub(crate) takes_links: Option<ClusterKey>,
}

/// Where connections come in.
#[derive(Clone)]
pub enum Entrance {
    /// At the public address.
    Public,
    /// At the address where other nodes forward requests. Each request must carry this key.
    Internal(ClusterKey),
}

impl Way {
    /// The program's own way, on the calling thread.
    ///
    /// # Errors
    /// The app's services cannot be created; the log gives the reason.
    pub async fn of_app(state: Data<State>, entrance: Entrance) -> Result<Self, ()> {
        if matches!(entrance, Entrance::Public) {
            state.office.work_here();
            state.pulse.answer_here();
        }
        let app = App::new()
            .app_data(state.clone())
            .wrap(from_fn(guard))
            .configure(routes::configure);
        let app = app.into_factory().new_service(AppConfig::default()).await?;
        let ask: Rc<dyn Fn(Request) -> Work> =
            Rc::new(move |request| Box::pin(app.call(request).map(answered)));
        let same = (state.clone(), Rc::clone(&ask));
        let begin: Begin = match &entrance {
            Entrance::Public => Box::new(move |request, peer| {
                let (state, ask) = (&same.0, &same.1);
                let path = request.path();
                let work = spans::call(path, || {
                    calls::begin(state, request, peer).or_else(|| Some(ask(request.request(peer)?)))
                });
                Some(bounded(state, path, work?))
            }),
            Entrance::Internal(key) => {
                let key = key.clone();
                Box::new(move |request, _| {
                    let (state, ask) = (&same.0, &same.1);
                    let origin = forwarded::read(&key, |name| request.said(name));
                    begin_forwarded(state, ask, request, origin)
                })
            }
        };
        let takes_links = match &entrance {
            Entrance::Public => None,
            Entrance::Internal(key) => Some(key.clone()),
        };
        let answer = move |mut request: Request| {
            let path = request.path().to_owned();
            if let Entrance::Internal(key) = &entrance {
                let origin = forwarded::take(key, request.head_mut());
                match admitted(&state, origin) {
                    Ok(origin) => tell_origin(&mut request, origin),
                    Err(refusal) => return refusal,
                }
            }
            let work = spans::call(&path, || Some(ask(request)));
            let work = bounded(&state, &path, work.unwrap_or_else(never));
            match entrance {
                Entrance::Public => work,
                Entrance::Internal(_) => marked(&state, &path, work),
            }
        };
        Ok(Self {
            begin,
            answer: Rc::new(answer),
            when_left: WhenLeft::of,
            takes_links,
        })
    }
}

impl Way {
    /// A way that begins nothing: it tells other nodes to ask the owner.
    pub(crate) fn refusing(key: ClusterKey, cause: &'static str) -> Self {
        let answer = move |mut request: Request| -> Work {
            match forwarded::take(&key, request.head_mut()) {
                Some(_) => Box::pin(ready(not_taken(cause))),
                None => Box::pin(ready(not_a_node())),
            }
        };
        let answer: Rc<dyn Fn(Request) -> Work> = Rc::new(answer);
        let same = Rc::clone(&answer);
        Self {
            begin: Box::new(move |request, peer| Some(same(request.request(peer)?))),
            answer,
            when_left: |_| WhenLeft::Drop,
            takes_links: None,
        }
    }
}

/// Starts to answer a plain request that another node forwarded.
fn begin_forwarded(
    state: &Data<State>,
    ask: &Rc<dyn Fn(Request) -> Work>,
    request: &PlainRequest<'_>,
    origin: Option<Origin>,
) -> Option<Work> {
    let origin = match admitted(state, origin) {
        Ok(origin) => origin,
        Err(refusal) => return Some(refusal),
    };
    let path = request.path();
    let work = spans::call(path, || {
        calls::begin(state, request, origin.peer).or_else(|| {
            let mut request = request.request(origin.peer)?;
            forwarded::remove(request.headers_mut());
            tell_origin(&mut request, origin);
            Some(ask(request))
        })
    });
    Some(marked(state, path, bounded(state, path, work?)))
}

/// Returns where a request comes from, or the answer that refuses it: without the key 403, and 503 from a server that
/// is about to stop, so that the edge asks the next owner.
fn admitted(state: &State, origin: Option<Origin>) -> Result<Origin, Work> {
    let Some(origin) = origin else {
        return Err(Box::pin(ready(not_a_node())));
    };
    if state.is_draining() {
        return Err(Box::pin(ready(not_taken("the owner is about to stop"))));
    }
    Ok(origin)
}

/// The answer to a request without the key. Who sends it need not be served further.
fn not_a_node() -> HttpResponse {
    let mut refusal = HttpResponse::from_error(forwarded::NOT_A_NODE);
    let head = refusal.head_mut();
    head.set_connection_type(ConnectionType::Close);
    close_answer(&mut refusal, &Method::POST, || "");
    refusal
}

/// The answer to a request that was not begun.
pub(crate) fn not_taken(cause: &'static str) -> HttpResponse {
    let mut refusal = HttpResponse::from_error(ApiError::ClusterPauses(cause));
    mark(&mut refusal);
    close_answer(&mut refusal, &Method::POST, || "");
    refusal
}

fn mark(response: &mut HttpResponse) {
    let yes = HeaderValue::from_static("1");
    response.headers_mut().insert(NOT_TAKEN, yes);
}

/// Marks a poll that ended because the server stops: the edge asks the next owner.
fn marked(state: &Data<State>, path: &str, work: Work) -> Work {
    if WhenLeft::of(path) != WhenLeft::Drop {
        return work;
    }
    let state = state.clone();
    Box::pin(work.map(move |mut response| {
        if response.status() == StatusCode::SERVICE_UNAVAILABLE && state.is_draining() {
            mark(&mut response);
        }
        response
    }))
}

fn tell_origin(request: &mut Request, origin: Origin) {
    request.head_mut().peer_addr = origin.peer;
    if origin.is_secure {
        request.extensions_mut().insert(BySecureEdge);
    }
}

/// Bounds how long a call may wait while the store of a cluster takes no writes.
fn bounded(state: &Data<State>, path: &str, work: Work) -> Work {
    if state.cluster.is_none() || gate::is_unbounded(path) {
        return work;
    }
    let state = state.clone();
    let mut work = Finishing::new(WhenLeft::of(path), work);
    Box::pin(async move {
        gate::bounded(&state, &mut work)
            .await
            .unwrap_or_else(|error| {
                let mut refusal = HttpResponse::from_error(error);
                close_answer(&mut refusal, &Method::POST, || "");
                refusal
            })
    })
}

fn never() -> Work {
    Box::pin(std::future::pending())
}

/// The answer of an app.
fn answered<B: MessageBody + 'static>(
    answer: Result<ServiceResponse<B>, actix_web::Error>,
) -> HttpResponse {
    match answer {
        Ok(response) => response.into_parts().1.map_into_boxed_body(),
        Err(error) => error.error_response(),
    }
}
