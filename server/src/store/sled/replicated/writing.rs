//! The owner's side: publishes groups, and applies and answers them once they count.

use super::super::batch::Batch;
use super::super::queue::Queue;
use super::Role;
use super::applying;
use super::driver::{Driver, Order, RETRY, apply_counted, failed};
use crate::store::record;
use actors_cluster::log::{LogError, Read};
use actors_cluster::owner::{Action, Owner, PublishError};
use actors_cluster::position::{Damage, Position};
use actors_runtime::ports::{Store as _, StoreError};
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, channel};

/// The most groups that are published and do not count yet.
const IN_FLIGHT_MAX: usize = 16;

/// Bytes of a group of several appends.
const GROUP_BYTES: usize = 512 * 1024;

/// How long the oldest group waits for the log before the cell counts as not writable.
const WAITS_MAX: Duration = Duration::from_secs(2);

/// How often that is checked.
const TICK: Duration = Duration::from_millis(250);

/// How long a store that closes waits for its last groups.
const CLOSE_MAX: Duration = Duration::from_secs(3);

type Publishing = BoxFuture<'static, (u64, Result<u64, PublishError>)>;
type Reading = BoxFuture<'static, Result<Read, LogError>>;

/// The owner's machine with its shell.
pub struct Writer<'a> {
    driver: &'a mut Driver,
    owner: Owner,
    submitted: Receiver<Batch>,
    /// Groups that do not count yet, oldest first.
    pending: VecDeque<Batch>,
    publishing: FuturesUnordered<Publishing>,
    reading: Option<Reading>,
    last_read: u64,
    owns: bool,
    /// Since when the oldest group waits.
    waits_since: Option<Instant>,
    /// Until when it waits for the last groups, once it closes.
    closes_by: Option<Instant>,
}

impl<'a> Writer<'a> {
    /// Claims the cell and writes, until the store closes or another node owns the cell.
    pub async fn own(driver: &'a mut Driver) -> Role {
        let nonce = fastrand::u64(..);
        let owner = (driver.claiming)(driver.position, &driver.node, nonce);
        let (submit, submitted) = channel(1);
        let queue = Arc::clone(&driver.queue);
        let taker = std::thread::Builder::new().name("store-queue".to_owned());
        let taker = taker.spawn(move || take(&queue, &submit));
        if let Err(error) = taker {
            return Role::Failed(Arc::from(error.to_string()));
        }
        let mut writer = Self {
            driver,
            owner,
            submitted,
            pending: VecDeque::new(),
            publishing: FuturesUnordered::new(),
            reading: None,
            last_read: 0,
            owns: false,
            waits_since: None,
            closes_by: None,
        };
        let ended = writer.run().await;
        let why = StoreError::Closed(Arc::from("another node owns the cell"));
        writer.submitted.close();
        while let Ok(batch) = writer.submitted.try_recv() {
            writer.pending.push_back(batch);
        }
        for batch in writer.pending.drain(..) {
            for (done, _) in batch.answers {
                done(Err(why.clone()));
            }
        }
        ended
    }

    async fn run(&mut self) -> Role {
        let mut tick = tokio::time::interval(TICK);
        loop {
            if let Some(ended) = self.act() {
                return ended;
            }
            if self.closes_by.is_some() && self.is_idle() {
                return Role::Closed;
            }
            let takes = self.owns && self.owner.in_flight() < IN_FLIGHT_MAX && !self.has_all();
            let outcome = tokio::select! {
                biased;
                Some((publish, outcome)) = self.publishing.next(), if !self.publishing.is_empty() => {
                    self.owner.published(publish, outcome);
                    None
                }
                read = wait(&mut self.reading) => self.has_read(read).await,
                batch = self.submitted.recv(), if takes => {
                    batch.and_then(|batch| self.submit(batch))
                }
                order = self.driver.orders.recv() => {
                    if order != Some(Order::Claim) && self.closes_by.is_none() {
                        self.closes_by = Some(Instant::now() + CLOSE_MAX);
                    }
                    None
                }
                _ = tick.tick() => self.check(),
            };
            if outcome.is_some() {
                return outcome.unwrap_or(Role::Closed);
            }
        }
    }

    /// Performs what the machine wants.
    fn act(&mut self) -> Option<Role> {
        while let Some(action) = self.owner.next() {
            match action {
                Action::Publish {
                    publish,
                    message,
                    after,
                } => {
                    let published = self.driver.log.publish(message, after);
                    self.publishing
                        .push(Box::pin(async move { (publish, published.await) }));
                }
                Action::Read { from } => {
                    // The same read again found nothing: this one waits for the next message.
                    let wait = if from == self.last_read {
                        RETRY
                    } else {
                        Duration::ZERO
                    };
                    self.last_read = from;
                    self.reading = Some(self.driver.log.read(from, wait));
                }
                Action::Own => {
                    self.owns = true;
                    self.driver.owns.store(true, Ordering::Release);
                    let position = self.owner.position();
                    self.driver.status.send_modify(|status| {
                        (status.role, status.position) = (Role::Owns, position);
                    });
                }
                Action::Counts { position } => {
                    if let Err(error) = self.counts(position) {
                        return Some(failed(&error));
                    }
                }
                Action::Lost { epoch } => return Some(self.lost(epoch)),
            }
        }
        None
    }

