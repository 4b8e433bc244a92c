//! The connection to a NATS cluster. It moves to another server by itself, and tries for ever.

mod address;
mod error;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::{self, context::ContextBuilder};
use async_nats::{ConnectOptions, Event, ServerAddr};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

pub(crate) use address::addresses;
use address::user;
pub use error::LinkError;

/// How long a publish or a request waits for its answer.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// How long the first request of [`ask`] waits. Each further one waits twice as long.
const ASKED_AGAIN_AFTER: Duration = Duration::from_millis(250);

/// A server that is silent is given up after the third ping, so within three seconds.
const PING_EVERY: Duration = Duration::from_secs(1);

/// How long one server may take to accept a connection.
const ACCEPT_WITHIN: Duration = Duration::from_secs(2);

/// The longest pause between two attempts to connect.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// Where the NATS cluster is and how a node shows who it is.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Addresses of the servers: `nats://host:4222`, or `tls://host:4222`. An address may hold a user and a password
    /// (`nats://user:password@host`) or a token (`nats://token@host`).
    pub addresses: Vec<String>,
    /// A credentials file, as `nsc` writes it. It is read once.
    pub credentials: Option<PathBuf>,
    /// Certificates (PEM) of the authorities that sign the servers' certificates. Then the system's do not count. Each
    /// connection reads this file again, and those of [`Self::certificate`].
    pub authorities: Option<PathBuf>,
    /// This node's certificate and its key (PEM), for servers that verify clients.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// The node's name, as the servers' monitoring shows it.
    pub node: String,
    /// How long the first connection may take.
    pub connect_within: Duration,
}

impl Settings {
    /// Settings with these addresses and no more.
    #[must_use]
    pub fn new(node: &str, addresses: Vec<String>) -> Self {
        Self {
            addresses,
            credentials: None,
            authorities: None,
            certificate: None,
            node: node.to_owned(),
            connect_within: Duration::from_secs(30),
        }
    }
}

/// Whether there is a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connected {
    /// Whether there is one.
    pub is_connected: bool,
    /// How often a connection was lost.
    pub losses: u64,
}

/// The connection. Clones share it.
#[derive(Clone, Debug)]
pub struct Link {
    pub(crate) client: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
    connected: watch::Receiver<Connected>,
}

impl Link {
    /// Connects to one of the servers. Later it reconnects by itself, to any of them, for ever.
    ///
    /// # Errors
    /// [`LinkError`]: the settings are wrong, or no server accepts the node in time.
    pub async fn connect(settings: &Settings) -> Result<Self, LinkError> {
        let servers = addresses(settings)?;
        let (told, mut connected) = watch::channel(Connected::default());
        let options = options(settings, &servers)
            .await?
            .event_callback(move |event| {
                note(&told, &event);
                std::future::ready(())
            });
        let client = connect(options, &servers, settings.connect_within).await?;
        let told = connected.wait_for(|state| state.is_connected).await;
        if told.is_err() {
            return Err(LinkError::silent(&servers, "the connection closed at once"));
        }
        drop(told);
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER_WITHIN)
            .build(client.clone());
        Ok(Self {
            client,
            jetstream,
            connected,
        })
    }

    /// Tells whether there is a connection, and when that changes.
    #[must_use]
    pub fn connected(&self) -> watch::Receiver<Connected> {
        self.connected.clone()
    }

    /// The name of the server that this connection leads to.
    #[must_use]
    pub fn server(&self) -> String {
        self.client.server_info().server_name
    }
}

/// Makes a request that changes nothing, and makes it again while there is no answer. A server that has just become the
/// leader of a stream, or has just ceased to be, may not answer. `None` if no answer came in time.
pub(crate) async fn ask<T, F: Future<Output = T>>(mut request: impl FnMut() -> F) -> Option<T> {
    let until = Instant::now() + ANSWER_WITHIN;
    let mut patience = ASKED_AGAIN_AFTER;
    while Instant::now() < until {
        if let Ok(answer) = timeout(patience, request()).await {
            return Some(answer);
        }
        // An answer may also be slow.
        patience = (patience * 2).min(until.saturating_duration_since(Instant::now()));
    }
    None
}

