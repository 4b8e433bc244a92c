//! What a NATS cluster must have before a node joins it: an acknowledged message is on the disks of two of three servers.
//!
//! By default a server acknowledges before it calls fsync, and a power failure then loses acknowledged messages.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::link::{self, LinkError, Settings};
use crate::monitor::{self, Peer, Varz};

/// Servers that must write a message: copies of every stream.
const REPLICAS: usize = 3;

/// The smallest `max_payload` of a server, in bytes: the largest commit group with its headers.
const PAYLOAD_BYTES_MIN: u64 = 8 << 20;

/// A server that the leader has not heard of for this time is down. It hears of each every second.
const DOWN_AFTER: Duration = Duration::from_secs(4);

/// How long the servers may take to choose a leader.
const LEADER_WITHIN: Duration = Duration::from_secs(20);

/// Whether a weaker cluster is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It is refused.
    Strict,
    /// It is used. A power failure may lose acknowledged messages.
    Relaxed,
}

/// A cluster that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Copies of every stream.
    pub replicas: usize,
    /// Servers that are down. They must be checked once they are back.
    pub down: BTreeSet<String>,
    /// What is weak. Empty if the demand is strict.
    pub weaknesses: Vec<String>,
}

/// Why a cluster is refused. Its text names each server and setting.
#[derive(Debug, thiserror::Error)]
pub enum DurabilityError {
    /// Some servers have weak settings, or cannot be checked.
    #[error(
        "this NATS cluster may lose acknowledged messages: {}. Correct it, or accept the risk with relaxed durability",
        .0.join("; ")
    )]
    Weak(Vec<String>),
}

/// The usual addresses of the servers' monitoring: the hosts of the settings with port 8222.
///
/// # Errors
/// [`LinkError`]: an address is wrong.
pub fn usual_monitors(settings: &Settings) -> Result<Vec<String>, LinkError> {
    let servers = link::addresses(settings)?;
    let address = |server: &async_nats::ServerAddr| monitor::usual_address(server.host());
    Ok(servers.iter().map(address).collect())
}

/// Checks every server of the cluster by its monitoring, `http://host:8222`. While the servers have no leader, it asks
/// again.
///
/// # Errors
/// [`DurabilityError`]: the cluster is weaker than demanded.
pub async fn check(monitors: &[String], demand: Demand) -> Result<Checked, DurabilityError> {
    let until = Instant::now() + LEADER_WITHIN;
    loop {
        let seen = look(monitors).await;
        let (down, weaknesses) = judge(&seen);
        if weaknesses.is_empty() || demand == Demand::Relaxed {
            return Ok(Checked {
                replicas: if seen.size() < REPLICAS { 1 } else { REPLICAS },
                down,
                weaknesses,
            });
        }
        if seen.is_settled() || Instant::now() >= until {
            return Err(DurabilityError::Weak(weaknesses));
        }
        // Servers that have just started, or have lost one, choose a leader.
        sleep(Duration::from_millis(500)).await;
    }
}

/// The answers of all servers.
struct Seen {
    servers: BTreeMap<String, Varz>,
    /// Addresses that do not answer, and why.
    unreachable: Vec<(String, String)>,
}

impl Seen {
    /// Servers of the JetStream cluster.
    fn size(&self) -> usize {
        let sizes = self.servers.values().map(|server| {
            let meta = server.jetstream.meta.as_ref();
            meta.map_or(1, |meta| meta.cluster_size)
        });
        sizes.max().unwrap_or(0)
    }

    /// Whether the cluster stays weak however long one waits.
    fn is_settled(&self) -> bool {
        let is_wrong =
            |server: &Varz| server.jetstream.meta.is_none() || !settings(server).is_empty();
        let all_know_a_leader = self.servers.values().all(|server| {
            let meta = server.jetstream.meta.as_ref();
            meta.is_some_and(|meta| meta.leader.is_some())
        });
        self.servers.values().any(is_wrong) || (self.unreachable.is_empty() && all_know_a_leader)
    }

