//! Stories of handing over conversations (Protocol, 'Handing on', transferConversation).

mod router;

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, GroupId, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::{
    HandOver, HandOverRefusal, Receiver, Take, TakeNext, TakeRefusal,
};
use actors_core::routing::{Availability, Presence, Rank, RouterNews, RouterRequest, Wish};
use actors_core::tenant::Reach;
use actors_core::time::Span;
use router::{Story, told, wish};

const NOTHING: [&str; 0] = [];

fn hand(
    story: &mut Story,
    by: &str,
    reach: Reach,
    visitor: &str,
    to: Receiver,
) -> Result<Vec<String>, HandOverRefusal> {
    let by = AgentCard {
        agent: AgentId::from(by),
        nick: by.into(),
        face: "".into(),
    }
    .into();
    let (reply, effects) = story.handle(HandOver {
        visitor: VisitorId::from(visitor),
        by,
        reach,
        to,
        note: Some("a word".into()),
    });
    let goes_along = effects.iter().all(|effect| match effect {
        RouterEffect::TellSession(_, RouterNews::HandedOver(handed)) => {
            handed.note.as_deref() == Some("a word")
        }
        _ => true,
    });
    assert!(goes_along);
    reply.map(|()| told(&effects))
}

fn to_agent(agent: &str) -> Receiver {
    Receiver::Agent(AgentId::from(agent))
}

fn to_group(group: &str) -> Receiver {
    Receiver::Group(GroupId::from(group))
}

/// Mia of sales, who is full with v1, Jo of support, and the supervisor Lin, who is offline.
fn at_work() -> Story {
    let mut story = Story::begin(&[("mia", "sales", 1), ("jo", "support", 1), ("lin", "", 2)]);
    story.online("mia");
    story.online("jo");
    story.asks("v1", "sales");
    story
}

#[test]
fn free_seats_are_the_capacity_left_and_zero_unless_the_agent_is_online() {
    let mut story = at_work();
    let free = |story: &Story, agent: &str| {
        let seat = story.router.seat(&AgentId::from(agent));
        seat.map(|seat| seat.free)
    };

    assert_eq!(free(&story, "mia"), Some(0), "she has v1");
    assert_eq!(free(&story, "jo"), Some(1));
    assert_eq!(free(&story, "lin"), Some(0), "not online");
    story.says("jo", Availability::Busy);
    assert_eq!(free(&story, "jo"), Some(0));
    assert_eq!(free(&story, "nobody"), None);
}

#[test]
fn an_online_colleague_with_a_free_seat_gets_the_visitor() {
    let mut story = at_work();
    story.asks("v2", "sales");

    let told = hand(&mut story, "mia", Reach::Own, "v1", to_agent("jo")).unwrap();

    assert_eq!(
        told[..2],
        ["v1: by mia: jo", "v2: mia"],
        "mia gets the next visitor"
    );
    assert_eq!(story.talks_with("jo"), ["v1"]);
    assert_eq!(
        hand(&mut story, "jo", Reach::Own, "v1", to_agent("jo")).unwrap(),
        NOTHING,
        "a hand-over to the current agent changes nothing"
    );
}

#[test]
fn a_refused_hand_over_changes_nothing() {
    let mut story = at_work();
    let mut refused = |by: &str, to: Receiver| hand(&mut story, by, Reach::Own, "v1", to);

    assert_eq!(
        refused("mia", to_agent("lin")),
        Err(HandOverRefusal::NotOnline)
    );
    assert_eq!(
        refused("mia", to_agent("nobody")),
        Err(HandOverRefusal::Unknown)
    );
    assert_eq!(
        refused("mia", to_group("nowhere")),
        Err(HandOverRefusal::Unknown)
    );
    assert_eq!(
        refused("mia", to_group("empty")),
        Err(HandOverRefusal::Unstaffed)
    );
    assert_eq!(
        refused("jo", to_agent("jo")),
        Err(HandOverRefusal::NotYours)
    );
    assert_eq!(
        refused("who", to_agent("jo")),
        Err(HandOverRefusal::Unknown)
    );
    story.says("jo", Availability::Busy);
    assert_eq!(
        hand(&mut story, "mia", Reach::Own, "v1", to_agent("jo")),
        Err(HandOverRefusal::NotOnline),
        "a busy colleague is not interrupted"
    );
    story.online("jo");
    story.asks("v2", "support");
    assert_eq!(
        hand(&mut story, "mia", Reach::Own, "v1", to_agent("jo")),
        Err(HandOverRefusal::Full)
    );
    assert_eq!(story.talks_with("mia"), ["v1"]);
    assert_eq!(story.talks_with("jo"), ["v2"]);
}

#[test]
fn visitors_handed_to_a_group_wait_at_its_head_in_order_of_their_first_arrival() {
    let mut story = Story::begin(&[("mia", "sales", 2), ("jo", "support", 1)]);
    story.online("mia");
    story.online("jo");
    story.asks("v1", "sales");
    story.after(Span::from_secs(1)).asks("v2", "sales");
    story.asks("w0", "support");
    story.asks("w1", "support");

    let second = hand(&mut story, "mia", Reach::Own, "v2", to_group("support")).unwrap();
    let first = hand(&mut story, "mia", Reach::Own, "v1", to_group("support")).unwrap();

    assert_eq!(second, ["v2: by mia: waits 1", "w1: moved"]);
    assert_eq!(first, ["v1: by mia: waits 1"]);
    let positions = ["v1", "v2", "w1"].map(|visitor| story.position(visitor));
    assert_eq!(positions, [Some(1), Some(2), Some(3)]);
    assert_eq!(story.releases("w0", "jo")[0], "v1: jo");
}

