//! What the operator chooses. Four places say it, each stronger than the one before: the defaults here, a TOML file,
//! the environment (`FRONTDESK_…`, two underscores between levels: `FRONTDESK_RATES__SEND_PER_MINUTE`) and the
//! command line (Protocol, 'Program').

pub mod calls;
pub mod connections;
pub mod disk;
pub mod robots;
pub mod uploads;

use crate::proxies::ProxyRange;
use calls::CallSettings;
use clap::{Args, Parser, Subcommand, ValueEnum};
use connections::ConnectionSettings;
pub use disk::DiskSettings;
use robots::RobotSettings;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use uploads::UploadSettings;

/// The `frontdesk` command line.
#[derive(Debug, Parser)]
#[command(name = "frontdesk", version, about = "Online customer-service chat")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves the chat, the desk and the API until it is told to stop.
    Serve(ServeArgs),
}

/// The options of `serve`. Each stands over the environment and the file.
#[derive(Debug, Default, Args)]
pub struct ServeArgs {
    /// Address and port to listen on [default: 127.0.0.1:8080]; port 0 takes a free one
    #[arg(long, env = "FRONTDESK_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Address and port for /metrics [default: 127.0.0.1:9090]; port 0 takes a free one
    #[arg(long, env = "FRONTDESK_OPERATOR_LISTEN")]
    pub operator_listen: Option<SocketAddr>,
    /// Folder everything is kept in [default: ./data]
    #[arg(long, env = "FRONTDESK_DATA")]
    pub data: Option<PathBuf>,
    /// Folder of tenants to load in place of the built-in demo
    #[arg(long, env = "FRONTDESK_FIXTURES")]
    pub fixtures: Option<PathBuf>,
    /// TOML file with further settings
    #[arg(long, env = "FRONTDESK_CONFIG")]
    pub config: Option<PathBuf>,
    /// Rate limits; off for load tests only [default: on]
    #[arg(long, env = "FRONTDESK_LIMITS")]
    pub limits: Option<Switch>,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Human,
    /// A JSON object a line.
    Json,
}

/// Where messages are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoreKind {
    /// On disk, under the data folder.
    Sled,
    /// In memory: gone with the process. For tests and measurements.
    Memory,
}

/// Everything that can be chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where `/metrics` answers. The server runs without it where the port is taken.
    pub operator_listen: SocketAddr,
    /// Where everything is kept.
    pub data: PathBuf,
    /// Tenants to load in place of the demo.
    pub fixtures: Option<PathBuf>,
    /// Whether rate limits hold.
    pub limits: Switch,
    /// Keys for tokens, the signing one first, separated by commas; without it a key is made in the data folder.
    pub secret: Option<String>,
    /// How the log is written.
    pub log_format: LogFormat,
    /// What is logged: `info`, `server=debug,info` and so on.
    pub log: String,
    /// Where messages are kept.
    pub store: StoreKind,
    /// Threads that serve HTTP; 0 takes one a core.
    pub workers: usize,
    /// Threads of their own that run sessions; 0, which is best nearly always, lets the threads that serve HTTP do it.
    pub session_threads: usize,
    /// Polls held at once; further ones are answered 503. 0 derives it from the number of files the process may open.
    pub held_polls_max: usize,
    /// Proxies whose `X-Forwarded-For` or `Forwarded` counts (Protocol, 'Rates'): addresses, and ranges such as `10.0.0.0/8`.
    pub trusted_proxies: Vec<ProxyRange>,
    /// Limits of connections.
    pub connections: ConnectionSettings,
    /// What is refused on a nearly full disk.
    pub disk: DiskSettings,
    /// Numbers of the rate limits (Protocol, 'Rates').
    pub rates: Rates,
    /// Voice and video calls.
    pub calls: CallSettings,
    /// Uploaded files.
    pub uploads: UploadSettings,
    /// Where forms may be sent (Protocol, 'fromRequest').
    pub relay: Relay,
    /// Memory of the robots.
    pub robots: RobotSettings,
}

