//! Takes what is due: looks whether the agent is still away, and sends to each of their browsers.

use super::devices::Device;
use super::notice::{Notice, Says};
use super::queue::{Added, Delivery, Item};
use super::service::Outcome;
use crate::blocking::block;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
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
                && let Some(delivery) = next(&state)
            {
                flights.push(fly(state.clone(), delivery));
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

/// Takes the next delivery that is due, and spreads due notices to their browsers.
fn next(state: &State) -> Option<Delivery> {
    let push = &state.push;
    loop {
        let now = state.now();
        let item = push.queue.lock().take(now)?;
        match item {
            Item::Delivery(delivery) => return Some(delivery),
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
        let delivery = Delivery {
            of: notice.of.clone(),
            device,
            payload: Arc::clone(&payload),
            tries: 0,
        };
        if state.push.queue.lock().deliver(state.now(), delivery) == Added::Full {
            count("dropped");
        }
    }
}

async fn fly(state: Data<State>, delivery: Delivery) {
    let sent = send(&state, &delivery.of, &delivery.device, &delivery.payload).await;
    match sent {
        Outcome::Delivered => count("delivered"),
        Outcome::Gone => count("gone"),
        Outcome::Never(status) => failed(&delivery, status),
        Outcome::Later(status) => {
            let tenant = delivery.of.0.clone();
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
    let tenant = &delivery.of.0;
    tracing::warn!(code = "FD709", %tenant, answered, "a push service refuses a notification");
}

/// Sends to one browser, unless its sign-in ended. A browser that is subscribed no longer is removed.
pub async fn send(
    state: &Data<State>,
    of: &(TenantId, AgentId),
    device: &Arc<Device>,
    payload: &[u8],
) -> Outcome {
    let push = &state.push;
    let account = state.catalogue.account(&of.0, &of.1);
    let is_active = account.is_some_and(|account| account.is_active());
    let (own, asked) = (Arc::clone(push), Arc::clone(device));
    let is_signed_in = is_active
        && block(move || own.devices.is_signed_in(&asked))
            .await
            .unwrap_or(true);
    let outcome = match is_signed_in {
        true => {
            let service = &push.service;
            service.send(&push.key, device, payload, state.now()).await
        }
        false => Outcome::Gone,
    };
    if outcome == Outcome::Gone {
        let (own, of, id) = (Arc::clone(push), of.clone(), device.id.clone());
        if let Err(error) = block(move || own.devices.remove(&of, &id, Vec::new())).await {
            tracing::info!(
                cause = error.cause(),
                "a browser without subscription was not removed; the next notification does"
            );
        }
    }
    outcome
}

/// Counts what became of a notification.
pub fn count(outcome: &'static str) {
    metrics::counter!("frontdesk_push_total", "outcome" => outcome).increment(1);
}

#[allow(clippy::cast_precision_loss)]
fn as_f64(count: usize) -> f64 {
    count as f64
}
