//! Stories of the router: which agent gets which visitor, and in which order (Protocol, 'Queue').

mod router;

use actors_core::ids::{AgentId, GroupId, VisitorId};
use actors_core::router::command::{SetStatus, Take, TakeNext, TakeRefusal, UnknownAgent};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{Availability, Presence, RouterRequest, SeatStatus, Wish};
use actors_core::tenant::{Reach, RoutingSettings};
use actors_core::time::Span;
use router::{Story, roster, told, wish};

const NOTHING: [&str; 0] = [];

fn take_next(story: &mut Story, agent: &str, group: Option<&str>) -> Result<String, TakeRefusal> {
    let (agent, group) = (AgentId::from(agent), group.map(GroupId::from));
    let taken = story
        .handle(TakeNext {
            agent,
            group,
            reach: Reach::Own,
        })
        .0?;
    Ok(format!("{} of {}", taken.visitor, taken.group))
}

fn take(story: &mut Story, agent: &str, visitor: &str) -> Result<String, TakeRefusal> {
    let (agent, visitor) = (AgentId::from(agent), VisitorId::from(visitor));
    let taken = story
        .handle(Take {
            agent,
            visitor,
            reach: Reach::Own,
        })
        .0?;
    Ok(taken.visitor.to_string())
}

// [ST-15] availability, capacity, first in first out.
#[test]
fn a_free_agent_gets_the_first_visitor_and_the_others_wait_in_order() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");

    assert_eq!(story.asks("vic", "sales"), ["vic: mia"]);
    assert_eq!(story.asks("ann", "sales"), ["ann: waits 1"]);
    assert_eq!(story.asks("bob", "sales"), ["bob: waits 2"]);
    assert_eq!(story.releases("vic", "mia"), ["ann: mia", "bob: moved"]);
    assert_eq!(story.position("bob"), Some(1));
    assert_eq!(story.position("ann"), None);
}

// [ST-05] the position stays correct as the queue moves.
#[test]
fn positions_count_down_when_a_visitor_ahead_leaves() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    for visitor in ["vic", "ann", "bob", "cat"] {
        story.asks(visitor, "sales");
    }

    story.from("ann", RouterRequest::Withdraw);
    assert_eq!(
        [story.position("bob"), story.position("cat")],
        [Some(1), Some(2)]
    );

    story.releases("vic", "mia");
    assert_eq!(
        [story.position("bob"), story.position("cat")],
        [None, Some(1)]
    );
}

#[test]
fn a_repeated_request_gets_the_same_answer_and_no_second_place() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("vic", "sales");
    story.asks("ann", "sales");
    story.asks("bob", "sales");

    assert_eq!(story.asks("vic", "sales"), ["vic: mia"]);
    assert_eq!(story.asks("bob", "sales"), ["bob: waits 2"]);
    assert_eq!(
        story.asks("ann", ""),
        ["ann: waits 1"],
        "a request for another group keeps the place"
    );
    assert_eq!(story.router.lines().total(), 2);
}

#[test]
fn the_agent_with_fewest_conversations_then_the_longest_idle_then_the_first_by_id_is_next() {
    let mut story = Story::begin(&[("ann", "sales", 3), ("mia", "sales", 3)]);
    story.online("mia");
    story.online("ann");

    assert_eq!(
        story.asks("v1", "sales"),
        ["v1: ann"],
        "equally idle agents: by id"
    );
    story.after(Span::from_secs(1));
    assert_eq!(
        story.asks("v2", "sales"),
        ["v2: mia"],
        "fewest conversations"
    );
    story.after(Span::from_secs(1));
    assert_eq!(
        story.asks("v3", "sales"),
        ["v3: ann"],
        "idle for the longest time"
    );
    story.releases("v2", "mia");
    assert_eq!(
        story.asks("v4", "sales"),
        ["v4: mia"],
        "fewest conversations"
    );
}

