//! Stories of the shop's own server, which speaks in any open session (Protocol, 'Transitions').

use crate::story::{Story, picture, plain, poll, says, send, shop_says, talkative};
use actors_core::ids::MessageId;
use actors_core::message::Content;
use actors_core::message::content::Note;
use actors_core::session::Refusal;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::AgentRecalls;
use actors_core::session::commands::from_shop::{ShopEnds, ShopSays};
use actors_core::session::commands::poll::Since;
use actors_core::session::phase::Status;
use actors_core::time::Span;

#[test]
fn the_shops_server_speaks_with_the_robot_in_the_queue_and_beside_an_agent() {
    let sent = |mut story: Story| {
        let status = story.session.status();
        let words = story.effects_of(shop_says("s1", "Your parcel left."));
        assert_eq!(story.session.status(), status);
        words
    };
    let is_said = |words: &[String]| words[0].ends_with("@key:1: Your parcel left.");

    let with_robot = sent(Story::with_robot(plain()));
    let queued = sent(Story::waiting(plain()));
    let talking = sent(Story::talking(plain()));

    assert!(is_said(&with_robot), "{with_robot:?}");
    assert!(is_said(&queued), "{queued:?}");
    assert!(is_said(&talking), "{talking:?}");
    let desk = talking.last().unwrap();
    assert!(
        desk.starts_with("desk mia: ") && desk.ends_with("Your parcel left."),
        "{desk}"
    );
}

#[test]
fn nothing_is_said_in_an_ended_session() {
    let mut story = Story::over(plain());

    assert_eq!(
        story.handle(shop_says("s1", "Hello")),
        Err(Refusal::ChatEnded)
    );
    assert!(story.effects_of(ShopEnds).is_empty());
}

#[test]
fn a_repeat_is_stored_once_also_after_a_restart_and_after_the_end() {
    let mut story = Story::with_robot(plain());
    let first = story.handle(shop_says("s1", "Hello")).unwrap();
    let last = story.last();

    story.restarts_after(Span::from_minutes(1));
    let again = story.handle(shop_says("s1", "Hello")).unwrap();
    let other = story.handle(shop_says("s1", "Goodbye"));
    story.apply(ShopEnds);
    let late = story.handle(shop_says("s1", "Hello")).unwrap();

    assert!(!first.repeated && again.repeated && late.repeated);
    assert_eq!(
        (again.message, late.message),
        (first.message, first.message)
    );
    assert_eq!(other, Err(Refusal::IdTaken));
    assert_eq!(story.last().0, last.0 + 1);
}

/// [ST-13]
#[test]
fn the_agent_still_owes_an_answer_that_the_shops_server_did_not_give() {
    let mut story = Story::talking(talkative());
    story.apply(send("c1", "hello"));

    story.handle(shop_says("s1", "We have your mail.")).unwrap();
    let waited = story.passes(Span::from_minutes(2));

    assert!(waited.iter().any(|word| word.contains("One moment.")));
}

#[test]
fn the_shops_server_may_send_what_an_agent_may_and_nothing_else() {
    let mut story = Story::with_robot(plain());
    let mut tells = |id, content| {
        story.handle(ShopSays {
            content,
            ..shop_says(id, "")
        })
    };
    let Content::Image(file) = picture() else {
        panic!("a picture is an image")
    };
    let note = Note {
        text: "between us".into(),
        mentions: Vec::new(),
    };

    assert!(tells("s1", Content::RichText("<b>hi</b>".into())).is_ok());
    assert!(tells("s2", Content::Audio(file)).is_ok());
    assert_eq!(
        tells("s3", Content::Note(Box::new(note))),
        Err(Refusal::KindNotAllowed)
    );
}

#[test]
fn ending_goes_like_an_agents_with_an_agent_and_like_the_visitors_without() {
    let mut talking = Story::talking(talkative());
    let mut queued = Story::waiting(talkative());
    let mut with_robot = Story::with_robot(talkative());

    let by_shop = talking.effects_of(ShopEnds);
    let left = queued.effects_of(ShopEnds);
    with_robot.apply(ShopEnds);

    assert!(
        by_shop.contains(&"router: release mia".to_owned()),
        "{by_shop:?}"
    );
    assert!(by_shop.iter().any(|word| word.contains("See you.")));
    assert!(left.contains(&"router: withdraw".to_owned()), "{left:?}");
    assert!(left.iter().all(|word| !word.contains("See you.")));
    for story in [&talking, &queued, &with_robot] {
        assert_eq!(story.session.status(), Status::Ended);
    }
}

#[test]
fn no_agent_recalls_what_the_shops_server_said() {
    let mut story = Story::talking(plain());
    let sent = story.handle(shop_says("s1", "Hello")).unwrap();
    let message: MessageId = sent.message;

    let recall = AgentRecalls {
        agent: "mia".into(),
        message,
        line: None,
    };

    assert_eq!(story.handle(recall), Err(Refusal::NoSuchMessage));
    story.handle(says("mia", "a1", "Hi")).unwrap();
    assert_eq!(story.handle(Describe).status, Status::Manual);
}

#[test]
fn a_waiting_poll_is_answered_at_once() {
    let mut story = Story::with_robot(plain());
    story.apply(poll(2, "p1", Since::Cursor(story.last()), 25));

    let words = story.effects_of(shop_says("s1", "Hello"));

    assert!(
        words
            .iter()
            .any(|word| word.starts_with("answer 2: ") && word.contains("Hello")),
        "{words:?}"
    );
}
