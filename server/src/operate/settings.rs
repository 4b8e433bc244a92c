//! The operator's settings. Later sources override earlier ones: the defaults here, a TOML file, the environment and
//! the command line (Protocol, 'Program'). A variable is `FRONTDESK_` and the name, with two underscores between
//! levels: `FRONTDESK_RATES__SEND_PER_MINUTE`.

pub mod calls;
pub mod cluster;
mod command_line;
pub mod commands;
pub mod connections;
pub mod disk;
pub mod mail;
mod rates;
pub mod rehearsal;
pub mod robots;
pub mod telemetry;
pub mod tls;
pub mod uploads;

use crate::cluster::cell;
use crate::proxies::ProxyRange;
use anyhow::Context as _;
use calls::CallSettings;
use clap::ValueEnum;
use cluster::ClusterSettings;
pub use command_line::{Cli, Command, ServeArgs};
use commands::DataArgs;
use connections::ConnectionSettings;
pub use disk::DiskSettings;
use mail::MailSettings;
pub use rates::Rates;
use rehearsal::RehearsalSettings;
use robots::RobotSettings;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use telemetry::TelemetrySettings;
use tls::TlsSettings;
use uploads::UploadSettings;

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Apply the limits
    On,
    /// Apply no limits
    Off,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for people.
    Human,
    /// One JSON object a line.
    Json,
}

/// All settings, as the TOML file spells them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Address and port for HTTP; port 0 picks a free port. Default: `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// Address and port for `/metrics` and the operators' page and calls. Anyone who reaches it reads the metrics, so keep
    /// it inside. Port 0 picks a free port. If it is taken, the server runs without them. Default: `127.0.0.1:9090`.
    pub operator_listen: SocketAddr,
    /// Folder for all stored data; created if it does not exist. Default: `data`.
    pub data: PathBuf,
    /// Whether the built-in demo tenant is loaded. Default: `false`.
    pub demo: bool,
    /// Folder of tenants to import; a tenant that is already stored stays unchanged. Default: none.
    pub fixtures: Option<PathBuf>,
    /// Whether rate limits and limits per address apply: `on`, or `off` for load tests. Default: `on`.
    pub limits: Switch,
    /// Keys that sign tokens, each of 32 characters or more, separated by commas. The first signs; all verify, as do
    /// the keys in the data folder. Default: none; the first start creates a key in the data folder.
    pub secret: Option<String>,
    /// The format of the log: `human` or `json`. Default: `human`.
    pub log_format: LogFormat,
    /// The filter of the log, such as `info` or `server=debug,info`. Default: `info,actix_server=warn`.
    pub log: String,
    /// Threads that serve HTTP. Default: 0, one for each core.
    pub workers: usize,
    /// Separate threads that run sessions. Default: 0, which is nearly always best: the threads that serve HTTP run
    /// them.
    pub session_threads: usize,
    /// Polls held at once; further ones are answered 503. Default: 0, derived from the number of files the process may
    /// open.
    pub held_polls_max: usize,
    /// Proxies whose `X-Forwarded-For` or `Forwarded` header is trusted (Protocol, 'Rates'): addresses, and ranges such
    /// as `10.0.0.0/8`. Default: none.
    pub trusted_proxies: Vec<ProxyRange>,
    /// TLS in the program itself.
    pub tls: TlsSettings,
    /// Limits of connections.
    pub connections: ConnectionSettings,
    /// What the server refuses on a nearly full disk.
    pub disk: DiskSettings,
    /// The rate limits (Protocol, 'Rates').
    pub rates: Rates,
    /// Voice and video calls.
    pub calls: CallSettings,
    /// Uploaded files.
    pub uploads: UploadSettings,
    /// Mail by SMTP.
    pub mail: MailSettings,
    /// The operator's own services that forms, flows and large models may call (Protocol, 'fromRequest').
    pub relay: Relay,
    /// The robots' memory.
    pub robots: RobotSettings,
    /// Traces and log lines for an OpenTelemetry collector.
    pub telemetry: TelemetrySettings,
    /// Rehearsals of a busy day.
    pub rehearsal: RehearsalSettings,
    /// Several nodes on NATS JetStream.
    pub cluster: ClusterSettings,
}

/// Services that forms, flows and large models may call, in addition to the hosts that tenants name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Relay {
    /// `host:port` of services inside the operator's network, for all tenants. They may use plain http or private
    /// addresses. Default: none.
    pub private_hosts: Vec<String>,
    /// Another spelling of `private_hosts`; both lists count.
    #[serde(rename = "privateHosts")]
    pub private_hosts_too: Vec<String>,
}

impl Relay {
    /// Returns all hosts, trimmed and in lower case.
    pub fn hosts(&self) -> Vec<String> {
        let both = self.private_hosts.iter().chain(&self.private_hosts_too);
        both.map(|host| host.trim().to_ascii_lowercase()).collect()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            operator_listen: SocketAddr::from(([127, 0, 0, 1], 9090)),
            data: PathBuf::from("data"),
            demo: false,
            fixtures: None,
            limits: Switch::On,
            secret: None,
            log_format: LogFormat::Human,
            log: "info,actix_server=warn".to_owned(),
            workers: 0,
            session_threads: 0,
            held_polls_max: 0,
            trusted_proxies: Vec::new(),
            tls: TlsSettings::default(),
            connections: ConnectionSettings::default(),
            disk: DiskSettings::default(),
            rates: Rates::default(),
            calls: CallSettings::default(),
            uploads: UploadSettings::default(),
            mail: MailSettings::default(),
            relay: Relay::default(),
            robots: RobotSettings::default(),
            telemetry: TelemetrySettings::default(),
            rehearsal: RehearsalSettings::default(),
            cluster: ClusterSettings::default(),
        }
    }
}

