//! Leases and nodes.

use std::time::Duration;

use actors_nats::lease::{Holder, Lease, LeaseError, Node, Part, State};
use actors_nats::testing::Cluster;
use tokio::time::{Instant, timeout};

pub fn node(name: &str) -> Node {
    Node {
        name: name.to_owned(),
        address: format!("{name}:9000"),
        version: "1.2.3".to_owned(),
        part: Part::Standby,
    }
}

async fn join(cluster: &Cluster, name: &str) -> Lease {
    let link = cluster.link(name).await;
    Lease::join(&link, 0, 3, node(name)).await.unwrap()
}

/// Waits until this node sees that a node of this name holds the lease.
async fn sees(lease: &Lease, name: &str) -> Holder {
    let is_wanted = |state: &State| match state {
        State::Follower { holder } => holder.as_ref().is_some_and(|holder| holder.node == name),
        State::Holder => false,
    };
    let mut state = lease.state();
    let state = timeout(Duration::from_secs(20), state.wait_for(is_wanted)).await;
    match state.expect("it is seen in time").unwrap().clone() {
        State::Follower {
            holder: Some(holder),
        } => holder,
        state => panic!("{state:?}"),
    }
}

/// Waits until this node holds the lease, and returns how long that took.
pub async fn holds(lease: &Lease) -> Duration {
    let start = Instant::now();
    let mut state = lease.state();
    let state = timeout(
        Duration::from_secs(20),
        state.wait_for(|state| *state == State::Holder),
    )
    .await;
    state.expect("it is held in time").unwrap();
    start.elapsed()
}

/// Whether this node takes the lease within so many seconds.
async fn takes_within(lease: &Lease, seconds: u64) -> bool {
    let mut state = lease.state();
    let taken = state.wait_for(|state| *state == State::Holder);
    timeout(Duration::from_secs(seconds), taken).await.is_ok()
}

