//! A session that was killed or left memory continues unchanged (Protocol, 'After a restart').

use crate::story::{
    Story, agent_reads, assigned, ends, from_line, gone, lines_of, plain, poll, rate, says, send,
    start, talkative, transfer, waiting_at,
};
use actors_core::ids::{PollId, Seq};
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::evaluate::IsEvaluated;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::session::commands::poll::Since;
use actors_core::session::commands::read::Read;
use actors_core::session::phase::Status;
use actors_core::time::Span;

fn read(page: &str, upto: Option<u64>) -> Read {
    Read {
        page: PollId::from(page),
        upto: upto.map(Seq),
    }
}

/// The answer of getOfflineMsg, as text.
fn offline(story: &mut Story, page: &str) -> Vec<String> {
    let stretches = story
        .handle(ReadOffline {
            page: PollId::from(page),
        })
        .unwrap();
    let stored = story.kept.stored();
    let chosen = stretches
        .iter()
        .flat_map(|stretch| stretch.choose(&stored).0);
    chosen
        .map(|(seq, entry)| crate::story::line(seq, &entry))
        .collect()
}

/// [ST-17]
#[test]
fn a_page_keeps_polling_from_its_cursor_after_a_restart() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.poll("p1", from_line(1)).unwrap();

    story.restarts_after(Span::from_secs(2));

    let told = story.poll("p1", from_line(1)).unwrap();
    assert_eq!(lines_of(&told), ["2 mia: Hello"]);
    assert_eq!(told.status, Status::Manual);
    assert_eq!(story.poll("p0", from_line(1)), Err(Refusal::Displaced));
    story.apply(send("c1", "hi"));
    assert_eq!(
        lines_of(&story.poll("p1", from_line(2)).unwrap()),
        ["3 visitor: hi"]
    );
}

/// [ST-17]
#[test]
fn a_restart_keeps_the_place_in_the_line_and_the_messages_sent_there() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));

    story.restarts_after(Span::from_minutes(20));

    assert_eq!(
        story.effects_of(poll(2, "p1", from_line(2), 25)),
        ["head sales 70, due 1800 s", "router: here"]
    );
    assert_eq!(story.effects_of(transfer(3)), ["answer 3: Queued"]);
    let words = story.router(assigned("mia"));
    assert!(words.contains(&"desk mia: assigned, 1 unread, last 2 visitor: hello".to_owned()));
}

#[test]
fn a_waiting_visitor_who_does_not_come_back_leaves_the_line_ten_minutes_after_the_restart() {
    let mut story = Story::waiting(plain());
    let due = story.kept.head.as_ref().unwrap().due;
    assert_eq!(due, Some(story.now + Span::from_minutes(10)));

    story.restarts_after(Span::from_minutes(20));
    let words = story.passes(Span::from_minutes(10));

    assert_eq!(
        words,
        [
            "head sales 70, due 1800 s",
            "router: away",
            "+ 2 system: [LeftLine]",
            "head robot",
            "router: withdraw",
        ]
    );
}

#[test]
fn timers_keep_their_due_time_over_a_restart() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));
    story.restarts_after(Span::from_secs(110));

    assert!(story.passes(Span::from_millis(9_999)).is_empty());
    assert_eq!(
        story.passes(Span::from_millis(1))[0],
        "+ 5 system: One moment."
    );

    story.handle(says("mia", "a1", "Sorry")).unwrap();
    story.restarts_after(Span::from_minutes(4));
    story.passes(Span::from_minutes(1));
    assert_eq!(story.session.status(), Status::Manual);

    story.restarts_after(Span::from_minutes(4));
    story.passes(Span::from_secs(59));
    assert_eq!(story.session.status(), Status::Manual);
    story.passes(Span::from_secs(1));
    assert_eq!(story.session.status(), Status::Ended);
}

#[test]
fn a_timeout_during_downtime_is_handled_after_the_start() {
    let mut story = Story::talking(talkative());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.restarts_after(Span::from_minutes(60));

    let words = story.passes(Span::ZERO);

    assert_eq!(words[0], "+ 5 system: Still there?");
    assert_eq!(words[1], "head mia, due 3900 s");
    assert_eq!(story.session.status(), Status::Manual);
}

