//! Working hours: when a channel's agents are available.
//!
//! Time zones are not known here: the caller passes the zone's offset at that moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::time::Timestamp;

/// Minutes in a day; a span may end there (`"24:00"`).
pub const DAY_MINUTES: u16 = 24 * 60;

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

/// A day of the week, Monday first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// A calendar day in the channel's own time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalDate {
    year: i32,
    month: u8,
    day: u8,
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

/// A local date and minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalMoment {
    /// The day.
    pub date: LocalDate,
    /// Minutes since midnight, 0…1439.
    pub minute: u16,
}

/// When agents work (Protocol, 'Working hours', `hours`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkingHours {
    /// IANA name of the zone all hours are written in, such as `Asia/Shanghai`.
    pub time_zone: Box<str>,
    /// The open spans of each weekday, Monday first; an empty list is a closed day.
    pub week: [Vec<OpenSpan>; 7],
    /// Days that are closed whatever their weekday.
    pub holidays: BTreeSet<LocalDate>,
    /// Days with their own hours. They override the week and the holidays.
    pub extra: BTreeMap<LocalDate, Vec<OpenSpan>>,
}

impl WorkingHours {
    /// Whether agents work at this moment.
    pub fn is_open(&self, at: LocalMoment) -> bool {
        self.spans(at.date)
            .iter()
            .any(|span| span.contains(at.minute))
    }

    fn spans(&self, date: LocalDate) -> &[OpenSpan] {
        if let Some(spans) = self.extra.get(&date) {
            return spans;
        }
        if self.holidays.contains(&date) {
            return &[];
        }
        &self.week[date.weekday() as usize]
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

    fn contains(self, minute: u16) -> bool {
        (self.from.0..self.until.0).contains(&minute)
    }
}

impl LocalMoment {
    /// The local time at an offset from UTC.
    pub fn at(now: Timestamp, offset_minutes: i32) -> Self {
        let minutes = now.as_millis().div_euclid(60_000) + i64::from(offset_minutes);
        let day = i64::from(DAY_MINUTES);
        LocalMoment {
            date: LocalDate::from_epoch_days(minutes.div_euclid(day)),
            minute: u16::try_from(minutes.rem_euclid(day)).expect("a remainder of 1,440 fits"),
        }
    }
}

impl LocalDate {
    /// Creates a date.
    ///
    /// `None` if the month has no such day.
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        (1..=last)
            .contains(&day)
            .then_some(LocalDate { year, month, day })
    }

    /// The day of the week.
    pub fn weekday(self) -> Weekday {
        use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
        // 1970-01-01 was a Thursday.
        match (self.epoch_days() + 3).rem_euclid(7) {
            0 => Monday,
            1 => Tuesday,
            2 => Wednesday,
            3 => Thursday,
            4 => Friday,
            5 => Saturday,
            _ => Sunday,
        }
    }

    // Both directions count from 0000-03-01, so that the leap day is a year's last: a cycle of
    // 400 years has 146,097 days (Howard Hinnant, "chrono-compatible low-level date algorithms").
    fn epoch_days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let (cycle, year_of_cycle) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100;
        cycle * 146_097 + day_of_cycle + day_of_year - 719_468
    }

    fn from_epoch_days(days: i64) -> Self {
        let days = days + 719_468;
        let (cycle, day_of_cycle) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_cycle = (day_of_cycle - day_of_cycle / 1_460 + day_of_cycle / 36_524
            - day_of_cycle / 146_096)
            / 365;
        let day_of_year =
            day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = (shifted_month + 2) % 12 + 1;
        let year = year_of_cycle + cycle * 400 + i64::from(month <= 2);
        LocalDate {
            year: i32::try_from(year).expect("milliseconds of an i64 stay within these years"),
            month: u8::try_from(month).expect("1…12"),
            day: u8::try_from(day).expect("1…31"),
        }
    }
}

impl FromStr for LocalDate {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let parsed = match text.as_bytes() {
            [_, _, _, _, b'-', _, _, b'-', _, _] => number(&text[..4])
                .zip(number(&text[5..7]))
                .zip(number(&text[8..])),
            _ => None,
        };
        parsed
            .and_then(|((year, month), day)| {
                LocalDate::new(
                    i32::from(year),
                    u8::try_from(month).ok()?,
                    u8::try_from(day).ok()?,
                )
            })
            .ok_or_else(|| HoursError::Date(text.to_owned()))
    }
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

impl fmt::Display for LocalDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
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

    fn date(text: &str) -> LocalDate {
        text.parse().unwrap()
    }

    fn moment(day: &str, time: &str) -> LocalMoment {
        LocalMoment {
            date: date(day),
            minute: time.parse::<TimeOfDay>().unwrap().0,
        }
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
    fn a_timestamp_converts_to_the_local_time_of_the_zone() {
        // 2026-11-20T18:07:43Z
        let now = Timestamp::from_millis(1_795_198_063_000);

        assert_eq!(LocalMoment::at(now, 0), moment("2026-11-20", "18:07"));
        assert_eq!(LocalMoment::at(now, 8 * 60), moment("2026-11-21", "02:07"));
        assert_eq!(
            LocalMoment::at(now, -19 * 60),
            moment("2026-11-19", "23:07")
        );
    }

    #[test]
    fn every_day_of_eight_centuries_survives_the_round_trip() {
        let mut expected = date("1700-01-01").weekday() as usize;
        for days in date("1700-01-01").epoch_days()..=date("2500-12-31").epoch_days() {
            let day = LocalDate::from_epoch_days(days);
            assert_eq!(day.epoch_days(), days);
            assert_eq!(LocalDate::new(day.year, day.month, day.day), Some(day));
            assert_eq!(day.weekday() as usize, expected, "{day}");
            expected = (expected + 1) % 7;
        }
        assert_eq!(date("2026-11-20").weekday(), Weekday::Friday);
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
            assert_eq!(
                text.parse::<LocalDate>(),
                Err(HoursError::Date(text.to_owned()))
            );
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
