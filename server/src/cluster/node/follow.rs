//! While the node follows: its store folds the cell's log, and its edge forwards requests to the owner.

use super::{NOTE_EVERY, Next, Node};
use crate::cluster::snapshot;
use crate::files::shelf::Shelf;
use crate::store::sled::replicated::{CellOptions, ClaimError, ReplicatedStore, Role};
use crate::store::sled::{SledOptions, SledStore};
use actors_cluster::log::Log;
use actors_nats::lease::State;
use actors_runtime::clock::{Clock as _, SteadyClock};
use actors_runtime::ports::Store as _;
use anyhow::{Context as _, bail};
use std::sync::Arc;
use tokio::time::interval;

/// Why following ended.
enum Over {
    /// The process is to stop.
    Stop,
    /// This node got the lease.
    Elected,
    /// The store cannot go on as it is.
    Store(Role),
}

impl Node {
    /// Follows until this node owns the cell, or the process is to stop.
    pub(super) async fn follow(&mut self) -> anyhow::Result<Next> {
        self.forward()?;
        let mut from_the_start = false;
        loop {
            let store = self.open_store(from_the_start).await?;
            match self.until_it_is_over(&store).await {
                Over::Stop => {
                    self.give_up_lease().await;
                    close(store).await;
                    return Ok(Next::Stop);
                }
                Over::Elected if self.claim(&store).await? => return Ok(Next::Own(store)),
                Over::Store(Role::NeedsSnapshot) => {
                    close(store).await;
                    from_the_start = !self.load_snapshot().await?;
                }
                Over::Store(Role::Failed(why)) => {
                    close(store).await;
                    bail!("this node cannot follow the cluster: {why}");
                }
                Over::Elected | Over::Store(_) => close(store).await,
            }
        }
    }

    async fn open_store(&self, from_the_start: bool) -> anyhow::Result<Arc<ReplicatedStore>> {
        let options = SledOptions {
            free_bytes_min: self.settings.disk.reserve_bytes,
            is_view: true,
            ..SledOptions::new(&self.settings.data.join("store"))
        };
        let cell = CellOptions {
            from_the_start,
            claiming: self.claiming,
            ..CellOptions::new(&self.membership.node)
        };
        let log = Arc::clone(&self.joined.cell) as Arc<dyn Log>;
        let opened = tokio::task::spawn_blocking(move || {
            let inner = SledStore::open(options)?;
            anyhow::Ok(ReplicatedStore::open(inner, log, cell)?)
        });
        Ok(Arc::new(opened.await.context("opening the store")??))
    }

    async fn until_it_is_over(&mut self, store: &ReplicatedStore) -> Over {
        let mut status = store.status();
        let mut lease = self.joined.lease.state();
        let mut stopping = self.stopping.clone();
        let mut notes = interval(NOTE_EVERY);
        loop {
            let role = status.borrow_and_update().role.clone();
            if role != Role::Follows {
                return Over::Store(role);
            }
            let state = lease.borrow_and_update().clone();
            self.note_holder(&state);
            if state == State::Holder {
                return Over::Elected;
            }
            // The node's own loop keeps all senders.
            tokio::select! {
                _ = stopping.wait_for(|stops| *stops) => return Over::Stop,
                _ = status.changed() => {}
                _ = lease.changed() => {}
                Some(ordered) = self.orders.recv() => self.obey_as_follower(ordered).await,
                _ = notes.tick() => {
                    self.note_progress(store);
                    self.ask_back();
                }
            }
        }
    }

    /// Claims the cell. The first owner of a cluster gives it what its data folder holds. Returns whether this node owns
    /// the cell.
    async fn claim(&self, store: &Arc<ReplicatedStore>) -> anyhow::Result<bool> {
        if store.is_seed()? {
            tracing::info!("the cluster is new: it begins with what this data folder holds");
            self.give_files()
                .await
                .context("giving the uploaded files to the cluster")?;
            let now = SteadyClock::from_machine().now();
            let data = &self.settings.data;
            let saved = snapshot::save(store, (&self.joined.snapshots, data), now).await;
            saved.context("saving the first snapshot of the cluster")?;
        }
        let mut stopping = self.stopping.clone();
        let claimed = tokio::select! {
            claimed = Arc::clone(store).claim() => claimed,
            _ = stopping.wait_for(|stops| *stops) => Err(ClaimError::NotOwner(Role::Lost)),
        };
        if claimed.is_err() {
            self.give_up_lease().await;
        }
        match claimed {
            Ok(()) => Ok(true),
            Err(ClaimError::NotOwner(Role::Lost | Role::NeedsSnapshot)) => Ok(false),
            Err(error) => Err(error).context("claiming the cluster's cell"),
        }
    }

    /// Begins from the newest snapshot. Returns false if there is none: the log then has everything.
    async fn load_snapshot(&mut self) -> anyhow::Result<bool> {
        let loaded = snapshot::load(&self.joined.snapshots, &self.settings.data).await;
        let Some(loaded) = loaded.context("beginning from a snapshot of the cluster")? else {
            return Ok(false);
        };
        let name = Some(loaded.name);
        if self.began_from == name {
            bail!(
                "the cluster's log begins after its newest snapshot: restore the cluster from a backup (docs/site/cluster.md)"
            );
        }
        tracing::info!(name, seq = loaded.position.seq, "begins from a snapshot");
        self.began_from = name;
        Ok(true)
    }

    /// Copies uploaded files of the data folder to where the cluster keeps files.
    async fn give_files(&self) -> anyhow::Result<()> {
        let folder = self.settings.data.join("uploads");
        let Some(files) = self.joined.files.as_ref().filter(|_| folder.is_dir()) else {
            return Ok(());
        };
        for name in Shelf::folder(&folder)?.names("").await?.into_keys() {
            // What an upload has brought so far is no file yet.
            if name.contains(['/', '#']) {
                continue;
            }
            files.put(&name, &folder.join(&name)).await?;
        }
        Ok(())
    }

    /// Lets any other node take the lease.
    pub(super) async fn give_up_lease(&self) {
        if let Err(error) = self.joined.lease.release(None).await {
            tracing::debug!(%error, "the lease is not given up: it ends by itself");
        }
    }
}

/// Closes a store, which waits for the disk.
async fn close(store: Arc<ReplicatedStore>) {
    let closed = tokio::task::spawn_blocking(move || store.close());
    if closed.await.is_err() {
        tracing::error!(code = "FD126", "closing the store of a node did not finish");
    }
}
