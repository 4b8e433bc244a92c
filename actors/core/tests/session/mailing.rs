//! A visitor who left before the answer gets one mail (Protocol, 'Mail to a visitor who left').

use crate::story::{
    BEGIN, Story, assigned, ends, from_line, plain, poll, recalls, says, send, start, transfer,
};
use actors_core::channel::ChannelConfig;
use actors_core::channel::lines::VisitorSilence;
use actors_core::ids::{MessageId, PollId, Seq, SessionNo, VisitorId, VisitorKey, Voucher};
use actors_core::session::commands::correct::Correct;
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::learn::ResetDetails;
use actors_core::session::commands::mailed::{Fate, Mailed};
use actors_core::session::commands::poll::Since;
use actors_core::session::commands::read::Read;
use actors_core::session::details::Reset;
use actors_core::session::visit::Told;
use actors_core::session::{Effect, Session};
use actors_core::tenant::Reach;
use actors_core::time::Span;
use std::num::NonZeroU64;
use std::sync::Arc;

fn mailing() -> ChannelConfig {
    ChannelConfig {
        mails_after: Some(Span::from_minutes(5)),
        ..plain()
    }
}

fn address(email: &str) -> ResetDetails {
    ResetDetails {
        page: None,
        reset: Reset {
            email: Some(email.into()),
            ..Reset::default()
        },
        language: None,
    }
}

/// The visitor talks with Mia, gave an address, and their page polled a last time.
fn left(channel: ChannelConfig) -> Story {
    let mut story = Story::talking(channel);
    story.handle(address("ann@example.com")).unwrap();
    story.poll("p1", from_line(1)).unwrap();
    // Lines of one moment differ by milliseconds.
    story.passes(Span::from_secs(1));
    story
}

fn minutes(story: &mut Story, minutes: u64) -> Vec<String> {
    let words = story.passes(Span::from_minutes(minutes));
    words
        .into_iter()
        .filter(|word| word.starts_with("mail"))
        .collect()
}

fn stored(upto: u64) -> Mailed {
    Mailed {
        session: SessionNo(1),
        upto: Seq(upto),
        fate: Fate::Stored,
    }
}

#[test]
fn a_visitor_who_left_gets_a_mail_about_what_they_have_not_read() {
    let mut story = left(mailing());
    story.passes(Span::from_minutes(2));
    story.handle(says("mia", "a1", "It is in stock.")).unwrap();
    story.passes(Span::from_minutes(1));
    story
        .handle(says("mia", "a2", "Shall I keep one?"))
        .unwrap();

    assert!(minutes(&mut story, 3).is_empty());
    assert_eq!(minutes(&mut story, 2), ["mail: 1 to 3"]);

    story.apply(stored(3));
    assert!(minutes(&mut story, 240).is_empty());
}

#[test]
fn a_mail_is_due_after_the_last_poll_if_the_answer_came_before() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "Hello")).unwrap();

    let mut due = None;
    for minute in 1..=10 {
        if !minutes(&mut story, 1).is_empty() {
            due = Some(minute);
            break;
        }
    }

    assert_eq!(due, Some(5));
}

#[test]
fn nobody_who_polls_reads_has_no_address_or_a_channel_without_mails_gets_one() {
    let mut without_mails = left(plain());
    without_mails.handle(says("mia", "a1", "Hello")).unwrap();
    assert!(minutes(&mut without_mails, 60).is_empty());

    let mut without_address = Story::talking(mailing());
    without_address.handle(says("mia", "a1", "Hello")).unwrap();
    assert!(minutes(&mut without_address, 60).is_empty());

    let mut polls = left(mailing());
    polls.handle(says("mia", "a1", "Hello")).unwrap();
    for _ in 0..40 {
        assert!(minutes(&mut polls, 1).is_empty());
        polls.poll("p1", from_line(2)).unwrap();
    }

    let mut read = left(mailing());
    read.handle(says("mia", "a1", "Hello")).unwrap();
    read.poll("p1", from_line(1)).unwrap();
    let page = PollId::from("p1");
    let upto = Some(Seq(2));
    read.handle(Read { page, upto }).unwrap();
    assert!(minutes(&mut read, 60).is_empty());

    let mut answered = left(mailing());
    answered.handle(says("mia", "a1", "Hello")).unwrap();
    answered.poll("p1", from_line(2)).unwrap();
    answered.apply(send("c1", "Thank you"));
    assert!(minutes(&mut answered, 60).is_empty());
}

#[test]
fn a_page_that_comes_back_cancels_the_mail_and_one_that_leaves_again_plans_it() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    assert!(minutes(&mut story, 4).is_empty());

    story.poll("p1", from_line(1)).unwrap();

    assert!(minutes(&mut story, 4).is_empty());
    assert_eq!(minutes(&mut story, 2), ["mail: 1 to 2"]);
}

#[test]
fn only_a_new_stretch_of_unread_messages_gets_another_mail_half_an_hour_later() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    assert_eq!(minutes(&mut story, 5), ["mail: 1 to 2"]);
    story.apply(stored(2));
    story.handle(says("mia", "a2", "Are you there?")).unwrap();
    assert!(minutes(&mut story, 60).is_empty());

    // The visitor reads, leaves, and is answered twice.
    story.poll("p1", from_line(2)).unwrap();
    let page = PollId::from("p1");
    story.handle(Read { page, upto: None }).unwrap();
    story.handle(says("mia", "a3", "Goodbye")).unwrap();
    assert_eq!(minutes(&mut story, 5), ["mail: 4 to 4"]);
    story.apply(stored(4));
    story.poll("p1", from_line(4)).unwrap();
    story.apply(send("c1", "One more thing"));
    story.handle(says("mia", "a4", "Yes?")).unwrap();

    assert!(minutes(&mut story, 29).is_empty());
    assert_eq!(minutes(&mut story, 2), ["mail: 4 to 6"]);
}

