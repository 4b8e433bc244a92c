//! The sums of a day's sessions. They are a cache of the records: a missing one is made again, and a record of a day that
//! is over deletes the stored sums of the days around it in its own commit.

use super::record::{self, Kept};
use super::zone::{Zone, before, next};
use actors_core::ids::TenantId;
use actors_core::session::report::cells::{Cells, Division, EDITION};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chrono::NaiveDate;
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The sums of a day are stored from this time after its end. Few sessions last longer.
const STORED_AFTER: Span = Span::from_minutes(24 * 60);

/// The longest difference between a day of the world and a day of UTC, doubled.
const DAYS_AROUND: u64 = 1;

/// The days of a tenant that are in memory and not stored: today and yesterday, and one more around a change of zone.
const OPEN_MAX: usize = 4;

/// Sums as [`Cells::write`] writes them, by division.
pub type Sums = Arc<[Vec<u8>; 4]>;

/// The days that are not over, in memory.
#[derive(Default)]
pub struct Days {
    open: DashMap<TenantId, Open>,
}

#[derive(Default)]
struct Open {
    /// Rises with each record.
    revision: u64,
    /// The sums of days, with the revision and the zone at which they were made.
    days: Vec<(NaiveDate, Zone, u64, Sums)>,
}

/// Stored sums.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// The zone of the day. Sums of another zone do not count.
    zone: String,
    /// The cells, in base64.
    cells: String,
    /// What the numbers mean. Sums of another edition do not count.
    #[serde(default)]
    edition: u32,
}

/// A day of a tenant.
#[derive(Clone, Copy)]
pub struct Day<'a> {
    /// The tenant.
    pub tenant: &'a TenantId,
    /// Its time zone.
    pub zone: Zone,
    /// The date there.
    pub date: NaiveDate,
}

impl Day<'_> {
    fn key(&self, division: Division) -> String {
        format!("{}/{}/{}", self.tenant, self.date, division.name())
    }

    /// From its first moment on, and before the first of the next day.
    fn range(&self) -> (Timestamp, Timestamp) {
        let zone = self.zone;
        (zone.start_of(self.date), zone.start_of(next(self.date)))
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.range().1 + STORED_AFTER <= now
    }
}

impl Days {
    /// A record changed, or could not be stored.
    pub fn changed(&self, tenant: &TenantId) {
        self.open.entry(tenant.clone()).or_default().revision += 1;
    }

    /// The changes that delete stored sums which a record of a session that started then makes wrong. They belong into
    /// the commit of the record.
    pub fn outdated(
        &self,
        tenant: &TenantId,
        started: Timestamp,
        now: Timestamp,
    ) -> Vec<DocumentChange> {
        self.changed(tenant);
        if now.since(started) < STORED_AFTER {
            return Vec::new();
        }
        // The zone may have changed since, so all days count that have this moment somewhere.
        let middle = Zone::default().day(started);
        let mut changes = Vec::new();
        let mut date = before(middle, DAYS_AROUND);
        for _ in 0..=2 * DAYS_AROUND {
            for division in Division::ALL {
                let key = format!("{tenant}/{date}/{}", division.name());
                changes.push(DocumentChange::delete(DocumentKind::ReportDay, key));
            }
            date = next(date);
        }
        changes
    }

    /// The sums of a day in a division.
    ///
    /// # Errors
    /// The store's.
    pub fn of(
        &self,
        store: &dyn Store,
        day: Day<'_>,
        division: Division,
        now: Timestamp,
    ) -> Result<Vec<u8>, StoreError> {
        if day.range().0 > now {
            return Ok(Vec::new());
        }
        if !day.is_over(now) {
            return Ok(self.open_day(store, day)?[division as usize].clone());
        }
        let stored = store.document(DocumentKind::ReportDay, &day.key(division))?;
        if let Some(cells) = stored.and_then(|json| cells_of(&json, day.zone)) {
            return Ok(cells);
        }
        let sums = self.keep(store, day)?;
        Ok(sums[division as usize].clone())
    }

