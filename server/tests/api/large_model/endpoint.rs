//! A stub of a large model's endpoint, with correct and faulty responses.

use super::KEY;
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// A stub endpoint. The requested model's name selects its behaviour.
pub struct Endpoint {
    pub host: String,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
    /// Each permit releases one piece of the model `held`.
    pub goes_on: Arc<Semaphore>,
    /// One permit for each client that closed its connection to the model `held`.
    pub left: Arc<Semaphore>,
}

#[derive(Clone)]
struct Shared {
    asked: Arc<Mutex<Vec<(String, Value)>>>,
    goes_on: Arc<Semaphore>,
    left: Arc<Semaphore>,
}

/// Part of a held response. Adds a permit when the response is dropped.
struct Leaves(Arc<Semaphore>);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.add_permits(1);
    }
}

impl Endpoint {
    pub fn start() -> Self {
        let shared = Shared {
            asked: Arc::default(),
            goes_on: Arc::new(Semaphore::new(0)),
            left: Arc::new(Semaphore::new(0)),
        };
        let Shared {
            asked,
            goes_on,
            left,
        } = shared.clone();
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::new(shared.clone()))
                .route("/v1/chat/completions", web::post().to(answer))
        });
        let server = server.workers(1).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self {
            host,
            asked,
            goes_on,
            left,
        }
    }

    pub fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

fn piece(text: &str) -> String {
    let piece = json!({ "choices": [{ "delta": { "content": text }, "finish_reason": null }] });
    format!("data: {piece}\n\n")
}

fn end(reason: &str) -> String {
    let end = json!({ "choices": [{ "delta": {}, "finish_reason": reason }] });
    let usage = json!({ "choices": [], "usage": { "total_tokens": 120 } });
    format!("data: {end}\n\ndata: {usage}\n\ndata: [DONE]\n\n")
}

fn streamed(pieces: Vec<String>) -> HttpResponse {
    let pieces = pieces
        .into_iter()
        .map(|piece| Ok::<_, actix_web::Error>(Bytes::from(piece)));
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .streaming(stream::iter(pieces))
}

/// Sends one piece for each permit, and then comments. It never ends by itself.
fn held(pieces: Vec<String>, shared: &Shared) -> HttpResponse {
    let (goes_on, leaves) = (
        Arc::clone(&shared.goes_on),
        Leaves(Arc::clone(&shared.left)),
    );
    let pieces = stream::iter(pieces)
        .chain(stream::repeat_with(|| ": still here\n\n".to_owned()))
        .then(move |piece| {
            let _ = &leaves;
            let goes_on = Arc::clone(&goes_on);
            async move {
                goes_on.acquire().await.unwrap().forget();
                Ok::<_, actix_web::Error>(Bytes::from(piece))
            }
        });
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .streaming(pieces)
}

async fn answer(
    request: HttpRequest,
    body: web::Json<Value>,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let key = request.headers().get("authorization");
    let key = key.map_or("", |key| key.to_str().unwrap()).to_owned();
    shared.asked.lock().unwrap().push((key, body.0.clone()));
    let good = || {
        vec![
            piece("Within **a"),
            piece(" week** [[1]]"),
            piece("."),
            end("stop"),
        ]
    };
    match body["model"].as_str().unwrap() {
        "good" => streamed(good()),
        "whole" => HttpResponse::Ok().json(json!({
            "choices": [{ "message": { "content": "Within a week [[1]]." }, "finish_reason": "stop" }],
            "usage": { "total_tokens": 90 }
        })),
        "plain" => HttpResponse::Ok().json(json!({
            "choices": [{ "message": { "content": " Where is my <b>order</b>? " }, "finish_reason": "stop" }],
            "usage": { "total_tokens": 40 }
        })),
        "held" => held(good(), &shared),
        "silent" => held(Vec::new(), &shared),
        "broken" => streamed(vec![piece("Within"), "data: {\"choices\": [{\n\n".into()]),
        "cut" => streamed(vec![piece("Within a week if")]),
        "long" => streamed(vec![piece("Within a week if"), end("length")]),
        "error" => streamed(vec![piece("Within"), "data: {\"error\": {\"message\": \"x\"}}\n\n".into()]),
        "refuses" => streamed(vec![piece("NOT_IN_"), piece("DOCUMENTS"), end("stop")]),
        "malicious" => streamed(vec![
            piece("<script>alert(1)</script> <img src=x onerror=alert(1)> [here](javascript:alert(1)) "),
            piece("[there](https://evil.example) ![x](https://evil.example/beacon.png)"),
            end("stop"),
        ]),
        "endless" => HttpResponse::Ok().content_type("text/event-stream").streaming(
            stream::repeat_with(|| Ok::<_, actix_web::Error>(Bytes::from(piece(&"word ".repeat(1_000))))),
        ),
        "heavy" => HttpResponse::Ok().content_type("text/event-stream").streaming(
            stream::repeat_with(|| Ok::<_, actix_web::Error>(Bytes::from(vec![b'x'; 65_536]))),
        ),
        "away" => HttpResponse::Found().insert_header(("location", "/elsewhere")).finish(),
        status => HttpResponse::build(status.parse::<u16>().unwrap().try_into().unwrap())
            .json(json!({ "error": { "message": KEY } })),
    }
}
