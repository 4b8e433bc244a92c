//! An agent goes away, and the visitor goes back to the line or to another agent (Protocol, 'Presence of agents').

use crate::story::{Story, assigned, away, gone, plain, says, send, talkative, waiting_at};
use actors_core::session::Refusal;

#[test]
fn an_agent_who_goes_away_before_their_first_message_returns_the_visitor_to_the_line() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));

    let words = story.router(away("mia"));
    let placed = story.router(waiting_at(1));

    assert_eq!(
        words,
        [
            "+ 5 system: [AgentLeft MIA]",
            "head sales (head), due 600 s",
            "desk mia: taken away",
            "router: again sales",
        ]
    );
    assert_eq!(
        placed,
        ["+ 6 system: You are number 1.", "head sales 70, due 600 s"]
    );
    assert!(story.router(waiting_at(2)).is_empty());
}

#[test]
fn an_agent_who_has_answered_keeps_the_visitor_until_they_are_gone() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "Hello")).unwrap();

    assert!(story.router(away("mia")).is_empty());
    assert!(story.router(gone("leo")).is_empty());
    let words = story.router(gone("mia"));

    assert_eq!(
        words,
        [
            "+ 3 system: [AgentLeft MIA]",
            "head sales (head), due 600 s",
            "desk mia: taken away",
            "router: again sales",
        ]
    );
    assert!(story.router(gone("mia")).is_empty());
}

#[test]
fn if_no_agent_is_left_the_visitor_goes_from_the_line_to_the_robot() {
    let mut story = Story::talking(plain());
    story.router(gone("mia"));

    assert_eq!(
        story.router(crate::story::no_agent()),
        ["+ 3 system: [NoAgentOnline]", "head robot"]
    );
}

#[test]
fn another_agent_may_take_over() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));

    assert_eq!(
        story.router(assigned("leo")),
        [
            "+ 5 connected LEO",
            "+ 6 leo: I am LEO.",
            "head leo, due 120 s",
            "desk mia: taken away",
            "desk leo: assigned, 1 unread, last 4 visitor: hello",
            "desk leo: 6 leo: I am LEO.",
        ]
    );
    assert!(story.router(assigned("leo")).is_empty());
    assert_eq!(
        story.handle(says("mia", "a1", "hi")),
        Err(Refusal::NotYours)
    );
}

#[test]
fn a_visitor_handed_to_a_group_waits_in_its_line() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.router(waiting_at(2)),
        [
            "+ 2 system: [AgentsBusy]",
            "head sales 70, due 600 s",
            "desk mia: taken away",
        ]
    );
}
