//! What the product is compared with: actix-web as it comes, `web::Json`, a poll parked on a oneshot, and a publish that
//! answers it. The same requests and answers of the same size; no session, no token, no disk, no clock.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::web::{Data, Json};
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use tokio::sync::oneshot;

/// actix-web's 5 s would close the waiting connections of senders between messages, and answer new, still silent ones
/// with 408: the one setting of a running server that is not the
/// default's.
const PATIENCE: Duration = Duration::from_secs(120);

/// A waiting poll, or what came while there was none.
#[derive(Default)]
struct Slot {
    waiter: Option<oneshot::Sender<Event>>,
    unread: Vec<Event>,
    seq: u64,
}

struct Slots(Vec<Mutex<Slot>>);

impl Slots {
    /// Finds a visitor by the number in their id.
    fn of(&self, user_id: &str) -> Option<&Mutex<Slot>> {
        self.0
            .get(user_id.strip_prefix("v_")?.parse::<usize>().ok()?)
    }
}

/// What is taken from a poll's body; the rest is skipped by the parser, as the product's own would skip it.
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SendBody {
    user_id: String,
    id: String,
    msg_type: u8,
    msg_content: String,
}

/// A message as it stands in the answer to a poll: field by field the golden file's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    event: u16,
    seq: u64,
    msg_id: String,
    session_id: String,
    msg_type: u8,
    msg_content: String,
    sender_type: u8,
    sender_name: &'static str,
    face_url: &'static str,
    msg_time: u64,
    recall_flag: u8,
    sensitive_flag: u8,
}

#[derive(Serialize)]
struct Envelope<T> {
    code: u16,
    message: &'static str,
    data: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Events {
    status: u8,
    wait_index: u32,
    msg_list: Vec<Event>,
    cursor: u64,
    epoch: &'static str,
    more: bool,
    gap: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    id: String,
    msg_id: String,
    msg_time: u64,
    seq: u64,
}

fn success<T: Serialize>(data: T) -> HttpResponse {
    HttpResponse::Ok().json(Envelope {
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
        epoch: "e5b1",
        more: false,
        gap: false,
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
    slot.seq += 1;
    let seq = slot.seq;
    let msg_time = 1_790_000_000_000 + seq;
    let msg_id = format!("{user_id}.1.{seq}");
    let event = Event {
        event: 1201,
        seq,
        msg_id: msg_id.clone(),
        session_id: format!("{user_id}.1"),
        msg_type,
        msg_content,
        sender_type: 2,
        sender_name: "Agent 000",
        face_url: "/demo/faces/mia.svg",
        msg_time,
        recall_flag: 0,
        sensitive_flag: 0,
    };
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

/// Serves until the process is stopped.
pub fn serve(listen: SocketAddr, visitors: usize) -> Result<()> {
    let slots = Data::new(Slots((0..visitors).map(|_| Mutex::default()).collect()));
    let server = move || {
        App::new()
            .app_data(slots.clone())
            .route("/readyz", web::get().to(HttpResponse::Ok))
            .route("/api/chat/visitor/getEventMsg", web::post().to(poll))
            .route("/api/agent/sendMsg", web::post().to(send))
    };
    actix_web::rt::System::new().block_on(async move {
        HttpServer::new(server)
            .keep_alive(PATIENCE)
            .client_request_timeout(PATIENCE)
            .shutdown_timeout(0) // polls have no end of their own
            .bind(listen)?
            .run()
            .await
    })?;
    Ok(())
}
