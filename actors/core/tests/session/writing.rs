//! A reply that a large language model writes (RB-04).

use crate::story::*;
use actors_core::ids::{DocId, MessageId, Seq, SessionNo};
use actors_core::message::Content;
use actors_core::message::content::RobotReply;
use actors_core::model::{Brief, Source, Written};
use actors_core::sensitive::{SensitiveWords, Treatment};
use actors_core::session::commands::LateAnswer;
use actors_core::session::commands::ask_robot::{AskRobot, Asked};
use actors_core::session::commands::from_model::{ModelDone, ModelSays};
use actors_core::session::commands::poll::Delivery;
use actors_core::session::{Effect, Effects};
use actors_core::time::Span;
use std::sync::Arc;

/// The welcome is line 1, the question 2, the reply 3.
const REPLY: MessageId = MessageId {
    session: SessionNo(1),
    seq: Seq(3),
};

/// A question that a large language model answers.
pub(crate) fn asks(ticket: u64, id: &str) -> AskRobot {
    let brief = Brief {
        question: "ships?".into(),
        channel: "web".into(),
        language: "en".into(),
        sources: vec![Source {
            doc: DocId::from("shipping"),
            question: "How fast do you ship?".into(),
            answer: "Within a week.".into(),
        }],
        earlier: None,
    };
    AskRobot {
        brief: Some(Arc::new(brief)),
        ..ask(ticket, id, "ships?")
    }
}

fn says(text: &str) -> ModelSays {
    ModelSays {
        reply: REPLY,
        text: text.into(),
    }
}

fn done(text: Option<&str>) -> ModelDone {
    ModelDone {
        reply: REPLY,
        written: text.map(|text| Written {
            text: text.into(),
            docs: vec![DocId::from("shipping")],
            references: Vec::new(),
        }),
    }
}

fn asking() -> Story {
    let mut story = Story::with_robot(talkative());
    let effects = story.step(asks(7, "q1")).effects;
    assert_eq!(answered(&effects), []);
    assert!(
        effects
            .as_slice()
            .iter()
            .any(|effect| matches!(effect, Effect::AskModel(reply, _) if *reply == REPLY))
    );
    story
}

/// The tickets that were answered, each with its text.
fn answered(effects: &Effects) -> Vec<(u64, String)> {
    let answers = effects.as_slice().iter().filter_map(|effect| match effect {
        Effect::Answer(ticket, LateAnswer::Asked(Ok(Asked::Answered { entry, .. }))) => {
            let entry = entry.as_ref().unwrap();
            Some((
                ticket.0,
                reply_of(&entry.message().unwrap().content).text.to_string(),
            ))
        }
        _ => None,
    });
    answers.collect()
}

fn reply_of(content: &Content) -> &RobotReply {
    match content {
        Content::Robot(reply) => reply,
        other => panic!("{other:?}"),
    }
}

fn words_so_far(delivery: &Delivery) -> Option<(u64, String)> {
    let partial = delivery.partial()?;
    let content = &partial.entry.message().unwrap().content;
    Some((partial.seq.0, reply_of(content).text.to_string()))
}

fn kept(story: &Story) -> RobotReply {
    let line = &story.kept.lines[&(REPLY.session, REPLY.seq)];
    reply_of(&line.message().unwrap().content).clone()
}

fn polled(story: &mut Story, cursor: u64) -> Delivery {
    story.poll("p1", from_line(cursor)).unwrap()
}

#[test]
fn a_reply_is_streamed_while_it_is_written_and_gets_its_place_in_the_log_at_the_end() {
    // [RB-04]
    let mut story = asking();
    assert_eq!(words_so_far(&polled(&mut story, 1)), None);

    story.apply(says("Within"));
    story.apply(says("Within a week."));
    let told = polled(&mut story, 1);
    assert_eq!(words_so_far(&told), Some((3, "Within a week.".into())));
    assert_eq!(
        (lines_of(&told).len(), told.cursor, told.more),
        (1, Seq(2), false)
    );
    assert_eq!(words_so_far(&polled(&mut story, 2)), None);

    let effects = story.step(done(Some("Within a week, free."))).effects;

    assert_eq!(answered(&effects), [(7, "Within a week, free.".into())]);
    let end = polled(&mut story, 2);
    assert_eq!(
        (words_so_far(&end), lines_of(&end).len(), end.cursor),
        (None, 1, Seq(3))
    );
    assert_eq!(kept(&story).doc, Some(DocId::from("shipping")));
    assert!(kept(&story).has_model_text());
}

#[test]
fn a_waiting_poll_is_answered_with_the_text_so_far() {
    let mut story = asking();
    story.apply(poll(9, "p1", from_line(2), 25));

    let effects = story.step(says("Within")).effects;

    let delivery = effects.as_slice().iter().find_map(|effect| match effect {
        Effect::Answer(_, LateAnswer::Polled(Ok(delivery))) => words_so_far(delivery),
        _ => None,
    });
    assert_eq!(delivery, Some((3, "Within".into())));
    assert!(
        effects
            .as_slice()
            .iter()
            .all(|effect| !matches!(effect, Effect::Record(_))),
        "{effects:?}"
    );
}

