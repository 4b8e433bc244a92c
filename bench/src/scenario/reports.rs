//! Reports: a store is filled with the records of a year's sessions, the sums of each day are made, and supervisors ask for
//! the whole year, compared with the year before.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use actors_core::event::Closing;
use actors_core::ids::{SessionNo, TenantId, VisitorId};
use actors_core::session::course::Answers;
use actors_core::session::report::{RobotOutcome, RobotPart, SessionReport};
use actors_core::tenant::Oversight;
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::{Clock, SteadyClock};
use actors_runtime::ports::Store;
use anyhow::{Context, Result};
use server::catalogue::Catalogue;
use server::reports::table::{Asked, By, Compares, Filter};
use server::reports::zone::{Zone, before};
use server::reports::{Reports, record};

use crate::process::scratch_folder;
use crate::report::{Findings, Side};
use crate::store::child::{disk_bytes, open_store};

/// An aim in `docs/performance.md`.
const ANSWERS_WITHIN_MS: f64 = 300.0;
/// The days of the report.
const DAYS: u64 = 365;
/// Days are stored a day after they end, so the newest ones are not part of the year.
const DAYS_OPEN: u64 = 3;
/// Questions of each kind.
const ASKED: usize = 20;
/// Records that are written at once.
const AT_ONCE: usize = 1_000;
const TENANT: &str = "shop";
const GROUPS: [&str; 4] = ["sales", "support", "returns", "vip"];
const CHANNELS: [&str; 3] = ["web", "app", "shop"];
const AGENTS: u64 = 50;
const MIB: f64 = 1024.0 * 1024.0;

const KINDS: [(&str, By); 6] = [
    ("by day", By::Day),
    ("by hour", By::Hour),
    ("by channel", By::Channel),
    ("by group", By::Group),
    ("by agent", By::Agent),
    ("by tag", By::Tag),
];

/// Measures with this many sessions.
pub fn measure(folder: Option<&Path>, sessions: u64, rounds: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Reports: {sessions} sessions of a year, {rounds} rounds"
    ));
    for _ in 0..rounds {
        round(folder, sessions, &mut findings)?;
    }
    for (kind, _) in KINDS {
        findings.bar(
            format!("{kind}: ms at most"),
            Side::AtMost,
            ANSWERS_WITHIN_MS,
            findings.figure(kind, "ms at most"),
        );
    }
    Ok(findings)
}

fn round(folder: Option<&Path>, sessions: u64, findings: &mut Findings) -> Result<()> {
    let scratch = scratch_folder(folder)?;
    let store = open_store(scratch.path())?;
    let clock = Arc::new(SteadyClock::from_machine());
    let zone = Zone::default();
    let to = before(zone.day(clock.now()), DAYS_OPEN);
    let from = before(to, DAYS - 1);
    fill(store.as_ref(), sessions, zone.start_of(from))?;
    let catalogue = Arc::new(Catalogue::new([]));
    let reports = Reports::new(Arc::clone(&store), clock as Arc<_>, catalogue);
    let tenant = TenantId::from(TENANT);
    let asked = |by| Asked {
        from,
        to,
        by,
        filter: Filter {
            oversight: Oversight::Everything,
            channel: None,
            group: None,
        },
        compares: Compares::Yes,
    };
    let start = Instant::now();
    let first = reports.table(&tenant, &asked(By::Day))?;
    findings.add(
        "making the sums",
        vec![
            ("s", start.elapsed().as_secs_f64()),
            ("sessions", first.total.sessions as f64),
            ("store MB", disk_bytes(scratch.path())? as f64 / MIB),
        ],
    );
    for (kind, by) in KINDS {
        let mut times = Vec::with_capacity(ASKED);
        for _ in 0..ASKED {
            let start = Instant::now();
            reports.table(&tenant, &asked(by))?;
            times.push(start.elapsed().as_secs_f64() * 1_000.0);
        }
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        findings.add(kind, vec![("p50 ms", at(50)), ("ms at most", at(100))]);
    }
    store.close();
    Ok(())
}

fn fill(store: &dyn Store, sessions: u64, began: Timestamp) -> Result<()> {
    let mut dice = fastrand::Rng::with_seed(7);
    let tenant = TenantId::from(TENANT);
    let apart = Span::from_millis(DAYS * 86_400_000 / sessions.max(1));
    let mut changes = Vec::with_capacity(AT_ONCE);
    let mut at = began;
    for number in 0..sessions {
        let visitor = VisitorId::from(format!("v_{number:016x}"));
        let change = record::put(&tenant, &visitor, &report(&mut dice, at));
        changes.push(change.context("a record cannot be written")?);
        if changes.len() == AT_ONCE {
            store.change_documents(&changes)?;
            changes.clear();
        }
        at = at + apart;
    }
    store.change_documents(&changes)?;
    Ok(())
}

fn report(dice: &mut fastrand::Rng, started: Timestamp) -> SessionReport {
    let seconds = |dice: &mut fastrand::Rng, most: u64| Span::from_secs(dice.u64(1..most));
    let resolution = seconds(dice, 3_600);
    let waiting = seconds(dice, 300);
    let thinking = seconds(dice, 120);
    let first_answer = Span::from_millis(waiting.as_millis() + thinking.as_millis());
    SessionReport {
        session: SessionNo(1),
        channel: CHANNELS[dice.usize(..CHANNELS.len())].into(),
        group: Some(GROUPS[dice.usize(..GROUPS.len())].into()),
        started,
        ended: started + resolution,
        closing: Closing::AgentClosed,
        agents: vec![format!("agent-{}", dice.u64(..AGENTS)).as_str().into()],
        tags: match dice.u8(..4) {
            0 => vec!["refund".into()],
            1 => vec!["delivery".into(), "vip".into()],
            _ => Vec::new(),
        },
        asked_people: Some(started),
        waiting: Some(waiting),
        first_answer: Some(first_answer),
        next_answers: Answers::default(),
        resolution,
        missed: None,
        robot: RobotPart {
            outcome: RobotOutcome::NotAsked,
            answers: 0,
            unknown: 0,
        },
        rating: None,
        rescues: 0,
        passed_by: Vec::new(),
    }
}
