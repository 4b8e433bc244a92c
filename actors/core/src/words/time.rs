//! Time as the machines see it: passed in from outside, in milliseconds since the epoch.
//!
//! There is no clock here. Deadlines are stored and shown, so they are wall-clock times, not `Instant`s. The shell's
//! clock never runs backwards.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// A moment, in milliseconds since the Unix epoch (Protocol, 'Envelope').
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Timestamp(i64);

/// A length of time in milliseconds; never negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span(u64);

impl Timestamp {
    /// Creates a timestamp from milliseconds since the epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The time since `earlier`; zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Span {
        Span(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl Span {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// `seconds` seconds.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1_000))
    }

    /// `minutes` minutes.
    pub const fn from_minutes(minutes: u64) -> Self {
        Self(minutes.saturating_mul(60_000))
    }

    /// A number of minutes as a tenant writes it, with fractions (Protocol, 'Silence'). Anything not above zero gives
    /// zero.
    pub fn from_fractional_minutes(minutes: f64) -> Self {
        // The cast saturates: NaN and negative numbers become 0, huge ones the maximum.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Self((minutes * 60_000.0).round() as u64)
    }

    /// Milliseconds.
    pub const fn as_millis(self) -> u64 {
        self.0
    }
}

impl Add<Span> for Timestamp {
    type Output = Self;

    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add_unsigned(span.0))
    }
}

impl Sub<Span> for Timestamp {
    type Output = Self;

    fn sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub_unsigned(span.0))
    }
}

/// The day that a text like `2026-10-01` names.
pub(crate) fn date(text: &str) -> Option<NaiveDate> {
    // `parse` alone accepts signs and single digits.
    let is_plain = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let is_written_out = text.len() == 10 && text.bytes().enumerate().all(is_plain);
    text.parse().ok().filter(|_| is_written_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_may_have_fractions_and_invalid_ones_are_zero() {
        assert_eq!(Span::from_fractional_minutes(0.05), Span::from_secs(3));
        assert_eq!(Span::from_fractional_minutes(-1.0), Span::ZERO);
        assert_eq!(Span::from_fractional_minutes(f64::NAN), Span::ZERO);
    }

    #[test]
    fn the_time_since_a_later_moment_is_zero() {
        let now = Timestamp::from_millis(10);

        assert_eq!(now.since(now + Span::from_secs(1)), Span::ZERO);
        assert_eq!((now + Span::from_secs(1)).since(now), Span::from_secs(1));
    }
}
