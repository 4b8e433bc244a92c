//! Processor time of all nodes for each delivered message, beside the product alone with the same load.

use anyhow::Result;

use super::{ALONE, run};
use crate::cluster::{Cluster, NODES};
use crate::generator::{Kind, Order};
use crate::report::{Findings, Side};
use crate::scenario::{Setting, gather, note_faults};

/// An aim in `docs/performance.md`.
const OF_ONE_NODE: f64 = 1.6;
const CPU: &str = "cpu us a message";
const AT_OWNER: &str = "three nodes, pages at the owner";
const SPREAD: &str = "three nodes, pages at all of them";

/// Measures at `rate` messages a second, which all of them reach.
pub fn measure(setting: &Setting, rate: u32) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Cluster, processor time: {} waiting, {rate} messages a second, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let order = Order::Latency {
        rate,
        seconds: setting.seconds,
    };
    for _ in 0..setting.rounds {
        alone(setting, &order, &mut findings)?;
        round(setting, &order, &mut findings)?;
    }
    for name in [SPREAD, AT_OWNER] {
        let what = format!("processor time a message, {name} / {ALONE}");
        findings.ratio_bar(what, Side::AtMost, OF_ONE_NODE, (CPU, name, ALONE));
    }
    Ok(findings)
}

fn alone(setting: &Setting, order: &Order, findings: &mut Findings) -> Result<()> {
    let subject = setting.start(Kind::Frontdesk, true)?;
    let mut generator = gather(setting, &subject)?;
    let report = generator.order(order)?;
    note_faults(findings, ALONE, &report);
    let delivered = report.counts.delivered as f64;
    findings.add(
        ALONE,
        vec![
            (CPU, report.server_cpu_us / delivered),
            ("delivered", delivered),
        ],
    );
    subject.server.stop()
}

fn round(setting: &Setting, order: &Order, findings: &mut Findings) -> Result<()> {
    let cluster = Cluster::start_with_nodes(setting.folder.as_deref())?;
    let everywhere: Vec<usize> = (0..NODES).collect();
    for (name, nodes) in [(SPREAD, &everywhere[..]), (AT_OWNER, &[cluster.owner()?])] {
        let plan = cluster.plan(nodes, true)?;
        let before = cluster.nats_cpu_time()?;
        let run = run(&cluster, &plan, setting.visitors, order, findings)?;
        let nats = (cluster.nats_cpu_time()? - before).as_secs_f64() * 1e6;
        let delivered = run.report.counts.delivered as f64;
        findings.add(
            name,
            vec![
                (CPU, run.report.server_cpu_us / delivered),
                ("delivered", delivered),
                ("messages a group", run.messages_a_group()),
                ("NATS cpu us a message, with arrivals", nats / delivered),
            ],
        );
    }
    Ok(())
}
