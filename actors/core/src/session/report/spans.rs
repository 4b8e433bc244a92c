//! Times of many sessions, so that medians can be added up: how many fell into each of some buckets.
//!
//! Times below 64 ms have a bucket each. Above, each power of two has 32 buckets, so a time that is read back differs by
//! less than 2 %.

use super::numbers::{Reading, put_number};
use crate::time::Span;

/// The buckets of each power of two.
const FINE: u64 = 32;
/// The times that have a bucket each.
const EXACT: u64 = 64;

/// Times of many sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    total_ms: u64,
    /// How many times fell into each bucket. The last one is not 0.
    buckets: Vec<u32>,
}

fn bucket(ms: u64) -> usize {
    if ms < EXACT {
        return usize::try_from(ms).unwrap_or(0);
    }
    let power = u64::from(ms.ilog2());
    let part = (ms >> (power - 5)) & (FINE - 1);
    usize::try_from(EXACT + (power - 6) * FINE + part).unwrap_or(usize::MAX)
}

/// The middle of a bucket, in milliseconds.
fn middle(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let (power, part) = ((bucket - EXACT) / FINE + 6, (bucket - EXACT) % FINE);
    let width = 1_u64 << (power - 5);
    (FINE + part) * width + width / 2
}

/// No time has this bucket or a later one.
fn buckets_max() -> usize {
    bucket(u64::MAX) + 1
}

impl Spans {
    /// Adds a time.
    pub fn add(&mut self, span: Span) {
        let ms = span.as_millis();
        self.total_ms = self.total_ms.saturating_add(ms);
        self.add_to(bucket(ms), 1);
    }

    /// Adds those of others.
    pub(super) fn merge(&mut self, others: &Self) {
        self.total_ms = self.total_ms.saturating_add(others.total_ms);
        for (bucket, count) in others.counts() {
            self.add_to(bucket, count);
        }
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|count| u64::from(*count)).sum()
    }

    /// Their mean; `None` if there are none.
    pub fn mean(&self) -> Option<Span> {
        let mean = self.total_ms.checked_div(self.count())?;
        Some(Span::from_millis(mean))
    }

    /// The time that so many of a hundred do not exceed, by nearest rank; `None` if there are none.
    pub fn percentile(&self, percent: u64) -> Option<Span> {
        let rank = (self.count() * percent).div_ceil(100).max(1);
        let mut passed = 0;
        self.counts().find_map(|(bucket, count)| {
            passed += u64::from(count);
            (passed >= rank).then(|| Span::from_millis(middle(bucket)))
        })
    }

    /// How many are at most this long.
    pub fn within(&self, target: Span) -> u64 {
        let short = |(bucket, _): &(usize, u32)| middle(*bucket) <= target.as_millis();
        let short = self.counts().take_while(short);
        short.map(|(_, count)| u64::from(count)).sum()
    }

    /// Writes them.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.total_ms);
        put_number(bytes, self.counts().count() as u64);
        let mut before = 0;
        for (bucket, count) in self.counts() {
            put_number(bytes, (bucket - before) as u64);
            put_number(bytes, u64::from(count));
            before = bucket;
        }
    }

    /// Adds what [`Spans::write`] wrote; `None` if it is damaged.
    pub(super) fn add_written(&mut self, reading: &mut Reading<'_>) -> Option<()> {
        self.total_ms = self.total_ms.saturating_add(reading.number()?);
        let mut bucket = 0_usize;
        for _ in 0..reading.number()? {
            bucket = bucket.checked_add(usize::try_from(reading.number()?).ok()?)?;
            if bucket >= buckets_max() {
                return None;
            }
            self.add_to(bucket, u32::try_from(reading.number()?).ok()?);
        }
        Some(())
    }

    fn counts(&self) -> impl Iterator<Item = (usize, u32)> {
        let counts = self.buckets.iter().copied().enumerate();
        counts.filter(|(_, count)| *count > 0)
    }

    fn add_to(&mut self, bucket: usize, count: u32) {
        if count == 0 {
            return;
        }
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] = self.buckets[bucket].saturating_add(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(times: &[u64]) -> Spans {
        let mut spans = Spans::default();
        for ms in times {
            spans.add(Span::from_millis(*ms));
        }
        spans
    }

    #[test]
    fn nobody_has_no_median() {
        assert_eq!(Spans::default().percentile(50), None);
        assert_eq!(Spans::default().mean(), None);
    }

    #[test]
    fn the_median_of_three_is_the_second() {
        let spans = of(&[1, 60, 3]);

        assert_eq!(spans.percentile(50), Some(Span::from_millis(3)));
        assert_eq!(spans.percentile(90), Some(Span::from_millis(60)));
        assert_eq!(spans.mean(), Some(Span::from_millis(21)));
        assert_eq!(spans.within(Span::from_millis(3)), 2);
    }

    #[test]
    fn buckets_follow_each_other_without_gaps() {
        let mut before = 0;
        for ms in 0..200_000 {
            let at = bucket(ms);
            assert!(at == before || at == before + 1, "{ms}");
            before = at;
        }
        assert!(buckets_max() < 2_000);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        for bytes in [&[][..], &[1], &[1, 1, 200, 200, 1, 1], &[1, 255]] {
            assert_eq!(Spans::default().add_written(&mut Reading::of(bytes)), None);
        }
    }

    proptest! {
        #[test]
        fn a_percentile_is_right_to_two_percent(
            mut times in proptest::collection::vec(0_u64..2_000_000_000, 1..200),
            percent in 1_u64..=100,
        ) {
            let spans = of(&times);
            times.sort_unstable();
            let rank = (times.len() as u64 * percent).div_ceil(100).max(1);
            let exact = times[usize::try_from(rank).unwrap() - 1];

            let found = spans.percentile(percent).unwrap().as_millis();

            prop_assert!(found.abs_diff(exact) * 50 <= exact, "{found} for {exact}");
            prop_assert_eq!(spans.count(), times.len() as u64);
        }

        #[test]
        fn sums_of_sums_are_sums(
            one in proptest::collection::vec(0_u64..90_000_000, 0..50),
            other in proptest::collection::vec(0_u64..90_000_000, 0..50),
        ) {
            let mut bytes = Vec::new();
            of(&other).write(&mut bytes);
            let mut read = of(&one);
            read.add_written(&mut Reading::of(&bytes)).unwrap();
            let mut merged = of(&one);
            merged.merge(&of(&other));

            prop_assert_eq!(&read, &merged);
            prop_assert_eq!(read, of(&[one, other].concat()));
        }
    }
}
