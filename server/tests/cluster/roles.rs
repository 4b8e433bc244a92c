//! The roles of nodes: the preferred one takes the cell back after a failure, and an edge only forwards.

use crate::node::{Kind, serve_as_told};
use crate::onlooker::{self, Onlooker};
use crate::servers::{Cluster, NODES, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use crate::{LONGEST, SOME};
use std::time::{Duration, Instant};

/// The test that serves as a node that takes the cell back sooner.
pub const SERVING: &str = "roles::serving_hurriedly_until_killed";
/// How long the preferred node is ready before it asks.
const READY_FOR: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The roles of the nodes, by number.
const ROLES: [&str; NODES] = ["standby", "preferred", "edge"];
const STANDBY: usize = 0;
const PREFERRED: usize = 1;
const EDGE: usize = 2;

/// The process behind [`Kind::Hurried`].
#[actix_web::test]
async fn serving_hurriedly_until_killed() {
    serve_as_told(|node| node.hurries(READY_FOR)).await;
}

/// Waits until this node owns the cell, and all know it.
async fn owns(cluster: &mut Cluster, number: usize) {
    let until = Instant::now() + PATIENCE;
    while cluster.all_ready().await.node != number {
        assert!(Instant::now() < until, "node {number} does not own");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preferred_node_takes_the_cell_back_and_an_edge_never_owns_it() {
    let size = Size::wanted();
    let mut cluster = Cluster::start_in_roles(Kind::Hurried, Wiring::Direct, size, ROLES).await;
    owns(&mut cluster, PREFERRED).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));

    let (seen, wrong) = shop
        .during(async {
            watch.acknowledges(SOME).await;
            cluster.nodes[PREFERRED].kill();
            owns(&mut cluster, STANDBY).await;
            watch.acknowledges(SOME).await;
            cluster.start_node(PREFERRED);
            owns(&mut cluster, PREFERRED).await;
            watch.acknowledges(SOME).await;
        })
        .await;

    println!("{seen}");
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen.longest_of(100) < LONGEST, "{seen}");
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
    let claims = onlooker::stream(&cluster).await.claims;
    let of_edge = cluster.nodes[EDGE].name();
    assert!(claims.iter().all(|claim| claim.1 != of_edge), "{claims:?}");
    let store = cluster.nodes[EDGE].data().join("store");
    assert!(!store.exists(), "an edge keeps no copy");
}
