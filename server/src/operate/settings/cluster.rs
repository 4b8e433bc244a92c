//! A cluster of several nodes on NATS JetStream (docs/operation.md, 'Cluster').

use super::Settings;
use super::uploads::FilePlace;
use crate::secrets;
use actors_nats::lease::Part;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::net::{SocketAddr, UdpSocket};
use std::path::PathBuf;

/// The fewest characters of the key that the nodes share.
const KEY_CHARACTERS_MIN: usize = 32;

/// The port of a NATS server whose address names none.
const NATS_PORT: u16 = 4222;

/// A cluster of several nodes. Without `servers`, the program runs alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClusterSettings {
    /// Addresses of the NATS servers, such as `nats://10.0.0.1:4222`. With at least one, this node joins the cluster that
    /// keeps its messages there. Default: none.
    pub servers: Vec<String>,
    /// Number of the cell that this node works for. Each cell has tenants, nodes and addresses of its own. Default: 0.
    pub cell: u16,
    /// Name of this node, different from all others'. Default: the name of the machine.
    pub node: Option<String>,
    /// What this node does for the cell: `standby` takes over when no other node owns it, `preferred` should own it, and
    /// `edge` only forwards. Default: `standby`.
    pub role: NodeRole,
    /// Address and port for requests that other nodes forward. Keep it inside: it speaks plain HTTP. Default:
    /// `0.0.0.0:8181`.
    pub listen: SocketAddr,
    /// `host:port` by which the other nodes reach `listen`. Default: `listen`; if that is every address, the one by which
    /// this machine reaches the first NATS server.
    pub address: Option<String>,
    /// The key that all nodes share, of 32 characters or more. Requests without it are refused at `listen`. Default: none.
    pub key: Option<String>,
    /// File whose first line is the shared key, instead of `key`. Default: none.
    pub key_file: Option<PathBuf>,
    /// `strict` refuses NATS servers that may lose what they acknowledged; `relaxed` only logs it. Default: `strict`.
    pub durability: Durability,
    /// How the NATS servers are reached.
    pub nats: NatsSettings,
}

/// How the NATS servers are reached: certificates and credentials.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NatsSettings {
    /// PEM file with the certificates of the servers' authorities. With it the system's do not count. Default: none.
    pub ca: Option<PathBuf>,
    /// PEM file with the certificate that this node shows to the servers. Default: none.
    pub certificate: Option<PathBuf>,
    /// PEM file with the private key of `certificate`. Default: none.
    pub key: Option<PathBuf>,
    /// File with a user's credentials, as `nsc` writes it. Default: none.
    pub credentials: Option<PathBuf>,
    /// Addresses of the servers' monitoring, such as `http://10.0.0.1:8222`. Default: the hosts of `servers` with port 8222.
    pub monitors: Vec<String>,
}

/// What a node does for its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum NodeRole {
    /// Own the cell whenever this node is ready, and take it back after a failure
    Preferred,
    /// Keep a copy, and own the cell when no other node does
    Standby,
    /// Forward requests; keep no copy and never own the cell
    Edge,
}

/// What the NATS servers must promise about messages that they acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// Refuse servers that may lose acknowledged messages
    Strict,
    /// Log a warning and continue
    Relaxed,
}

/// The options of `serve` for a cluster.
#[derive(Debug, Default, Args, Serialize)]
pub struct ClusterArgs {
    /// NATS servers of a cluster to join, separated by commas, such as nats://10.0.0.1:4222 [default: none, runs alone]
    #[arg(
        id = "cluster",
        long = "cluster",
        env = "FRONTDESK_CLUSTER",
        value_delimiter = ',',
        value_name = "SERVERS"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<Vec<String>>,
    /// Number of the cell that this node works for [default: 0]
    #[arg(id = "cluster-cell", long = "cluster-cell", value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<u16>,
    /// Name of this node in the cluster [default: the name of the machine]
    #[arg(id = "cluster-node", long = "cluster-node", value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// What this node does for the cell [default: standby]
    #[arg(id = "cluster-role", long = "cluster-role", value_name = "ROLE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// Address and port for requests that other nodes forward [default: 0.0.0.0:8181]
    #[arg(id = "cluster-listen", long = "cluster-listen", value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    /// host:port by which other nodes reach this one [default: the address of --cluster-listen]
    #[arg(
        id = "cluster-address",
        long = "cluster-address",
        value_name = "ADDRESS"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether NATS servers may lose what they acknowledged [default: strict]
    #[arg(
        id = "cluster-durability",
        long = "cluster-durability",
        value_name = "DURABILITY"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub durability: Option<Durability>,
}

