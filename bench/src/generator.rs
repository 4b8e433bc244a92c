//! The load generator, in its own process: visitors who wait, agents who write, and a ledger of both.
//!
//! The parent writes each order as a line of JSON to standard input, and reads each report as a line of JSON from
//! standard output. Between orders the connections stay open, but nothing is read. So the parent gives the next order
//! promptly or stops the server.

use std::io::{BufRead, Write};
use std::net::SocketAddr;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

mod alarm;
pub mod calls;
mod crowd;
mod desks;
mod engine;
mod ledger;
mod load;
pub mod mixed;
mod nchan;
mod payload;
mod wire;

pub use ledger::Counts;
pub use payload::PAYLOAD_BYTES;

/// What kind of server listens at the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// The bare handler: visitors are numbers, nobody signs in.
    Bare,
    /// The product.
    Frontdesk,
    /// nginx with nchan: visitors are channels, nobody signs in.
    Nchan,
}

/// The server that the generator talks to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    /// Where the server listens.
    pub address: SocketAddr,
    /// Where the other nodes of its cluster listen. Connections are spread over all of them.
    pub others: Vec<SocketAddr>,
    /// Its kind.
    pub kind: Kind,
    /// Its processes, to read their processor time.
    pub server_pids: Vec<u32>,
    /// The tenant of the agents, and the channel of the visitors.
    pub tenant: String,
    /// The channel of the visitors.
    pub channel: String,
    /// Account and password of each agent, as in the fixtures.
    pub agents: Vec<(String, String)>,
    /// Capacity of an agent, in conversations.
    pub agent_capacity: u32,
    /// Whether visitors ask for an agent, or stay with the robot.
    pub with_agents: bool,
}

/// What to do next.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Order {
    /// Let visitors wait.
    Gather {
        /// How many wait afterwards, including those from before.
        waiting: usize,
    },
    /// Keep polling.
    Rest {
        /// For so long.
        seconds: f64,
    },
    /// Send on schedule, however fast responses come.
    Latency {
        /// Messages a second.
        rate: u32,
        /// For so long.
        seconds: f64,
    },
    /// Send as fast as responses come.
    Throughput {
        /// Requests open at any time.
        publishers: usize,
        /// Counted time, after a quarter as much to warm up.
        seconds: f64,
    },
    /// Make the calls of an ordinary day.
    Calls(mixed::Calls),
}

/// The result of an order.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Report {
    /// Visitors whose poll is open.
    pub waiting: usize,
    /// Counts of the order.
    pub counts: Counts,
    /// Length of the measured time, s.
    pub seconds: f64,
    /// Messages delivered within the measured time.
    pub delivered_in_time: u64,
    /// Processor time of the server within the measured time, µs.
    pub server_cpu_us: f64,
    /// From the due time to the response to the poll.
    pub delivery: Percentiles,
    /// From the due time to the response to the sender.
    pub acknowledgement: Percentiles,
    /// How late requests were sent, which is the generator's own share.
    pub lateness: Percentiles,
    /// The result of each kind of call, in the order of [`calls::Call::ALL`].
    pub calls: Vec<mixed::CallReport>,
}

impl Report {
    /// How many cores the server kept busy.
    pub fn server_cores(&self) -> f64 {
        self.server_cpu_us / 1e6 / self.seconds
    }
}

/// Some percentiles of a duration, µs.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub struct Percentiles {
    /// Half are shorter.
    pub p50: f64,
    /// 99 % are shorter.
    pub p99: f64,
    /// 99.9 % are shorter.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

/// A histogram of durations, ns, up to a minute, with three digits.
pub struct Durations(hdrhistogram::Histogram<u64>);

impl Durations {
    /// An empty one.
    pub fn new() -> Result<Self> {
        let longest_ns = 60_000_000_000;
        Ok(Self(hdrhistogram::Histogram::new_with_bounds(
            1, longest_ns, 3,
        )?))
    }

    /// Adds one.
    pub fn add(&mut self, duration: std::time::Duration) {
        let ns = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.0.saturating_record(ns.max(1));
    }

    /// Reads the percentiles.
    pub fn percentiles(&self) -> Percentiles {
        let at = |quantile| self.0.value_at_quantile(quantile) as f64 / 1_000.0;
        Percentiles {
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
            max: self.0.max() as f64 / 1_000.0,
        }
    }
}

/// Reads a plan, then carries out orders until the input ends.
pub fn serve(input: impl BufRead, mut output: impl Write) -> Result<()> {
    let mut lines = input.lines();
    let plan = lines.next().context("no plan")??;
    let plan: Plan = serde_json::from_str(&plan).context("reading the plan")?;
    let mut load = load::Load::open(plan)?;
    for line in lines {
        let order: Order = serde_json::from_str(&line?).context("reading an order")?;
        let report = load.obey(&order).map_err(|error| format!("{error:#}"));
        writeln!(output, "{}", serde_json::to_string(&report)?)?;
        output.flush()?;
    }
    Ok(())
}
