//! Users, passwords and tokens in addresses.

use actors_nats::link::{Link, LinkError, Settings};

use crate::{one, refusal, settings};

#[tokio::test(flavor = "multi_thread")]
async fn a_user_and_a_password_stand_in_the_address_escaped() {
    let cluster = one("authorization { user: \"shop/1\", password: \"a@b %+1\" }").await;
    let port = cluster.port(0);

    let right = settings(format!("nats://shop%2F1:a%40b%20%+1@127.0.0.1:{port}"));

    assert!(Link::connect(&right).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_stands_alone() {
    let cluster = one("authorization { token: s3cret }").await;
    let port = cluster.port(0);

    let right = settings(format!("nats://s3cret@127.0.0.1:{port}"));
    let wrong = refusal(&settings(format!("nats://secret@127.0.0.1:{port}"))).await;

    assert!(Link::connect(&right).await.is_ok());
    assert!(matches!(wrong, LinkError::Refused(_)), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_or_none_is_refused_at_once() {
    let cluster = one("authorization { user: shop, password: right }").await;
    let port = cluster.port(0);

    for user in ["shop:wrong@", "other:right@", "right@", ""] {
        let error = refusal(&settings(format!("nats://{user}127.0.0.1:{port}"))).await;

        let words = "NATS refuses this node: authorization violation; check the user and password, token or \
                     credentials file";
        assert!(matches!(error, LinkError::Refused(_)), "{user}: {error}");
        assert_eq!(error.to_string(), words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn different_users_are_refused() {
    let addresses = ["nats://one:x@127.0.0.1:1", "nats://two:x@127.0.0.1:2"];
    let settings = Settings::new("a", addresses.map(str::to_owned).into());

    let error = refusal(&settings).await;

    assert!(matches!(error, LinkError::Users), "{error}");
}

/// Such an address would lead to another host, or send the password without TLS.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_address_is_told_without_its_password() {
    let wrong = [
        ("nats://shop:pass/word@host:4222", "nats://host:4222"),
        ("nats://shop:12/word@host:4222", "nats://host:4222"),
        ("nats://shop:12#word@host:4222", "nats://host:4222"),
        ("shop:12?word@host", "nats://host"),
        ("wss://shop:word@host:443", "wss://host:443"),
        ("http://shop:word@host", "http://host"),
        ("tls://", "tls://"),
    ];

    for (address, shown) in wrong {
        let error = refusal(&settings(address.to_owned())).await;

        assert!(
            matches!(&error, LinkError::Address(told) if told == shown),
            "{address}: {error}"
        );
    }
}
