//! Stories of agents who must open and answer a conversation in time (Protocol, 'Handing on').

use crate::story::{
    Story, agent_reads, assigned, assigned_with_times, away, ends, gone, handed_over, in_line,
    no_agent, plain, says, send, talkative, transfer, types, waiting_at,
};
use actors_core::ids::{AgentId, LinePlace};
use actors_core::routing::{DeskNews, Lapse, Rank, RouterNews, RouterRequest, WhyPlace};
use actors_core::session::Effect;
use actors_core::session::commands::from_agent::AgentAccepts;
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::phase::Status;
use actors_core::time::Span;

/// The visitor said hello and has Mia, who must open it within 30 s and answer within 60 s.
fn with_times() -> Story {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));
    story.router(assigned_with_times("mia"));
    story
}

fn rescues(words: &[String]) -> Vec<String> {
    let rescues = words
        .iter()
        .filter(|word| word.starts_with("router: rescue"));
    rescues.cloned().collect()
}

fn accepts(agent: &str) -> AgentAccepts {
    AgentAccepts {
        agent: AgentId::from(agent),
    }
}

#[test]
fn a_conversation_that_nobody_opens_in_time_goes_to_the_router() {
    let mut story = with_times();

    assert_eq!(rescues(&story.passes(Span::from_secs(29))), [""; 0]);
    let words = story.passes(Span::from_secs(1));

    assert_eq!(
        words,
        [
            "head mia, due 60 s",
            "desk mia: accept 60 s, answer 60 s",
            "router: rescue from mia: NotAccepted",
        ]
    );
    assert_eq!(
        story.session.status(),
        Status::Manual,
        "the visitor stays until the router has somebody"
    );
}

#[test]
fn an_opened_conversation_must_still_be_answered() {
    let mut story = with_times();

    let words = story.effects_of(accepts("mia"));
    assert_eq!(
        words,
        ["head mia, due 60 s", "desk mia: accept free, answer 60 s"]
    );
    assert_eq!(story.effects_of(accepts("mia")), [""; 0], "a repeat");

    let words = story.passes(Span::from_secs(60));
    assert_eq!(rescues(&words), ["router: rescue from mia: NotAnswered"]);
}

#[test]
fn reading_typing_and_answering_open_a_conversation() {
    let mut story = with_times();
    story.handle(agent_reads("mia", 2)).unwrap();
    assert_eq!(rescues(&story.passes(Span::from_secs(59))), [""; 0]);

    let mut story = with_times();
    story.handle(types("mia")).unwrap();
    assert_eq!(rescues(&story.passes(Span::from_secs(59))), [""; 0]);

    let mut story = with_times();
    story.handle(says("mia", "a1", "hello")).unwrap();
    assert_eq!(rescues(&story.passes(Span::from_minutes(60))), [""; 0]);
}

#[test]
fn an_agent_owes_an_answer_only_once_the_visitor_said_something() {
    let mut story = Story::waiting(plain());
    story.router(assigned_with_times("mia"));
    story.handle(accepts("mia")).unwrap();
    assert_eq!(rescues(&story.passes(Span::from_minutes(5))), [""; 0]);

    let words = story.effects_of(send("c1", "hello"));
    assert!(
        words.contains(&"desk mia: accept free, answer 360 s".to_owned()),
        "{words:?}"
    );
    assert_eq!(rescues(&story.passes(Span::from_secs(59))), [""; 0]);
    assert_eq!(rescues(&story.passes(Span::from_secs(1))).len(), 1);
}

#[test]
fn without_times_nothing_is_due() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));
    story.router(assigned("mia"));

    assert_eq!(rescues(&story.passes(Span::from_minutes(60))), [""; 0]);
}

#[test]
fn the_next_agent_gets_the_conversation_with_times_of_their_own() {
    let mut story = with_times();
    story.passes(Span::from_secs(30));

    let words = story.router(assigned_with_times("leo"));

    assert_eq!(words[0], "+ 4 connected LEO");
    assert_eq!(words[1], "head leo, due 60 s");
    assert!(words.contains(&"desk mia: taken away".to_owned()));
    let words = story.passes(Span::from_secs(30));
    assert_eq!(rescues(&words), ["router: rescue from leo: NotAccepted"]);
}

