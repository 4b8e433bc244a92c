//! The bucket of leases and nodes: values that change only if nobody else has changed them.

use std::time::Duration;

use async_nats::jetstream::context::{ContextBuilder, CreateKeyValueErrorKind};
use async_nats::jetstream::kv::{self, Store, UpdateErrorKind, Watch};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, StorageType};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use tokio::time::{Instant, sleep};

use super::LeaseError;
use crate::cell::StreamError;
use crate::link::{Link, ask};

const NAME: &str = "FD_LEASE";

/// How long a change or a look waits for its answer. A holder that loses one answer still renews in time.
const ANSWER_WITHIN: Duration = Duration::from_millis(800);

/// How long servers that have just started may take to choose a leader.
const LEADER_WITHIN: Duration = Duration::from_secs(30);

/// A value and what it takes to change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the last change.
    pub revision: u64,
    /// When it was changed, in nanoseconds by the servers' clock.
    pub changed_at: i128,
    pub value: Bytes,
}

/// What became of a change.
#[derive(Debug)]
pub enum Put {
    /// It is stored with this revision.
    Stored(u64),
    /// Somebody else has changed the value meanwhile.
    Overtaken,
    /// It may be stored or not.
    Unknown(String),
}

#[derive(Clone, Debug)]
pub struct Bucket {
    store: Store,
}

impl Bucket {
    /// Opens the bucket; creates it if there is none.
    pub async fn open(link: &Link, replicas: usize) -> Result<Self, StreamError> {
        let config = kv::Config {
            bucket: NAME.to_owned(),
            history: 1,
            storage: StorageType::File,
            num_replicas: replicas,
            ..kv::Config::default()
        };
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER_WITHIN)
            .build(link.client.clone());
        let until = Instant::now() + LEADER_WITHIN;
        loop {
            if let Ok(store) = jetstream.get_key_value(NAME).await {
                return Self::accept(store, replicas);
            }
            let error = match jetstream.create_key_value(config.clone()).await {
                Ok(store) => return Ok(Self { store }),
                Err(error) => error,
            };
            match error.kind() {
                CreateKeyValueErrorKind::TimedOut
                | CreateKeyValueErrorKind::JetStream
                | CreateKeyValueErrorKind::BucketCreate
                    if Instant::now() < until =>
                {
                    sleep(Duration::from_millis(200)).await;
                }
                _ => return Err(StreamError::Refused(NAME.to_owned(), error.to_string())),
            }
        }
    }

    fn accept(store: Store, replicas: usize) -> Result<Self, StreamError> {
        let has = store.stream.cached_info().config.num_replicas;
        if has < replicas {
            return Err(StreamError::Setting {
                name: store.stream_name,
                setting: format!("{has} replicas, not {replicas}"),
            });
        }
        Ok(Self { store })
    }

    /// The newest value, as the leader of the bucket knows it.
    pub async fn get(&self, key: &str) -> Result<Option<Entry>, LeaseError> {
        let subject = format!("{}{key}", self.store.prefix);
        match self
            .store
            .stream
            .get_last_raw_message_by_subject(&subject)
            .await
        {
            Ok(message) => Ok(entry(message)),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(LeaseError::Silent(error.to_string())),
        }
    }

    /// The changes of a value from now on.
    pub async fn changes(&self, key: &str) -> Result<Watch, LeaseError> {
        let watching = self.store.watch(key).await;
        watching.map_err(|error| LeaseError::Silent(error.to_string()))
    }

    /// Changes a value if this is its revision; 0 if there must be none.
    pub async fn put_after(&self, key: &str, revision: u64, value: Bytes) -> Put {
        match self.store.update(key, value, revision).await {
            Ok(revision) => Put::Stored(revision),
            Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => Put::Overtaken,
            Err(error) => Put::Unknown(error.to_string()),
        }
    }

    /// Sets a value.
    pub async fn put(&self, key: &str, value: Bytes) -> Result<(), LeaseError> {
        match self.store.put(key, value).await {
            Ok(_) => Ok(()),
            Err(error) => Err(LeaseError::Silent(error.to_string())),
        }
    }

    /// Removes a value.
    pub async fn remove(&self, key: &str) -> Result<(), LeaseError> {
        match self.store.purge(key).await {
            Ok(()) => Ok(()),
            Err(error) => Err(LeaseError::Silent(error.to_string())),
        }
    }

    /// The keys that begin with this part, which may be removed ones.
    pub async fn keys(&self, part: &str) -> Result<Vec<String>, LeaseError> {
        let silent = |error: &dyn std::fmt::Display| LeaseError::Silent(error.to_string());
        let filter = format!("{}{part}.>", self.store.prefix);
        let asked = ask(|| self.store.stream.info_with_subjects(filter.clone())).await;
        let asked = asked.ok_or_else(|| silent(&"no answer in time"))?;
        let subjects = asked.map_err(|error| silent(&error))?;
        let subjects: Vec<(String, usize)> = subjects
            .try_collect()
            .await
            .map_err(|error| silent(&error))?;
        let prefix = &self.store.prefix;
        let key = |subject: &String| subject.strip_prefix(prefix).map(str::to_owned);
        Ok(subjects
            .iter()
            .filter_map(|(subject, _)| key(subject))
            .collect())
    }
}

/// A removed value leaves a message with a header and no value.
fn entry(message: StreamMessage) -> Option<Entry> {
    let is_removed = message.headers.get("KV-Operation").is_some();
    (!is_removed).then(|| Entry {
        revision: message.sequence,
        changed_at: message.time.unix_timestamp_nanos(),
        value: message.payload,
    })
}
