//! The random events of a tenant, and how often each occurs.

use super::{AGENTS, GROUPS, VISITORS};
use actors_core::routing::Availability;
use actors_core::tenant::Reach;
use proptest::prelude::{Just, Strategy, prop, prop_oneof};

/// One event; numbers are indexes of visitors, agents and groups.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Asks {
        visitor: usize,
        group: Option<usize>,
    },
    Polls {
        visitor: usize,
    },
    Leaves {
        visitor: usize,
    },
    Closes {
        visitor: usize,
    },
    Starts {
        visitor: usize,
    },
    Says {
        agent: usize,
        visitor: usize,
    },
    Accepts {
        agent: usize,
        visitor: usize,
    },
    GoesOffline {
        agent: usize,
        keeps: bool,
    },
    Ends {
        agent: usize,
        visitor: usize,
    },
    SetsStatus {
        agent: usize,
        availability: Availability,
        capacity: Option<u32>,
    },
    ShowsLife {
        agent: usize,
    },
    Takes {
        agent: usize,
        visitor: usize,
    },
    TakesNext {
        agent: usize,
    },
    HandsToAgent {
        by: usize,
        visitor: usize,
        to: usize,
        reach: Reach,
    },
    HandsToGroup {
        by: usize,
        visitor: usize,
        to: usize,
        reach: Reach,
    },
    /// So many messages in flight arrive.
    Arrive {
        words: usize,
    },
    Passes {
        millis: u64,
    },
}

pub(super) fn happening() -> impl Strategy<Value = Happening> {
    let visitor = 0..VISITORS;
    let agent = 0..AGENTS.len();
    let group = 0..GROUPS.len();
    let availability = prop_oneof![
        4 => Just(Availability::Online),
        1 => Just(Availability::Busy),
        1 => Just(Availability::Offline),
    ];
    let reach = prop_oneof![3 => Just(Reach::Own), 1 => Just(Reach::Tenant)];
    let visitors = prop_oneof![
        6 => (visitor.clone(), prop::option::of(group.clone()))
            .prop_map(|(visitor, group)| Happening::Asks { visitor, group }),
        6 => visitor.clone().prop_map(|visitor| Happening::Polls { visitor }),
        1 => visitor.clone().prop_map(|visitor| Happening::Leaves { visitor }),
        2 => visitor.clone().prop_map(|visitor| Happening::Closes { visitor }),
        2 => visitor.clone().prop_map(|visitor| Happening::Starts { visitor }),
    ];
    let agents = prop_oneof![
        4 => (agent.clone(), visitor.clone())
            .prop_map(|(agent, visitor)| Happening::Says { agent, visitor }),
        3 => (agent.clone(), visitor.clone())
            .prop_map(|(agent, visitor)| Happening::Ends { agent, visitor }),
        3 => (agent.clone(), visitor.clone())
            .prop_map(|(agent, visitor)| Happening::Accepts { agent, visitor }),
        1 => (agent.clone(), prop_oneof![Just(true), Just(false)])
            .prop_map(|(agent, keeps)| Happening::GoesOffline { agent, keeps }),
        4 => (agent.clone(), availability, prop::option::of(1..4_u32)).prop_map(
            |(agent, availability, capacity)| Happening::SetsStatus { agent, availability, capacity }
        ),
        4 => agent.clone().prop_map(|agent| Happening::ShowsLife { agent }),
        2 => (agent.clone(), visitor.clone())
            .prop_map(|(agent, visitor)| Happening::Takes { agent, visitor }),
        2 => agent.clone().prop_map(|agent| Happening::TakesNext { agent }),
        2 => (agent.clone(), visitor.clone(), agent.clone(), reach.clone())
            .prop_map(|(by, visitor, to, reach)| Happening::HandsToAgent { by, visitor, to, reach }),
        2 => (agent, visitor, group, reach)
            .prop_map(|(by, visitor, to, reach)| Happening::HandsToGroup { by, visitor, to, reach }),
    ];
    let time = prop_oneof![
        6 => (1..6_usize).prop_map(|words| Happening::Arrive { words }),
        3 => (0..20_000_u64).prop_map(|millis| Happening::Passes { millis }),
        1 => (20_000..700_000_u64).prop_map(|millis| Happening::Passes { millis }),
    ];
    prop_oneof![5 => visitors, 5 => agents, 4 => time]
}
