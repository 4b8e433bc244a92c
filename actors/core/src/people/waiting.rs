//! How long a visitor will wait, as a range, and how often such a range was right (docs/decisions/0011).
//!
//! A turn is the mean service time of the last hour, divided by the number of conversations that the group's agents can
//! have at once. The middle of an estimate is one turn for each position. Waits differ from it by some turns for each
//! root of the position, because many services vary less than one. How far the waits before differed gives the range.
//! Each visitor who joins a line gets an estimate, told or not, and it is judged when an agent takes them. So the share
//! of right ones rises again by itself after a bad hour.
//!
//! Pure, and of bounded size. Nothing is stored: after a restart nobody is told anything until enough is known.

use crate::ids::{GroupId, VisitorId};
use crate::time::{Span, Timestamp};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The service times that count are at most this old.
const RECENT: Span = Span::from_minutes(60);

/// The most service times of a group that are remembered.
pub const SERVICES_MAX: usize = 256;

/// The fewest service times from which a wait is estimated.
pub const SERVICES_MIN: usize = 5;

/// The most past waits of a group that set the width of its ranges.
pub const DEVIATIONS_MAX: usize = 200;

/// The fewest of them before the ranges follow them.
const DEVIATIONS_MIN: usize = 20;

/// The last estimates of a group that are judged together.
pub const JUDGED_MAX: usize = 100;

/// The fewest of them before anybody is told anything.
pub const JUDGED_MIN: usize = 20;

/// The share of right estimates, in percent, below which nobody is told anything.
pub const RIGHT_PERCENT_MIN: u32 = 80;

/// The most estimates of a tenant that are open at a time. Visitors who join beyond it get none.
pub const OPEN_MAX: usize = 2_000;

/// The most conversations of a tenant whose beginning is remembered.
const SERVING_MAX: usize = 20_000;

/// The ends of a range, in thousandths of the past waits: nearly nine of ten lie between.
const LOW_PERMILLE: usize = 60;
const HIGH_PERMILLE: usize = 930;

/// The range before anything is known, as deviations.
const WIDE: (i64, i64) = (-1_000, 2_000);

/// Ranges end at whole minutes: nobody waits to the second.
const STEP_MS: u64 = 60_000;

/// From how long to how long a visitor waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitRange {
    /// At least.
    pub from: Span,
    /// At most.
    pub to: Span,
}

impl WaitRange {
    /// Whether a wait lies in the range.
    pub fn contains(&self, wait: Span) -> bool {
        self.from <= wait && wait <= self.to
    }
}

/// How many estimates were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The right ones.
    pub right: u32,
    /// All that were judged.
    pub judged: u32,
}

impl Share {
    /// Whether estimates may be told.
    pub fn is_trusted(self) -> bool {
        self.judged as usize >= JUDGED_MIN && self.right * 100 >= self.judged * RIGHT_PERCENT_MIN
    }
}

/// The estimates of a tenant.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    groups: BTreeMap<GroupId, GroupWaits>,
    /// When each conversation began. Never iterated.
    serving: HashMap<VisitorId, Timestamp>,
    /// The estimates that are not judged yet. Never iterated.
    open: HashMap<VisitorId, OpenEstimate>,
}

#[derive(Clone, Debug, Default)]
struct GroupWaits {
    /// Ends and durations of conversations, oldest first.
    services: VecDeque<(Timestamp, Span)>,
    services_ms: u64,
    /// How far past waits differed from the middle of their estimate, oldest first.
    deviations: VecDeque<i64>,
    /// The verdicts on past estimates, oldest first.
    verdicts: VecDeque<Verdict>,
}

#[derive(Clone, Debug)]
struct OpenEstimate {
    group: GroupId,
    at: Timestamp,
    middle: Middle,
    range: WaitRange,
}

/// The middle of an estimate, and the unit of a deviation from it, both in milliseconds. A deviation is counted in
/// thousandths.
#[derive(Clone, Copy, Debug)]
struct Middle {
    at_ms: u64,
    unit_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
}

impl Waits {
    /// Whether a visitor who joins this group's line gets an estimate.
    pub fn foretells(&self, group: &GroupId) -> bool {
        let known = self.groups.get(group);
        self.open.len() < OPEN_MAX
            && known.is_some_and(|group| group.services.len() >= SERVICES_MIN)
    }

    /// A visitor joined a line at this position. `seats` is the number of conversations that the group's agents can
    /// have at once.
    pub fn joined(
        &mut self,
        visitor: VisitorId,
        group: &GroupId,
        position: u32,
        seats: u32,
        now: Timestamp,
    ) {
        if !self.foretells(group) {
            return;
        }
        let Some(known) = self.groups.get_mut(group) else {
            return;
        };
        let Some(middle) = known.middle(position, seats, now) else {
            return;
        };
        let range = known.range(middle);
        let estimate = OpenEstimate {
            group: group.clone(),
            at: now,
            middle,
            range,
        };
        self.open.insert(visitor, estimate);
    }

    /// An agent took a visitor, out of a line or at once.
    pub fn seated(&mut self, visitor: &VisitorId, group: &GroupId, now: Timestamp) {
        if let Some(estimate) = self.open.remove(visitor)
            && estimate.group == *group
        {
            let waited = now.since(estimate.at);
            self.groups
                .entry(estimate.group.clone())
                .or_default()
                .judge(&estimate, waited);
        }
        self.serving_since(visitor.clone(), now);
    }

