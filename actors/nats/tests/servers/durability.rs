//! Which clusters are refused.

use actors_nats::cell::Cell;
use actors_nats::durability::{Demand, check};
use actors_nats::testing::{Cluster, Wish};

async fn refusal(cluster: &Cluster) -> String {
    check(&cluster.monitors(), Demand::Strict)
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_that_write_at_once_are_accepted() {
    let cluster = Cluster::start().await;

    let checked = check(&cluster.monitors(), Demand::Strict).await.unwrap();

    assert_eq!((checked.replicas, checked.down.len()), (3, 0));
    assert!(checked.weaknesses.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_default_of_sync_interval_is_refused_for_each_server() {
    let wish = Wish {
        sync_interval: None,
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;

    let refusal = refusal(&cluster).await;

    for server in ["n0", "n1", "n2"] {
        let words = format!(
            "server {server} writes to disk every 120s: set jetstream {{ sync_interval: always }}"
        );
        assert!(refusal.contains(&words), "{refusal}");
    }
    let checked = check(&cluster.monitors(), Demand::Relaxed).await.unwrap();
    assert_eq!((checked.replicas, checked.weaknesses.len()), (3, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_is_refused_and_serves_one_copy_when_relaxed() {
    let wish = Wish {
        servers: 1,
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;

    assert!(
        refusal(&cluster)
            .await
            .contains("the cluster has 1 of 3 servers with JetStream")
    );

    let checked = check(&cluster.monitors(), Demand::Relaxed).await.unwrap();
    assert_eq!(checked.replicas, 1);
    let link = cluster.link("a").await;
    assert!(Cell::open(&link, 0, checked.replicas).await.is_ok());
    let refused = Cell::open(&link, 0, 3).await.unwrap_err();
    assert!(
        refused.to_string().contains("1 replicas, not 3"),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_payload_is_refused() {
    let wish = Wish {
        max_payload: 1 << 20,
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;

    let refusal = refusal(&cluster).await;

    assert!(
        refusal.contains("server n1 has max_payload 1048576: set max_payload: 8388608"),
        "{refusal}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_no_address_names_is_refused() {
    let cluster = Cluster::start().await;

    for left_out in 0..3 {
        let mut monitors = cluster.monitors();
        monitors.remove(left_out);

        let error = check(&monitors, Demand::Strict)
            .await
            .unwrap_err()
            .to_string();

        let named = format!("server n{left_out} is not checked");
        assert!(error.contains(&named), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_down_is_named_and_does_not_keep_a_node_out() {
    let mut cluster = Cluster::start().await;
    cluster.kill(2);

    let checked = check(&cluster.monitors(), Demand::Strict).await.unwrap();

    assert_eq!(checked.down.into_iter().collect::<Vec<_>>(), ["n2"]);
}
