//! A conversation with an agent: messages, typing, recalls, the end (Protocol, 'Transitions').

use crate::story::{
    Story, agent_reads, ask, assigned, ends, from_line, lines_of, picture, plain, poll, recalls,
    says, send, start, talkative, transfer, types,
};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{AgentId, MessageId, Seq, SessionNo};
use actors_core::message::Content;
use actors_core::routing::RouterNews;
use actors_core::sensitive::{SensitiveWords, Treatment};
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::from_agent::{AgentRecalls, AgentSays};
use actors_core::session::commands::may_upload::{MayUpload, UploadKind};
use actors_core::session::commands::send_message::SendMessage;
use actors_core::session::commands::typing::Typing;
use actors_core::session::phase::Status;
use actors_core::text::TextError;
use actors_core::time::Span;
use std::sync::Arc;

fn typing(text: &str) -> Typing {
    Typing { text: text.into() }
}

#[test]
fn a_message_is_recorded_and_sent_to_the_agent() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.effects_of(send("c1", "hello")),
        [
            "+ 2 visitor: hello",
            "head mia",
            "desk mia: 2 visitor: hello"
        ]
    );
}

#[test]
fn a_picture_is_sent_only_if_the_channel_takes_pictures() {
    let picture = || SendMessage {
        content: picture(),
        ..send("c1", "")
    };
    let mut without = plain();
    without.attachments.images = false;

    assert_eq!(
        Story::talking(plain()).effects_of(picture())[0],
        "+ 2 visitor: <shelf.png>"
    );
    assert_eq!(
        Story::talking(without).handle(picture()),
        Err(Refusal::FilesOff)
    );
}

#[test]
fn a_visitor_cannot_send_rich_text() {
    let mut story = Story::talking(plain());

    let rich = SendMessage {
        content: Content::RichText("<b>hi</b>".into()),
        ..send("c1", "")
    };

    assert_eq!(story.handle(rich), Err(Refusal::KindNotAllowed));
}

#[test]
fn a_blank_too_long_or_malformed_text_is_refused() {
    let mut story = Story::talking(plain());
    let mut refusal = |text: &str| story.step(send("c1", text)).reply.unwrap_err();

    assert_eq!(refusal(" \u{200b}\n"), Refusal::Text(TextError::Blank));
    assert_eq!(
        refusal(&"x".repeat(4_001)),
        Refusal::Text(TextError::TooLong)
    );
    assert_eq!(refusal("a\0"), Refusal::Text(TextError::Malformed));
    assert_eq!(story.last(), Seq(1));
}

#[test]
fn the_visitors_typing_reaches_the_agent_at_most_twice_a_second_and_is_not_recorded() {
    let mut story = Story::talking(plain());
    let mut passed = 0;

    for _ in 0..1_000 {
        let words = story.effects_of(typing("Where is"));
        assert!(words.iter().all(|word| word == "desk mia: types "));
        passed += words.len();
        story.passes(Span::from_millis(1));
    }

    assert_eq!(passed, 2);
    assert!(
        Story::waiting(plain())
            .effects_of(typing("Where is"))
            .is_empty()
    );
}

#[test]
fn an_agent_sees_the_typed_text_only_if_the_channel_allows_previews() {
    let masked = SensitiveWords::new([("darn", Treatment::Mask)]);
    let previewed = ChannelConfig {
        previews_typing: true,
        sensitive_words: Arc::new(masked),
        ..plain()
    };

    let open = Story::talking(previewed).effects_of(typing("Where is my darn fern"));
    let plain = Story::talking(plain()).effects_of(typing("Where is my darn fern"));

    assert_eq!(open, ["desk mia: types Where is my **** fern"]);
    assert_eq!(plain, ["desk mia: types "]);
}

#[test]
fn questions_to_the_robot_are_refused_while_an_agent_is_connected() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.effects_of(ask(5, "q1", "shipping")),
        ["answer 5: refused WithAgent"]
    );
}

