//! Random schedules of nodes, a network and a stream over the same [`Owner`](actors_cluster::owner::Owner) and
//! [`Position`](actors_cluster::position::Position) as the program. A schedule is a function of its seed.
//!
//! - `stream`: a model of a stream that is fair to nobody.
//! - `world`: nodes, what is in transit between them and the stream, and what a step does.
//! - `tally`: what the schedules reached.
//! - `ledger`: what was acknowledged, kept outside the nodes, and the invariants.

#![allow(clippy::unwrap_used)]

mod ledger;
mod stream;
mod tally;
mod world;

use ledger::{Found, Violation};
use std::ops::Range;
use std::thread;
use tally::Tally;
use world::{Rules, World};

const SCHEDULES: u64 = 50_000;
/// The null controls run the first of the same schedules.
const CONTROL_SCHEDULES: u64 = 2_000;
/// Each takes every so many seeds. Their number changes no result.
const THREADS: u64 = 4;

/// Runs the schedules of the seeds below `count`, and returns what was found and how often something happened.
fn run(rules: Rules, count: u64) -> (Found, Tally) {
    let mut found = Found::default();
    let mut tally = Tally::default();
    let parts = thread::scope(|scope| {
        let part = |part| scope.spawn(move || run_part(rules, part..count));
        let threads: Vec<_> = (0..THREADS).map(part).collect();
        let parts = threads.into_iter().map(|thread| thread.join().unwrap());
        parts.collect::<Vec<_>>()
    });
    for part in parts {
        found.add(&part.0);
        tally.add(&part.1);
    }
    (found, tally)
}

/// Runs each schedule of one thread.
fn run_part(rules: Rules, seeds: Range<u64>) -> (Found, Tally) {
    let mut found = Found::default();
    let mut tally = Tally::default();
    for seed in seeds.step_by(THREADS as usize) {
        let mut world = World::new(rules, seed);
        world.run();
        found.note(seed, &world.violations());
        tally.add(&world.tally);
    }
    (found, tally)
}

#[test]
fn in_50_000_schedules_no_acknowledged_group_is_lost_doubled_or_reordered_and_no_two_owners_acknowledge()
 {
    let (found, tally) = run(Rules::Kept, SCHEDULES);

    println!("{tally:#?}");
    assert_eq!(found, Found::default());
    // The schedules reach what they are meant to reach.
    for (what, count) in tally.each() {
        assert!(count >= SCHEDULES / 50, "only {count} of {what}");
    }
}

#[test]
fn null_control_without_the_gap_check_the_same_schedules_lose_acknowledged_groups_beside_a_second_owner()
 {
    let (found, _) = run(Rules::WithoutGapCheck, CONTROL_SCHEDULES);

    println!("{found:#?}");
    assert!(found.count(Violation::Lost) > 0);
    assert!(found.count(Violation::TwoOwners) > 0);
}

#[test]
fn null_control_without_the_epoch_rule_and_the_gap_check_the_same_schedules_double_and_reorder_groups()
 {
    let (found, _) = run(Rules::WithoutAny, CONTROL_SCHEDULES);

    println!("{found:#?}");
    assert!(found.count(Violation::Doubled) > 0);
    assert!(found.count(Violation::Reordered) > 0);
    assert!(found.count(Violation::TwoOwners) > 0);
}