fn is_holder(lease: &Lease) -> bool {
    *lease.state().borrow() == State::Holder
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_three_nodes_holds_the_lease_and_the_others_know_its_address() {
    let cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let others = [join(&cluster, "b").await, join(&cluster, "c").await];
    first.note_epoch(Some(7));

    for other in &others {
        let holder = sees(other, "a").await;
        assert_eq!(holder.address, "a:9000");
    }
    let mut state = others[0].state();
    let has_epoch = |state: &State| matches!(state, State::Follower { holder: Some(holder) } if holder.epoch == Some(7));
    timeout(Duration::from_secs(5), state.wait_for(has_epoch))
        .await
        .expect("the epoch is told")
        .unwrap();

    // It is renewed: nobody else takes it in twice the time after which it would be free.
    let taken = takes_within(&others[0], 5).await;

    assert!(!taken);
    assert!(is_holder(&first) && !is_holder(&others[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_nodes_start_together_exactly_one_holds_the_lease() {
    let cluster = Cluster::start().await;
    let names = ["a", "b", "c", "d", "e"];
    let nodes = futures_util::future::join_all(names.map(|name| join(&cluster, name))).await;

    let states = nodes.iter().map(|node| async {
        let mut state = node.state();
        let is_settled = |state: &State| *state != State::Follower { holder: None };
        let settled = timeout(Duration::from_secs(10), state.wait_for(is_settled)).await;
        settled.expect("it settles in time").unwrap().clone()
    });
    let states = futures_util::future::join_all(states).await;

    let holders = states
        .iter()
        .filter(|state| **state == State::Holder)
        .count();
    assert_eq!(holders, 1, "{states:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_takes_over_within_seconds_when_the_holder_is_gone() {
    let cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let second = join(&cluster, "b").await;
    sees(&second, "a").await;

    drop(first);
    let took = holds(&second).await;

    // The last renewal may be 500 ms old.
    assert!(took >= Duration::from_millis(1_900), "{took:?}");
    assert!(took < Duration::from_secs(6), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handed_over_lease_is_the_named_nodes_at_once() {
    let cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let (second, third) = (join(&cluster, "b").await, join(&cluster, "c").await);
    sees(&second, "a").await;
    sees(&third, "a").await;

    first.release(Some("c")).await.unwrap();
    let took = holds(&third).await;

    // Everybody else waits for two seconds.
    assert!(took < Duration::from_millis(1_800), "{took:?}");
    sees(&first, "c").await;
    sees(&second, "c").await;
    assert!(matches!(
        second.release(None).await,
        Err(LeaseError::NotHeld)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_handed_to_a_node_that_is_gone_is_another_nodes_after_two_seconds() {
    let cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let second = join(&cluster, "b").await;
    sees(&second, "a").await;
    first.drain();

    first.release(Some("gone")).await.unwrap();
    let took = holds(&second).await;

    assert!(took >= Duration::from_millis(1_700), "{took:?}");
    assert!(took < Duration::from_secs(6), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drained_node_takes_no_lease_until_it_is_undrained() {
    let cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let second = join(&cluster, "b").await;
    sees(&second, "a").await;
    second.drain();

    first.drain();
    first.release(Some("b")).await.unwrap();
    let taken = takes_within(&second, 4).await;

    assert!(!taken);
    assert!(!is_holder(&first));
    second.undrain();
    holds(&second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edge_never_takes_the_lease_and_says_what_it_is() {
    let cluster = Cluster::start().await;
    let link = cluster.link("a").await;
    let this = Node {
        part: Part::Edge,
        ..node("a")
    };

    let edge = Lease::join(&link, 0, 3, this).await.unwrap();

    assert!(!takes_within(&edge, 4).await);
    let nodes = edge.nodes().await.unwrap();
    let parts: Vec<Part> = nodes.iter().map(|node| node.part).collect();
    assert_eq!(parts, [Part::Edge]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nodes_are_listed_with_what_they_say() {
    let cluster = Cluster::start().await;
    let (first, second) = (join(&cluster, "a").await, join(&cluster, "b.example").await);
    second.note_folded(41);
    second.drain();

    let until = Instant::now() + Duration::from_secs(10);
    let nodes = loop {
        let nodes = first.nodes().await.unwrap();
        if nodes.get(1).is_some_and(|node| node.folded == 41) || Instant::now() > until {
            break nodes;
        }
    };

    assert_eq!(
        nodes
            .iter()
            .map(|node| node.name.as_str())
            .collect::<Vec<_>>(),
        ["a", "b.example"]
    );
    assert_eq!((nodes[1].folded, nodes[1].is_draining), (41, true));
    assert_eq!(nodes[1].address, "b.example:9000");
    assert_eq!(nodes[0].version, "1.2.3");
    assert!(
        nodes
            .iter()
            .all(|node| node.silent < Duration::from_secs(3))
    );

    drop(second);
    let until = Instant::now() + Duration::from_secs(20);
    while first.nodes().await.unwrap()[1].silent < Duration::from_secs(3) {
        assert!(Instant::now() < until, "a node that is gone falls silent");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_holder_keeps_the_lease_when_a_nats_server_dies() {
    let mut cluster = Cluster::start().await;
    let first = join(&cluster, "a").await;
    holds(&first).await;
    let second = join(&cluster, "b").await;
    sees(&second, "a").await;

    cluster.kill(0);
    let taken = takes_within(&second, 15).await;

    assert!(!taken);
    assert!(is_holder(&first));
}

#[tokio::test]
async fn cells_have_leases_and_nodes_of_their_own() {
    let cluster = Cluster::start().await;
    let link = cluster.link("one").await;
    let first = Lease::join(&link, 0, 3, node("one")).await.unwrap();
    let second = Lease::join(&link, 7, 3, node("one")).await.unwrap();
    holds(&first).await;
    holds(&second).await;
    let third = Lease::join(&link, 7, 3, node("two")).await.unwrap();
    sees(&third, "one").await;

    let names = |nodes: Vec<actors_nats::lease::Seen>| -> Vec<String> {
        nodes.into_iter().map(|node| node.name).collect()
    };
    assert_eq!(names(first.nodes().await.unwrap()), ["one"]);
    let mut of_second = Vec::new();
    // Each shows itself within a second.
    while of_second.len() < 2 {
        of_second = names(second.nodes().await.unwrap());
    }
    assert_eq!(of_second, ["one", "two"]);
}
