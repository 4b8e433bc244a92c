//! Who should own a cell, and which nodes there are. Leases are for liveness only: two nodes may both believe that they
//! hold one. What counts is decided by the order of the cell's stream.

mod bucket;
mod changes;
mod nodes;
mod record;
mod rules;
mod task;

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};

use crate::cell::StreamError;
use crate::link::Link;
use bucket::Bucket;
pub use record::Holder;
use task::Command;

/// This node, as the others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name: letters, digits, `-`, `_` and `.`. No two nodes have the same.
    pub name: String,
    /// Its internal address, where other nodes forward requests.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// What it may do for the cell.
    pub part: Part,
}

/// What a node may do for its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// It should hold the lease.
    Preferred,
    /// It holds the lease when nobody else does.
    #[default]
    Standby,
    /// It never holds the lease.
    Edge,
}

/// Who holds the lease, as this node sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Another node, or nobody that this node knows of.
    Follower {
        /// Where requests go.
        holder: Option<Holder>,
    },
    /// This node.
    Holder,
}

/// A node of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its name.
    pub name: String,
    /// Its internal address.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// What it may do for the cell.
    pub part: Part,
    /// The last sequence of the cell's stream that it has folded.
    pub folded: u64,
    /// Whether it takes no lease.
    pub is_draining: bool,
    /// How long it has been silent, compared with the node that was heard of last. One that lives is silent for about a
    /// second.
    pub silent: Duration,
}

/// Why a lease was not given up, or the nodes are not known.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// This node does not hold it.
    #[error("this node does not hold the lease")]
    NotHeld,
    /// A node's name is wrong.
    #[error("'{0}' is no name of a node: use letters, digits, '-', '_' and '.'")]
    Name(String),
    /// JetStream does not answer.
    #[error("JetStream does not answer about leases: {0}")]
    Silent(String),
}

/// What this node says about itself, beside its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    epoch: Option<u64>,
    folded: u64,
    is_draining: bool,
}

/// A node's part in the lease of a cell. Clones share it. When the last one is dropped, the node renews nothing.
#[derive(Clone, Debug)]
pub struct Lease {
    state: watch::Receiver<State>,
    standing: Arc<watch::Sender<Standing>>,
    commands: mpsc::Sender<Command>,
    bucket: Bucket,
    /// The first part of the keys of the cell's nodes.
    part: String,
}

impl Lease {
    /// Shows this node to the others, and takes the lease of the cell whenever it is free, unless it is an edge.
    ///
    /// # Errors
    /// [`JoinError`]: the name is wrong, or JetStream has no bucket for leases.
    pub async fn join(
        link: &Link,
        cell: u32,
        replicas: usize,
        node: Node,
    ) -> Result<Self, JoinError> {
        if !is_name(&node.name) {
            return Err(JoinError::Name(LeaseError::Name(node.name)));
        }
        let bucket = Bucket::open(link, replicas).await?;
        let (standing, said) = watch::channel(Standing::default());
        let (told, state) = watch::channel(State::Follower { holder: None });
        let (commands, waiting) = mpsc::channel(1);
        // An inbox is never named twice.
        let instance = link.client.new_inbox();
        let part = nodes::part(cell);
        let (its, shown) = (bucket.clone(), node.clone());
        tokio::spawn(nodes::announce(its, part.clone(), shown, said.clone()));
        let may_hold = node.part != Part::Edge;
        let me = Holder {
            node: node.name,
            address: node.address,
            epoch: None,
            instance,
        };
        let key = format!("cell.{cell}");
        let (changed, hears) = watch::channel(());
        tokio::spawn(changes::tell(bucket.clone(), key.clone(), changed));
        let task = task::Task::new((bucket.clone(), key), (me, may_hold), said, told);
        tokio::spawn(task.run(waiting, hears));
        Ok(Self {
            state,
            standing: Arc::new(standing),
            commands,
            bucket,
            part,
        })
    }

    /// Who holds the lease, and when that changes.
    #[must_use]
    pub fn state(&self) -> watch::Receiver<State> {
        self.state.clone()
    }

    /// Gives the lease up. The named node takes it at once, others after two seconds. Without a name any other node takes
    /// it at once.
    ///
    /// # Errors
    /// [`LeaseError`]: this node does not hold it, or JetStream does not answer. Then the lease may be given up or not:
    /// [`Self::state`] tells.
    pub async fn release(&self, to: Option<&str>) -> Result<(), LeaseError> {
        if let Some(name) = to.filter(|name| !is_name(name)) {
            return Err(LeaseError::Name(name.to_owned()));
        }
        let ended = |_| LeaseError::Silent("this node has left the cluster".to_owned());
        let (outcome, answer) = oneshot::channel();
        let command = Command {
            to: to.map(str::to_owned),
            outcome,
        };
        let sent = self.commands.send(command).await;
        sent.map_err(|_| ended(()))?;
        answer.await.map_err(|_| ended(()))?
    }

    /// From now on this node takes no lease. What it holds it keeps until [`Self::release`].
    pub fn drain(&self) {
        self.stand(|standing| standing.is_draining = true);
    }

    /// Ends [`Self::drain`].
    pub fn undrain(&self) {
        self.stand(|standing| standing.is_draining = false);
    }

    /// Whether it takes no lease since [`Self::drain`].
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.standing.borrow().is_draining
    }

    /// The epoch in which this node owns the cell and takes requests; `None` while it does not. The next renewal tells the
    /// others.
    pub fn note_epoch(&self, epoch: Option<u64>) {
        self.stand(|standing| standing.epoch = epoch);
    }

    /// The last sequence of the cell's stream that this node has folded. The others hear of it within a second.
    pub fn note_folded(&self, folded: u64) {
        self.stand(|standing| standing.folded = folded);
    }

    /// All nodes of the cell that were heard of within a day, by name.
    ///
    /// # Errors
    /// [`LeaseError`]: JetStream does not answer.
    pub async fn nodes(&self) -> Result<Vec<Seen>, LeaseError> {
        nodes::list(&self.bucket, &self.part).await
    }

    fn stand(&self, change: impl FnOnce(&mut Standing)) {
        // No task waits for a change: both read it when they write.
        self.standing.send_modify(change);
    }
}

/// Why a node cannot join.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Its name is wrong.
    #[error(transparent)]
    Name(LeaseError),
    /// There is no bucket for leases.
    #[error(transparent)]
    Bucket(#[from] StreamError),
}

/// Whether a name can be a part of a key.
fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        !part.is_empty() && part.bytes().all(is_allowed)
    };
    name.len() <= 200 && name.split('.').all(is_part)
}
