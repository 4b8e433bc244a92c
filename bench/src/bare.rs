//! The bare counterpart of the product: plain actix-web, `web::Json`, a poll parked on a oneshot, and a publish that
//! answers it. It has no session, token, disk or clock.
//!
//! It gets the same requests on the same connections, and its responses have the same size. This includes chatStart,
//! because a connection that has answered before holds more memory.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::web::{Data, Json, Query};
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Result;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use server::wire::envelope;
use server::wire::message::WireMessage;
use server::wire::messages::SendResponse;
use server::wire::session::{
    ChatStartRequest, ChatStartResponse, PollResponse, TransferRequest, TransferResponse, WireEvent,
};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::oneshot;

/// The one agent.
pub const AGENT: &str = "agent-000";
/// As long as the product's.
const EPOCH: &str = "665db3124e1b453080d7149f1f901be6";
/// As long as the product's, and never read.
const TOKEN: &str = "kd22859da.eyJ0IjoiYmVuY2giLCJ1Ijoidl85MDEyMzFmYzY2ZGIzYjk0ZjE4ZWZmNzBiMTAzMjYzZSIs\
    ImMiOiJiZW5jaCIsImUiOjE3OTc3OTgxODE2MTd9.VYYziKNp83XunBWctrJyOW4edX3RUTjGtcDURlfY5Cs";

/// A time, in milliseconds.
const NOW: i64 = 1_790_000_000_000;

/// The only setting that differs from the default. actix-web's 5 s would close idle connections of senders between
/// messages, and answer 408 on new ones that have sent nothing yet.
const PATIENCE: Duration = Duration::from_secs(120);

/// A waiting poll, or the messages that arrived while none waited.
#[derive(Default)]
struct Slot {
    waiter: Option<oneshot::Sender<WireMessage>>,
    unread: Vec<WireMessage>,
    seq: u64,
}

struct Slots {
    slots: Vec<Mutex<Slot>>,
    taken: AtomicUsize,
}

impl Slots {
    /// Finds a visitor by the number in their id.
    fn of(&self, user_id: &str) -> Option<&Mutex<Slot>> {
        self.slots
            .get(user_id.strip_prefix("v_")?.parse::<usize>().ok()?)
    }
}

/// The part of a getEventMsg call that finds its slot.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PollBody {
    user_id: String,
    #[allow(dead_code)] // parsed because the product's poll has it
    poll_id: String,
    #[allow(dead_code)]
    wait: u32,
    #[allow(dead_code)]
    cursor: u64,
    #[allow(dead_code)]
    epoch: String,
}

/// The part of a sendMsg call that becomes a message.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SendBody {
    user_id: String,
    id: String,
    msg_type: u8,
    msg_content: String,
}

