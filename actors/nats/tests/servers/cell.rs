//! The stream of a cell.

use std::time::{Duration, Instant};

use actors_cluster::log::Log as _;
use actors_cluster::message::MESSAGE_BYTES_MAX;
use actors_cluster::owner::PublishError;
use actors_nats::cell::Cell;
use actors_nats::testing::{Cluster, Wish};
use bytes::Bytes;
use futures_util::StreamExt as _;

fn numbered(number: u64) -> Bytes {
    Bytes::from(number.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_stored_and_read_in_the_order_of_the_calls() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();

    let sent: Vec<_> = (0..100)
        .map(|after| cell.publish(numbered(after), after))
        .collect();
    let mut stored = Vec::new();
    for sent in sent {
        stored.push(sent.await.unwrap());
    }
    let read = cell.read(1, Duration::ZERO).await.unwrap();

    assert_eq!(stored, (1..=100).collect::<Vec<_>>());
    let wanted: Vec<_> = (1..=100).map(|seq| (seq, numbered(seq - 1))).collect();
    assert_eq!(read.messages, wanted);
    assert_eq!((read.first, read.end), (1, 100));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_after_another_sequence_than_the_last_is_refused() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    cell.publish(numbered(1), 0).await.unwrap();

    let refused = cell.publish(numbered(2), 0).await;

    assert_eq!(refused, Err(PublishError::NotStored));
    let read = cell.read(1, Duration::ZERO).await.unwrap();
    assert_eq!((read.messages.len(), read.end), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_behind_the_end_tells_the_end() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let empty = cell.read(1, Duration::ZERO).await.unwrap();
    cell.publish(numbered(1), 0).await.unwrap();

    let behind = cell.read(100, Duration::ZERO).await.unwrap();
    let waited = cell.read(100, Duration::from_millis(10)).await.unwrap();

    assert_eq!((empty.messages.len(), empty.first, empty.end), (0, 1, 0));
    assert_eq!((behind.messages.len(), behind.first, behind.end), (0, 1, 1));
    assert_eq!(waited, behind);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_hears_of_each_message_as_it_comes() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let follower = Cell::open(&cluster.link("b").await, 0, 3).await.unwrap();
    let wait = Duration::from_secs(10);
    // The first read opens the consumer.
    assert_eq!(
        follower
            .read(1, Duration::from_millis(1))
            .await
            .unwrap()
            .end,
        0
    );

    for seq in 1..=50 {
        let (published, read) = tokio::join!(
            cell.publish(numbered(seq), seq - 1),
            follower.read(seq, wait)
        );

        let read = read.unwrap();
        assert_eq!(
            (published, read.messages),
            (Ok(seq), vec![(seq, numbered(seq))])
        );
        assert!(read.end >= seq);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_has_all_that_was_acknowledged_before_the_call() {
    let cluster = Cluster::start().await;
    let cells = [
        Cell::open(&cluster.link_to(0, "a").await, 0, 3)
            .await
            .unwrap(),
        Cell::open(&cluster.link_to(1, "b").await, 0, 3)
            .await
            .unwrap(),
        Cell::open(&cluster.link_to(2, "c").await, 0, 3)
            .await
            .unwrap(),
    ];

    for seq in 1..=100 {
        cells[0].publish(numbered(seq), seq - 1).await.unwrap();
        for cell in &cells {
            let read = cell.read(seq, Duration::ZERO).await.unwrap();
            assert_eq!((read.messages, read.end), (vec![(seq, numbered(seq))], seq));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn purged_messages_are_skipped() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    for seq in 1..=5 {
        cell.publish(numbered(seq), seq - 1).await.unwrap();
    }

    cell.purge(3).await.unwrap();
    let read = cell.read(1, Duration::ZERO).await.unwrap();
    assert_eq!(read.messages, [(4, numbered(4)), (5, numbered(5))]);
    assert_eq!((read.first, read.end), (4, 5));

    cell.purge(5).await.unwrap();
    let read = cell.read(1, Duration::ZERO).await.unwrap();
    assert_eq!((read.messages.len(), read.first, read.end), (0, 6, 5));
    assert_eq!(cell.publish(numbered(6), 5).await, Ok(6));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_message_is_stored_and_a_larger_one_is_too_large() {
    let cluster = Cluster::start().await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let largest = Bytes::from(vec![7; MESSAGE_BYTES_MAX]);
    let larger = Bytes::from(vec![7; (8 << 20) + 1]);

    let mut stored = Vec::new();
    for after in 0..5 {
        stored.push(cell.publish(largest.clone(), after).await);
    }
    let refused = cell.publish(larger, 5).await;

    assert_eq!(stored, [Ok(1), Ok(2), Ok(3), Ok(4), Ok(5)]);
    assert_eq!(refused, Err(PublishError::TooLarge));
    // A read ends after about 8 MiB, and the next one goes on.
    let mut seen = Vec::new();
    while seen.len() < 5 {
        let read = cell
            .read(seen.len() as u64 + 1, Duration::ZERO)
            .await
            .unwrap();
        assert!(
            (1..=2).contains(&read.messages.len()),
            "{}",
            read.messages.len()
        );
        assert!(read.messages.iter().all(|(_, message)| *message == largest));
        seen.extend(read.messages.iter().map(|(seq, _)| *seq));
    }
    assert_eq!(seen, [1, 2, 3, 4, 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_would_lose_messages_is_refused() {
    let wish = Wish {
        servers: 1,
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;
    let link = cluster.link("a").await;
    let client = async_nats::connect(cluster.addresses()).await.unwrap();
    let config = async_nats::jetstream::stream::Config {
        name: "FD_CELL_1".to_owned(),
        subjects: vec!["FD.cell.1".to_owned()],
        max_age: Duration::from_secs(3_600),
        deny_delete: true,
        ..Default::default()
    };
    async_nats::jetstream::new(client)
        .create_stream(config)
        .await
        .unwrap();

    let refused = Cell::open(&link, 1, 1).await.unwrap_err();

    let text = "the stream FD_CELL_1 has a maximum age of messages; change it with the nats tool, or remove the stream";
    assert_eq!(refused.to_string(), text);
    assert!(Cell::open(&link, 2, 1).await.is_ok());
    assert!(
        Cell::open(&link, 2, 1).await.is_ok(),
        "it opens its own again"
    );
}

/// Prints how fast a follower reads a long stream, and fails if it is not much faster than one message a request.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_stream_is_read_fast() {
    const COUNT: u64 = 20_000;
    let wish = Wish {
        sync_interval: Some("1s"),
        ..Wish::default()
    };
    let cluster = Cluster::start_with(wish).await;
    let cell = Cell::open(&cluster.link("a").await, 0, 3).await.unwrap();
    let count: u64 = std::env::var("MESSAGES").map_or(COUNT, |count| count.parse().unwrap());
    let message = Bytes::from(vec![7; 300]);
    let mut sent = futures_util::stream::iter(0..count)
        .map(|after| cell.publish(message.clone(), after))
        .buffered(500);
    while let Some(stored) = sent.next().await {
        stored.unwrap();
    }

    let start = Instant::now();
    let mut next = 1;
    while next <= count {
        let read = cell.read(next, Duration::ZERO).await.unwrap();
        next = read.messages.last().unwrap().0 + 1;
    }

    let took = start.elapsed();
    println!("{count} messages in {took:?}");
    assert!(
        took < Duration::from_micros(200) * u32::try_from(count).unwrap(),
        "{took:?}"
    );
}
