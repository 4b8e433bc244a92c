//! The stream's settings: what is created, and what is refused.

use std::error::Error as _;
use std::time::Duration;

use async_nats::jetstream::context::{
    ContextBuilder, CreateStreamError, CreateStreamErrorKind, PublishError,
};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, PersistenceMode, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, ErrorCode};
use tokio::time::Instant;

use crate::link::Link;

/// Size of the largest message with its headers, in bytes.
pub const MESSAGE_BYTES_MAX: i32 = 8 << 20;

/// How long servers that have just started may take to choose a leader.
const LEADER_WITHIN: Duration = Duration::from_secs(30);

/// How long one request to servers that have just started may take.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Why a stream or a bucket cannot be used. Its text says what the operator does next.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// JetStream does not answer.
    #[error(
        "JetStream does not answer about {0}: {1}; check that most of the NATS servers run with JetStream"
    )]
    Silent(String, String),
    /// JetStream cannot create it.
    #[error("JetStream cannot create {0}: {1}; check the number of NATS servers and their disks")]
    Refused(String, String),
    /// An existing stream has a setting that loses messages.
    #[error("the stream {name} has {setting}; change it with the nats tool, or remove the stream")]
    Setting {
        /// The stream's name.
        name: String,
        /// The setting, as it is and as it must be.
        setting: String,
    },
}

/// The settings of a cell's stream.
pub fn config(name: &str, subject: &str, replicas: usize) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::New,
        storage: StorageType::File,
        num_replicas: replicas,
        max_messages: -1,
        max_bytes: -1,
        max_messages_per_subject: -1,
        max_consumers: -1,
        max_message_size: MESSAGE_BYTES_MAX,
        deny_delete: true,
        ..Config::default()
    }
}

/// Opens a stream; creates it if there is none. Returns when it accepts messages from this connection.
pub async fn open(link: &Link, wanted: Config) -> Result<Stream, StreamError> {
    let impatient = ContextBuilder::new()
        .timeout(ASKED_AGAIN_AFTER)
        .build(link.client.clone());
    patiently(&wanted.name, || {
        impatient.get_or_create_stream(wanted.clone())
    })
    .await?;
    let stream = patiently(&wanted.name, || {
        link.jetstream.get_or_create_stream(wanted.clone())
    });
    let stream = stream.await?;
    if let Some(setting) = difference(&stream.cached_info().config, &wanted) {
        return Err(StreamError::Setting {
            name: wanted.name,
            setting,
        });
    }
    reach(link, &wanted).await?;
    Ok(stream)
}

/// Waits until the stream hears this connection. The servers tell each other of a new stream only after its creation.
async fn reach(link: &Link, wanted: &Config) -> Result<(), StreamError> {
    let until = Instant::now() + LEADER_WITHIN;
    let subject = wanted
        .subjects
        .first()
        .map_or("", String::as_str)
        .replace('>', "hello");
    loop {
        // A stream refuses a message for another one.
        let message = PublishMessage::build().expected_stream("FD_NONE");
        let sent = link.jetstream.send_publish(subject.clone(), message).await;
        let error = match sent {
            Ok(answer) => answer.await.err(),
            Err(error) => Some(error),
        };
        match error {
            Some(error) if !is_from_the_stream(&error) => {
                if Instant::now() >= until {
                    return Err(StreamError::Silent(wanted.name.clone(), error.to_string()));
                }
            }
            Some(_) | None => return Ok(()),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_from_the_stream(error: &PublishError) -> bool {
    let said = error
        .source()
        .and_then(|source| source.downcast_ref::<jetstream::Error>());
    said.is_some_and(|said| said.error_code() == ErrorCode::STREAM_NOT_MATCH)
}

/// Asks until there is a leader to answer.
async fn patiently<T, F>(name: &str, mut ask: impl FnMut() -> F) -> Result<T, StreamError>
where
    F: Future<Output = Result<T, CreateStreamError>>,
{
    let until = Instant::now() + LEADER_WITHIN;
    loop {
        let error = match ask().await {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        match may_pass(&error) {
            true if Instant::now() < until => tokio::time::sleep(Duration::from_millis(200)).await,
            true => return Err(StreamError::Silent(name.to_owned(), error.to_string())),
            false => return Err(StreamError::Refused(name.to_owned(), error.to_string())),
        }
    }
}

fn may_pass(error: &CreateStreamError) -> bool {
    match error.kind() {
        CreateStreamErrorKind::TimedOut
        | CreateStreamErrorKind::JetStreamUnavailable
        | CreateStreamErrorKind::Response => true,
        CreateStreamErrorKind::JetStream(said) => {
            // Servers that have just started do not know each other yet.
            [
                ErrorCode::CLUSTER_NOT_AVAILABLE,
                ErrorCode::CLUSTER_NO_PEERS,
                ErrorCode::INSUFFICIENT_RESOURCES,
            ]
            .contains(&said.error_code())
        }
        CreateStreamErrorKind::EmptyStreamName
        | CreateStreamErrorKind::InvalidStreamName
        | CreateStreamErrorKind::DomainAndExternalSet
        | CreateStreamErrorKind::ResponseParse
        | CreateStreamErrorKind::NotFound => false,
    }
}

/// The first setting of `there` that loses messages or keeps them out.
fn difference(there: &Config, wanted: &Config) -> Option<String> {
    let differs = |is_wrong: bool, setting: String| is_wrong.then_some(setting);
    let is_unlimited = |limit: i64| limit <= 0;
    let drops_old = there.discard == DiscardPolicy::Old;
    let is_fed_elsewhere = there.mirror.is_some() || there.sources.is_some();
    let checks = [
        differs(
            there.subjects != wanted.subjects,
            format!("subjects {:?}, not {:?}", there.subjects, wanted.subjects),
        ),
        differs(
            there.storage != wanted.storage,
            "memory storage, not file".to_owned(),
        ),
        differs(
            there.num_replicas < wanted.num_replicas,
            format!(
                "{} replicas, not {}",
                there.num_replicas, wanted.num_replicas
            ),
        ),
        differs(
            there.retention != wanted.retention,
            "another retention policy than limits".to_owned(),
        ),
        differs(
            drops_old && !(is_unlimited(there.max_messages) && is_unlimited(there.max_bytes)),
            "a limit and discards old messages; discard must be new".to_owned(),
        ),
        differs(
            !is_unlimited(there.max_messages_per_subject),
            "a limit of messages per subject".to_owned(),
        ),
        differs(
            !there.max_age.is_zero(),
            "a maximum age of messages".to_owned(),
        ),
        differs(
            (1..wanted.max_message_size).contains(&there.max_message_size),
            format!(
                "max_msg_size {}, not {}",
                there.max_message_size, wanted.max_message_size
            ),
        ),
        differs(
            wanted.deny_delete && !there.deny_delete,
            "deny_delete off".to_owned(),
        ),
        differs(there.no_ack, "no_ack on".to_owned()),
        differs(there.sealed, "been sealed".to_owned()),
        differs(
            there.allow_rollup && !wanted.allow_rollup,
            "allow_rollup_hdrs on".to_owned(),
        ),
        differs(
            there.persist_mode == Some(PersistenceMode::Async),
            "persist_mode async".to_owned(),
        ),
        differs(is_fed_elsewhere, "a mirror or sources".to_owned()),
        differs(
            there.subject_transform.is_some(),
            "a subject transform".to_owned(),
        ),
    ];
    checks.into_iter().flatten().next()
}
