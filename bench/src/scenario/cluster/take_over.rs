//! A cell with many stored messages: how long a new node takes to be ready, and how long after the owner's end a chat begins
//! at another node.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::cluster::{Cluster, NODES};
use crate::generator::Order;
use crate::process::Generator;
use crate::report::{Findings, Side};
use crate::scenario::store::{SESSIONS, ask};
use crate::store::Task;
use crate::store::cell::Filled;
use crate::store::child::Size;

/// Aims in `docs/performance.md`.
const TAKE_OVER_S: f64 = 5.0;
const NEW_NODE_S: f64 = 60.0;
const OWNER_ENDS: &str = "the owner is killed";
const NEW_NODE: &str = "a new node";
const MIB: f64 = 1024.0 * 1024.0;
/// Conversations at the same time while the cell is filled.
const AT_ONCE: usize = 2_000;
const PATIENCE: Duration = Duration::from_secs(120);

/// Measures with this many messages.
pub fn measure(folder: Option<&Path>, messages: u64, rounds: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Cluster, {messages} stored messages over {SESSIONS} sessions, {rounds} rounds"
    ));
    for _ in 0..rounds {
        round(folder, messages, &mut findings)?;
    }
    for (name, figure, limit) in [
        (OWNER_ENDS, "next chat begins after s", TAKE_OVER_S),
        (NEW_NODE, "ready after s", NEW_NODE_S),
    ] {
        let rounds = findings.figure(name, figure);
        findings.bar(format!("{name}: {figure}"), Side::AtMost, limit, rounds);
    }
    Ok(findings)
}

fn round(folder: Option<&Path>, messages: u64, findings: &mut Findings) -> Result<()> {
    let mut cluster = Cluster::start(folder)?;
    let size = Size {
        messages,
        sessions: SESSIONS,
        at_once: AT_ONCE,
    };
    let scratch = crate::process::scratch_folder(folder)?;
    let task = Task::Cell {
        addresses: cluster.addresses(),
        size,
    };
    let filled: Filled = ask(&task, scratch.path())?;
    let stored = cluster.stored()?;
    findings.add(
        "filling the cell",
        vec![
            ("s", filled.seconds),
            ("messages a second", messages as f64 / filled.seconds),
            ("groups", stored.last as f64),
        ],
    );
    for number in 0..NODES {
        let name = if number == 0 {
            "the first node"
        } else {
            "more nodes, at the start"
        };
        start(&mut cluster, number, name, findings)?;
    }
    // A take-over needs a node that has folded everything.
    cluster.follower()?;
    let owner = cluster.owner()?;
    let start_of_gap = Instant::now();
    cluster.kill_node(owner)?;
    let rest: Vec<usize> = (0..NODES).filter(|node| *node != owner).collect();
    let plan = cluster.plan(&rest[..1], false)?;
    let until = start_of_gap + PATIENCE;
    // A generator ends with the first refusal, so each attempt has its own.
    while Generator::start(&plan)?
        .order(&Order::Gather { waiting: 1 })
        .is_err()
    {
        if Instant::now() > until {
            bail!("no chat begins after the owner's end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let gap = start_of_gap.elapsed().as_secs_f64();
    findings.add(OWNER_ENDS, vec![("next chat begins after s", gap)]);
    cluster.forget_node(owner)?;
    start(&mut cluster, owner, NEW_NODE, findings)
}

fn start(cluster: &mut Cluster, number: usize, name: &str, findings: &mut Findings) -> Result<()> {
    let begun = Instant::now();
    cluster
        .start_node(number)
        .with_context(|| format!("{name}: node {number}"))?;
    cluster.has_folded(number)?;
    let ready = begun.elapsed().as_secs_f64();
    let memory = cluster.node(number)?.memory()? as f64 / MIB;
    findings.add(name, vec![("ready after s", ready), ("MiB", memory)]);
    Ok(())
}