/// The top-level settings that the environment may set, besides the options of the command line.
const FROM_ENVIRONMENT: [&str; 19] = [
    "secret",
    "log_format",
    "log",
    "workers",
    "session_threads",
    "held_polls_max",
    "trusted_proxies",
    "tls",
    "connections",
    "disk",
    "rates",
    "calls",
    "uploads",
    "mail",
    "relay",
    "robots",
    "telemetry",
    "rehearsal",
    "cluster",
];

/// The variable of the option `--cluster`: a list, where other variables with this beginning name one setting each.
const CLUSTER: &str = "FRONTDESK_CLUSTER";

/// Variables that are taken as text. The parser would read a secret of digits as a number, and lose leading zeros.
const TEXTS: [(&str, &str); 14] = [
    ("FRONTDESK_SECRET", "secret"),
    ("FRONTDESK_REHEARSAL__KEY", "rehearsal.key"),
    ("FRONTDESK_CLUSTER__KEY", "cluster.key"),
    ("FRONTDESK_CLUSTER__NODE", "cluster.node"),
    ("FRONTDESK_CALLS__TURN_SECRET", "calls.turn_secret"),
    ("FRONTDESK_MAIL__USER", "mail.user"),
    ("FRONTDESK_MAIL__PASSWORD", "mail.password"),
    ("FRONTDESK_UPLOADS__S3__BUCKET", "uploads.s3.bucket"),
    ("FRONTDESK_UPLOADS__S3__ENDPOINT", "uploads.s3.endpoint"),
    ("FRONTDESK_UPLOADS__S3__REGION", "uploads.s3.region"),
    ("FRONTDESK_UPLOADS__S3__ACCESS_KEY", "uploads.s3.access_key"),
    ("FRONTDESK_UPLOADS__S3__SECRET_KEY", "uploads.s3.secret_key"),
    ("FRONTDESK_UPLOADS__S3__PREFIX", "uploads.s3.prefix"),
    (
        "FRONTDESK_TELEMETRY__OTLP_ENDPOINT",
        "telemetry.otlp_endpoint",
    ),
];

/// The settings of a server whose data these options name.
///
/// # Errors
/// The settings cannot be read.
pub fn of_data(args: DataArgs) -> anyhow::Result<Settings> {
    let args = ServeArgs {
        data: args.data,
        config: args.config,
        listen: args.listen,
        operator_listen: args.operator_listen,
        ..ServeArgs::default()
    };
    let mut settings = read_with(&args, std::env::vars()).context("reading the settings")?;
    // The unit of a cell may name it on the command line of `serve` alone.
    if let Some(cell) = cell::of_folder(&settings.data)? {
        settings.cluster.cell = cell;
    }
    cluster::keep_cells_apart(&mut settings);
    Ok(settings)
}

/// Reads the settings of `serve` from all four sources.
///
/// # Errors
/// The file does not exist, or a name or value is unknown; the error names it.
pub fn read(args: &ServeArgs) -> Result<Settings, config::ConfigError> {
    let mut settings = read_with(args, std::env::vars())?;
    cluster::keep_cells_apart(&mut settings);
    Ok(settings)
}

fn read_with(
    args: &ServeArgs,
    environment: impl Iterator<Item = (String, String)>,
) -> Result<Settings, config::ConfigError> {
    let ours: config::Map<String, String> = environment
        .filter(|(name, _)| {
            let Some(rest) = name.strip_prefix("FRONTDESK_") else {
                return false;
            };
            let top = rest.split("__").next().unwrap_or(rest).to_lowercase();
            name != CLUSTER && FROM_ENVIRONMENT.contains(&top.as_str())
        })
        .collect();
    let mut builder =
        config::Config::builder().add_source(config::Config::try_from(&Settings::default())?);
    if let Some(path) = &args.config {
        builder =
            builder.add_source(config::File::from(path.as_path()).format(config::FileFormat::Toml));
    }
    for (name, key) in TEXTS {
        builder = builder.set_override_option(key, ours.get(name).cloned())?;
    }
    builder
        .add_source(
            config::Environment::with_prefix("FRONTDESK")
                .prefix_separator("_")
                .separator("__")
                .try_parsing(true)
                .list_separator(",")
                .with_list_parse_key("trusted_proxies")
                .with_list_parse_key("cluster.servers")
                .with_list_parse_key("cluster.nats.monitors")
                .with_list_parse_key("calls.stun_urls")
                .with_list_parse_key("calls.turn_urls")
                .with_list_parse_key("relay.private_hosts")
                .source(Some(ours)),
        )
        .add_source(config::Config::try_from(args)?)
        .build()?
        .try_deserialize()
}

#[cfg(test)]
mod packaged;
#[cfg(test)]
mod tests;
