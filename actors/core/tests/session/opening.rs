//! Pages open, reopen, and displace each other.

use crate::story::{
    BEGIN, Story, ask, card, from_line, in_words, lines_of, plain, poll, send, start, talkative,
    who,
};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, Seq, SessionNo, Voucher};
use actors_core::local_text::LocalText;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::poll::Since;
use actors_core::session::commands::start::{Start, Started};
use actors_core::session::details::Details;
use actors_core::session::phase::Status;
use actors_core::session::{Refusal, Session};
use std::sync::Arc;

#[test]
fn a_new_visitor_is_greeted_by_the_robot() {
    let (_, started, effects) = Story::begin(talkative());

    let expected = Started {
        session: SessionNo(1),
        status: Status::Robot,
        agent: None,
        offline: 0,
        enable_evaluate: false,
        evaluated: false,
        last: Seq(1),
        now: BEGIN,
    };
    assert_eq!(started, expected);
    assert_eq!(in_words(&effects), ["+ 1 robot: Hello!", "head robot"]);
}

#[test]
fn a_channel_without_a_robot_greets_nobody() {
    let (_, started, effects) = Story::begin(plain());

    assert_eq!(started.last, Seq(0));
    assert_eq!(in_words(&effects), ["head robot"]);
}

#[test]
fn a_second_page_continues_the_session_and_ends_the_first_pages_poll() {
    let mut story = Story::with_robot(talkative());
    story.apply(poll(1, "p1", from_line(1), 25));

    let step = story.step(start("p2", &story.channel.clone()));

    let started = step.reply.unwrap();
    assert_eq!(started.session, SessionNo(1));
    assert_eq!(started.status, Status::Robot);
    assert_eq!(
        in_words(&step.effects),
        [
            "head robot",
            "answer 1: Robot | opened elsewhere | cursor 1"
        ]
    );
    assert_eq!(story.poll("p1", from_line(1)), Err(Refusal::Displaced));
    assert!(story.poll("p2", from_line(1)).is_ok());
}

#[test]
fn a_page_that_was_not_polling_is_told_once_that_it_was_displaced() {
    let mut story = Story::with_robot(talkative());
    story.apply(start("p2", &story.channel.clone()));

    let told = story.poll("p1", from_line(0)).unwrap();

    assert_eq!(lines_of(&told), ["opened elsewhere"]);
    assert_eq!(story.poll("p1", from_line(0)), Err(Refusal::Displaced));
    assert_eq!(story.poll("p1", Since::ReadMark), Err(Refusal::Displaced));
}

#[test]
fn an_unknown_page_is_refused_like_a_displaced_one() {
    let mut story = Story::with_robot(talkative());

    let words = story.effects_of(poll(7, "guessed", from_line(0), 25));

    assert_eq!(words, ["answer 7: refused Displaced"]);
}

#[test]
fn a_hundred_starts_create_one_session_and_one_live_page() {
    let mut story = Story::with_robot(talkative());
    let channel = story.channel.clone();

    for page in 2..=100 {
        let started = story.handle(start(&format!("p{page}"), &channel)).unwrap();
        assert_eq!((started.session, started.last), (SessionNo(1), Seq(1)));
    }

    for page in 1..100 {
        let page = format!("p{page}");
        let told = story.poll(&page, from_line(0)).unwrap();
        assert_eq!(lines_of(&told), ["opened elsewhere"], "{page}");
        assert_eq!(story.poll(&page, from_line(0)), Err(Refusal::Displaced));
    }
    let live = story.poll("p100", from_line(0)).unwrap();
    assert_eq!(lines_of(&live), ["1 robot: Hello!"]);
}

#[test]
fn a_page_that_reopens_gets_the_agent_or_the_queued_status() {
    let mut waiting = Story::waiting(plain());
    let mut talking = Story::talking(plain());

    let in_line = waiting
        .handle(start("p2", &waiting.channel.clone()))
        .unwrap();
    let with_agent = talking
        .handle(start("p2", &talking.channel.clone()))
        .unwrap();

    assert_eq!((in_line.status, in_line.agent), (Status::Queued, None));
    assert_eq!(with_agent.status, Status::Manual);
    assert_eq!(with_agent.agent, Some(card("mia")));
}

#[test]
fn after_the_end_a_page_begins_a_new_session_with_its_own_log() {
    let mut story = Story::with_robot(talkative());
    story.apply(send("c1", "hello"));
    story.apply(Close);

    let step = story.step(start("p2", &story.channel.clone()));

    let started = step.reply.unwrap();
    assert_eq!(started.session, SessionNo(2));
    assert_eq!(started.status, Status::Robot);
    assert_eq!(in_words(&step.effects), ["+ 1 robot: Hello!", "head robot"]);
    let told = story.poll("p2", from_line(0)).unwrap();
    assert_eq!(lines_of(&told), ["1 robot: Hello!"]);
    assert_eq!(told.session, SessionNo(2));
}