fn note(told: &watch::Sender<Connected>, event: &Event) {
    match event {
        Event::Connected => told.send_modify(|state| state.is_connected = true),
        Event::Disconnected | Event::Closed => told.send_modify(|state| {
            state.is_connected = false;
            state.losses += 1;
        }),
        Event::LameDuckMode | Event::Draining | Event::SlowConsumer(_) => {}
        Event::ServerError(error) => tracing::debug!(%error, "nats"),
        Event::ClientError(error) => tracing::debug!(%error, "nats"),
    }
}

async fn options(settings: &Settings, servers: &[ServerAddr]) -> Result<ConnectOptions, LinkError> {
    let mut options = ConnectOptions::new()
        .name(format!("frontdesk {}", settings.node))
        .ping_interval(PING_EVERY)
        .connection_timeout(ACCEPT_WITHIN)
        .request_timeout(Some(ANSWER_WITHIN))
        .reconnect_delay_callback(pause)
        // Addresses that servers tell each other are often private to them.
        .ignore_discovered_servers()
        // A consumer sends fewer messages ahead, so no subscription overflows.
        .subscription_capacity(64 << 10);
    if let Some(path) = &settings.credentials {
        let failed = |error| LinkError::Credentials(path.clone(), error);
        let text = tokio::fs::read_to_string(path).await.map_err(failed)?;
        options = options.credentials(&text).map_err(failed)?;
    }
    if let Some(path) = &settings.authorities {
        readable(path, "BEGIN CERTIFICATE").await?;
        options = options.add_root_certificates(path.clone());
    }
    if let Some((certificate, key)) = &settings.certificate {
        readable(certificate, "BEGIN CERTIFICATE").await?;
        readable(key, "PRIVATE KEY").await?;
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(match user(servers)? {
        Some((user, Some(password))) => options.user_and_password(user, password),
        Some((token, None)) => options.token(token),
        None => options,
    })
}

/// Checks a file that each connection reads. The client's own error does not name it, and the client takes a file without
/// a certificate.
async fn readable(path: &Path, part: &str) -> Result<(), LinkError> {
    let failed = |error| LinkError::Pem(path.to_owned(), error);
    let text = tokio::fs::read(path).await.map_err(failed)?;
    if text.windows(part.len()).any(|at| at == part.as_bytes()) {
        return Ok(());
    }
    let missing = format!("no line has {part}");
    Err(failed(io::Error::new(io::ErrorKind::InvalidData, missing)))
}

/// Connects. While no server answers, it tries again; a refusal ends it.
async fn connect(
    options: ConnectOptions,
    servers: &[ServerAddr],
    within: Duration,
) -> Result<async_nats::Client, LinkError> {
    let until = Instant::now() + within;
    let mut attempts = 0;
    loop {
        let error = match options.clone().connect(servers).await {
            Ok(client) => return Ok(client),
            Err(error) => error,
        };
        if let Some(lasting) = LinkError::lasting(&error) {
            return Err(lasting);
        }
        attempts += 1;
        let pause = pause(attempts + 3);
        if Instant::now() + pause >= until {
            return Err(LinkError::silent(servers, &error.to_string()));
        }
        tracing::debug!(%error, attempts, "connecting to NATS");
        tokio::time::sleep(pause).await;
    }
}

/// The pause before an attempt. Every address is tried at once first.
fn pause(attempts: usize) -> Duration {
    let beyond = u32::try_from(attempts.saturating_sub(3)).unwrap_or(u32::MAX);
    Duration::from_millis(50)
        .saturating_mul(beyond)
        .min(PAUSE_MAX)
}
