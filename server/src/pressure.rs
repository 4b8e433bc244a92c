//! Refusing early where more comes than can be served (Contract §2: 503, over capacity), so that what is accepted is
//! served in time: what a visitor misses least goes first, messages last.
//!
//! Every thread that serves has a pulse that asks to be woken in a few milliseconds and measures how late it was: that
//! is how long anything waits there for its turn. When the waiting lasts, a worker's [`Valve`] closes a little; when it
//! is over, it opens again. Refusals take a share of the time and no more ([`Pace`]). Nothing is measured by wishes: no
//! number of requests a second has to be set by an operator.

#[cfg(test)]
mod floods;
mod pace;
mod rank;
mod refusal;
mod share;
mod valve;

use crate::guard::REQUEST_ID;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::HeaderValue;
use actix_web::{Error, HttpResponse};
use futures_util::future::{Either, LocalBoxFuture, MapOk, Ready, TryFutureExt as _, ready};
use pace::Pace;
use parking_lot::RwLock;
use rank::Rank;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use valve::{CLOSED, Felt, Valve, WINDOW, typical};

/// How often a pulse beats.
const BEAT: Duration = Duration::from_millis(5);

/// So much later than asked for the runtime may wake whoever sleeps, also where nothing else is to be done.
const TICK: Duration = Duration::from_millis(1);

/// A pulse that has waited for so long, where requests are refused already, says by itself that there is too much to do:
/// whatever is before it is refused.
const STUCK: Duration = Duration::from_millis(400);

/// How long things wait on the threads that are not a worker's own: the sessions'.
#[derive(Debug, Default)]
pub struct Pressure {
    /// The typical wait of the last window, µs, a thread each; 0 for one that was not busy.
    threads: RwLock<Vec<Arc<AtomicU32>>>,
    workers: AtomicUsize,
}

impl Pressure {
    /// Nobody waits yet.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The pulse of a thread that runs sessions, to be spawned there; it has no end of its own.
    pub fn pulse(&self) -> impl Future<Output = ()> + use<> {
        let wait = Arc::new(AtomicU32::new(0));
        self.threads.write().push(Arc::clone(&wait));
        async move {
            loop {
                let felt = feel(|_| ()).await;
                let line = u32::try_from(felt.line().as_micros()).unwrap_or(u32::MAX);
                wait.store(line, Ordering::Relaxed);
            }
        }
    }

    /// The longest of the threads' waits.
    fn threads_wait(&self) -> Duration {
        let threads = self.threads.read();
        let waits = threads.iter().map(|wait| wait.load(Ordering::Relaxed));
        Duration::from_micros(u64::from(waits.max().unwrap_or_default()))
    }
}

/// What waiting for a turn on this thread is like for a while; `beat` hears when each beat is due.
async fn feel(beat: impl Fn(Instant)) -> Felt {
    let mut waits = Vec::with_capacity((WINDOW.as_millis() / BEAT.as_millis()) as usize);
    let (began, busy) = (Instant::now(), busy_time());
    while began.elapsed() < WINDOW {
        let due = Instant::now() + BEAT;
        beat(due);
        actix_web::rt::time::sleep_until(due.into()).await;
        waits.push(due.elapsed().saturating_sub(TICK));
    }
    let lasted = began.elapsed();
    Felt {
        wait: typical(&mut waits),
        lasted,
        busy: (busy_time() - busy).as_secs_f64() / lasted.as_secs_f64(),
        ..Felt::default()
    }
}

/// For how long this thread's runtime, which has no other, has had something to do.
fn busy_time() -> Duration {
    let runtime = tokio::runtime::Handle::current();
    runtime.metrics().worker_total_busy_duration(0)
}

/// What one worker knows of its own load.
#[derive(Default)]
struct Worker {
    /// What the valve says; 0 while there is time for everything.
    closed: Cell<u32>,
    /// When the pulse is to beat next.
    due: Cell<Option<Instant>>,
    refused: Cell<u64>,
    draws: Cell<u32>,
    /// The request that comes next was let through already.
    let_through: Cell<bool>,
    /// How many refusals there is time for.
    pace: Pace,
    /// The id of the requests that are refused in a window: one line of the log stands for all of them.
    id: RefCell<Option<HeaderValue>>,
    /// What they hear, as it is written.
    written: RefCell<Option<Rc<[u8]>>>,
}

impl Worker {
    /// Measures until the worker is gone.
    async fn feel(worker: Weak<Self>, pressure: Arc<Pressure>, number: usize) {
        let mut valve = Valve::default();
        loop {
            let beat = |due: Instant| {
                if let Some(worker) = worker.upgrade() {
                    worker.due.set(Some(due));
                    worker.pace.beat(due - BEAT);
                }
            };
            let own = feel(beat).await;
            let Some(worker) = worker.upgrade() else {
                return;
            };
            let felt = Felt {
                elsewhere: pressure.threads_wait(),
                serves_more: worker.pace.has_less(),
                ..own
            };
            metrics::gauge!("frontdesk_turn_wait_seconds", "worker" => number.to_string())
                .set(felt.wait.max(felt.elsewhere).as_secs_f64());
            worker.note(valve.note(felt), number);
        }
    }

