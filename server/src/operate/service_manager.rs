//! Tells systemd how the server is (sd_notify(3)): ready, alive, stopping. Without systemd it does nothing.

use crate::pulse::Pulse;
use crate::state::State;
use actix_web::web::Data;
use actors_runtime::ports::{Store, StoreError};
use sd_notify::NotifyState;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Says that the server listens. `status` is the line that `systemctl status` shows.
pub fn ready(status: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// Says that the server is stopping.
pub fn stopping() {
    tell(&[NotifyState::Stopping, NotifyState::Status("stopping")]);
}

/// Tells the watchdog, four times in each of its periods (`WatchdogSec`), that the server is alive. It stays silent while
/// an HTTP thread or the store does not answer. systemd then restarts the server.
pub fn feed_watchdog(state: Data<State>) {
    let Some(period) = sd_notify::watchdog_enabled() else {
        return;
    };
    let patience = period / 4;
    actix_web::rt::spawn(async move {
        let mut looks = tokio::time::interval(patience);
        while !state.is_draining() {
            looks.tick().await;
            match trouble(&state.pulse, state.office.store(), patience).await {
                None => tell(&[NotifyState::Watchdog]),
                Some(cause) => tracing::error!(
                    code = "FD220",
                    cause,
                    "the watchdog is not told: systemd restarts the server if this lasts"
                ),
            }
        }
    });
}

/// The same for a node of a cluster, while its loop runs. Its store may wait for the cluster's log: a restart would not
/// help.
pub fn feed_watchdog_of_node(stopping: watch::Receiver<bool>) {
    let Some(period) = sd_notify::watchdog_enabled() else {
        return;
    };
    actix_web::rt::spawn(async move {
        let mut looks = tokio::time::interval(period / 4);
        while !*stopping.borrow() {
            looks.tick().await;
            tell(&[NotifyState::Watchdog]);
        }
    });
}

/// Why the server is not alive, or `None`.
async fn trouble(pulse: &Pulse, store: &Arc<dyn Store>, patience: Duration) -> Option<String> {
    if !pulse.is_felt(patience).await {
        return Some("an HTTP thread does not answer".to_owned());
    }
    match tokio::time::timeout(patience, answer_of(Arc::clone(store))).await {
        Ok(Ok(())) => None,
        // A full disk passes by without a restart (docs/decisions/0115).
        Ok(Err(StoreError::Full(_))) => None,
        Ok(Err(cause)) => Some(cause.to_string()),
        Err(_) => Some("the store does not answer".to_owned()),
    }
}

/// The store's answer to an append of nothing: it comes after those of all earlier appends.
async fn answer_of(store: Arc<dyn Store>) -> Result<(), StoreError> {
    let (tell, hear) = tokio::sync::oneshot::channel();
    // The call waits while the disk is far behind.
    let asked = actix_web::web::block(move || {
        store.append(Vec::new(), Box::new(move |result| drop(tell.send(result))));
    });
    let gone = || StoreError::Closed(Arc::from("it gave no answer"));
    asked.await.map_err(|_| gone())?;
    hear.await.unwrap_or_else(|_| Err(gone()))
}

fn tell(states: &[NotifyState]) {
    if let Err(cause) = sd_notify::notify(states) {
        tracing::warn!(code = "FD221", %cause, "systemd could not be told: check NOTIFY_SOCKET");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_runtime::testing::MemoryStore;

    #[actix_web::test]
    async fn a_store_that_takes_no_writes_is_trouble() {
        let patience = Duration::from_secs(20);
        let pulse = Pulse::default();
        pulse.answer_here();
        let store = Arc::new(MemoryStore::new()) as Arc<dyn Store>;
        assert_eq!(trouble(&pulse, &store, patience).await, None);

        store.close();

        let trouble = trouble(&pulse, &store, patience).await.unwrap();
        assert!(trouble.contains("takes no writes"), "{trouble}");
    }
}
