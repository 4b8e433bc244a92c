//! Silence in a conversation: reminders, and the end of the session (Protocol, 'Silence').

use crate::story::{Story, assigned, from_line, plain, poll, says, send, talkative};
use actors_core::session::commands::poll::Since;
use actors_core::session::phase::Status;
use actors_core::time::Span;

/// [ST-13]
#[test]
fn a_visitor_who_waits_for_the_agents_answer_is_asked_for_patience_once_a_turn() {
    let mut story = Story::talking(talkative());
    let sent = story.effects_of(send("c1", "hello"));
    story.passes(Span::from_secs(60));
    story.apply(send("c2", "hello?"));

    let waited = story.passes(Span::from_secs(60));
    story.apply(send("c3", "still here"));
    let later = story.passes(Span::from_minutes(60));
    story.handle(says("mia", "a1", "Sorry")).unwrap();
    story.apply(send("c4", "thanks"));
    let next_turn = story.passes(Span::from_minutes(2));

    assert_eq!(sent[1], "head mia, due 120 s");
    assert_eq!(
        waited[..3],
        [
            "+ 6 system: One moment.",
            "head mia",
            "desk mia: 6 system: One moment."
        ]
    );
    assert!(later.iter().all(|word| !word.contains("system")));
    assert!(next_turn.contains(&"+ 10 system: One moment.".to_owned()));
}

#[test]
fn an_answer_in_time_cancels_the_line_for_the_agents_silence() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));
    story.passes(Span::from_secs(119));

    let said = story.effects_of(says("mia", "a1", "Hello"));

    assert_eq!(said[1], "head mia, due 419 s");
}

/// [ST-13]
#[test]
fn a_silent_visitor_is_reminded_and_then_the_session_ends() {
    let mut story = Story::talking(talkative());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.apply(poll(2, "p1", from_line(4), 25));

    let reminded = story.passes(Span::from_minutes(5));
    let over = story.passes(Span::from_minutes(5));

    let reminder = reminded
        .iter()
        .position(|word| word.starts_with('+'))
        .unwrap();
    assert_eq!(
        reminded[reminder..],
        [
            "+ 5 system: Still there?",
            "head mia, due 600 s",
            "desk mia: 5 system: Still there?",
        ]
    );
    let farewell = over.iter().position(|word| word.starts_with('+')).unwrap();
    assert_eq!(
        over[farewell..],
        [
            "+ 6 system: Until next time.",
            "+ 7 closed VisitorTimeout",
            "head ended",
            "desk mia: 6 system: Until next time.",
            "desk mia: closed VisitorTimeout",
            "router: release mia",
        ]
    );
}

#[test]
fn a_visitor_who_writes_after_the_reminder_keeps_the_session() {
    let mut story = Story::talking(talkative());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.passes(Span::from_minutes(6));
    story.apply(send("c1", "here"));
    story.handle(says("mia", "a2", "Good")).unwrap();

    story.passes(Span::from_secs(599));
    assert_eq!(story.session.status(), Status::Manual);
    story.passes(Span::from_secs(1));
    assert_eq!(story.session.status(), Status::Ended);
}

#[test]
fn a_visitor_who_wrote_last_is_never_timed_out() {
    for before_they_write in [1, 6] {
        let mut story = Story::talking(talkative());
        story.handle(says("mia", "a1", "Hello")).unwrap();
        story.passes(Span::from_minutes(before_they_write));
        story.apply(send("c1", "here"));

        // A page that polls keeps the session in memory, with all its timers.
        let mut words = Vec::new();
        for ticket in 100..250 {
            story.apply(poll(ticket, "p1", Since::Cursor(story.last()), 25));
            words.extend(story.passes(Span::from_secs(25)));
        }

        assert_eq!(story.session.status(), Status::Manual);
        let said: Vec<_> = words.iter().filter(|word| word.starts_with('+')).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].ends_with("One moment."));
    }
}

#[test]
fn without_silence_settings_no_reminder_is_sent() {
    let mut story = Story::talking(plain());
    story.apply(send("c1", "hello"));
    story.handle(says("mia", "a1", "Hello")).unwrap();

    let words = story.passes(Span::from_minutes(60 * 24));

    assert_eq!(words, ["desk mia: away", "router: away", "retire"]);
}

#[test]
fn the_agents_time_to_answer_earlier_messages_starts_when_they_connect() {
    let mut story = Story::waiting(talkative());
    story.apply(send("c1", "hello"));
    story.passes(Span::from_secs(30));

    let words = story.router(assigned("mia"));

    assert!(
        words.contains(&"head mia, due 150 s".to_owned()),
        "{words:?}"
    );
}
