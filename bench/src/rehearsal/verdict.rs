//! Whether the installation holds the day, and if not, what gives first.

use std::fmt;
use std::time::Duration;

use super::day::{Day, Limits};
use super::diary::{Measure, Part, Record};
use super::plan::span;

/// A percentile of fewer calls says little.
const CALLS_MIN: u64 = 20;
/// A tool that wakes up later than this measures itself.
const LATE_MAX: Duration = Duration::from_millis(100);
/// Failures below this number in a part are no trend.
const FAILED_MIN: u64 = 3;

/// A limit that was exceeded.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The first part.
    pub first: usize,
    /// The last part.
    pub last: usize,
    /// What: `delivery`, `waiting for a person` …
    pub what: &'static str,
    /// What happened and the limit: `p99 of delivery reached 1.8 s (limit 1 s)`.
    pub how: String,
}

/// The end of a rehearsal.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All limits were kept.
    Holds,
    /// At least one was not, earliest first.
    Gives(Vec<Breach>),
    /// The rehearsal cannot tell, and why.
    Unclear(String),
}

/// The limit of a percentile.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// What is measured.
    pub measure: Measure,
    /// Its name.
    pub what: &'static str,
    /// The percentile.
    pub quantile: f64,
    /// The limit.
    pub max: Duration,
}

/// All percentiles with a limit, the most important first.
pub fn rules(limits: &Limits) -> [Rule; 5] {
    let ms = |ms: u32| Duration::from_millis(u64::from(ms));
    let rule = |measure, what, quantile, max| Rule {
        measure,
        what,
        quantile,
        max,
    };
    [
        rule(Measure::Deliver, "delivery", 0.99, ms(limits.deliver_ms)),
        rule(Measure::Send, "sending", 0.99, ms(limits.send_ms)),
        rule(
            Measure::Robot,
            "the robot's answer",
            0.99,
            ms(limits.robot_ms),
        ),
        rule(Measure::Open, "opening a chat", 0.99, ms(limits.open_ms)),
        rule(
            Measure::Wait,
            "waiting for a person",
            0.9,
            Duration::from_secs(u64::from(limits.wait_seconds)),
        ),
    ]
}

/// Judges a day.
pub fn judge(record: &Record, limits: &Limits) -> Verdict {
    let late = record.all.times(Measure::Late).at(0.99);
    if record.all.times(Measure::Open).is_empty() {
        return Verdict::Unclear("no visitor could open a chat, or none arrived".to_owned());
    }
    let mut breaches: Vec<Breach> = broken_promises(record).into_iter().collect();
    breaches.extend(refusals(record, limits));
    breaches.extend(rules(limits).iter().filter_map(|rule| slow(record, rule)));
    // Equally early ones stay in the order of their importance.
    breaches.sort_by_key(|breach| breach.first);
    let are_only_times = breaches.iter().all(|breach| breach.how.starts_with('p'));
    if late > LATE_MAX && are_only_times {
        let late = span(late.as_secs_f64());
        return Verdict::Unclear(format!(
            "this tool itself was up to {late} late (p99): play the day from a faster or a less busy machine, or parts \
             of it from several"
        ));
    }
    match breaches.is_empty() {
        true => Verdict::Holds,
        false => Verdict::Gives(breaches),
    }
}

/// Lost, repeated and disordered messages, and places that grew. None is allowed.
fn broken_promises(record: &Record) -> Option<Breach> {
    let faults = record.faults;
    let named = [
        (faults.lost, "lost"),
        (faults.twice, "delivered twice"),
        (faults.disordered, "out of order"),
        (faults.grown, "places in the queue that grew"),
    ];
    let said: Vec<_> = named
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    (!said.is_empty()).then(|| Breach {
        first: 0,
        last: record.parts.len() - 1,
        what: "messages",
        how: format!("of the acknowledged messages: {}", said.join(", ")),
    })
}

