//! What was submitted and acknowledged, kept outside the nodes, and the invariants.

use std::collections::BTreeMap;

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// An acknowledged group is not in the fold.
    Lost,
    /// A group is in the fold twice, or was acknowledged twice.
    Doubled,
    /// A group that was submitted after another was acknowledged precedes it in the fold, or an owner acknowledged in
    /// another order than the fold's.
    Reordered,
    /// An owner acknowledged a group that lies behind one of a later owner.
    TwoOwners,
    /// A node folded something else than the others.
    FoldsDiffer,
    /// An owner that was alone and connected did not finish.
    Stuck,
    /// A machine gave up without a reason.
    GaveUp,
}

/// How many schedules broke an invariant, and the first of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    each: BTreeMap<Violation, (u64, u64)>,
}

impl Found {
    /// Notes the violations of a schedule.
    pub fn note(&mut self, seed: u64, violations: &[Violation]) {
        let mut violations = violations.to_vec();
        violations.sort_unstable();
        violations.dedup();
        for violation in violations {
            self.each.entry(violation).or_insert((0, seed)).0 += 1;
        }
    }

    /// Adds what another thread found.
    pub fn add(&mut self, other: &Self) {
        for (violation, (count, first)) in &other.each {
            let each = self.each.entry(*violation).or_insert((0, *first));
            *each = (each.0 + count, each.1.min(*first));
        }
    }

    pub fn count(&self, violation: Violation) -> u64 {
        self.each.get(&violation).map_or(0, |(count, _)| *count)
    }
}

/// An acknowledged group.
#[derive(Clone, Copy, Debug)]
pub struct Acknowledged {
    pub group: u64,
    /// The owner's machine; a node has one after the other.
    pub machine: u64,
    pub epoch: u64,
    pub seq: u64,
}

#[derive(Debug, Default)]
pub struct Ledger {
    /// For each group, by its id: how many were acknowledged when it was submitted.
    submitted: Vec<usize>,
    acknowledged: Vec<Acknowledged>,
}

impl Ledger {
    /// A new group; returns its id.
    pub fn submit(&mut self) -> u64 {
        self.submitted.push(self.acknowledged.len());
        self.submitted.len() as u64 - 1
    }

    pub fn acknowledge(&mut self, acknowledged: Acknowledged) {
        self.acknowledged.push(acknowledged);
    }

    /// Compares the ledger with the groups of the fold, in order.
    pub fn violations(&self, fold: &[u64]) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut places = vec![None; self.submitted.len()];
        for (place, group) in fold.iter().enumerate() {
            if places[*group as usize].replace(place).is_some() {
                violations.push(Violation::Doubled);
            }
        }
        let mut seen = vec![false; self.submitted.len()];
        let mut of_machine = BTreeMap::new();
        // The furthest place of the acknowledgements so far.
        let mut furthest = vec![None];
        for acknowledged in &self.acknowledged {
            let group = acknowledged.group as usize;
            let place = places[group];
            if place.is_none() {
                violations.push(Violation::Lost);
            }
            if std::mem::replace(&mut seen[group], true) {
                violations.push(Violation::Doubled);
            }
            if of_machine.insert(acknowledged.machine, place) > Some(place) {
                violations.push(Violation::Reordered);
            }
            let last = *furthest.last().unwrap();
            furthest.push(last.max(place));
        }
        for (place, acknowledged_before) in places.iter().zip(&self.submitted) {
            if place.is_some() && *place <= furthest[*acknowledged_before] {
                violations.push(Violation::Reordered);
            }
        }
        if self.is_two_owners() {
            violations.push(Violation::TwoOwners);
        }
        violations
    }

    /// Whether the epochs of acknowledged groups fall, or a sequence is acknowledged twice.
    fn is_two_owners(&self) -> bool {
        let mut by_seq: Vec<_> = self.acknowledged.iter().collect();
        by_seq.sort_by_key(|acknowledged| acknowledged.seq);
        let mut pairs = by_seq.windows(2);
        pairs.any(|pair| pair[0].epoch > pair[1].epoch || pair[0].seq == pair[1].seq)
    }
}
