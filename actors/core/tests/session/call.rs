//! Voice and video calls with the agent (Protocol, 'Calls'). [FM-03]

use crate::story::{
    Story, assigned, away, ends, from_line, gone, plain, says, send, start, talkative, waiting_at,
};
use actors_core::call::{CallEnd, CallStep, Medium, Party, Signal, SignalKind};
use actors_core::event::Event;
use actors_core::ids::{AgentId, CallId, Seq};
use actors_core::session::Refusal;
use actors_core::session::commands::call::{
    AgentAnswers, AgentCalls, AgentDeclines, AgentSignals, Said, VisitorCalls, VisitorSignals,
};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::poll::{Delivery, Since};
use actors_core::session::phase::Status;
use actors_core::time::Span;

pub fn visitor_calls(call: &str, medium: Medium) -> VisitorCalls {
    VisitorCalls {
        call: CallId::from(call),
        medium,
    }
}

pub fn agent_calls(agent: &str, call: &str, medium: Medium) -> AgentCalls {
    AgentCalls {
        agent: AgentId::from(agent),
        call: CallId::from(call),
        medium,
    }
}

pub fn answers(agent: &str, call: &str) -> AgentAnswers {
    AgentAnswers {
        agent: AgentId::from(agent),
        call: CallId::from(call),
    }
}

pub fn declines(agent: &str, call: &str) -> AgentDeclines {
    AgentDeclines {
        agent: AgentId::from(agent),
        call: CallId::from(call),
    }
}

pub fn said(kind: SignalKind, payload: &str) -> Said {
    Said::Signal(Signal {
        kind,
        payload: payload.into(),
    })
}

pub fn visitor_signals(call: &str, said: Said) -> VisitorSignals {
    VisitorSignals {
        call: CallId::from(call),
        said,
    }
}

pub fn agent_signals(agent: &str, call: &str, said: Said) -> AgentSignals {
    AgentSignals {
        agent: AgentId::from(agent),
        call: CallId::from(call),
        said,
    }
}

/// The visitor and Mia are in the video call `c1`, which the visitor started.
pub fn speaking() -> Story {
    let mut story = Story::talking(plain());
    story.handle(visitor_calls("c1", Medium::Video)).unwrap();
    story.handle(answers("mia", "c1")).unwrap();
    story
}

pub fn signals_of(delivery: &Delivery) -> Vec<String> {
    let told = delivery.signals();
    told.map(|told| format!("{:?} {}", told.signal.kind, told.signal.payload))
        .collect()
}

/// The last step of the newest call.
fn newest_step(story: &Story) -> Option<CallStep> {
    story
        .kept
        .lines
        .values()
        .rev()
        .find_map(|line| match &line.event {
            Event::Call(line) => Some(line.step),
            _ => None,
        })
}

fn over(why: CallEnd) -> Option<CallStep> {
    Some(CallStep::Ended {
        why,
        spoke_secs: Some(0),
    })
}

#[test]
fn the_visitor_calls_and_the_agent_answers() {
    let mut story = Story::talking(plain());

    let step = story.step(visitor_calls("c1", Medium::Video));
    let calling = step.reply.unwrap();
    assert_eq!(
        crate::story::in_words(&step.effects),
        [
            "+ 2 call c1 with mia: Visitor rings, Video",
            "head mia",
            "desk mia: call c1: Visitor rings, Video"
        ]
    );
    assert_eq!(
        (calling.call.as_str(), calling.agent.nick.as_ref()),
        ("c1", "MIA")
    );

    assert_eq!(
        story.effects_of(answers("mia", "c1")),
        [
            "+ 3 call c1 with mia: Agent answers, Video",
            "head mia",
            "desk mia: call c1: Agent answers, Video"
        ]
    );
    assert_eq!(story.handle(answers("mia", "c1")), Ok(Medium::Video));
    story.now = story.now + Span::from_secs(25);
    assert_eq!(
        story.effects_of(visitor_signals("c1", Said::HangUp)),
        [
            "+ 4 call c1 with mia: over, HungUp(Visitor), spoke Some(25)",
            "head mia",
            "desk mia: call c1: over, HungUp(Visitor), spoke Some(25)"
        ]
    );
    assert_eq!(
        story.handle(visitor_signals("c1", Said::HangUp)),
        Err(Refusal::NoSuchCall)
    );
}

