use super::MemoryLog;
use crate::log::{Log as _, Read};
use crate::message::{Claim, MESSAGE_BYTES_MAX, Message};
use crate::owner::PublishError;
use bytes::Bytes;
use futures_util::FutureExt as _;
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn text(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

async fn read(log: &MemoryLog, from: u64) -> Read {
    log.read(from, NOW).await.unwrap()
}

#[tokio::test]
async fn a_stream_gives_back_what_was_published_in_the_order_of_calls() {
    let log = MemoryLog::new();

    let first = log.publish(text("a"), 0);
    let second = log.clone().publish(text("b"), 1);

    assert_eq!(second.await, Ok(2));
    assert_eq!(first.await, Ok(1));
    let all = Read {
        messages: vec![(1, text("a")), (2, text("b"))],
        end: 2,
        first: 1,
    };
    assert_eq!(read(&log, 1).await, all);
    assert_eq!(read(&log, 0).await, all);
    assert_eq!(read(&log, 2).await.messages, [(2, text("b"))]);
    assert_eq!(log.len(), 2);
}

#[tokio::test]
async fn an_empty_and_a_purged_stream_begin_after_their_end() {
    let log = MemoryLog::new();
    let empty = Read {
        messages: Vec::new(),
        end: 0,
        first: 1,
    };
    assert_eq!(read(&log, 1).await, empty);

    for after in 0..3 {
        log.publish(text("a"), after).await.unwrap();
    }
    log.purge(1);
    assert_eq!(read(&log, 1).await.first, 2);
    log.purge(3);

    let purged = Read {
        messages: Vec::new(),
        end: 3,
        first: 4,
    };
    assert_eq!(read(&log, 1).await, purged);
    assert!(log.is_empty());
    assert_eq!(log.publish(text("b"), 3).await, Ok(4));
}

#[tokio::test]
async fn faults_of_publishes_are_refused_dropped_and_lost() {
    let log = MemoryLog::new();

    assert_eq!(
        log.publish(text("a"), 5).await,
        Err(PublishError::NotStored)
    );
    log.ignore_expected(true);
    assert_eq!(log.publish(text("a"), 5).await, Ok(1));
    log.refuse(1);
    log.drop_publishes(1);
    log.lose_acks(1);
    assert_eq!(
        log.publish(text("b"), 1).await,
        Err(PublishError::NotStored)
    );
    assert_eq!(log.publish(text("c"), 1).await, Err(PublishError::Unknown));
    assert_eq!(log.publish(text("d"), 1).await, Err(PublishError::Unknown));
    let large = Bytes::from(vec![0; MESSAGE_BYTES_MAX + 1]);
    assert_eq!(log.publish(large, 2).await, Err(PublishError::TooLarge));

    assert_eq!(log.stored(), [(1, text("a")), (2, text("d"))]);
    log.fail_reads(1);
    assert!(log.read(1, NOW).await.is_err());
    assert_eq!(read(&log, 1).await.end, 2);
}

#[tokio::test]
async fn a_held_stream_answers_nothing_until_it_is_released() {
    let log = MemoryLog::new();
    log.hold();
    let mut first = log.publish(text("a"), 0);
    drop(log.publish(text("b"), 1));
    let mut reading = log.read(1, NOW);
    assert!((&mut first).now_or_never().is_none());
    assert!((&mut reading).now_or_never().is_none());

    log.release();

    assert_eq!(first.await, Ok(1));
    assert_eq!(reading.await.unwrap().end, 2);
}

#[tokio::test(start_paused = true)]
async fn a_read_waits_for_its_first_message_or_its_end() {
    let log = MemoryLog::new();
    let claim = Message::Claim(Claim {
        epoch: 1,
        node: "b".to_owned(),
        nonce: 8,
    });

    let nothing = log.read(1, Duration::from_secs(5)).await.unwrap();
    assert_eq!((nothing.messages.len(), nothing.end), (0, 0));
    let reading = tokio::spawn(log.read(1, Duration::MAX));
    tokio::task::yield_now().await;
    assert_eq!(log.append(claim.clone()), 1);

    let read = reading.await.unwrap().unwrap();
    assert_eq!(read.messages, [(1, claim.encode())]);
}

#[tokio::test]
async fn a_read_ends_after_some_megabytes() {
    let log = MemoryLog::new();
    for after in 0..4 {
        let message = Bytes::from(vec![0; 3 * 1024 * 1024]);
        log.publish(message, after).await.unwrap();
    }

    let part = read(&log, 1).await;

    assert_eq!((part.messages.len(), part.end), (2, 4));
}
