//! The operator's commands beside `serve`. They work whether or not the server runs.

use clap::{Args, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where a server keeps its data.
#[derive(Clone, Debug, Default, Args)]
pub struct DataArgs {
    /// Folder of the server's data [default: ./data]
    #[arg(long, global = true, env = "FRONTDESK_DATA")]
    pub data: Option<PathBuf>,
    /// TOML file with the server's settings
    #[arg(long, global = true, env = "FRONTDESK_CONFIG")]
    pub config: Option<PathBuf>,
    /// Address and port for links while no server runs [default: 127.0.0.1:8080]
    #[arg(long, global = true, env = "FRONTDESK_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Address and port for operators' links while no server runs [default: 127.0.0.1:9090]
    #[arg(long, global = true, env = "FRONTDESK_OPERATOR_LISTEN")]
    pub operator_listen: Option<SocketAddr>,
}

/// Which backup.
#[derive(Clone, Debug, Args)]
pub struct FromArgs {
    /// Folder, or s3://bucket/prefix
    pub from: String,
    /// Name of the backup, such as 2026-11-25T13-28-00.123Z [default: the newest]
    #[arg(long)]
    pub backup: Option<String>,
}

/// `frontdesk cluster`.
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Lists the nodes, who owns the cell, and how far each has folded its log
    Status,
    /// Hands the cell over and takes it no more, so that this node can be stopped; --resume takes it again
    Drain {
        /// Take the cell again if its owner goes away
        #[arg(long)]
        resume: bool,
    },
    /// Hands the cell over to another node
    Move {
        /// The name of the node
        node: String,
    },
}

/// `frontdesk tenant`.
#[derive(Debug, Subcommand)]
pub enum TenantCommand {
    /// Prints a link, valid for 24 hours, that sets up one more tenant
    Add {
        /// The name of the shop
        name: String,
    },
    /// Lists all tenants
    List,
    /// Serves a tenant no more; nothing is deleted
    Disable {
        /// The tenant's id
        id: String,
    },
    /// Serves a disabled tenant again
    Enable {
        /// The tenant's id
        id: String,
    },
}

/// `frontdesk operator`.
#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Adds somebody who runs all tenants, and prints a link, valid for 72 hours, to choose a password
    Add {
        /// What they sign in with: a plain name or an e-mail address
        name: String,
    },
    /// Lists all operators
    List,
    /// Removes an operator; their sign-ins end at once
    Remove {
        /// What they sign in with
        name: String,
    },
    /// Ends the password and all sign-ins, and prints a link, valid for 24 hours, to choose a new password
    ResetPassword {
        /// Also removes the second step of signing in
        #[arg(long)]
        totp: bool,
        /// What they sign in with
        name: String,
    },
}

/// `frontdesk admin`.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Prints a link, valid for 24 hours, to choose a new password
    ResetPassword {
        /// The tenant's id; needed where there are several tenants
        #[arg(long)]
        tenant: Option<String>,
        /// Also removes the second step of signing in
        #[arg(long)]
        totp: bool,
        /// What the agent signs in with
        account: String,
    },
}
