//! Publishes messages in the order of calls, any number of them at once.

use std::error::Error as _;
use std::time::Duration;

use actors_cluster::owner::PublishError;
use async_nats::connection::State;
use async_nats::jetstream::context::{PublishAckFuture, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, ErrorCode, context};
use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

use crate::link::{Connected, Link};

/// How long a refusal is held back. While most servers are down, the stream's leader counts a message that it could not
/// store, and refuses the same one again and again.
const REFUSAL_HELD: Duration = Duration::from_millis(50);

type Outcome = Result<u64, PublishError>;

/// The way to the task that sends.
#[derive(Clone, Debug)]
pub struct Publisher {
    queue: mpsc::UnboundedSender<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    message: Bytes,
    after: u64,
    outcome: oneshot::Sender<Outcome>,
}

impl Publisher {
    /// Starts the task. It ends with the last clone of the publisher.
    pub fn start(link: &Link, subject: String) -> Self {
        // The owner bounds what is in flight.
        let (queue, waiting) = mpsc::unbounded_channel();
        tokio::spawn(send_all(link.clone(), subject, waiting));
        Self { queue }
    }

    /// Queues the message at once.
    pub fn publish(&self, message: Bytes, after: u64) -> BoxFuture<'static, Outcome> {
        let (outcome, answer) = oneshot::channel();
        let waiting = Waiting {
            message,
            after,
            outcome,
        };
        if self.queue.send(waiting).is_err() {
            return std::future::ready(Err(PublishError::Unknown)).boxed();
        }
        async move { answer.await.unwrap_or(Err(PublishError::Unknown)) }.boxed()
    }
}

async fn send_all(link: Link, subject: String, mut queue: mpsc::UnboundedReceiver<Waiting>) {
    while let Some(waiting) = queue.recv().await {
        let mut connected = link.connected();
        let losses = connected.borrow_and_update().losses;
        // async-nats would send it after the next connection, when its time is over.
        if link.client.connection_state() != State::Connected {
            let _ = waiting.outcome.send(Err(PublishError::Unknown));
            continue;
        }
        let message = PublishMessage::build()
            .payload(waiting.message)
            .expected_last_sequence(waiting.after);
        match link.jetstream.send_publish(subject.clone(), message).await {
            Ok(answer) => {
                let outcome = waiting.outcome;
                tokio::spawn(async move {
                    let answered = answered(answer, connected, losses).await;
                    if answered == Err(PublishError::NotStored) {
                        sleep(REFUSAL_HELD).await;
                    }
                    let _ = outcome.send(answered);
                });
            }
            Err(error) => {
                let _ = waiting.outcome.send(Err(meaning(&error)));
            }
        }
    }
}

/// The answer, or `Unknown` once its connection is lost: an answer cannot reach the next one.
async fn answered(
    answer: PublishAckFuture,
    mut connected: watch::Receiver<Connected>,
    losses: u64,
) -> Outcome {
    let lost = connected.wait_for(|state| state.losses != losses);
    tokio::select! {
        biased;
        answer = answer.into_future() => match answer {
            Ok(ack) => Ok(ack.sequence),
            Err(error) => Err(meaning(&error)),
        },
        _ = lost => Err(PublishError::Unknown),
    }
}

fn meaning(error: &context::PublishError) -> PublishError {
    let code = error
        .source()
        .and_then(|source| source.downcast_ref::<jetstream::Error>())
        .map(jetstream::Error::error_code);
    match error.kind() {
        PublishErrorKind::WrongLastSequence => PublishError::NotStored,
        PublishErrorKind::MaxPayloadExceeded => PublishError::TooLarge,
        PublishErrorKind::Other if code == Some(ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT) => {
            PublishError::NotStored
        }
        PublishErrorKind::Other if code == Some(ErrorCode::STREAM_MESSAGE_EXCEEDS_MAXIMUM) => {
            PublishError::TooLarge
        }
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::WrongLastMessageId
        | PublishErrorKind::TimedOut
        | PublishErrorKind::BrokenPipe
        | PublishErrorKind::MaxAckPending
        | PublishErrorKind::Other => {
            tracing::debug!(%error, "the outcome of a publish is unknown");
            PublishError::Unknown
        }
    }
}
