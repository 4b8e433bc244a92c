//! A stub of a shop's system, with correct and faulty answers. It checks each signature.

use actix_web::http::header::{CONTENT_ENCODING, LOCATION};
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use futures_util::stream;
use serde_json::{Value, json};
use server::webhook_signature;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
pub const OTHER_SECRET: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A stub system. The path of the request selects its behaviour.
pub struct System {
    pub host: String,
    seen: web::Data<Seen>,
}

#[derive(Default)]
struct Seen {
    asked: AtomicUsize,
    inside: AtomicUsize,
    signed_by: Mutex<Vec<&'static str>>,
}

impl System {
    pub fn start() -> Self {
        let seen = web::Data::from(Arc::new(Seen::default()));
        let shared = seen.clone();
        let app = move || {
            App::new()
                .app_data(shared.clone())
                .default_service(web::to(answer))
        };
        let server = HttpServer::new(app).workers(1).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self { host, seen }
    }

    /// How many requests came.
    pub fn asked(&self) -> usize {
        self.seen.asked.load(Ordering::SeqCst)
    }

    /// How many requests came by a redirect.
    pub fn inside(&self) -> usize {
        self.seen.inside.load(Ordering::SeqCst)
    }

    /// The secrets that signed the last request, in the order of its signatures.
    pub fn signed_by(&self) -> Vec<&'static str> {
        self.seen.signed_by.lock().unwrap().clone()
    }
}

/// Returns which secrets signed a request.
fn signers(request: &HttpRequest, body: &str) -> Vec<&'static str> {
    let header = |name: &str| {
        let value = request.headers().get(name).unwrap();
        value.to_str().unwrap().to_owned()
    };
    let (id, at) = (header("webhook-id"), header("webhook-timestamp"));
    let at: i64 = at.parse().unwrap();
    let at = actors_core::time::Timestamp::from_millis(at * 1_000);
    let signature_of = |secret: &str| {
        let secret = actors_core::secret::Secret::new(secret);
        let signed = webhook_signature::headers([&secret].into_iter(), id.clone(), at, body);
        signed[0].1.clone()
    };
    let known = [SECRET, OTHER_SECRET];
    let signatures = header("webhook-signature");
    let signer = |signature: &str| {
        let mut known = known.into_iter();
        known.find(|secret| signature_of(secret) == signature)
    };
    signatures
        .split(' ')
        .map(|signature| signer(signature).unwrap())
        .collect()
}

async fn answer(request: HttpRequest, body: Bytes, seen: web::Data<Seen>) -> HttpResponse {
    if request.path() == "/secret" {
        seen.inside.fetch_add(1, Ordering::SeqCst);
        return HttpResponse::Ok().json(json!({}));
    }
    let before = seen.asked.fetch_add(1, Ordering::SeqCst);
    *seen.signed_by.lock().unwrap() = signers(&request, std::str::from_utf8(&body).unwrap());
    let asked: Value = serde_json::from_slice(&body).unwrap();
    let ok = |kind: &str, body: &'static str| {
        HttpResponse::Ok().content_type(kind.to_owned()).body(body)
    };
    match request.path() {
        "/known" => known(&asked),
        "/hangs" => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            HttpResponse::Ok().finish()
        }
        "/drips" => streamed(Duration::from_millis(300), Bytes::from_static(b" ")),
        "/endless" => streamed(Duration::ZERO, Bytes::from(vec![b' '; 16 * 1024])),
        "/html" => ok("text/html", "<script>x()</script>"),
        "/packed" => HttpResponse::Ok()
            .content_type("application/json")
            .insert_header((CONTENT_ENCODING, "br"))
            .body("x"),
        "/wrong" => ok(
            "application/json",
            r#"{"fields":[{"label":"Orders","value":[1]}]}"#,
        ),
        "/no-json" => ok("application/json", "{\"fields\": ["),
        "/inside" => HttpResponse::Found()
            .insert_header((
                LOCATION,
                format!("http://{}/secret", request.connection_info().host()),
            ))
            .finish(),
        "/broken" => HttpResponse::InternalServerError().finish(),
        "/closed" => HttpResponse::Unauthorized().finish(),
        "/recovers" if before == 0 => HttpResponse::BadGateway().finish(),
        "/recovers" => ok(
            "application/json; charset=utf-8",
            r#"{"links":[{"label":"Profile","url":"javascript:alert(1)"}],
                "pictures":[{"label":"Fern","url":"http://shop.example.com/fern.png"}]}"#,
        ),
        _ => HttpResponse::NotFound().finish(),
    }
}

fn known(asked: &Value) -> HttpResponse {
    let user = asked["userId"].as_str().unwrap();
    HttpResponse::Ok().json(json!({
        "fields": [
            { "label": "User", "value": user },
            { "label": "Channel", "value": asked["channelId"] },
        ],
        "links": [{ "label": "In the shop", "url": format!("https://shop.example.com/{user}") }],
    }))
}

/// An answer without an end.
fn streamed(pause: Duration, piece: Bytes) -> HttpResponse {
    let pieces = stream::unfold((), move |()| {
        let piece = piece.clone();
        async move {
            tokio::time::sleep(pause).await;
            Some((Ok::<_, actix_web::Error>(piece), ()))
        }
    });
    HttpResponse::Ok()
        .content_type("application/json")
        .streaming(pieces)
}
