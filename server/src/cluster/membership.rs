//! What a node knows of its cluster. The node's loop tells it; the edge and the program read it.

use super::contact::Contact;
use super::key::ClusterKey;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::watch;

/// The owner of the cell, and how to reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnerAddress {
    /// The name of the node.
    pub node: String,
    /// `host:port` of its internal address.
    pub address: String,
    /// The epoch of its claim. The same node with another epoch is another owner.
    pub epoch: u64,
}

/// What one node knows. A clone shares it.
#[derive(Clone, Debug)]
pub struct Membership {
    /// The name of this node.
    pub node: Arc<str>,
    /// The number of the cell that it works for.
    pub cell: u16,
    /// Whether it only forwards, and keeps no copy.
    pub is_edge: bool,
    /// The key that all nodes share.
    pub key: ClusterKey,
    /// The present owner; `None` while there is none.
    pub owner: watch::Receiver<Option<OwnerAddress>>,
    /// Whether the store takes writes.
    pub availability: Availability,
    /// How many messages of the stream this node has not folded.
    pub lag: Lag,
    /// What this node does not reach.
    pub contact: Contact,
}

/// Whether the store takes writes at the moment. It starts with yes.
#[derive(Clone, Debug)]
pub struct Availability(Arc<AtomicBool>);

/// A number of messages that are not folded. It is unknown until the node has read the log.
#[derive(Clone, Debug)]
pub struct Lag(Arc<AtomicU64>);

/// The value of a number that is not known.
const UNKNOWN: u64 = u64::MAX;

/// What a node does for the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It runs the program.
    Owner,
    /// It forwards to the owner, and keeps a copy.
    Follower,
    /// It forwards to the owner.
    Edge,
}

impl Membership {
    /// Creates what a node of the first cell knows at first: nobody owns the cell. The sender tells the owner.
    pub fn new(node: &str, key: ClusterKey) -> (Self, watch::Sender<Option<OwnerAddress>>) {
        let (tell, owner) = watch::channel(None);
        let membership = Self {
            node: node.into(),
            cell: 0,
            is_edge: false,
            key,
            owner,
            availability: Availability::default(),
            lag: Lag::default(),
            contact: Contact::default(),
        };
        (membership, tell)
    }

    /// Returns what this node does.
    pub fn role(&self) -> Role {
        match &*self.owner.borrow() {
            Some(owner) if owner.node == *self.node => Role::Owner,
            Some(_) | None if self.is_edge => Role::Edge,
            Some(_) | None => Role::Follower,
        }
    }

    /// Returns why a node that forwards is not ready, if it is not.
    pub fn obstacle(&self) -> Option<&'static str> {
        match self.contact.missing() {
            Some(missing) => Some(missing.as_str()),
            None if self.owner.borrow().is_none() => Some("there is no owner"),
            None => None,
        }
    }

    /// Returns what `/readyz` tells below its first line.
    pub fn standing(&self) -> String {
        let owner = self.owner.borrow();
        let (owner, epoch) = match &*owner {
            Some(owner) => (owner.node.as_str(), owner.epoch),
            None => ("-", 0),
        };
        format!(
            "node {}\ncell {}\nrole {}\nowner {owner}\nepoch {epoch}\nlag {}\n",
            self.node,
            self.cell,
            self.role(),
            match self.lag.messages() {
                Some(messages) => messages.to_string(),
                None => "-".to_owned(),
            }
        )
    }
}

impl Availability {
    /// Says that the store takes writes.
    pub fn resume(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Says that the store takes no writes until [`Self::resume`].
    pub fn pause(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Returns whether the store takes writes.
    pub fn takes_writes(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Default for Availability {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Lag {
    /// Says how many messages are not folded.
    pub fn set(&self, messages: u64) {
        self.0.store(messages, Ordering::Relaxed);
    }

    /// Returns how many messages are not folded; `None` before the node has read the log.
    pub fn messages(&self) -> Option<u64> {
        let messages = self.0.load(Ordering::Relaxed);
        (messages != UNKNOWN).then_some(messages)
    }
}

impl Default for Lag {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(UNKNOWN)))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Owner => "owner",
            Self::Follower => "follower",
            Self::Edge => "edge",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_tells_its_role_its_owner_and_its_lag() {
        let key = ClusterKey::new("01234567890123456789012345678901");
        let (membership, tell) = Membership::new("one", key);
        assert_eq!(
            membership.standing(),
            "node one\ncell 0\nrole follower\nowner -\nepoch 0\nlag -\n"
        );

        tell.send_replace(Some(OwnerAddress {
            node: "one".to_owned(),
            address: "10.0.0.1:8181".to_owned(),
            epoch: 7,
        }));
        membership.lag.set(3);

        assert_eq!(
            membership.standing(),
            "node one\ncell 0\nrole owner\nowner one\nepoch 7\nlag 3\n"
        );
    }
}