#[test]
fn the_agent_calls_and_the_visitor_answers_with_an_offer() {
    let mut story = Story::talking(plain());
    story
        .handle(agent_calls("mia", "c1", Medium::Voice))
        .unwrap();

    assert_eq!(
        story.effects_of(visitor_signals("c1", said(SignalKind::Offer, "1"))),
        [
            "+ 3 call c1 with mia: Visitor answers, Voice",
            "head mia",
            "desk mia: call c1: Visitor answers, Voice",
            "desk mia: call c1: Offer 1"
        ]
    );
    story
        .handle(agent_signals("mia", "c1", said(SignalKind::Answer, "2")))
        .unwrap();
    assert_eq!(
        signals_of(&story.poll("p1", from_line(3)).unwrap()),
        ["Answer 2"]
    );
}

#[test]
fn each_side_may_decline_and_the_other_is_told() {
    let mut story = Story::talking(plain());
    story.handle(visitor_calls("c1", Medium::Voice)).unwrap();
    assert_eq!(
        story.effects_of(declines("mia", "c1")),
        [
            "+ 3 call c1 with mia: Agent declines",
            "head mia",
            "desk mia: call c1: Agent declines"
        ]
    );

    story
        .handle(agent_calls("mia", "c2", Medium::Voice))
        .unwrap();
    assert_eq!(
        story.effects_of(visitor_signals("c2", Said::HangUp)),
        [
            "+ 5 call c2 with mia: Visitor declines",
            "head mia",
            "desk mia: call c2: Visitor declines"
        ]
    );
}

#[test]
fn the_caller_may_hang_up_before_an_answer() {
    let mut story = Story::talking(plain());
    story
        .handle(agent_calls("mia", "c1", Medium::Voice))
        .unwrap();
    story
        .handle(agent_signals("mia", "c1", Said::HangUp))
        .unwrap();

    assert_eq!(
        newest_step(&story),
        Some(CallStep::Ended {
            why: CallEnd::HungUp(Party::Agent),
            spoke_secs: None
        })
    );
}

#[test]
fn simultaneous_calls_become_one_call() {
    let mut story = Story::talking(plain());
    story.handle(visitor_calls("c1", Medium::Video)).unwrap();

    let calling = story
        .handle(agent_calls("mia", "c2", Medium::Voice))
        .unwrap();

    assert_eq!(
        (calling.call.as_str(), calling.medium),
        ("c1", Medium::Voice)
    );
    assert_eq!(
        newest_step(&story),
        Some(CallStep::Answered {
            by: Party::Agent,
            medium: Medium::Voice
        })
    );
    let again = story.step(visitor_calls("c3", Medium::Video));
    assert_eq!(again.reply.unwrap().call.as_str(), "c1");
    assert!(again.effects.is_empty());
}

#[test]
fn only_the_agent_of_the_conversation_may_take_part_in_a_call() {
    let mut alone = Story::with_robot(plain());
    assert_eq!(
        alone.handle(visitor_calls("c1", Medium::Voice)),
        Err(Refusal::NotWithAgent)
    );
    let mut waiting = Story::waiting(plain());
    assert_eq!(
        waiting.handle(visitor_calls("c1", Medium::Voice)),
        Err(Refusal::NotWithAgent)
    );
    let mut over = Story::over(plain());
    assert_eq!(
        over.handle(visitor_calls("c1", Medium::Voice)),
        Err(Refusal::ChatEnded)
    );
    assert_eq!(
        over.handle(agent_calls("mia", "c1", Medium::Voice)),
        Err(Refusal::NotYours)
    );

    let mut story = Story::talking(plain());
    assert_eq!(
        story.handle(agent_calls("leo", "c1", Medium::Voice)),
        Err(Refusal::NotYours)
    );
    story.handle(visitor_calls("c1", Medium::Voice)).unwrap();
    assert_eq!(story.handle(answers("leo", "c1")), Err(Refusal::NotYours));
    assert_eq!(story.handle(declines("leo", "c1")), Err(Refusal::NotYours));
    assert_eq!(
        story.handle(agent_signals("leo", "c1", Said::HangUp)),
        Err(Refusal::NotYours)
    );
    assert_eq!(story.handle(answers("mia", "c2")), Err(Refusal::NoSuchCall));
    assert_eq!(
        story.handle(visitor_signals("c2", said(SignalKind::Candidate, "1"))),
        Err(Refusal::NoSuchCall)
    );
}

#[test]
fn an_unanswered_call_ends_after_a_minute() {
    let mut story = Story::talking(plain());
    story.handle(visitor_calls("c1", Medium::Voice)).unwrap();
    story.passes(Span::from_secs(30));
    story.poll("p1", from_line(2)).unwrap();

    assert_eq!(story.passes(Span::from_secs(29)), Vec::<String>::new());
    let words = story.passes(Span::from_secs(1));

    assert!(
        words.contains(&"desk mia: call c1: over, Unanswered, spoke None".to_owned()),
        "{words:?}"
    );
    assert_eq!(story.handle(answers("mia", "c1")), Err(Refusal::NoSuchCall));
}

