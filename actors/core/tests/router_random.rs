//! Random days of a router, beside a plain model of the rules.

mod router;

use actors_core::routing::{Availability, Presence};
use proptest::prelude::*;
use router::model::{AGENTS, Event, GROUPS, Model, Request};

const VISITORS: usize = 14;

fn availability() -> impl Strategy<Value = Availability> {
    prop_oneof![
        6 => Just(Availability::Online),
        2 => Just(Availability::Busy),
        1 => Just(Availability::Offline),
    ]
}

fn presence() -> impl Strategy<Value = Presence> {
    prop_oneof![Just(Presence::Here), Just(Presence::Away)]
}

fn request() -> impl Strategy<Value = Request> {
    let group = 0..GROUPS.len();
    let agent = 0..AGENTS.len();
    prop_oneof![
        10 => (group.clone(), prop::option::weighted(0.1, agent.clone()))
            .prop_map(|(group, agent)| Request::Agent(group, agent)),
        3 => (group, prop::option::weighted(0.1, agent.clone()))
            .prop_map(|(group, agent)| Request::Again(group, agent)),
        1 => Just(Request::Withdraw),
        1 => agent.prop_map(Request::Release),
        5 => Just(Request::ReleaseMine),
        3 => presence().prop_map(Request::Presence),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let group = 0..GROUPS.len();
    let agent = 0..AGENTS.len();
    prop_oneof![
        20 => (0..VISITORS, request()).prop_map(|(visitor, request)| Event::Session(visitor, request)),
        4 => (agent.clone(), availability(), prop::option::of(0..4_u32))
            .prop_map(|(agent, availability, capacity)| Event::Status(agent, availability, capacity)),
        4 => agent.clone().prop_map(Event::Sign),
        1 => (agent.clone(), prop::option::of(group)).prop_map(|(a, g)| Event::TakeNext(a, g)),
        1 => (agent, 0..VISITORS).prop_map(|(agent, visitor)| Event::Take(agent, visitor)),
        4 => (1_u64..2_000).prop_map(Event::Time),
        1 => (2_000_u64..40_000).prop_map(Event::Time),
        1 => Just(Event::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    // [ST-15] never over capacity, nobody overtaken, nobody lost; [ST-05] positions always 1…n.
    #[test]
    fn the_router_keeps_its_rules_on_any_day(events in prop::collection::vec(event(), 1..250)) {
        let mut model = Model::begin();
        for event in &events {
            model.step(event);
        }
    }
}
