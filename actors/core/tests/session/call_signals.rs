//! The delivery of call signals between the two clients (Protocol, 'Calls'). [FM-03]

use crate::call::{agent_signals, said, signals_of, speaking, visitor_signals};
use crate::story::{from_line, poll};
use actors_core::call::SignalKind;
use actors_core::ids::PollId;
use actors_core::session::Refusal;
use actors_core::session::commands::call::HearSignals;

/// A page that never confirms signals gets each one once and in order, as long as its polls succeed.
#[test]
fn a_page_that_confirms_no_signals_gets_each_once_and_in_order() {
    let mut story = speaking();
    story.apply(poll(2, "p1", from_line(3), 25));

    let words = story.effects_of(agent_signals("mia", "c1", said(SignalKind::Offer, "0")));
    assert_eq!(words, ["answer 2: Manual | cursor 3 | signals 1"]);
    for number in 1..=3 {
        let candidate = said(SignalKind::Candidate, &number.to_string());
        story.handle(agent_signals("mia", "c1", candidate)).unwrap();
    }

    let told = story.poll("p1", from_line(3)).unwrap();
    assert_eq!(
        signals_of(&told),
        ["Candidate 1", "Candidate 2", "Candidate 3"]
    );
    assert_eq!(
        signals_of(&story.poll("p1", from_line(3)).unwrap()),
        Vec::<String>::new()
    );
}

/// An answer may be lost. The page then polls from the last signal that it has received.
#[test]
fn signals_are_sent_again_until_the_page_confirms_them() {
    let mut story = speaking();
    for number in 1..=2 {
        let candidate = said(SignalKind::Candidate, &number.to_string());
        story.handle(agent_signals("mia", "c1", candidate)).unwrap();
    }
    let told = story.poll("p1", from_line(3)).unwrap();
    let numbers: Vec<_> = told.signals().map(|told| told.number).collect();
    assert!(numbers.is_sorted() && numbers[0] < numbers[1]);

    for (heard, expected) in [
        (0, vec!["Candidate 1", "Candidate 2"]),
        (numbers[0], vec!["Candidate 2"]),
        (numbers[1], vec![]),
    ] {
        story.apply(HearSignals {
            page: PollId::from("p1"),
            upto: heard,
        });
        assert_eq!(
            signals_of(&story.poll("p1", from_line(3)).unwrap()),
            expected
        );
    }
}

#[test]
fn unfetched_signals_are_limited_in_number_and_bytes() {
    let mut story = speaking();
    let candidate = || said(SignalKind::Candidate, "1");
    for _ in 0..128 {
        story
            .handle(agent_signals("mia", "c1", candidate()))
            .unwrap();
    }
    assert_eq!(
        story.handle(agent_signals("mia", "c1", candidate())),
        Err(Refusal::TooManySignals)
    );
    let long = "x".repeat(16 * 1_024);
    let mut story = speaking();
    for _ in 0..16 {
        story
            .handle(agent_signals("mia", "c1", said(SignalKind::Offer, &long)))
            .unwrap();
    }
    assert_eq!(
        story.handle(agent_signals("mia", "c1", said(SignalKind::Offer, &long))),
        Err(Refusal::TooManySignals)
    );
    assert_eq!(
        story.handle(visitor_signals(
            "c1",
            said(SignalKind::Offer, &format!("{long}x"))
        )),
        Err(Refusal::SignalTooLong)
    );
}
