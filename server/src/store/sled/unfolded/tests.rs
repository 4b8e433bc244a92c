use super::*;
use actors_core::ids::{Seq, SessionNo};

const RIPENESS: Ripeness = Ripeness {
    lines: 3,
    bytes: 1_000,
};

fn visitor(name: &str) -> VisitorKey {
    VisitorKey {
        tenant: "demo".into(),
        visitor: name.into(),
    }
}

/// An instance to which no killed process left anything.
fn empty() -> Unfolded {
    Unfolded::new(RIPENESS, (LeftOver::default(), Documents::default()))
}

fn found(unfolded: &Unfolded, name: &str) -> Arc<Visitor> {
    Arc::clone(&unfolded.visitors[&visitor(name)])
}

fn group(number: u64) -> Arc<Group> {
    Arc::new(Group {
        number,
        bytes: vec![7; 40],
        _file: None,
    })
}

fn note<const N: usize>(unfolded: &mut Unfolded, number: u64, notes: [Note; N]) {
    unfolded.note(&group(number), 0, notes).unwrap();
}

fn line(name: &str, seq: u64) -> Note {
    let at = Timestamp::from_millis(1);
    let what = What::Line {
        session: SessionNo(1),
        seq: Seq(seq),
        at,
    };
    Note {
        about: About::Visitor(visitor(name), what),
        start: 5,
        bytes: 10,
    }
}

fn head(name: &str, standing: Standing, due: Option<i64>) -> Note {
    let what = What::Head {
        standing,
        due: due.map(Timestamp::from_millis),
    };
    Note {
        about: About::Visitor(visitor(name), what),
        start: 5,
        bytes: 10,
    }
}

#[test]
fn a_group_is_released_when_all_of_it_is_folded() {
    let mut unfolded = empty();
    let (first, second) = (group(1), group(2));
    unfolded
        .note(&first, 0, [line("v", 1), line("w", 1)])
        .unwrap();
    unfolded.note(&second, 0, [line("v", 2)]).unwrap();

    let folded = found(&unfolded, "v");
    unfolded.forget(&visitor("v"), &folded);
    drop(folded);

    assert_eq!(
        (Arc::strong_count(&first), Arc::strong_count(&second)),
        (2, 1)
    );
}

#[test]
fn records_that_arrive_while_a_visitor_is_folded_stay() {
    let mut unfolded = empty();
    note(
        &mut unfolded,
        1,
        [line("v", 1), head("v", Standing::Robot, Some(5))],
    );
    let folded = found(&unfolded, "v");

    note(
        &mut unfolded,
        2,
        [line("v", 1), head("v", Standing::Robot, Some(9))],
    );
    unfolded.forget(&visitor("v"), &folded);

    let kept = found(&unfolded, "v");
    assert_eq!((kept.lines.len(), kept.oldest()), (1, 2));
    let due = unfolded.due(Timestamp::from_millis(99), 9).here;
    assert_eq!(due, [(Timestamp::from_millis(9), visitor("v"))]);
}

#[test]
fn visitors_with_old_records_are_found() {
    let mut unfolded = empty();
    note(&mut unfolded, 1, [line("v", 1), line("w", 1)]);
    note(&mut unfolded, 2, [line("u", 1)]);
    assert_eq!(unfolded.older(1).here, [visitor("v"), visitor("w")]);

    let folded = ["v", "w"].map(|name| (name, found(&unfolded, name)));
    note(&mut unfolded, 3, [line("v", 2)]);
    for (name, seen) in &folded {
        unfolded.forget(&visitor(name), seen);
    }

    assert_eq!(unfolded.older(2).here, [visitor("u")]);
    assert_eq!(unfolded.older(3).here, [visitor("u"), visitor("v")]);
}

#[test]
fn a_visitor_who_grows_or_rests_becomes_ripe_once() {
    let mut unfolded = empty();

    note(
        &mut unfolded,
        1,
        [line("v", 1), line("v", 2), head("w", Standing::Robot, None)],
    );
    assert_eq!(unfolded.ripe(), 0);
    note(
        &mut unfolded,
        2,
        [line("v", 3), line("v", 4), head("w", Standing::Ended, None)],
    );

    assert_eq!(unfolded.take_ripe(), [visitor("v"), visitor("w")]);
    assert_eq!(unfolded.ripe(), 0);
}

#[test]
fn an_amended_line_replaces_the_old_one() {
    let mut unfolded = empty();
    note(&mut unfolded, 1, [line("v", 1), line("v", 3)]);

    note(&mut unfolded, 2, [line("v", 3), line("v", 2)]);

    let kept = found(&unfolded, "v");
    let seqs: Vec<_> = kept
        .lines
        .iter()
        .map(|line| (line.seq.0, line.location.group.number))
        .collect();
    assert_eq!(seqs, [(1, 1), (2, 2), (3, 2)]);
}
