//! A stream in memory with faults, for tests.

use crate::log::{Log, LogError, Read};
use crate::message::{MESSAGE_BYTES_MAX, Message};
use crate::owner::PublishError;
use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};

/// A read returns no further message after this many bytes.
const READ_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A stream in memory. Clones share it, as nodes do. A publish takes effect when it is called, not when its future is
/// polled. A read that waits needs tokio's timer; it works with paused time.
///
/// Faults act on publishes in the order of calls: first [`refuse`](Self::refuse), then
/// [`drop_publishes`](Self::drop_publishes), then [`lose_acks`](Self::lose_acks).
#[derive(Clone, Debug, Default)]
pub struct MemoryLog {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stream: Mutex<Stream>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Stream {
    messages: BTreeMap<u64, Bytes>,
    end: u64,
    ignores_expected: bool,
    is_held: bool,
    held: Vec<Held>,
    acks_to_lose: usize,
    publishes_to_refuse: usize,
    publishes_to_drop: usize,
    reads_to_fail: usize,
}

/// A publish that waits for [`MemoryLog::release`].
#[derive(Debug)]
struct Held {
    message: Bytes,
    after: u64,
    answer: oneshot::Sender<Result<u64, PublishError>>,
}

impl MemoryLog {
    /// An empty stream without faults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next `count` publishes are stored and answered with [`PublishError::Unknown`].
    pub fn lose_acks(&self, count: usize) {
        self.stream().acks_to_lose = count;
    }

    /// The next `count` publishes are not stored and answered with [`PublishError::NotStored`].
    pub fn refuse(&self, count: usize) {
        self.stream().publishes_to_refuse = count;
    }

    /// The next `count` publishes are not stored and answered with [`PublishError::Unknown`].
    pub fn drop_publishes(&self, count: usize) {
        self.stream().publishes_to_drop = count;
    }

    /// The next `count` reads fail.
    pub fn fail_reads(&self, count: usize) {
        self.stream().reads_to_fail = count;
    }

    /// Publishes and reads wait from now on, as when the quorum is gone. A held publish takes effect later even if its
    /// future is dropped.
    pub fn hold(&self) {
        self.stream().is_held = true;
    }

    /// Ends [`hold`](Self::hold): what waited takes effect in the order of calls.
    pub fn release(&self) {
        let mut stream = self.stream();
        stream.is_held = false;
        for held in std::mem::take(&mut stream.held) {
            let outcome = stream.publish(held.message, held.after);
            // Nobody waits for a publish whose future is dropped.
            let _ = held.answer.send(outcome);
        }
        drop(stream);
        self.shared.changed.notify_waiters();
    }

    /// Whether the expected last sequence is ignored. NATS may do so around a change of the stream's leader.
    pub fn ignore_expected(&self, ignores: bool) {
        self.stream().ignores_expected = ignores;
    }

    /// Somebody else's message, stored at once at the sequence that is returned. Faults do not act on it.
    pub fn append(&self, message: Message) -> u64 {
        self.append_bytes(message.encode())
    }

    /// Like [`append`](Self::append), with bytes that need not be a message.
    pub fn append_bytes(&self, bytes: Bytes) -> u64 {
        let seq = self.stream().store(bytes);
        self.shared.changed.notify_waiters();
        seq
    }

    /// Removes all messages up to this sequence, as after a snapshot.
    pub fn purge(&self, upto: u64) {
        let mut stream = self.stream();
        stream.messages = stream.messages.split_off(&upto.saturating_add(1));
    }

    /// How many messages are stored.
    pub fn len(&self) -> usize {
        self.stream().messages.len()
    }

    /// Whether no message is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last sequence; 0 if nothing was ever stored.
    pub fn end(&self) -> u64 {
        self.stream().end
    }

    /// The stored messages with their sequences, in order.
    pub fn stored(&self) -> Vec<(u64, Bytes)> {
        let stream = self.stream();
        let each = stream.messages.iter();
        each.map(|(seq, bytes)| (*seq, bytes.clone())).collect()
    }

    fn stream(&self) -> MutexGuard<'_, Stream> {
        let stream = self.shared.stream.lock();
        stream.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for MemoryLog {
    fn publish(&self, message: Bytes, after: u64) -> BoxFuture<'static, Result<u64, PublishError>> {
        let mut stream = self.stream();
        if stream.is_held {
            let (answer, outcome) = oneshot::channel();
            stream.held.push(Held {
                message,
                after,
                answer,
            });
            return outcome
                .map(|outcome| outcome.unwrap_or(Err(PublishError::Unknown)))
                .boxed();
        }
        let outcome = stream.publish(message, after);
        drop(stream);
        self.shared.changed.notify_waiters();
        std::future::ready(outcome).boxed()
    }

    fn read(&self, from: u64, wait: Duration) -> BoxFuture<'static, Result<Read, LogError>> {
        let log = self.clone();
        async move {
            let timer = async {
                match wait {
                    Duration::ZERO => {}
                    Duration::MAX => pending().await,
                    wait => tokio::time::sleep(wait).await,
                }
            };
            let mut timer = std::pin::pin!(timer.fuse());
            let mut is_over = false;
            loop {
                let changed = log.shared.changed.notified();
                let mut changed = std::pin::pin!(changed);
                // From here on no change is missed.
                changed.as_mut().enable();
                if let Some(read) = log.stream().read(from, is_over) {
                    return read;
                }
                if is_over {
                    changed.await;
                } else {
                    tokio::select! {
                        () = changed => {}
                        () = &mut timer => is_over = true,
                    }
                }
            }
        }
        .boxed()
    }
}

impl Stream {
    fn publish(&mut self, message: Bytes, after: u64) -> Result<u64, PublishError> {
        if message.len() > MESSAGE_BYTES_MAX {
            return Err(PublishError::TooLarge);
        }
        if take_one(&mut self.publishes_to_refuse) || (self.end != after && !self.ignores_expected)
        {
            return Err(PublishError::NotStored);
        }
        if take_one(&mut self.publishes_to_drop) {
            return Err(PublishError::Unknown);
        }
        let seq = self.store(message);
        if take_one(&mut self.acks_to_lose) {
            return Err(PublishError::Unknown);
        }
        Ok(seq)
    }

    fn store(&mut self, message: Bytes) -> u64 {
        self.end += 1;
        self.messages.insert(self.end, message);
        self.end
    }

    /// `None` while the read waits. After its wait it returns what there is, unless the stream is held.
    fn read(&mut self, from: u64, is_over: bool) -> Option<Result<Read, LogError>> {
        if self.is_held || (self.end < from && !is_over) {
            return None;
        }
        if take_one(&mut self.reads_to_fail) {
            return Some(Err(LogError("the stream does not answer".to_owned())));
        }
        let mut bytes = 0;
        let messages = self.messages.range(from..).take_while(|(_, message)| {
            let fits = bytes <= READ_BYTES_MAX;
            bytes += message.len();
            fits
        });
        Some(Ok(Read {
            messages: messages.map(|(seq, bytes)| (*seq, bytes.clone())).collect(),
            end: self.end,
            first: self
                .messages
                .first_key_value()
                .map_or(self.end + 1, |(seq, _)| *seq),
        }))
    }
}

fn take_one(count: &mut usize) -> bool {
    let is_left = *count > 0;
    *count = count.saturating_sub(1);
    is_left
}

#[cfg(test)]
mod tests;
