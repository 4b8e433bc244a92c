//! Acknowledged messages a second of one cell, beside a bare client that publishes groups of the same size.

use anyhow::Result;

use super::{ALONE, BARE, NODES, Run, run};
use crate::cluster::Cluster;
use crate::cluster::bare::Bare;
use crate::generator::{Kind, Order};
use crate::report::{Findings, Side};
use crate::scenario::{Setting, gather, note_faults};

/// An aim in `docs/performance.md`.
const OF_BARE: f64 = 0.5;
const PER_SECOND: &str = "messages a second";

/// Measures with this many open requests of senders at all times.
pub fn measure(setting: &Setting, publishers: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Cluster, throughput of a cell: {} waiting, {publishers} senders at the owner, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let order = Order::Throughput {
        publishers,
        seconds: setting.seconds,
    };
    for _ in 0..setting.rounds {
        round(setting, &order, &mut findings)?;
        alone(setting, &order, &mut findings)?;
    }
    let what = format!("{PER_SECOND} / {BARE}");
    findings.ratio_bar(what, Side::AtLeast, OF_BARE, (PER_SECOND, NODES, BARE));
    findings.notes.push(format!(
        "{BARE}: its groups a second times the messages of a group of the nodes in the same round"
    ));
    Ok(findings)
}

fn round(setting: &Setting, order: &Order, findings: &mut Findings) -> Result<()> {
    let mut cluster = Cluster::start_with_nodes(setting.folder.as_deref())?;
    let plan = cluster.plan(&[cluster.owner()?], true)?;
    let run: Run = run(&cluster, &plan, setting.visitors, order, findings)?;
    let (report, each) = (&run.report, run.messages_a_group());
    let per_second = report.delivered_in_time as f64 / report.seconds;
    findings.add(
        NODES,
        vec![
            (PER_SECOND, per_second),
            ("groups a second", per_second / each),
            ("messages a group", each),
            ("bytes a group", run.group_bytes),
            ("delivery p50 us", report.delivery.p50),
            ("cores of the servers", report.server_cores()),
        ],
    );
    cluster.stop_nodes()?;
    let jetstream = cluster.client()?;
    let groups = cluster.runtime().block_on(async {
        let mut bare = Bare::open(jetstream, run.group_bytes as usize).await?;
        let groups = bare.as_fast_as_it_goes(setting.seconds).await?;
        bare.close().await?;
        anyhow::Ok(groups)
    })?;
    findings.add(
        BARE,
        vec![
            (PER_SECOND, groups * each),
            ("groups a second", groups),
            ("messages a group", each),
            ("bytes a group", run.group_bytes),
        ],
    );
    Ok(())
}

/// The product without a cluster, to see what the cluster costs.
fn alone(setting: &Setting, order: &Order, findings: &mut Findings) -> Result<()> {
    let subject = setting.start(Kind::Frontdesk, true)?;
    let mut generator = gather(setting, &subject)?;
    let report = generator.order(order)?;
    note_faults(findings, ALONE, &report);
    findings.add(
        ALONE,
        vec![
            (PER_SECOND, report.delivered_in_time as f64 / report.seconds),
            ("delivery p50 us", report.delivery.p50),
            ("cores of the servers", report.server_cores()),
        ],
    );
    subject.server.stop()
}
