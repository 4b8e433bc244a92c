//! Looks at the lease, takes it, renews it and gives it up.

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use super::bucket::{Bucket, Entry, Put};
use super::record::{Holder, Record};
use super::rules::{LOOK_EVERY, RENEW_EVERY, Verdict, Watch, judge};
use super::{LeaseError, Standing, State};

/// A release.
#[derive(Debug)]
pub struct Command {
    pub to: Option<String>,
    pub outcome: oneshot::Sender<Result<(), LeaseError>>,
}

/// One node and one lease.
pub struct Task {
    bucket: Bucket,
    key: String,
    me: Holder,
    may_hold: bool,
    standing: watch::Receiver<Standing>,
    state: watch::Sender<State>,
    watch: Watch,
    /// The revision that this node has written last, while it holds the lease.
    held: Option<u64>,
    /// The epoch that this node had when it took the lease. It is not that of its next claim.
    past_epoch: Option<u64>,
}

impl Task {
    pub fn new(
        (bucket, key): (Bucket, String),
        (me, may_hold): (Holder, bool),
        standing: watch::Receiver<Standing>,
        state: watch::Sender<State>,
    ) -> Self {
        Self {
            bucket,
            key,
            me,
            may_hold,
            standing,
            state,
            watch: Watch::default(),
            held: None,
            past_epoch: None,
        }
    }

    /// Runs until the node leaves, which is when nobody can command it.
    pub async fn run(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        mut changed: watch::Receiver<()>,
    ) {
        let mut next = Instant::now();
        loop {
            tokio::select! {
                Ok(()) = self.standing.changed() => {
                    if !self.has_news() {
                        continue;
                    }
                    if let Some(revision) = self.held {
                        self.renew(revision).await;
                    }
                }
                command = commands.recv() => match command {
                    Some(command) => {
                        let outcome = self.release(command.to).await;
                        let _ = command.outcome.send(outcome);
                    }
                    None => return,
                },
                Ok(()) = changed.changed() => {
                    if self.held.is_some() {
                        continue;
                    }
                    self.look().await;
                }
                () = sleep_until(next) => {
                    match self.held {
                        Some(revision) => self.renew(revision).await,
                        None => self.look().await,
                    }
                }
            }
            let pause = if self.held.is_some() {
                RENEW_EVERY
            } else {
                LOOK_EVERY
            };
            next = Instant::now() + pause;
        }
    }

    /// Whether the others wait to hear that this node takes requests, or no longer does.
    fn has_news(&mut self) -> bool {
        let epoch = self.standing.borrow_and_update().epoch;
        self.me.epoch != epoch.filter(|_| epoch != self.past_epoch)
    }

    async fn renew(&mut self, revision: u64) {
        let epoch = self.standing.borrow().epoch;
        self.me.epoch = epoch.filter(|_| epoch != self.past_epoch);
        let value = Record::held(self.me.clone()).encode();
        match self.bucket.put_after(&self.key, revision, value).await {
            Put::Stored(revision) => self.held = Some(revision),
            // A renewal whose answer was lost may be what overtakes this one.
            Put::Overtaken => self.look().await,
            Put::Unknown(error) => tracing::debug!(%error, "renewing the lease"),
        }
    }

    async fn look(&mut self) {
        match self.bucket.get(&self.key).await {
            Ok(Some(entry)) => self.consider(&entry).await,
            Ok(None) => {
                self.show(None, None);
                self.take(0).await;
            }
            Err(error) => tracing::debug!(%error, "looking at the lease"),
        }
    }

    async fn consider(&mut self, entry: &Entry) {
        let unchanged = self.watch.look(Instant::now(), entry.revision);
        let Some(record) = Record::decode(&entry.value) else {
            // A newer version holds it.
            return self.show(None, None);
        };
        match judge(&record, unchanged, &self.me) {
            Verdict::Held => self.show(Some(entry.revision), None),
            Verdict::Wait => self.show(None, record.holder),
            Verdict::Take => {
                self.show(None, record.holder);
                self.take(entry.revision).await;
            }
        }
    }

    async fn take(&mut self, after: u64) {
        let standing = *self.standing.borrow();
        if standing.is_draining || !self.may_hold {
            return;
        }
        self.past_epoch = standing.epoch;
        self.me.epoch = None;
        let value = Record::held(self.me.clone()).encode();
        match self.bucket.put_after(&self.key, after, value).await {
            Put::Stored(revision) => self.show(Some(revision), None),
            // The next look shows who was first, or that the answer was lost.
            Put::Overtaken => {}
            Put::Unknown(error) => tracing::debug!(%error, "taking the lease"),
        }
    }

    async fn release(&mut self, to: Option<String>) -> Result<(), LeaseError> {
        let Some(revision) = self.held else {
            return Err(LeaseError::NotHeld);
        };
        let value = Record::released(&self.me, to).encode();
        match self.bucket.put_after(&self.key, revision, value).await {
            Put::Stored(_) => {
                self.show(None, None);
                Ok(())
            }
            Put::Overtaken => {
                self.look().await;
                Err(LeaseError::NotHeld)
            }
            Put::Unknown(error) => Err(LeaseError::Silent(error)),
        }
    }

    /// Notes and tells who holds the lease.
    fn show(&mut self, held: Option<u64>, holder: Option<Holder>) {
        self.held = held;
        let state = match held {
            Some(_) => State::Holder,
            None => State::Follower { holder },
        };
        self.state.send_if_modified(|told| {
            let has_changed = *told != state;
            *told = state;
            has_changed
        });
    }
}
