//! Reads the stream in order. A consumer stays open between calls, so that reading on costs no request.

use std::time::Duration;

use actors_cluster::log::{LogError, Read};
use async_nats::jetstream::stream::{RawMessageError, RawMessageErrorKind, Stream};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::iter;
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

use super::tail::Tail;
use crate::link::{ANSWER_WITHIN, ask};

/// A read ends after the message that reaches this size, in bytes.
const READ_BYTES: usize = 8 << 20;

/// A read ends after this number of messages.
const READ_MESSAGES: usize = 64 << 10;

/// Fewer messages than this are asked for one by one, without a consumer.
const FEW: u64 = 64;

/// Such requests that wait for their answers at once.
const ASKED_AT_ONCE: usize = 8;

/// How old the leader's word may be for a caller that waits for messages.
const WORD_HOLDS: Duration = Duration::from_millis(250);

/// A consumer that nobody reads from for this time is closed.
const IDLE_AFTER: Duration = Duration::from_secs(2);

/// The way to the task that reads.
#[derive(Clone, Debug)]
pub struct Reader {
    queue: mpsc::UnboundedSender<Wanted>,
}

#[derive(Debug)]
struct Wanted {
    from: u64,
    wait: Duration,
    outcome: oneshot::Sender<Result<Read, LogError>>,
}

impl Reader {
    /// Starts the task. It ends with the last clone of the reader.
    pub fn start(stream: Stream) -> Self {
        let (queue, wanted) = mpsc::unbounded_channel();
        tokio::spawn(serve(Reading::new(stream), wanted));
        Self { queue }
    }

    /// Reads from this sequence. Calls are served one after the other.
    pub fn read(&self, from: u64, wait: Duration) -> BoxFuture<'static, Result<Read, LogError>> {
        let (outcome, answer) = oneshot::channel();
        let ended = || Err(LogError("the reader of the stream has ended".to_owned()));
        let wanted = Wanted {
            from,
            wait,
            outcome,
        };
        if self.queue.send(wanted).is_err() {
            return std::future::ready(ended()).boxed();
        }
        async move { answer.await.unwrap_or_else(|_| ended()) }.boxed()
    }
}

async fn serve(mut reading: Reading, mut queue: mpsc::UnboundedReceiver<Wanted>) {
    loop {
        let wanted = match timeout(IDLE_AFTER, queue.recv()).await {
            Ok(Some(wanted)) => wanted,
            Ok(None) => return,
            Err(_) => {
                reading.tail = None;
                continue;
            }
        };
        let Wanted {
            from,
            wait,
            mut outcome,
        } = wanted;
        let read = tokio::select! {
            read = reading.read(from, wait) => read,
            // The caller has gone. A message may have been taken and dropped.
            () = outcome.closed() => {
                reading.tail = None;
                continue;
            }
        };
        if read.is_err() {
            reading.tail = None;
        }
        let _ = outcome.send(read);
    }
}

/// What the leader says about the stream.
#[derive(Clone, Copy, Debug)]
struct Word {
    first: u64,
    end: u64,
    at: Instant,
}

struct Reading {
    stream: Stream,
    tail: Option<Tail>,
    word: Option<Word>,
}

/// Messages of one call.
#[derive(Default)]
struct Batch {
    messages: Vec<(u64, Bytes)>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, (seq, message): (u64, Bytes)) {
        self.bytes += message.len();
        self.messages.push((seq, message));
    }

    fn is_full(&self) -> bool {
        self.bytes >= READ_BYTES || self.messages.len() >= READ_MESSAGES
    }

    fn next(&self, from: u64) -> u64 {
        self.messages.last().map_or(from, |(seq, _)| seq + 1)
    }
}

impl Reading {
    fn new(stream: Stream) -> Self {
        Self {
            stream,
            tail: None,
            word: None,
        }
    }

    async fn read(&mut self, from: u64, wait: Duration) -> Result<Read, LogError> {
        let mut batch = Batch::default();
        if !wait.is_zero() {
            self.take_arriving(from, wait, &mut batch).await?;
        }
        let recent = self
            .word
            .filter(|word| !batch.messages.is_empty() && word.at.elapsed() < WORD_HOLDS);
        let mut word = match recent {
            Some(word) => word,
            None => self.ask().await?,
        };
        if batch.messages.is_empty() {
            self.take_stored(from, word, &mut batch).await?;
        }
        if let Some((last, _)) = batch.messages.last() {
            // What arrived is stored, whatever the leader said before.
            word.end = word.end.max(*last);
        }
        Ok(Read {
            messages: batch.messages,
            end: word.end,
            first: word.first,
        })
    }