/// Where forms may be sent besides the hosts that tenants name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Relay {
    /// `host:port` of services inside the operator's own network, for every tenant; http is good enough there.
    pub private_hosts: Vec<String>,
    /// The same, as the setting is spelt.
    #[serde(rename = "privateHosts")]
    pub private_hosts_too: Vec<String>,
}

impl Relay {
    /// All of them, in lower case.
    pub fn hosts(&self) -> Vec<String> {
        let both = self.private_hosts.iter().chain(&self.private_hosts_too);
        both.map(|host| host.trim().to_ascii_lowercase()).collect()
    }
}

/// Token buckets (Protocol, 'Rates').
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rates {
    /// sendMsg by token.
    pub send_per_minute: u32,
    /// robotAsk by token.
    pub ask_per_minute: u32,
    /// upload by token.
    pub upload_per_minute: u32,
    /// visitor/export, visitor/erase and docs/export together, by token.
    pub personal_per_hour: u32,
    /// leaveMsg and addWo together, by token.
    pub leave_per_hour: u32,
    /// The same by address and channel, or by address and tenant when only a form's token is known.
    pub leave_per_address_per_hour: u32,
    /// fromRequest by token.
    pub relay_per_minute: u32,
    /// robotTips by token.
    pub tips_per_second: u32,
    /// Any other call by token.
    pub call_per_second: u32,
    /// Invitations to a call by token.
    pub call_invitation_per_minute: u32,
    /// chatStart by address.
    pub start_per_minute: u32,
    /// Wrong channel, pollId, link or file guesses by address.
    pub miss_per_minute: u32,
    /// Agent sign-in by address.
    pub login_per_minute: u32,
    /// Polls held at once for one address.
    pub held_polls_per_address: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            send_per_minute: 60,
            ask_per_minute: 30,
            upload_per_minute: 10,
            personal_per_hour: 20,
            leave_per_hour: 5,
            leave_per_address_per_hour: 60,
            relay_per_minute: 6,
            tips_per_second: 5,
            call_per_second: 20,
            call_invitation_per_minute: 10,
            start_per_minute: 120,
            miss_per_minute: 20,
            login_per_minute: 20,
            held_polls_per_address: 5_000,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            operator_listen: SocketAddr::from(([127, 0, 0, 1], 9090)),
            data: PathBuf::from("data"),
            fixtures: None,
            limits: Switch::On,
            secret: None,
            log_format: LogFormat::Human,
            log: "info,actix_server=warn".to_owned(),
            store: StoreKind::Sled,
            workers: 0,
            session_threads: 0,
            held_polls_max: 0,
            trusted_proxies: Vec::new(),
            connections: ConnectionSettings::default(),
            disk: DiskSettings::default(),
            rates: Rates::default(),
            calls: CallSettings::default(),
            uploads: UploadSettings::default(),
            relay: Relay::default(),
            robots: RobotSettings::default(),
        }
    }
}

/// What the environment may say besides the command line's own options.
const FROM_ENVIRONMENT: [&str; 15] = [
    "secret",
    "log_format",
    "log",
    "store",
    "workers",
    "session_threads",
    "held_polls_max",
    "trusted_proxies",
    "connections",
    "disk",
    "rates",
    "calls",
    "uploads",
    "relay",
    "robots",
];

/// What the environment says in texts of any kind, and where it stands: a secret of nothing but digits is no number,
/// which would lose what it began or ended with.
const TEXTS: [(&str, &str); 8] = [
    ("FRONTDESK_SECRET", "secret"),
    ("FRONTDESK_CALLS__TURN_SECRET", "calls.turn_secret"),
    ("FRONTDESK_UPLOADS__S3__BUCKET", "uploads.s3.bucket"),
    ("FRONTDESK_UPLOADS__S3__ENDPOINT", "uploads.s3.endpoint"),
    ("FRONTDESK_UPLOADS__S3__REGION", "uploads.s3.region"),
    ("FRONTDESK_UPLOADS__S3__ACCESS_KEY", "uploads.s3.access_key"),
    ("FRONTDESK_UPLOADS__S3__SECRET_KEY", "uploads.s3.secret_key"),
    ("FRONTDESK_UPLOADS__S3__PREFIX", "uploads.s3.prefix"),
];