fn refusals(record: &Record, limits: &Limits) -> Option<Breach> {
    let share = |part: &Part| part.failed() as f64 * 1_000.0 / part.calls.max(1) as f64;
    let is_over =
        |part: &Part| share(part) > limits.failed_per_thousand && part.failed() >= FAILED_MIN;
    let is_over_in_all = share(&record.all) > limits.failed_per_thousand;
    let (first, last) = extent(record, is_over, |part| is_over_in_all && part.failed() > 0)?;
    let most = record
        .all
        .failures
        .iter()
        .max_by_key(|(_, number)| **number)?;
    Some(Breach {
        first,
        last,
        what: "failed calls",
        how: format!(
            "{} of {} calls failed (limit {} in a thousand), most often “{}”",
            record.all.failed(),
            record.all.calls,
            limits.failed_per_thousand,
            most.0
        ),
    })
}

fn slow(record: &Record, rule: &Rule) -> Option<Breach> {
    let at = |part: &Part| part.times(rule.measure).at(rule.quantile);
    let is_over = |part: &Part| part.times(rule.measure).len() >= CALLS_MIN && at(part) > rule.max;
    let is_over_in_all = at(&record.all) > rule.max;
    let (first, last) = extent(record, is_over, |part| {
        is_over_in_all && at(part) > rule.max
    })?;
    let worst = record.parts[first..=last].iter().map(at).max()?;
    Some(Breach {
        first,
        last,
        what: rule.what,
        how: format!(
            "p{:.0} of {} reached {} (limit {})",
            rule.quantile * 100.0,
            rule.what,
            time(worst),
            time(rule.max)
        ),
    })
}

/// The first and the last part of a breach.
fn extent(
    record: &Record,
    is_over: impl Fn(&Part) -> bool,
    is_over_together: impl Fn(&Part) -> bool,
) -> Option<(usize, usize)> {
    let over = |part: &Part| is_over(part) || is_over_together(part);
    let first = record.parts.iter().position(&over)?;
    let last = record.parts.iter().rposition(&over)?;
    Some((first, last))
}

/// A duration, to two digits or so.
pub fn time(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1e3;
    match ms {
        _ if ms < 0.005 => "0 ms".to_owned(),
        _ if ms < 0.995 => format!("{ms:.2} ms"),
        _ if ms < 9.95 => format!("{ms:.1} ms").replace(".0 ", " "),
        _ if ms < 995.0 => format!("{ms:.0} ms"),
        _ if ms < 9_950.0 => format!("{:.1} s", ms / 1e3).replace(".0 ", " "),
        _ => span((ms / 1e3).round()),
    }
}

/// When a breach was, on the clock of the day, and how busy it was then.
pub fn when(breach: &Breach, record: &Record, day: &Day) -> String {
    let part = record.part;
    let clock = |number: usize| day.clock(part.mul_f64(number as f64));
    let end = record.day().len();
    if breach.first == end {
        return "after the last visitor had arrived".to_owned();
    }
    let is_to_the_end = breach.last + 1 >= end;
    let times = match (breach.first, is_to_the_end) {
        (0, true) => "all day".to_owned(),
        (first, true) => format!("from {} on", clock(first)),
        (first, false) => format!("from {} to {}", clock(first), clock(breach.last + 1)),
    };
    let busy = &record.parts[breach.first];
    format!(
        "{times}, at {:.1} messages a second and {} visitors at once",
        busy.messages as f64 / part.as_secs_f64(),
        busy.present
    )
}

/// The verdict as a line.
pub struct Line<'a>(pub &'a Verdict, pub &'a Record, pub &'a Day);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(verdict, record, day) = self;
        match verdict {
            Verdict::Holds => write!(f, "holds"),
            Verdict::Unclear(why) => write!(f, "cannot say: {why}"),
            Verdict::Gives(breaches) => {
                write!(f, "does not hold")?;
                let Some(first) = breaches.first() else {
                    return Ok(());
                };
                write!(f, ", and {} gives first: {}, ", first.what, first.how)?;
                write!(f, "{}", when(first, record, day))
            }
        }
    }
}

#[cfg(test)]
mod tests;
