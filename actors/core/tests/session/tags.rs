//! Tags of a session, and notes that mention colleagues.

use crate::story::*;
use actors_core::agent_card::AgentCard;
use actors_core::event::Event;
use actors_core::ids::{AgentId, Seq, SessionNo, TagId};
use actors_core::message::Content;
use actors_core::message::content::Mentioned;
use actors_core::routing::DeskNews;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::AgentNotes;
use actors_core::session::commands::tag::{ChangeTags, TAGS_MAX, Tags};
use actors_core::session::{Effect, Refusal};
use actors_core::time::Span;
use std::sync::Arc;

fn ids(tags: &[&str]) -> Vec<TagId> {
    tags.iter().map(|tag| TagId::from(*tag)).collect()
}

fn change(by: &str, add: &[&str], remove: &[&str]) -> ChangeTags {
    ChangeTags {
        by: AgentId::from(by),
        add: ids(add),
        remove: ids(remove),
    }
}

fn tagged(story: &mut Story, add: &[&str], remove: &[&str]) -> Tags {
    story.handle(change("lin", add, remove)).unwrap()
}

#[test]
fn two_agents_change_tags_without_undoing_each_other() {
    let mut story = Story::talking(plain());

    tagged(&mut story, &["refund"], &[]);
    story.handle(change("mia", &["vip"], &[])).unwrap();
    let last = story.handle(change("lin", &["late"], &["refund"])).unwrap();

    assert_eq!(last.tags, ids(&["vip", "late"]));
    assert_eq!(story.handle(Describe).tags, last.tags);
    let line = &story.kept.lines[&(SessionNo(1), last.seq)];
    let Event::Tagged(tagging) = &line.event else {
        panic!("{line:?}");
    };
    assert_eq!((&tagging.by, &tagging.tags), (&"lin".into(), &last.tags));
}

#[test]
fn a_change_that_changes_nothing_writes_nothing() {
    let mut story = Story::talking(plain());
    tagged(&mut story, &["refund"], &[]);

    let again = story.step(change("mia", &["refund"], &["unknown"]));

    assert!(!again.reply.unwrap().is_changed);
    assert!(again.effects.is_empty());
}

#[test]
fn a_session_has_at_most_twenty_tags() {
    let mut story = Story::talking(plain());
    let many: Vec<String> = (0..TAGS_MAX).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    tagged(&mut story, &many, &[]);

    let refused = story.handle(change("mia", &["one more"], &[]));
    assert_eq!(refused, Err(Refusal::TooManyTags));

    let swapped = tagged(&mut story, &["one more"], &["0"]);
    assert_eq!(swapped.tags.len(), TAGS_MAX);
}

/// The line has a number, so the visitor's page hears that it exists, and nothing more.
#[test]
fn the_visitor_never_learns_of_tags() {
    let mut story = Story::talking(plain());
    let before = story.last();

    tagged(&mut story, &["troublesome"], &[]);
    story.handle(send("1", "Hello?")).unwrap();

    let delivery = story.poll("p1", from_line(before.0)).unwrap();
    let told = format!("{:?}", delivery.news);
    assert!(told.contains("Hello?"), "{told}");
    assert!(
        !told.contains("troublesome") && !told.contains("lin"),
        "{told}"
    );
}

#[test]
fn tags_are_given_in_every_state_and_survive_a_restart() {
    for mut story in [
        Story::with_robot(plain()),
        Story::waiting(plain()),
        Story::talking(plain()),
        Story::over(plain()),
    ] {
        tagged(&mut story, &["refund", "退款"], &[]);

        story.restarts_after(Span::from_secs(5));

        assert_eq!(story.handle(Describe).tags, ids(&["refund", "退款"]));
    }
}

#[test]
fn the_next_session_begins_without_tags_and_the_log_keeps_the_old_ones() {
    let mut story = Story::over(plain());
    let seq = tagged(&mut story, &["refund"], &[]).seq;

    let page = start("p2", &story.channel.clone());
    story.handle(page).unwrap();

    let now = story.handle(Describe);
    assert_eq!((now.place.session, now.tags), (SessionNo(2), ids(&[])));
    let kept = &story.kept.lines[&(SessionNo(1), seq)];
    assert!(matches!(&kept.event, Event::Tagged(it) if it.tags == ids(&["refund"])));
}

fn note(text: &str, mentions: &[&str]) -> AgentNotes {
    let mentions = mentions.iter().map(|agent| Mentioned {
        agent: AgentId::from(*agent),
        nick: agent.to_uppercase().into(),
    });
    AgentNotes {
        agent: Arc::new(AgentCard::clone(&card("mia"))),
        client_id: None,
        text: text.into(),
        mentions: mentions.collect(),
    }
}

#[test]
fn a_note_keeps_whom_it_mentions_and_the_visitor_reads_none_of_it() {
    let mut story = Story::talking(plain());
    let before = story.last();

    let step = story.step(note(" @LIN please look ", &["lin"]));

    let seq = step.reply.unwrap().message.seq;
    let kept = story.kept.lines[&(SessionNo(1), seq)].clone();
    let Content::Note(noted) = &kept.message().unwrap().content else {
        panic!("{kept:?}");
    };
    assert_eq!(noted.mentions[0].agent, "lin".into());
    assert!(noted.text.contains("@LIN please look"));
    let told = step.effects.as_slice().iter().any(|effect| {
        matches!(effect, Effect::TellAgent(agent, DeskNews::Said { .. }) if *agent == "mia".into())
    });
    assert!(told);
    let delivery = story.poll("p1", from_line(before.0)).unwrap();
    assert!(!format!("{:?}", delivery.news).contains("LIN"));
}

#[test]
fn a_note_without_mentions_is_plain_text() {
    let mut story = Story::talking(plain());

    let seq = story.handle(note("Be kind.", &[])).unwrap().message.seq;

    let kept = &story.kept.lines[&(SessionNo(1), Seq(seq.0))];
    assert_eq!(
        kept.message().unwrap().content,
        Content::Text("Be kind.".into())
    );
}
