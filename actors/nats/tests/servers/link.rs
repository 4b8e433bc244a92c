//! Connections.

use std::time::Duration;

use actors_nats::durability::usual_monitors;
use actors_nats::link::{Link, LinkError, Settings};
use actors_nats::testing::Cluster;
use tokio::time::timeout;

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
