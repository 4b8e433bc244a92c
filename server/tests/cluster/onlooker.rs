//! Watches the nodes: who says that they own the cell, and what the stream says about it.

use crate::http;
use crate::servers::{Cluster, standing};
use actors_cluster::log::Log as _;
use actors_cluster::message::Message;
use actors_cluster::position::{Position, Verdict};
use actors_nats::cell::Cell;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The only cell.
const CELL: u32 = 0;
/// Copies of its stream.
const REPLICAS: usize = 3;

/// What the nodes have said.
#[derive(Default)]
struct Said {
    /// The nodes that said that they own the cell, by epoch.
    owners: BTreeMap<u64, Vec<usize>>,
    /// The highest epoch that each node named.
    epochs: BTreeMap<usize, u64>,
    wrong: Vec<String>,
}

/// Asks all nodes again and again. Dropping it ends that.
pub struct Onlooker {
    said: Arc<Mutex<Said>>,
    _looking: JoinSet<()>,
}

impl Onlooker {
    /// Begins to look.
    pub fn of(cluster: &Cluster) -> Self {
        let said: Arc<Mutex<Said>> = Arc::default();
        let mut looking = JoinSet::new();
        for (number, url) in cluster.urls().iter().cloned().enumerate() {
            let (said, client) = (Arc::clone(&said), http::client());
            looking.spawn(async move {
                loop {
                    if let Some(heard) = standing(&client, &url).await {
                        said.lock().hear(number, heard.owns, heard.epoch);
                    }
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            });
        }
        Self {
            said,
            _looking: looking,
        }
    }

    /// The owners by epoch, and what cannot be: two owners of one epoch, or a node that knows less than before.
    pub fn heard(&self) -> (BTreeMap<u64, Vec<usize>>, Vec<String>) {
        let said = self.said.lock();
        let mut wrong = said.wrong.clone();
        for (epoch, owners) in &said.owners {
            if owners.len() > 1 {
                wrong.push(format!("nodes {owners:?} owned epoch {epoch}"));
            }
        }
        (said.owners.clone(), wrong)
    }
}

impl Said {
    fn hear(&mut self, node: usize, owns: bool, epoch: u64) {
        let known = self.epochs.entry(node).or_default();
        // A node that starts again knows no owner at first.
        if epoch < *known && epoch > 0 {
            let known = *known;
            self.wrong
                .push(format!("node {node} said epoch {known}, then {epoch}"));
        }
        *known = epoch.max(*known);
        let owners = self.owners.entry(epoch).or_default();
        if owns && !owners.contains(&node) {
            owners.push(node);
        }
        if owners.is_empty() {
            self.owners.remove(&epoch);
        }
    }
}

/// What the stream holds.
#[derive(Debug, Default)]
pub struct Stream {
    /// The claims that ruled: epoch and node.
    pub claims: Vec<(u64, String)>,
    /// Groups that count.
    pub groups: usize,
    /// Messages that count for nothing.
    pub void: usize,
}

/// Reads the whole stream and folds it. It must not have been purged.
pub async fn stream(cluster: &Cluster) -> Stream {
    let link = cluster.nats.link("onlooker").await;
    let cell = Cell::open(&link, CELL, REPLICAS).await.unwrap();
    let mut found = Stream::default();
    let mut position = Position::default();
    let mut from = 1;
    loop {
        let read = cell.read(from, Duration::ZERO).await.unwrap();
        assert_eq!(read.first, 1, "the stream was purged");
        for (seq, stored) in &read.messages {
            match position.fold_stored(*seq, stored).unwrap() {
                (Verdict::Claimed, Message::Claim(claim)) => {
                    found.claims.push((claim.epoch, claim.node));
                }
                (Verdict::Counts, _) => found.groups += 1,
                (Verdict::Claimed | Verdict::Void, _) => found.void += 1,
            }
            from = seq + 1;
        }
        if from > read.end {
            return found;
        }
    }
}

/// The number of the NATS server that leads the stream.
pub async fn leader(cluster: &Cluster) -> usize {
    leader_but(cluster, usize::MAX).await
}

/// Waits until another NATS server than this one leads the stream. Returns its number.
pub async fn leader_but(cluster: &Cluster, former: usize) -> usize {
    let link = cluster.nats.link("onlooker").await;
    let cell = Cell::open(&link, CELL, REPLICAS).await.unwrap();
    loop {
        if let Ok(Some(leader)) = cell.leader().await {
            let leader = cluster.nats.index(&leader);
            if leader != former {
                return leader;
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
