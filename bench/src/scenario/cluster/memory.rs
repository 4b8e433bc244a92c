//! Memory of a waiting visitor whose page is at another node than the owner, both nodes together, beside one whose page is at
//! the owner: the slope between few and many visitors.

use anyhow::Result;

use crate::cluster::Cluster;
use crate::generator::Order;
use crate::process::Generator;
use crate::report::{Findings, Side};
use crate::scenario::{Setting, note_faults};

/// An aim in `docs/performance.md`.
const OF_LOCAL: f64 = 2.0;
const BYTES: &str = "bytes a visitor";
const FORWARDED: &str = "page at another node, both nodes";
const LOCAL: &str = "page at the owner";

/// Measures with a ninth of the visitors and with all of them.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let few = setting.visitors / 9;
    let mut findings = Findings::new(format!(
        "Cluster, memory of a waiting visitor: from {few} to {} visitors, {} rounds",
        setting.visitors, setting.rounds
    ));
    for _ in 0..setting.rounds {
        slope(setting, few, FORWARDED, &mut findings)?;
        slope(setting, few, LOCAL, &mut findings)?;
    }
    let what = "memory of a forwarded waiting visitor / of a local one";
    findings.ratio_bar(what, Side::AtMost, OF_LOCAL, (BYTES, FORWARDED, LOCAL));
    Ok(findings)
}

fn slope(setting: &Setting, few: usize, name: &str, findings: &mut Findings) -> Result<()> {
    let cluster = Cluster::start_with_nodes(setting.folder.as_deref())?;
    let owner = cluster.owner()?;
    let nodes = match name {
        FORWARDED => vec![cluster.follower()?, owner],
        _ => vec![owner],
    };
    let plan = cluster.plan(&nodes[..1], false)?;
    let mut generator = Generator::start(&plan)?;
    let mut memory = Vec::new();
    for waiting in [few, setting.visitors] {
        generator.order(&Order::Gather { waiting })?;
        // Long enough for each to get a response and poll again.
        let report = generator.order(&Order::Rest {
            seconds: setting.seconds,
        })?;
        note_faults(findings, name, &report);
        let mut sum = 0.0;
        for node in &nodes {
            sum += cluster.node(*node)?.memory()? as f64;
        }
        memory.push(sum);
    }
    let visitors = (setting.visitors - few) as f64;
    let mib = 1024.0 * 1024.0;
    findings.add(
        name,
        vec![
            (BYTES, (memory[1] - memory[0]) / visitors),
            ("MiB with few", memory[0] / mib),
            ("MiB with all", memory[1] / mib),
        ],
    );
    Ok(())
}
