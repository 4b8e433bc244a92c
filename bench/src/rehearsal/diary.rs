//! What happened, in equal parts of the day.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use parking_lot::Mutex;

use super::host::Failure;
use super::ledger::Faults;

/// The most parts of a day.
const PARTS_MAX: f64 = 120.0;
/// The shortest part, s.
const PART_MIN: f64 = 0.5;
/// The longest time a histogram holds, µs: an hour.
const LONGEST_US: u64 = 3_600_000_000;

/// A time that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// chatStart.
    Open,
    /// sendMsg of visitors and agents, until it is acknowledged.
    Send,
    /// From sending a message until the other side has it.
    Deliver,
    /// robotAsk, until the answer is there.
    Robot,
    /// From asking for a person until one takes over.
    Wait,
    /// How late this tool wakes up, which is its own share of all others.
    Late,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Open,
        Self::Send,
        Self::Deliver,
        Self::Robot,
        Self::Wait,
        Self::Late,
    ];
}

/// Durations, to two digits.
#[derive(Clone, Debug)]
pub struct Times(Histogram<u32>);

impl Times {
    fn new() -> Self {
        let empty = Histogram::new_with_bounds(1, LONGEST_US, 2);
        Self(empty.expect("the bounds are constants that fit"))
    }

    fn add(&mut self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.0.saturating_record(micros.max(1));
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A percentile, such as 0.99; zero without any.
    pub fn at(&self, quantile: f64) -> Duration {
        Duration::from_micros(self.0.value_at_quantile(quantile))
    }

    /// The longest.
    pub fn max(&self) -> Duration {
        Duration::from_micros(self.0.max())
    }
}

/// One part of the day.
#[derive(Clone, Debug)]
pub struct Part {
    times: [Times; Measure::ALL.len()],
    /// Visitors who arrived.
    pub arrived: u64,
    /// Messages that were acknowledged, robots' answers included.
    pub messages: u64,
    /// Calls that were made.
    pub calls: u64,
    /// Calls that failed, by call and reason.
    pub failures: BTreeMap<String, u64>,
    /// The most visitors at once.
    pub present: i64,
    /// The most visitors who waited for a person at once.
    pub waiting: i64,
}

impl Part {
    fn new() -> Self {
        Self {
            times: std::array::from_fn(|_| Times::new()),
            arrived: 0,
            messages: 0,
            calls: 0,
            failures: BTreeMap::new(),
            present: 0,
            waiting: 0,
        }
    }

    /// The times of one measure.
    pub fn times(&self, measure: Measure) -> &Times {
        &self.times[measure as usize]
    }

    /// Calls that failed.
    pub fn failed(&self) -> u64 {
        self.failures.values().sum()
    }
}

/// A day as it was.
#[derive(Clone, Debug)]
pub struct Record {
    /// The parts of the day in order, and a last one with everything after the last arrival.
    pub parts: Vec<Part>,
    /// The length of a part.
    pub part: Duration,
    /// All parts together.
    pub all: Part,
    /// Breaches of what the server promises.
    pub faults: Faults,
    /// What else the operator should know, and how often it happened.
    pub remarks: BTreeMap<&'static str, u64>,
}

impl Record {
    /// The parts of the day, without what came after it.
    pub fn day(&self) -> &[Part] {
        &self.parts[..self.parts.len() - 1]
    }
}

/// Takes everything down while it happens.
pub struct Diary {
    start: Instant,
    part: Duration,
    parts: Mutex<(Vec<Part>, Part)>,
    faults: Mutex<Faults>,
    remarks: Mutex<BTreeMap<&'static str, u64>>,
    present: AtomicI64,
    waiting: AtomicI64,
}

impl Diary {
    /// Begins a day of this length.
    pub fn begin(duration: Duration) -> Self {
        let seconds = duration.as_secs_f64();
        let parts = (seconds / PART_MIN).clamp(1.0, PARTS_MAX).floor();
        Self {
            start: Instant::now(),
            part: Duration::from_secs_f64(seconds / parts),
            parts: Mutex::new((vec![Part::new(); parts as usize + 1], Part::new())),
            faults: Mutex::default(),
            remarks: Mutex::default(),
            present: AtomicI64::new(0),
            waiting: AtomicI64::new(0),
        }
    }

    /// When it began.
    pub fn start(&self) -> Instant {
        self.start
    }