#[test]
fn the_request_names_the_place_that_the_visitor_had() {
    let mut story = with_times();
    story.now = story.now + Span::from_secs(30);

    let effects = story.session.handle_timeout(story.now);

    let asked = effects.into_iter().find_map(|effect| match effect {
        Effect::AskRouter(request) => Some(request),
        _ => None,
    });
    assert_eq!(
        asked,
        Some(RouterRequest::Rescue {
            from: AgentId::from("mia"),
            why: Lapse::NotAccepted,
            place: Some(LinePlace(70)),
        })
    );
}

#[test]
fn a_visitor_may_wait_again_after_a_rescue() {
    let mut story = with_times();
    story.passes(Span::from_secs(30));

    let words = story.router(waiting_at(1));

    assert!(
        words.contains(&"desk mia: taken away".to_owned()),
        "{words:?}"
    );
    assert_eq!(story.session.status(), Status::Queued);
    assert_eq!(rescues(&story.passes(Span::from_minutes(5))), [""; 0]);
}

#[test]
fn due_times_survive_a_restart_beside_those_of_silence() {
    let mut story = Story::waiting(talkative());
    story.apply(send("c1", "hello"));
    story.router(assigned_with_times("mia"));
    story.restarts_after(Span::from_secs(20));

    let words = story.passes(Span::from_secs(10));
    assert_eq!(rescues(&words), ["router: rescue from mia: NotAccepted"]);

    story.handle(accepts("mia")).unwrap();
    story.restarts_after(Span::from_secs(5));
    let words = story.passes(Span::from_secs(25));
    assert_eq!(rescues(&words), ["router: rescue from mia: NotAnswered"]);
    let words = story.passes(Span::from_secs(60));
    assert!(
        words.iter().any(|word| word.ends_with("One moment.")),
        "the agent is silent for two minutes: {words:?}"
    );

    // A time that passed while the server was down is due at once.
    story.restarts_after(Span::from_minutes(5));
    assert_eq!(rescues(&story.passes(Span::ZERO)).len(), 1);
}

#[test]
fn the_session_asks_again_while_the_agent_keeps_the_visitor() {
    let mut story = with_times();

    let words = story.passes(Span::from_secs(95));

    assert_eq!(
        rescues(&words),
        [
            "router: rescue from mia: NotAccepted",
            "router: rescue from mia: NotAccepted",
            "router: rescue from mia: NotAccepted"
        ]
    );
    story.handle(says("mia", "a1", "sorry")).unwrap();
    assert_eq!(rescues(&story.passes(Span::from_minutes(10))), [""; 0]);
}

#[test]
fn an_agent_whose_page_is_gone_loses_an_unanswered_conversation_at_once() {
    let mut story = with_times();
    let words = story.router(away("mia"));
    assert!(
        words.contains(&"router: again sales".to_owned()),
        "{words:?}"
    );

    let mut story = with_times();
    story.handle(says("mia", "a1", "hello")).unwrap();
    assert_eq!(story.router(away("mia")), [""; 0]);
    let words = story.router(gone("mia"));
    assert!(
        words.contains(&"router: again sales".to_owned()),
        "{words:?}"
    );
}

#[test]
fn the_next_wish_names_the_agent_of_the_last_conversation() {
    let mut story = Story::over(plain());
    let begun = crate::story::start("p2", &story.channel);
    story.handle(begun).unwrap();
    story.restarts_after(Span::from_secs(1));

    let step = story.step(transfer(7));

    let last = step.effects.into_iter().find_map(|effect| match effect {
        Effect::AskRouter(RouterRequest::Agent(wish)) => wish.last,
        _ => None,
    });
    assert_eq!(last.unwrap().agent, AgentId::from("mia"));
}

/// Why the visitor has their place, as the desk of their agent is told.
fn why_place(story: &mut Story, news: RouterNews) -> WhyPlace {
    let effects = story.step(FromRouter(news)).effects;
    let told = effects.into_iter().find_map(|effect| match effect {
        Effect::TellAgent(_, DeskNews::Assigned(conversation)) => conversation.duty,
        _ => None,
    });
    told.expect("a desk gets the conversation").terms.why.place
}

