//! Days and hours in a tenant's time zone, with daylight saving.

use actors_core::time::Timestamp;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Timelike as _, Utc};
use chrono_tz::Tz;

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

impl Default for Zone {
    fn default() -> Self {
        Self(Tz::UTC)
    }
}

impl Zone {
    /// The zone of this name; UTC if there is none. The settings accept no other.
    pub fn named(name: &str) -> Self {
        Self(name.parse().unwrap_or(Tz::UTC))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The day and the hour of a time.
    pub fn day_and_hour(self, at: Timestamp) -> (NaiveDate, u32) {
        let local = self.local(at);
        (local.date_naive(), local.hour())
    }

    /// The day of a time.
    pub fn day(self, at: Timestamp) -> NaiveDate {
        self.local(at).date_naive()
    }

    /// A time as people read it: `2026-11-02 14:05:09`.
    pub fn written(self, at: Timestamp) -> String {
        self.local(at).format("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The first moment of a day. Where clocks go forward at midnight, a day begins later.
    pub fn start_of(self, day: NaiveDate) -> Timestamp {
        const STEPS: i64 = 16;
        let midnight = day.and_time(NaiveTime::MIN);
        let first = (0..STEPS).find_map(|quarter| {
            let local = midnight + TimeDelta::minutes(15 * quarter);
            self.0.from_local_datetime(&local).earliest()
        });
        let millis = first.map_or_else(
            || midnight.and_utc().timestamp_millis(),
            |first| first.timestamp_millis(),
        );
        Timestamp::from_millis(millis)
    }

    fn local(self, at: Timestamp) -> DateTime<Tz> {
        let moment = DateTime::<Utc>::from_timestamp_millis(at.as_millis());
        moment.unwrap_or_default().with_timezone(&self.0)
    }
}

/// The day after.
pub fn next(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX)
}

/// So many days before.
pub fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days))
        .unwrap_or(NaiveDate::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_millis(text.parse::<DateTime<Utc>>().unwrap().timestamp_millis())
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn hours(zone: &str, date: &str) -> i64 {
        let zone = Zone::named(zone);
        let (from, to) = (zone.start_of(day(date)), zone.start_of(next(day(date))));
        (to.as_millis() - from.as_millis()) / 3_600_000
    }

    #[test]
    fn a_day_with_a_change_of_clocks_has_23_or_25_hours() {
        assert_eq!(hours("Europe/Berlin", "2026-03-29"), 23);
        assert_eq!(hours("Europe/Berlin", "2026-10-25"), 25);
        assert_eq!(hours("Europe/Berlin", "2026-11-01"), 24);
        assert_eq!(hours("Asia/Shanghai", "2026-03-29"), 24);
    }

    #[test]
    fn a_day_begins_at_one_where_clocks_go_forward_at_midnight() {
        let zone = Zone::named("Africa/Cairo");
        let start = zone.start_of(day("2026-04-24"));

        assert_eq!(zone.written(start), "2026-04-24 01:00:00");
        assert_eq!(hours("Africa/Cairo", "2026-04-24"), 23);
    }

    #[test]
    fn a_time_belongs_to_the_local_day_and_hour() {
        let zone = Zone::named("Asia/Kolkata");

        let found = zone.day_and_hour(at("2026-11-02T18:45:00Z"));

        assert_eq!(found, (day("2026-11-03"), 0));
        assert_eq!(zone.day(at("2026-11-02T18:29:59Z")), day("2026-11-02"));
    }

    #[test]
    fn every_moment_of_a_year_lies_in_its_day() {
        for name in ["America/New_York", "Australia/Lord_Howe", "America/Havana"] {
            let zone = Zone::named(name);
            let mut date = day("2026-01-01");
            while date < day("2027-01-01") {
                let (from, to) = (zone.start_of(date), zone.start_of(next(date)));
                assert_eq!(zone.day(from), date, "{name}");
                let last = Timestamp::from_millis(to.as_millis() - 1);
                assert_eq!(zone.day(last), date, "{name}");
                date = next(date);
            }
        }
    }
}
