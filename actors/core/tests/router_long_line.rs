//! A line of a hundred thousand visitors: positions are correct, and news of its moves is sent in portions.

mod router;

use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::SetStatus;
use actors_core::router::configure::Beginning;
use actors_core::router::line::Line;
use actors_core::router::lines::Lines;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{Availability, Presence, RouterNews, Standing};
use actors_core::tenant::WAITING_MAX;
use actors_core::time::Span;
use proptest::prelude::*;
use router::{START, Story, roster, told, told_when};
use std::collections::BTreeMap;

const WAITING: u32 = 100_000;

fn visitor(number: u32) -> VisitorId {
    VisitorId::from(format!("{number:06}"))
}

/// A router after a restart, with all visitors in one line and one busy agent who polls.
fn long_line() -> Story {
    let standing = (0..WAITING).map(|number| {
        let standing = Standing::Queued {
            group: GroupId::from("sales"),
            place: LinePlace(i64::from(number)),
            since: START,
        };
        (visitor(number), standing)
    });
    let choice = SeatChoice {
        availability: Availability::Busy,
        capacity: None,
    };
    let (mut story, effects) = Story::restore(Beginning {
        roster: roster(&[("mia", "sales", 3)]),
        choices: vec![("mia".into(), choice)],
        standing: standing.collect(),
        ..Beginning::default()
    });
    assert_eq!(effects, []);
    story.sign("mia");
    story
}

// [ST-05]
#[test]
fn every_position_is_correct_in_a_line_of_a_hundred_thousand() {
    let mut story = long_line();
    story.online("mia");

    for number in (0..WAITING).step_by(997) {
        let expected = number.checked_sub(2).filter(|position| *position > 0);
        assert_eq!(story.router.position(&visitor(number), None), expected);
    }
    assert_eq!(
        story.asks("late", "sales"),
        [format!("late: waits {}", WAITING - 2)]
    );
    let total = story.router.lines().total();
    assert_eq!(total, WAITING as usize - 2);
    assert!(total < WAITING_MAX);
}

#[test]
fn all_visitors_learn_of_a_move_within_a_minute_in_portions() {
    let mut story = long_line();
    let first = story.online("mia");
    assert_eq!(first[..3], ["000000: mia", "000001: mia", "000002: mia"]);

    let mut steps = vec![(0, first.len() - 3)];
    let mut heard: BTreeMap<String, u32> = BTreeMap::new();
    let mut hear = |line: &str| {
        let who = line
            .strip_suffix(": moved")
            .expect("the router sends only moves");
        *heard.entry(who.to_owned()).or_default() += 1;
    };
    first[3..].iter().for_each(|line| hear(line));
    for second in 1..=59 {
        let moved = story.passes(Span::from_secs(1), &["mia"]);
        let moved = told_when(&moved);
        steps.push((second, moved.len()));
        moved.iter().for_each(|(_, line)| hear(line));
    }

    assert_eq!(heard.len(), WAITING as usize - 3, "each visitor is told");
    assert!(
        heard.values().all(|times| *times == 1),
        "each visitor is told once"
    );
    let most = steps.iter().map(|(_, told)| *told).max();
    assert!(most < Some(2_000), "{steps:?}");
    assert_eq!(story.passes(Span::from_secs(5), &["mia"]), []);
}

#[test]
fn news_of_a_move_carries_the_visitors_current_number() {
    let mut story = long_line();
    let online = SetStatus {
        agent: AgentId::from("mia"),
        choice: SeatChoice {
            availability: Availability::Online,
            capacity: None,
        },
    };

    let step = story.router.handle(story.now, online);

    let moved = step.effects.iter().filter_map(|effect| match effect {
        RouterEffect::TellSession(visitor, RouterNews::LineMoved(number)) => {
            Some((visitor, *number))
        }
        RouterEffect::TellSession(..) | RouterEffect::TellDesk(..) => None,
    });
    let moved: Vec<_> = moved.collect();
    assert!(moved.len() > 100);
    let nobody = VisitorId::from("nobody");
    for (visitor, number) in moved {
        let position = story.router.position(visitor, None);
        assert!(position.is_some());
        assert_eq!(story.router.position(&nobody, number), position);
    }
}