#[test]
fn if_the_model_fails_the_knowledge_base_answers() {
    // [RB-04]
    let mut story = asking();
    story.apply(says("Within a ye"));

    let effects = story.step(done(None)).effects;

    assert_eq!(answered(&effects), [(7, "About ships?".into())]);
    assert_eq!(lines_of(&polled(&mut story, 2)).len(), 1);
    assert_eq!(kept(&story).text.as_ref(), "About ships?");
}

#[test]
fn a_silent_model_times_out_after_150_seconds() {
    let mut story = asking();
    story.apply(poll(9, "p1", from_line(2), 25));
    story.passes(Span::from_secs(149));
    assert!(lines_of(&polled(&mut story, 2)).is_empty());

    story.passes(Span::from_secs(1));

    assert_eq!(lines_of(&polled(&mut story, 2)).len(), 1);
    let late = story.step(done(Some("Within a week."))).effects;
    assert!(late.is_empty(), "{late:?}");
}

#[test]
fn text_of_the_model_is_dropped_after_an_agent_took_over() {
    // [RB-04]
    let mut story = asking();
    story.apply(says("Within"));
    story.apply(transfer(8));
    let effects = story
        .step(actors_core::session::commands::from_router::FromRouter(
            assigned("mia"),
        ))
        .effects;
    assert_eq!(answered(&effects), [(7, "About ships?".into())]);
    assert!(effects.as_slice().contains(&Effect::StopModel(REPLY)));

    story.apply(says("Within a week."));
    let late = story.step(done(Some("Within a week."))).effects;

    assert!(late.is_empty(), "{late:?}");
    assert_eq!(words_so_far(&polled(&mut story, 2)), None);
    assert_eq!(kept(&story).text.as_ref(), "About ships?");
}

#[test]
fn closing_the_session_ends_the_models_reply() {
    let mut story = asking();
    let effects = story
        .step(actors_core::session::commands::close::Close)
        .effects;

    assert_eq!(answered(&effects), [(7, "About ships?".into())]);
    assert!(effects.as_slice().contains(&Effect::StopModel(REPLY)));
    assert!(story.step(done(Some("Within a week."))).effects.is_empty());
}

#[test]
fn after_a_restart_the_knowledge_bases_answer_stands() {
    // [RB-04]
    let mut story = asking();
    story.apply(says("Within"));
    story.restarts_after(Span::from_secs(1));

    assert_eq!(lines_of(&polled(&mut story, 2)).len(), 1);
    assert!(story.step(done(Some("Within a week."))).effects.is_empty());
    assert_eq!(kept(&story).text.as_ref(), "About ships?");
}

#[test]
fn a_repeat_waits_for_the_same_reply_and_another_question_goes_to_the_knowledge_base() {
    let mut story = asking();
    let repeat = story.step(asks(8, "q1")).effects;
    assert_eq!(answered(&repeat), []);
    let other = story
        .step(AskRobot {
            client_id: Some("q2".into()),
            ..asks(9, "q2")
        })
        .effects;
    assert_eq!(answered(&other), [(9, "About ships?".into())]);

    let effects = story.step(done(Some("Within a week."))).effects;

    assert_eq!(
        answered(&effects),
        [(7, "Within a week.".into()), (8, "Within a week.".into())]
    );
    assert_eq!(
        answered(&story.step(asks(10, "q1")).effects),
        [(10, "Within a week.".into())]
    );
    assert_eq!(lines_of(&polled(&mut story, 2)).len(), 3);
}

#[test]
fn a_page_that_opens_during_a_reply_gets_its_text_and_its_final_line() {
    let mut story = asking();
    let channel = story.channel.clone();
    let started = story.handle(start("p2", &channel)).unwrap();
    assert_eq!(started.last, Seq(2));
    story.apply(says("Within"));
    assert_eq!(
        words_so_far(&story.poll("p2", from_line(2)).unwrap()),
        Some((3, "Within".into()))
    );

    story.apply(done(Some("Within a week.")));

    assert_eq!(lines_of(&story.poll("p2", from_line(2)).unwrap()).len(), 1);
}

#[test]
fn the_tenants_sensitive_words_apply_to_the_models_text() {
    let words = [("darn", Treatment::Mask), ("rival", Treatment::Flag)];
    let channel = actors_core::channel::ChannelConfig {
        sensitive_words: Arc::new(SensitiveWords::new(words)),
        ..talkative()
    };
    for (said, read) in [
        ("A darn week.", "A **** week."),
        ("Ask our rival.", "About ships?"),
    ] {
        let mut story = Story::with_robot(channel.clone());
        story.apply(asks(7, "q1"));
        story.apply(says(said));
        let so_far = words_so_far(&polled(&mut story, 2)).map(|(_, words)| words);
        assert_eq!(
            so_far,
            read.starts_with('A')
                .then(|| read.to_owned())
                .filter(|_| read.contains('*'))
        );

        assert_eq!(
            answered(&story.step(done(Some(said))).effects),
            [(7, read.to_owned())]
        );
    }
}

#[test]
fn a_session_stays_in_memory_while_a_model_writes() {
    let mut story = asking();
    let retired = |words: &[String]| words.iter().any(|word| word.contains("retire"));

    assert!(!retired(&story.passes(Span::from_secs(140))));
    assert!(retired(&story.passes(Span::from_secs(140))));
}
