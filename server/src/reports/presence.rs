//! How long agents are online, busy, away and in conversations. A sample every few seconds adds the time since the last
//! one, and the sums of a minute are stored together.

use super::zone::Zone;
use crate::blocking::block;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_core::router::SeatView;
use actors_core::routing::SeatStatus;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use chrono::NaiveDate;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often agents are looked at (Protocol, 'Reports').
const EVERY: Duration = Duration::from_secs(10);

/// How many looks are stored together.
const LOOKS_STORED: u32 = 6;

/// The longest time that one look counts for. The server may have slept.
const LOOK_MAX: Span = Span::from_secs(30);

/// How an agent spent a day, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Online.
    pub online: u64,
    /// Busy.
    pub busy: u64,
    /// Away.
    pub away: u64,
    /// With at least one conversation, in any of these.
    pub chatting: u64,
}

impl Spent {
    /// Adds another time.
    pub fn add(&mut self, other: Self) {
        self.online += other.online;
        self.busy += other.busy;
        self.away += other.away;
        self.chatting += other.chatting;
    }

    fn of(seat: &SeatView<'_>, time: u64) -> Option<Self> {
        let mut spent = Self::default();
        match seat.state.status {
            SeatStatus::Online => spent.online = time,
            SeatStatus::Busy => spent.busy = time,
            SeatStatus::Away => spent.away = time,
            SeatStatus::Offline => return None,
        }
        if seat.conversations > 0 {
            spent.chatting = time;
        }
        Some(spent)
    }
}

type Key = (TenantId, NaiveDate, AgentId);

/// Agents' time that is not stored yet.
#[derive(Default)]
pub struct Presence {
    unwritten: Mutex<BTreeMap<Key, Spent>>,
    looked_at: Mutex<Option<Timestamp>>,
    /// Held while sums are being stored.
    turn: Mutex<()>,
}

impl Presence {
    /// The time for which a look counts.
    fn since_last_look(&self, now: Timestamp) -> Span {
        let before = self.looked_at.lock().replace(now);
        before.map_or(Span::ZERO, |before| now.since(before).min(LOOK_MAX))
    }

    fn look<'a>(
        &self,
        (tenant, date): (&TenantId, NaiveDate),
        time: Span,
        seats: impl Iterator<Item = SeatView<'a>>,
    ) {
        let mut unwritten = self.unwritten.lock();
        for seat in seats {
            if let Some(spent) = Spent::of(&seat, time.as_millis()) {
                let key = (tenant.clone(), date, seat.agent.clone());
                unwritten.entry(key).or_default().add(spent);
            }
        }
    }

    /// Stores what is not stored yet.
    ///
    /// # Errors
    /// The store's: the next call stores it.
    pub fn store(&self, store: &dyn Store) -> Result<(), StoreError> {
        let _alone = self.turn.lock();
        let unwritten = std::mem::take(&mut *self.unwritten.lock());
        let stored = write(store, &unwritten);
        if stored.is_err() {
            let mut newer = self.unwritten.lock();
            for (key, spent) in unwritten {
                newer.entry(key).or_default().add(spent);
            }
        }
        stored
    }
}

fn document_key(tenant: &TenantId, date: NaiveDate, agent: &AgentId) -> String {
    format!("{tenant}/{date}/{agent}")
}

fn write(store: &dyn Store, unwritten: &BTreeMap<Key, Spent>) -> Result<(), StoreError> {
    let mut changes = Vec::new();
    for ((tenant, date, agent), spent) in unwritten {
        let key = document_key(tenant, *date, agent);
        let before = store.document(DocumentKind::AgentTime, &key)?;
        let before = before.and_then(|json| serde_json::from_slice::<Spent>(&json).ok());
        let mut sum = before.unwrap_or_default();
        sum.add(*spent);
        if let Ok(json) = serde_json::to_vec(&sum) {
            changes.push(DocumentChange::put(DocumentKind::AgentTime, key, json));
        }
    }
    match changes.is_empty() {
        true => Ok(()),
        false => store.change_documents(&changes),
    }
}

/// How the agents of a tenant spent some days, as far as it is stored.
///
/// # Errors
/// The store's.
pub fn spent(
    store: &dyn Store,
    tenant: &TenantId,
    (from, to): (NaiveDate, NaiveDate),
) -> Result<BTreeMap<AgentId, Spent>, StoreError> {
    const AT_ONCE: usize = 1_000;
    let prefix = format!("{tenant}/");
    let last = format!("{to}0");
    let mut after = format!("{prefix}{from}");
    let mut sums: BTreeMap<AgentId, Spent> = BTreeMap::new();
    loop {
        let kind = DocumentKind::AgentTime;
        let page = store.documents_page(kind, &prefix, Some(&after), AT_ONCE)?;
        let is_last = page.len() < AT_ONCE;
        for (key, json) in page {
            let place = &key[prefix.len()..];
            if place >= last.as_str() {
                return Ok(sums);
            }
            if let Some((_, agent)) = place.split_once('/')
                && let Ok(spent) = serde_json::from_slice::<Spent>(&json)
            {
                sums.entry(AgentId::from(agent)).or_default().add(spent);
            }
            after.clone_from(&key);
        }
        if is_last {
            return Ok(sums);
        }
    }
}