    /// A conversation has been going on since then.
    pub fn serving_since(&mut self, visitor: VisitorId, since: Timestamp) {
        if self.serving.len() < SERVING_MAX {
            self.serving.insert(visitor, since);
        }
    }

    /// A visitor's conversation with an agent is over.
    pub fn served(&mut self, visitor: &VisitorId, group: &GroupId, now: Timestamp) {
        if let Some(since) = self.serving.remove(visitor) {
            let known = self.groups.entry(group.clone()).or_default();
            known.push_service(now, now.since(since));
        }
    }

    /// A visitor left the line without an agent. Their estimate was wrong if they waited longer; else nobody knows.
    pub fn gave_up(&mut self, visitor: &VisitorId, now: Timestamp) {
        if let Some(estimate) = self.open.remove(visitor)
            && now.since(estimate.at) > estimate.range.to
            && let Some(known) = self.groups.get_mut(&estimate.group)
        {
            known.push_verdict(Verdict::Wrong);
        }
    }

    /// What a waiting visitor is told: their estimate, less the time since.
    pub fn told(&self, visitor: &VisitorId, now: Timestamp) -> Option<WaitRange> {
        let estimate = self.open.get(visitor)?;
        let waited = now.since(estimate.at);
        if waited > estimate.range.to || !self.share(&estimate.group).is_trusted() {
            return None;
        }
        let left =
            |span: Span| Span::from_millis(span.as_millis().saturating_sub(waited.as_millis()));
        Some(WaitRange {
            from: left(estimate.range.from),
            to: left(estimate.range.to),
        })
    }

    /// How many of a group's last estimates were right.
    pub fn share(&self, group: &GroupId) -> Share {
        let Some(known) = self.groups.get(group) else {
            return Share::default();
        };
        let verdicts = known.verdicts.iter();
        let right = verdicts.filter(|verdict| **verdict == Verdict::Right);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Share {
            right: count(right.count()),
            judged: count(known.verdicts.len()),
        }
    }
}

impl GroupWaits {
    /// The middle of an estimate; `None` if too little is known.
    fn middle(&mut self, position: u32, seats: u32, now: Timestamp) -> Option<Middle> {
        while let Some((ended, lasted)) = self.services.front()
            && now.since(*ended) > RECENT
        {
            self.services_ms -= lasted.as_millis();
            self.services.pop_front();
        }
        if self.services.len() < SERVICES_MIN || seats == 0 {
            return None;
        }
        let mean = self.services_ms / self.services.len() as u64;
        let turn_ms = mean / u64::from(seats);
        let position = u64::from(position);
        let root = position.saturating_mul(1_000_000).isqrt();
        Some(Middle {
            at_ms: turn_ms.saturating_mul(position),
            unit_ms: (turn_ms.saturating_mul(root) / 1_000).max(1),
        })
    }

    fn range(&self, middle: Middle) -> WaitRange {
        let (low, high) = self.spread();
        let at = |deviation: i64| {
            let unit = i64::try_from(middle.unit_ms).unwrap_or(i64::MAX);
            let by = unit.saturating_mul(deviation) / 1_000;
            middle.at_ms.saturating_add_signed(by)
        };
        WaitRange {
            from: Span::from_millis(at(low) / STEP_MS * STEP_MS),
            to: Span::from_millis((at(high) / STEP_MS + 1) * STEP_MS),
        }
    }

    /// Nearly nine of ten deviations lay between these.
    fn spread(&self) -> (i64, i64) {
        if self.deviations.len() < DEVIATIONS_MIN {
            return WIDE;
        }
        let mut sorted: Vec<i64> = self.deviations.iter().copied().collect();
        sorted.sort_unstable();
        let last = sorted.len() - 1;
        let low = last * LOW_PERMILLE / 1_000;
        let high = (sorted.len() * HIGH_PERMILLE).div_ceil(1_000);
        (sorted[low], sorted[high.min(last)])
    }

    fn judge(&mut self, estimate: &OpenEstimate, waited: Span) {
        let verdict = match estimate.range.contains(waited) {
            true => Verdict::Right,
            false => Verdict::Wrong,
        };
        self.push_verdict(verdict);
        let middle = estimate.middle;
        let signed = |millis: u64| i64::try_from(millis).unwrap_or(i64::MAX);
        let differs = signed(waited.as_millis()).saturating_sub(signed(middle.at_ms));
        let deviation = differs.saturating_mul(1_000) / signed(middle.unit_ms);
        self.deviations.push_back(deviation);
        if self.deviations.len() > DEVIATIONS_MAX {
            self.deviations.pop_front();
        }
    }

    fn push_verdict(&mut self, verdict: Verdict) {
        self.verdicts.push_back(verdict);
        if self.verdicts.len() > JUDGED_MAX {
            self.verdicts.pop_front();
        }
    }

    fn push_service(&mut self, ended: Timestamp, lasted: Span) {
        self.services.push_back((ended, lasted));
        self.services_ms += lasted.as_millis();
        if self.services.len() > SERVICES_MAX
            && let Some((_, oldest)) = self.services.pop_front()
        {
            self.services_ms -= oldest.as_millis();
        }
    }
}

#[cfg(test)]
mod tests;
