//! One node of a cluster as a process, which a test stops, kills, pauses and starts again.

use crate::wire::{Net, Party, Source};
use crate::{null_control, roles};
use actors_nats::testing::ports;
use clap::Parser as _;
use rustix::process::{Pid, Signal, kill_process};
use server::cluster::node::Node as ClusterNode;
use server::settings::{self, Cli, Command as CliCommand};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tokio::sync::watch;

/// The arguments of a node that runs inside this test program.
const ARGUMENTS: &str = "CLUSTER_NODE_ARGUMENTS";
/// The role of a node that is given none.
pub const STANDBY: &str = "standby";
/// What all nodes share.
const SECRET: &str = "a-secret-of-the-tests-that-all-nodes-share";
/// Lines of a node's log that a failed test prints.
const LINES: usize = 40;

/// Which program a node runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The program, as it is shipped.
    Program,
    /// The same node, but as an owner it believes each PubAck: without the rule of epochs and the check for gaps. It
    /// runs inside this test program, because the shipped program has no switch that loses messages.
    Unchecked,
    /// The same node, but the preferred one takes the cell back sooner than an operator wants it.
    Hurried,
}

/// A node, running or not.
pub struct Node {
    kind: Kind,
    cell: u16,
    name: String,
    folder: PathBuf,
    fixtures: PathBuf,
    role: &'static str,
    /// Addresses of the NATS servers, as this node calls them.
    servers: Vec<String>,
    monitors: Vec<String>,
    port: u16,
    inside: u16,
    /// The port that the other nodes call; it leads to `inside`.
    called: u16,
    child: Option<Child>,
}

/// What the nodes of a cluster have in common.
pub struct Common<'a> {
    /// Which program they run.
    pub kind: Kind,
    /// The folder of everything.
    pub folder: &'a Path,
    /// The tenants.
    pub fixtures: &'a Path,
    /// The ports of the NATS servers for clients.
    pub nats: &'a [u16],
    /// The addresses of their monitoring.
    pub monitors: &'a [String],
    /// The connections that a test can hold; `None` if the nodes are connected directly.
    pub net: Option<&'a Net>,
}

/// The program: this build's, or another that `FRONTDESK_CLUSTER_PROGRAM` names.
fn program() -> PathBuf {
    let named = std::env::var_os("FRONTDESK_CLUSTER_PROGRAM");
    named.map_or_else(|| env!("CARGO_BIN_EXE_frontdesk").into(), PathBuf::from)
}

impl Node {
    /// Node `number`, which is not running. Its ports stay the same.
    pub async fn new(number: usize, common: &Common<'_>) -> Self {
        let inside = ports::free();
        let (mut called, mut nats) = (inside, common.nats.to_vec());
        if let Some(net) = common.net {
            let own = Party::Node(number);
            called = ports::free();
            net.lead(called, Source::SomeNode, own, inside).await;
            for (server, port) in nats.iter_mut().enumerate() {
                let target = std::mem::replace(port, ports::free());
                net.lead(*port, Source::Only(own), Party::Nats(server), target)
                    .await;
            }
        }
        let address = |port: &u16| format!("nats://127.0.0.1:{port}");
        Self {
            kind: common.kind,
            cell: 0,
            name: format!("node-{number}"),
            folder: common.folder.join(format!("node-{number}")),
            fixtures: common.fixtures.to_owned(),
            role: STANDBY,
            servers: nats.iter().map(address).collect(),
            monitors: common.monitors.to_vec(),
            port: ports::free(),
            inside,
            called,
            child: None,
        }
    }

    /// Lets it work for this cell.
    pub fn works_for(&mut self, cell: u16) {
        self.cell = cell;
    }

    /// Gives it this role.
    pub fn plays(&mut self, role: &'static str) {
        self.role = role;
    }