#[test]
fn times_rise_within_a_visitor_even_if_the_clock_stops() {
    let mut story = Story::with_robot(talkative());
    story.apply(ask(1, "q1", "shipping"));
    story.apply(Close);
    story.apply(start("p2", &story.channel.clone()));
    story.apply(send("c1", "hello"));

    let times: Vec<_> = story
        .kept
        .stored()
        .iter()
        .map(|line| line.entry.at)
        .collect();

    assert_eq!(times.len(), 6);
    assert!(times.is_sorted_by(|earlier, later| earlier < later));
}

#[test]
fn an_open_session_keeps_its_channel_and_a_new_one_uses_the_pages_channel() {
    let mut story = Story::with_robot(plain());
    let mut other = plain();
    other.id = "other".into();
    let other = Arc::new(other);

    story.apply(start("p2", &other));
    assert_eq!(story.handle(Describe).channel, story.channel.id);

    story.apply(Close);
    story.apply(start("p3", &other));
    assert_eq!(story.handle(Describe).channel, other.id);
}

#[test]
fn a_page_that_reopens_updates_the_channels_settings() {
    let mut story = Story::with_robot(talkative());
    let changed = ChannelConfig {
        language: Some("zh".into()),
        ..talkative()
    };

    story.apply(start("p2", &Arc::new(changed)));

    assert_eq!(story.handle(Describe).language.as_str(), "zh");
}

#[test]
fn details_that_a_page_leaves_out_keep_their_value() {
    let mut story = Story::with_robot(plain());
    let said = |name: &str, email: &str| Details {
        name: name.into(),
        email: email.into(),
        ..Details::default()
    };
    let channel = story.channel.clone();

    for details in [said("Ann", "ann@example.com"), said("", "a@example.com")] {
        story.apply(Start {
            details,
            ..start("p2", &channel)
        });
    }
    story.apply(Start {
        details: said(&"x".repeat(9_999), ""),
        ..start("p3", &channel)
    });

    let known = story.handle(Describe).details;
    assert_eq!(&*known.email, "a@example.com");
    assert_eq!(known.name.chars().count(), 256);
}

#[test]
fn the_robot_greets_in_the_visitors_language_unless_the_channel_sets_one() {
    let greeting = |channel| {
        let story = Story::with_robot(channel);
        let start = Start {
            language: Language::parse("zh").unwrap(),
            ..start("p2", &story.channel.clone())
        };
        let mut story = story;
        story.apply(Close);
        in_words(&story.step(start).effects).remove(0)
    };
    let mut english = talkative();
    english.language = Some("en".into());
    let mut mute = talkative();
    mute.robot.as_mut().unwrap().welcome = LocalText::default();

    assert_eq!(greeting(talkative()), "+ 1 robot: 您好！");
    assert_eq!(greeting(english), "+ 1 robot: Hello!");
    assert_eq!(greeting(mute), "head robot");
}

fn voucher(number: u64) -> Option<Voucher> {
    std::num::NonZeroU64::new(number).map(Voucher)
}

fn vouched_start(page: &str, story: &Story, by: Option<Voucher>) -> Start {
    Start {
        vouched: by,
        ..start(page, &story.channel.clone())
    }
}

/// Protocol, 'Visitor identity': identitySecret
#[test]
fn a_vouched_visitor_can_only_be_opened_with_the_same_secret() {
    let channel = Arc::new(talkative());
    let first = Start {
        vouched: voucher(7),
        ..start("p1", &channel)
    };
    let (mut session, step) = Session::start(BEGIN, who(), first);
    step.reply.unwrap();
    let head = session.head();

    for by in [None, voucher(8)] {
        let page = Start {
            vouched: by,
            ..start("p2", &channel)
        };
        let step = session.handle(BEGIN, page);
        assert_eq!(step.reply.unwrap_err(), Refusal::NotVouched);
        assert_eq!(in_words(&step.effects), [""; 0]);
        assert_eq!(session.head(), head);
    }
    let mut session = Session::restore(BEGIN, who(), head, &[], channel.clone());
    let page = Start {
        vouched: voucher(7),
        ..start("p3", &channel)
    };
    assert_eq!(
        session.handle(BEGIN, page).reply.unwrap().session,
        SessionNo(1)
    );
}

#[test]
fn a_visitor_without_a_voucher_never_gets_one() {
    let mut story = Story::with_robot(talkative());

    let page = vouched_start("p2", &story, voucher(7));
    assert_eq!(story.handle(page), Err(Refusal::NotVouched));

    let page = vouched_start("p2", &story, None);
    story.handle(page).unwrap();
}

#[test]
fn a_new_secret_replaces_the_old_one() {
    let channel = Arc::new(talkative());
    let start = |page: &str, by, anew| Start {
        vouched: by,
        vouched_anew: anew,
        ..start(page, &channel)
    };
    let (mut session, _) = Session::start(BEGIN, who(), start("p1", voucher(7), None));

    let step = session.handle(BEGIN, start("p2", voucher(7), voucher(8)));
    step.reply.unwrap();

    assert_eq!(session.head().vouched, voucher(8));
    let old = session.handle(BEGIN, start("p3", voucher(7), None));
    assert_eq!(old.reply.unwrap_err(), Refusal::NotVouched);
    let new = session.handle(BEGIN, start("p3", voucher(8), None));
    new.reply.unwrap();
}
