//! While the node owns the cell: it runs the whole program over the cell's store.

use super::orders::Ordered;
use super::program::{Parts, Program};
use super::snapshots::Snapshots;
use super::{NOTE_EVERY, Next, Node};
use crate::cluster::membership::OwnerAddress;
use crate::store::sled::replicated::{ReplicatedStore, Role};
use actix_web::rt;
use actors_nats::lease::State;
use anyhow::{Context as _, bail};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{interval, timeout};

/// How long another node may take to own the cell after a hand-over.
const HAND_OVER_MAX: Duration = Duration::from_secs(15);

/// Why owning ended.
pub(super) enum End {
    /// The process is to stop.
    Stop,
    /// Another node owns the cell.
    Lost,
    /// This other node is to own it.
    HandOver(String, Ordered),
    /// The local store or the log cannot be used, for this reason.
    Failed(Arc<str>),
}

impl End {
    /// Whether this node owns the cell until it gives it away.
    fn is_wanted(&self) -> bool {
        matches!(self, Self::HandOver(..) | Self::Stop)
    }
}

impl Node {
    /// Runs the program until the process is to stop, the cell goes to another node, or the store fails.
    pub(super) async fn own(&mut self, store: Arc<ReplicatedStore>) -> anyhow::Result<Next> {
        let parts = Parts {
            settings: self.settings.clone(),
            sockets: self.sockets.for_a_server()?,
            membership: self.membership.clone(),
            files: self.joined.files.clone(),
            store: Arc::clone(&store),
            greet: self.greet.take(),
        };
        if let Some(edge) = &self.edge {
            edge.pause().await;
        }
        let program = match Program::start(parts).await {
            Ok(program) => program,
            Err(error) => {
                self.give_up_lease().await;
                return Err(error);
            }
        };
        self.tell_ownership(&store);
        if let Some(edge) = self.edge.take() {
            rt::spawn(edge.give_way());
        }
        let end = self.until_lost(&store, &program).await;
        if !end.is_wanted() {
            self.tell_end();
        }
        // The edge takes new connections while the program answers those that it has.
        self.forward()?;
        program.pause().await;
        self.tell_end();
        program.finish().await;
        let finished = Arc::clone(&store);
        let finished = tokio::task::spawn_blocking(move || finished.finish());
        finished.await.context("writing what waited")?;
        self.hand_over(&end).await;
        program.end().await?;
        match end {
            End::Stop => Ok(Next::Stop),
            End::Failed(why) => bail!("this node cannot own the cluster's cell any more: {why}"),
            End::Lost => Ok(Next::Follow),
            End::HandOver(_, ordered) => {
                rt::spawn(answer_when_owned(self.joined.lease.state(), ordered));
                Ok(Next::Follow)
            }
        }
    }

    fn tell_ownership(&self, store: &ReplicatedStore) {
        let epoch = store.status().borrow().position.epoch;
        self.joined.lease.note_epoch(Some(epoch));
        self.owner.send_replace(Some(OwnerAddress {
            node: self.membership.node.to_string(),
            address: self.address.clone(),
            epoch,
        }));
        tracing::info!(epoch, "this node owns the cell");
    }

    /// From here on, requests wait for the next owner.
    fn tell_end(&self) {
        self.joined.lease.note_epoch(None);
        self.owner.send_replace(None);
        self.membership.availability.resume();
    }

    async fn until_lost(&mut self, store: &Arc<ReplicatedStore>, program: &Program) -> End {
        let mut status = store.status();
        let mut lease = self.joined.lease.state();
        let mut stopping = self.stopping.clone();
        let mut notes = interval(NOTE_EVERY);
        let _snapshots = Snapshots::start(store, &self.joined, &self.settings.data);
        loop {
            match &status.borrow_and_update().role {
                Role::Owns => {}
                Role::Failed(why) => return End::Failed(Arc::clone(why)),
                Role::Follows | Role::Claims | Role::Lost | Role::NeedsSnapshot | Role::Closed => {
                    return End::Lost;
                }
            }
            // Without a quorum nobody holds the lease, and this node goes on answering reads.
            let is_anothers = matches!(
                &*lease.borrow_and_update(),
                State::Follower { holder: Some(_) }
            );
            if is_anothers && self.heeds_lease {
                return End::Lost;
            }
            tokio::select! {
                _ = stopping.wait_for(|stops| *stops) => return End::Stop,
                _ = status.changed() => {}
                _ = lease.changed() => {}
                Some(ordered) = self.orders.recv() => {
                    if let Some(end) = self.obey_as_owner(ordered).await {
                        return end;
                    }
                }
                _ = notes.tick() => self.note_progress(store),
            }
            if program.has_ended() {
                return End::Failed(Arc::from("the program ended by itself: its log says why"));
            }
        }
    }

    async fn hand_over(&self, end: &End) {
        let to = match end {
            End::HandOver(to, _) => Some(to.as_str()),
            End::Stop | End::Failed(_) => None,
            End::Lost => return,
        };
        if let Err(error) = self.joined.lease.release(to).await {
            tracing::warn!(code = "FD124", %error, "the cell is not handed over: another node takes it in some seconds");
        }
    }
}

/// Answers who ordered a hand-over, once another node owns the cell.
async fn answer_when_owned(mut lease: watch::Receiver<State>, ordered: Ordered) {
    let owned = lease.wait_for(|state| match state {
        State::Follower { holder } => holder.as_ref().is_some_and(|next| next.epoch.is_some()),
        State::Holder => true,
    });
    let owner = match timeout(HAND_OVER_MAX, owned).await {
        Ok(Ok(state)) => match &*state {
            State::Follower { holder } => holder.as_ref().map(|next| next.node.clone()),
            State::Holder => None,
        },
        Ok(Err(_)) | Err(_) => None,
    };
    ordered.answer(match owner {
        Some(owner) => Ok(format!("{owner} owns the cell\n")),
        None => Err(
            "no other node took the cell: `frontdesk cluster status` tells who owns it".to_owned(),
        ),
    });
}
