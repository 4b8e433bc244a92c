//! Refusing early where more comes than can be served (Contract §2: 503, over capacity), so that what is accepted is
//! served in time: what a visitor misses least goes first, messages last.
//!
//! Every worker thread has a pulse that asks to be woken in a few milliseconds and measures how late it was: that is
//! how long anything waits there for its turn. When the waiting lasts, the [`Valve`] closes a little; when it is over, it
//! opens again. Nothing is measured by wishes: no number of requests a second has to be set by an operator.

mod rank;
mod valve;

use crate::error::ApiError;
use crate::guard::REQUEST_ID;
use actix_web::Error;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError as _};
use futures_util::future::{Either, MapOk, Ready, TryFutureExt as _, ready};
use parking_lot::Mutex;
use rank::Rank;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use valve::{Valve, WINDOW};

/// How often a worker's pulse beats.
const BEAT: Duration = Duration::from_millis(5);

/// How closed the server is, and who is refused for it.
#[derive(Default)]
pub struct Pressure {
    /// What the valve says, for every request to read; 0 in a server that has time.
    closed: AtomicU32,
    /// Refused and not yet in the log.
    refused: AtomicU64,
    valve: Mutex<Valve>,
}

impl Pressure {
    /// A server that has time.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Starts the pulse of the calling worker thread; it ends with the thread.
    pub fn feel(self: &Arc<Self>) {
        let pressure = Arc::clone(self);
        actix_web::rt::spawn(async move {
            loop {
                let (mut least, began) = (Duration::MAX, Instant::now());
                while began.elapsed() < WINDOW {
                    let due = Instant::now() + BEAT;
                    actix_web::rt::time::sleep_until(due.into()).await;
                    least = least.min(due.elapsed());
                }
                pressure.note(least);
            }
        });
    }

    /// Takes in how long everything waited at least, of one worker and one window.
    fn note(&self, least: Duration) {
        let closed = self.valve.lock().note(least);
        self.closed.store(closed, Ordering::Relaxed);
        let refused = self.refused.swap(0, Ordering::Relaxed);
        if refused > 0 {
            metrics::counter!("frontdesk_refused_total", "status" => "503").increment(refused);
        }
        metrics::gauge!("frontdesk_pressure").set(f64::from(closed));
    }

    /// Whether a request of this path has to go away; `draw`, 0 to 999, spreads the refusals evenly.
    fn refuses(&self, path: &str, draw: u32) -> bool {
        let closed = self.closed.load(Ordering::Relaxed);
        closed > 0 && Rank::of(path).refused(closed) > draw
    }
}

/// Middleware that lets through what there is time for.
pub struct Admission(pub Arc<Pressure>);

/// The service [`Admission`] makes.
pub struct AdmissionService<S> {
    service: S,
    pressure: Arc<Pressure>,
    draws: std::cell::Cell<u32>,
    /// The id of the requests that are refused in a window, and since when: one line of the log stands for all of them.
    window: std::cell::RefCell<Option<(Instant, String)>>,
}

impl<S, B> Transform<S, ServiceRequest> for Admission
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Transform = AdmissionService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(AdmissionService {
            service,
            pressure: Arc::clone(&self.0),
            draws: std::cell::Cell::new(0),
            window: std::cell::RefCell::new(None),
        }))
    }
}

impl<S> AdmissionService<S> {
    /// Steps by the golden ratio: any run of draws is spread evenly.
    fn draw(&self) -> u32 {
        let next = self.draws.get().wrapping_add(2_654_435_769);
        self.draws.set(next);
        ((u64::from(next) * 1_000) >> 32) as u32
    }

