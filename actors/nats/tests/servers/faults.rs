//! The stream of a cell while servers fail.

use std::time::Duration;

use actors_cluster::log::Log as _;
use actors_cluster::owner::PublishError;
use actors_nats::cell::Cell;
use actors_nats::link::{Link, Settings};
use actors_nats::testing::{Cluster, Proxy};
use bytes::Bytes;
use tokio::time::{Instant, sleep};

const NOW: Duration = Duration::ZERO;

fn numbered(number: u64) -> Bytes {
    Bytes::from(number.to_string())
}

/// Publishes as an owner does: after an unknown outcome it reads what is stored. Returns the sequence.
pub async fn publish_at_last(cell: &Cell, message: &Bytes) -> u64 {
    let until = Instant::now() + Duration::from_secs(60);
    let mut end = None;
    loop {
        assert!(Instant::now() < until, "it is stored within a minute");
        let Some(after) = end else {
            end = cell.read(u64::MAX, NOW).await.ok().map(|read| read.end);
            continue;
        };
        match cell.publish(message.clone(), after).await {
            Ok(seq) => return seq,
            Err(_) => {
                end = None;
                if let Ok(read) = cell.read(after + 1, NOW).await
                    && let Some((seq, _)) =
                        read.messages.iter().find(|(_, stored)| stored == message)
                {
                    return *seq;
                }
            }
        }
    }
}

/// All messages, as soon as there is a leader to ask.
async fn stored(cell: &Cell) -> Vec<Bytes> {
    let until = Instant::now() + Duration::from_secs(30);
    let read = loop {
        match cell.read(1, NOW).await {
            Ok(read) => break read,
            Err(error) => assert!(Instant::now() < until, "{error}"),
        }
        sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(read.end, read.messages.len() as u64);
    let messages = read.messages.into_iter().map(|(_, message)| message);
    messages.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_of_a_lost_acknowledgement_is_unknown_and_the_message_is_there() {
    let cluster = Cluster::start().await;
    let proxy = Proxy::start(cluster.port(0)).await;
    let link = Link::connect(&Settings::new("a", vec![proxy.address()]))
        .await
        .unwrap();
    let cell = Cell::open(&link, 0, 3).await.unwrap();
    let witness = Cell::open(&cluster.link_to(1, "b").await, 0, 3)
        .await
        .unwrap();
    cell.publish(numbered(1), 0).await.unwrap();

    // Requests pass, and nothing comes back.
    proxy.swallow_answers();
    let publish = cell.publish(numbered(2), 1);
    let seen = witness.read(2, Duration::from_secs(20)).await.unwrap();
    assert_eq!(seen.messages, [(2, numbered(2))], "the message is stored");
    proxy.cut();

    assert_eq!(publish.await, Err(PublishError::Unknown));
    proxy.pass();
    assert_eq!(publish_at_last(&cell, &numbered(3)).await, 3);
    assert_eq!(stored(&cell).await, [1, 2, 3].map(numbered));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publish_to_a_server_that_is_silent_is_unknown_within_six_seconds() {
    let cluster = Cluster::start().await;
    let link = cluster.link("a").await;
    let cell = Cell::open(&link, 0, 3).await.unwrap();
    cell.publish(numbered(1), 0).await.unwrap();
    let silent = cluster.index(&link.server());

    cluster.pause(silent);
    let start = Instant::now();
    let outcome = cell.publish(numbered(2), 1).await;

    assert_eq!(outcome, Err(PublishError::Unknown));
    assert!(
        start.elapsed() < Duration::from_secs(6),
        "{:?}",
        start.elapsed()
    );
    publish_at_last(&cell, &numbered(3)).await;
    cluster.resume(silent);
    let stored = stored(&cell).await;
    assert_eq!(
        (stored.first(), stored.last()),
        (Some(&numbered(1)), Some(&numbered(3)))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_goes_on_when_the_streams_leader_is_killed() {
    let mut cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    for number in 1..=20 {
        cell.publish(numbered(number), number - 1).await.unwrap();
    }
    let leader = cell.leader().await.unwrap().unwrap();

    cluster.kill(cluster.index(&leader));
    let start = Instant::now();
    publish_at_last(&cell, &numbered(21)).await;
    println!(
        "the stream accepted messages again after {:?}",
        start.elapsed()
    );
    for number in 22..=40 {
        publish_at_last(&cell, &numbered(number)).await;
    }

    assert_eq!(
        stored(&cell).await,
        (1..=40).map(numbered).collect::<Vec<_>>()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_server_a_follower_knows_no_outcome_until_another_is_back() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let leader = cluster.index(&cell.leader().await.unwrap().unwrap());
    a_lost_majority(cluster, cell, (leader + 1) % 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_server_the_leader_knows_no_outcome_until_another_is_back() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let leader = cluster.index(&cell.leader().await.unwrap().unwrap());
    a_lost_majority(cluster, cell, leader).await;
}

async fn a_lost_majority(mut cluster: Cluster, cell: Cell, survivor: usize) {
    for number in 1..=5 {
        cell.publish(numbered(number), number - 1).await.unwrap();
    }

    let (first, second) = ((survivor + 1) % 3, (survivor + 2) % 3);
    cluster.kill(first);
    cluster.kill(second);
    let start = Instant::now();
    let outcome = cell.publish(numbered(6), 5).await;
    assert_eq!(outcome, Err(PublishError::Unknown));
    assert!(
        start.elapsed() < Duration::from_secs(7),
        "{:?}",
        start.elapsed()
    );
    // At first the survivor may still answer as the stream's leader.
    let error = loop {
        match cell.read(6, NOW).await {
            Ok(read) => assert!(read.messages.is_empty(), "{read:?}"),
            Err(error) => break error,
        }
        assert!(
            start.elapsed() < Duration::from_secs(40),
            "the lost majority is noticed"
        );
        sleep(Duration::from_millis(100)).await;
    };
    assert!(error.to_string().contains("the stream's leader"), "{error}");

    cluster.start_again(first);
    publish_at_last(&cell, &numbered(7)).await;

    let stored = stored(&cell).await;
    assert_eq!(stored[..5], (1..=5).map(numbered).collect::<Vec<_>>());
    assert_eq!(stored.last(), Some(&numbered(7)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_goes_on_reading_when_any_server_is_killed() {
    let mut cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let follower = Cell::open(&cluster.link("b").await, 0, 3).await.unwrap();
    let follow = tokio::spawn(async move {
        let mut seen = Vec::new();
        let mut next = 1;
        while seen.last() != Some(&numbered(30)) {
            if let Ok(read) = follower.read(next, Duration::from_secs(1)).await {
                next = read.messages.last().map_or(next, |(seq, _)| seq + 1);
                seen.extend(read.messages.into_iter().map(|(_, message)| message));
            }
        }
        seen
    });

    for number in 1..=30 {
        if number % 10 == 0 {
            let down = usize::try_from(number / 10 - 1).unwrap();
            cluster.kill(down);
            publish_at_last(&cell, &numbered(number)).await;
            cluster.start_again(down);
            cluster.ready().await;
        } else {
            publish_at_last(&cell, &numbered(number)).await;
        }
    }

    let seen = tokio::time::timeout(Duration::from_secs(60), follow)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(seen, stored(&cell).await);
    assert_eq!(seen, (1..=30).map(numbered).collect::<Vec<_>>());
}
