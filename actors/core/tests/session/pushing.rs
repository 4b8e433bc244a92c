//! A visitor who agreed gets one push until they read (Protocol, 'Push to visitors').

use crate::story::{Story, assigned, from_line, plain, recalls, says, send, start, transfer};
use actors_core::ids::{MessageId, PollId, Seq, SessionNo};
use actors_core::session::commands::choose_push::ChoosePush;
use actors_core::session::commands::read::Read;
use actors_core::time::Span;
use std::sync::Arc;

/// The visitor talks with Mia, agreed to pushes, and their page polled a last time.
fn agreed() -> Story {
    let mut story = Story::talking(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(1)).unwrap();
    story.passes(Span::from_secs(1));
    story
}

/// The page no longer polls, and counts as away.
fn gone() -> Story {
    let mut story = agreed();
    assert!(pushes(&story.passes(Span::from_secs(61))).is_empty());
    story
}

fn pushes(words: &[String]) -> Vec<&str> {
    let all = words.iter().map(String::as_str);
    all.filter(|word| word.starts_with("push")).collect()
}

fn read(story: &mut Story) {
    story.poll("p1", from_line(1)).unwrap();
    let page = PollId::from("p1");
    story.handle(Read { page, upto: None }).unwrap();
}

#[test]
fn a_visitor_whose_page_is_away_is_told_of_an_answer_once_until_they_read() {
    let mut story = gone();

    let first = story.effects_of(says("mia", "a1", "It is in stock."));
    assert_eq!(pushes(&first), ["push: answer"]);
    let second = story.effects_of(says("mia", "a2", "Shall I keep one?"));
    assert!(pushes(&second).is_empty());
    assert!(pushes(&story.passes(Span::from_minutes(240))).is_empty());

    // A page that comes back and is not looked at leaves it unread.
    story.poll("p1", from_line(1)).unwrap();
    assert!(pushes(&story.passes(Span::from_minutes(5))).is_empty());
    story.apply(says("mia", "a3", "Hello?"));
    assert!(pushes(&story.passes(Span::from_minutes(5))).is_empty());

    read(&mut story);
    assert!(pushes(&story.passes(Span::from_minutes(5))).is_empty());
    let next = story.effects_of(says("mia", "a4", "Goodbye"));
    assert_eq!(pushes(&next), ["push: answer"]);

    story.apply(send("c1", "One more thing"));
    let last = story.effects_of(says("mia", "a5", "Yes?"));
    assert_eq!(pushes(&last), ["push: answer"]);
}

#[test]
fn an_answer_just_before_the_page_left_is_told_when_the_page_counts_as_away() {
    let mut story = agreed();
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());

    assert!(pushes(&story.passes(Span::from_secs(50))).is_empty());
    let words = story.passes(Span::from_secs(15));
    assert_eq!(pushes(&words), ["push: answer"]);
}

#[test]
fn nobody_who_polls_reads_or_did_not_agree_is_told() {
    let mut polls = agreed();
    polls.apply(says("mia", "a1", "Hello"));
    for _ in 0..20 {
        assert!(pushes(&polls.passes(Span::from_secs(30))).is_empty());
        polls.poll("p1", from_line(1)).unwrap();
    }

    let mut reads = agreed();
    reads.apply(says("mia", "a1", "Hello"));
    read(&mut reads);
    assert!(pushes(&reads.passes(Span::from_minutes(60))).is_empty());

    let mut stopped = gone();
    stopped.apply(ChoosePush::Stop);
    let said = stopped.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());

    let mut never = Story::talking(plain());
    never.passes(Span::from_minutes(2));
    let said = never.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());
}

#[test]
fn a_withdrawn_answer_is_not_told() {
    let mut story = agreed();
    story.apply(says("mia", "a1", "Hello"));
    let said = MessageId {
        session: SessionNo(1),
        seq: Seq(2),
    };
    let kept = story.kept.clone();
    story.handle(recalls("mia", said, &kept)).unwrap();
    read(&mut story);

    assert!(pushes(&story.passes(Span::from_minutes(60))).is_empty());
}

#[test]
fn a_waiting_visitor_is_told_that_an_agent_is_there() {
    let mut story = Story::waiting(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(0)).unwrap();
    story.passes(Span::from_secs(90));

    let came = story.router(assigned("mia"));
    assert_eq!(pushes(&came), ["push: agent"]);
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());
}

#[test]
fn a_page_that_saw_the_agent_come_may_be_told_of_the_first_answer() {
    let mut story = Story::waiting(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(0)).unwrap();
    story.passes(Span::from_secs(90));
    story.router(assigned("mia"));

    story.poll("p1", from_line(0)).unwrap();
    assert!(pushes(&story.passes(Span::from_minutes(5))).is_empty());
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert_eq!(pushes(&said), ["push: answer"]);
}

#[test]
fn what_was_told_survives_a_restart_and_the_choice_the_next_session() {
    let mut story = gone();
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert_eq!(pushes(&said), ["push: answer"]);
    story.restarts_after(Span::from_secs(10));
    assert!(pushes(&story.passes(Span::from_minutes(10))).is_empty());
    let said = story.effects_of(says("mia", "a2", "Are you there?"));
    assert!(pushes(&said).is_empty());
    story.handle(crate::story::ends("mia")).unwrap();

    let channel = Arc::clone(&story.channel);
    story.handle(start("p2", &channel)).unwrap();
    story.apply(transfer(1));
    story.router(assigned("mia"));
    story.poll("p2", from_line(1)).unwrap();
    story.passes(Span::from_minutes(2));

    let said = story.effects_of(says("mia", "a3", "Welcome back"));
    assert_eq!(pushes(&said), ["push: answer"]);
}
