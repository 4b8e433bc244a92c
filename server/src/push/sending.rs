//! Takes what is due: looks whether the agent is still away, and sends to each browser of the agent or the visitor.

use super::devices::Device;
use super::notice::{Notice, Says};
use super::queue::{Added, Delivery, Item, Owner};
use super::service::Outcome;
use super::visitors::{self, Left};
use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId, VisitorKey};
use actors_core::session::commands::choose_push::ChoosePush;
use actors_core::session::pushing::PushRequest;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use std::sync::Arc;
use std::time::Duration;

/// The most requests at a time.
const AT_ONCE: usize = 8;

/// How often the worker looks at the clock while something waits, and otherwise.
const LOOKS_EVERY: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// Starts to send.
pub fn start(state: &Data<State>) {
    let state = state.clone();
    actix_web::rt::spawn(async move {
        let mut flights = FuturesUnordered::new();
        while !state.is_draining() {
            while flights.len() < AT_ONCE
                && let Some(flight) = next(&state)
            {
                flights.push(fly(state.clone(), flight));
            }
            let push = &state.push;
            let waits = {
                let queue = push.queue.lock();
                metrics::gauge!("frontdesk_push_waiting").set(as_f64(queue.len()));
                !queue.is_empty()
            };
            let look = match waits {
                true => LOOKS_EVERY.0,
                false => LOOKS_EVERY.1,
            };
            tokio::select! {
                Some(()) = flights.next(), if !flights.is_empty() => {}
                () = push.added.notified() => {}
                () = tokio::time::sleep(look) => {}
            }
        }
    });
}

/// What takes a while.
enum Flight {
    /// A request to a push service.
    Delivery(Delivery),
    /// News for the browsers of a visitor, which the store has.
    News(VisitorKey, PushRequest),
}

/// Takes the next flight that is due, and spreads due notices to their browsers.
fn next(state: &State) -> Option<Flight> {
    let push = &state.push;
    loop {
        let now = state.now();
        let item = push.queue.lock().take(now)?;
        match item {
            Item::Delivery(delivery) => return Some(Flight::Delivery(delivery)),
            Item::News(visitor, request) => return Some(Flight::News(visitor, request)),
            Item::Notice(notice) => {
                // A page that was visible since then has shown it.
                let was_seen = push
                    .last_seen(&notice.of)
                    .is_some_and(|seen| seen > notice.at);
                if !was_seen {
                    spread(state, &notice);
                }
            }
        }
    }
}

fn spread(state: &State, notice: &Notice) {
    let settings = state.catalogue.tenant(&notice.of.0);
    let hides = settings.is_none_or(|settings| settings.tenant.hides_push_content);
    let says = match hides {
        true => Says::Nothing,
        false => Says::Content,
    };
    let payload: Arc<[u8]> = notice.payload(says).into();
    for device in state.push.devices.of(&notice.of) {
        let (tenant, agent) = notice.of.clone();
        deliver(state, Owner::Agent(tenant, agent), device, &payload);
    }
}

fn deliver(state: &State, of: Owner, device: Arc<Device>, payload: &Arc<[u8]>) {
    let delivery = Delivery {
        of,
        device,
        payload: Arc::clone(payload),
        tries: 0,
    };
    if state.push.queue.lock().deliver(state.now(), delivery) == Added::Full {
        count("dropped");
    }
}

async fn fly(state: Data<State>, flight: Flight) {
    match flight {
        Flight::Delivery(delivery) => try_delivery(state, delivery).await,
        Flight::News(visitor, request) => tell(&state, visitor, &request).await,
    }
}

/// Spreads news to the visitor's browsers. A blocked visitor is told nothing.
async fn tell(state: &Data<State>, visitor: VisitorKey, request: &PushRequest) {
    if state.blocks.admit(&visitor, state.now()).is_err() {
        return;
    }
    let Some(payload) = visitors::payload(state, &visitor, request) else {
        return;
    };
    let (push, asked) = (Arc::clone(&state.push), visitor.clone());
    let Ok(devices) = block(move || push.visitors.of(&asked)).await else {
        count("dropped");
        return;
    };
    if devices.is_empty() {
        state.office.tell(&visitor, ChoosePush::Stop);
    }
    let payload: Arc<[u8]> = payload.into();
    for device in devices {
        let of = Owner::Visitor(visitor.clone());
        deliver(state, of, Arc::new(device), &payload);
    }
}

