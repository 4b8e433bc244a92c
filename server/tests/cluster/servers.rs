//! Three NATS servers and three nodes on loopback.

use crate::http;
use crate::node::{Common, Kind, Node, STANDBY};
use crate::tenant::{self, Size};
use crate::wire::Net;
use actors_nats::testing::Cluster as Nats;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Number of nodes.
pub const NODES: usize = 3;
/// Timeout of a start, a take-over and everything else that takes some seconds.
const PATIENCE: Duration = Duration::from_secs(60);
/// Timeout of a question to a node that may be paused.
const ANSWERS_WITHIN: Duration = Duration::from_millis(1_000);
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// A node with fewer messages before it has folded the stream: the load goes on.
const FOLDED: u64 = 100;

/// How the processes are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiring {
    /// Directly.
    Direct,
    /// By connections that the test can hold.
    Wires,
}

/// A running cluster. Dropping it ends all processes and removes what they wrote.
pub struct Cluster {
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    /// The connections, with [`Wiring::Wires`].
    pub net: Net,
    /// The NATS servers.
    pub nats: Nats,
    /// How many people there are.
    pub size: Size,
    client: reqwest::Client,
    _folder: TempDir,
}

/// What a node says at `/readyz`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether it takes requests.
    pub is_ready: bool,
    /// Whether it owns the cell.
    pub owns: bool,
    /// Whether it keeps no copy.
    pub is_edge: bool,
    /// The name of the owner; `-` if it knows none.
    pub owner: String,
    /// The owner's epoch.
    pub epoch: u64,
    /// Messages of the stream that it has not folded; `None` before it has read the stream.
    pub lag: Option<u64>,
}

/// Who owns the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The number of the node.
    pub node: usize,
    /// The epoch of its claim.
    pub epoch: u64,
}

impl Cluster {
    /// Starts everything, and returns when all nodes take requests.
    pub async fn start(kind: Kind, wiring: Wiring, size: Size) -> Self {
        Self::start_in_roles(kind, wiring, size, [STANDBY; NODES]).await
    }

    /// The same, with these roles of the nodes.
    pub async fn start_in_roles(
        kind: Kind,
        wiring: Wiring,
        size: Size,
        roles: [&'static str; NODES],
    ) -> Self {
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let folder = TempDir::new().unwrap();
        let fixtures = folder.path().join("fixtures");
        tenant::write(&fixtures, size);
        let nats = Nats::start().await;
        let ports: Vec<u16> = (0..NODES).map(|server| nats.port(server)).collect();
        let net = Net::new();
        let common = Common {
            kind,
            folder: folder.path(),
            fixtures: &fixtures,
            nats: &ports,
            monitors: &nats.monitors(),
            net: (wiring == Wiring::Wires).then_some(&net),
        };
        let mut nodes = Vec::new();
        for (number, role) in roles.into_iter().enumerate() {
            let mut node = Node::new(number, &common).await;
            node.plays(role);
            nodes.push(node);
        }
        let mut cluster = Self {
            nodes,
            net,
            nats,
            size,
            client: http::client(),
            _folder: folder,
        };
        for number in 0..NODES {
            cluster.start_node(number);
        }
        cluster.all_ready().await;
        cluster
    }

    /// The URLs of all nodes.
    pub fn urls(&self) -> Arc<[String]> {
        self.nodes.iter().map(Node::url).collect()
    }

    /// Starts a node that is down.
    pub fn start_node(&mut self, number: usize) {
        let process = self.nodes[number].start();
        self.net.is_node(number, process);
    }

    /// What a node says; `None` if it is down or silent.
    pub async fn standing(&self, number: usize) -> Option<Standing> {
        standing(&self.client, &self.nodes[number].url()).await
    }

    /// Waits until a node's `/readyz` answers 200, or something else.
    pub async fn becomes_ready(&self, number: usize, is_ready: bool) {
        let until = Instant::now() + PATIENCE;
        let url = format!("{}/readyz", self.nodes[number].url());
        loop {
            let asked = self.client.get(&url).timeout(ANSWERS_WITHIN).send().await;
            if asked.is_ok_and(|answer| (answer.status() == 200) == is_ready) {
                return;
            }
            assert!(Instant::now() < until, "node {number} ready: {is_ready}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Waits until all nodes that run take requests and have folded the stream. Returns the owner.
    pub async fn all_ready(&mut self) -> Owner {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(owner) = self.seen_ready().await {
                return owner;
            }
            for node in &mut self.nodes {
                assert!(!node.has_ended(), "a node ended by itself");
            }
            assert!(Instant::now() < until, "not all nodes are ready");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// The owner, if all nodes that run are ready and agree on it.
    async fn seen_ready(&self) -> Option<Owner> {
        let mut owner = None;
        let mut said = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if node.process().is_none() {
                continue;
            }
            let standing = self.standing(number).await?;
            let has_folded =
                standing.owns || standing.is_edge || standing.lag.is_some_and(|lag| lag < FOLDED);
            if !standing.is_ready || !has_folded {
                return None;
            }
            if standing.owns {
                let epoch = standing.epoch;
                owner = Some(Owner {
                    node: number,
                    epoch,
                });
            }
            said.push((standing.owner, standing.epoch));
        }
        let owner = owner?;
        let expected = (self.nodes[owner.node].name().to_owned(), owner.epoch);
        said.iter().all(|said| *said == expected).then_some(owner)
    }

    /// Waits until a node says that it owns the cell with an epoch above `epoch`.
    pub async fn owner_above(&self, epoch: u64) -> Owner {
        let until = Instant::now() + PATIENCE;
        loop {
            for (number, node) in self.nodes.iter().enumerate() {
                if node.process().is_none() {
                    continue;
                }
                match self.standing(number).await {
                    Some(said) if said.owns && said.epoch > epoch => {
                        return Owner {
                            node: number,
                            epoch: said.epoch,
                        };
                    }
                    Some(_) | None => {}
                }
            }
            assert!(Instant::now() < until, "no owner above epoch {epoch}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// A node that is not the owner.
    pub fn follower(&self, owner: Owner) -> usize {
        (owner.node + 1) % NODES
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for node in &self.nodes {
                println!("{}", node.last_words());
            }
        }
    }
}

/// What the node at `url` says; `None` if it is down or silent.
pub async fn standing(client: &reqwest::Client, url: &str) -> Option<Standing> {
    let asked = client.get(format!("{url}/readyz")).timeout(ANSWERS_WITHIN);
    let answer = asked.send().await.ok()?;
    let is_ready = answer.status() == 200;
    let text = answer.text().await.ok()?;
    let line = |name: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
    };
    Some(Standing {
        is_ready,
        owns: line("role ")? == "owner",
        is_edge: line("role ")? == "edge",
        owner: line("owner ")?,
        epoch: line("epoch ")?.parse().ok()?,
        lag: line("lag ")?.parse().ok(),
    })
}
