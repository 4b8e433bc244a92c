//! What the walk has found once in many thousand.

use super::happening::Happening;
use super::{World, visitor};
use actors_core::routing::Availability;
use actors_core::session::phase::Status;
use actors_core::tenant::Reach;

/// [ST-15] Whoever leaves the line as an agent gets them, asks anew as that agent goes, and is refused, is with the robot.
#[test]
fn an_agent_who_is_gone_is_not_named_again_to_whoever_asks_twice() {
    let stands = |agent, availability, capacity| Happening::Stands {
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
