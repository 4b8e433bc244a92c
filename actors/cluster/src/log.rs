//! The port to a cell's stream.

use crate::owner::PublishError;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use std::time::Duration;

/// A cell's stream. Clones of an implementation's handle mean the same stream.
pub trait Log: Send + Sync + 'static {
    /// Publishes `message` and returns the sequence at which the stream stored it durably.
    ///
    /// Messages are sent in the order of the calls, whether or not the futures are polled. The stream is asked to
    /// refuse the message if its last sequence is not `after`; nobody relies on that.
    ///
    /// # Errors
    /// [`PublishError::NotStored`] only if the stream said that it did not store the message. Without an answer in
    /// time the outcome is [`PublishError::Unknown`]: the message may be stored, even later.
    fn publish(&self, message: Bytes, after: u64) -> BoxFuture<'static, Result<u64, PublishError>>;

    /// Reads messages in order, from the sequence `from` or, if that is purged, from the first that is still stored.
    /// Returns some MB at most, and waits at most `wait` for a first message.
    ///
    /// # Errors
    /// If the stream does not answer.
    fn read(&self, from: u64, wait: Duration) -> BoxFuture<'static, Result<Read, LogError>>;
}

/// A part of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Sequences and messages, in order.
    pub messages: Vec<(u64, Bytes)>,
    /// Last sequence of the stream when it was read; 0 if nothing was ever stored.
    pub end: u64,
    /// Oldest sequence that is still stored; one above `end` if none is.
    pub first: u64,
}

/// The stream did not answer a read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LogError(pub String);
