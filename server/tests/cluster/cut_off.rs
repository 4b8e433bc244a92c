//! A node that loses its connections: to NATS, to the other nodes, to both, or in one direction only.

use crate::node::Kind;
use crate::onlooker::Onlooker;
use crate::servers::{Cluster, NODES, Wiring};
use crate::shop::Shop;
use crate::tenant::Size;
use crate::wire::Flow::{Delayed, HalfClosed, Held};
use crate::wire::{Flow, Party};
use crate::{LONGEST, SOME};
use std::time::Duration;

/// Texts of each visitor while the connections are gone.
const TEXTS: usize = 2;

/// A way of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// From the owner to every NATS server.
    ToNats,
    /// From every NATS server to the owner.
    FromNats,
    /// From the owner to every other node.
    ToNodes,
    /// From every other node to the owner.
    FromNodes,
}

/// What must happen before the connections come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// Another node owns the cell.
    AnotherOwns,
    /// Every page is acknowledged, by whichever owner.
    PagesGoOn,
}

impl Cut {
    fn make(self, cluster: &Cluster, owner: usize, flow: Flow) {
        let own = Party::Node(owner);
        let others = (0..NODES).filter(|node| *node != owner).map(Party::Node);
        let servers = (0..NODES).map(Party::Nats);
        let net = &cluster.net;
        match self {
            Self::ToNats => servers.for_each(|server| net.set(own, server, flow)),
            Self::FromNats => servers.for_each(|server| net.set(server, own, flow)),
            Self::ToNodes => others.for_each(|node| net.set(own, node, flow)),
            Self::FromNodes => others.for_each(|node| net.set(node, own, flow)),
        }
    }
}

/// Makes each of these faults at the owner, one after the other, and reads everything back after each.
async fn cut_off(faults: &[(&str, &[Cut], Flow, Then)]) {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Wires, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));
    for (name, cuts, flow, then) in faults {
        let owner = cluster.all_ready().await;

        let (seen, wrong) = shop
            .during(async {
                watch.acknowledges(SOME).await;
                cuts.iter()
                    .for_each(|cut| cut.make(&cluster, owner.node, *flow));
                if *then == Then::AnotherOwns {
                    cluster.owner_above(owner.epoch).await;
                }
                watch.acknowledges_each(&shop.conversations(), TEXTS).await;
                cluster.net.heal();
                cluster.all_ready().await;
                watch.acknowledges(SOME).await;
            })
            .await;

        println!("{name}: {seen}");
        assert_eq!(wrong, Vec::<String>::new(), "{name}");
        assert!(seen.longest_of(100) < LONGEST, "{name}: {seen}");
    }
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_cut_off_from_nats_or_the_nodes_or_both_acknowledges_nothing_beside_another() {
    let (nats, nodes) = ([Cut::ToNats, Cut::FromNats], [Cut::ToNodes, Cut::FromNodes]);
    let both = [nats, nodes].concat();
    cut_off(&[
        ("cut off from NATS", &nats, Held, Then::AnotherOwns),
        ("cut off from the nodes", &nodes, Held, Then::PagesGoOn),
        ("cut off from both", &both, Held, Then::AnotherOwns),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_cut_off_in_one_direction_acknowledges_nothing_beside_another() {
    cut_off(&[
        (
            "nothing reaches NATS",
            &[Cut::ToNats],
            Held,
            Then::AnotherOwns,
        ),
        // Groups are stored, and their acknowledgements do not arrive.
        (
            "nothing comes from NATS",
            &[Cut::FromNats],
            Held,
            Then::AnotherOwns,
        ),
        // Messages are stored, and the answers do not arrive.
        (
            "nothing reaches the nodes",
            &[Cut::ToNodes],
            Held,
            Then::PagesGoOn,
        ),
        (
            "nothing comes from the nodes",
            &[Cut::FromNodes],
            Held,
            Then::PagesGoOn,
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_half_closed_connections_cost_no_acknowledged_message() {
    let slow = Delayed(Duration::from_millis(120));
    cut_off(&[
        (
            "a slow way to NATS",
            &[Cut::ToNats, Cut::FromNats],
            slow,
            Then::PagesGoOn,
        ),
        (
            "half-closed to NATS",
            &[Cut::ToNats],
            HalfClosed,
            Then::PagesGoOn,
        ),
        (
            "half-closed to the nodes",
            &[Cut::ToNodes],
            HalfClosed,
            Then::PagesGoOn,
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_that_loses_nats_or_the_owner_is_not_ready_until_it_is_back() {
    let mut cluster = Cluster::start(Kind::Program, Wiring::Wires, Size::of(2)).await;
    let owner = cluster.all_ready().await;
    let (own, follower) = (Party::Node(owner.node), cluster.follower(owner));
    let party = Party::Node(follower);
    let nats: Vec<Party> = (0..NODES).map(Party::Nats).collect();

    for others in [nats, vec![own]] {
        for other in others {
            cluster.net.set(party, other, Held);
            cluster.net.set(other, party, Held);
        }
        cluster.becomes_ready(follower, false).await;
        cluster.becomes_ready(owner.node, true).await;
        cluster.net.heal();
        cluster.becomes_ready(follower, true).await;
    }
    assert_eq!(cluster.all_ready().await, owner);
}
