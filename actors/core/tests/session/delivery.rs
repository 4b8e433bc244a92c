//! Polls are held, answered, repeated and superseded without losing a line (Protocol, 'Polling' and 'Cursors').

use crate::story::{
    Story, ask, assigned, ends, from_line, invites, lines_of, picture, plain, poll, recalls, says,
    send, start, talkative, transfer, types, waiting_at,
};
use actors_core::ids::{ClientId, PollId, Seq};
use actors_core::routing::RouterNews;
use actors_core::session::Refusal;
use actors_core::session::commands::from_agent::AgentSays;
use actors_core::session::commands::poll::{News, Since};
use actors_core::session::commands::read::Read;
use actors_core::session::phase::Status;
use actors_core::time::Span;

#[test]
fn a_poll_with_news_is_answered_at_once() {
    let mut story = Story::with_robot(talkative());

    let words = story.effects_of(poll(1, "p1", from_line(0), 25));

    assert_eq!(words, ["answer 1: Robot | 1 robot: Hello! | cursor 1"]);
}

/// [ST-16]
#[test]
fn a_poll_without_news_is_held_until_there_is_some() {
    let mut story = Story::talking(plain());

    let parked = story.effects_of(poll(2, "p1", from_line(1), 25));
    let said = story.effects_of(says("mia", "a1", "Hello"));

    assert!(parked.is_empty());
    assert_eq!(
        said,
        [
            "+ 2 mia: Hello",
            "head mia",
            "desk mia: 2 mia: Hello",
            "answer 2: Manual | 2 mia: Hello | cursor 2",
        ]
    );
}

#[test]
fn a_poll_is_held_for_its_requested_time_and_at_most_25_seconds() {
    let mut story = Story::with_robot(plain());

    story.apply(poll(1, "p1", from_line(0), 10));
    assert!(story.passes(Span::from_millis(9_999)).is_empty());
    assert_eq!(
        story.passes(Span::from_millis(1)),
        ["answer 1: Robot | cursor 0"]
    );

    story.apply(poll(2, "p1", from_line(0), 3_600));
    assert!(story.passes(Span::from_millis(24_999)).is_empty());
    assert_eq!(
        story.passes(Span::from_millis(1)),
        ["answer 2: Robot | cursor 0"]
    );

    let words = story.effects_of(poll(3, "p1", from_line(0), 0));
    assert_eq!(words, ["answer 3: Robot | cursor 0"]);
}

#[test]
fn a_newer_poll_of_the_same_page_answers_the_older_one_empty() {
    let mut story = Story::talking(plain());
    story.apply(poll(2, "p1", from_line(1), 25));

    let second = story.effects_of(poll(3, "p1", from_line(1), 25));
    let said = story.effects_of(says("mia", "a1", "Hello"));

    assert_eq!(second, ["answer 2: Manual | cursor 1"]);
    assert_eq!(
        said.last().unwrap(),
        "answer 3: Manual | 2 mia: Hello | cursor 2"
    );
}

#[test]
fn the_same_cursor_always_gets_the_same_lines() {
    let mut story = Story::with_robot(talkative());
    story.apply(send("c1", "one"));
    story.apply(send("c2", "two"));
    let first = story.poll("p1", from_line(1)).unwrap();

    for _ in 0..50 {
        assert_eq!(story.poll("p1", from_line(1)).unwrap(), first);
    }
    assert_eq!(lines_of(&first), ["2 visitor: one", "3 visitor: two"]);
    assert_eq!(first.cursor, Seq(3));
}

#[test]
fn polls_also_return_the_visitors_own_messages_and_the_robots_replies() {
    let mut story = Story::with_robot(plain());
    story.apply(send("c1", "hello"));
    story.apply(ask(1, "q1", "shipping"));

    let told = story.poll("p1", from_line(0)).unwrap();

    assert_eq!(
        lines_of(&told),
        [
            "1 visitor: hello",
            "2 visitor: shipping",
            "3 robot: About shipping"
        ]
    );
}

#[test]
fn a_cursor_beyond_the_last_line_is_refused_and_other_polls_keep_waiting() {
    let mut story = Story::talking(plain());
    story.apply(poll(2, "p1", from_line(1), 25));

    assert_eq!(
        story.effects_of(poll(3, "p1", from_line(2), 25)),
        ["answer 3: refused CursorAhead"]
    );
    assert_eq!(
        story.effects_of(says("mia", "a1", "Hello")).last().unwrap(),
        "answer 2: Manual | 2 mia: Hello | cursor 2"
    );
}

