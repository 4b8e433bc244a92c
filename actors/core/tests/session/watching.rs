//! Agents who watch a conversation that is not theirs (Protocol, 'Visitors', watch).

use crate::people::{
    assigned, card, ends, from_line, gone, handed_over, invites, rate, recalls, says, send, start,
    transfer, waiting_at,
};
use crate::story::{Story, lines_of, plain};
use actors_core::channel::ChannelConfig;
use actors_core::desk::WATCHED_FOR;
use actors_core::ids::{AgentId, GroupId, LinePlace, Seq};
use actors_core::routing::{RouterNews, Terms};
use actors_core::session::Refusal;
use actors_core::session::commands::from_agent::AgentNotes;
use actors_core::session::commands::read::Read;
use actors_core::session::commands::typing::Typing;
use actors_core::session::commands::watch::Watch;
use actors_core::session::phase::Status;
use actors_core::session::watching::WATCHERS_MAX;
use actors_core::time::Span;
use std::sync::Arc;

fn watch(agent: &str) -> Watch {
    Watch {
        agent: AgentId::from(agent),
    }
}

fn note(text: &str) -> AgentNotes {
    AgentNotes {
        agent: Arc::new(card("mia")),
        client_id: None,
        text: text.into(),
        mentions: Vec::new(),
    }
}

fn types(text: &str) -> Typing {
    Typing { text: text.into() }
}

/// What those who watch are told.
fn heard(effects: &[String]) -> Vec<&str> {
    let effects = effects.iter();
    let heard = effects.filter_map(|effect| effect.strip_prefix("watching "));
    heard.collect()
}

#[test]
fn an_agent_who_watches_hears_of_each_message_for_a_minute_and_the_visitor_of_nothing() {
    let mut story = Story::with_robot(plain());

    let of_watching = story.effects_of(watch("leo"));
    let first = story.effects_of(send("c1", "hello"));
    story.passes(WATCHED_FOR);
    let late = story.effects_of(send("c2", "still here"));

    assert_eq!(of_watching, [] as [&str; 0], "nothing is stored or told");
    assert_eq!(heard(&first), ["leo: 1 visitor: hello"]);
    assert_eq!(heard(&late), [] as [&str; 0]);
    assert_eq!(story.handle(watch("leo")), Ok(Status::Robot));
    let told = story.poll("p1", from_line(0)).unwrap();
    assert!(!lines_of(&told).join("|").contains("LEO"));
}

#[test]
fn a_colleague_hears_of_both_sides_notes_withdrawals_and_read_marks_of_a_conversation() {
    let mut story = Story::talking(plain());
    let quiet = story.effects_of(says("mia", "a1", "one moment"));
    assert_eq!(heard(&quiet), [] as [&str; 0], "nobody watches");
    let withdrawn = story.last();
    let mut unwatched = story.effects_of(send("c0", "before"));

    assert_eq!(story.handle(watch("leo")), Ok(Status::Manual));
    let question = story.effects_of(send("c1", "where is it?"));
    let answer = story.effects_of(says("mia", "a2", "on its way"));
    let noted = story.effects_of(note("be kind"));
    let id = actors_core::ids::MessageId {
        session: actors_core::ids::SessionNo(1),
        seq: withdrawn,
    };
    let recall = recalls("mia", id, &story.kept);
    let recalled = story.effects_of(recall);
    let read = story.effects_of(Read {
        page: "p1".into(),
        upto: Some(Seq(3)),
    });

    let before = withdrawn.0;
    assert_eq!(
        heard(&question),
        [format!("leo: {} visitor: where is it?", before + 2)]
    );
    assert_eq!(
        heard(&answer),
        [format!("leo: {} mia: on its way", before + 3)]
    );
    assert_eq!(heard(&noted).len(), 1, "{noted:?}");
    assert!(heard(&noted)[0].contains("be kind"), "{noted:?}");
    assert_eq!(heard(&recalled).len(), 1, "{recalled:?}");
    assert!(heard(&recalled)[0].starts_with("leo: now "), "{recalled:?}");
    assert_eq!(heard(&read), ["leo: read 3"]);
    // But for what leo is told, the steps are those of a conversation that nobody watches.
    let mut watched = story.effects_of(send("c9", "before"));
    watched.retain(|effect| !effect.starts_with("watching"));
    unwatched.retain(|effect| !effect.contains("before") && !effect.contains("head"));
    watched.retain(|effect| !effect.contains("before") && !effect.contains("head"));
    assert_eq!(watched, unwatched);
}

