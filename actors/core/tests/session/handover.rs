//! Conversations that are handed over, taken over, or ended by a supervisor (Protocol, 'Handing on').

use crate::story::{
    Story, assigned, away, closes_for_others, ends, from_line, gone, handed_over, handed_over_with,
    lines_of, plain, says, send, talkative, waiting_at,
};
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::phase::Status;
use actors_core::time::Span;

#[test]
fn a_colleague_takes_over_the_conversation() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));
    story.handle(says("mia", "a1", "one moment")).unwrap();

    let words = story.router(handed_over("mia", Some("leo")));

    assert_eq!(
        words,
        [
            "+ 6 connected LEO",
            "+ 7 leo: I am LEO.",
            "head leo",
            "desk mia: transferred by mia to leo",
            "desk leo: assigned, 1 unread, last 5 mia: one moment",
            "desk leo: 7 leo: I am LEO.",
        ]
    );
    assert_eq!(
        story.handle(says("mia", "a2", "still me")),
        Err(Refusal::NotYours)
    );
    assert!(story.handle(says("leo", "l1", "now me")).is_ok());
}

#[test]
fn a_note_for_the_colleague_is_recorded_and_never_sent_to_the_visitor() {
    let mut story = Story::talking(plain());
    let before = story.last();

    let words = story.router(handed_over_with("mia", Some("leo"), Some("be kind")));

    assert_eq!(words[0], "+ 2 mia: be kind (internal)");
    assert!(
        words.contains(&"desk leo: assigned, 0 unread, last nothing".to_owned()),
        "{words:?}"
    );
    let told = story.poll("p1", from_line(before.0)).unwrap();
    assert!(!lines_of(&told).join("|").contains("be kind"));
}

#[test]
fn a_visitor_still_unanswered_after_a_hand_over_is_asked_for_patience() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));
    story.router(handed_over("mia", Some("leo")));

    let words = story.passes(Span::from_minutes(2));

    assert!(
        words.iter().any(|word| word.ends_with("One moment.")),
        "{words:?}"
    );
}

#[test]
fn a_visitor_handed_to_a_group_waits_and_gets_their_position() {
    let mut story = Story::talking(talkative());

    let words = story.router(handed_over("mia", None));

    assert_eq!(
        words,
        [
            "+ 4 system: You are number 1.",
            "head sales (head), due 600 s",
            "desk mia: transferred by mia to the line of sales",
        ]
    );
    assert_eq!(story.session.status(), Status::Queued);
    story.router(assigned("leo"));
    assert_eq!(story.session.status(), Status::Manual);
}

#[test]
fn a_hand_over_of_a_visitor_who_has_left_is_given_back() {
    let mut ended = Story::talking(plain());
    ended.apply(Close);
    let mut left = Story::waiting(plain());
    left.apply(LeaveQueue);

    assert_eq!(
        ended.router(handed_over("mia", Some("leo"))),
        ["router: release leo"]
    );
    assert_eq!(ended.router(handed_over("mia", None)), ["router: withdraw"]);
    assert_eq!(
        left.router(handed_over("zoe", Some("leo"))),
        ["router: release leo"]
    );
}

#[test]
fn a_supervisor_may_hand_over_a_waiting_visitor() {
    let mut story = Story::waiting(plain());

    let words = story.router(handed_over("zoe", Some("leo")));

    assert!(words.contains(&"+ 2 connected LEO".to_owned()), "{words:?}");
}

#[test]
fn news_of_a_previous_agent_changes_nothing() {
    let mut story = Story::talking(plain());
    story.router(handed_over("mia", Some("leo")));

    assert!(story.router(away("mia")).is_empty());
    assert!(story.router(gone("mia")).is_empty());
    assert!(story.router(handed_over("mia", Some("leo"))).is_empty());
    assert_eq!(story.session.status(), Status::Manual);
}

#[test]
fn an_agent_ends_only_their_own_conversations_and_a_supervisor_any() {
    let mut story = Story::talking(plain());

    assert_eq!(story.handle(ends("leo")), Err(Refusal::NotYours));
    let words = story.effects_of(closes_for_others("leo"));

    assert!(
        words.contains(&"desk mia: closed AgentClosed".to_owned()),
        "{words:?}"
    );
    assert!(
        words.contains(&"router: release mia".to_owned()),
        "{words:?}"
    );
    assert_eq!(
        story.handle(closes_for_others("leo")),
        Err(Refusal::NotYours),
        "the conversation is over"
    );
    let mut waits = Story::waiting(plain());
    waits.router(waiting_at(1));
    assert_eq!(
        waits.handle(closes_for_others("leo")),
        Err(Refusal::NotYours)
    );
}
