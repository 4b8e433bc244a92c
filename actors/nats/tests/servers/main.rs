//! Tests against real servers.
#![allow(clippy::unwrap_used)] // a failure ends the test

mod authority;
mod cell;
mod credentials;
mod durability;
mod faults;
mod lease;
mod link;
mod objects;
mod operator;
mod orders;
mod tls;
mod users;

use std::time::Duration;

use actors_nats::link::{Link, LinkError, Settings};
use actors_nats::testing::{Cluster, Wish};
use tokio::time::timeout;

/// Less than a node tries to connect. A refusal comes within it.
const AT_ONCE: Duration = Duration::from_secs(10);

/// One server with further lines of configuration.
async fn one(further: &str) -> Cluster {
    let wish = Wish {
        servers: 1,
        further: further.to_owned(),
        ..Wish::default()
    };
    Cluster::start_with(wish).await
}

fn settings(address: String) -> Settings {
    Settings::new("a", vec![address])
}

/// Why these settings make no connection. The reason comes at once.
async fn refusal(settings: &Settings) -> LinkError {
    let connected = timeout(AT_ONCE, Link::connect(settings)).await;
    connected.expect("it is refused at once").unwrap_err()
}
