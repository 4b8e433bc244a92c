//! A cluster on loopback: three NATS servers and nodes of the product. [`bare`] is its counterpart.

pub mod bare;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use actors_nats::testing::Cluster as Nats;
use anyhow::{Context, Result, bail};
use async_nats::jetstream::{self, stream};
use tokio::runtime::Runtime;

use crate::generator::calls::Mix;
use crate::generator::{Kind, Plan};
use crate::process::{
    Server, cpu_time, free_address, frontdesk_binary, product, raise_open_files, scratch_folder,
};
use crate::tenant;

/// The stream of the only cell.
const STREAM: &str = "FD_CELL_0";
/// Nodes, and NATS servers.
pub const NODES: usize = 3;
/// What the nodes share.
const SECRET: &str = "a-secret-of-the-bench-that-all-nodes-share";
/// Time a node has to start. It may fold millions of messages first.
const FOLDS_WITHIN: Duration = Duration::from_secs(600);
/// Time for a take-over, and for a node to fold the last messages.
const SETTLES_WITHIN: Duration = Duration::from_secs(60);

/// NATS servers, and the nodes that run.
pub struct Cluster {
    nodes: Vec<(usize, Server)>,
    nats: Nats,
    runtime: Runtime,
    folder: tempfile::TempDir,
    binary: PathBuf,
}

/// What the cell's stream holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stored {
    /// Sequence of the newest message.
    pub last: u64,
    /// Bytes of a message on average, as stored.
    pub bytes_a_message: f64,
}

impl Cluster {
    /// Starts the NATS servers; no node yet.
    pub fn start(folder: Option<&Path>) -> Result<Self> {
        raise_open_files()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let folder = scratch_folder(folder)?;
        tenant::write(&folder.path().join("fixtures"), Mix::Everyday)?;
        Ok(Self {
            nodes: Vec::new(),
            nats: runtime.block_on(Nats::start()),
            runtime,
            folder,
            binary: frontdesk_binary()?,
        })
    }

    /// The same with all nodes.
    pub fn start_with_nodes(folder: Option<&Path>) -> Result<Self> {
        let mut cluster = Self::start(folder)?;
        for number in 0..NODES {
            cluster.start_node(number)?;
        }
        Ok(cluster)
    }

    /// Addresses of the NATS servers.
    pub fn addresses(&self) -> Vec<String> {
        self.nats.addresses()
    }

    /// Where things run that wait for NATS.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// A plain client of the NATS servers.
    pub fn client(&self) -> Result<jetstream::Context> {
        // The context starts a task of its own.
        self.runtime.block_on(async {
            let client = async_nats::connect(self.addresses()).await;
            Ok(jetstream::new(client.context("connecting to NATS")?))
        })
    }

    /// Starts a node on what its folder holds, and returns when it takes requests.
    pub fn start_node(&mut self, number: usize) -> Result<()> {
        self.start_node_of(0, number)
    }

    /// The same for a node of this cell. No two nodes have one number, whatever their cells.
    pub fn start_node_of(&mut self, cell: usize, number: usize) -> Result<()> {
        let name = format!("node-{number}");
        let folder = self.folder.path().join(&name);
        std::fs::create_dir_all(&folder)?;
        let (address, inside) = (free_address()?, free_address()?);
        let fixtures = self.folder.path().join("fixtures");
        let mut command = product(&self.binary, &folder, Some(&fixtures), address)?;
        command
            .args(["--limits", "off", "--cluster-node", &name])
            .args(["--cluster", &self.addresses().join(",")])
            .args(["--cluster-listen", &inside.to_string()])
            .args(["--cluster-cell", &cell.to_string()])
            .env(
                "FRONTDESK_CLUSTER__NATS__MONITORS",
                self.nats.monitors().join(","),
            )
            .env("FRONTDESK_CLUSTER__KEY", SECRET)
            .env("FRONTDESK_SECRET", SECRET)
            .env("FRONTDESK_UPLOADS__PLACE", "cluster");
        let child = command.spawn();
        let child = child.with_context(|| format!("starting {}", self.binary.display()))?;
        let server = Server::started(child, address, FOLDS_WITHIN)?;
        self.nodes.push((number, server));
        Ok(())
    }

    /// Kills a node, and removes what it wrote if `number` starts anew.
    pub fn kill_node(&mut self, number: usize) -> Result<()> {
        let at = self.nodes.iter().position(|(its, _)| *its == number);
        let (_, server) = self.nodes.remove(at.context("no such node runs")?);
        server.kill();
        Ok(())
    }

