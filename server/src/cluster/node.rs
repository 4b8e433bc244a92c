//! The loop of a node (docs/decisions/0134): it follows the cell's log and forwards requests. When it gets the lease, it
//! claims the cell and runs the whole program. When it loses the cell, it follows again.
//!
//! The node holds its sockets all the time, so a caller's connection waits while the node changes what it does.

mod follow;
mod only_edge;
mod opening;
mod orders;
mod own;
mod preference;
mod program;
mod snapshots;
mod status;

use super::control::ClusterSocket;
use super::edge::{Edge, EdgeStopper};
use super::key::ClusterKey;
use super::membership::{Membership, OwnerAddress};
use super::{cell, contact};
use crate::app::Application;
use crate::catalogue::demo::DemoAccounts;
use crate::listeners::Listeners;
use crate::service_manager;
use crate::settings::Settings;
use crate::settings::cluster::NodeRole;
use crate::store::sled::replicated::{Claiming, ReplicatedStore};
use actix_web::rt;
use actors_cluster::owner::Owner;
use actors_nats::lease::State;
use anyhow::Context as _;
pub use opening::files;
use opening::{Connection, Joined};
use orders::{Orders, obey_others};
use preference::Preference;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often the node notes how far it is.
const NOTE_EVERY: Duration = Duration::from_millis(250);

/// A node of a cluster.
pub struct Node {
    settings: Settings,
    sockets: Listeners,
    /// `host:port` by which other nodes reach this one.
    address: String,
    membership: Membership,
    owner: watch::Sender<Option<OwnerAddress>>,
    joined: Joined,
    _connection: Connection,
    orders: Orders,
    preference: Preference,
    socket: Option<ClusterSocket>,
    edge: Option<EdgeStopper>,
    /// The snapshot that the store last began from.
    began_from: Option<String>,
    claiming: Claiming,
    /// Whether it stops owning when another node holds the lease. Only a null control does not.
    heeds_lease: bool,
    greet: Option<Greet>,
    stopping: watch::Receiver<bool>,
}

/// Tells the operator of the program when this node owns the cell for the first time.
pub type Greet = fn(&Application, Option<&DemoAccounts>) -> anyhow::Result<()>;

/// What the node does next.
enum Next {
    /// Follows.
    Follow,
    /// Owns the cell with this store.
    Own(Arc<ReplicatedStore>),
    /// Ends.
    Stop,
}

impl Node {
    /// Opens the sockets and joins the cluster of these settings. It ends when `stopping` says so.
    ///
    /// # Errors
    /// An address cannot be opened, or the cluster cannot be joined; the text says what to do.
    pub async fn join(settings: Settings, stopping: watch::Receiver<bool>) -> anyhow::Result<Self> {
        let sockets = Listeners::hold(&settings)?;
        let internal = sockets
            .internal
            .as_ref()
            .context("there is no internal address")?;
        let address = settings.cluster.called_at(internal.local_addr()?)?;
        let name = settings.cluster.node_name()?;
        let cell = settings.cluster.cell;
        cell::keep_to(&settings.data, cell)?;
        let key = ClusterKey::of_cell(&settings.cluster.shared_key()?, cell);
        let (mut membership, owner) = Membership::new(&name, key);
        membership.cell = cell;
        membership.is_edge = settings.cluster.role == NodeRole::Edge;
        let (connection, joined) = Connection::join(&settings, (&name, &address)).await?;
        let (obey, orders) = orders::channel();
        let known = membership.clone();
        let ready = Arc::new(move || match known.obstacle() {
            None => (true, known.standing()),
            Some(why) => (false, format!("{why}\n{}", known.standing())),
        });
        connection.spawn(obey_others(joined.orders(&name).await?, Arc::clone(&obey)));
        connection.spawn(contact::watch(membership.clone(), joined.link.connected()));
        let socket = ClusterSocket::open(&settings.data, obey, ready);
        let socket = socket.context("opening the cluster's socket in the data folder")?;
        Ok(Self {
            preference: Preference::of(settings.cluster.role),
            settings,
            sockets,
            address,
            membership,
            owner,
            joined,
            _connection: connection,
            orders,
            socket: Some(socket),
            edge: None,
            began_from: None,
            claiming: Owner::claiming,
            heeds_lease: true,
            greet: None,
            stopping,
        })
    }

    /// Claims otherwise, and owns although another node holds the lease, as a null control does.
    #[doc(hidden)]
    pub fn without_checks(mut self, claiming: Claiming) -> Self {
        self.claiming = claiming;
        self.heeds_lease = false;
        self
    }

    /// Takes the cell sooner than an operator wants it, if it is the preferred node.
    #[doc(hidden)]
    pub fn hurries(mut self, ready_for: Duration) -> Self {
        self.preference.hurry(ready_for);
        self
    }

    /// Returns the public address.
    ///
    /// # Errors
    /// The operating system's.
    pub fn listens_at(&self) -> std::io::Result<SocketAddr> {
        self.sockets.public.local_addr()
    }

    /// Returns the name, and the address that the other nodes call.
    pub fn name(&self) -> (&str, &str) {
        (&self.membership.node, &self.address)
    }

    /// Runs until the process is to stop.
    ///
    /// # Errors
    /// The local store or the cluster's log cannot be used any more; the text says what to do.
    pub async fn run(mut self, greet: Greet) -> anyhow::Result<()> {
        self.greet = Some(greet);
        service_manager::feed_watchdog_of_node(self.stopping.clone());
        let ended = self.work().await;
        if let Some(edge) = self.edge.take() {
            edge.leave().await;
        }
        if let Some(socket) = self.socket.take() {
            socket.close().await;
        }
        ended
    }

    async fn work(&mut self) -> anyhow::Result<()> {
        if self.membership.is_edge {
            return self.only_forward().await;
        }
        let mut next = Next::Follow;
        loop {
            next = match next {
                Next::Follow => self.follow().await?,
                Next::Own(store) => self.own(store).await?,
                Next::Stop => return Ok(()),
            };
        }
    }

    /// Starts to forward requests, unless it does already.
    fn forward(&mut self) -> anyhow::Result<()> {
        if self.edge.is_some() {
            return Ok(());
        }
        let sockets = self.sockets.for_a_server()?;
        let edge = Edge::start(&self.settings, sockets, self.membership.clone())?;
        self.edge = Some(edge.stopper());
        rt::spawn(async move {
            if let Err(error) = edge.run().await {
                tracing::error!(code = "FD123", %error, "the edge of this node ended");
            }
        });
        Ok(())
    }

    /// Tells the edge whom to forward to: a holder that owns the cell, and is another node.
    fn note_holder(&self, state: &State) {
        let owner = match state {
            State::Follower {
                holder: Some(holder),
            } => holder.epoch.map(|epoch| OwnerAddress {
                node: holder.node.clone(),
                address: holder.address.clone(),
                epoch,
            }),
            State::Follower { holder: None } | State::Holder => None,
        };
        self.owner.send_if_modified(|known| {
            let is_new = *known != owner;
            *known = owner;
            is_new
        });
    }

    /// Tells this node and the others how far it has folded the log, and whether the log takes writes.
    fn note_progress(&self, store: &ReplicatedStore) {
        let status = store.status();
        let status = status.borrow();
        self.joined.lease.note_folded(status.position.seq);
        if status.end > 0 {
            let behind = status.end.saturating_sub(status.position.seq);
            self.membership.lag.set(behind);
        }
        let availability = &self.membership.availability;
        match store.takes_writes() {
            true => availability.resume(),
            false => availability.pause(),
        }
    }
}