    fn note(&self, closed: u32, number: usize) {
        if closed != self.closed.replace(closed) {
            metrics::gauge!("frontdesk_pressure", "worker" => number.to_string())
                .set(f64::from(closed));
        }
        let refused = self.refused.take();
        if refused > 0 {
            metrics::counter!("frontdesk_refused_total", "status" => "503").increment(refused);
            *self.id.borrow_mut() = None;
            *self.written.borrow_mut() = None;
        }
    }

    /// Whether a request of this path has to go away.
    fn refuses(&self, path: &str) -> bool {
        let closed = self.closed.get();
        if closed == 0 {
            return false;
        }
        // The valve hears of a line only when the pulse is through it.
        let is_stuck = self.due.get().is_some_and(|due| due.elapsed() > STUCK);
        let closed = if is_stuck { CLOSED } else { closed };
        // Steps by the golden ratio: any run of draws is spread evenly over the thousand.
        let draw = self.draws.get().wrapping_add(2_654_435_769);
        self.draws.set(draw);
        u64::from(Rank::of(path).refused(closed)) > (u64::from(draw) * 1_000) >> 32
    }

    #[cold]
    fn refusal(&self) -> HttpResponse {
        let mut response = refusal::refusal();
        let mut id = self.id.borrow_mut();
        let id = id.get_or_insert_with(|| {
            let id = uuid::Uuid::new_v4().simple().to_string();
            // A line for each would be one more load on a server that has too much of it.
            tracing::warn!(
                request_id = id,
                status = 503,
                closed = self.closed.get(),
                "over capacity"
            );
            HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("-"))
        });
        response.headers_mut().insert(REQUEST_ID, id.clone());
        response
    }
}

/// One worker's gate, which lets through what there is time for.
#[derive(Clone)]
pub struct Gate(Rc<Worker>);

impl Gate {
    /// That of the caller's thread, which must be inside an actix system; where there is no pressure to go by, it lets
    /// everything through.
    pub fn open(pressure: Option<&Arc<Pressure>>) -> Self {
        let worker = Rc::<Worker>::default();
        if let Some(pressure) = pressure {
            let number = pressure.workers.fetch_add(1, Ordering::Relaxed);
            let feeling = Worker::feel(Rc::downgrade(&worker), Arc::clone(pressure), number);
            actix_web::rt::spawn(feeling);
        }
        Self(worker)
    }

    /// Whether a request of this path has to go away.
    pub fn refuses(&self, path: &str) -> bool {
        self.0.refuses(path)
    }

    /// Lets the request through that [`Admission`] is called with next.
    pub fn let_through(&self) {
        self.0.let_through.set(true);
    }

    /// What it hears, once there is time to refuse it.
    #[cold]
    pub async fn refusal(&self) -> HttpResponse {
        self.turn().await;
        self.0.refusal()
    }

    /// The same as bytes, which `write` makes of an answer: once for all who are refused in a window.
    pub async fn written_refusal(&self, write: impl FnOnce(HttpResponse) -> Vec<u8>) -> Rc<[u8]> {
        self.turn().await;
        let mut written = self.0.written.borrow_mut();
        let bytes = written.get_or_insert_with(|| write(self.0.refusal()).into());
        Rc::clone(bytes)
    }

    async fn turn(&self) {
        self.0.refused.set(self.0.refused.get() + 1);
        self.0.pace.turn().await;
    }
}

/// Middleware that lets through what there is time for.
pub struct Admission(pub Gate);

/// The service [`Admission`] makes.
pub struct AdmissionService<S> {
    service: S,
    gate: Gate,
}

impl<S, B> Transform<S, ServiceRequest> for Admission
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Transform = AdmissionService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, service: S) -> Self::Future {
        let gate = self.0.clone();
        ready(Ok(AdmissionService { service, gate }))
    }
}