#[test]
fn a_shell_that_does_not_report_is_asked_again_and_one_that_sends_nothing_is_not() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    assert_eq!(minutes(&mut story, 5), ["mail: 1 to 2"]);
    assert_eq!(minutes(&mut story, 10), ["mail: 1 to 2"]);

    story.apply(Mailed {
        fate: Fate::Unsent,
        ..stored(2)
    });
    assert!(minutes(&mut story, 60).is_empty());
    story.handle(says("mia", "a2", "Still there?")).unwrap();

    assert_eq!(minutes(&mut story, 6), ["mail: 1 to 3"]);
}

#[test]
fn an_answer_that_was_withdrawn_sends_no_mail() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "Hello")).unwrap();
    let said = MessageId {
        session: SessionNo(1),
        seq: Seq(2),
    };
    let kept = story.kept.clone();
    story.handle(recalls("mia", said, &kept)).unwrap();

    assert!(minutes(&mut story, 60).is_empty());
}

#[test]
fn a_visitor_who_left_is_told_after_the_end_too_and_a_new_session_begins_anew() {
    let mut story = left(mailing());
    story.handle(says("mia", "a1", "It is in stock.")).unwrap();
    story.handle(ends("mia")).unwrap();
    assert_eq!(minutes(&mut story, 5).len(), 1);
    story.apply(stored(story.last().0));

    let channel = Arc::clone(&story.channel);
    story.handle(start("p2", &channel)).unwrap();

    assert!(minutes(&mut story, 60).is_empty());
}

#[test]
fn a_planned_mail_survives_a_restart_beside_the_silence_of_the_visitor() {
    let channel = ChannelConfig {
        visitor_silence: Some(VisitorSilence {
            after: Span::from_minutes(20),
            reminder: "Still there?".into(),
            farewell: None,
        }),
        ..mailing()
    };
    let mut story = left(channel);
    story.handle(says("mia", "a1", "Hello")).unwrap();
    assert!(minutes(&mut story, 2).is_empty());

    story.restarts_after(Span::from_secs(10));
    assert!(minutes(&mut story, 2).is_empty());
    assert_eq!(minutes(&mut story, 1), ["mail: 1 to 2"]);
    story.restarts_after(Span::from_secs(10));
    story.apply(stored(2));

    story.restarts_after(Span::from_secs(10));
    let words = story.passes(Span::from_minutes(14)).join("\n");
    assert!(!words.contains("Still there?"), "{words}");
    let words = story.passes(Span::from_minutes(2)).join("\n");
    assert!(words.contains("Still there?"), "{words}");
    assert!(!words.contains("mail"), "{words}");
}

#[test]
fn an_agent_who_enters_an_address_later_plans_the_mail() {
    let mut story = Story::talking(mailing());
    story.poll("p1", from_line(1)).unwrap();
    story.handle(says("mia", "a1", "Hello")).unwrap();
    // Keeps the session in memory, as an agent who looks at it does.
    story.passes(Span::from_secs(60));
    story.restarts_after(Span::ZERO);
    let told = Told {
        by: "mia".into(),
        name: None,
        email: Some("ann@example.com".into()),
        phone: None,
    };
    let reach = Reach::Own;
    story.handle(Correct { told, reach }).unwrap();

    assert_eq!(minutes(&mut story, 10), ["mail: 1 to 2"]);
}

#[test]
fn two_addresses_of_a_visitor_whom_the_shop_vouches_for_get_no_mail_until_an_agent_chooses() {
    let channel = Arc::new(mailing());
    let vouched = Some(Voucher(NonZeroU64::MIN));
    let mut begin = start("p1", &channel);
    begin.vouched = vouched;
    begin.details.email = "ann@shop.example".into();
    let who = VisitorKey {
        tenant: "demo".into(),
        visitor: VisitorId::from("ann"),
    };
    let now = BEGIN;
    let (mut session, step) = Session::start(now, who, begin);
    step.reply.unwrap();
    drop(session.handle(now, transfer(1)));
    drop(session.handle(now, FromRouter(assigned("mia"))));
    drop(session.handle(now, poll(1, "p1", Since::Cursor(Seq(1)), 0)));

    let mails = |session: &mut Session, from, until: u64| -> usize {
        let minutes = (from..until).map(|minute| now + Span::from_minutes(minute));
        let asked = minutes.flat_map(|at| session.handle_timeout(at));
        asked
            .filter(|effect| matches!(effect, Effect::MailVisitor(_)))
            .count()
    };
    drop(session.handle(now, address("eve@example.com")));
    session
        .handle(now, says("mia", "a1", "Hello"))
        .reply
        .unwrap();
    assert_eq!(mails(&mut session, 1, 60), 0);

    let told = Told {
        by: "mia".into(),
        name: None,
        email: Some("ann@shop.example".into()),
        phone: None,
    };
    let reach = Reach::Own;
    let later = now + Span::from_minutes(60);
    let corrected = session.handle(later, Correct { told, reach });
    corrected.reply.unwrap();
    assert_eq!(mails(&mut session, 61, 66), 1);
}
