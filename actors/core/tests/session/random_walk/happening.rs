//! The random events of the walk, and how often each occurs.

use super::flows::{RobotHappening, robot_happening};
use actors_core::call::Medium;
use actors_core::session::commands::transfer::OfficeHours;
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};

/// One event. Ids and indexes are small numbers, so that events collide.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Start,
    Poll {
        page: u8,
        from: From,
        wait: u8,
    },
    Send {
        id: u8,
        text: u8,
    },
    Ask {
        id: u8,
        text: u8,
    },
    /// An event of flows and large language models.
    Robot(RobotHappening),
    /// More lines than fit into an answer.
    Flood,
    Transfer {
        hours: OfficeHours,
    },
    LeaveQueue,
    Close,
    Typing,
    Call {
        medium: Medium,
    },
    Signal {
        hangs_up: bool,
    },
    AcknowledgesSignals,
    Read {
        page: u8,
        upto: Option<u8>,
    },
    ReadOffline,
    Rate {
        id: Option<u8>,
        stars: u8,
    },
    AgentSays {
        agent: u8,
        id: u8,
    },
    ShopSays {
        id: u8,
    },
    ShopEnds,
    AgentRecalls {
        agent: u8,
        seq: u8,
    },
    AgentTypes {
        agent: u8,
    },
    AgentEnds {
        agent: u8,
    },
    AgentInvites {
        agent: u8,
    },
    AgentReads {
        agent: u8,
        upto: u8,
    },
    AgentCalls {
        agent: u8,
        medium: Medium,
    },
    AgentAnswers {
        agent: u8,
        takes: bool,
    },
    AgentSignals {
        agent: u8,
        hangs_up: bool,
    },
    Assigned {
        agent: u8,
    },
    Waiting {
        place: u8,
    },
    Refused {
        failed: bool,
    },
    /// A hand-over to an agent, or to a line.
    HandedOver {
        by: u8,
        to: Option<u8>,
    },
    SupervisorEnds,
    LineMoved,
    Away {
        agent: u8,
    },
    Gone {
        agent: u8,
    },
    DeskReopened {
        agent: u8,
    },
    Pass {
        millis: u64,
    },
    Killed {
        down_millis: u64,
    },
}

/// The cursor from which a page polls.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// What the page has handled, as a correct client does.
    Handled,
    /// An earlier cursor, as if an answer had been lost.
    Behind(u8),
    Ahead,
    ReadMark,
    OtherEpoch,
}

pub(super) fn happening() -> impl Strategy<Value = Happening> {
    let page = 0..4_u8;
    let agent = 0..2_u8;
    let small = 0..4_u8;
    let from = prop_oneof![
        8 => Just(From::Handled),
        2 => any::<u8>().prop_map(From::Behind),
        1 => Just(From::Ahead),
        1 => Just(From::ReadMark),
        1 => Just(From::OtherEpoch),
    ];
    let wait = prop_oneof![Just(0_u8), Just(5), Just(25), Just(200)];
    let hours = prop_oneof![9 => Just(OfficeHours::Open), 1 => Just(OfficeHours::Closed)];
    let visitor = prop_oneof![
        2 => Just(Happening::Start),
        12 => (page.clone(), from, wait)
            .prop_map(|(page, from, wait)| Happening::Poll { page, from, wait }),
        6 => (any::<u8>(), small.clone()).prop_map(|(id, text)| Happening::Send { id, text }),
        2 => (small.clone(), small.clone()).prop_map(|(id, text)| Happening::Send { id, text }),
        3 => (small.clone(), small.clone()).prop_map(|(id, text)| Happening::Ask { id, text }),
        6 => hours.prop_map(|hours| Happening::Transfer { hours }),
        1 => Just(Happening::Flood),
        1 => Just(Happening::LeaveQueue),
        1 => Just(Happening::Close),
        1 => Just(Happening::Typing),
        2 => (page, prop::option::of(any::<u8>()))
            .prop_map(|(page, upto)| Happening::Read { page, upto }),
        1 => Just(Happening::ReadOffline),
        2 => (prop::option::of(small.clone()), 0..7_u8)
            .prop_map(|(id, stars)| Happening::Rate { id, stars }),
    ];
    let agents = prop_oneof![
        8 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, id)| Happening::AgentSays { agent, id }),
        2 => any::<u8>().prop_map(|id| Happening::ShopSays { id }),
        1 => Just(Happening::ShopEnds),
        3 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, seq)| Happening::AgentRecalls { agent, seq }),
        1 => agent.clone().prop_map(|agent| Happening::AgentTypes { agent }),
        1 => agent.clone().prop_map(|agent| Happening::AgentEnds { agent }),
        1 => agent.clone().prop_map(|agent| Happening::AgentInvites { agent }),
        1 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, upto)| Happening::AgentReads { agent, upto }),
    ];
    let router = prop_oneof![
        6 => agent.clone().prop_map(|agent| Happening::Assigned { agent }),
        4 => small.prop_map(|place| Happening::Waiting { place }),
        1 => any::<bool>().prop_map(|failed| Happening::Refused { failed }),
        2 => (agent.clone(), prop::option::of(agent.clone()))
            .prop_map(|(by, to)| Happening::HandedOver { by, to }),
        1 => Just(Happening::SupervisorEnds),
        1 => Just(Happening::LineMoved),
        1 => agent.clone().prop_map(|agent| Happening::Away { agent }),
        1 => agent.clone().prop_map(|agent| Happening::Gone { agent }),
        1 => agent.prop_map(|agent| Happening::DeskReopened { agent }),
    ];
    let millis = prop_oneof![
        4 => 0..3_000_u64,
        2 => 3_000..61_000_u64,
        1 => 61_000..700_000_u64,
        1 => Just(50 * 3_600_000_u64),
    ];
    let time = prop_oneof![
        5 => millis.clone().prop_map(|millis| Happening::Pass { millis }),
        2 => millis.prop_map(|down_millis| Happening::Killed { down_millis }),
    ];
    let robot = robot_happening().prop_map(Happening::Robot);
    prop_oneof![6 => visitor, 3 => robot, 3 => agents, 1 => calling(), 3 => router, 2 => time]
}

/// The events of calls.
fn calling() -> impl Strategy<Value = Happening> {
    let medium = prop_oneof![Just(Medium::Voice), Just(Medium::Video)];
    let agent = 0..2_u8;
    prop_oneof![
        2 => medium.clone().prop_map(|medium| Happening::Call { medium }),
        2 => any::<bool>().prop_map(|hangs_up| Happening::Signal { hangs_up }),
        1 => Just(Happening::AcknowledgesSignals),
        2 => (agent.clone(), medium)
            .prop_map(|(agent, medium)| Happening::AgentCalls { agent, medium }),
        2 => (agent.clone(), any::<bool>())
            .prop_map(|(agent, takes)| Happening::AgentAnswers { agent, takes }),
        2 => (agent, any::<bool>())
            .prop_map(|(agent, hangs_up)| Happening::AgentSignals { agent, hangs_up }),
    ]
}
