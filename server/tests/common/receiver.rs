//! A receiver of webhooks. The path of a request selects its behaviour.

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use futures_util::stream;
use serde_json::Value;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A request that arrived.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub id: String,
    pub seconds: i64,
    pub signature: String,
    pub body: String,
}

impl Arrived {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// The text of its message; empty if it has none.
    pub fn text(&self) -> String {
        let text = &self.json()["data"]["message"]["msgContent"];
        text.as_str().unwrap_or_default().to_owned()
    }
}

struct Shared {
    arrived: Mutex<Vec<Arrived>>,
    /// The status of answers to `/hook`.
    status: AtomicU16,
    /// Bytes of the endless answer that were taken.
    given: AtomicUsize,
}

/// A receiver on a free port.
pub struct Receiver {
    pub host: String,
    shared: Arc<Shared>,
}

impl Receiver {
    pub fn start() -> Self {
        let shared = Arc::new(Shared {
            arrived: Mutex::default(),
            status: AtomicU16::new(200),
            given: AtomicUsize::new(0),
        });
        let app = Arc::clone(&shared);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::from(Arc::clone(&app)))
                .default_service(web::to(answer))
        });
        let server = server.workers(1).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self { host, shared }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    /// Answers with this status from here on.
    pub fn set_status(&self, status: u16) {
        self.shared.status.store(status, Ordering::SeqCst);
    }

    pub fn arrived(&self) -> Vec<Arrived> {
        self.shared.arrived.lock().unwrap().clone()
    }

    /// Waits until this many requests have arrived.
    pub async fn until(&self, count: usize) -> Vec<Arrived> {
        self.until_it(|arrived| arrived.len() >= count).await
    }

    /// Waits until the requests fit.
    pub async fn until_it(&self, fits: impl Fn(&[Arrived]) -> bool) -> Vec<Arrived> {
        for _ in 0..6_000 {
            let arrived = self.arrived();
            if fits(&arrived) {
                return arrived;
            }
            actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:#?}", self.arrived());
    }

    pub fn given(&self) -> usize {
        self.shared.given.load(Ordering::SeqCst)
    }
}

async fn answer(request: HttpRequest, shared: web::Data<Shared>, body: String) -> HttpResponse {
    let header = |name: &str| {
        let value = request.headers().get(name);
        let value = value.and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    shared.arrived.lock().unwrap().push(Arrived {
        id: header("webhook-id"),
        seconds: header("webhook-timestamp").parse().unwrap_or_default(),
        signature: header("webhook-signature"),
        body,
    });
    match request.path() {
        "/hang" => std::future::pending().await,
        "/redirect" => HttpResponse::TemporaryRedirect()
            .insert_header(("location", format!("http://{}/hook", header("host"))))
            .finish(),
        "/huge" => {
            let piece = Bytes::from(vec![b'x'; 64 * 1024]);
            // A gigabyte.
            let pieces = stream::iter((0..16_384).map(move |_| {
                shared.given.fetch_add(piece.len(), Ordering::SeqCst);
                Ok::<_, std::io::Error>(piece.clone())
            }));
            HttpResponse::Ok().streaming(pieces)
        }
        _ => {
            let status = shared.status.load(Ordering::SeqCst);
            HttpResponse::build(status.try_into().unwrap()).body("noted")
        }
    }
}
