//! The command line of `frontdesk`.

use super::Switch;
use super::cluster::ClusterArgs;
use super::commands::{
    AdminCommand, ClusterCommand, DataArgs, FromArgs, OperatorCommand, TenantCommand,
};
use clap::{Args, Parser, Subcommand};
use serde::Serialize;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The `frontdesk` command line.
#[derive(Debug, Parser)]
#[command(name = "frontdesk", version, about = "Online customer-service chat")]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves the chat, the desk and the API until SIGTERM or SIGINT
    Serve(ServeArgs),
    /// Prints a new link, valid for 24 hours, that sets up the first tenant
    SetupLink {
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Shows a cluster, drains a node, and moves the cell
    Cluster {
        /// What to do
        #[command(subcommand)]
        command: ClusterCommand,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Adds, lists, disables and enables tenants
    Tenant {
        /// What to do
        #[command(subcommand)]
        command: TenantCommand,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Adds, lists and removes those who run several tenants
    Operator {
        /// What to do
        #[command(subcommand)]
        command: OperatorCommand,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Helps administrators
    Admin {
        /// What to do
        #[command(subcommand)]
        command: AdminCommand,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Fails unless a server runs on the data folder, its store accepts writes and it is not stopping
    Healthcheck {
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Adds a backup of everything to a folder or bucket; writes only what is new. The server may run
    Backup {
        /// Folder, or s3://bucket/prefix with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT
        to: String,
        /// Keeps as many of the newest backups and removes the others
        #[arg(long)]
        keep: Option<usize>,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Fills a new data folder from a backup
    Restore {
        /// Which backup
        #[command(flatten)]
        from: FromArgs,
        /// Where the data will be
        #[command(flatten)]
        data: DataArgs,
    },
    /// Reads everything and verifies each checksum and reference. The server may run
    Check {
        /// A backup to check instead: a folder, or s3://bucket/prefix
        from: Option<String>,
        /// Name of the backup [default: the newest]
        #[arg(long, requires = "from")]
        backup: Option<String>,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Writes everything to a new folder, as lines of JSON and files. The server may run
    Export {
        /// The folder
        to: PathBuf,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
    /// Fills a new data folder from an export
    Import {
        /// The folder of the export
        from: PathBuf,
        /// Where the data will be
        #[command(flatten)]
        data: DataArgs,
    },
    /// Takes the data folder of an older version to the format of this one. The server must be stopped
    Upgrade {
        /// Only says what would change, how long it takes, how much disk it needs, and whether there is a way back
        #[arg(long)]
        check: bool,
        /// Where the data is
        #[command(flatten)]
        data: DataArgs,
    },
}

/// The options of `serve`. Each overrides its variable, and the variable overrides the file.
#[derive(Debug, Default, Args, Serialize)]
pub struct ServeArgs {
    /// Address and port for HTTP; port 0 picks a free port [default: 127.0.0.1:8080]
    #[arg(long, env = "FRONTDESK_LISTEN")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    /// Address and port for /metrics and /desk/operator, for operators alone; port 0 picks a free port [default: 127.0.0.1:9090]
    #[arg(long, env = "FRONTDESK_OPERATOR_LISTEN")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator_listen: Option<SocketAddr>,
    /// Folder for all stored data; created if it does not exist [default: ./data]
    #[arg(long, env = "FRONTDESK_DATA")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,
    /// Loads the built-in demo tenant
    #[arg(
        long,
        env = "FRONTDESK_DEMO",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demo: Option<bool>,
    /// Folder of tenants to import; a tenant that is already stored stays unchanged
    #[arg(long, env = "FRONTDESK_FIXTURES")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixtures: Option<PathBuf>,
    /// TOML file with settings; the environment and these options override it
    #[arg(long, env = "FRONTDESK_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Whether rate limits and limits per address apply; off is for load tests only [default: on]
    #[arg(long, env = "FRONTDESK_LIMITS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Switch>,
    /// A cluster of several nodes
    #[command(flatten)]
    pub cluster: ClusterArgs,
}
