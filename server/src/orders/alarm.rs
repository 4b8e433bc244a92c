//! Rings when an item is due: its assignee's desk hears of it once, also after a restart (Protocol, 'Items').
//!
//! One task waits for the soonest alarm. The alarm is durably gone before anybody hears of it, so it rings at most once.

use super::{Orders, failed, names};
use crate::blocking::work;
use crate::error::ApiError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::item::Item;
use actors_core::routing::DeskNews;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use std::time::Duration;

/// How often the task compares the clock with the soonest alarm. A machine that slept, or a clock that was set, delays an
/// alarm by no more.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

/// How long the task waits after the store failed.
const RETRY: Duration = Duration::from_secs(5);

/// Alarms that are read at once.
const PAGE: usize = 100;

/// Rings every alarm in its time, as long as the server runs.
pub fn start(state: &Data<State>) {
    let state = state.clone();
    actix_web::rt::spawn(async move {
        while !state.is_draining() {
            let at = state.clone();
            match work(move || at.orders.ring_due(at.now())).await {
                Ok(soonest) => wait(&state, soonest).await,
                Err(error) => {
                    tracing::warn!(
                        code = "FD412",
                        cause = error.cause(),
                        "alarms of left messages and orders were not read; the next try follows"
                    );
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    });
}

/// Waits until the soonest alarm is due, or another one may be sooner.
async fn wait(state: &State, soonest: Option<Timestamp>) {
    let sooner = state.orders.sooner.notified();
    let Some(due) = soonest else {
        return sooner.await;
    };
    tokio::pin!(sooner);
    while state.now() < due {
        let left = Duration::from_millis(due.since(state.now()).as_millis().max(1));
        tokio::select! {
            () = &mut sooner => return,
            () = tokio::time::sleep(left.min(LOOKS_EVERY)) => {}
        }
    }
}

impl Orders {
    /// Rings what is due. Returns when the next alarm is.
    ///
    /// # Errors
    /// 503: the store failed. What has not rung stays.
    pub fn ring_due(&self, now: Timestamp) -> Result<Option<Timestamp>, ApiError> {
        loop {
            let kind = DocumentKind::ItemDue;
            let alarms = self.store.documents_page(kind, "", None, PAGE);
            let alarms = alarms.map_err(failed)?;
            if alarms.is_empty() {
                return Ok(None);
            }
            for (key, _) in alarms {
                match names::read_alarm(&key) {
                    Some((due, ..)) if due > now => return Ok(Some(due)),
                    _ => self.ring(now, &key)?,
                }
            }
        }
    }

    fn ring(&self, now: Timestamp, key: &str) -> Result<(), ApiError> {
        let gone = DocumentChange::delete(DocumentKind::ItemDue, key);
        let Some((_, tenant, id)) = names::read_alarm(key) else {
            return self.write(&[gone]);
        };
        let _turn = self.turn(&names::record(&tenant, id));
        let Some(before) = self.any_item(&tenant, id)? else {
            return self.write(&[gone]);
        };
        let mut item = before.clone();
        if !item.ring(now) {
            // It was done, or is due later, since the alarm was read.
            return self.write(&[gone]);
        }
        self.keep(&tenant, (&before, &item), None, vec![gone])?;
        self.tell_assignee(&tenant, &item);
        Ok(())
    }

    fn tell_assignee(&self, tenant: &actors_core::ids::TenantId, item: &Item) {
        let (Some(office), Some(assignee)) = (&self.office, &item.care().assignee) else {
            return;
        };
        let news = DeskNews::ItemDue(Box::new(item.card()));
        office.tell_desk(tenant, &assignee.agent, news);
    }
}
