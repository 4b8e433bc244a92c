//! A session that was killed, or left memory, goes on as if nothing had been (Protocol, 'After a restart').

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

/// What getOfflineMsg answers, in words.
fn offline(story: &mut Story, page: &str) -> Vec<String> {
    let stretches = story
        .does(ReadOffline {
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
fn a_page_goes_on_polling_where_it_was() {
    let mut story = Story::talking(plain());
    story.does(says("mia", "a1", "Hello")).unwrap();
    story.poll("p1", from_line(1)).unwrap();

    story.restarts_after(Span::from_secs(2));

    let told = story.poll("p1", from_line(1)).unwrap();
    assert_eq!(lines_of(&told), ["2 mia: Hello"]);
    assert_eq!(told.status, Status::Manual);
    assert_eq!(story.poll("p0", from_line(1)), Err(Refusal::Displaced));
    story.just(send("c1", "hi"));
    assert_eq!(
        lines_of(&story.poll("p1", from_line(2)).unwrap()),
        ["3 visitor: hi"]
    );
}

/// [ST-17]
#[test]
fn the_place_in_the_line_and_what_was_said_there_are_as_they_were() {
    let mut story = Story::waiting(plain());
    story.just(send("c1", "hello"));

    story.restarts_after(Span::from_minutes(20));

    assert_eq!(
        story.tells(poll(2, "p1", from_line(2), 25)),
        ["head sales 70, due 1800 s", "router: here"]
    );
    assert_eq!(story.tells(transfer(3)), ["answer 3: Queued"]);
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
fn timers_go_on_by_their_due_time() {
    let mut story = Story::talking(talkative());
    story.just(send("c1", "hello"));
    story.restarts_after(Span::from_secs(110));

    assert!(story.passes(Span::from_millis(9_999)).is_empty());
    assert_eq!(
        story.passes(Span::from_millis(1))[0],
        "+ 5 system: One moment."
    );

    story.does(says("mia", "a1", "Sorry")).unwrap();
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
fn what_fell_due_while_the_server_was_down_is_done_once_it_is_up() {
    let mut story = Story::talking(talkative());
    story.does(says("mia", "a1", "Hello")).unwrap();
    story.restarts_after(Span::from_minutes(60));

    let words = story.passes(Span::ZERO);

    assert_eq!(words[0], "+ 5 system: Still there?");
    assert_eq!(words[1], "head mia, due 3900 s");
    assert_eq!(story.session.status(), Status::Manual);
}

#[test]
fn a_turn_in_which_the_visitor_was_comforted_stays_so() {
    let mut story = Story::talking(talkative());
    story.just(send("c1", "hello"));
    story.passes(Span::from_minutes(2));

    story.restarts_after(Span::from_secs(1));
    story.just(send("c2", "hello?"));

    let words = story.passes(Span::from_minutes(30));
    assert!(words.iter().all(|word| !word.starts_with('+')), "{words:?}");
}

#[test]
fn whether_the_agent_has_answered_is_known_after_a_restart() {
    let mut answered = Story::talking(plain());
    answered.does(says("mia", "a1", "Hello")).unwrap();
    answered.restarts_after(Span::from_secs(1));
    let mut unanswered = Story::talking(plain());
    unanswered.restarts_after(Span::from_secs(1));

    assert!(answered.router(crate::story::away("mia")).is_empty());
    assert!(!unanswered.router(crate::story::away("mia")).is_empty());
    assert!(!answered.router(gone("mia")).is_empty());
}

#[test]
fn a_visitor_taken_back_before_the_router_placed_them_hears_their_position_after_a_restart() {
    let mut story = Story::talking(talkative());
    story.router(gone("mia"));
    story.restarts_after(Span::from_secs(1));

    let words = story.router(waiting_at(1));

    assert_eq!(words[0], "+ 5 system: You are number 1.");
}

#[test]
fn an_ended_session_can_be_rated_after_a_restart_and_once() {
    let mut story = Story::over(plain());
    story.restarts_after(Span::from_minutes(60 * 24 * 30));

    assert_eq!(
        story.tells(rate(Some("e1"), 3)),
        [
            "+ 3 rated 3",
            "head ended",
            "desk mia: rated 3, solved true"
        ]
    );
    story.restarts_after(Span::from_secs(1));
    assert!(story.does(IsEvaluated).evaluated);
    assert_eq!(story.does(rate(Some("e1"), 3)), Ok(()));
    assert_eq!(story.does(rate(None, 3)), Err(Refusal::AlreadyEvaluated));
}

#[test]
fn what_agents_said_while_nobody_was_there_waits_for_the_visitor() {
    let mut story = Story::talking(plain());
    story.poll("p1", from_line(1)).unwrap();
    story.does(says("mia", "a1", "one")).unwrap();
    story.does(says("mia", "a2", "two")).unwrap();
    story.does(ends("mia")).unwrap();
    story.restarts_after(Span::from_minutes(60 * 24 * 3));

    let started = story.does(start("p2", &story.channel.clone())).unwrap();

    assert_eq!(started.offline, 2);
    let expected = ["2 mia: one", "3 mia: two"];
    assert_eq!(offline(&mut story, "p2"), expected);
    assert_eq!(
        offline(&mut story, "p2"),
        expected,
        "until the next msgComplete"
    );
    story.does(read("p2", None)).unwrap();
    assert!(offline(&mut story, "p2").is_empty());
    story.restarts_after(Span::from_secs(1));
    assert!(offline(&mut story, "p2").is_empty());
}

#[test]
fn messages_of_the_open_session_are_offline_until_a_cursor_or_msg_complete_passes_them() {
    let mut story = Story::talking(plain());
    story.does(says("mia", "a1", "one")).unwrap();
    story.does(says("mia", "a2", "two")).unwrap();
    assert_eq!(offline(&mut story, "p1"), ["2 mia: one", "3 mia: two"]);

    story.poll("p1", from_line(2)).unwrap();
    assert_eq!(offline(&mut story, "p1"), ["3 mia: two"]);

    story.does(read("p1", None)).unwrap();
    assert!(offline(&mut story, "p1").is_empty());
}

#[test]
fn messages_of_the_session_before_the_last_are_history_alone() {
    let mut story = Story::talking(plain());
    story.does(says("mia", "a1", "one")).unwrap();
    story.just(Close);
    let channel = story.channel.clone();
    assert_eq!(story.does(start("p2", &channel)).unwrap().offline, 1);
    story.just(Close);

    assert_eq!(story.does(start("p3", &channel)).unwrap().offline, 0);
    story.restarts_after(Span::from_secs(1));
    assert!(offline(&mut story, "p3").is_empty());
}

#[test]
fn a_withdrawn_message_is_not_offline() {
    let mut story = Story::talking(plain());
    let said = story.does(says("mia", "a1", "secret")).unwrap();
    let recall = crate::story::recalls("mia", said.message, &story.kept.clone());
    story.does(recall).unwrap();

    assert!(offline(&mut story, "p1").is_empty());
    let channel = story.channel.clone();
    assert_eq!(story.does(start("p2", &channel)).unwrap().offline, 0);
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.does(start("p3", &channel)).unwrap().offline, 0);
}

#[test]
fn offline_messages_are_for_the_live_page_alone() {
    let mut story = Story::talking(plain());
    let page = PollId::from("p0");

    assert_eq!(story.does(ReadOffline { page }), Err(Refusal::Displaced));
}

#[test]
fn at_most_a_hundred_messages_are_offline() {
    let mut story = Story::talking(plain());
    for number in 0..150 {
        story
            .does(says("mia", &format!("a{number}"), "hello"))
            .unwrap();
    }

    assert_eq!(offline(&mut story, "p1").len(), 100);
    story.restarts_after(Span::from_secs(1));
    assert_eq!(offline(&mut story, "p1").len(), 100);
}

#[test]
fn what_is_unread_is_known_after_a_restart() {
    let mut story = Story::talking(plain());
    for id in ["c1", "c2", "c3"] {
        story.just(send(id, "hello"));
    }
    story.does(agent_reads("mia", 2)).unwrap();
    story.just(send("c4", "hello"));

    story.restarts_after(Span::from_secs(1));

    assert_eq!(story.does(Describe).unread, 3);
}

#[test]
fn a_session_nobody_talks_to_leaves_memory_and_comes_back_on_the_next_call() {
    let mut story = Story::with_robot(talkative());
    story.poll("p1", from_line(1)).unwrap();

    let words = story.passes(Span::from_secs(60));
    story.just(send("c1", "hello"));

    assert_eq!(
        words,
        ["head robot", "retire"],
        "the cursor that moved is kept"
    );
    assert_eq!(story.kept.head.as_ref().unwrap().marks.passed, Seq(1));
    assert_eq!(story.last(), Seq(2));
}

#[test]
fn a_held_poll_keeps_the_session_in_memory() {
    let mut story = Story::with_robot(plain());
    for ticket in 1..10 {
        story.just(poll(ticket, "p1", from_line(0), 25));
        let words = story.passes(Span::from_secs(50));
        assert_eq!(words, [format!("answer {ticket}: Robot | cursor 0")]);
    }
}

#[test]
fn displaced_pages_hear_of_it_after_a_restart_and_once() {
    let mut story = Story::with_robot(plain());
    story.just(start("p2", &story.channel.clone()));
    story.restarts_after(Span::from_secs(1));

    assert_eq!(
        lines_of(&story.poll("p1", from_line(0)).unwrap()),
        ["opened elsewhere"]
    );
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.poll("p1", from_line(0)), Err(Refusal::Displaced));
}

#[test]
fn a_client_without_a_cursor_hears_nothing_twice_that_it_completed() {
    let mut story = Story::talking(plain());
    story.does(says("mia", "a1", "Hello")).unwrap();
    story.poll("p1", Since::ReadMark).unwrap();
    story.does(read("p1", None)).unwrap();

    story.restarts_after(Span::from_secs(1));

    assert!(lines_of(&story.poll("p1", Since::ReadMark).unwrap()).is_empty());
}

#[test]
fn time_that_runs_backwards_is_taken_for_no_time() {
    let mut story = Story::talking(plain());
    story.just(send("c1", "one"));
    story.now = story.now - Span::from_minutes(60);
    story.just(send("c2", "two"));

    let times: Vec<_> = story
        .kept
        .stored()
        .iter()
        .map(|line| line.entry.at)
        .collect();

    assert!(times.is_sorted_by(|earlier, later| earlier < later));
}

/// Its head would say for ever that something is due.
#[test]
fn a_visitor_who_was_to_be_reminded_is_forgotten_about_where_the_channel_reminds_nobody_any_more() {
    let mut story = Story::talking(talkative());
    story.does(says("mia", "a1", "Which colour?")).unwrap();
    story
        .does(Read {
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
