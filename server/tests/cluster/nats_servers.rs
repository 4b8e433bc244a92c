//! `kill -9` of one NATS server, and of two.

use crate::node::Kind;
use crate::onlooker::{self, Onlooker};
use crate::people::Visitor;
use crate::servers::{Cluster, NODES, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use crate::{LONGEST, SOME};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Instant;

#[tokio::test(flavor = "multi_thread")]
async fn one_killed_nats_server_is_hardly_noticed() {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));
    for leads in [false, true] {
        let leader = onlooker::leader(&cluster).await;
        let server = if leads { leader } else { (leader + 1) % NODES };

        let (seen, wrong) = shop
            .during(async {
                watch.acknowledges(SOME).await;
                cluster.nats.kill(server);
                let killed = Instant::now();
                if leads {
                    let next = onlooker::leader_but(&cluster, server).await;
                    let after = killed.elapsed();
                    println!("NATS server {next} leads the stream after {after:.2?}");
                }
                watch.acknowledges(2 * SOME).await;
                cluster.nats.start_again(server);
                cluster.nats.ready().await;
                watch.acknowledges(SOME).await;
            })
            .await;

        let who = if leads { "the leader" } else { "a follower" };
        println!("NATS server {server}, {who} of the stream: {seen}");
        assert_eq!(wrong, Vec::<String>::new(), "{who}");
        assert!(seen.longest_of(100) < LONGEST, "{seen}");
        cluster.all_ready().await;
    }
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
}

/// Lets visitors read at every node at once. Returns what is not there.
async fn read_everywhere(readers: &[Arc<Visitor>], call: &str) -> Vec<String> {
    let readers = readers.iter();
    let everywhere =
        readers.flat_map(|reader| (0..NODES).map(move |node| reader.reads_at(node, call)));
    let read = join_all(everywhere).await;
    read.into_iter().filter_map(Result::err).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn without_two_nats_servers_writing_is_refused_and_reading_goes_on_until_they_are_back() {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let watch = shop.watch();
    let processes = |cluster: &Cluster| cluster.nodes.iter().map(|node| node.process()).collect();
    let before: Vec<_> = processes(&cluster);

    let (seen, wrong) = shop
        .during(async {
            watch.acknowledges(SOME).await;
            cluster.nats.kill(0);
            cluster.nats.kill(2);
            // A refusal without Retry-After is a complaint.
            watch.refuses(SOME).await;
            for call in ["getHistoryMsg", "getEventMsg"] {
                let unread = read_everywhere(shop.silent(), call).await;
                unread.into_iter().for_each(|what| watch.complain(what));
                // A session whose last step waits for the log tells nothing before that is stored.
                let waiting = read_everywhere(shop.writing(), call).await.len();
                let all = NODES * shop.writing().len();
                println!("{call}: {waiting} of {all} calls wait for the log");
            }
            cluster.nats.start_again(0);
            cluster.nats.start_again(2);
            cluster.nats.ready().await;
            watch.acknowledges(2 * SOME).await;
        })
        .await;

    println!("two NATS servers: {seen}");
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(processes(&cluster), before, "no node was started again");
    cluster.all_ready().await;
}
