//! Loads sessions that are not in memory when they are due. A while after a restart, it also loads the sessions of
//! waiting visitors who have not come back.

use crate::load::{blocking, panicked};
use crate::office::Office;
use actors_core::ids::VisitorKey;
use actors_core::routing::{Presence, RouterRequest, Standing};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// How often due times are checked.
const EVERY: Duration = Duration::from_millis(500);

/// The most sessions loaded per check.
const AT_ONCE: usize = 256;

/// The time that waiting visitors have to come back after a restart. It equals the time after which a page that does
/// not poll counts as away (Protocol, 'Silence').
const GRACE: Duration = Duration::from_secs(60);

/// The pause before waiting visitors are read again after a read failed.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// Sessions loaded per second after the grace.
const PER_SECOND: usize = 500;

impl Office {
    /// Starts the sweeper. Must be called once, on a thread that lives as long as the process.
    pub fn start_sweeping(self: &Arc<Self>) {
        actix_rt::spawn(sweep_due(Arc::clone(self)));
        actix_rt::spawn(bring_back_waiting(Arc::clone(self)));
    }
}

async fn sweep_due(office: Arc<Office>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now = office.clock.now();
        // On a reader thread, because a pool's thread would stay alive for seconds after each check.
        let due = office.read(move |store| store.due(now, AT_ONCE)).await;
        match due.unwrap_or_else(|_| Err(panicked())) {
            Ok(due) => {
                for (_, visitor) in due {
                    if !office.is_here(&visitor) {
                        office.wake(&visitor);
                    }
                }
            }
            Err(error) => tracing::error!(code = "FD111", %error, "due times cannot be read"),
        }
    }
}

async fn bring_back_waiting(office: Arc<Office>) {
    tokio::time::sleep(GRACE).await;
    let standing = loop {
        let store = Arc::clone(&office.store);
        match blocking(move || store.standing()).await {
            Ok(standing) => break standing,
            Err(error) => tracing::error!(code = "FD112", %error, "who waits cannot be read"),
        }
        tokio::time::sleep(RETRY_AFTER).await;
    };
    let absent: Vec<VisitorKey> = standing
        .into_iter()
        .filter(|(_, standing)| matches!(standing, Standing::Queued { .. }))
        .map(|(visitor, _)| visitor)
        .filter(|visitor| !office.is_here(visitor))
        .collect();
    // First, so that no agent gets a visitor whose page is gone. The loaded sessions then time the visitors out.
    for visitor in &absent {
        office.ask_router(visitor, RouterRequest::Presence(Presence::Away));
    }
    let mut seconds = tokio::time::interval(Duration::from_secs(1));
    for some in absent.chunks(PER_SECOND) {
        seconds.tick().await;
        for visitor in some {
            office.wake(visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Store as _;
    use crate::testing::{MemoryStore, office, visitor};
    use actors_core::ids::{GroupId, LinePlace, SessionNo};
    use actors_core::record::{Record, RecordBody};
    use actors_core::session::restore::Head;
    use actors_core::time::Timestamp;

    #[actix::test]
    async fn waiting_visitors_are_loaded_after_a_restart_even_if_a_read_fails() {
        tokio::time::pause();
        let store = Arc::new(MemoryStore::default());
        let (office, visitor) = (office(&store), visitor("v"));
        let standing = Standing::Queued {
            group: GroupId::everyone(),
            place: LinePlace(1),
            since: Timestamp::from_millis(0),
        };
        let now = office.clock.now();
        let head = RecordBody::Head(Box::new(Head::plain(
            SessionNo(1),
            standing,
            "web".into(),
            now,
        )));
        let record = Record {
            visitor: visitor.clone(),
            body: head,
        };
        store.append(vec![record], Box::new(drop));
        store.set_unreadable(true);
        office.start_sweeping();

        tokio::time::sleep(GRACE + Duration::from_secs(1)).await;
        assert!(!office.is_here(&visitor));
        store.set_unreadable(false);
        tokio::time::sleep(Duration::from_secs(10)).await;

        assert!(office.is_here(&visitor));
    }
}