#[test]
fn a_cursor_of_another_epoch_is_answered_with_a_gap() {
    let mut story = Story::with_robot(talkative());

    let told = story.poll("p1", Since::OtherEpoch).unwrap();

    assert_eq!(told.news, News::Gap);
    assert_eq!(told.cursor, Seq(1));
}

#[test]
fn an_answer_has_at_most_a_hundred_lines_and_announces_more() {
    let mut story = Story::with_robot(plain());
    for number in 1..=150 {
        story.apply(send(&format!("c{number}"), "hello"));
    }

    let first = story.poll("p1", from_line(0)).unwrap();
    let second = story.poll("p1", Since::Cursor(first.cursor)).unwrap();

    assert_eq!(
        (lines_of(&first).len(), first.cursor, first.more),
        (100, Seq(100), true)
    );
    assert_eq!(
        (lines_of(&second).len(), second.cursor, second.more),
        (50, Seq(150), false)
    );
}

/// [ST-16]
#[test]
fn lines_that_are_not_in_memory_are_read_from_the_store() {
    let mut story = Story::with_robot(plain());
    for number in 1..=450 {
        story.apply(send(&format!("c{number}"), "hello"));
    }
    let mut seen = Vec::new();
    let mut cursor = Seq(0);

    let in_store = story.effects_of(poll(9, "p1", from_line(0), 0));
    while cursor < Seq(450) {
        let told = story.poll("p1", Since::Cursor(cursor)).unwrap();
        seen.extend(lines_of(&told));
        assert_eq!(told.more, told.cursor < Seq(450));
        cursor = told.cursor;
    }

    assert_eq!(
        in_store,
        ["answer 9: Robot | 1..100 in store | cursor 100 | more"]
    );
    let expected: Vec<_> = (1..=450)
        .map(|seq| format!("{seq} visitor: hello"))
        .collect();
    assert_eq!(seen, expected);
}

/// [ST-16]
#[test]
fn msg_complete_covers_only_the_delivered_part_of_lines_read_from_the_store() {
    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));
    story.router(assigned("mia"));
    for number in 1..=250 {
        story.apply(says("mia", &format!("a{number}"), "hello"));
    }
    let msg_complete = || Read {
        page: PollId::from("p1"),
        upto: None,
    };

    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.extend(lines_of(&story.poll("p1", Since::ReadMark).unwrap()));
        story.apply(msg_complete());
    }

    let said = seen.iter().filter(|line| line.ends_with(": hello"));
    assert_eq!(said.count(), 250);
    assert!(lines_of(&story.poll("p1", Since::ReadMark).unwrap()).is_empty());
}

#[test]
fn a_new_page_may_poll_from_an_earlier_cursor_than_other_pages() {
    let mut story = Story::with_robot(talkative());
    story.apply(send("c1", "hello"));
    story.poll("p1", from_line(2)).unwrap();
    story.apply(start("p2", &story.channel.clone()));

    let told = story.poll("p2", from_line(0)).unwrap();

    assert_eq!(lines_of(&told), ["1 robot: Hello!", "2 visitor: hello"]);
}

#[test]
fn a_client_without_a_cursor_gets_agent_and_system_lines_after_its_last_msg_complete() {
    let mut story = Story::with_robot(talkative());
    story.apply(send("c1", "hello"));
    assert!(lines_of(&story.poll("p1", Since::ReadMark).unwrap()).is_empty());
    story.apply(actors_core::session::commands::transfer::Transfer {
        group: None,
        ..crate::story::transfer(1)
    });
    story.router(crate::story::assigned("mia"));

    let told = story.poll("p1", Since::ReadMark).unwrap();
    let again = story.poll("p1", Since::ReadMark).unwrap();
    let read = story.effects_of(Read {
        page: PollId::from("p1"),
        upto: None,
    });
    story.apply(send("c2", "thanks"));
    let after = story.poll("p1", Since::ReadMark).unwrap();

    assert_eq!(lines_of(&told), ["3 connected MIA", "4 mia: I am MIA."]);
    assert_eq!(told, again);
    assert_eq!(read, ["head mia", "desk mia: read 4"]);
    assert!(lines_of(&after).is_empty());
}

#[test]
fn the_poll_of_a_client_without_a_cursor_waits_only_for_agent_and_system_lines() {
    let mut story = Story::talking(plain());
    story.apply(Read {
        page: PollId::from("p1"),
        upto: Some(Seq(1)),
    });

    story.apply(poll(2, "p1", Since::ReadMark, 25));
    let own = story.effects_of(send("c1", "hello"));
    let theirs = story.effects_of(says("mia", "a1", "Hello"));

    assert!(own.iter().all(|word| !word.starts_with("answer")));
    assert_eq!(
        theirs.last().unwrap(),
        "answer 2: Manual | 3 mia: Hello | cursor 3"
    );
}