#[test]
fn uploads_need_an_agent_and_a_kind_that_the_channel_takes() {
    let may = |kind| MayUpload { kind };
    let mut talking = Story::talking(plain());

    assert_eq!(talking.handle(may(UploadKind::Image)), Ok(()));
    assert_eq!(
        talking.handle(may(UploadKind::Video)),
        Err(Refusal::FilesOff)
    );
    assert_eq!(
        talking.handle(may(UploadKind::File)),
        Err(Refusal::FilesOff)
    );
    assert_eq!(
        Story::waiting(plain()).handle(may(UploadKind::Image)),
        Err(Refusal::NotWithAgent)
    );
}

#[test]
fn a_recalled_message_is_stored_but_never_shown_to_the_visitor_again() {
    let mut story = Story::talking(plain());
    let said = story.handle(says("mia", "a1", "secret")).unwrap();
    story.apply(poll(2, "p1", from_line(2), 25));

    let words = story.effects_of(recalls("mia", said.message, &story.kept.clone()));
    let told = story.poll("p1", from_line(0)).unwrap();

    assert_eq!(
        words,
        [
            "~ 2 mia: secret (withdrawn)",
            "+ 3 recalled 2",
            "head mia",
            "desk mia: recalled 2",
            "answer 2: Manual | 3 recalled 2 | cursor 3",
        ]
    );
    assert_eq!(
        lines_of(&told),
        ["1 connected MIA", "2 mia:  (withdrawn)", "3 recalled 2"]
    );
}

#[test]
fn recalling_twice_changes_nothing_even_with_a_line_read_before_the_first() {
    let mut story = Story::talking(plain());
    let said = story.handle(says("mia", "a1", "secret")).unwrap();
    let stale = recalls("mia", said.message, &story.kept.clone());
    story.handle(stale.clone()).unwrap();

    assert!(story.effects_of(stale).is_empty());
    let fresh = recalls("mia", said.message, &story.kept.clone());
    assert!(story.effects_of(fresh).is_empty());
}

#[test]
fn an_agent_recalls_only_their_own_messages_of_the_open_session() {
    let mut story = Story::talking(plain());
    let theirs = story.handle(send("c1", "hello")).unwrap();
    let kept = story.kept.clone();
    let unknown = |session: u32, seq: u64| MessageId {
        session: SessionNo(session),
        seq: Seq(seq),
    };
    let mine = story.handle(says("mia", "a1", "Hello")).unwrap();
    let other_session = AgentRecalls {
        message: unknown(7, mine.message.seq.0),
        ..recalls("mia", mine.message, &story.kept.clone())
    };

    let mut refusal = |command: AgentRecalls| story.step(command).reply.unwrap_err();

    assert_eq!(
        refusal(recalls("mia", theirs.message, &kept)),
        Refusal::NoSuchMessage
    );
    assert_eq!(
        refusal(recalls("mia", unknown(1, 1), &kept)),
        Refusal::NoSuchMessage
    );
    assert_eq!(
        refusal(recalls("mia", unknown(1, 99), &kept)),
        Refusal::NoSuchMessage
    );
    assert_eq!(refusal(other_session), Refusal::NoSuchMessage);
    assert_eq!(
        refusal(recalls("leo", mine.message, &kept)),
        Refusal::NotYours
    );
}

#[test]
fn only_the_agent_of_the_conversation_acts_in_it() {
    for mut story in [
        Story::talking(plain()),
        Story::waiting(plain()),
        Story::over(plain()),
    ] {
        assert_eq!(
            story.handle(says("leo", "a1", "hi")),
            Err(Refusal::NotYours)
        );
        assert_eq!(story.handle(types("leo")), Err(Refusal::NotYours));
        assert_eq!(story.handle(ends("leo")), Err(Refusal::NotYours));
        assert_eq!(story.handle(agent_reads("leo", 1)), Err(Refusal::NotYours));
        assert!(story.effects_of(ends("leo")).is_empty());
    }
}