/// Why the settings do not make a cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No key.
    #[error(
        "a cluster needs the setting `cluster.key` (FRONTDESK_CLUSTER__KEY) or `cluster.key_file`, the same on all \
         nodes: make one with `openssl rand -hex 32`"
    )]
    NoKey,
    /// The key is too short.
    #[error(
        "`cluster.key` has fewer than 32 characters: make one with `openssl rand -hex 32`, and set it on all nodes"
    )]
    ShortKey,
    /// The file of the key cannot be read.
    #[error("reading `cluster.key_file`, {path}: {cause}", path = path.display())]
    KeyFile {
        /// Its path.
        path: PathBuf,
        /// The operating system's reason.
        cause: std::io::Error,
    },
    /// Tokens of one node would be unknown to the others.
    #[error(
        "a cluster needs the setting `secret` (FRONTDESK_SECRET), the same on all nodes, because any node reads the \
         tokens of the others: make one with `openssl rand -hex 32`"
    )]
    NoSecret,
    /// The program would refuse it later.
    #[error(
        "a key in the setting `secret` (FRONTDESK_SECRET) has fewer than 32 characters: make one with `openssl rand -hex \
         32`, and set it on all nodes"
    )]
    ShortSecret,
    /// Files would be on one node alone.
    #[error(
        "a cluster cannot keep uploaded files in the data folder of one node: set `uploads.place` to \"cluster\", or \
         to \"s3\" with a bucket"
    )]
    FilesOnDisk,
    /// The files have no cluster.
    #[error(
        "`uploads.place = \"cluster\"` needs a cluster: set `cluster.servers`, or choose \"disk\" or \"s3\""
    )]
    NoCluster,
    /// Half of what the NATS servers are shown.
    #[error(
        "`cluster.nats.certificate` and `cluster.nats.key` belong together: set both, or neither"
    )]
    HalfCertificate,
    /// The machine has no name.
    #[error("reading the name of the machine: {0}: set `cluster.node`")]
    Node(std::io::Error),
    /// No address that others could call.
    #[error(
        "finding the address by which other nodes reach this one: {0}: set `cluster.address` to host:port"
    )]
    Address(std::io::Error),
}

impl NodeRole {
    /// Returns what the other nodes are told.
    pub fn part(self) -> Part {
        match self {
            Self::Preferred => Part::Preferred,
            Self::Standby => Part::Standby,
            Self::Edge => Part::Edge,
        }
    }
}

impl ClusterSettings {
    /// Returns whether the program joins a cluster.
    pub fn is_on(&self) -> bool {
        !self.servers.is_empty()
    }

    /// Returns the name of something that a cell has and other cells do not. The first cell has the plain name, so that a
    /// cluster may get further cells later.
    pub fn of_cell(&self, name: &str) -> String {
        match self.cell {
            0 => name.to_owned(),
            cell if name.is_empty() => format!("cell-{cell}"),
            cell => format!("cell-{cell}/{name}"),
        }
    }

    /// Returns the key that all nodes share, from `key` or the first line of `key_file`.
    ///
    /// # Errors
    /// There is no key, it is too short, or its file cannot be read.
    pub fn shared_key(&self) -> Result<String, ClusterError> {
        let written = match (&self.key, &self.key_file) {
            (Some(key), _) => key.clone(),
            (None, Some(path)) => {
                let text = std::fs::read_to_string(path);
                text.map_err(|cause| ClusterError::KeyFile {
                    path: path.clone(),
                    cause,
                })?
            }
            (None, None) => return Err(ClusterError::NoKey),
        };
        let key = written.lines().next().unwrap_or_default().trim();
        match key.chars().count() {
            0 => Err(ClusterError::NoKey),
            few if few < KEY_CHARACTERS_MIN => Err(ClusterError::ShortKey),
            _ => Ok(key.to_owned()),
        }
    }

    /// Returns the name of this node.
    ///
    /// # Errors
    /// The settings name none, and the machine's name cannot be read.
    pub fn node_name(&self) -> Result<String, ClusterError> {
        if let Some(node) = self.node.as_deref().map(str::trim)
            && !node.is_empty()
        {
            return Ok(node.to_owned());
        }
        let name = rustix::system::uname();
        let name = name.nodename().to_string_lossy().trim().to_owned();
        if name.is_empty() {
            return Err(ClusterError::Node(std::io::ErrorKind::NotFound.into()));
        }
        Ok(name)
    }

