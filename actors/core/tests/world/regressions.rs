//! Rare failures that the random walk found.

use super::happening::Happening;
use super::{World, visitor};
use actors_core::routing::Availability;
use actors_core::session::phase::Status;
use actors_core::tenant::Reach;

/// [ST-15] A visitor leaves the line while an agent gets them, and asks again while that agent goes offline. The
/// request is refused, so the visitor is with the robot.
#[test]
fn a_visitor_who_asks_twice_is_not_connected_to_an_agent_who_is_gone() {
    let stands = |agent, availability, capacity| Happening::SetsStatus {
        agent,
        availability,
        capacity,
    };
    let mut world = World::begin();
    for happening in [
        stands(2, Availability::Online, Some(1)),
        Happening::Asks {
            visitor: 4,
            group: None,
        },
        Happening::Arrive { words: 1 },
        Happening::Asks {
            visitor: 5,
            group: Some(1),
        },
        stands(0, Availability::Online, None),
        Happening::Arrive { words: 3 },
        Happening::Leaves { visitor: 5 },
        Happening::HandsToGroup {
            by: 0,
            visitor: 4,
            to: 0,
            reach: Reach::Tenant,
        },
        stands(2, Availability::Offline, None),
        Happening::Asks {
            visitor: 5,
            group: None,
        },
    ] {
        world.happens(&happening);
    }
    world.agree();

    assert_eq!(world.describe(&visitor(5)).status, Status::Robot);
}