#[test]
fn a_group_is_served_only_by_its_own_agents() {
    let mut story = Story::begin(&[("mia", "sales", 1), ("tom", "help", 1)]);
    story.online("tom");
    story.says("mia", Availability::Busy);

    assert_eq!(story.asks("vic", "sales"), ["vic: waits 1"]);
    assert_eq!(story.asks("ann", "help"), ["ann: tom"]);
    assert_eq!(
        story.asks("bob", "help"),
        ["bob: waits 1"],
        "each group has its own line"
    );
    assert_eq!(story.online("mia"), ["vic: mia"]);
}

#[test]
fn an_agent_of_several_lines_takes_the_longest_waiting_visitor_of_all() {
    let mut story = Story::begin(&[("mia", "sales help", 1)]);
    story.online("mia");
    story.asks("first", "sales");
    for (visitor, group) in [("a", "help"), ("b", ""), ("c", "sales"), ("d", "help")] {
        story.asks(visitor, group);
    }

    let mut served = Vec::new();
    let mut leaving = "first".to_owned();
    for _ in 0..4 {
        story.releases(&leaving, "mia");
        leaving = story.talks_with("mia")[0].clone();
        served.push(leaving.clone());
    }

    assert_eq!(served, ["a", "b", "c", "d"]);
}

#[test]
fn a_request_is_refused_as_no_agent_only_if_every_agent_is_offline() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);

    assert_eq!(story.asks("vic", "sales"), ["vic: NoAgent"]);
    assert_eq!(story.asks("vic", ""), ["vic: NoAgent"]);
    assert_eq!(story.asks("vic", "empty"), ["vic: NoAgent"]);

    story.says("mia", Availability::Busy);
    assert_eq!(story.asks("vic", "sales"), ["vic: waits 1"]);
    story.passes(Span::from_secs(31), &[]);
    let seat = story.router.seat(&AgentId::from("mia")).unwrap();
    assert_eq!(seat.status, SeatStatus::Away);
    assert_eq!(story.asks("ann", "sales"), ["ann: waits 2"]);
}

#[test]
fn a_request_for_an_unknown_group_or_agent_fails() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");

    assert_eq!(story.asks("vic", "nonsense"), ["vic: Failed"]);
    assert_eq!(story.asks_for_agent("vic", "nobody"), ["vic: Failed"]);
    let unknown = SetStatus {
        agent: AgentId::from("nobody"),
        choice: SeatChoice {
            availability: Availability::Online,
            capacity: None,
        },
    };
    assert_eq!(story.handle(unknown).0, Err(UnknownAgent));
}

#[test]
fn a_requested_agent_is_assigned_or_the_visitor_waits_in_their_group() {
    let agents = [
        ("ann", "sales", 2),
        ("mia", "help sales", 1),
        ("zoe", "", 1),
    ];
    let mut story = Story::begin(&agents);
    for agent in ["ann", "mia", "zoe"] {
        story.online(agent);
    }

    assert_eq!(story.asks_for_agent("v1", "mia"), ["v1: mia"]);
    assert_eq!(
        story.asks_for_agent("v2", "mia"),
        ["v2: waits 1"],
        "help has no other agent"
    );
    let named = Wish {
        agent: Some(AgentId::from("mia")),
        ..wish("sales")
    };
    let told = story.from("v3", RouterRequest::Agent(named));
    assert_eq!(told, ["v3: ann"], "another agent of sales is free");
    assert_eq!(story.asks_for_agent("v4", "zoe"), ["v4: zoe"]);
    assert_eq!(
        story.asks_for_agent("v5", "zoe"),
        ["v5: ann"],
        "zoe has no group, so any agent is fine"
    );
}

