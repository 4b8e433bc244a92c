//! The stream of a cell: one message for each claim and each commit group.

mod publisher;
mod reader;
mod stream;
mod tail;

use std::time::Duration;

use actors_cluster::log::{Log, LogError, Read};
use actors_cluster::owner::PublishError;
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use futures_util::future::BoxFuture;

use crate::link::{Link, ask};
use publisher::Publisher;
use reader::Reader;
pub use stream::StreamError;
pub(crate) use stream::{MESSAGE_BYTES_MAX, open as open_stream};

/// The stream of a cell. Clones share it.
#[derive(Clone, Debug)]
pub struct Cell {
    stream: Stream,
    publisher: Publisher,
    reader: Reader,
}

impl Cell {
    /// Opens the stream `FD_CELL_<cell>`, and creates it if there is none.
    ///
    /// # Errors
    /// [`StreamError`]: JetStream does not answer, or the stream has settings that lose messages.
    pub async fn open(link: &Link, cell: u32, replicas: usize) -> Result<Self, StreamError> {
        let (name, subject) = (format!("FD_CELL_{cell}"), format!("FD.cell.{cell}"));
        let stream = stream::open(link, stream::config(&name, &subject, replicas)).await?;
        Ok(Self {
            publisher: Publisher::start(link, subject),
            reader: Reader::start(stream.clone()),
            stream,
        })
    }

    /// Removes the messages up to this sequence, included.
    ///
    /// # Errors
    /// [`LogError`]: JetStream does not answer, and the messages may still be there.
    pub async fn purge(&self, upto: u64) -> Result<(), LogError> {
        let purge = self.stream.purge().sequence(upto.saturating_add(1));
        match purge.await {
            Ok(_) => Ok(()),
            Err(error) => Err(LogError(format!("removing old messages: {error}"))),
        }
    }

    /// The server that leads the stream, if one does.
    ///
    /// # Errors
    /// [`LogError`]: JetStream does not answer.
    pub async fn leader(&self) -> Result<Option<String>, LogError> {
        match ask(|| self.stream.get_info()).await {
            Some(Ok(info)) => Ok(info.cluster.and_then(|cluster| cluster.leader)),
            Some(Err(error)) => Err(LogError(format!("asking for the stream's leader: {error}"))),
            None => Err(LogError("the stream's leader does not answer".to_owned())),
        }
    }
}

impl Log for Cell {
    /// Sends the message before this returns its future, so messages are sent in the order of calls. Without a
    /// connection nothing is sent, and the outcome is unknown.
    fn publish(&self, message: Bytes, after: u64) -> BoxFuture<'static, Result<u64, PublishError>> {
        self.publisher.publish(message, after)
    }

    /// Reads at most about 8 MiB, one call after the other. `end` is what the stream's leader says during the call. If `wait` is not zero and
    /// messages arrive, the leader's word may be 250 ms old.
    fn read(&self, from: u64, wait: Duration) -> BoxFuture<'static, Result<Read, LogError>> {
        self.reader.read(from, wait)
    }
}