    fn at(&self, at: Instant, change: impl Fn(&mut Part)) {
        let since = at.saturating_duration_since(self.start);
        let place = (since.as_secs_f64() / self.part.as_secs_f64()) as usize;
        let (parts, all) = &mut *self.parts.lock();
        let last = parts.len() - 1;
        change(&mut parts[place.min(last)]);
        change(all);
    }

    /// Something that began at this instant took so long.
    pub fn took(&self, measure: Measure, began: Instant, took: Duration) {
        self.at(began, |part| part.times[measure as usize].add(took));
    }

    /// A visitor arrives.
    pub fn arrived(&self) {
        self.at(Instant::now(), |part| part.arrived += 1);
    }

    /// Messages are acknowledged.
    pub fn messages(&self, number: u64) {
        self.at(Instant::now(), |part| part.messages += number);
    }

    /// A call is made.
    pub fn called(&self, began: Instant) {
        self.at(began, |part| part.calls += 1);
    }

    /// A call failed.
    pub fn failed(&self, call: &str, began: Instant, failure: &Failure) {
        let name = format!("{call}: {}", failure.kind);
        self.at(began, |part| {
            *part.failures.entry(name.clone()).or_default() += 1
        });
    }

    /// A conversation is over.
    pub fn faults(&self, faults: Faults) {
        self.faults.lock().add(faults);
    }

    /// Something that the operator should know.
    pub fn remark(&self, text: &'static str) {
        *self.remarks.lock().entry(text).or_default() += 1;
    }

    /// Counts a visitor as present until it is dropped.
    pub fn presence(&self) -> Counted<'_> {
        Counted::new(&self.present)
    }

    /// Counts a visitor as waiting for a person until it is dropped.
    pub fn wait(&self) -> Counted<'_> {
        Counted::new(&self.waiting)
    }

    /// How many are present and how many of them wait.
    pub fn now(&self) -> (i64, i64) {
        let now = |count: &AtomicI64| count.load(Ordering::Relaxed);
        (now(&self.present), now(&self.waiting))
    }

    /// Takes down how many there are.
    pub fn look(&self) {
        let (present, waiting) = self.now();
        self.at(Instant::now(), |part| {
            part.present = part.present.max(present);
            part.waiting = part.waiting.max(waiting);
        });
    }

    /// All parts together so far.
    pub fn all(&self) -> Part {
        self.parts.lock().1.clone()
    }

    /// The day so far.
    pub fn record(&self) -> Record {
        let (parts, all) = self.parts.lock().clone();
        Record {
            parts,
            part: self.part,
            all,
            faults: *self.faults.lock(),
            remarks: self.remarks.lock().clone(),
        }
    }
}

/// Somebody who is counted.
pub struct Counted<'a>(&'a AtomicI64);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicI64) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_at_most_120_parts_and_none_under_half_a_second() {
        let parts = |seconds| {
            let record = Diary::begin(Duration::from_secs_f64(seconds)).record();
            (record.day().len(), record.part.as_secs_f64())
        };

        assert_eq!(parts(5.0), (10, 0.5));
        assert_eq!(parts(3_600.0), (120, 30.0));
        assert_eq!(parts(0.2), (1, 0.2));
    }

    #[test]
    fn everything_counts_in_the_part_in_which_it_began() {
        let diary = Diary::begin(Duration::from_secs(10));
        let second = diary.start() + Duration::from_millis(700);

        diary.took(Measure::Send, second, Duration::from_millis(8));
        diary.failed("sendMsg", second, &Failure::of("timeout"));
        diary.took(
            Measure::Send,
            second + Duration::from_secs(60),
            Duration::from_millis(2),
        );

        let record = diary.record();
        assert_eq!(record.parts[1].times(Measure::Send).len(), 1);
        assert_eq!(record.parts[1].failures["sendMsg: timeout"], 1);
        assert_eq!(record.parts[20].times(Measure::Send).len(), 1);
        let all = record.all.times(Measure::Send);
        assert_eq!(all.len(), 2);
        assert!((7..=8).contains(&all.max().as_millis()), "{:?}", all.max());
    }

    #[test]
    fn people_are_counted_while_they_are_there() {
        let diary = Diary::begin(Duration::from_secs(10));
        let (ann, bob) = (diary.presence(), diary.presence());
        let waits = diary.wait();
        diary.look();
        drop((ann, waits));
        diary.look();

        assert_eq!(diary.now(), (1, 0));
        drop(bob);
        let record = diary.record();
        assert_eq!((record.all.present, record.all.waiting), (2, 1));
    }
}
