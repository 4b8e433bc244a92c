//! How a node joins its cluster: the connection, what NATS must promise, the log, the lease and the buckets.

use crate::files::shelf::Shelf;
use crate::settings::Settings;
use crate::settings::cluster::{ClusterSettings, Durability};
use crate::settings::uploads::FilePlace;
use actors_nats::cell::Cell;
use actors_nats::durability::{self, Demand};
use actors_nats::lease::{self, Lease};
use actors_nats::link::{self, Link};
use actors_nats::objects::Objects;
use actors_nats::orders::Listener;
use anyhow::Context as _;
use object_store::ObjectStore;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// The folder of the snapshots in the cluster's object store.
const SNAPSHOTS: &str = "snapshots";

/// The folder of uploaded files there.
const FILES: &str = "files";

/// What an upload has left after this time is of one that was interrupted.
const INTERRUPTED: Duration = Duration::from_secs(24 * 60 * 60);

/// Copies of everything, in a cluster that loses nothing.
const COPIES: usize = 3;

/// The thread of the connection to NATS. It must not be the node's: that one waits for the log while it builds the program.
pub struct Connection(Option<Runtime>);

/// What a node has of its cluster.
#[derive(Clone)]
pub struct Joined {
    /// The connection to the cluster.
    pub link: Link,
    /// The number of the cell.
    pub number: u32,
    /// The cell's log.
    pub cell: Arc<Cell>,
    /// The node's part in the lease of the cell.
    pub lease: Lease,
    /// Where snapshots are.
    pub snapshots: Shelf,
    /// Where uploaded files are, unless the settings name S3.
    pub files: Option<Shelf>,
}

impl Connection {
    /// Joins the cluster of these settings. `address` is what the other nodes call.
    ///
    /// # Errors
    /// The cluster does not answer, or is weaker than the settings demand; the text says what to do.
    pub async fn join(
        settings: &Settings,
        (node, address): (&str, &str),
    ) -> anyhow::Result<(Self, Joined)> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("nats")
            .enable_all()
            .build()?;
        let (settings, node, address) = (settings.clone(), node.to_owned(), address.to_owned());
        let joining = runtime.spawn(async move { join(&settings, &node, &address).await });
        let connection = Self(Some(runtime));
        Ok((connection, joining.await??))
    }
}

impl Connection {
    /// Runs something on this thread, until the node ends.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.0 {
            runtime.spawn(task);
        }
    }
}

impl Joined {
    /// What other nodes order of this one.
    ///
    /// # Errors
    /// NATS does not answer.
    pub async fn orders(&self, node: &str) -> anyhow::Result<Listener> {
        let listening = Listener::open(&self.link, self.number, node).await;
        listening.context("listening for orders of other nodes")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

async fn join(settings: &Settings, node: &str, address: &str) -> anyhow::Result<Joined> {
    let asked = asked(&settings.cluster, node);
    let monitors = match settings.cluster.nats.monitors.is_empty() {
        true => durability::usual_monitors(&asked)?,
        false => settings.cluster.nats.monitors.clone(),
    };
    let demand = match settings.cluster.durability {
        Durability::Strict => Demand::Strict,
        Durability::Relaxed => Demand::Relaxed,
    };
    tracing::info!(
        ?monitors,
        "asking the cluster's NATS servers what they promise"
    );
    let checked = durability::check(&monitors, demand).await?;
    for weakness in &checked.weaknesses {
        tracing::warn!(code = "FD122", %weakness, "this cluster may lose acknowledged messages");
    }
    let (link, replicas) = (Link::connect(&asked).await?, checked.replicas);
    let number = u32::from(settings.cluster.cell);
    let cell = Cell::open(&link, number, replicas).await?;
    let this = lease::Node {
        name: node.to_owned(),
        address: address.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        part: settings.cluster.role.part(),
    };
    // Large files must not hold up the messages of the log.
    let objects = Objects::open(&Link::connect(&asked).await?, replicas).await?;
    let removed = objects.sweep(INTERRUPTED).await?;
    tracing::debug!(removed, "what interrupted uploads had left is removed");
    let objects: Arc<dyn ObjectStore> = Arc::new(objects);
    let files = match settings.uploads.place {
        FilePlace::Cluster => {
            let folder = settings.cluster.of_cell(FILES);
            Some(Shelf::of(Arc::clone(&objects), &folder))
        }
        FilePlace::Disk | FilePlace::S3 => None,
    };
    Ok(Joined {
        number,
        cell: Arc::new(cell),
        snapshots: Shelf::of(objects, &settings.cluster.of_cell(SNAPSHOTS)),
        files,
        lease: Lease::join(&link, number, replicas, this).await?,
        link,
    })
}

/// The files of a cluster, for a command beside its nodes.
///
/// # Errors
/// The cluster does not answer.
pub async fn files(settings: &ClusterSettings) -> anyhow::Result<Shelf> {
    let link = Link::connect(&asked(settings, "command")).await?;
    let objects = Objects::open(&link, COPIES).await;
    let objects = objects.context("opening the cluster's files")?;
    Ok(Shelf::of(Arc::new(objects), &settings.of_cell(FILES)))
}

fn asked(settings: &ClusterSettings, node: &str) -> link::Settings {
    let nats = &settings.nats;
    link::Settings {
        credentials: nats.credentials.clone(),
        authorities: nats.ca.clone(),
        certificate: nats.certificate.clone().zip(nats.key.clone()),
        ..link::Settings::new(node, settings.servers.clone())
    }
}