#[test]
fn a_busy_agent_is_assigned_nobody_but_may_take_visitors_up_to_their_capacity() {
    let mut story = Story::begin(&[("mia", "sales", 2)]);
    story.says("mia", Availability::Busy);
    for visitor in ["v1", "v2", "v3"] {
        story.asks(visitor, "sales");
    }

    assert_eq!(take_next(&mut story, "mia", None).unwrap(), "v1 of sales");
    assert_eq!(take(&mut story, "mia", "v3").unwrap(), "v3");
    assert_eq!(
        take(&mut story, "mia", "v3").unwrap(),
        "v3",
        "a repeat is harmless"
    );
    assert_eq!(take_next(&mut story, "mia", None), Err(TakeRefusal::Full));
    assert_eq!(take(&mut story, "mia", "v2"), Err(TakeRefusal::Full));
    assert_eq!(story.releases("v1", "mia"), NOTHING);
    assert_eq!(story.position("v2"), Some(1));
}

#[test]
fn only_the_first_agent_who_takes_a_visitor_gets_them() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 1), ("tom", "help", 1)]);
    for agent in ["ann", "mia", "tom"] {
        story.says(agent, Availability::Busy);
    }
    story.asks("vic", "sales");

    assert_eq!(
        take(&mut story, "tom", "vic"),
        Err(TakeRefusal::Nobody),
        "not tom's line"
    );
    assert_eq!(take(&mut story, "ann", "vic").unwrap(), "vic");
    assert_eq!(
        take(&mut story, "mia", "vic"),
        Err(TakeRefusal::AlreadyTaken)
    );
    assert_eq!(take(&mut story, "mia", "nobody"), Err(TakeRefusal::Nobody));
    assert_eq!(take_next(&mut story, "mia", None), Err(TakeRefusal::Nobody));
    assert_eq!(
        take_next(&mut story, "who", None),
        Err(TakeRefusal::UnknownAgent)
    );
    story.says("mia", Availability::Offline);
    story.asks("bob", "sales");
    assert_eq!(
        take_next(&mut story, "mia", None),
        Err(TakeRefusal::Offline)
    );
}

#[test]
fn taking_the_next_of_a_named_line_takes_its_first_visitor() {
    let mut story = Story::begin(&[("mia", "sales help", 3)]);
    story.says("mia", Availability::Busy);
    story.asks("v1", "sales");
    story.asks("v2", "");
    story.asks("v3", "help");

    assert_eq!(
        take_next(&mut story, "mia", Some("help")).unwrap(),
        "v3 of help"
    );
    assert_eq!(take_next(&mut story, "mia", Some("")).unwrap(), "v2 of ");
    assert_eq!(
        take_next(&mut story, "mia", Some("empty")),
        Err(TakeRefusal::Nobody)
    );
}

#[test]
fn a_lowered_capacity_ends_no_conversation_and_blocks_assignments_until_it_is_met() {
    let mut story = Story::begin(&[("mia", "sales", 3)]);
    story.online("mia");
    for visitor in ["v1", "v2", "v3", "v4"] {
        story.asks(visitor, "sales");
    }

    let told_now = told(&story.sets("mia", Availability::Online, Some(1)));
    assert_eq!(told_now, NOTHING);
    assert_eq!(story.releases("v1", "mia"), NOTHING);
    assert_eq!(story.releases("v2", "mia"), NOTHING);
    assert_eq!(story.releases("v3", "mia"), ["v4: mia"]);

    story.sets("mia", Availability::Online, Some(1_000_000_000));
    let seat = story.router.seat(&AgentId::from("mia")).unwrap();
    assert_eq!(seat.capacity, 3, "never above the tenant's limit");
}

#[test]
fn visitors_who_are_away_are_skipped_and_keep_their_place() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    for visitor in ["v1", "v2", "v3", "v4"] {
        story.asks(visitor, "sales");
    }
    story.is("v2", Presence::Away);

    assert_eq!(story.releases("v1", "mia")[0], "v3: mia");
    assert_eq!(
        [story.position("v2"), story.position("v4")],
        [Some(1), Some(2)]
    );
    assert_eq!(story.is("v2", Presence::Here), NOTHING);
    assert_eq!(story.releases("v3", "mia")[0], "v2: mia");
}