#[test]
fn a_visitor_who_leaves_moves_only_those_behind() {
    let mut story = long_line();

    let effects = story.from("099990", actors_core::routing::RouterRequest::Withdraw);
    let rest = told_when(&story.passes(Span::from_secs(60), &["mia"]));

    assert_eq!(effects.len() + rest.len(), 9);
}

#[test]
fn visitors_of_a_long_line_that_closes_are_refused_in_portions() {
    let mut story = long_line();

    let mut portions = vec![story.says("mia", Availability::Offline).len()];
    while story.router.next_deadline() == Some(story.now) {
        portions.push(told(&story.router.handle_timeout(story.now)).len());
    }

    assert_eq!(portions, vec![1_000; 100]);
    assert_eq!(story.router.lines().total(), 0);
}

// [ST-05]
#[test]
fn positions_stay_correct_while_as_many_join_as_are_taken() {
    let group = GroupId::from("sales");
    for length in [1, 64, 65, 100, 128, 200] {
        let mut lines = Lines::new();
        let join = |lines: &mut Lines, number: u32| {
            let place = LinePlace(i64::from(number));
            lines.join(&group, visitor(number), place, Presence::Here);
        };
        (0..length).for_each(|number| join(&mut lines, number));
        for first in 0..1_000 {
            for number in first..first + length {
                let position = lines.position(&visitor(number), None);
                assert_eq!(position, Some(number - first + 1), "{length} wait");
            }
            let taken = take(&mut lines, &group);
            assert_eq!(taken, Some(visitor(first)));
            join(&mut lines, first + length);
        }
    }
}

/// Takes the first present visitor out of a line, as an agent does.
fn take(lines: &mut Lines, group: &GroupId) -> Option<VisitorId> {
    let visitor = lines.first(group)?.visitor.clone();
    lines.leave(&visitor)?;
    Some(visitor)
}

#[test]
fn a_number_is_invalid_after_its_visitor_has_left() {
    let group = GroupId::from("sales");
    let mut lines = Lines::new();
    let join = |lines: &mut Lines, number: u32| {
        let place = LinePlace(i64::from(number));
        lines.join(&group, visitor(number), place, Presence::Here);
        lines.in_line(&visitor(number)).unwrap().number
    };
    let first = join(&mut lines, 1);
    join(&mut lines, 2);
    assert_eq!(lines.position(&visitor(1), first), Some(1));

    lines.leave(&visitor(1));
    assert_eq!(lines.position(&visitor(1), first), None);
    join(&mut lines, 1);

    // Found by name, because the old number is not valid.
    assert_eq!(lines.position(&visitor(1), first), Some(2));
}

#[test]
fn a_number_of_another_router_is_ignored() {
    let group = GroupId::from("sales");
    let [mut lines, mut others] = [Lines::new(), Lines::new()];
    for number in [1, 2] {
        let place = LinePlace(i64::from(number));
        lines.join(&group, visitor(number), place, Presence::Here);
        others.join(&group, visitor(3 - number), place, Presence::Here);
    }
    let number = lines.in_line(&visitor(1)).unwrap().number;

    assert_eq!(lines.position(&visitor(1), number), Some(1));
    assert_eq!(others.position(&visitor(1), number), Some(2));
}

#[derive(Clone, Debug)]
enum Move {
    Join(u8, Presence),
    JoinHead(u8, u8, Presence),
    Leave(u8, u8),
    Take(u8),
    Presence(u8, Presence),
}