fn success<T: Serialize>(data: &T) -> HttpResponse {
    let mut response = envelope::success(data);
    // The only header that the product adds to actix-web's own.
    response
        .headers_mut()
        .insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

fn events(messages: Vec<WireMessage>) -> HttpResponse {
    success(&PollResponse {
        status: 2,
        wait_index: 0,
        cursor: messages.last().map_or(0, |message| message.seq),
        epoch: EPOCH.to_owned(),
        more: false,
        gap: false,
        msg_list: messages
            .into_iter()
            .map(|message| WireEvent::Message(Box::new(message)))
            .collect(),
    })
}

fn message(
    slot: &mut Slot,
    user_id: &str,
    id: Option<String>,
    msg_type: u8,
    msg_content: String,
) -> WireMessage {
    slot.seq += 1;
    let seq = slot.seq;
    WireMessage {
        event: Some(1201),
        seq,
        msg_id: format!("{user_id}.1.{seq}"),
        session_id: format!("{user_id}.1"),
        msg_type,
        msg_content: msg_content.into(),
        sender_type: 2,
        sender_name: "Agent 000".into(),
        face_url: "/demo/faces/mia.svg".into(),
        msg_time: NOW + seq.cast_signed(),
        id: id.map(|id| id.as_str().into()),
        ..WireMessage::default()
    }
}

async fn start(slots: Data<Slots>, body: Json<ChatStartRequest>) -> HttpResponse {
    let number = slots.taken.fetch_add(1, Ordering::Relaxed);
    let user_id = format!("v_{number:032}");
    if let Some(Ok(mut slot)) = slots.of(&user_id).map(Mutex::lock) {
        let greeting = message(&mut slot, &user_id, None, 12, "Welcome.".to_owned());
        slot.unread.push(greeting);
    }
    drop(body);
    success(&ChatStartResponse {
        session_id: format!("{user_id}.1"),
        poll_id: format!("{number:032}"),
        user_id,
        status: 1,
        server_time: NOW,
        admin_nick: String::new(),
        token: TOKEN.to_owned(),
        epoch: EPOCH.to_owned(),
        verified: false,
        offline: 0,
        enable_evaluate: false,
        wait_index: 0,
        evaluated: false,
    })
}

async fn transfer(_: Json<TransferRequest>) -> HttpResponse {
    success(&TransferResponse {
        admin_id: AGENT.to_owned(),
        status: 2,
        admin_nick: "Agent 000".to_owned(),
        wait_index: 0,
    })
}

async fn poll(slots: Data<Slots>, body: Json<PollBody>) -> HttpResponse {
    let Some(slot) = slots.of(&body.user_id) else {
        return HttpResponse::NotFound().finish();
    };
    let next = {
        let Ok(mut slot) = slot.lock() else {
            return HttpResponse::InternalServerError().finish();
        };
        if !slot.unread.is_empty() {
            return events(std::mem::take(&mut slot.unread));
        }
        let (sender, receiver) = oneshot::channel();
        slot.waiter = Some(sender);
        receiver
    };
    events(next.await.into_iter().collect())
}

async fn send(slots: Data<Slots>, body: Json<SendBody>) -> HttpResponse {
    let SendBody {
        user_id,
        id,
        msg_type,
        msg_content,
    } = body.into_inner();
    let Some(slot) = slots.of(&user_id) else {
        return HttpResponse::NotFound().finish();
    };
    let Ok(mut slot) = slot.lock() else {
        return HttpResponse::InternalServerError().finish();
    };
    let event = message(&mut slot, &user_id, Some(id.clone()), msg_type, msg_content);
    let (seq, msg_id, msg_time) = (event.seq, event.msg_id.clone(), event.msg_time);
    match slot.waiter.take() {
        Some(waiter) => {
            if let Err(event) = waiter.send(event) {
                slot.unread.push(event);
            }
        }
        None => slot.unread.push(event),
    }
    success(&SendResponse {
        id,
        msg_id,
        msg_time,
        seq,
        sensitive_flag: 0,
    })
}

/// The size of the response.
#[derive(Deserialize)]
struct Size {
    bytes: usize,
}

/// Any other call: reads a JSON body and responds with the requested size.
async fn other(size: Query<Size>, _: Json<IgnoredAny>) -> HttpResponse {
    const ENVELOPE: usize = r#"{"code":200,"message":"SUCCESS","data":""}"#.len();
    success(&"x".repeat(size.bytes.saturating_sub(ENVELOPE)))
}

/// Serves until the process is stopped.
pub fn serve(listen: SocketAddr, visitors: usize) -> Result<()> {
    let slots = (0..visitors).map(|_| Mutex::default()).collect();
    let slots = Data::new(Slots {
        slots,
        taken: AtomicUsize::new(0),
    });
    let server = move || {
        App::new()
            .app_data(slots.clone())
            .route("/readyz", web::get().to(HttpResponse::Ok))
            .route("/api/chat/visitor/chatStart", web::post().to(start))
            .route("/api/chat/visitor/transferAgent", web::post().to(transfer))
            .route("/api/chat/visitor/getEventMsg", web::post().to(poll))
            .route("/api/agent/sendMsg", web::post().to(send))
            // The sender's own page gets it by poll too (Protocol, 'One log for all pages').
            .route("/api/chat/visitor/sendMsg", web::post().to(send))
            .default_service(web::post().to(other))
    };
    actix_web::rt::System::new().block_on(async move {
        HttpServer::new(server)
            .keep_alive(PATIENCE)
            .client_request_timeout(PATIENCE)
            .shutdown_timeout(0) // polls do not end by themselves
            .bind(listen)?
            .run()
            .await
    })?;
    Ok(())
}
