//! What runs beside the requests, as long as the server runs.

use crate::blocking::block;
use crate::files::unused;
use crate::mail;
use crate::orders::alarm;
use crate::push;
use crate::reports::{presence, weekly};
use crate::retention;
use crate::service_calls::Messenger;
use crate::state::State;
use crate::telemetry;
use crate::wall;
use crate::webhooks::Webhooks;
use actix_web::web::Data;
use std::sync::Arc;
use std::time::Duration;

/// How often full buckets are removed.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Starts all of it.
pub fn start(state: &Data<State>) {
    Messenger::start(&state.clone().into_inner());
    mail::missed::Writer::start(&state.clone().into_inner());
    sweep_limits(state.clone());
    keep_numbers(state.clone());
    remove_unused_files(state.clone());
    retention::start(state.clone());
    Webhooks::start(state);
    mail::sending::start(state);
    alarm::start(state);
    push::sending::start(state);
    presence::start(state.clone());
    weekly::start(state.clone());
    wall::start(state.clone());
    wall::alarms::start(state.clone());
    if let Some(tls) = &state.tls {
        tls.watch();
    }
}

/// Removes files that were uploaded and never referred to, as long as the server runs.
fn remove_unused_files(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut looks = tokio::time::interval(unused::EVERY);
        while !state.is_draining() {
            looks.tick().await;
            state.uploads.sweep();
            keep_time(&state).await;
            match unused::remove(&state, state.now()).await {
                Ok(0) => {}
                Ok(files) => tracing::info!(files, "unused files removed"),
                Err(error) => {
                    tracing::warn!(
                        code = "FD406",
                        cause = error.cause(),
                        "unused files were not removed; the next run retries"
                    )
                }
            }
        }
    });
}

/// Stores what is known of the clock, for the next start.
async fn keep_time(state: &State) {
    let (believed, store) = (
        Arc::clone(&state.believed),
        Arc::clone(state.office.store()),
    );
    if let Err(error) = block(move || believed.keep(store.as_ref())).await {
        tracing::warn!(
            code = "FD407",
            cause = error.cause(),
            "the state of the clock was not stored; the next run retries"
        );
    }
}

/// Removes full buckets and expired password counts regularly.
fn sweep_limits(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut minutes = tokio::time::interval(SWEEP_EVERY);
        loop {
            minutes.tick().await;
            state.limits.sweep();
            state.passwords.sweep(state.now());
            state.two_steps.sweep(state.now());
            state.asked_for_links.sweep();
            keep_key_uses(&state).await;
            state.sign_ons.waiting.sweep(state.now());
        }
    });
}

/// Stores when API keys were last used.
async fn keep_key_uses(state: &State) {
    let uses = state.api_keys.unwritten_uses();
    if uses.is_empty() {
        return;
    }
    let store = Arc::clone(state.office.store());
    if let Err(error) = block(move || store.change_documents(&uses)).await {
        tracing::warn!(
            code = "FD410",
            cause = error.cause(),
            "the last uses of API keys were not stored; their next use retries"
        );
    }
}

/// Moves recorded times into their buckets regularly, as long as the server runs.
fn keep_numbers(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut ticks = tokio::time::interval(telemetry::numbers::UPKEEP_EVERY);
        while !state.is_draining() {
            ticks.tick().await;
            telemetry::metrics().run_upkeep();
        }
    });
}