fn moves() -> impl Strategy<Value = Move> {
    let presence = prop_oneof![Just(Presence::Here), Just(Presence::Away)];
    prop_oneof![
        8 => (0..2_u8, presence.clone()).prop_map(|(line, presence)| Move::Join(line, presence)),
        1 => (0..2_u8, any::<u8>(), presence.clone()).prop_map(|(l, at, p)| Move::JoinHead(l, at, p)),
        3 => (any::<u8>(), 0..20_u8).prop_map(|(from, count)| Move::Leave(from, count)),
        4 => (0..2_u8).prop_map(Move::Take),
        2 => (any::<u8>(), presence).prop_map(|(who, presence)| Move::Presence(who, presence)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    // The walks are long enough for the ring buffers to grow, wrap around and be compacted.
    #[test]
    fn lines_behave_like_plain_lists(moves in prop::collection::vec(moves(), 1..1_500)) {
        let groups = ["a", "b"].map(GroupId::from);
        let mut lines = Lines::new();
        let mut plain: [Vec<(i64, VisitorId, Presence)>; 2] = Default::default();
        let mut drawn = Vec::new();
        for (number, step) in (0_u32..).zip(&moves) {
            match step {
                Move::Join(line, presence) => {
                    let place = i64::from(number);
                    let line = usize::from(*line);
                    let joined = lines.join(&groups[line], visitor(number), LinePlace(place), *presence);
                    prop_assert_eq!(joined, Some(LinePlace(place)));
                    plain[line].push((place, visitor(number), *presence));
                    let standing = lines.in_line(&visitor(number)).unwrap();
                    drawn.push((visitor(number), standing.number));
                }
                Move::JoinHead(line, at, presence) => {
                    let line = usize::from(*line);
                    let mut place = -10_000 + i64::from(*at);
                    let joined = lines.join(&groups[line], visitor(number), LinePlace(place), *presence);
                    while plain[line].iter().any(|(taken, ..)| *taken == place) {
                        place += 1;
                    }
                    prop_assert_eq!(joined, Some(LinePlace(place)));
                    plain[line].push((place, visitor(number), *presence));
                    plain[line].sort_by_key(|(place, ..)| *place);
                }
                Move::Leave(from, count) => {
                    let line = &mut plain[usize::from(*from) % 2];
                    for _ in 0..*count {
                        if let Some(index) = usize::from(*from).checked_rem(line.len()) {
                            let (place, who, presence) = line.remove(index);
                            let left = lines.leave(&who).unwrap();
                            prop_assert_eq!((left.place.0, left.presence), (place, presence));
                        }
                    }
                }
                Move::Take(number) => {
                    let line = &mut plain[usize::from(*number)];
                    let first = line.iter().position(|(.., presence)| *presence == Presence::Here);
                    let expected = first.map(|index| line.remove(index).1);
                    let taken = take(&mut lines, &groups[usize::from(*number)]);
                    prop_assert_eq!(taken, expected);
                }
                Move::Presence(who, presence) => {
                    let line = &mut plain[usize::from(*who) % 2];
                    if let Some(index) = usize::from(*who).checked_rem(line.len()) {
                        let changed = line[index].2 != *presence;
                        line[index].2 = *presence;
                        let said = lines.set_presence(&line[index].1, *presence);
                        prop_assert_eq!(said.is_some(), changed);
                    }
                }
            }
        }

        for (group, line) in groups.iter().zip(&plain) {
            let listed = lines.line(group).into_iter().flat_map(Line::iter);
            let listed: Vec<_> = listed.map(|waiter| waiter.visitor.clone()).collect();
            let expected: Vec<_> = line.iter().map(|(_, who, _)| who.clone()).collect();
            prop_assert_eq!(&listed, &expected);
            for (position, who) in (1..).zip(&expected) {
                prop_assert_eq!(lines.position(who, None), Some(position));
                // A visitor who was put at the head has no number.
                if let Some(number) = lines.in_line(who).and_then(|standing| standing.number) {
                    prop_assert_eq!(lines.position(&visitor(u32::MAX), Some(number)), Some(position));
                }
            }
        }
        // An old number never gives a wrong position.
        for (who, number) in &drawn {
            prop_assert!(number.is_some());
            prop_assert_eq!(lines.position(who, *number), lines.position(who, None));
        }
    }
}