/// Looks at all agents once.
pub fn look(state: &State) {
    let (presence, now) = (&state.reports.presence, state.now());
    let time = presence.since_last_look(now);
    if time == Span::ZERO {
        return;
    }
    for settings in state.catalogue.tenants() {
        let tenant = &settings.tenant.id;
        let zone = Zone::named(&settings.tenant.reporting.time_zone);
        if let Some(router) = state.office.router(tenant) {
            let date = zone.day(now);
            router.read(|router| presence.look((tenant, date), time, router.seats()));
        }
    }
}

/// Looks at agents as long as the server runs.
pub fn start(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut looks = interval(EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut count = 0_u32;
        while !state.is_draining() {
            looks.tick().await;
            look(&state);
            count = count.wrapping_add(1);
            if count.is_multiple_of(LOOKS_STORED) {
                keep(&state).await;
            }
        }
        keep(&state).await;
    });
}

async fn keep(state: &Data<State>) {
    let (reports, store) = (Arc::clone(&state.reports), Arc::clone(state.office.store()));
    if let Err(error) = block(move || reports.presence.store(store.as_ref())).await {
        tracing::warn!(
            code = "FD413",
            cause = error.cause(),
            "agents' time was not stored; the next run retries"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_core::ids::GroupId;
    use actors_core::router::command::SeatState;
    use actors_runtime::testing::MemoryStore;
    use std::collections::BTreeSet;

    fn look(presence: &Presence, date: &str, seats: &[(&str, SeatStatus, usize)]) {
        let agents: Vec<AgentId> = seats
            .iter()
            .map(|(name, ..)| AgentId::from(*name))
            .collect();
        let groups = BTreeSet::<GroupId>::new();
        let views = agents.iter().zip(seats);
        let views = views.map(|(agent, (_, status, conversations))| SeatView {
            agent,
            state: SeatState {
                status: *status,
                capacity: 3,
                free: 0,
            },
            since: Timestamp::from_millis(0),
            conversations: *conversations,
            groups: &groups,
        });
        let place = (&TenantId::from("shop"), date.parse().unwrap());
        presence.look(place, Span::from_secs(10), views);
    }

    fn stored(store: &MemoryStore, from: &str, to: &str) -> Vec<(String, Spent)> {
        let days = (from.parse().unwrap(), to.parse().unwrap());
        let sums = spent(store, &"shop".into(), days).unwrap();
        let sums = sums.into_iter();
        sums.map(|(agent, spent)| (agent.to_string(), spent))
            .collect()
    }

    #[test]
    fn time_is_added_to_what_is_stored_of_the_day() {
        let (presence, store) = (Presence::default(), MemoryStore::default());
        look(&presence, "2026-11-02", &[("mia", SeatStatus::Online, 1)]);
        presence.store(&store).unwrap();
        look(
            &presence,
            "2026-11-02",
            &[
                ("mia", SeatStatus::Busy, 0),
                ("leo", SeatStatus::Offline, 0),
            ],
        );
        look(&presence, "2026-11-03", &[("mia", SeatStatus::Away, 2)]);
        presence.store(&store).unwrap();

        let first = Spent {
            online: 10_000,
            busy: 10_000,
            away: 0,
            chatting: 10_000,
        };
        assert_eq!(
            stored(&store, "2026-11-02", "2026-11-02"),
            [("mia".to_owned(), first)]
        );
        let mut both = first;
        both.away = 10_000;
        both.chatting += 10_000;
        assert_eq!(
            stored(&store, "2026-11-01", "2026-11-03"),
            [("mia".to_owned(), both)]
        );
        assert_eq!(stored(&store, "2026-11-04", "2026-11-05"), []);
    }

    #[test]
    fn a_look_after_a_long_pause_counts_for_half_a_minute_and_the_first_for_nothing() {
        let presence = Presence::default();
        let at = |secs: i64| Timestamp::from_millis(secs * 1_000);

        assert_eq!(presence.since_last_look(at(100)), Span::ZERO);
        assert_eq!(presence.since_last_look(at(110)), Span::from_secs(10));
        assert_eq!(presence.since_last_look(at(9_000)), LOOK_MAX);
    }
}
