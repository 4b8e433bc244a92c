//! A visitor who agreed gets one push until they read (Protocol, 'Push to visitors').

use crate::story::{Story, assigned, ends, from_line, plain, recalls, says, send, start, transfer};
use actors_core::ids::{MessageId, PollId, Seq, SessionNo};
use actors_core::session::commands::choose_push::ChoosePush;
use actors_core::session::commands::read::Read;
use actors_core::time::Span;
use std::sync::Arc;

/// The visitor talks with Mia, agreed to pushes, and their page polled a last time.
fn left() -> Story {
    let mut story = Story::talking(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(1)).unwrap();
    story.passes(Span::from_secs(1));
    story
}

/// The same a moment later, with the page counted as away. An agent who types keeps the session in memory.
fn gone() -> Story {
    let mut story = left();
    story.passes(Span::from_secs(30));
    story.apply(ChoosePush::Agree);
    assert!(pushes(&story.passes(Span::from_secs(31))).is_empty());
    story
}

fn pushes(words: &[String]) -> Vec<&str> {
    let all = words.iter().map(String::as_str);
    all.filter(|word| word.starts_with("push")).collect()
}

/// The pushes of the next minutes.
fn later(story: &mut Story, minutes: u64) -> Vec<String> {
    let words = story.passes(Span::from_minutes(minutes));
    pushes(&words).into_iter().map(str::to_owned).collect()
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
    assert!(later(&mut story, 240).is_empty());

    // A page that comes back and is not looked at leaves it unread.
    story.poll("p1", from_line(1)).unwrap();
    story.apply(says("mia", "a3", "Hello?"));
    assert!(later(&mut story, 5).is_empty());

    read(&mut story);
    assert!(later(&mut story, 5).is_empty());
    story.apply(says("mia", "a4", "Goodbye"));
    assert_eq!(later(&mut story, 5), ["push: answer"]);

    story.apply(send("c1", "One more thing"));
    story.apply(says("mia", "a5", "Yes?"));
    assert_eq!(later(&mut story, 5), ["push: answer"]);
}

#[test]
fn an_answer_just_before_the_page_left_is_told_when_the_page_counts_as_away() {
    let mut story = left();
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());

    assert!(pushes(&story.passes(Span::from_secs(50))).is_empty());
    let words = story.passes(Span::from_secs(15));
    assert_eq!(pushes(&words), ["push: answer"]);
}

#[test]
fn nobody_who_polls_reads_or_did_not_agree_is_told() {
    let mut polls = left();
    polls.apply(says("mia", "a1", "Hello"));
    for _ in 0..20 {
        assert!(pushes(&polls.passes(Span::from_secs(30))).is_empty());
        polls.poll("p1", from_line(1)).unwrap();
    }

    let mut reads = left();
    reads.apply(says("mia", "a1", "Hello"));
    read(&mut reads);
    assert!(later(&mut reads, 60).is_empty());

    let mut stopped = left();
    stopped.apply(ChoosePush::Stop);
    stopped.apply(says("mia", "a1", "Hello"));
    assert!(later(&mut stopped, 60).is_empty());

    let mut never = Story::talking(plain());
    never.apply(says("mia", "a1", "Hello"));
    assert!(later(&mut never, 60).is_empty());
}

#[test]
fn a_withdrawn_answer_is_not_told() {
    let mut story = left();
    story.apply(says("mia", "a1", "Hello"));
    let said = MessageId {
        session: SessionNo(1),
        seq: Seq(2),
    };
    let kept = story.kept.clone();
    story.handle(recalls("mia", said, &kept)).unwrap();

    assert!(later(&mut story, 60).is_empty());
}

#[test]
fn a_waiting_visitor_is_told_that_an_agent_is_there_and_a_page_that_shows_it_ends_that() {
    let mut story = Story::waiting(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(0)).unwrap();
    story.passes(Span::from_secs(90));

    let came = story.router(assigned("mia"));
    assert_eq!(pushes(&came), ["push: agent"]);
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert!(pushes(&said).is_empty());

    let mut story = Story::waiting(plain());
    story.apply(ChoosePush::Agree);
    story.poll("p1", from_line(0)).unwrap();
    story.passes(Span::from_secs(90));
    story.router(assigned("mia"));
    story.poll("p1", from_line(0)).unwrap();
    assert!(later(&mut story, 5).is_empty());
    story.apply(says("mia", "a1", "Hello"));
    assert_eq!(later(&mut story, 5), ["push: answer"]);
}

#[test]
fn what_was_told_survives_a_restart_and_the_choice_the_next_session() {
    let mut story = gone();
    let said = story.effects_of(says("mia", "a1", "Hello"));
    assert_eq!(pushes(&said), ["push: answer"]);
    story.restarts_after(Span::from_secs(10));
    story.apply(says("mia", "a2", "Are you there?"));
    assert!(later(&mut story, 60).is_empty());
    story.handle(ends("mia")).unwrap();

    let channel = Arc::clone(&story.channel);
    story.handle(start("p2", &channel)).unwrap();
    story.apply(transfer(1));
    story.router(assigned("mia"));
    story.poll("p2", from_line(0)).unwrap();
    story.apply(says("mia", "a3", "Welcome back"));

    assert_eq!(later(&mut story, 5), ["push: answer"]);
}
