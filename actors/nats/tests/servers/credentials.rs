//! Users of `nsc`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use actors_cluster::log::Log as _;
use actors_nats::cell::Cell;
use actors_nats::lease::Lease;
use actors_nats::link::{Link, LinkError, Settings};
use actors_nats::testing::{Cluster, Wish};
use bytes::Bytes;

use crate::lease::{holds, node};
use crate::operator::Operator;
use crate::{one, refusal, settings};

/// A time that is past, in seconds since 1970.
const PAST: u64 = 1_700_000_100;

fn with(credentials: &Path, port: u16) -> Settings {
    Settings {
        credentials: Some(credentials.to_owned()),
        ..settings(format!("nats://127.0.0.1:{port}"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_of_nsc_has_a_stream_and_leases() {
    let operator = Operator::new();
    let wish = Wish {
        further: operator.server(),
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;
    let settings = Settings {
        addresses: cluster.addresses(),
        ..with(&operator.user(None), 0)
    };

    let link = Link::connect(&settings).await.unwrap();
    let cell = Cell::open(&link, 0, 3).await.unwrap();
    let stored = cell.publish(Bytes::from_static(b"one"), 0).await;
    let read = cell.read(1, Duration::ZERO).await.unwrap();
    let lease = Lease::join(&link, 0, 3, node("a")).await.unwrap();

    assert_eq!(stored, Ok(1));
    assert_eq!(read.messages, [(1, Bytes::from_static(b"one"))]);
    holds(&lease).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_of_another_operator_or_of_the_past_or_none_is_refused_at_once() {
    let operator = Operator::new();
    let cluster = one(&operator.server()).await;
    let port = cluster.port(0);
    let known = Link::connect(&with(&operator.user(None), port)).await;
    assert!(known.is_ok(), "the server knows its own users");

    let foreign = refusal(&with(&Operator::new().user(None), port)).await;
    let past = refusal(&with(&operator.user(Some(PAST)), port)).await;
    let none = refusal(&settings(format!("nats://127.0.0.1:{port}"))).await;

    for error in [foreign, past, none] {
        assert!(matches!(error, LinkError::Refused(_)), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credentials_file_that_is_missing_or_has_no_credentials_is_named() {
    let operator = Operator::new();
    let broken = [
        (PathBuf::from("/nowhere/node.creds"), "No such file"),
        (operator.write("nothing"), "cannot parse user JWT"),
    ];

    for (path, reason) in broken {
        let error = refusal(&with(&path, 1)).await;

        let words = format!(
            "the credentials file {} cannot be used: {reason}",
            path.display()
        );
        assert!(matches!(error, LinkError::Credentials(..)), "{error}");
        assert!(error.to_string().starts_with(&words), "{error}");
    }
}
