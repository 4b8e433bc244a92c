//! Lookups of positions by queue number. A number belongs to one visitor for ever; if it is not valid, the lookup uses
//! the visitor's name.

#![allow(clippy::unwrap_used)]

use actors_core::ids::{GroupId, LinePlace, VisitorId};
use actors_core::router::lines::Lines;
use actors_core::routing::{Presence, QueueNumber};
use proptest::prelude::*;

const GROUPS: [&str; 2] = ["sales", "support"];
/// So few that the same visitors join again and again, and that the ring buffer (at least 64 slots) is compacted.
const VISITORS: u8 = 12;
/// The first of each line, who never leave. The front of the ring cannot move past them, so it fills with holes.
const STAYERS: u8 = 2;

/// The lines, and every number that a visitor ever received.
#[derive(Default)]
struct Drawn {
    lines: Lines,
    told: Vec<(VisitorId, QueueNumber)>,
    come: i64,
}

fn visitor(number: u8) -> VisitorId {
    VisitorId::from(format!("v{number}"))
}

fn nobody() -> VisitorId {
    VisitorId::from("nobody")
}

fn here() -> impl Strategy<Value = Presence> {
    prop_oneof![Just(Presence::Here), Just(Presence::Away)]
}

impl Drawn {
    fn comes(&mut self, group: usize, who: u8, presence: Presence) {
        self.come += 1;
        let place = LinePlace(self.come);
        self.joins(group, who, place, presence);
    }

    fn comes_back(&mut self, group: usize, who: u8) {
        self.come += 1;
        let place = LinePlace(self.come - 1_000_000);
        self.joins(group, who, place, Presence::Here);
    }

    fn joins(&mut self, group: usize, who: u8, place: LinePlace, presence: Presence) {
        let group = GroupId::from(GROUPS[group]);
        self.lines.join(&group, visitor(who), place, presence);
        // The router sends numbers when a visitor joins a line and when a line moves.
        (0..VISITORS).for_each(|who| self.tell(visitor(who)));
    }

    fn is_taken(&mut self, group: usize) {
        let first = self.lines.first(&GroupId::from(GROUPS[group]));
        if let Some(visitor) = first.map(|first| first.visitor.clone()) {
            self.lines.leave(&visitor);
        }
    }

    fn tell(&mut self, who: VisitorId) {
        let standing = self.lines.in_line(&who);
        if let Some(number) = standing.and_then(|standing| standing.number) {
            let told = (who, number);
            if !self.told.contains(&told) {
                self.told.push(told);
            }
        }
    }

    fn number(&self, who: u8) -> Option<QueueNumber> {
        self.lines.in_line(&visitor(who))?.number
    }

    /// Checks that each number gives its owner's position or none, and that the newest number finds its owner.
    fn holds(&self) -> Result<(), TestCaseError> {
        for (who, number) in &self.told {
            let by_name = self.lines.position(who, None);
            prop_assert_eq!(self.lines.position(who, Some(*number)), by_name);
            let alone = self.lines.position(&nobody(), Some(*number));
            prop_assert!(alone.is_none() || alone == by_name, "{who}: {alone:?}");
        }
        for who in (0..VISITORS).map(visitor) {
            let Some(standing) = self.lines.in_line(&who) else {
                continue;
            };
            if standing.number.is_some() {
                let alone = self.lines.position(&nobody(), standing.number);
                prop_assert_eq!(alone, Some(standing.position));
            }
        }
        Ok(())
    }
}

#[derive(Clone, Debug)]
enum Move {
    Comes(usize, u8, Presence),
    ComesBack(usize, u8),
    Leaves(u8),
    IsTaken(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    let (group, who) = (0..GROUPS.len(), 0..VISITORS);
    prop_oneof![
        6 => (group.clone(), who.clone(), here()).prop_map(|(g, w, p)| Move::Comes(g, w, p)),
        1 => (group.clone(), who).prop_map(|(group, who)| Move::ComesBack(group, who)),
        5 => (STAYERS..VISITORS).prop_map(Move::Leaves),
        1 => group.prop_map(Move::IsTaken),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_number_gives_its_owners_position_or_none(moves in prop::collection::vec(moves(), 1..1_500)) {
        let mut drawn = Drawn::default();
        for line in 0..STAYERS {
            // Away, so that no agent takes them.
            drawn.comes(usize::from(line), line, Presence::Away);
        }
        for step in moves {
            match step {
                Move::Comes(group, who, presence) => drawn.comes(group, who, presence),
                Move::ComesBack(group, who) => drawn.comes_back(group, who),
                Move::Leaves(who) => drop(drawn.lines.leave(&visitor(who))),
                Move::IsTaken(group) => drawn.is_taken(group),
            }
            drawn.holds()?;
        }
    }
}

#[test]
fn a_visitor_renumbered_by_compaction_is_found_by_the_new_number_and_by_name() {
    let mut drawn = Drawn::default();
    // The first visitor stays, so that the ring fills with the holes of those who join and leave.
    drawn.comes(0, 0, Presence::Here);
    let old = drawn.number(0);

    for _ in 0..64 {
        drawn.comes(0, 1, Presence::Here);
        drawn.lines.leave(&visitor(1));
    }

    let new = drawn.number(0);
    assert_ne!(old, new);
    assert_eq!(drawn.lines.position(&nobody(), old), None);
    assert_eq!(drawn.lines.position(&visitor(0), old), Some(1));
    assert_eq!(drawn.lines.position(&nobody(), new), Some(1));
}

#[test]
fn a_number_of_one_line_is_not_valid_in_another() {
    let mut drawn = Drawn::default();
    drawn.comes(0, 0, Presence::Here);
    drawn.comes(1, 1, Presence::Here);
    drawn.comes(1, 2, Presence::Here);
    let [first, second] = [drawn.number(0), drawn.number(2)];

    // The first of one line, and the second of the other.
    assert_eq!(drawn.lines.position(&nobody(), first), Some(1));
    assert_eq!(drawn.lines.position(&nobody(), second), Some(2));
    drawn.lines.leave(&visitor(0));
    drawn.comes(1, 0, Presence::Here);

    assert_eq!(drawn.lines.position(&nobody(), first), None);
    assert_eq!(drawn.lines.position(&visitor(0), first), Some(3));
}

#[test]
fn a_visitor_put_back_at_the_head_is_found_by_name_despite_an_old_number() {
    let mut drawn = Drawn::default();
    drawn.comes(0, 0, Presence::Here);
    drawn.comes(0, 1, Presence::Here);
    let held = drawn.number(1);
    drawn.lines.leave(&visitor(1));

    drawn.comes_back(0, 1);

    assert!(held.is_some() && drawn.number(1).is_none());
    assert_eq!(drawn.lines.position(&nobody(), held), None);
    assert_eq!(drawn.lines.position(&visitor(1), held), Some(1));
}
