//! The bucket's stream: chunks under one subject for each version of a file, and one message for each file.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, RawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{Error, ObjectMeta, Result};

use super::generic;
use super::info::Info;
use crate::cell::{self, StreamError};
use crate::link::{Link, ask};

pub const NAME: &str = "FD_FILES";

/// Requests of a listing that wait for their answers at once.
const ASKED_AT_ONCE: usize = 32;

#[derive(Clone, Debug)]
pub struct Bucket {
    pub link: Link,
    stream: Stream,
}

/// A file that is there.
#[derive(Debug)]
pub struct Found {
    pub info: Info,
    changed: DateTime<Utc>,
}

impl Found {
    /// The file for callers of the trait.
    pub fn meta(&self, location: Path) -> ObjectMeta {
        ObjectMeta {
            location,
            last_modified: self.changed,
            size: self.info.size,
            e_tag: Some(self.info.nuid.clone()),
            version: None,
        }
    }
}

impl Bucket {
    pub async fn open(link: &Link, replicas: usize) -> std::result::Result<Self, StreamError> {
        let config = Config {
            name: format!("OBJ_{NAME}"),
            subjects: vec![format!("$O.{NAME}.C.>"), format!("$O.{NAME}.M.>")],
            retention: RetentionPolicy::Limits,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: replicas,
            max_messages: -1,
            max_bytes: -1,
            max_messages_per_subject: -1,
            max_consumers: -1,
            max_message_size: cell::MESSAGE_BYTES_MAX,
            allow_rollup: true,
            allow_direct: true,
            ..Config::default()
        };
        let stream = cell::open_stream(link, config).await?;
        Ok(Self {
            link: link.clone(),
            stream,
        })
    }

    /// The message about a file that replaces the one before.
    pub fn description(info: &Info) -> Result<(String, PublishMessage)> {
        let value = serde_json::to_vec(info).map_err(generic)?;
        let message = PublishMessage::build()
            .payload(value.into())
            .header("Nats-Rollup", "sub");
        Ok((described_by(&info.name), message))
    }

    pub async fn find(&self, location: &Path) -> Result<Found> {
        match self.look(&described_by(location.as_ref())).await? {
            Some(found) => Ok(found),
            None => Err(Error::NotFound {
                path: location.to_string(),
                source: "no such file in the bucket".into(),
            }),
        }
    }

    /// The file that this subject is about, as the bucket's leader knows it.
    pub async fn look(&self, subject: &str) -> Result<Option<Found>> {
        let asked = ask(|| self.stream.get_last_raw_message_by_subject(subject)).await;
        let message = match asked.ok_or_else(silent)? {
            Ok(message) => message,
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
            Err(error) => return Err(generic(error)),
        };
        let info: Info = serde_json::from_slice(&message.payload).map_err(generic)?;
        let found = Found {
            changed: time(&message),
            info,
        };
        Ok((!found.info.deleted).then_some(found))
    }

    /// Removes a file: first the message that makes it one.
    pub async fn delete(&self, location: &Path) -> Result<()> {
        let found = self.find(location).await?;
        self.purge(&described_by(location.as_ref())).await?;
        self.purge(&chunks_of(&found.info.nuid)).await
    }

    /// Removes all messages of a subject.
    pub async fn purge(&self, subject: &str) -> Result<()> {
        self.stream.purge().filter(subject).await.map_err(generic)?;
        Ok(())
    }

    /// A chunk by its sequence. Any server that has it may answer: a chunk never changes.
    pub async fn chunk(&self, seq: u64) -> Result<Bytes> {
        if let Some(Ok(message)) = ask(|| self.stream.direct_get(seq)).await {
            return Ok(message.payload);
        }
        // The server that answered may not have it yet. The bucket's leader has it.
        let asked = ask(|| self.stream.get_raw_message(seq)).await;
        let message = asked.ok_or_else(silent)?.map_err(generic)?;
        Ok(message.payload)
    }

    /// The first chunk of a version from a sequence on, with its sequence.
    pub async fn chunk_from(&self, nuid: &str, seq: u64) -> Result<(u64, Bytes)> {
        let builder = self.stream.raw_message_builder().sequence(seq);
        let message = builder.next_by_subject(chunks_of(nuid)).send().await;
        let message = message.map_err(generic)?;
        Ok((message.sequence, message.payload))
    }

    /// All files below a folder.
    pub async fn list(
        self,
        prefix: Option<Path>,
    ) -> Result<BoxStream<'static, Result<ObjectMeta>>> {
        let subjects = self.subjects("M").await?;
        let named = subjects.into_iter().filter_map(move |subject| {
            let location = name_in(&subject)?;
            let is_below = prefix.as_ref().is_none_or(|prefix| {
                // A file is not below itself.
                location != *prefix && location.prefix_matches(prefix)
            });
            is_below.then_some((subject, location))
        });
        let metas = futures_util::stream::iter(named).map(move |(subject, location)| {
            let bucket = self.clone();
            async move {
                let found = bucket.look(&subject).await?;
                Ok(found.map(|found| found.meta(location)))
            }
        });
        let metas = metas.buffered(ASKED_AT_ONCE);
        Ok(metas
            .try_filter_map(|meta| std::future::ready(Ok(meta)))
            .boxed())
    }

    /// Removes chunks of no file, of which the last is as old as `age`.
    pub async fn sweep(&self, age: Duration) -> Result<usize> {
        // The files are listed after the chunks, so that a file that is finished meanwhile is seen.
        let chunks = self.subjects("C").await?;
        let mut used = BTreeSet::new();
        for subject in self.subjects("M").await? {
            if let Some(found) = self.look(&subject).await? {
                used.insert(chunks_of(&found.info.nuid));
            }
        }
        let mut removed = 0;
        for subject in chunks.iter().filter(|subject| !used.contains(*subject)) {
            let last = self.stream.get_last_raw_message_by_subject(subject).await;
            let is_old = last.is_ok_and(|message| {
                let since = Utc::now() - time(&message);
                since.to_std().is_ok_and(|since| since >= age)
            });
            if is_old {
                self.purge(subject).await?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    async fn subjects(&self, kind: &str) -> Result<Vec<String>> {
        let filter = format!("$O.{NAME}.{kind}.>");
        let asked = ask(|| self.stream.info_with_subjects(filter.clone())).await;
        let subjects = asked.ok_or_else(silent)?.map_err(generic)?;
        let named = subjects.map_ok(|(subject, _)| subject);
        named.try_collect().await.map_err(generic)
    }
}

fn silent() -> Error {
    generic("the bucket's leader does not answer")
}

/// The subject of a version's chunks.
pub fn chunks_of(nuid: &str) -> String {
    format!("$O.{NAME}.C.{nuid}")
}

/// The subject of the message about a file.
pub fn described_by(name: &str) -> String {
    format!("$O.{NAME}.M.{}", URL_SAFE.encode(name))
}

fn name_in(subject: &str) -> Option<Path> {
    let encoded = subject.rsplit_once('.')?.1;
    let name = String::from_utf8(URL_SAFE.decode(encoded).ok()?).ok()?;
    Path::parse(name).ok()
}

fn time(message: &StreamMessage) -> DateTime<Utc> {
    let nanoseconds = i64::try_from(message.time.unix_timestamp_nanos()).unwrap_or_default();
    DateTime::from_timestamp_nanos(nanoseconds)
}
