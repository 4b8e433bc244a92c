//! A consumer that delivers the stream in order from one sequence on.

use std::time::Duration;

use actors_cluster::log::LogError;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::message::Message;
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _};

/// Messages that the consumer may send ahead of the reader.
const AHEAD_MESSAGES: usize = 4 << 10;

/// Bytes that the consumer may send ahead of the reader. More than the largest message.
const AHEAD_BYTES: usize = 16 << 20;

/// The consumer shows this often that it lives. After twice this time it counts as lost.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long the server keeps a consumer that nobody asks.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(30);

/// An open consumer.
pub struct Tail {
    /// The sequence that it delivers next, or a later one if messages were removed.
    pub next: u64,
    /// Messages that it has delivered.
    delivered: u64,
    messages: pull::Stream,
}

impl Tail {
    /// Opens a consumer in the servers' memory.
    pub async fn open(stream: &Stream, from: u64) -> Result<Self, LogError> {
        let failed = |error: &dyn std::fmt::Display| {
            LogError(format!("opening a consumer of the stream: {error}"))
        };
        let config = pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: from.max(1),
            },
            ack_policy: AckPolicy::None,
            inactive_threshold: FORGOTTEN_AFTER,
            num_replicas: 1,
            memory_storage: true,
            ..pull::Config::default()
        };
        let consumer = stream.create_consumer(config).await;
        let consumer = consumer.map_err(|error| failed(&error))?;
        let messages = consumer
            .stream()
            .max_messages_per_batch(AHEAD_MESSAGES)
            .max_bytes_per_batch(AHEAD_BYTES)
            .heartbeat(HEARTBEAT)
            .messages()
            .await
            .map_err(|error| failed(&error))?;
        Ok(Self {
            next: from,
            delivered: 0,
            messages,
        })
    }

    /// The next message, or `None` once the consumer is lost.
    pub async fn next(&mut self) -> Option<(u64, Bytes)> {
        match self.messages.next().await? {
            Ok(message) => self.accept(message),
            Err(error) => {
                tracing::debug!(%error, "the consumer of the stream");
                None
            }
        }
    }

    /// The next message, if it has arrived.
    pub fn next_at_once(&mut self) -> Option<(u64, Bytes)> {
        self.next().now_or_never().flatten()
    }

    /// A message counts if none of this consumer's was lost before it.
    fn accept(&mut self, message: Message) -> Option<(u64, Bytes)> {
        let (delivered, seq) = match message.info() {
            Ok(info) => (info.consumer_sequence, info.stream_sequence),
            Err(_) => return None,
        };
        if delivered != self.delivered + 1 || seq < self.next {
            return None;
        }
        self.delivered = delivered;
        self.next = seq + 1;
        Some((seq, message.message.payload))
    }
}