#[test]
fn after_a_restart_the_visitor_is_not_asked_again_to_wait_in_the_same_turn() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));
    story.passes(Span::from_minutes(2));

    story.restarts_after(Span::from_secs(1));
    story.apply(send("c2", "hello?"));

    let words = story.passes(Span::from_minutes(30));
    assert!(words.iter().all(|word| !word.starts_with('+')), "{words:?}");
}

#[test]
fn a_restart_keeps_whether_the_agent_has_answered() {
    let mut answered = Story::talking(plain());
    answered.handle(says("mia", "a1", "Hello")).unwrap();
    answered.restarts_after(Span::from_secs(1));
    let mut unanswered = Story::talking(plain());
    unanswered.restarts_after(Span::from_secs(1));

    assert!(answered.router(crate::story::away("mia")).is_empty());
    assert!(!unanswered.router(crate::story::away("mia")).is_empty());
    assert!(!answered.router(gone("mia")).is_empty());
}

#[test]
fn a_visitor_returned_to_the_line_just_before_a_restart_still_gets_their_position() {
    let mut story = Story::talking(talkative());
    story.router(gone("mia"));
    story.restarts_after(Span::from_secs(1));

    let words = story.router(waiting_at(1));

    assert_eq!(words[0], "+ 5 system: You are number 1.");
}

#[test]
fn an_ended_session_can_be_rated_once_even_after_a_restart() {
    let mut story = Story::over(plain());
    story.restarts_after(Span::from_minutes(60 * 24 * 30));

    assert_eq!(
        story.effects_of(rate(Some("e1"), 3)),
        [
            "+ 3 rated 3",
            "head ended",
            "desk mia: rated 3, solved true"
        ]
    );
    story.restarts_after(Span::from_secs(1));
    assert!(story.handle(IsEvaluated).evaluated);
    assert_eq!(story.handle(rate(Some("e1"), 3)), Ok(()));
    assert_eq!(story.handle(rate(None, 3)), Err(Refusal::AlreadyEvaluated));
}

#[test]
fn messages_that_agents_sent_to_an_absent_visitor_are_offline_messages() {
    let mut story = Story::talking(plain());
    story.poll("p1", from_line(1)).unwrap();
    story.handle(says("mia", "a1", "one")).unwrap();
    story.handle(says("mia", "a2", "two")).unwrap();
    story.handle(ends("mia")).unwrap();
    story.restarts_after(Span::from_minutes(60 * 24 * 3));

    let started = story.handle(start("p2", &story.channel.clone())).unwrap();

    assert_eq!(started.offline, 2);
    let expected = ["2 mia: one", "3 mia: two"];
    assert_eq!(offline(&mut story, "p2"), expected);
    assert_eq!(
        offline(&mut story, "p2"),
        expected,
        "the same until the next msgComplete"
    );
    story.handle(read("p2", None)).unwrap();
    assert!(offline(&mut story, "p2").is_empty());
    story.restarts_after(Span::from_secs(1));
    assert!(offline(&mut story, "p2").is_empty());
}

#[test]
fn messages_of_the_open_session_are_offline_until_a_cursor_or_msg_complete_covers_them() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "one")).unwrap();
    story.handle(says("mia", "a2", "two")).unwrap();
    assert_eq!(offline(&mut story, "p1"), ["2 mia: one", "3 mia: two"]);

    story.poll("p1", from_line(2)).unwrap();
    assert_eq!(offline(&mut story, "p1"), ["3 mia: two"]);

    story.handle(read("p1", None)).unwrap();
    assert!(offline(&mut story, "p1").is_empty());
}

#[test]
fn messages_of_the_session_before_the_last_are_only_history() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "one")).unwrap();
    story.apply(Close);
    let channel = story.channel.clone();
    assert_eq!(story.handle(start("p2", &channel)).unwrap().offline, 1);
    story.apply(Close);

    assert_eq!(story.handle(start("p3", &channel)).unwrap().offline, 0);
    story.restarts_after(Span::from_secs(1));
    assert!(offline(&mut story, "p3").is_empty());
}