#[test]
fn a_video_call_can_become_a_voice_call() {
    let mut story = speaking();

    assert_eq!(
        story.effects_of(visitor_signals("c1", said(SignalKind::ToVoice, "null"))),
        ["desk mia: call c1: ToVoice null"]
    );
    assert_eq!(story.handle(answers("mia", "c1")), Ok(Medium::Voice));
}

#[test]
fn a_call_ends_with_its_conversation_its_agent_or_its_page() {
    let ended = |story: &mut Story, why| {
        assert_eq!(newest_step(story), over(why));
        assert_eq!(
            story.handle(visitor_signals("c1", Said::HangUp)),
            Err(Refusal::NoSuchCall)
        );
    };
    let mut story = speaking();
    story.apply(Close);
    ended(&mut story, CallEnd::ConversationOver);
    let mut story = speaking();
    story.handle(ends("mia")).unwrap();
    ended(&mut story, CallEnd::ConversationOver);
    let mut story = speaking();
    story.router(assigned("leo"));
    ended(&mut story, CallEnd::ConversationOver);
    let mut story = speaking();
    story.router(waiting_at(1));
    ended(&mut story, CallEnd::ConversationOver);
    let mut story = speaking();
    story.router(away("mia"));
    assert_eq!(story.session.status(), Status::Manual);
    ended(&mut story, CallEnd::Vanished(Party::Agent));
    let mut story = speaking();
    story.router(gone("mia"));
    ended(&mut story, CallEnd::Vanished(Party::Agent));
    let mut story = speaking();
    let channel = story.channel.clone();
    story.apply(start("p2", &channel));
    ended(&mut story, CallEnd::OtherPage);
}

/// The old agent's desk gets the end of the call before the conversation is removed from it.
#[test]
fn the_previous_agent_is_told_that_the_call_is_over() {
    let mut story = speaking();

    let words = story.router(assigned("leo"));

    let told = words.iter().filter(|word| word.starts_with("desk mia"));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "desk mia: call c1: over, ConversationOver, spoke Some(0)",
            "desk mia: taken away"
        ]
    );
}

#[test]
fn a_page_that_stops_polling_ends_the_call_and_the_session_stays_in_memory() {
    let mut story = speaking();
    story.poll("p1", from_line(3)).unwrap();

    let words = story.passes(Span::from_secs(60));

    assert_eq!(
        words,
        [
            "+ 4 call c1 with mia: over, Vanished(Visitor), spoke Some(60)",
            "head mia",
            "desk mia: call c1: over, Vanished(Visitor), spoke Some(60)",
            "desk mia: away",
            "router: away",
        ]
    );
}

#[test]
fn a_restart_ends_the_call_and_tells_both_sides() {
    let mut story = speaking();

    story.restarts_after(Span::from_secs(3));
    let words = story.passes(Span::ZERO);

    assert_eq!(
        words,
        [
            "+ 4 call c1 with mia: over, Restart, spoke None",
            "head mia",
            "desk mia: call c1: over, Restart, spoke None",
        ]
    );
    assert_eq!(
        crate::story::lines_of(&story.poll("p1", Since::Cursor(Seq(3))).unwrap()),
        ["4 call c1 with mia: over, Restart, spoke None"]
    );
    story.restarts_after(Span::from_secs(3));
    assert_eq!(story.passes(Span::ZERO), Vec::<String>::new());
}

#[test]
fn a_visitor_in_a_call_is_not_reminded_of_their_silence() {
    let mut story = Story::talking(talkative());
    story.handle(says("mia", "a1", "May I call you?")).unwrap();
    story
        .handle(agent_calls("mia", "c1", Medium::Voice))
        .unwrap();
    story
        .handle(visitor_signals("c1", said(SignalKind::Answer, "1")))
        .unwrap();
    story
        .handle(says("mia", "a2", "I have put the link here."))
        .unwrap();
    let mut words = Vec::new();
    for _ in 0..60 {
        words.extend(story.passes(Span::from_secs(20)));
        let last = story.last();
        story.poll("p1", Since::Cursor(last)).unwrap();
    }

    assert!(
        !words.iter().any(|word| word.contains("Still there?")),
        "{words:?}"
    );
    story.handle(visitor_signals("c1", Said::HangUp)).unwrap();
    story.apply(send("c9", "thanks"));
    assert_eq!(story.session.status(), Status::Manual);
}