async fn try_delivery(state: Data<State>, delivery: Delivery) {
    let sent = send(&state, &delivery.of, &delivery.device, &delivery.payload).await;
    match sent {
        Outcome::Delivered => count("delivered"),
        Outcome::Gone => count("gone"),
        Outcome::Never(status) => failed(&delivery, status),
        Outcome::Later(status) => {
            let tenant = delivery.of.tenant().clone();
            match state.push.queue.lock().retry(state.now(), delivery) {
                Some(Added::Waits) => count("retried"),
                Some(Added::Full) => count("dropped"),
                None => {
                    count("failed");
                    tracing::warn!(code = "FD708", %tenant, answered = status, "a push service takes no notifications; one is given up");
                }
            }
        }
    }
}

fn failed(delivery: &Delivery, answered: Option<u16>) {
    count("failed");
    let tenant = delivery.of.tenant();
    tracing::warn!(code = "FD709", %tenant, answered, "a push service refuses a notification");
}

/// Sends to one browser, unless its owner may get nothing any longer. A browser that is subscribed no longer is removed.
pub async fn send(
    state: &Data<State>,
    of: &Owner,
    device: &Arc<Device>,
    payload: &[u8],
) -> Outcome {
    let push = &state.push;
    let is_wanted = match of {
        Owner::Agent(tenant, agent) => is_signed_in(state, (tenant, agent), device).await,
        Owner::Visitor(visitor) => is_subscribed(state, visitor, device).await,
    };
    let outcome = match is_wanted {
        true => {
            let service = &push.service;
            service.send(&push.key, device, payload, state.now()).await
        }
        false => Outcome::Gone,
    };
    if outcome == Outcome::Gone
        && let Err(error) = forget(state, of, device).await
    {
        tracing::info!(
            cause = error.cause(),
            "a browser without subscription was not removed; the next notification does"
        );
    }
    outcome
}

/// Whether the agent and the sign-in that subscribed the browser are still valid.
async fn is_signed_in(
    state: &State,
    (tenant, agent): (&TenantId, &AgentId),
    device: &Arc<Device>,
) -> bool {
    let account = state.catalogue.account(tenant, agent);
    let is_active = account.is_some_and(|account| account.is_active());
    let (own, asked) = (Arc::clone(&state.push), Arc::clone(device));
    is_active
        && block(move || own.devices.is_signed_in(&asked))
            .await
            .unwrap_or(true)
}

/// Whether the visitor's browser was not removed meanwhile: a delivery may wait for another try.
async fn is_subscribed(state: &State, visitor: &VisitorKey, device: &Arc<Device>) -> bool {
    let (own, asked, id) = (Arc::clone(&state.push), visitor.clone(), device.id.clone());
    let known = block(move || own.visitors.of(&asked)).await;
    known.is_ok_and(|known| known.iter().any(|device| device.id == id))
}

async fn forget(state: &State, of: &Owner, device: &Device) -> Result<(), ApiError> {
    let (own, of, id) = (Arc::clone(&state.push), of.clone(), device.id.clone());
    match of {
        Owner::Agent(tenant, agent) => {
            let of = (tenant, agent);
            block(move || own.devices.remove(&of, &id, Vec::new())).await?;
        }
        Owner::Visitor(visitor) => {
            let asked = visitor.clone();
            if block(move || own.visitors.remove(&asked, &id)).await? == Left::None {
                state.office.tell(&visitor, ChoosePush::Stop);
            }
        }
    }
    Ok(())
}

/// Counts what became of a notification.
pub fn count(outcome: &'static str) {
    metrics::counter!("frontdesk_push_total", "outcome" => outcome).increment(1);
}

#[allow(clippy::cast_precision_loss)]
fn as_f64(count: usize) -> f64 {
    count as f64
}
