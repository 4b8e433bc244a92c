//! `frontdesk-bench`: measures, compares and prints.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a command line tool speaks on its terminal

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand, ValueEnum as _};
use frontdesk_bench::generator::calls::Mix;
use frontdesk_bench::rehearsal::{self, plan::Plan};
use frontdesk_bench::report::Findings;
use frontdesk_bench::scenario::{
    Setting, beside_nchan, cluster, delivery_latency, delivery_throughput, idle, idle_polls, mixed,
    overload, queue, reports, robot, search, store, wall, webhooks,
};
use frontdesk_bench::{bare, generator, process};

/// The load harness. Measures each figure beside a bare counterpart in the same run, on loopback. `against` rehearses a
/// sale day on your own installation.
#[derive(Parser)]
#[command(version)]
struct CommandLine {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Memory of the server for each waiting visitor.
    IdlePolls(Options),
    /// Time from a message's due time to the response to the visitor's poll, at a fixed rate.
    DeliveryLatency(Options),
    /// Messages a second and processor time a message, with senders who never rest.
    DeliveryThroughput(Options),
    /// Durable appends a second, and a million and ten million stored messages.
    Store {
        #[command(flatten)]
        options: Options,
        /// Measure one of the three only.
        #[arg(long)]
        part: Option<StorePart>,
    },
    /// The same delivery by nginx with nchan, if it is installed.
    BesideNchan(Options),
    /// Processor time of each call of an ordinary day, and latencies of all calls together.
    Mixed(Options),
    /// Many senders who never rest, and more new chats and questions than a core can handle.
    Overload(Options),
    /// Processor time, memory and threads of an idle server.
    Idle(Options),
    /// A queue of 100,000 visitors beside a queue of 100.
    Queue(Options),
    /// A robot that learns ten thousand questions, and answers beside waiting visitors.
    Robot(Options),
    /// Messages beside ten thousand events that wait for a webhook's receiver, and how fast a queue drains.
    Webhooks(Options),
    /// Full-text search: building the index of stored messages, and questions in English, Chinese and Thai.
    Search {
        #[command(flatten)]
        options: Options,
        /// Number of stored messages.
        #[arg(long, default_value_t = 1_000_000)]
        messages: u64,
    },
    /// Reports of a year: the sums of each day are made once, then supervisors ask.
    Reports {
        #[command(flatten)]
        options: Options,
        /// Number of ended sessions.
        #[arg(long, default_value_t = 1_000_000)]
        sessions: u64,
    },
    /// A cluster of three nodes on three NATS servers, beside a bare client of NATS and the program alone.
    Cluster {
        #[command(flatten)]
        options: Options,
        /// Measure one of the six only.
        #[arg(long)]
        part: Option<ClusterPart>,
        /// Number of stored messages for a take-over.
        #[arg(long, default_value_t = 1_000_000)]
        messages: u64,
    },
    /// The supervisor's wall of 500 agents and 5,000 conversations.
    Wall(Options),
    /// The server's scenarios, each with its default sizes; not store, queue, robot, webhooks, search, reports, wall, cluster
    /// and beside-nchan.
    All(Options),
    /// Plays a described day against your own installation, and says whether it holds.
    Against(rehearsal::Options),
    #[command(hide = true)]
    Bare {
        #[arg(long)]
        listen: SocketAddr,
        #[arg(long)]
        visitors: usize,
    },
    #[command(hide = true)]
    Generate,
    /// Become another program, which ends when the harness ends.
    #[command(hide = true)]
    Become {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        command: Vec<std::ffi::OsString>,
    },
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum StorePart {
    Writers,
    OneMillion,
    TenMillion,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ClusterPart {
    Cells,
    Throughput,
    Latency,
    Processor,
    Memory,
    TakeOver,
}

impl ClusterPart {
    fn measure(self, options: &Options, messages: u64) -> Result<Findings> {
        match self {
            Self::Cells => cluster::cells(&options.setting(1_000, 5.0, 3), options.publishers),
            Self::Throughput => {
                cluster::throughput(&options.setting(1_000, 5.0, 3), options.publishers)
            }
            Self::Latency => cluster::latency(&options.setting(1_000, 10.0, 3), options.rate / 2),
            Self::Processor => {
                cluster::processor(&options.setting(1_000, 10.0, 3), options.rate / 2)
            }
            Self::Memory => cluster::memory(&options.setting(9_000, 30.0, 1)),
            Self::TakeOver => {
                let rounds = options.rounds.unwrap_or(1);
                cluster::take_over(options.folder.as_deref(), messages, rounds)
            }
        }
    }
}

#[derive(Args, Clone)]
struct Options {
    /// Number of waiting visitors.
    #[arg(long)]
    visitors: Option<usize>,
    /// Measured time of each round.
    #[arg(long)]
    seconds: Option<f64>,
    /// Number of rounds.
    #[arg(long)]
    rounds: Option<usize>,
    /// Messages a second, if the rate is fixed.
    #[arg(long, default_value_t = 1_000)]
    rate: u32,
    /// Open requests at any time, if the rate is not fixed.
    #[arg(long, default_value_t = 256)]
    publishers: usize,
    /// Folder for the servers' data, removed afterwards. Default: beside this program.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Folder with labelled questions for the robot, kb.jsonl and queries.jsonl. Default: a generated set.
    #[arg(long)]
    knowledge: Option<PathBuf>,
    /// Write the figures as JSON to this file.
    #[arg(long)]
    json: Option<PathBuf>,
}

impl Options {
    fn setting(&self, visitors: usize, seconds: f64, rounds: usize) -> Setting {
        Setting {
            folder: self.folder.clone(),
            rounds: self.rounds.unwrap_or(rounds),
            visitors: self.visitors.unwrap_or(visitors),
            seconds: self.seconds.unwrap_or(seconds),
            has_limits: false,
            workers: 0,
            allowed: Vec::new(),
            mix: Mix::Everyday,
        }
    }

    fn idle_polls(&self) -> Result<Findings> {
        idle_polls::measure(&self.setting(18_000, 30.0, 3))
    }

    fn delivery_latency(&self) -> Result<Findings> {
        delivery_latency::measure(&self.setting(10_000, 10.0, 5), self.rate)
    }

    fn delivery_throughput(&self) -> Result<Findings> {
        delivery_throughput::measure(&self.setting(2_000, 5.0, 5), self.publishers)
    }

    fn beside_nchan(&self) -> Result<Findings> {
        let setting = Setting {
            workers: 1,
            ..self.setting(10_000, 5.0, 5)
        };
        beside_nchan::measure(&setting, self.rate)
    }

    fn mixed(&self) -> Result<Findings> {
        mixed::measure(&self.setting(1_000, 2.0, 3))
    }

    fn overload(&self) -> Result<Findings> {
        overload::measure(&Setting {
            has_limits: true,
            workers: 1,
            ..self.setting(1_000, 4.0, 3)
        })
    }

    fn idle(&self) -> Result<Findings> {
        idle::measure(&self.setting(0, 60.0, 1))
    }

    fn store_writers(&self) -> Result<Findings> {
        let rounds = self.rounds.unwrap_or(5);
        let seconds = self.seconds.unwrap_or(3.0);
        store::measure_writers(self.folder.as_deref(), 1_024, rounds, seconds)
    }

    fn store_one_million(&self) -> Result<Findings> {
        store::measure_size(self.folder.as_deref(), 1_000_000, self.rounds.unwrap_or(3))
    }

    fn store_ten_million(&self) -> Result<Findings> {
        store::measure_size(self.folder.as_deref(), 10_000_000, 1)
    }

    fn robot(&self) -> Result<Findings> {
        let setting = self.setting(1_000, 20.0, 3);
        robot::measure(
            &setting,
            self.rate.min(ROBOT_RATE_MAX),
            self.knowledge.as_deref(),
        )
    }

    fn webhooks(&self) -> Result<Findings> {
        webhooks::measure(&self.setting(1_000, 10.0, 3), self.rate)
    }

    fn queue(&self) -> Result<Findings> {
        queue::measure(self.rounds.unwrap_or(5))
    }

    fn wall(&self) -> Result<Findings> {
        wall::measure(self.rounds.unwrap_or(5))
    }
}

/// Questions and tips a second. Four visitors who wait for each answer cannot ask more.
const ROBOT_RATE_MAX: u32 = 300;

/// A scenario, ready to measure.
type Measurement = fn(&Options) -> Result<Findings>;

const STORE: [Measurement; 3] = [
    Options::store_writers,
    Options::store_one_million,
    Options::store_ten_million,
];

fn main() -> Result<ExitCode> {
    match CommandLine::parse().task {
        Task::Against(options) => Ok(rehearse(&options).unwrap_or_else(|error| {
            // One line for the operator, without a stack.
            eprintln!("frontdesk-bench: {error:#}");
            ExitCode::FAILURE
        })),
        task => measure(task).map(|()| ExitCode::SUCCESS),
    }
}

/// Prints the plan, and plays it unless it is a dry run.
fn rehearse(options: &rehearsal::Options) -> Result<ExitCode> {
    let day = options.described_day()?;
    let plan = Plan::of(&day)?;
    println!("{plan}");
    if options.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let rehearsed = runtime.block_on(rehearsal::run(options, plan, day))?;
    println!("\nThe report is in {}.", options.report.display());
    println!("{}", rehearsed.line);
    Ok(ExitCode::from(rehearsed.verdict.code()))
}

fn measure(task: Task) -> Result<()> {
    if matches!(
        task,
        Task::Bare { .. } | Task::Generate | Task::Become { .. }
    ) {
        process::end_with_parent()?;
    }
    let (options, scenarios): (Options, Vec<Measurement>) = match task {
        Task::Against(_) => return Ok(()),
        Task::Bare { listen, visitors } => return bare::serve(listen, visitors),
        Task::Become { command } => return process::become_program(&command),
        Task::Generate => {
            return generator::serve(std::io::stdin().lock(), std::io::stdout().lock());
        }
        Task::IdlePolls(options) => (options, vec![Options::idle_polls]),
        Task::DeliveryLatency(options) => (options, vec![Options::delivery_latency]),
        Task::DeliveryThroughput(options) => (options, vec![Options::delivery_throughput]),
        Task::BesideNchan(options) => (options, vec![Options::beside_nchan]),
        Task::Mixed(options) => (options, vec![Options::mixed]),
        Task::Overload(options) => (options, vec![Options::overload]),
        Task::Idle(options) => (options, vec![Options::idle]),
        Task::Store { options, part } => match part {
            None => (options, STORE.to_vec()),
            Some(StorePart::Writers) => (options, vec![Options::store_writers]),
            Some(StorePart::OneMillion) => (options, vec![Options::store_one_million]),
            Some(StorePart::TenMillion) => (options, vec![Options::store_ten_million]),
        },
        Task::Cluster {
            options,
            part,
            messages,
        } => return measure_cluster(&options, part, messages),
        Task::Queue(options) => (options, vec![Options::queue]),
        Task::Wall(options) => (options, vec![Options::wall]),
        Task::Robot(options) => (options, vec![Options::robot]),
        Task::Webhooks(options) => (options, vec![Options::webhooks]),
        Task::Search { options, messages } => {
            let rounds = options.rounds.unwrap_or(3);
            let findings = search::measure(options.folder.as_deref(), messages, rounds)?;
            println!("{}", findings.table());
            return keep(&options, &[findings]);
        }
        Task::Reports { options, sessions } => {
            let rounds = options.rounds.unwrap_or(3);
            let findings = reports::measure(options.folder.as_deref(), sessions, rounds)?;
            println!("{}", findings.table());
            return keep(&options, &[findings]);
        }
        Task::All(options) => (
            options,
            vec![
                Options::idle_polls,
                Options::delivery_latency,
                Options::delivery_throughput,
                Options::mixed,
                Options::overload,
                Options::idle,
            ],
        ),
    };
    let mut all = Vec::new();
    for scenario in scenarios {
        let findings = scenario(&options)?;
        println!("{}", findings.table());
        all.push(findings);
    }
    keep(&options, &all)
}

fn measure_cluster(options: &Options, part: Option<ClusterPart>, messages: u64) -> Result<()> {
    let parts = part.map_or(ClusterPart::value_variants().to_vec(), |part| vec![part]);
    let mut all = Vec::new();
    for part in parts {
        let findings = part.measure(options, messages)?;
        println!("{}", findings.table());
        all.push(findings);
    }
    keep(options, &all)
}

/// Writes the figures to the file that the options name.
fn keep(options: &Options, all: &[Findings]) -> Result<()> {
    if let Some(path) = &options.json {
        std::fs::write(path, serde_json::to_vec_pretty(all)?)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