#[test]
fn a_withdrawn_message_is_not_offline() {
    let mut story = Story::talking(plain());
    let said = story.handle(says("mia", "a1", "secret")).unwrap();
    let recall = crate::story::recalls("mia", said.message, &story.kept.clone());
    story.handle(recall).unwrap();

    assert!(offline(&mut story, "p1").is_empty());
    let channel = story.channel.clone();
    assert_eq!(story.handle(start("p2", &channel)).unwrap().offline, 0);
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.handle(start("p3", &channel)).unwrap().offline, 0);
}

#[test]
fn only_the_live_page_gets_offline_messages() {
    let mut story = Story::talking(plain());
    let page = PollId::from("p0");

    assert_eq!(story.handle(ReadOffline { page }), Err(Refusal::Displaced));
}

#[test]
fn at_most_a_hundred_messages_are_offline() {
    let mut story = Story::talking(plain());
    for number in 0..150 {
        story
            .handle(says("mia", &format!("a{number}"), "hello"))
            .unwrap();
    }

    assert_eq!(offline(&mut story, "p1").len(), 100);
    story.restarts_after(Span::from_secs(1));
    assert_eq!(offline(&mut story, "p1").len(), 100);
}

#[test]
fn a_restart_keeps_the_unread_count() {
    let mut story = Story::talking(plain());
    for id in ["c1", "c2", "c3"] {
        story.apply(send(id, "hello"));
    }
    story.handle(agent_reads("mia", 2)).unwrap();
    story.apply(send("c4", "hello"));

    story.restarts_after(Span::from_secs(1));

    assert_eq!(story.handle(Describe).unread, 3);
}

#[test]
fn an_idle_session_leaves_memory_and_is_restored_on_the_next_request() {
    let mut story = Story::with_robot(talkative());
    story.poll("p1", from_line(1)).unwrap();

    let words = story.passes(Span::from_secs(60));
    story.apply(send("c1", "hello"));

    assert_eq!(
        words,
        ["head robot", "retire"],
        "the moved cursor is stored"
    );
    assert_eq!(story.kept.head.as_ref().unwrap().marks.passed, Seq(1));
    assert_eq!(story.last(), Seq(2));
}

#[test]
fn a_held_poll_keeps_the_session_in_memory() {
    let mut story = Story::with_robot(plain());
    for ticket in 1..10 {
        story.apply(poll(ticket, "p1", from_line(0), 25));
        let words = story.passes(Span::from_secs(50));
        assert_eq!(words, [format!("answer {ticket}: Robot | cursor 0")]);
    }
}

#[test]
fn a_displaced_page_is_told_once_even_after_a_restart() {
    let mut story = Story::with_robot(plain());
    story.apply(start("p2", &story.channel.clone()));
    story.restarts_after(Span::from_secs(1));

    assert_eq!(
        lines_of(&story.poll("p1", from_line(0)).unwrap()),
        ["opened elsewhere"]
    );
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.poll("p1", from_line(0)), Err(Refusal::Displaced));
}

#[test]
fn a_client_without_a_cursor_does_not_get_messages_again_that_it_completed() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.poll("p1", Since::ReadMark).unwrap();
    story.handle(read("p1", None)).unwrap();

    story.restarts_after(Span::from_secs(1));

    assert!(lines_of(&story.poll("p1", Since::ReadMark).unwrap()).is_empty());
}

#[test]
fn a_clock_that_runs_backwards_does_not_make_times_fall() {
    let mut story = Story::talking(plain());
    story.apply(send("c1", "one"));
    story.now = story.now - Span::from_minutes(60);
    story.apply(send("c2", "two"));

    let times: Vec<_> = story
        .kept
        .stored()
        .iter()
        .map(|line| line.entry.at)
        .collect();

    assert!(times.is_sorted_by(|earlier, later| earlier < later));
}

/// Otherwise the head would stay due for ever.
#[test]
fn a_pending_reminder_is_dropped_if_the_channel_stops_reminding() {
    let mut story = Story::talking(talkative());
    story.handle(says("mia", "a1", "Which colour?")).unwrap();
    story
        .handle(Read {
            page: PollId::from("p1"),
            upto: None,
        })
        .ok();
    story.passes(Span::from_minutes(4));
    assert!(story.kept.head.as_ref().unwrap().due.is_some());

    story.channel = std::sync::Arc::new(plain());
    story.passes(Span::from_minutes(10));

    assert_eq!(story.kept.head.as_ref().unwrap().due, None);
}