#[test]
fn a_free_agent_of_the_group_gets_the_visitor_at_once() {
    let mut story = at_work();

    let told = hand(&mut story, "mia", Reach::Own, "v1", to_group("support")).unwrap();

    assert_eq!(told, ["v1: by mia: jo"]);
}

#[test]
fn an_agent_is_not_assigned_a_visitor_they_handed_over_but_may_call_them() {
    let agents = [("mia", "sales", 1), ("jo", "sales", 1)];
    let mut story = Story::begin(&agents);
    story.online("mia");
    story.online("jo");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    let giver = story
        .router
        .seated(&VisitorId::from("v1"))
        .unwrap()
        .to_string();
    let other = if giver == "mia" { "jo" } else { "mia" };

    let told = hand(&mut story, &giver, Reach::Own, "v1", to_group("sales")).unwrap();
    assert_eq!(told, [format!("v1: by {giver}: waits 1")]);
    assert_eq!(
        story.asks("v3", "sales"),
        [format!("v3: {giver}")],
        "the agent still gets other visitors"
    );
    assert_eq!(story.releases("v3", &giver), NOTHING);
    assert_eq!(story.is("v1", Presence::Away), NOTHING);
    assert_eq!(story.is("v1", Presence::Here), NOTHING);
    assert_eq!(story.releases("v2", other), [format!("v1: {other}")]);

    hand(&mut story, other, Reach::Own, "v1", to_group("sales")).unwrap();
    assert_eq!(
        story.talks_with(&giver),
        ["v1"],
        "the agent before the last one may get them again"
    );
    story.says(other, Availability::Busy);
    hand(&mut story, &giver, Reach::Own, "v1", to_group("sales")).unwrap();
    assert_eq!(story.position("v1"), Some(1));
    let called = TakeNext {
        agent: AgentId::from(giver.as_str()),
        group: None,
        reach: Reach::Own,
    };
    assert_eq!(
        story.handle(called).0.unwrap().visitor,
        VisitorId::from("v1")
    );
}

#[test]
fn a_supervisor_hands_over_and_takes_over_any_conversation() {
    let mut story = at_work();
    story.says("lin", Availability::Busy);

    let over = hand(&mut story, "lin", Reach::Tenant, "v1", to_agent("lin")).unwrap();
    assert_eq!(
        over,
        ["v1: by lin: lin"],
        "a busy agent may take a visitor on their own wish"
    );
    let on = hand(&mut story, "lin", Reach::Tenant, "v1", to_agent("jo")).unwrap();
    assert_eq!(on, ["v1: by lin: jo"]);

    story.asks("v2", "support");
    let called = hand(&mut story, "lin", Reach::Tenant, "v2", to_agent("mia")).unwrap();
    assert_eq!(
        called,
        ["v2: by lin: mia"],
        "a visitor who waits can be handed over too"
    );
    assert_eq!(
        hand(&mut story, "lin", Reach::Tenant, "robot", to_agent("lin")),
        Err(HandOverRefusal::NotYours)
    );
}

#[test]
fn a_supervisor_takes_visitors_from_any_line() {
    let mut story = at_work();
    story.says("lin", Availability::Busy);
    story.asks("v2", "sales");
    story.asks("v3", "support");
    story.asks("v4", "support");
    let take = |reach| Take {
        agent: AgentId::from("lin"),
        visitor: VisitorId::from("v2"),
        reach,
    };

    assert_eq!(story.handle(take(Reach::Own)).0, Err(TakeRefusal::Nobody));
    assert!(story.handle(take(Reach::Tenant)).0.is_ok());
    let next = TakeNext {
        agent: AgentId::from("lin"),
        group: Some(GroupId::from("support")),
        reach: Reach::Tenant,
    };
    assert_eq!(story.handle(next).0.unwrap().visitor, VisitorId::from("v4"));
}

#[test]
fn a_visitor_handed_over_before_their_old_agent_left_stays_with_the_new_agent() {
    let mut story = at_work();
    hand(&mut story, "mia", Reach::Own, "v1", to_agent("jo")).unwrap();

    let late = story.comes_back_from("v1", "sales", "mia");

    assert_eq!(late, ["v1: jo"], "the visitor stays with the newest agent");
    assert_eq!(story.talks_with("jo"), ["v1"]);
}

#[test]
fn a_visitor_with_priority_waits_before_the_others_and_behind_earlier_ones_with_priority() {
    let mut story = Story::begin(&[("ann", "sales", 1)]);
    story.online("ann");
    story.asks("v1", "sales");
    assert_eq!(story.asks("v2", "sales"), ["v2: waits 1"]);
    let ahead = || {
        RouterRequest::Agent(Wish {
            rank: Rank::Ahead,
            ..wish("sales")
        })
    };

    story.from("v3", ahead());
    story.from("v4", ahead());

    let positions = ["v3", "v4", "v2"].map(|visitor| story.position(visitor));
    assert_eq!(positions, [Some(1), Some(2), Some(3)]);
    assert_eq!(story.releases("v1", "ann")[0], "v3: ann");
}