#[test]
fn a_visitor_who_comes_back_to_a_free_agent_is_served_at_once() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    story.is("v2", Presence::Away);
    assert_eq!(story.releases("v1", "mia"), NOTHING);

    assert_eq!(story.is("v2", Presence::Here), ["v2: mia"]);
}

#[test]
fn a_visitor_away_in_a_conversation_is_skipped_after_returning_to_the_line() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 1)]);
    story.online("mia");
    story.asks("vic", "sales");
    story.is("vic", Presence::Away);
    story.online("ann");
    story.says("mia", Availability::Offline);

    assert_eq!(story.comes_back("vic", "sales"), ["vic: waits 1"]);
    assert_eq!(story.is("vic", Presence::Here), ["vic: ann"]);
}

#[test]
fn visitors_who_return_to_a_line_go_to_its_head_in_order_of_their_first_arrival() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 2)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    story.says("ann", Availability::Busy);
    story.asks("v3", "sales");
    story.says("mia", Availability::Offline);

    assert_eq!(
        story.comes_back("v2", "sales"),
        ["v1: waits 1", "v2: waits 2", "v2: moved", "v3: moved"],
        "whoever speaks first"
    );
    for _ in 0..2 {
        assert_eq!(
            story.comes_back("v1", "sales"),
            ["v1: waits 1"],
            "a repeat is harmless"
        );
    }
    let positions = ["v1", "v2", "v3"].map(|visitor| story.position(visitor));
    assert_eq!(positions, [Some(1), Some(2), Some(3)]);
    assert_eq!(take_next(&mut story, "ann", None).unwrap(), "v1 of sales");
}

#[test]
fn a_seat_is_freed_only_once_despite_repeated_or_wrong_releases() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 2)]);
    story.online("mia");
    for visitor in ["v1", "v2", "v3", "v4"] {
        story.asks(visitor, "sales");
    }

    assert_eq!(
        story.releases("v3", "mia"),
        NOTHING,
        "a waiting visitor has no seat"
    );
    assert_eq!(
        story.releases("v1", "ann"),
        NOTHING,
        "the visitor is with another agent"
    );
    assert_eq!(story.releases("v1", "mia")[0], "v3: mia");
    assert_eq!(story.releases("v1", "mia"), NOTHING, "a repeat");
    assert_eq!(story.talks_with("mia"), ["v2", "v3"]);
}

#[test]
fn a_visitor_who_withdraws_while_being_assigned_gives_the_seat_back() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    assert_eq!(story.releases("v1", "mia"), ["v2: mia"]);

    let crossed = story.from("v2", RouterRequest::Withdraw);

    assert_eq!(
        crossed, NOTHING,
        "the session answers the assignment itself"
    );
    assert_eq!(story.releases("v2", "mia"), NOTHING);
    assert_eq!(story.asks("v3", "sales"), ["v3: mia"], "exactly one seat");
    assert_eq!(story.asks("v4", "sales"), ["v4: waits 1"]);
}

#[test]
fn a_full_line_refuses_new_visitors_but_not_those_who_return() {
    let (mut story, _) = Story::restore(Beginning {
        settings: RoutingSettings {
            waiting_max: 1,
            ..RoutingSettings::default()
        },
        roster: roster(&[("ann", "sales", 1), ("mia", "sales", 1)]),
        ..Beginning::default()
    });
    story.online("mia");
    story.asks("v1", "sales");
    assert_eq!(story.asks("v2", "sales"), ["v2: waits 1"]);

    assert_eq!(story.asks("v3", "sales"), ["v3: Failed"]);
    story.says("ann", Availability::Busy);
    story.says("mia", Availability::Offline);
    assert_eq!(story.comes_back("v1", "sales")[0], "v1: waits 1");
}