    /// Asks the stream's leader. While there is none, any server may answer with what it knows, and that does not count.
    async fn ask(&mut self) -> Result<Word, LogError> {
        let info = match ask(|| self.stream.get_info()).await {
            Some(Ok(info)) => info,
            Some(Err(error)) => return Err(LogError(format!("the stream's leader: {error}"))),
            None => return Err(LogError("the stream's leader does not answer".to_owned())),
        };
        if info.cluster.is_some_and(|cluster| cluster.leader.is_none()) {
            let missing = "the stream's leader: there is none while most of its servers are down";
            return Err(LogError(missing.to_owned()));
        }
        let state = info.state;
        let word = Word {
            // A new stream says 0.
            first: state.first_sequence.max(1),
            end: state.last_sequence,
            at: Instant::now(),
        };
        self.word = Some(word);
        Ok(word)
    }

    /// Waits for a first message and takes what is there with it.
    async fn take_arriving(
        &mut self,
        from: u64,
        wait: Duration,
        batch: &mut Batch,
    ) -> Result<(), LogError> {
        let until = Instant::now() + wait;
        while let Ok(arrived) = timeout_at(until, self.next(from)).await {
            let Some(first) = arrived? else {
                continue;
            };
            batch.push(first);
            while !batch.is_full() {
                match self.tail.as_mut().and_then(Tail::next_at_once) {
                    Some(message) => batch.push(message),
                    None => break,
                }
            }
            break;
        }
        Ok(())
    }

    /// Takes what the leader says is stored, until a call's share is full.
    async fn take_stored(
        &mut self,
        from: u64,
        word: Word,
        batch: &mut Batch,
    ) -> Result<(), LogError> {
        let from = from.max(word.first);
        let is_open = self.tail.as_ref().is_some_and(|tail| tail.next == from);
        if !is_open && word.end.saturating_sub(from) < FEW {
            match self.take_few(from, word.end).await {
                Ok(few) => {
                    *batch = few;
                    return Ok(());
                }
                // A message of some MB does not fit into such an answer.
                Err(error) => tracing::debug!(%error, "asking for single messages"),
            }
        }
        while batch.next(from) <= word.end && !batch.is_full() {
            let next = batch.next(from);
            match timeout(ANSWER_WITHIN, self.next(next)).await {
                Ok(Ok(Some(message))) => batch.push(message),
                Ok(Ok(None)) => {}
                Ok(Err(error)) if batch.messages.is_empty() => return Err(error),
                Ok(Err(_)) => break,
                Err(_) if batch.messages.is_empty() => {
                    let stuck = format!("message {next} of the stream does not arrive");
                    return Err(LogError(stuck));
                }
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Asks the stream's leader for each message. This needs no consumer, which only the leader of all streams creates.
    async fn take_few(&self, from: u64, end: u64) -> Result<Batch, RawMessageError> {
        let stream = &self.stream;
        let mut messages = iter(from..=end)
            .map(|seq| stream.get_raw_message(seq))
            .buffered(ASKED_AT_ONCE);
        let mut batch = Batch::default();
        while let Some(message) = messages.next().await {
            match message {
                Ok(message) => batch.push((message.sequence, message.payload)),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => {}
                Err(error) => return Err(error),
            }
            if batch.is_full() {
                break;
            }
        }
        Ok(batch)
    }

    /// The next message from this sequence on. `None` if its consumer was lost and the next call opens another.
    async fn next(&mut self, from: u64) -> Result<Option<(u64, Bytes)>, LogError> {
        let tail = match self.tail.take() {
            Some(tail) if tail.next == from => tail,
            Some(_) | None => Tail::open(&self.stream, from).await?,
        };
        let tail = self.tail.insert(tail);
        let next = tail.next().await;
        if next.is_none() {
            self.tail = None;
        }
        Ok(next)
    }
}
