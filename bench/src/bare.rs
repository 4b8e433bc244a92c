//! The bare counterpart of the product: plain actix-web, `web::Json`, a poll parked on a oneshot, and a publish that
//! answers it. It has no session, token, disk or clock.
//!
//! It gets the same requests on the same connections, and its responses have the same size. This includes chatStart,
//! because a connection that has answered before holds more memory.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::http::header::X_CONTENT_TYPE_OPTIONS;
use actix_web::web::{Data, Json, Query};
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Result;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::oneshot;

pub use wire::AGENT;
use wire::{
    EPOCH, Envelope, Event, Events, PollBody, SendBody, Sent, StartBody, Started, TOKEN,
    TransferBody, Transferred,
};

mod wire;

/// The only setting that differs from the default. actix-web's 5 s would close idle connections of senders between
/// messages, and answer 408 on new ones that have sent nothing yet.
const PATIENCE: Duration = Duration::from_secs(120);

/// A waiting poll, or the messages that arrived while none waited.
#[derive(Default)]
struct Slot {
    waiter: Option<oneshot::Sender<Event>>,
    unread: Vec<Event>,
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

fn success<T: Serialize>(data: T) -> HttpResponse {
    // The only header that the product adds to actix-web's own.
    HttpResponse::Ok()
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .json(Envelope {
            code: 200,
            message: "SUCCESS",
            data,
        })
}

fn events(msg_list: Vec<Event>) -> HttpResponse {
    let cursor = msg_list.last().map_or(0, |event| event.seq);
    success(Events {
        status: 2,
        wait_index: 0,
        msg_list,
        cursor,
        epoch: EPOCH,
        more: false,
        gap: false,
    })
}

/// A message to a visitor, at the next `seq` of their log.
fn message(
    slot: &mut Slot,
    user_id: &str,
    id: Option<String>,
    msg_type: u8,
    msg_content: String,
) -> Event {
    slot.seq += 1;
    let seq = slot.seq;
    Event {
        event: 1201,
        seq,
        msg_id: format!("{user_id}.1.{seq}"),
        session_id: format!("{user_id}.1"),
        msg_type,
        msg_content,
        sender_type: 2,
        sender_name: "Agent 000",
        face_url: "/demo/faces/mia.svg",
        msg_time: 1_790_000_000_000 + seq,
        recall_flag: 0,
        sensitive_flag: 0,
        id,
    }
}

async fn start(slots: Data<Slots>, body: Json<StartBody>) -> HttpResponse {
    let number = slots.taken.fetch_add(1, Ordering::Relaxed);
    let user_id = format!("v_{number:032}");
    if let Some(Ok(mut slot)) = slots.of(&user_id).map(Mutex::lock) {
        let greeting = message(&mut slot, &user_id, None, 12, "Welcome.".to_owned());
        slot.unread.push(greeting);
    }
    drop(body);
    success(Started {
        session_id: format!("{user_id}.1"),
        poll_id: format!("{number:032}"),
        user_id,
        status: 1,
        server_time: 1_790_000_000_000,
        admin_nick: "",
        token: TOKEN,
        epoch: EPOCH,
        verified: false,
        offline: 0,
        enable_evaluate: false,
        wait_index: 0,
        evaluated: false,
    })
}

async fn transfer(_: Json<TransferBody>) -> HttpResponse {
    success(Transferred {
        admin_id: AGENT,
        status: 2,
        admin_nick: "Agent 000",
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
    success(Sent {
        id,
        msg_id,
        msg_time,
        seq,
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
    success("x".repeat(size.bytes.saturating_sub(ENVELOPE)))
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
