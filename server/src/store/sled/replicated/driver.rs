//! The thread between the log and the local store: it follows, until the node claims the cell, and then writes.

use super::super::SledStore;
use super::super::batch::Batch;
use super::super::queue::Queue;
use super::applying;
use super::writing::Writer;
use super::{Claiming, Role, Status};
use actors_cluster::log::{Log, Read};
use actors_cluster::message::Message;
use actors_cluster::owner::SHORT_READS_MAX;
use actors_cluster::position::{Position, Verdict};
use actors_runtime::ports::{Store as _, StoreError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

/// How long one read waits for the log's next message.
const READ_WAIT: Duration = Duration::from_secs(1);

/// How long a node that follows lets messages gather. It applies many in one batch, which costs little more than one.
const GATHER: Duration = Duration::from_millis(100);

/// How long a read that failed rests.
pub const RETRY: Duration = Duration::from_millis(200);

/// What the thread is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Claim the cell.
    Claim,
    /// End, once everything that waits is written.
    Close,
}

/// What the thread works with.
pub struct Driver {
    /// The local store.
    pub inner: Arc<SledStore>,
    /// The cell's log.
    pub log: Arc<dyn Log>,
    /// The node's name.
    pub node: String,
    /// How it claims.
    pub claiming: Claiming,
    /// Appends that wait to be published.
    pub queue: Arc<Queue>,
    /// What it is told.
    pub orders: UnboundedReceiver<Order>,
    /// How the node stands to the cell.
    pub status: watch::Sender<Status>,
    /// Whether the log takes writes.
    pub is_writable: Arc<AtomicBool>,
    /// Whether this node owns the cell.
    pub owns: Arc<AtomicBool>,
    /// What the local store has applied.
    pub position: Position,
    /// Whether the local store is a view of this log, however short.
    pub is_known: bool,
    /// Whether it is to claim the cell.
    pub is_asked: bool,
    /// How many reads in a row ended before what is applied: a former leader of the log may answer so for a moment.
    pub short_reads: u32,
}

impl Driver {
    /// Works until it is told to close, another node owns the cell, or something fails.
    pub fn run(mut self) {
        actors_runtime::thread_cache::enable();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let ended = match runtime {
            Ok(runtime) => runtime.block_on(self.follow_and_own()),
            Err(error) => Role::Failed(Arc::from(error.to_string())),
        };
        self.become_role(ended);
        let why = StoreError::Closed(Arc::from("another node owns the cell"));
        self.queue.refuse(why.clone());
        self.queue.end();
        for (done, _) in self.queue.abandon() {
            done(Err(why.clone()));
        }
    }

    async fn follow_and_own(&mut self) -> Role {
        match self.follow().await {
            Role::Claims => {
                self.become_role(Role::Claims);
                Writer::own(self).await
            }
            ended => ended,
        }
    }

    /// Applies what others write, until an order or a failure ends it.
    async fn follow(&mut self) -> Role {
        let mut has_all = false;
        loop {
            let reading = async {
                if has_all {
                    tokio::time::sleep(GATHER).await;
                }
                self.log.read(self.position.next(), READ_WAIT).await
            };
            let read = tokio::select! {
                order = self.orders.recv() => match order {
                    Some(Order::Claim) => {
                        self.is_asked = true;
                        self.log.read(self.position.next(), Duration::ZERO).await
                    }
                    Some(Order::Close) | None => return Role::Closed,
                },
                read = reading => read,
            };
            has_all = matches!(&read, Ok(read) if has_newest(read));
            let ended = match read {
                Ok(read) if read.end >= self.position.seq => {
                    self.short_reads = 0;
                    let asked = self.is_asked.then_some(Role::Claims);
                    // First what was read: an empty store may have to begin from a snapshot.
                    self.take_up(&read).or(asked)
                }
                Ok(_) => {
                    self.short_reads += 1;
                    let is_shorter = self.short_reads >= SHORT_READS_MAX;
                    is_shorter.then(|| Role::Failed(Arc::from(AHEAD)))
                }
                Err(error) => {
                    tracing::debug!(%error, "the cell's log cannot be read; the node reads it again");
                    tokio::time::sleep(RETRY).await;
                    None
                }
            };
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    /// Applies what was read. Returns what ends the following, if anything.
    fn take_up(&mut self, read: &Read) -> Option<Role> {
        if !self.is_known && read.end > 0 {
            return Some(match applying::is_empty(&self.inner) {
                Ok(true) => Role::NeedsSnapshot,
                Ok(false) => Role::Failed(Arc::from(FOREIGN)),
                Err(error) => failed(&error),
            });
        }
        if read.first > self.position.next() {
            return Some(Role::NeedsSnapshot);
        }
        for (seq, stored) in &read.messages {
            let applied = self.position.fold_stored(*seq, stored);
            let (verdict, message) = match applied {
                Ok(folded) => folded,
                Err(damage) => return Some(Role::Failed(Arc::from(damage.to_string()))),
            };
            if let Err(error) = apply_counted(&self.inner, self.position, (verdict, message)) {
                return Some(failed(&error));
            }
        }
        let (position, end) = (self.position, read.end);
        self.status.send_if_modified(|status| {
            (status.position, status.end) = (position, end);
            false
        });
        self.inner.health().err().as_ref().map(failed)
    }

    pub fn become_role(&self, role: Role) {
        self.status.send_modify(|status| status.role = role);
    }
}

/// Whether nothing newer was known when this was read.
fn has_newest(read: &Read) -> bool {
    let newest = read.messages.last();
    newest.is_some_and(|(seq, _)| *seq >= read.end)
}

const FOREIGN: &str = "the data folder holds a store of its own, and the cluster has records already: start with an empty \
                       folder, or restore the cluster from a backup";

const AHEAD: &str = "the store has more than the cluster's log: the log lost messages or is another cluster's; check \
                     `servers`, or start with an empty data folder";

/// Why following ends, from the local store's error.
pub fn failed(error: &StoreError) -> Role {
    Role::Failed(Arc::from(error.to_string()))
}

/// Applies a message if it is a group that counts.
pub fn apply_counted(
    inner: &SledStore,
    position: Position,
    folded: (Verdict, Message),
) -> Result<(), StoreError> {
    match folded {
        (Verdict::Counts, Message::Group(group)) => {
            applying::apply(inner, Batch::of_group(&group.frames)?, position)
        }
        _ => Ok(()),
    }
}
