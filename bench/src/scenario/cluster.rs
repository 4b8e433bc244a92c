//! A cluster of three nodes on three NATS servers, all on this machine: beside a bare client of the same NATS servers, and
//! beside the product alone. docs/decisions/0134.

mod cells;
mod latency;
mod memory;
mod processor;
mod take_over;
mod throughput;

pub use cells::measure as cells;
pub use latency::measure as latency;
pub use memory::measure as memory;
pub use processor::measure as processor;
pub use take_over::measure as take_over;
pub use throughput::measure as throughput;

use anyhow::Result;

use super::note_faults;
use crate::cluster::{Cluster, Stored};
use crate::generator::{Order, Plan, Report};
use crate::process::Generator;
use crate::report::Findings;

/// The nodes under load.
const NODES: &str = "three nodes";
/// The bare client.
const BARE: &str = "bare client of NATS";
/// The product without a cluster.
const ALONE: &str = "frontdesk alone";

/// One order to a cluster, and what its stream got meanwhile.
struct Run {
    report: Report,
    /// Messages of the stream: groups of the owner.
    groups: u64,
    /// Their size on average.
    group_bytes: f64,
}

impl Run {
    /// Messages of visitors and agents in a group, on average.
    fn messages_a_group(&self) -> f64 {
        self.report.counts.acknowledged as f64 / self.groups.max(1) as f64
    }
}

/// Lets visitors wait, and carries out one order.
fn run(
    cluster: &Cluster,
    plan: &Plan,
    visitors: usize,
    order: &Order,
    findings: &mut Findings,
) -> Result<Run> {
    let mut generator = Generator::start(plan)?;
    generator.order(&Order::Gather { waiting: visitors })?;
    let before: Stored = cluster.stored()?;
    let report = generator.order(order)?;
    let after = cluster.stored()?;
    note_faults(findings, NODES, &report);
    let bytes =
        after.bytes_a_message * after.last as f64 - before.bytes_a_message * before.last as f64;
    let groups = after.last - before.last;
    Ok(Run {
        report,
        groups,
        group_bytes: bytes / groups.max(1) as f64,
    })
}