    fn lost(&self, epoch: u64) -> Role {
        match self.owner.damage() {
            Some(Damage::Hole { .. }) => Role::NeedsSnapshot,
            Some(damage) => Role::Failed(Arc::from(damage.to_string())),
            None => {
                tracing::info!(epoch, "another node owns the cell");
                Role::Lost
            }
        }
    }

    fn counts(&mut self, position: Position) -> Result<(), StoreError> {
        if let Some(batch) = self.pending.pop_front() {
            applying::apply(&self.driver.inner, batch, position)?;
        }
        self.waits_since = (!self.pending.is_empty()).then(Instant::now);
        self.driver.is_writable.store(true, Ordering::Release);
        self.driver.status.send_if_modified(|status| {
            (status.position, status.end) = (position, position.seq);
            false
        });
        Ok(())
    }

    /// Publishes appends as a group. Appends without records wait for the group before them.
    fn submit(&mut self, mut batch: Batch) -> Option<Role> {
        if batch.frames.is_empty() {
            match self.pending.back_mut() {
                Some(last) => last.take_over(&mut batch),
                None => {
                    let position = self.owner.position();
                    let applied = applying::apply(&self.driver.inner, batch, position);
                    return applied.err().as_ref().map(failed);
                }
            }
            return None;
        }
        let mut sealed = Vec::with_capacity(record::GROUP_FRAMES_START + batch.frames.len());
        record::seal_group(&batch.frames, &mut sealed);
        self.waits_since.get_or_insert_with(Instant::now);
        self.pending.push_back(batch);
        self.owner.submit(Bytes::from(sealed));
        None
    }

    /// Applies groups of earlier owners among what was read, and gives it to the machine.
    async fn has_read(&mut self, read: Result<Read, LogError>) -> Option<Role> {
        self.reading = None;
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                tracing::debug!(%error, "the cell's log cannot be read; the owner reads it again");
                tokio::time::sleep(RETRY).await;
                self.owner.read_failed();
                return None;
            }
        };
        if !self.owns {
            let mut position = self.owner.position();
            for (seq, stored) in &read.messages {
                let Ok(folded) = position.fold_stored(*seq, stored) else {
                    break;
                };
                if let Err(error) = apply_counted(&self.driver.inner, position, folded) {
                    return Some(failed(&error));
                }
            }
        }
        self.owner.stream_begins(read.first);
        self.owner.has_read(&read.messages, read.end);
        None
    }

    /// Notes whether the log takes writes, and whether the local store does.
    fn check(&mut self) -> Option<Role> {
        let waits_long = self
            .waits_since
            .is_some_and(|since| since.elapsed() > WAITS_MAX);
        let was_writable = self.driver.is_writable.swap(!waits_long, Ordering::AcqRel);
        if was_writable && waits_long {
            tracing::warn!(
                code = "FD120",
                "the cluster's log takes no writes: writes get 503 until it has a quorum"
            );
        }
        if self.closes_by.is_some_and(|by| Instant::now() > by) {
            return Some(Role::Closed);
        }
        self.driver.inner.health().err().as_ref().map(failed)
    }

    fn is_idle(&self) -> bool {
        self.pending.is_empty() && self.has_all()
    }

    /// Whether nothing more is submitted.
    fn has_all(&self) -> bool {
        self.submitted.is_closed() && self.submitted.is_empty()
    }
}

/// Hands what waits to the writer, in groups, until the queue ends.
fn take(queue: &Queue, submit: &tokio::sync::mpsc::Sender<Batch>) {
    let mut batch = Batch::default();
    while queue.take(&mut batch) {
        while !batch.answers.is_empty() {
            let group = batch.take_first(GROUP_BYTES);
            if let Err(refused) = submit.blocking_send(group) {
                let why = StoreError::Closed(Arc::from("another node owns the cell"));
                let answers = refused
                    .0
                    .answers
                    .into_iter()
                    .chain(std::mem::take(&mut batch.answers));
                answers.for_each(|(done, _)| done(Err(why.clone())));
            }
        }
    }
}

/// Waits for a read; for ever if there is none.
async fn wait(reading: &mut Option<Reading>) -> Result<Read, LogError> {
    match reading {
        Some(reading) => reading.await,
        None => std::future::pending().await,
    }
}