fn rescued(from: &str, why: Lapse) -> WhyPlace {
    WhyPlace::Rescued {
        from: AgentId::from(from),
        why,
    }
}

#[test]
fn a_rescued_visitor_who_waits_through_a_restart_is_still_said_to_have_kept_their_place() {
    let mut story = with_times();
    story.passes(Span::from_secs(30));
    story.router(waiting_at(1));
    story.restarts_after(Span::from_secs(5));

    // The router is new and knows no reason.
    let why = why_place(&mut story, assigned_with_times("leo"));

    assert_eq!(why, rescued("mia", Lapse::NotAccepted));
    story.restarts_after(Span::from_secs(5));
    story.handle(says("leo", "a1", "hello")).unwrap();
    story.handle(ends("leo")).unwrap();
    assert_eq!(story.session.report().unwrap().rescues, 1, "counted once");
}

#[test]
fn so_is_a_visitor_whose_agent_was_gone_before_the_restart() {
    let mut story = with_times();
    story.router(away("mia"));
    story.restarts_after(Span::from_secs(5));
    story.router(waiting_at(1));
    let why = why_place(&mut story, assigned("leo"));
    assert_eq!(why, rescued("mia", Lapse::PageGone));

    let mut story = with_times();
    story.handle(says("mia", "a1", "hello")).unwrap();
    story.router(gone("mia"));
    story.restarts_after(Span::from_secs(5));
    let why = why_place(&mut story, assigned("leo"));
    assert_eq!(why, rescued("mia", Lapse::WentOffline));
    story.handle(ends("leo")).unwrap();
    let report = story.session.report().unwrap();
    assert_eq!(report.rescues, 0, "an answered chat was not let pass");
}

#[test]
fn the_routers_own_reason_counts_while_it_has_one() {
    let mut story = with_times();
    story.passes(Span::from_secs(30));
    story.router(waiting_at(1));
    let mut news = assigned("leo");
    let by_hand = WhyPlace::HandedOver {
        by: AgentId::from("sue"),
    };
    if let RouterNews::Assigned { terms, .. } = &mut news {
        terms.why.place = by_hand.clone();
    }

    assert_eq!(why_place(&mut story, news), by_hand);
}

#[test]
fn a_rescue_of_an_earlier_wait_explains_no_later_one() {
    let mut left = with_times();
    left.passes(Span::from_secs(30));
    left.router(waiting_at(1));
    left.handle(LeaveQueue);
    left.apply(transfer(7));
    left.router(waiting_at(1));
    left.restarts_after(Span::from_secs(5));
    assert_eq!(why_place(&mut left, assigned("leo")), WhyPlace::Arrival);

    let mut refused = with_times();
    refused.router(away("mia"));
    refused.router(no_agent());
    refused.apply(transfer(7));
    assert_eq!(why_place(&mut refused, assigned("leo")), WhyPlace::Arrival);

    let mut handed = with_times();
    handed.passes(Span::from_secs(30));
    handed.router(handed_over("mia", None));
    handed.restarts_after(Span::from_secs(5));
    assert_eq!(why_place(&mut handed, assigned("leo")), WhyPlace::Arrival);

    let mut served = with_times();
    served.passes(Span::from_secs(30));
    served.router(waiting_at(1));
    served.router(assigned("leo"));
    served.router(handed_over("leo", Some("kim")));
    served.router(waiting_at(1));
    assert_eq!(why_place(&mut served, assigned("ann")), WhyPlace::Arrival);
}

#[test]
fn a_signed_priority_is_still_the_reason_after_a_restart() {
    let waits_at = |place: i64| {
        let mut story = Story::with_robot(plain());
        let mut begun = crate::story::start("p2", &story.channel);
        begun.details.shop_page.rank = Rank::Ahead;
        story.handle(begun).unwrap();
        story.apply(transfer(7));
        story.router(RouterNews::Waiting(in_line(place, 1)));
        story.restarts_after(Span::from_secs(5));
        why_place(&mut story, assigned("mia"))
    };

    assert_eq!(waits_at(70 - (1 << 60)), WhyPlace::Priority);
    assert_eq!(waits_at(70), WhyPlace::Arrival, "it was signed later");
}