    /// Makes the sums of a day that is over, and stores them. If a record comes meanwhile, they are not stored.
    fn keep(&self, store: &dyn Store, day: Day<'_>) -> Result<Sums, StoreError> {
        let revision = self.revision(day.tenant);
        let sums = made(store, day)?;
        let all = Division::ALL.into_iter();
        let puts: Vec<DocumentChange> = all
            .filter_map(|division| {
                let stored = Stored {
                    zone: day.zone.name().to_owned(),
                    cells: STANDARD_NO_PAD.encode(&sums[division as usize]),
                    edition: EDITION,
                };
                let json = serde_json::to_vec(&stored).ok()?;
                Some(DocumentChange::put(
                    DocumentKind::ReportDay,
                    day.key(division),
                    json,
                ))
            })
            .collect();
        if self.revision(day.tenant) == revision {
            store.change_documents(&puts)?;
        }
        if self.revision(day.tenant) != revision {
            let deletes: Vec<DocumentChange> = puts
                .into_iter()
                .map(|put| DocumentChange::delete(put.kind, put.key))
                .collect();
            store.change_documents(&deletes)?;
        }
        Ok(sums)
    }

    fn open_day(&self, store: &dyn Store, day: Day<'_>) -> Result<Sums, StoreError> {
        let revision = self.revision(day.tenant);
        if let Some(open) = self.open.get(day.tenant) {
            let known = open
                .days
                .iter()
                .find(|(date, zone, at, _)| (*date, *zone, *at) == (day.date, day.zone, revision));
            if let Some((.., sums)) = known {
                return Ok(Arc::clone(sums));
            }
        }
        let sums = made(store, day)?;
        let mut open = self.open.entry(day.tenant.clone()).or_default();
        open.days
            .retain(|(date, zone, ..)| (*date, *zone) != (day.date, day.zone));
        if open.days.len() >= OPEN_MAX {
            open.days.remove(0);
        }
        open.days
            .push((day.date, day.zone, revision, Arc::clone(&sums)));
        Ok(sums)
    }

    fn revision(&self, tenant: &TenantId) -> u64 {
        self.open.get(tenant).map_or(0, |open| open.revision)
    }
}

fn cells_of(json: &[u8], zone: Zone) -> Option<Vec<u8>> {
    let stored: Stored = serde_json::from_slice(json).ok()?;
    let is_meant = stored.zone == zone.name() && stored.edition == EDITION;
    is_meant
        .then(|| STANDARD_NO_PAD.decode(stored.cells).ok())
        .flatten()
}

/// Adds up the records of a day.
fn made(store: &dyn Store, day: Day<'_>) -> Result<Sums, StoreError> {
    let mut divided: [Cells; 4] = Default::default();
    record::each_between(store, day.tenant, day.range(), |kept: Kept| {
        let (_, hour) = day.zone.day_and_hour(kept.report.started);
        for division in Division::ALL {
            divided[division as usize].add(division, &kept.report, hour);
        }
        Some(())
    })?;
    Ok(Arc::new(divided.map(|cells| cells.write())))
}

