//! Servers that are reached over TLS.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use actors_cluster::log::Log as _;
use actors_nats::cell::Cell;
use actors_nats::lease::Lease;
use actors_nats::link::{Link, LinkError, Settings};
use actors_nats::testing::{Cluster, Wish};
use bytes::Bytes;
use tokio::time::timeout;

use crate::authority::Authority;
use crate::faults::publish_at_last;
use crate::lease::{holds, node};
use crate::{one, refusal, settings};

/// Names of a server of a test.
const HERE: &[&str] = &["localhost", "127.0.0.1"];

/// Settings that know this authority.
fn known(authority: &Authority, address: String) -> Settings {
    Settings {
        authorities: Some(authority.certificate()),
        ..settings(address)
    }
}

/// Whether TLS is why there is no connection, and whether the operator learns these words.
async fn is_about_tls(settings: &Settings, words: &str) {
    let error = refusal(settings).await;
    assert!(matches!(error, LinkError::Tls(_)), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_known_by_its_authority() {
    let (authority, other) = (Authority::new("known"), Authority::new("other"));
    let cluster = one(&authority.server(HERE, "")).await;
    let port = cluster.port(0);

    // A server that has TLS uses it for every address.
    for address in ["tls://127.0.0.1", "tls://localhost", "nats://localhost"] {
        let connected = Link::connect(&known(&authority, format!("{address}:{port}"))).await;
        assert!(connected.is_ok(), "{address}: {connected:?}");
    }
    let address = format!("tls://127.0.0.1:{port}");
    let words = "no known authority signed the server's certificate (invalid peer certificate: UnknownIssuer); name \
                 the certificate of its authority";
    is_about_tls(&settings(address.clone()), words).await;
    is_about_tls(&known(&other, address), words).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_must_have_the_name_of_its_address() {
    let authority = Authority::new("known");
    let cluster = one(&authority.server(&["nats-1.example.com"], "")).await;

    let address = format!("tls://127.0.0.1:{}", cluster.port(0));

    let words = "name the server in its address as its certificate does";
    is_about_tls(&known(&authority, address.clone()), words).await;
    is_about_tls(&known(&authority, address), "nats-1.example.com").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_refused() {
    let cluster = one("").await;

    let address = format!("tls://127.0.0.1:{}", cluster.port(0));

    is_about_tls(&settings(address), "the server does not speak TLS").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_verifies_clients_knows_this_nodes_certificate() {
    let (authority, other) = (Authority::new("known"), Authority::new("other"));
    let cluster = one(&authority.server_that_verifies(HERE)).await;
    let address = format!("tls://127.0.0.1:{}", cluster.port(0));
    let showing = |certificate| Settings {
        certificate,
        ..known(&authority, address.clone())
    };

    let right = Link::connect(&showing(Some(authority.sign(&["node"])))).await;

    assert!(right.is_ok(), "{right:?}");
    let words = "the server asks for a certificate; name this node's certificate and its key";
    is_about_tls(&showing(None), words).await;
    let unknown =
        "the server does not accept this node's certificate (received fatal alert: UnknownCA)";
    is_about_tls(&showing(Some(other.sign(&["node"]))), unknown).await;
    let past = "the server does not accept this node's certificate (received fatal alert: CertificateExpired)";
    is_about_tls(&showing(Some(authority.sign_for_the_past())), past).await;
    let (certificate, key) = (authority.sign(&["node"]).0, authority.sign(&["node"]).1);
    let words = "check the files of the certificates and keys, and that each key belongs to its certificate";
    is_about_tls(&showing(Some((certificate, key))), words).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_missing_or_has_no_certificate_or_key_is_named() {
    let authority = Authority::new("known");
    let (certificate, key) = authority.sign(&["node"]);
    let missing = PathBuf::from("/nowhere/it.pem");
    let with = |authorities: &PathBuf, certificate: &PathBuf, key: &PathBuf| Settings {
        authorities: Some(authorities.clone()),
        certificate: Some((certificate.clone(), key.clone())),
        ..settings("tls://127.0.0.1:1".to_owned())
    };
    let its = authority.certificate();
    let broken = [
        (with(&missing, &certificate, &key), &missing, "No such file"),
        (with(&its, &missing, &key), &missing, "No such file"),
        (with(&its, &certificate, &missing), &missing, "No such file"),
        (
            with(&key, &certificate, &key),
            &key,
            "no line has BEGIN CERTIFICATE",
        ),
        (
            with(&its, &key, &key),
            &key,
            "no line has BEGIN CERTIFICATE",
        ),
        (
            with(&its, &certificate, &certificate),
            &certificate,
            "no line has PRIVATE KEY",
        ),
    ];

    for (settings, path, reason) in broken {
        let error = refusal(&settings).await;

        let words = format!(
            "the file {} for TLS to NATS cannot be used: {reason}",
            path.display()
        );
        assert!(matches!(error, LinkError::Pem(..)), "{error}");
        assert!(error.to_string().starts_with(&words), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cell_and_its_lease_work_over_tls_and_move_to_another_server() {
    let authority = Authority::new("known");
    let wish = Wish {
        further: authority.server_that_verifies(HERE),
        ..Wish::default()
    };
    let mut cluster = Cluster::start_with(wish).await;
    let addresses = cluster.addresses();
    let over_tls = |address: &String| address.replace("nats://", "tls://");
    let settings = Settings {
        authorities: Some(authority.certificate()),
        certificate: Some(authority.sign(&["node"])),
        ..Settings::new("a", addresses.iter().map(over_tls).collect())
    };

    let link = Link::connect(&settings).await.unwrap();
    let cell = Cell::open(&link, 0, 3).await.unwrap();
    let stored = cell.publish(Bytes::from_static(b"one"), 0).await;
    let read = cell.read(1, Duration::ZERO).await.unwrap();
    let lease = Lease::join(&link, 0, 3, node("a")).await.unwrap();
    holds(&lease).await;
    let first = link.server();
    cluster.kill(cluster.index(&first));
    is_connected_again(&link).await;
    let second = publish_at_last(&cell, &Bytes::from_static(b"two")).await;

    assert_eq!((stored, second), (Ok(1), 2));
    assert_eq!(read.messages, [(1, Bytes::from_static(b"one"))]);
    assert_ne!(link.server(), first);
}

/// Certificates end, and so do authorities. A node goes on without a restart.
#[tokio::test(flavor = "multi_thread")]
async fn renewed_certificates_are_read_by_the_next_connection() {
    let (old, new) = (Authority::new("old"), Authority::new("new"));
    let (certificate, key) = old.sign(HERE);
    let lines = format!("tls {{ cert_file: {certificate:?}, key_file: {key:?} }}");
    let mut cluster = one(&lines).await;
    let address = format!("tls://localhost:{}", cluster.port(0));
    let link = Link::connect(&known(&old, address)).await.unwrap();

    let renewed = new.sign(HERE);
    fs::copy(renewed.0, certificate).unwrap();
    fs::copy(renewed.1, key).unwrap();
    fs::copy(new.certificate(), old.certificate()).unwrap();
    cluster.kill(0);
    cluster.start_again(0);

    is_connected_again(&link).await;
}

/// Waits until the first connection was lost, and there is another.
async fn is_connected_again(link: &Link) {
    let mut connected = link.connected();
    let again = connected.wait_for(|state| state.is_connected && state.losses > 0);
    let again = timeout(Duration::from_secs(20), again).await;
    drop(again.expect("it connects again in time").unwrap());
}