    /// Removes what a node that is down wrote.
    pub fn forget_node(&self, number: usize) -> Result<()> {
        let folder = self.folder.path().join(format!("node-{number}"));
        Ok(std::fs::remove_dir_all(folder)?)
    }

    /// A running node.
    pub fn node(&self, number: usize) -> Result<&Server> {
        let found = self.nodes.iter().find(|(its, _)| *its == number);
        Ok(&found.context("no such node runs")?.1)
    }

    /// Waits until a node says that it owns the cell. Returns its number.
    pub fn owner(&self) -> Result<usize> {
        self.until(|_, said| said.contains("\nrole owner\n"))
    }

    /// Waits until this node says that it owns its cell.
    pub fn owns(&self, number: usize) -> Result<()> {
        self.until(|its, said| its == number && said.contains("\nrole owner\n"))
            .map(drop)
    }

    /// Waits until a node says that it follows and has folded nearly everything. Returns its number.
    pub fn follower(&self) -> Result<usize> {
        self.until(|_, said| said.contains("\nrole follower\n") && has_folded(said))
    }

    /// Waits until this node says that it has folded nearly everything.
    pub fn has_folded(&self, number: usize) -> Result<()> {
        self.until(|its, said| its == number && has_folded(said))
            .map(drop)
    }

    fn until(&self, is_it: impl Fn(usize, &str) -> bool) -> Result<usize> {
        let until = Instant::now() + SETTLES_WITHIN;
        loop {
            for (number, server) in &self.nodes {
                if server.readiness().is_some_and(|said| is_it(*number, &said)) {
                    return Ok(*number);
                }
            }
            if Instant::now() > until {
                bail!("no node became what it should within {SETTLES_WITHIN:?}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the generator needs to know. Connections go to these nodes, in turn.
    pub fn plan(&self, nodes: &[usize], with_agents: bool) -> Result<Plan> {
        let mut addresses = Vec::new();
        for number in nodes {
            addresses.push(self.node(*number)?.address);
        }
        let server_pids = self.nodes.iter().map(|(_, server)| server.pid).collect();
        Self::plan_of(addresses, server_pids, with_agents)
    }

    /// The same for one cell: everybody is at this node, and its processor time alone counts.
    pub fn plan_at(&self, node: usize) -> Result<Plan> {
        let server = self.node(node)?;
        Self::plan_of(vec![server.address], vec![server.pid], true)
    }

    fn plan_of(
        mut addresses: Vec<SocketAddr>,
        server_pids: Vec<u32>,
        with_agents: bool,
    ) -> Result<Plan> {
        let others = addresses.split_off(1);
        Ok(Plan {
            address: addresses.remove(0),
            others,
            kind: Kind::Frontdesk,
            server_pids,
            tenant: tenant::TENANT.to_owned(),
            channel: tenant::CHANNEL.to_owned(),
            agents: tenant::accounts(),
            agent_capacity: tenant::CAPACITY,
            with_agents,
        })
    }

    /// What the cell's stream holds.
    pub fn stored(&self) -> Result<Stored> {
        let jetstream = self.client()?;
        let state = self.runtime.block_on(async {
            let stream: stream::Stream = jetstream.get_stream(STREAM).await?;
            anyhow::Ok(stream.cached_info().state.clone())
        })?;
        Ok(Stored {
            last: state.last_sequence,
            bytes_a_message: state.bytes as f64 / state.messages.max(1) as f64,
        })
    }

    /// Processor time that the NATS servers have used.
    pub fn nats_cpu_time(&self) -> Result<Duration> {
        let mut sum = Duration::ZERO;
        for server in 0..NODES {
            sum += cpu_time(self.nats.process(server))?;
        }
        Ok(sum)
    }

    /// Shuts all nodes down. The NATS servers go on.
    pub fn stop_nodes(&mut self) -> Result<()> {
        for (_, server) in std::mem::take(&mut self.nodes) {
            server.stop()?;
        }
        Ok(())
    }
}

/// Whether a node says that it lacks fewer than a hundred messages of the stream.
fn has_folded(said: &str) -> bool {
    let lag = said.lines().find_map(|line| line.strip_prefix("lag "));
    let lag = lag.and_then(|lag| lag.trim().parse::<u64>().ok());
    lag.is_some_and(|lag| lag < 100)
}
