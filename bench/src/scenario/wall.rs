//! The supervisor's wall of a large shop, in process: comparing it, and answers with everything and with one change.

use std::hint::black_box;
use std::time::Instant;

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, ChannelId, GroupId, VisitorId};
use actors_core::router::Router;
use actors_core::router::command::{FromSession, SetStatus};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::{Roster, RosterAgent, SeatChoice};
use actors_core::routing::{Availability, Rank, RouterRequest, Wish};
use actors_core::time::{Span, Timestamp};
use anyhow::{Result, ensure};
use server::wall::{Changed, Wall};

use crate::report::{Findings, Side};

const AGENTS: usize = 500;
const CONVERSATIONS: usize = 5_000;
const WAITING: usize = 1_000;
const GROUPS: usize = 20;
/// An aim in `docs/performance.md`: the wall is compared once a second.
const COMPARED_WITHIN_MS: f64 = 10.0;
/// Comparisons of each kind.
const LOOKS: usize = 1_000;
/// Between two comparisons. So short that no agent, whose page does not exist here, falls silent meanwhile.
const PAUSE: Span = Span::from_millis(10);

/// Measures the wall, `rounds` times.
pub fn measure(rounds: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Wall: {AGENTS} agents, {CONVERSATIONS} conversations, {WAITING} waiting, {rounds} rounds"
    ));
    for _ in 0..rounds {
        round(&mut findings)?;
    }
    for kind in ["one change", "nothing changed"] {
        findings.bar(
            format!("{kind}: ms at most"),
            Side::AtMost,
            COMPARED_WITHIN_MS,
            findings.figure(kind, "ms at most"),
        );
    }
    Ok(findings)
}

fn round(findings: &mut Findings) -> Result<()> {
    let mut now = Timestamp::from_millis(1_790_000_000_000);
    let mut router = staffed(now);
    for number in 0..CONVERSATIONS + WAITING {
        ask(&mut router, now, number);
    }
    let talking: usize = router.seats().map(|seat| seat.conversations).sum();
    ensure!(talking == CONVERSATIONS, "{talking} conversations");

    let mut wall = Wall::default();
    let start = Instant::now();
    wall.look(&router, now);
    let whole = black_box(wall.since(None));
    findings.add("everything", vec![("ms", millis(start))]);
    ensure!(whole.agents.len() == AGENTS, "{} rows", whole.agents.len());

    let mut known = whole.version;
    let [mut changed, mut same] = [Vec::new(), Vec::new()];
    for number in 0..LOOKS {
        now = now + PAUSE;
        ask(&mut router, now, CONVERSATIONS + WAITING + number);
        let start = Instant::now();
        ensure!(
            wall.look(&router, now) == Changed::Something,
            "no change was seen"
        );
        known = black_box(wall.since(Some(known))).version;
        changed.push(millis(start));
        let start = Instant::now();
        ensure!(
            wall.look(&router, now) == Changed::Nothing,
            "a change was seen"
        );
        same.push(millis(start));
    }
    for (kind, mut times) in [("one change", changed), ("nothing changed", same)] {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        findings.add(kind, vec![("p50 ms", at(50)), ("ms at most", at(100))]);
    }
    Ok(())
}

/// A router whose agents are online, each with room for their part of the conversations.
fn staffed(now: Timestamp) -> Router {
    let agents = (0..AGENTS).map(|number| RosterAgent {
        card: AgentCard {
            agent: agent(number),
            nick: "Mia".into(),
            face: "".into(),
        },
        groups: vec![group(number)],
        capacity: (CONVERSATIONS / AGENTS) as u32,
    });
    let roster = Roster {
        groups: (0..GROUPS).map(group).collect(),
        agents: agents.collect(),
        ..Roster::default()
    };
    let beginning = Beginning {
        roster,
        ..Beginning::default()
    };
    let mut router = Router::restore(now, beginning).reply;
    for number in 0..AGENTS {
        let choice = SeatChoice {
            availability: Availability::Online,
            capacity: None,
        };
        let online = SetStatus {
            agent: agent(number),
            choice,
        };
        // The effects go to desks and sessions, which do not exist here.
        let _ = router.handle(now, online);
    }
    router
}

fn ask(router: &mut Router, now: Timestamp, number: usize) {
    let wish = Wish {
        channel: ChannelId::from("shop"),
        group: Some(group(number)),
        agent: None,
        among: Vec::new(),
        rank: Rank::Usual,
        last: None,
    };
    let request = FromSession {
        visitor: VisitorId::from(format!("v_{number:016x}")),
        request: RouterRequest::Agent(wish),
    };
    let _ = router.handle(now, request);
}

fn agent(number: usize) -> AgentId {
    AgentId::from(format!("agent-{number}").as_str())
}

fn group(number: usize) -> GroupId {
    GroupId::from(format!("group-{}", number % GROUPS).as_str())
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1_000.0
}
