//! Writes a file in chunks. It counts only once the last message, which describes it, is stored.

use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use bytes::{Bytes, BytesMut};
use chrono::Utc;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesOrdered;
use futures_util::{FutureExt as _, StreamExt as _};
use object_store::path::Path;
use object_store::{Error, PutPayload, Result};
use sha2::{Digest as _, Sha256};
use tokio::time::{Instant, sleep, timeout};

use super::bucket::{self, Bucket, chunks_of, described_by};
use super::generic;
use super::info::{Info, Options};
use crate::link::ANSWER_WITHIN;

/// Size of a chunk, in bytes, as the `nats` tool writes them.
const CHUNK: usize = 128 << 10;

/// Chunks that wait for their acknowledgement: 1 MiB.
const IN_FLIGHT: usize = 8;

/// How long a chunk is tried. While NATS elects a leader, nothing is acknowledged.
const TRIED_FOR: Duration = Duration::from_secs(20);

/// What happens to a file of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced.
    Replaced,
    /// It stays, and the new one is refused.
    Refused,
}

/// A file that is being written.
pub struct Writer {
    bucket: Bucket,
    location: Path,
    nuid: String,
    /// What does not fill a chunk yet.
    rest: BytesMut,
    waiting: FuturesOrdered<BoxFuture<'static, Result<u64>>>,
    sent: u64,
    /// Sequences of the stored chunks.
    stored: Vec<u64>,
    size: u64,
    digest: Sha256,
}

impl Writer {
    pub fn new(bucket: Bucket, location: Path) -> Self {
        // An inbox is never named twice.
        let inbox = bucket.link.client.new_inbox();
        let nuid = inbox.rsplit('.').next().unwrap_or(&inbox).to_owned();
        Self {
            bucket,
            location,
            nuid,
            rest: BytesMut::new(),
            waiting: FuturesOrdered::new(),
            sent: 0,
            stored: Vec::new(),
            size: 0,
            digest: Sha256::new(),
        }
    }

    /// Writes the next bytes. Returns when at most 1 MiB waits for its acknowledgement.
    pub async fn write(&mut self, payload: &PutPayload) -> Result<()> {
        for bytes in payload {
            let mut bytes = bytes.clone();
            while !bytes.is_empty() {
                let part = bytes.split_to(bytes.len().min(CHUNK - self.rest.len()));
                self.rest.extend_from_slice(&part);
                if self.rest.len() == CHUNK {
                    self.send_rest().await?;
                }
            }
        }
        Ok(())
    }

    /// Stores the rest and the description. Returns the version's name.
    pub async fn finish(&mut self, existing: Existing) -> Result<String> {
        if !self.rest.is_empty() {
            self.send_rest().await?;
        }
        self.settle(0).await?;
        let before = self
            .bucket
            .look(&described_by(self.location.as_ref()))
            .await?;
        if existing == Existing::Refused && before.is_some() {
            return Err(self.already_exists());
        }
        let (subject, mut message) = Bucket::description(&self.info())?;
        if existing == Existing::Refused {
            message = message.expected_last_subject_sequence(0);
        }
        let id = format!("{}-described", self.nuid);
        let message = message.message_id(id);
        let described = publish(&self.bucket, subject, message).await;
        if let Err(error) = described.await {
            return Err(match error.kind() {
                PublishErrorKind::WrongLastSequence => self.already_exists(),
                _ => generic(error),
            });
        }
        // A crash before this leaves chunks that sweeping removes.
        if let Some(before) = before
            && let Err(error) = self.bucket.purge(&chunks_of(&before.info.nuid)).await
        {
            tracing::debug!(%error, "the chunks of a replaced file stay until they are swept");
        }
        Ok(self.nuid.clone())
    }

    /// Removes what was written.
    pub async fn discard(&mut self) {
        // A chunk that is stored after the removal would stay.
        let settled = async { while self.waiting.next().await.is_some() {} };
        let _ = timeout(ANSWER_WITHIN, settled).await;
        self.waiting.clear();
        if self.sent > 0
            && let Err(error) = self.bucket.purge(&chunks_of(&self.nuid)).await
        {
            tracing::debug!(%error, "the chunks of a failed upload stay until they are swept");
        }
    }

    async fn send_rest(&mut self) -> Result<()> {
        self.settle(IN_FLIGHT - 1).await?;
        let chunk: Bytes = self.rest.split().freeze();
        self.digest.update(&chunk);
        self.size += chunk.len() as u64;
        let message = PublishMessage::build()
            .payload(chunk)
            .message_id(format!("{}-{}", self.nuid, self.sent));
        self.sent += 1;
        let stored = publish(&self.bucket, chunks_of(&self.nuid), message).await;
        let stored = stored.map(|stored| stored.map_err(generic));
        self.waiting.push_back(stored.boxed());
        Ok(())
    }

    /// Waits until no more than this number of chunks is in flight.
    async fn settle(&mut self, in_flight: usize) -> Result<()> {
        while self.waiting.len() > in_flight {
            if let Some(stored) = self.waiting.next().await {
                self.stored.push(stored?);
            }
        }
        Ok(())
    }

    fn info(&self) -> Info {
        let mut info = Info {
            name: self.location.to_string(),
            bucket: bucket::NAME.to_owned(),
            nuid: self.nuid.clone(),
            size: self.size,
            chunks: self.sent,
            mtime: Utc::now(),
            digest: format!(
                "SHA-256={}",
                URL_SAFE.encode(self.digest.clone().finalize())
            ),
            metadata: std::collections::BTreeMap::new(),
            options: Options {
                max_chunk_size: CHUNK as u64,
            },
            deleted: false,
        };
        info.note_chunks(&self.stored);
        info
    }

    fn already_exists(&self) -> Error {
        Error::AlreadyExists {
            path: self.location.to_string(),
            source: "a file of this name is there".into(),
        }
    }
}

/// Sends a message, and returns a future that sends it again until its answer comes. The message's id keeps the stream
/// from storing it twice.
async fn publish(
    bucket: &Bucket,
    subject: String,
    message: PublishMessage,
) -> BoxFuture<'static, std::result::Result<u64, PublishError>> {
    let until = Instant::now() + TRIED_FOR;
    let jetstream = bucket.link.jetstream.clone();
    let mut sent = jetstream
        .send_publish(subject.clone(), message.clone())
        .await;
    async move {
        loop {
            let error = match answered(sent).await {
                Ok(seq) => return Ok(seq),
                Err(error) => error,
            };
            if !may_pass(&error) || Instant::now() >= until {
                return Err(error);
            }
            sleep(Duration::from_millis(200)).await;
            sent = jetstream
                .send_publish(subject.clone(), message.clone())
                .await;
        }
    }
    .boxed()
}

async fn answered(
    sent: std::result::Result<PublishAckFuture, PublishError>,
) -> std::result::Result<u64, PublishError> {
    Ok(sent?.await?.sequence)
}

fn may_pass(error: &PublishError) -> bool {
    match error.kind() {
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::TimedOut
        | PublishErrorKind::BrokenPipe
        | PublishErrorKind::MaxAckPending => true,
        PublishErrorKind::Other => {
            let source = std::error::Error::source(error);
            let said =
                source.and_then(|source| source.downcast_ref::<async_nats::jetstream::Error>());
            // A full disk or a limit does not pass.
            said.is_none_or(|said| said.error_code() != ErrorCode::INSUFFICIENT_RESOURCES)
        }
        PublishErrorKind::WrongLastMessageId
        | PublishErrorKind::WrongLastSequence
        | PublishErrorKind::MaxPayloadExceeded => false,
    }
}
