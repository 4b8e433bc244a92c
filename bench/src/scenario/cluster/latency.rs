//! Time from a message's due time to the response to the visitor's poll, beside a bare publish at the rate of the groups.

use anyhow::Result;

use super::{BARE, NODES, run};
use crate::cluster::Cluster;
use crate::cluster::bare::Bare;
use crate::generator::{Order, Percentiles};
use crate::report::{Figures, Findings, Side, by_round};
use crate::scenario::Setting;

/// An aim in `docs/performance.md`.
const ABOVE_BARE_US: f64 = 1_500.0;
const SPREAD: &str = "three nodes, pages at all of them";

/// Measures at `rate` messages a second: first with every page at the owner, then with pages spread over the nodes.
pub fn measure(setting: &Setting, rate: u32) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Cluster, delivery latency: {} waiting, {rate} messages a second, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for _ in 0..setting.rounds {
        round(setting, rate, &mut findings)?;
    }
    let own = findings.figure(NODES, "p50 us");
    let bare = findings.figure(BARE, "p50 us");
    let above = by_round(&own, &bare, |own, bare| own - bare);
    let what = format!("p50 us above the {BARE}");
    findings.bar(what, Side::AtMost, ABOVE_BARE_US, above);
    Ok(findings)
}

fn round(setting: &Setting, rate: u32, findings: &mut Findings) -> Result<()> {
    let mut cluster = Cluster::start_with_nodes(setting.folder.as_deref())?;
    let owner = cluster.owner()?;
    let order = Order::Latency {
        rate,
        seconds: setting.seconds,
    };
    let everywhere: Vec<usize> = (0..crate::cluster::NODES).collect();
    let mut groups = (1.0, 1.0);
    for (name, nodes) in [(SPREAD, &everywhere[..]), (NODES, &[owner])] {
        let plan = cluster.plan(nodes, true)?;
        let run = run(&cluster, &plan, setting.visitors, &order, findings)?;
        let rate = run.groups as f64 / run.report.seconds;
        let mut figures = percentiles(run.report.delivery);
        figures.extend([
            ("groups a second", rate),
            ("bytes a group", run.group_bytes),
            ("cores of the servers", run.report.server_cores()),
        ]);
        findings.add(name, figures);
        groups = (rate, run.group_bytes);
    }
    cluster.stop_nodes()?;
    let jetstream = cluster.client()?;
    let published = cluster.runtime().block_on(async {
        let mut bare = Bare::open(jetstream, groups.1 as usize).await?;
        let published = bare.on_schedule(groups.0, setting.seconds).await?;
        bare.close().await?;
        anyhow::Ok(published)
    })?;
    let mut figures = percentiles(published);
    figures.extend([("groups a second", groups.0), ("bytes a group", groups.1)]);
    findings.add(BARE, figures);
    Ok(())
}

fn percentiles(values: Percentiles) -> Figures {
    vec![
        ("p50 us", values.p50),
        ("p99 us", values.p99),
        ("p99.9 us", values.p999),
    ]
}
