//! Connections.

use std::fs;
use std::time::Duration;

use actors_nats::durability::usual_monitors;
use actors_nats::link::{Link, LinkError, Settings};
use actors_nats::testing::{Cluster, Wish};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::time::timeout;

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

#[tokio::test(flavor = "multi_thread")]
async fn a_user_and_a_password_or_a_token_stand_in_the_address() {
    let by_user = one("authorization { user: shop, password: \"a@b\" }").await;
    let by_token = one("authorization { token: s3cret }").await;
    let (user_port, token_port) = (by_user.port(0), by_token.port(0));

    let right = settings(format!("nats://shop:a%40b@127.0.0.1:{user_port}"));
    assert!(Link::connect(&right).await.is_ok());
    let right = settings(format!("nats://s3cret@127.0.0.1:{token_port}"));
    assert!(Link::connect(&right).await.is_ok());

    let wrong = settings(format!("nats://shop:wrong@127.0.0.1:{user_port}"));
    let error = Link::connect(&wrong).await.unwrap_err();
    assert!(matches!(error, LinkError::Refused(_)), "{error}");
    assert!(!error.to_string().contains("wrong@"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn different_users_are_refused() {
    let addresses = ["nats://one:x@127.0.0.1:1", "nats://two:x@127.0.0.1:2"];
    let settings = Settings::new("a", addresses.map(str::to_owned).into());

    let error = Link::connect(&settings).await.unwrap_err();

    assert!(matches!(error, LinkError::Users), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_tls_is_known_by_its_authority() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (authority_key, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(
        path("ca.pem"),
        authority.self_signed(&authority_key).unwrap().pem(),
    )
    .unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    fs::write(
        path("cert.pem"),
        server.signed_by(&key, &issuer).unwrap().pem(),
    )
    .unwrap();
    fs::write(path("key.pem"), key.serialize_pem()).unwrap();
    let (certificate, key) = (path("cert.pem"), path("key.pem"));
    let cluster = one(&format!(
        "tls {{ cert_file: {certificate:?}, key_file: {key:?} }}"
    ))
    .await;

    let address = format!("tls://localhost:{}", cluster.port(0));
    let known = Settings {
        authorities: Some(path("ca.pem")),
        ..settings(address.clone())
    };
    assert!(Link::connect(&known).await.is_ok());
    let unknown = Settings {
        connect_within: Duration::from_secs(1),
        ..settings(address)
    };
    let error = Link::connect(&unknown).await.unwrap_err();
    assert!(matches!(error, LinkError::Tls(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_told_and_made_again_to_another_server() {
    let mut cluster = Cluster::start().await;
    let link = cluster.link("a").await;
    let mut connected = link.connected();
    let first = link.server();
    assert!(connected.borrow().is_connected);

    cluster.kill(cluster.index(&first));

    let within = Duration::from_secs(20);
    let lost = timeout(within, connected.wait_for(|state| state.losses == 1)).await;
    drop(lost.unwrap().unwrap());
    let again = timeout(within, connected.wait_for(|state| state.is_connected)).await;
    drop(again.unwrap().unwrap());
    assert_ne!(link.server(), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_server_the_error_names_the_addresses() {
    let address = "nats://user:secret@127.0.0.1:1".to_owned();
    let settings = Settings {
        connect_within: Duration::from_millis(100),
        ..Settings::new("a", vec![address])
    };

    let error = Link::connect(&settings).await.unwrap_err();

    let text = error.to_string();
    assert!(matches!(error, LinkError::Silent { .. }), "{text}");
    assert!(
        text.contains("127.0.0.1:1") && !text.contains("secret"),
        "{text}"
    );
    assert_eq!(
        usual_monitors(&settings).unwrap(),
        ["http://127.0.0.1:8222"]
    );
}
