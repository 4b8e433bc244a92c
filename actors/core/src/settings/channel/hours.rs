//! Working hours: when a channel's agents are available.
//!
//! Time zones are not known here: the caller passes the zone's local time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};
use thiserror::Error;

use crate::time;

/// Minutes in a day; a span may end there (`"24:00"`).
const DAY_MINUTES: u16 = 24 * 60;

/// Why a date or a span of hours cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HoursError {
    /// Not a date in the form `2026-10-01`.
    #[error("`{0}` is not a date like 2026-10-01")]
    Date(String),
    /// Not a time of day in the form `09:30`.
    #[error("`{0}` is not a time like 09:30")]
    Time(String),
    /// A span that does not end after its start.
    #[error("{0}-{1} does not end after it begins; a night shift is written as two spans")]
    Backwards(TimeOfDay, TimeOfDay),
}

/// A time of day in whole minutes, `00:00` to `24:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOfDay(u16);

/// An open span of one day, from `from` (included) until `until` (excluded).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenSpan {
    from: TimeOfDay,
    until: TimeOfDay,
}

/// When agents work (Protocol, 'Working hours', `hours`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkingHours {
    /// IANA name of the zone all hours are written in, such as `Asia/Shanghai`.
    pub time_zone: Box<str>,
    /// The open spans of each weekday, Monday first; an empty list is a closed day.
    pub week: [Vec<OpenSpan>; 7],
    /// Days that are closed whatever their weekday.
    pub holidays: BTreeSet<NaiveDate>,
    /// Days with their own hours. They override the week and the holidays.
    pub extra: BTreeMap<NaiveDate, Vec<OpenSpan>>,
}

impl WorkingHours {
    /// Whether agents work at this local time.
    pub fn is_open(&self, at: NaiveDateTime) -> bool {
        let minute = at.hour() * 60 + at.minute();
        let mut spans = self.spans(at.date()).iter();
        spans.any(|span| span.contains(minute))
    }

    fn spans(&self, date: NaiveDate) -> &[OpenSpan] {
        if let Some(spans) = self.extra.get(&date) {
            return spans;
        }
        if self.holidays.contains(&date) {
            return &[];
        }
        &self.week[date.weekday().num_days_from_monday() as usize]
    }
}

impl OpenSpan {
    /// Creates a span between two times of one day.
    ///
    /// # Errors
    /// [`HoursError::Backwards`] if it does not end after its start.
    pub fn new(from: TimeOfDay, until: TimeOfDay) -> Result<Self, HoursError> {
        if until <= from {
            return Err(HoursError::Backwards(from, until));
        }
        Ok(OpenSpan { from, until })
    }

    fn contains(self, minute: u32) -> bool {
        (u32::from(self.from.0)..u32::from(self.until.0)).contains(&minute)
    }
}

/// Reads a day like `2026-10-01`.
///
/// # Errors
/// [`HoursError::Date`] if the text is none.
pub fn read_date(text: &str) -> Result<NaiveDate, HoursError> {
    time::date(text).ok_or_else(|| HoursError::Date(text.to_owned()))
}

impl FromStr for TimeOfDay {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let parsed = match text.as_bytes() {
            [_, _, b':', _, _] => number(&text[..2]).zip(number(&text[3..])),
            _ => None,
        };
        parsed
            .filter(|(_, minute)| *minute < 60)
            .map(|(hour, minute)| hour * 60 + minute)
            .filter(|minutes| *minutes <= DAY_MINUTES)
            .map(TimeOfDay)
            .ok_or_else(|| HoursError::Time(text.to_owned()))
    }
}

// `parse` alone would accept a sign.
fn number(digits: &str) -> Option<u16> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        digits.parse().ok()
    } else {
        None
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: &str, until: &str) -> OpenSpan {
        OpenSpan::new(from.parse().unwrap(), until.parse().unwrap()).unwrap()
    }

    fn date(text: &str) -> NaiveDate {
        read_date(text).unwrap()
    }

    fn moment(day: &str, time: &str) -> NaiveDateTime {
        date(day).and_time(time.parse().unwrap())
    }

    fn office() -> WorkingHours {
        let mut hours = WorkingHours {
            time_zone: "Asia/Shanghai".into(),
            ..WorkingHours::default()
        };
        for day in &mut hours.week[..5] {
            *day = vec![span("09:00", "12:00"), span("13:30", "18:00")];
        }
        hours.holidays.insert(date("2026-10-01"));
        hours
            .extra
            .insert(date("2026-10-10"), vec![span("09:00", "12:00")]);
        hours
    }

    #[test]
    fn a_span_includes_its_first_minute_but_not_its_end() {
        let hours = office();

        assert!(!hours.is_open(moment("2026-11-20", "08:59")));
        assert!(hours.is_open(moment("2026-11-20", "09:00")));
        assert!(hours.is_open(moment("2026-11-20", "11:59")));
        assert!(!hours.is_open(moment("2026-11-20", "12:00")));
        assert!(hours.is_open(moment("2026-11-20", "13:30")));
    }

    #[test]
    fn holidays_are_closed_and_extra_days_have_their_own_hours() {
        let hours = office();

        assert!(
            !hours.is_open(moment("2026-10-01", "10:00")),
            "a Thursday, but a holiday"
        );
        assert!(!hours.is_open(moment("2026-10-17", "10:00")), "a Saturday");
        assert!(
            hours.is_open(moment("2026-10-10", "10:00")),
            "a Saturday with its own hours"
        );
        assert!(!hours.is_open(moment("2026-10-10", "14:00")));
    }

    #[test]
    fn an_invalid_date_or_time_is_refused_with_its_text() {
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-1-01",
            "+026-01-01",
            "",
            "２０２６-01-01",
        ] {
            assert_eq!(read_date(text), Err(HoursError::Date(text.to_owned())));
        }
        for text in ["9:00", "24:01", "12:60", "1२:0", "-1:00", ""] {
            assert_eq!(
                text.parse::<TimeOfDay>(),
                Err(HoursError::Time(text.to_owned()))
            );
        }
        let night = OpenSpan::new("22:00".parse().unwrap(), "02:00".parse().unwrap());
        assert_eq!(
            night.unwrap_err().to_string(),
            "22:00-02:00 does not end after it begins; a night shift is written as two spans"
        );
        assert!(office().extra.contains_key(&date("2026-10-10")));
        assert_eq!(date("2026-10-10").to_string(), "2026-10-10");
    }
}