/// Reads the settings of `serve` from all four places.
///
/// # Errors
/// A file that is not there, and any name or value that is not known; the text names it.
pub fn read(args: &ServeArgs) -> Result<Settings, config::ConfigError> {
    read_with(args, std::env::vars())
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
            FROM_ENVIRONMENT.contains(&top.as_str())
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
                .with_list_parse_key("calls.stun_urls")
                .with_list_parse_key("calls.turn_urls")
                .with_list_parse_key("relay.private_hosts")
                .source(Some(ours)),
        )
        .set_override_option("listen", args.listen.map(|listen| listen.to_string()))?
        .set_override_option(
            "operator_listen",
            args.operator_listen.map(|listen| listen.to_string()),
        )?
        .set_override_option(
            "data",
            args.data
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned()),
        )?
        .set_override_option(
            "fixtures",
            args.fixtures
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned()),
        )?
        .set_override_option(
            "limits",
            args.limits.map(|limits| match limits {
                Switch::On => "on",
                Switch::Off => "off",
            }),
        )?
        .build()?
        .try_deserialize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn environment(pairs: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect::<Vec<_>>()
            .into_iter()
    }

    #[test]
    fn nothing_need_be_chosen() {
        let settings = read_with(&ServeArgs::default(), environment(&[])).unwrap();

        assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(settings.data, PathBuf::from("data"));
        assert_eq!(settings.limits, Switch::On);
        assert_eq!(settings.rates.send_per_minute, 60);
    }

    #[test]
    fn the_command_line_stands_over_the_environment_and_that_over_the_file() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"listen = \"127.0.0.1:1\"\nworkers = 3\n[rates]\nsend_per_minute = 7\nask_per_minute = 8\n")
            .unwrap();
        let args = ServeArgs {
            listen: Some("127.0.0.1:2".parse().unwrap()),
            config: Some(file.path().to_owned()),
            ..ServeArgs::default()
        };
        let said = [
            ("FRONTDESK_RATES__SEND_PER_MINUTE", "9"),
            ("FRONTDESK_TRUSTED_PROXIES", "10.0.0.1,2001:db8::/32"),
            ("FRONTDESK_SOMETHING_ELSE", "1"),
        ];

        let settings = read_with(&args, environment(&said)).unwrap();

        assert_eq!(settings.listen.port(), 2);
        assert_eq!(settings.workers, 3);
        assert_eq!(settings.rates.send_per_minute, 9);
        assert_eq!(settings.rates.ask_per_minute, 8);
        assert_eq!(settings.trusted_proxies.len(), 2);
    }

    #[test]
    fn a_secret_of_digits_is_taken_as_it_is_written() {
        let secret = "01234567890123456789012345678901";
        let said = [
            ("FRONTDESK_SECRET", secret),
            ("FRONTDESK_CALLS__TURN_SECRET", "007"),
            ("FRONTDESK_UPLOADS__S3__SECRET_KEY", "1e5"),
        ];

        let settings = read_with(&ServeArgs::default(), environment(&said)).unwrap();

        assert_eq!(settings.secret.as_deref(), Some(secret));
        assert_eq!(settings.calls.turn_secret.as_deref(), Some("007"));
        assert_eq!(settings.uploads.s3.secret_key, "1e5");
    }

    #[test]
    fn an_unknown_name_in_the_file_is_refused() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"lissten = \"127.0.0.1:1\"\n").unwrap();
        let args = ServeArgs {
            config: Some(file.path().to_owned()),
            ..ServeArgs::default()
        };

        let refused = read_with(&args, environment(&[])).unwrap_err().to_string();

        assert!(refused.contains("lissten"), "{refused}");
    }
}