#[test]
fn an_agent_may_send_files_and_rich_text_but_no_blank_text() {
    let mut story = Story::talking(plain());
    let saying = |id: &str, content| AgentSays {
        content,
        ..says("mia", id, "")
    };
    let line = story.kept.lines.values().next().cloned();

    assert!(story.handle(saying("a1", picture())).is_ok());
    assert!(
        story
            .handle(saying("a2", Content::RichText("<b>hi</b>".into())))
            .is_ok()
    );
    assert_eq!(
        story.handle(saying("a3", Content::Text(" ".into()))),
        Err(Refusal::Text(TextError::Blank))
    );
    assert!(line.is_some());
}

#[test]
fn the_unread_count_falls_as_the_agent_reads() {
    let mut story = Story::talking(plain());
    for id in ["c1", "c2", "c3"] {
        story.apply(send(id, "hello"));
    }
    let unread = |story: &mut Story| story.handle(Describe).unread;

    assert_eq!(unread(&mut story), 3);
    story.handle(agent_reads("mia", 3)).unwrap();
    assert_eq!(unread(&mut story), 1);
    story.handle(agent_reads("mia", 2)).unwrap();
    assert_eq!(unread(&mut story), 1);
    story.handle(agent_reads("mia", 4)).unwrap();
    assert_eq!(unread(&mut story), 0);
    assert_eq!(
        story.handle(agent_reads("mia", 5)),
        Err(Refusal::CursorAhead)
    );
}

#[test]
fn a_desk_that_reopens_gets_the_state_of_the_conversation() {
    let mut story = Story::talking(plain());
    story.apply(send("c1", "hello"));
    let reopened = |agent: &str| RouterNews::DeskReopened(AgentId::from(agent));

    assert_eq!(
        story.router(reopened("mia")),
        ["desk mia: resumed, 1 unread, last 2 visitor: hello"]
    );
    assert_eq!(story.router(reopened("leo")), ["router: release leo"]);
}

#[test]
fn the_agent_ends_the_conversation() {
    let mut story = Story::talking(talkative());

    assert_eq!(
        story.effects_of(ends("mia")),
        [
            "+ 4 system: See you.",
            "+ 5 closed AgentClosed",
            "head ended",
            "desk mia: 4 system: See you.",
            "desk mia: closed AgentClosed",
            "router: release mia",
        ]
    );
    assert_eq!(story.handle(ends("mia")), Err(Refusal::NotYours));
}

#[test]
fn the_visitor_ends_the_conversation_and_ending_twice_changes_nothing() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.effects_of(Close),
        [
            "+ 2 closed ChatOver",
            "head ended",
            "desk mia: closed ChatOver",
            "router: release mia",
        ]
    );
    assert!(story.effects_of(Close).is_empty());
}

#[test]
fn after_the_end_every_message_and_request_is_refused() {
    let mut story = Story::over(plain());
    let last = story.last();

    assert_eq!(story.handle(send("c1", "hello")), Err(Refusal::ChatEnded));
    assert_eq!(
        story.handle(says("mia", "a1", "hi")),
        Err(Refusal::NotYours)
    );
    assert_eq!(
        story.effects_of(ask(5, "q1", "shipping")),
        ["answer 5: session ended"]
    );
    assert_eq!(
        story.effects_of(transfer(6)),
        ["answer 6: refused ChatEnded"]
    );
    assert_eq!(story.session.status(), Status::Ended);
    assert_eq!(story.last(), last);
}

#[test]
fn the_agent_and_the_router_learn_when_the_visitors_page_goes_away_and_comes_back() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.passes(Span::from_secs(60)),
        ["desk mia: away", "router: away", "retire"]
    );
    assert_eq!(
        story.effects_of(poll(2, "p1", from_line(1), 25)),
        ["desk mia: here", "router: here"]
    );
}

#[test]
fn an_agent_who_gets_an_absent_visitor_is_told_so() {
    let mut story = Story::waiting(plain());
    story.passes(Span::from_secs(61));

    let words = story.router(assigned("mia"));

    assert_eq!(words[words.len() - 2..], ["desk mia: away", "router: away"]);
    let back = story.effects_of(start("p2", &story.channel.clone()));
    assert_eq!(back, ["head mia", "desk mia: here", "router: here"]);
}