#[test]
fn who_watches_sees_what_the_visitor_types_only_with_the_tenants_switch() {
    let shown = ChannelConfig {
        previews_typing: true,
        ..plain()
    };
    for (channel, text) in [(plain(), "leo: types "), (shown, "leo: types whe")] {
        let mut story = Story::talking(channel);
        story.handle(watch("leo")).unwrap();

        let typed = story.effects_of(types("whe"));

        assert_eq!(heard(&typed), [text]);
    }
}

#[test]
fn the_agent_of_the_conversation_hears_each_message_once() {
    let mut story = Story::talking(plain());

    story.handle(watch("mia")).unwrap();
    let said = story.effects_of(send("c1", "hello"));

    assert_eq!(heard(&said), [] as [&str; 0]);
    let told = said.iter().filter(|effect| effect.contains("desk mia"));
    assert_eq!(told.count(), 1, "{said:?}");
}

#[test]
fn whoever_watches_asks_again_when_the_visitor_changes_hands() {
    let changes: [fn(&mut Story) -> Vec<String>; 5] = [
        |story| story.router(handed_over("mia", Some("jo"))),
        |story| story.router(handed_over("mia", None)),
        |story| story.router(gone("mia")),
        |story| story.effects_of(ends("mia")),
        |story| story.effects_of(rate(None, 5)),
    ];
    for change in changes {
        let mut story = Story::talking(plain());
        story.handle(says("mia", "a1", "hello")).unwrap();
        story.handle(invites("mia")).unwrap();
        story.handle(watch("leo")).unwrap();

        let changed = change(&mut story);
        let after = story.effects_of(note("after it"));

        assert_eq!(heard(&changed), ["leo: taken away"], "{changed:?}");
        assert_eq!(heard(&after), [] as [&str; 0]);
        assert!(story.handle(watch("leo")).is_ok());
    }
}

#[test]
fn an_ended_conversation_is_watched_for_notes_and_for_the_next_one() {
    let mut story = Story::over(plain());

    assert_eq!(story.handle(watch("leo")), Ok(Status::Ended));
    let noted = story.effects_of(note("afterwards"));
    let begins = story.effects_of(start("p2", &story.channel));

    assert!(heard(&noted)[0].contains("afterwards"), "{noted:?}");
    assert_eq!(heard(&begins), ["leo: taken away"]);
    assert_eq!(story.handle(watch("leo")), Ok(Status::Robot));
}

#[test]
fn a_visitor_who_joins_or_changes_a_line_is_no_longer_watched() {
    let mut story = Story::with_robot(plain());
    story.handle(watch("leo")).unwrap();
    story.apply(transfer(1));

    let joined = story.router(waiting_at(3));
    story.handle(watch("leo")).unwrap();
    let moved = story.router(RouterNews::Waiting(actors_core::routing::InLine {
        group: GroupId::from("support"),
        ..crate::people::in_line(70, 1)
    }));
    story.handle(watch("leo")).unwrap();
    let taken = story.router(assigned("leo"));

    assert!(heard(&joined).contains(&"leo: taken away"), "{joined:?}");
    assert_eq!(heard(&moved), ["leo: taken away"]);
    assert_eq!(heard(&taken), [] as [&str; 0], "it is leo's own by then");
}

#[test]
fn one_more_than_may_watch_is_refused_until_another_one_no_longer_asks() {
    let mut story = Story::talking(plain());
    for number in 0..WATCHERS_MAX {
        story.handle(watch(&format!("agent-{number}"))).unwrap();
        story.passes(Span::from_secs(1));
    }

    let late = story.handle(watch("leo"));
    let again = story.handle(watch("agent-0"));
    story.passes(Span::from_secs(50));

    assert_eq!(late, Err(Refusal::WatchedByMany));
    assert!(again.is_ok(), "who watches may go on");
    assert!(story.handle(watch("leo")).is_ok());
}

#[test]
fn an_agent_steps_in_and_those_who_watched_are_told() {
    let mut story = Story::with_robot(plain());
    for agent in ["leo", "mia"] {
        story.handle(watch(agent)).unwrap();
    }

    let words = story.router(RouterNews::SteppedIn {
        agent: card("mia"),
        group: GroupId::from("sales"),
        terms: Box::new(Terms::plain(LinePlace(70))),
    });

    assert!(words.contains(&"+ 1 connected MIA".to_owned()), "{words:?}");
    assert_eq!(heard(&words), ["leo: taken away"]);
    assert_eq!(story.session.status(), Status::Manual);
    assert_eq!(story.handle(watch("leo")), Ok(Status::Manual));
}