    /// Returns `host:port` by which the other nodes reach a listener on this address.
    ///
    /// # Errors
    /// The settings name none, the listener is on every address, and the first NATS server has no route.
    pub fn called_at(&self, listening: SocketAddr) -> Result<String, ClusterError> {
        if let Some(address) = self.address.as_deref().map(str::trim)
            && !address.is_empty()
        {
            return Ok(address.to_owned());
        }
        if !listening.ip().is_unspecified() {
            return Ok(listening.to_string());
        }
        let mut last = std::io::ErrorKind::NotFound.into();
        for server in &self.servers {
            match way_to(server) {
                Ok(way) => return Ok(SocketAddr::new(way.ip(), listening.port()).to_string()),
                Err(error) => last = error,
            }
        }
        Err(ClusterError::Address(last))
    }
}

/// Checks that the settings make a cluster, or none.
///
/// # Errors
/// Something is missing; the text says what to do.
pub fn check(settings: &Settings) -> Result<(), ClusterError> {
    let files = settings.uploads.place;
    if !settings.cluster.is_on() {
        return match files {
            FilePlace::Cluster => Err(ClusterError::NoCluster),
            FilePlace::Disk | FilePlace::S3 => Ok(()),
        };
    }
    settings.cluster.shared_key()?;
    let nats = &settings.cluster.nats;
    if nats.certificate.is_some() != nats.key.is_some() {
        return Err(ClusterError::HalfCertificate);
    }
    let secret = settings.secret.as_deref().map_or("", str::trim);
    if secret.is_empty() {
        return Err(ClusterError::NoSecret);
    }
    // Cells after the first have their keys made longer already.
    if secret
        .split(',')
        .any(|key| key.trim().len() < KEY_CHARACTERS_MIN)
    {
        return Err(ClusterError::ShortSecret);
    }
    match files {
        FilePlace::Disk => Err(ClusterError::FilesOnDisk),
        FilePlace::S3 | FilePlace::Cluster => Ok(()),
    }
}

/// Gives a cell beyond the first a secret and a folder of the bucket that no other cell has. Two cells may have tenants of
/// one name, so their tokens must differ. A backup takes all files of its folder.
pub fn keep_cells_apart(settings: &mut Settings) {
    if settings.cluster.cell == 0 {
        return;
    }
    let purpose = settings.cluster.of_cell("secret");
    if let Some(secret) = &mut settings.secret {
        let own = secret.split(',').map(str::trim).map(|key| match key {
            // The check says what is wrong with it.
            short if short.len() < KEY_CHARACTERS_MIN => short.to_owned(),
            key => secrets::hmac_hex(key, &purpose),
        });
        *secret = own.collect::<Vec<_>>().join(",");
    }
    let prefix = settings.uploads.s3.prefix.trim_matches('/');
    settings.uploads.s3.prefix = settings.cluster.of_cell(prefix);
}

/// Returns the address of this machine on the way to a server. Sends nothing.
fn way_to(server: &str) -> std::io::Result<SocketAddr> {
    let rest = server.rsplit_once("://").map_or(server, |(_, rest)| rest);
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let host = host.trim_end_matches('/');
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| {
        !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    let target = match has_port {
        true => host.to_owned(),
        false => format!("{host}:{NATS_PORT}"),
    };
    let mut last = std::io::ErrorKind::NotFound.into();
    for address in std::net::ToSocketAddrs::to_socket_addrs(&target)? {
        let any: SocketAddr = match address {
            SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
            SocketAddr::V6(_) => ([0_u16; 8], 0).into(),
        };
        let tried = UdpSocket::bind(any).and_then(|socket| {
            socket.connect(address)?;
            socket.local_addr()
        });
        match tried {
            Ok(own) => return Ok(own),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Default for ClusterSettings {
    fn default() -> Self {
        Self {
            servers: Vec::new(),
            cell: 0,
            node: None,
            role: NodeRole::Standby,
            listen: SocketAddr::from(([0, 0, 0, 0], 8181)),
            address: None,
            key: None,
            key_file: None,
            durability: Durability::Strict,
            nats: NatsSettings::default(),
        }
    }
}

#[cfg(test)]
mod tests;