    /// Names of leaders that were not asked.
    fn unchecked_leaders(&self) -> BTreeSet<&String> {
        let metas = self
            .servers
            .values()
            .filter_map(|server| server.jetstream.meta.as_ref());
        let leaders = metas.filter_map(|meta| meta.leader.as_ref());
        leaders
            .filter(|name| !self.servers.contains_key(*name))
            .collect()
    }

    /// Whether the leader knows that this server is down.
    fn is_down(&self, peer: &Peer) -> bool {
        // A new leader has not heard of a server that was down before.
        let was_never_heard = peer.active == 0 && !self.unreachable.is_empty();
        peer.offline || was_never_heard || Duration::from_nanos(peer.active) > DOWN_AFTER
    }

    /// The leader of all JetStream servers: only it knows who is down.
    fn leader(&self) -> Option<&Varz> {
        self.servers.values().find(|server| {
            let meta = server.jetstream.meta.as_ref();
            let leader = meta.and_then(|meta| meta.leader.as_ref());
            leader == Some(&server.server_name)
        })
    }
}

async fn look(monitors: &[String]) -> Seen {
    let mut seen = Seen {
        servers: BTreeMap::new(),
        unreachable: Vec::new(),
    };
    let asked = monitors.iter().map(|address| monitor::varz(address));
    let answers = futures_util::future::join_all(asked).await;
    for (address, answer) in monitors.iter().zip(answers) {
        match answer {
            Ok(server) => {
                seen.servers.insert(server.server_name.clone(), server);
            }
            Err(reason) => seen.unreachable.push((address.clone(), reason)),
        }
    }
    seen
}

/// The servers that are down, and all weaknesses.
fn judge(seen: &Seen) -> (BTreeSet<String>, Vec<String>) {
    let mut weaknesses: Vec<String> = seen.servers.values().flat_map(settings).collect();
    let unanswered = seen
        .unreachable
        .iter()
        .map(|(address, reason)| format!("the monitoring at {address} does not answer ({reason})"));
    let size = seen.size();
    if (1..REPLICAS).contains(&size) {
        let needs = format!("the cluster has {size} of {REPLICAS} servers with JetStream");
        weaknesses.push(needs);
    }
    let Some(leader) = seen.leader() else {
        weaknesses.extend(unanswered);
        weaknesses.extend(seen.unchecked_leaders().into_iter().map(not_checked));
        if size != 1 {
            weaknesses.push("no monitoring shows the leader of the JetStream servers".to_owned());
        }
        return (BTreeSet::new(), weaknesses);
    };
    let peers = leader.jetstream.meta.iter().flat_map(|meta| &meta.replicas);
    let unchecked = peers.filter(|peer| !seen.servers.contains_key(&peer.name));
    let (down, alive): (Vec<_>, Vec<_>) = unchecked.partition(|peer| seen.is_down(peer));
    if !alive.is_empty() {
        weaknesses.extend(unanswered);
    }
    weaknesses.extend(alive.into_iter().map(|peer| not_checked(&peer.name)));
    (
        down.into_iter().map(|peer| peer.name.clone()).collect(),
        weaknesses,
    )
}

fn not_checked(name: &String) -> String {
    format!(
        "server {name} is not checked: name the address of its monitoring, such as http://{name}:8222"
    )
}

/// The weak settings of one server.
fn settings(server: &Varz) -> Vec<String> {
    let name = &server.server_name;
    let mut weak = Vec::new();
    match &server.jetstream.config {
        None => weak.push(format!(
            "server {name} runs without JetStream: add jetstream {{ sync_interval: always }}"
        )),
        Some(config) if !config.sync_always => {
            let interval = Duration::from_nanos(config.sync_interval);
            weak.push(format!(
                "server {name} writes to disk every {interval:?}: set jetstream {{ sync_interval: always }}"
            ));
        }
        Some(_) => {}
    }
    if server.max_payload < PAYLOAD_BYTES_MIN {
        let has = server.max_payload;
        weak.push(format!(
            "server {name} has max_payload {has}: set max_payload: {PAYLOAD_BYTES_MIN}"
        ));
    }
    weak
}