    /// Its name in the cluster.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The URL of its pages.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its process; `None` if it is not running.
    pub fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Starts it, on what it wrote before. Returns the process.
    pub fn start(&mut self) -> u32 {
        fs::create_dir_all(&self.folder).unwrap();
        let log = self.log();
        let log = File::options().create(true).append(true).open(log).unwrap();
        let mut command = match self.kind {
            Kind::Program => {
                let mut command = Command::new(program());
                command.args(self.arguments());
                command
            }
            Kind::Unchecked => self.inside_this_program(null_control::SERVING),
            Kind::Hurried => self.inside_this_program(roles::SERVING),
        };
        command
            .env("FRONTDESK_SECRET", SECRET)
            .env("FRONTDESK_CLUSTER__KEY", SECRET)
            .env("FRONTDESK_UPLOADS__PLACE", "cluster")
            // Tests also pass on a nearly full disk.
            .env("FRONTDESK_UPLOADS__DISK_FREE_PERCENT", "0")
            .env("FRONTDESK_UPLOADS__DISK_FREE_BYTES", "0")
            .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
            .env("FRONTDESK_CLUSTER__NATS__MONITORS", self.monitors.join(","))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        let child = command.spawn().unwrap();
        self.child.insert(child).id()
    }

    /// A process that runs only this test of this program.
    fn inside_this_program(&self, test: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
        command.env(ARGUMENTS, self.arguments().join("\n"));
        command
    }

    fn arguments(&self) -> Vec<String> {
        let on = |port: u16| format!("127.0.0.1:{port}");
        let words = [
            ("--limits", "off".to_owned()),
            ("--listen", on(self.port)),
            ("--operator-listen", on(0)),
            ("--data", self.data().display().to_string()),
            ("--fixtures", self.fixtures.display().to_string()),
            ("--cluster", self.servers.join(",")),
            ("--cluster-cell", self.cell.to_string()),
            ("--cluster-node", self.name.clone()),
            ("--cluster-listen", on(self.inside)),
            ("--cluster-address", on(self.called)),
        ];
        // Builds before the roles know none.
        let role = (self.role != STANDBY).then(|| ("--cluster-role", self.role.to_owned()));
        let words = words.into_iter().chain(role);
        let words = words.flat_map(|(name, value)| [name.to_owned(), value]);
        std::iter::once("serve".to_owned()).chain(words).collect()
    }

    /// SIGTERM. Returns when the process has ended, and whether it was a regular end.
    pub async fn stop(&mut self) -> bool {
        self.signal(Signal::TERM);
        let mut child = self.child.take().unwrap();
        let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
        ended.await.unwrap().success()
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// SIGSTOP.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// SIGCONT.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let child = self.child.as_ref().unwrap();
        kill_process(Pid::from_child(child), signal).unwrap();
    }

    /// Whether it ended by itself.
    pub fn has_ended(&mut self) -> bool {
        let child = self.child.as_mut();
        child.is_some_and(|child| child.try_wait().unwrap().is_some())
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The end of its log.
    pub fn last_words(&self) -> String {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        // Refused calls are many, and the pages know them.
        let is_told = |line: &&str| !line.contains("http::guard");
        let lines: Vec<&str> = log.lines().filter(is_told).collect();
        let from = lines.len().saturating_sub(LINES);
        format!("{}:\n{}\n", self.name, lines[from..].join("\n"))
    }
}

/// Serves as a node that a process of this program is told to be, until it is killed. Without such an order it returns.
pub async fn serve_as_told(changed: fn(ClusterNode) -> ClusterNode) {
    let Some(arguments) = std::env::var_os(ARGUMENTS) else {
        return;
    };
    let arguments = arguments.into_string().unwrap();
    let arguments = std::iter::once("frontdesk").chain(arguments.lines());
    let CliCommand::Serve(arguments) = Cli::parse_from(arguments).command else {
        panic!("not the arguments of a node");
    };
    let settings = settings::read(&arguments).unwrap();
    server::data_folder::make_data_folder(&settings.data).unwrap();
    let (_running, stopping) = watch::channel(false);
    let node = changed(ClusterNode::join(settings, stopping).await.unwrap());
    node.run(|_, _| Ok(())).await.unwrap();
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The test may have killed it already. A paused process ends too.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
