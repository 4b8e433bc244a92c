//! Acknowledged messages a second of four cells on two nodes, beside one cell on one node. A node is a process for each of
//! its cells here, and all of them share this machine.

use anyhow::{Context as _, Result, anyhow};

use super::note_faults;
use crate::cluster::Cluster;
use crate::generator::{Order, Report};
use crate::process::Generator;
use crate::report::Findings;
use crate::scenario::Setting;

const CELLS: usize = 4;
const NODES: usize = 2;
const ONE: &str = "one cell on one node";
const SPREAD: &str = "four cells on two nodes";
const PER_SECOND: &str = "messages a second";

/// Measures with this many open requests of senders at all times, over all cells.
pub fn measure(setting: &Setting, publishers: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Cluster, cells: {} waiting, {publishers} senders at the owners, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for _ in 0..setting.rounds {
        for (name, cells, nodes) in [(ONE, 1, 1), (SPREAD, CELLS, NODES)] {
            let reports = round(setting, publishers, cells, nodes)?;
            for report in &reports {
                note_faults(&mut findings, name, report);
            }
            let sum = |figure: fn(&Report) -> f64| reports.iter().map(figure).sum::<f64>();
            let p50 = reports.iter().map(|report| report.delivery.p50);
            findings.add(
                name,
                vec![
                    (
                        PER_SECOND,
                        sum(|report| report.delivered_in_time as f64 / report.seconds),
                    ),
                    ("delivery p50 us, slowest cell", p50.fold(0.0, f64::max)),
                    ("cores of the owners", sum(Report::server_cores)),
                ],
            );
        }
    }
    Ok(findings)
}

/// Loads all cells at once. The first node of a cell owns it, and each node owns as many cells as the others.
fn round(setting: &Setting, publishers: usize, cells: usize, nodes: usize) -> Result<Vec<Report>> {
    let mut cluster = Cluster::start(setting.folder.as_deref())?;
    let mut plans = Vec::new();
    for cell in 0..cells {
        for turn in 0..nodes {
            let number = cell * nodes + (cell + turn) % nodes;
            cluster.start_node_of(cell, number)?;
            if turn == 0 {
                cluster.owns(number)?;
                plans.push(cluster.plan_at(number)?);
            }
        }
    }
    let order = Order::Throughput {
        publishers: publishers / cells,
        seconds: setting.seconds,
    };
    let gather = Order::Gather {
        waiting: setting.visitors / cells,
    };
    let mut generators = Vec::new();
    for plan in &plans {
        let mut generator = Generator::start(plan)?;
        generator.order(&gather)?;
        generators.push(generator);
    }
    let reports = std::thread::scope(|scope| {
        let order = &order;
        let running: Vec<_> = generators
            .iter_mut()
            .map(|generator| scope.spawn(move || generator.order(order)))
            .collect();
        let ended = running.into_iter().map(|running| {
            let report = running.join();
            report.map_err(|_| anyhow!("a generator's thread panicked"))?
        });
        ended.collect::<Result<Vec<_>>>()
    });
    cluster.stop_nodes()?;
    reports.context("loading the cells")
}