    #[cold]
    fn refusal(&self, path: &str) -> HttpResponse {
        self.pressure.refused.fetch_add(1, Ordering::Relaxed);
        let mut window = self.window.borrow_mut();
        if window
            .as_ref()
            .is_none_or(|(began, _)| began.elapsed() >= WINDOW)
        {
            let id = uuid::Uuid::new_v4().simple().to_string();
            // A line for each would be one more load on a server that has too much of it.
            tracing::warn!(request_id = id, status = 503, first = %Rank::of(path), "over capacity");
            *window = Some((Instant::now(), id));
        }
        let mut response = ApiError::unavailable("over capacity").error_response();
        let headers = response.headers_mut();
        headers.insert(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        if let Some((_, id)) = window.as_ref()
            && let Ok(id) = HeaderValue::from_str(id)
        {
            headers.insert(REQUEST_ID, id);
        }
        response
    }
}

impl<S, B> Service<ServiceRequest> for AdmissionService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Future = Either<
        Ready<Result<Self::Response, Error>>,
        MapOk<S::Future, fn(ServiceResponse<B>) -> Self::Response>,
    >;

    forward_ready!(service);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        if self.pressure.refuses(request.path(), self.draw()) {
            let refusal = self.refusal(request.path()).map_into_right_body();
            return Either::Left(ready(Ok(request.into_response(refusal))));
        }
        let pass: fn(ServiceResponse<B>) -> Self::Response = ServiceResponse::map_into_left_body;
        Either::Right(self.service.call(request).map_ok(pass))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, web};

    fn closed(by: u32) -> Arc<Pressure> {
        let pressure = Pressure::new();
        pressure.closed.store(by, Ordering::Relaxed);
        pressure
    }

    async fn statuses(pressure: Arc<Pressure>, path: &str) -> Vec<u16> {
        let app = App::new()
            .wrap(Admission(pressure))
            .default_service(web::to(HttpResponse::Ok));
        let app = init_service(app).await;
        let mut statuses = Vec::new();
        for _ in 0..100 {
            let request = TestRequest::post().uri(path).to_request();
            statuses.push(call_service(&app, request).await.status().as_u16());
        }
        statuses
    }

    fn served(statuses: &[u16]) -> usize {
        statuses.iter().filter(|status| **status == 200).count()
    }

    #[actix_web::test]
    async fn a_server_that_has_time_refuses_nobody() {
        let statuses = statuses(closed(0), "/api/chat/visitor/typing").await;

        assert_eq!(served(&statuses), 100);
    }

    #[actix_web::test]
    async fn typing_goes_before_questions_and_questions_before_messages() {
        const TYPING: &str = "/api/chat/visitor/typing";
        const ASK: &str = "/api/chat/visitor/robotAsk";
        const SEND: &str = "/api/chat/visitor/sendMsg";
        let mut table = Vec::new();
        for by in [500, 1_500, 2_500] {
            let mut row = Vec::new();
            for path in [TYPING, ASK, SEND] {
                row.push(served(&statuses(closed(by), path).await) / 10);
            }
            table.push(row);
        }

        assert_eq!(table, [[5, 10, 10], [0, 5, 10], [0, 0, 5]]);
    }

    #[actix_web::test]
    async fn who_asks_whether_the_server_is_well_is_always_answered() {
        for path in ["/healthz", "/readyz", "/metrics"] {
            assert_eq!(served(&statuses(closed(3_000), path).await), 100, "{path}");
        }
    }

    #[actix_web::test]
    async fn a_refusal_says_when_to_come_back_and_has_an_id() {
        let app = App::new()
            .wrap(Admission(closed(3_000)))
            .default_service(web::to(HttpResponse::Ok));
        let app = init_service(app).await;
        let request = TestRequest::post().uri("/api/chat/visitor/typing");
        let response = call_service(&app, request.to_request()).await;

        assert_eq!(response.status(), 503);
        let headers = response.headers();
        assert_eq!(headers.get(header::RETRY_AFTER).unwrap(), "1");
        assert_eq!(headers.get(REQUEST_ID).unwrap().len(), 32);
        assert_eq!(
            headers.get(header::X_CONTENT_TYPE_OPTIONS).unwrap(),
            "nosniff"
        );
    }
}