#[test]
fn a_client_without_a_cursor_gets_old_agent_messages_among_many_of_its_own() {
    let mut story = Story::talking(plain());
    story.apply(says("mia", "a1", "early"));
    for number in 1..=350 {
        story.apply(send(&format!("c{number}"), "hello"));
    }
    story.apply(says("mia", "a2", "late"));

    let told = story.poll("p1", Since::ReadMark).unwrap();

    assert_eq!(
        lines_of(&told),
        ["1 connected MIA", "2 mia: early", "353 mia: late"]
    );
}

/// [ST-05]
#[test]
fn a_waiting_poll_is_answered_when_the_line_moves_and_nothing_is_recorded() {
    let mut story = Story::waiting(plain());
    let last = story.last().0;
    story.apply(poll(2, "p1", from_line(last), 25));

    let words = story.router(RouterNews::LineMoved(None));

    assert_eq!(words, [format!("answer 2: Queued | cursor {last}")]);
    assert!(story.router(RouterNews::LineMoved(None)).is_empty());
}

#[test]
fn a_waiting_poll_is_answered_when_the_status_changes() {
    let mut story = Story::with_robot(plain());
    story.apply(crate::story::transfer(1));
    story.apply(poll(2, "p1", from_line(0), 25));

    let words = story.router(waiting_at(1));

    assert_eq!(
        words.last().unwrap(),
        "answer 2: Queued | 1 system: [AgentsBusy] | cursor 1"
    );
}

#[test]
fn an_agents_typing_reaches_the_page_at_most_twice_a_second_and_is_not_recorded() {
    let mut story = Story::talking(plain());
    story.apply(poll(2, "p1", from_line(1), 25));

    assert_eq!(
        story.effects_of(types("mia")),
        ["answer 2: Manual | cursor 1 | agent types"]
    );
    story.apply(poll(3, "p1", from_line(1), 25));
    assert!(story.effects_of(types("mia")).is_empty());
    assert!(story.passes(Span::from_millis(499)).is_empty());
    assert!(story.effects_of(types("mia")).is_empty());
    story.passes(Span::from_millis(1));
    assert_eq!(
        story.effects_of(types("mia")),
        ["answer 3: Manual | cursor 1 | agent types"]
    );
}

#[test]
fn typing_between_two_polls_is_reported_with_the_next_one_unless_it_is_old() {
    let mut story = Story::talking(plain());

    story.apply(types("mia"));
    assert!(story.poll("p1", from_line(1)).unwrap().agent_types);
    assert!(!story.poll("p1", from_line(1)).unwrap().agent_types);

    story.passes(Span::from_secs(1));
    story.apply(types("mia"));
    story.passes(Span::from_secs(2));
    assert!(!story.poll("p1", from_line(1)).unwrap().agent_types);
}

#[test]
fn every_kind_of_event_has_its_place_in_the_log() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    let picture = story
        .handle(AgentSays {
            client_id: Some(ClientId::from("a2")),
            content: picture(),
            ..says("mia", "a2", "")
        })
        .unwrap();
    story
        .handle(recalls("mia", picture.message, &story.kept.clone()))
        .unwrap();
    story.handle(invites("mia")).unwrap();
    story.handle(ends("mia")).unwrap();

    let told = story.poll("p1", from_line(0)).unwrap();

    assert_eq!(told.status, Status::Ended);
    assert_eq!(
        lines_of(&told),
        [
            "1 connected MIA",
            "2 mia: Hello",
            "3 mia:  (withdrawn)",
            "4 recalled 3",
            "5 invited to rate",
            "6 closed AgentClosed",
        ]
    );
}

#[test]
fn msg_complete_moves_the_read_mark_and_never_back() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    let read = |page: &str, upto: u64| Read {
        page: PollId::from(page),
        upto: Some(Seq(upto)),
    };

    let moved = story.effects_of(read("p1", 2));
    let back = story.effects_of(read("p1", 1));

    assert_eq!(moved, ["head mia", "desk mia: read 2"]);
    assert!(back.is_empty());
    assert_eq!(story.handle(read("p1", 3)), Err(Refusal::CursorAhead));
    story.apply(start("p2", &story.channel.clone()));
    assert_eq!(story.step(read("p1", 2)).reply, Err(Refusal::Displaced));
    assert_eq!(story.handle(read("p2", 2)), Ok(()));
}