impl<S, B> Service<ServiceRequest> for AdmissionService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Future = Either<
        LocalBoxFuture<'static, Result<Self::Response, Error>>,
        MapOk<S::Future, fn(ServiceResponse<B>) -> Self::Response>,
    >;

    forward_ready!(service);

    fn call(&self, mut request: ServiceRequest) -> Self::Future {
        let was_let_through = self.gate.0.let_through.take();
        if !was_let_through && self.gate.refuses(request.path()) {
            let gate = self.gate.clone();
            return Either::Left(Box::pin(async move {
                let refusal = gate.refusal().await.map_into_right_body();
                refusal::read_past(&mut request).await;
                Ok(request.into_response(refusal))
            }));
        }
        let pass: fn(ServiceResponse<B>) -> Self::Response = ServiceResponse::map_into_left_body;
        Either::Right(self.service.call(request).map_ok(pass))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::dev::fn_service;
    use actix_web::http::header;
    use actix_web::test::TestRequest;

    fn closed(by: u32) -> Worker {
        let worker = Worker::default();
        worker.closed.set(by);
        worker
    }

    fn statuses(by: u32, path: &str) -> Vec<u16> {
        let worker = closed(by);
        let status = |refused| if refused { 503 } else { 200 };
        (0..100).map(|_| status(worker.refuses(path))).collect()
    }

    fn served(statuses: &[u16]) -> usize {
        statuses.iter().filter(|status| **status == 200).count()
    }

    #[test]
    fn a_server_that_has_time_refuses_nobody() {
        assert_eq!(served(&statuses(0, "/api/chat/visitor/typing")), 100);
    }

    #[test]
    fn typing_goes_before_questions_and_questions_before_messages() {
        const TYPING: &str = "/api/chat/visitor/typing";
        const ASK: &str = "/api/chat/visitor/robotAsk";
        const SEND: &str = "/api/chat/visitor/sendMsg";
        let tenths = |by, path| (served(&statuses(by, path)) + 5) / 10;
        let table = [500, 1_500, 2_500].map(|by| [TYPING, ASK, SEND].map(|path| tenths(by, path)));

        assert_eq!(table, [[5, 10, 10], [0, 5, 10], [0, 0, 5]]);
    }

    #[test]
    fn who_asks_whether_the_server_is_well_is_always_answered() {
        for path in ["/healthz", "/readyz", "/metrics"] {
            assert_eq!(served(&statuses(3_000, path)), 100, "{path}");
        }
    }

    #[actix_web::test]
    async fn a_refusal_says_when_to_come_back_and_has_an_id() {
        let inner = fn_service(|request: ServiceRequest| {
            ready(Ok::<_, Error>(
                request.into_response(HttpResponse::Ok().finish()),
            ))
        });
        let gate = Admission(Gate::open(None));
        let service = gate.new_transform(inner).await.unwrap();
        gate.0.0.closed.set(3_000);
        let ask = || TestRequest::post().uri("/api/chat/visitor/typing");
        let refused = service.call(ask().to_srv_request()).await.unwrap();
        gate.0.0.closed.set(0);
        let served = service.call(ask().to_srv_request()).await.unwrap();

        assert_eq!(
            (refused.status().as_u16(), served.status().as_u16()),
            (503, 200)
        );
        let headers = refused.headers();
        assert_eq!(headers.get(header::RETRY_AFTER).unwrap(), "1");
        assert_eq!(headers.get(REQUEST_ID).unwrap().len(), 32);
        assert_eq!(
            headers.get(header::X_CONTENT_TYPE_OPTIONS).unwrap(),
            "nosniff"
        );
    }

    #[actix_web::test]
    async fn what_the_refused_hear_is_written_once_in_a_window() {
        let gate = Gate::open(None);
        let made = Cell::new(0_u8);
        let write = |_| {
            made.set(made.get() + 1);
            vec![made.get()]
        };

        let (first, second) = (
            gate.written_refusal(write).await,
            gate.written_refusal(write).await,
        );
        gate.0.note(0, 0);
        let third = gate.written_refusal(write).await;

        assert_eq!([&*first, &*second, &*third], [&[1], &[1], &[2]]);
    }

    /// A connection that had to be opened anew for each refusal would cost more than what is refused.
    #[actix_web::test]
    async fn a_connection_outlives_the_refusals_on_it() {
        use std::io::{Read as _, Write as _};
        let server = actix_web::HttpServer::new(|| {
            let refuse = fn_service(|mut request: ServiceRequest| async move {
                refusal::read_past(&mut request).await;
                Ok::<_, Error>(request.into_response(refusal::refusal()))
            });
            actix_web::App::new().default_service(refuse)
        });
        let server = server.workers(1).disable_signals().bind("127.0.0.1:0");
        let server = server.unwrap();
        let address = server.addrs()[0];
        actix_web::rt::spawn(server.run());
        let ask = b"POST /api/chat/visitor/typing HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n{\"msgContent\":\"Wh\"} ";

        let told = actix_web::web::block(move || {
            let mut connection = std::net::TcpStream::connect(address).unwrap();
            let mut told = Vec::new();
            for _ in 0..3 {
                connection.write_all(ask).unwrap();
                let mut answer = [0; 1_024];
                let read = connection.read(&mut answer).unwrap();
                told.push(String::from_utf8_lossy(&answer[..read]).into_owned());
            }
            told
        });

        for answer in told.await.unwrap() {
            assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
            assert!(!answer.contains("connection: close"), "{answer}");
            assert!(answer.contains("retry-after: 1"), "{answer}");
        }
    }

    #[actix_web::test]
    async fn a_thread_that_is_kept_busy_is_felt() {
        let pressure = Pressure::new();
        let pulse = actix_web::rt::spawn(pressure.pulse());
        let began = Instant::now();
        while pressure.threads_wait() < Duration::from_millis(5) {
            assert!(began.elapsed() < Duration::from_secs(20), "never felt");
            // What keeps the thread from its turns, that is a queue longer than the target.
            std::hint::black_box((0..3_000_000).fold(0_u64, |sum, next| sum ^ next));
            actix_web::rt::task::yield_now().await;
        }
        pulse.abort();
    }
}
