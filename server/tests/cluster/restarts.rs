//! Rolling restarts: every node, then every NATS server, one after the other. No page shows an error.

use crate::SOME;
use crate::http;
use crate::node::Kind;
use crate::onlooker::Onlooker;
use crate::servers::{Cluster, NODES, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use std::time::{Duration, Instant};

/// A page says that a call takes too long after this time. Until then it repeats quietly.
const QUIET: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a NATS server has everything that it leads or copies, as operators wait before the next one.
async fn is_healthy(cluster: &Cluster, server: usize) {
    let url = format!("{}/healthz", cluster.nats.monitors()[server]);
    let until = Instant::now() + PATIENCE;
    loop {
        let answer = http::client().get(&url).send().await;
        if answer.is_ok_and(|answer| answer.status() == 200) {
            return;
        }
        assert!(
            Instant::now() < until,
            "NATS server {server} is not healthy"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rolling_restarts_of_all_nodes_and_nats_servers_show_no_page_an_error() {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));

    let (seen, wrong) = shop
        .during(async {
            for node in 0..NODES {
                watch.acknowledges(SOME).await;
                assert!(
                    cluster.nodes[node].stop().await,
                    "node {node} ends regularly"
                );
                cluster.start_node(node);
                cluster.all_ready().await;
            }
            watch.acknowledges(SOME).await;
        })
        .await;

    println!("all nodes: {seen}");
    assert_eq!(wrong, Vec::<String>::new(), "nodes");
    assert!(seen.longest_of(100) < QUIET, "{seen}");

    let (seen, wrong) = shop
        .during(async {
            for server in 0..NODES {
                watch.acknowledges(SOME).await;
                cluster.nats.stop(server);
                cluster.nats.start_again(server);
                cluster.nats.ready().await;
                is_healthy(&cluster, server).await;
                cluster.all_ready().await;
            }
            watch.acknowledges(SOME).await;
        })
        .await;

    println!("all NATS servers: {seen}");
    assert_eq!(wrong, Vec::<String>::new(), "NATS servers");
    assert!(seen.longest_of(100) < QUIET, "{seen}");
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
}
