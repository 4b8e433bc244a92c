//! Requests with a client id are idempotent (Protocol, 'Repeats', sendMsg).

use crate::story::{
    BEGIN, Story, ask, assigned, ends, in_words, plain, says, send, start, transfer,
};
use actors_core::ids::{ClientId, MessageId, Seq, SessionNo};
use actors_core::message::Content;
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::send_message::{SendMessage, Sent};
use actors_core::session::restore::CLIENT_IDS_KEPT;
use actors_core::time::Span;

/// The answer to a repeat: the place of the first message.
fn again(first: Sent) -> Sent {
    Sent {
        repeated: true,
        ..first
    }
}

#[test]
fn a_repeated_message_gets_the_same_place_and_is_recorded_once() {
    let mut story = Story::talking(plain());
    let first = story.handle(send("c1", "hello")).unwrap();
    story.passes(Span::from_secs(5));

    let second = story.step(send("c1", "hello"));

    assert_eq!(second.reply, Ok(again(first)));
    assert!(second.effects.is_empty());
}

#[test]
fn the_same_client_id_with_other_content_is_refused() {
    let mut story = Story::talking(plain());
    let first = story.handle(send("c1", "hello")).unwrap();

    let other = story.step(send("c1", "goodbye"));

    assert_eq!(other.reply, Err(Refusal::IdTaken));
    assert!(other.effects.is_empty());
    assert_eq!(story.handle(send("c1", "hello")), Ok(again(first)));
    assert_eq!(
        story.effects_of(ask(5, "c1", "hello")),
        ["answer 5: refused IdTaken"]
    );
}

#[test]
fn a_repeat_is_recognised_after_the_end_in_the_next_session_and_after_a_restart() {
    let mut story = Story::with_robot(plain());
    let first = story.handle(send("c1", "hello")).unwrap();
    story.apply(Close);
    assert_eq!(story.handle(send("c1", "hello")), Ok(again(first)));

    story.apply(start("p2", &story.channel.clone()));
    assert_eq!(story.handle(send("c1", "hello")), Ok(again(first)));

    story.restarts_after(Span::from_minutes(60 * 47));
    assert_eq!(story.handle(send("c1", "hello")), Ok(again(first)));
    assert_eq!(story.handle(send("c1", "bye")), Err(Refusal::IdTaken));
    assert_eq!(first.message.session, SessionNo(1));
}

#[test]
fn a_repeat_is_recognised_among_thousands() {
    let mut story = Story::with_robot(plain());
    let first = story.handle(send("c0", "hello")).unwrap();
    for number in 1..=3_000 {
        story.apply(send(&format!("c{number}"), "hello"));
    }

    assert_eq!(story.handle(send("c0", "hello")), Ok(again(first)));
    story.restarts_after(Span::ZERO);
    assert_eq!(story.handle(send("c0", "hello")), Ok(again(first)));
}

#[test]
fn client_ids_are_forgotten_after_48_hours() {
    let mut story = Story::with_robot(plain());
    let first = story.handle(send("c1", "hello")).unwrap();

    story.passes(CLIENT_IDS_KEPT);
    story.apply(send("c2", "still here"));
    assert_eq!(story.handle(send("c1", "hello")), Ok(again(first)));

    story.passes(Span::from_millis(1));
    story.apply(send("c3", "and here"));
    let anew = story.handle(send("c1", "hello")).unwrap();
    assert_eq!(anew.message.seq, Seq(4));
}

#[test]
fn a_repeated_question_gets_the_same_reply() {
    let mut story = Story::with_robot(plain());
    let first = story.effects_of(ask(5, "q1", "shipping"));
    let mut changed = ask(6, "q1", "shipping");
    changed.reply.text = "the knowledge base has changed".into();

    let again = story.step(changed);

    assert_eq!(
        first,
        [
            "+ 1 visitor: shipping",
            "+ 2 robot: About shipping",
            "head robot",
            "answer 5: asked 1, replied 2",
        ]
    );
    assert_eq!(in_words(&again.effects), ["answer 6: asked 1, replied 2"]);
    story.restarts_after(Span::from_secs(1));
    assert_eq!(
        story.effects_of(ask(7, "q1", "shipping")),
        ["answer 7: asked 1, replied 2"]
    );
    story.apply(Close);
    assert_eq!(
        story.effects_of(ask(8, "q1", "shipping")),
        ["answer 8: asked 1, replied 2"]
    );
}

#[test]
fn a_message_and_a_question_cannot_share_a_client_id() {
    let mut story = Story::with_robot(plain());
    story.apply(send("c1", "shipping"));
    story.apply(ask(5, "q1", "returns"));
    story.restarts_after(Span::ZERO);

    assert_eq!(
        story.effects_of(ask(6, "c1", "shipping")),
        ["answer 6: refused IdTaken"]
    );
    assert_eq!(story.handle(send("q1", "returns")), Err(Refusal::IdTaken));
}

#[test]
fn an_agents_repeated_message_gets_the_same_place_even_after_the_end() {
    let mut story = Story::talking(plain());
    let first = story.handle(says("mia", "a1", "Hello")).unwrap();
    story.handle(ends("mia")).unwrap();

    assert_eq!(story.handle(says("mia", "a1", "Hello")), Ok(again(first)));
    assert_eq!(
        story.handle(says("mia", "a1", "Bye")),
        Err(Refusal::IdTaken)
    );
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.handle(says("mia", "a1", "Hello")), Ok(again(first)));
}

#[test]
fn the_same_client_id_from_different_people_does_not_collide() {
    let mut story = Story::talking(plain());
    let visitors = story.handle(send("1", "hello")).unwrap();
    let mias = story.handle(says("mia", "1", "hello")).unwrap();
    story.router(assigned("leo"));
    let leos = story.handle(says("leo", "1", "hello")).unwrap();

    assert!(visitors.message < mias.message && mias.message < leos.message);
}

#[test]
fn a_message_without_a_client_id_is_recorded_each_time() {
    let mut story = Story::with_robot(plain());
    let nameless = || SendMessage {
        client_id: None,
        content: Content::Text("hello".into()),
    };
    let expected = |seq: u64| Sent {
        message: MessageId {
            session: SessionNo(1),
            seq: Seq(seq),
        },
        at: BEGIN + Span::from_millis(seq - 1),
        flagged: false,
        repeated: false,
    };

    assert_eq!(story.handle(nameless()), Ok(expected(1)));
    assert_eq!(story.handle(nameless()), Ok(expected(2)));
}

#[test]
fn the_client_id_is_stored_with_the_line() {
    let mut story = Story::with_robot(plain());
    story.apply(send("c1", "hello"));
    story.apply(transfer(1));

    let line = story.kept.stored().remove(0);

    let actors_core::event::Event::Message(message) = &line.entry.event else {
        panic!("a message was written");
    };
    assert_eq!(message.client_id, Some(ClientId::from("c1")));
}
