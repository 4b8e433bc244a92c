//! Supervisors in conversations of others.

use crate::story::{Story, card, from_line, lines_of, plain, says};
use actors_core::ids::{AgentId, ClientId, GroupId};
use actors_core::session::Refusal;
use actors_core::session::commands::oversee::{Ended, ForceEnd, Whisper};
use actors_core::session::commands::watch::Watch;
use actors_core::session::phase::Status;
use actors_core::tenant::Oversight;
use std::sync::Arc;

fn of(groups: &[&str]) -> Oversight {
    let groups = groups.iter().map(|group| GroupId::from(*group));
    Oversight::Groups(Arc::new(groups.collect()))
}

fn whispers(oversight: Oversight) -> Whisper {
    Whisper {
        by: card("sue").into(),
        oversight,
        client_id: Some(ClientId::from("w1")),
        text: "offer a refund".into(),
    }
}

#[test]
fn a_supervisor_of_other_groups_neither_whispers_nor_ends() {
    let mut story = Story::talking(plain());
    let no = Err(Refusal::NotYours);

    assert_eq!(
        story.handle(whispers(of(&["help"]))),
        Err(Refusal::NotYours)
    );
    let oversight = of(&["help"]);
    assert_eq!(story.handle(ForceEnd { oversight }), no);
    let mut story = Story::with_robot(plain());
    let oversight = of(&["sales"]);
    assert_eq!(
        story.handle(ForceEnd { oversight }),
        no,
        "the robot's conversations belong to no group"
    );
    let oversight = Oversight::Everything;
    assert_eq!(story.handle(ForceEnd { oversight }), Ok(Ended::Now));
}

#[test]
fn only_agents_read_what_a_supervisor_whispers() {
    let mut story = Story::talking(plain());
    story.handle(says("mia", "a1", "hello")).unwrap();
    let before = story.last();

    let words = story.effects_of(whispers(of(&["sales"])));

    assert_eq!(words[0], "+ 3 sue: offer a refund (internal)");
    assert!(words.contains(&"desk mia: 3 sue: offer a refund (internal)".to_owned()));
    let told = story.poll("p1", from_line(before.0)).unwrap();
    assert!(!lines_of(&told).join("|").contains("refund"));
    let again = story.handle(whispers(of(&["sales"]))).unwrap();
    assert!(again.repeated);
}

#[test]
fn a_supervisor_ends_a_conversation_and_sends_a_waiting_visitor_away() {
    for mut story in [Story::talking(plain()), Story::waiting(plain())] {
        let agent = AgentId::from("sue");
        story.handle(Watch { agent }).unwrap();
        let oversight = of(&["sales"]);
        let words = story.effects_of(ForceEnd { oversight });

        assert_eq!(story.session.status(), Status::Ended);
        assert!(
            words.contains(&"watching sue: taken away".to_owned()),
            "{words:?}"
        );
        let oversight = of(&["sales"]);
        let again = story.handle(ForceEnd { oversight });
        assert_eq!(again, Ok(Ended::Before), "a repeat");
    }
}
