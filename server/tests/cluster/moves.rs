//! The cell moved by hand, and a node drained.

use crate::SOME;
use crate::node::Kind;
use crate::onlooker::Onlooker;
use crate::servers::{Cluster, Owner, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

/// The aim is a second. A machine with two cores for seven processes may need more.
const GAP_MAX: Duration = Duration::from_secs(10);

async fn run(words: Vec<String>, data: PathBuf) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    command.arg("cluster").args(words).arg("--data").arg(data);
    let ended = tokio::task::spawn_blocking(move || command.output().unwrap());
    ended.await.unwrap()
}

async fn done(cluster: &Cluster, node: usize, words: &[&str]) {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    let output = run(words, cluster.nodes[node].data()).await;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_cell_and_a_drained_node_leave_no_gap_that_pages_notice() {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));
    for order in ["move", "drain"] {
        let owner = cluster.all_ready().await;
        let target = cluster.follower(owner);
        let mut next = owner;

        let (seen, wrong) = shop
            .during(async {
                watch.acknowledges(SOME).await;
                let mark = watch.mark();
                let name = cluster.nodes[target].name();
                // Any node takes the order to move; a drain is of the node itself.
                let (at, words): (usize, &[&str]) = if order == "move" {
                    (target, &["move", name])
                } else {
                    (owner.node, &["drain"])
                };
                done(&cluster, at, words).await;
                next = cluster.owner_above(owner.epoch).await;
                watch.acknowledges(SOME).await;
                let seen = watch.since(mark);
                println!("{order}: {seen}");
                assert!(seen.silence < GAP_MAX, "{order}: {seen}");
            })
            .await;

        assert_eq!(wrong, Vec::<String>::new(), "{order}: {seen}");
        assert_other(&cluster, order, owner, next, target);
    }
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
}

#[track_caller]
fn assert_other(cluster: &Cluster, order: &str, before: Owner, next: Owner, target: usize) {
    let names = cluster.nodes.iter().map(|node| node.name());
    let names: Vec<&str> = names.collect();
    match order {
        "move" => assert_eq!(next.node, target, "{names:?}"),
        _ => assert_ne!(next.node, before.node, "{names:?}"),
    }
}