/// Returns the changes that delete a tenant's records, sums and agents' time from before a time.
///
/// # Errors
/// The store's.
pub fn forgetting_before(
    store: &dyn Store,
    tenant: &TenantId,
    time: Timestamp,
) -> Result<Vec<DocumentChange>, StoreError> {
    let mut changes = Vec::new();
    let old = (Timestamp::from_millis(0), time);
    record::each_between(store, tenant, old, |kept| {
        let delete = DocumentChange::delete(DocumentKind::SessionReport, kept.key);
        changes.push(delete);
        Some(())
    })?;
    // The day in which the time lies has sums of records that are gone.
    let last = next(next(Zone::default().day(time)));
    for kind in [DocumentKind::ReportDay, DocumentKind::AgentTime] {
        let prefix = format!("{tenant}/");
        let kept_day = last.to_string();
        for (key, _) in store.documents(kind, &prefix)? {
            if key[prefix.len()..] >= *kept_day {
                break;
            }
            changes.push(DocumentChange::delete(kind, key));
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::keep;
    use super::*;
    use actors_core::session::report::cells::written;
    use actors_core::session::report::sums::Sums as Numbers;
    use actors_runtime::testing::MemoryStore;

    /// 2026-11-02, 23:30 of UTC.
    const STARTED: i64 = 1_793_662_200_000;
    const HOUR: i64 = 3_600_000;

    fn shop() -> TenantId {
        "shop".into()
    }

    fn later(hours: i64) -> Timestamp {
        Timestamp::from_millis(STARTED + hours * HOUR)
    }

    fn sessions(days: &Days, store: &MemoryStore, (zone, date): (&str, &str), now: i64) -> u64 {
        let tenant = shop();
        let day = Day {
            tenant: &tenant,
            zone: Zone::named(zone),
            date: date.parse().unwrap(),
        };
        let cells = days.of(store, day, Division::Channels, later(now)).unwrap();
        let counts = written(&cells).map(|cell| {
            let mut sums = Numbers::default();
            sums.add_written(cell.unwrap().1).unwrap();
            sums.sessions
        });
        counts.sum()
    }

    fn stored(store: &MemoryStore) -> usize {
        store.documents(DocumentKind::ReportDay, "").unwrap().len()
    }

    #[test]
    fn a_session_belongs_to_the_day_of_the_tenants_zone() {
        let (days, store) = (Days::default(), MemoryStore::default());
        keep(&store, "ann", STARTED);

        assert_eq!(sessions(&days, &store, ("UTC", "2026-11-02"), 1), 1);
        assert_eq!(sessions(&days, &store, ("UTC", "2026-11-03"), 1), 0);
        let berlin = |date| sessions(&days, &store, ("Europe/Berlin", date), 1);
        assert_eq!((berlin("2026-11-02"), berlin("2026-11-03")), (0, 1));
        assert_eq!(stored(&store), 0, "the day is not over for long enough");
    }

    #[test]
    fn a_record_of_today_counts_as_soon_as_it_changed() {
        let (days, store) = (Days::default(), MemoryStore::default());
        let today = ("UTC", "2026-11-02");
        assert_eq!(sessions(&days, &store, today, 0), 0);

        keep(&store, "ann", STARTED);
        let outdated = days.outdated(&shop(), Timestamp::from_millis(STARTED), later(0));
        days.changed(&shop());

        assert!(outdated.is_empty());
        assert_eq!(sessions(&days, &store, today, 0), 1);
    }

    #[test]
    fn sums_of_a_day_that_is_over_are_stored_and_a_late_record_deletes_them() {
        let (days, store) = (Days::default(), MemoryStore::default());
        keep(&store, "ann", STARTED);
        let day = ("UTC", "2026-11-02");
        assert_eq!(sessions(&days, &store, day, 100), 1);
        assert_eq!(stored(&store), 4);
        keep(&store, "bob", STARTED);
        assert_eq!(
            sessions(&days, &store, day, 100),
            1,
            "the stored sums count"
        );

        let started = Timestamp::from_millis(STARTED);
        let outdated = days.outdated(&shop(), started, later(100));
        store.change_documents(&outdated).unwrap();

        assert_eq!(stored(&store), 0);
        assert_eq!(sessions(&days, &store, day, 100), 2);
    }

    #[test]
    fn stored_sums_of_another_zone_do_not_count() {
        let (days, store) = (Days::default(), MemoryStore::default());
        keep(&store, "ann", STARTED);

        assert_eq!(sessions(&days, &store, ("UTC", "2026-11-02"), 100), 1);
        let berlin = ("Europe/Berlin", "2026-11-02");
        assert_eq!(sessions(&days, &store, berlin, 100), 0);
        assert_eq!(sessions(&days, &store, ("UTC", "2026-11-02"), 100), 1);
    }

    #[test]
    fn stored_sums_that_counted_in_another_way_are_made_again() {
        let (days, store) = (Days::default(), MemoryStore::default());
        keep(&store, "ann", STARTED);
        let day = ("UTC", "2026-11-02");
        assert_eq!(sessions(&days, &store, day, 100), 1);
        keep(&store, "bob", STARTED);
        for (key, json) in store.documents(DocumentKind::ReportDay, "").unwrap() {
            let mut stored: serde_json::Value = serde_json::from_slice(&json).unwrap();
            stored.as_object_mut().unwrap().remove("edition");
            let json = serde_json::to_vec(&stored).unwrap();
            store
                .put_document(DocumentKind::ReportDay, &key, &json)
                .unwrap();
        }

        assert_eq!(sessions(&days, &store, day, 100), 2);
    }

    #[test]
    fn what_is_older_than_a_time_is_removed_with_its_sums() {
        let (days, store) = (Days::default(), MemoryStore::default());
        keep(&store, "ann", STARTED);
        keep(&store, "bob", STARTED + 400 * HOUR);
        let both = [("UTC", "2026-11-02"), ("UTC", "2026-11-19")];
        for day in both {
            assert_eq!(sessions(&days, &store, day, 1_000), 1);
        }

        let old = forgetting_before(&store, &shop(), later(200)).unwrap();
        store.change_documents(&old).unwrap();

        assert_eq!(sessions(&days, &store, both[0], 1_000), 0);
        assert_eq!(sessions(&days, &store, both[1], 1_000), 1);
        let kept = store.documents(DocumentKind::SessionReport, "").unwrap();
        assert_eq!(kept.len(), 1);
    }
}
