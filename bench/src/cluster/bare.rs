//! The bare counterpart of a cell: a client that publishes messages of the same size to a stream like the cell's, in order,
//! and does nothing else.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType};
use bytes::Bytes;

use crate::generator::{Durations, Percentiles};

const STREAM: &str = "BARE";
const SUBJECT: &str = "bare.groups";
/// Messages that are published and not acknowledged, as many as an owner has.
const IN_FLIGHT: usize = 4;

/// A client with an empty stream.
pub struct Bare {
    jetstream: Context,
    payload: Bytes,
    /// Sequence of the newest message.
    last: u64,
}

impl Bare {
    /// Makes the stream: three copies in files. Its messages have this size.
    pub async fn open(jetstream: Context, bytes: usize) -> Result<Self> {
        // The stream of the round before, if any.
        let _ = jetstream.delete_stream(STREAM).await;
        let config = Config {
            name: STREAM.to_owned(),
            subjects: vec![SUBJECT.to_owned()],
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: super::NODES,
            ..Config::default()
        };
        jetstream
            .create_stream(config)
            .await
            .context("making a stream")?;
        Ok(Self {
            jetstream,
            payload: Bytes::from(vec![b'x'; bytes.max(1)]),
            last: 0,
        })
    }

    async fn publish(&mut self) -> Result<PublishAckFuture> {
        let message = PublishMessage::build()
            .payload(self.payload.clone())
            .expected_last_sequence(self.last);
        self.last += 1;
        Ok(self.jetstream.send_publish(SUBJECT, message).await?)
    }

    /// Publishes as fast as acknowledgements come. Returns acknowledged messages a second.
    pub async fn as_fast_as_it_goes(&mut self, seconds: f64) -> Result<f64> {
        let (start, mut acknowledged) = (Instant::now(), 0_u64);
        let mut open = VecDeque::new();
        while start.elapsed().as_secs_f64() < seconds {
            while open.len() < IN_FLIGHT {
                open.push_back(self.publish().await?);
            }
            if let Some(oldest) = open.pop_front() {
                oldest.await?;
                acknowledged += 1;
            }
        }
        let took = start.elapsed().as_secs_f64();
        for rest in open {
            rest.await?;
        }
        Ok(acknowledged as f64 / took)
    }

    /// Publishes on schedule. Returns how long acknowledgements took.
    pub async fn on_schedule(&mut self, rate: f64, seconds: f64) -> Result<Percentiles> {
        let mut durations = Durations::new()?;
        let (start, spacing) = (Instant::now(), Duration::from_secs_f64(1.0 / rate.max(1.0)));
        let mut due = start;
        let (told, mut hear) = tokio::sync::mpsc::unbounded_channel();
        while start.elapsed().as_secs_f64() < seconds {
            tokio::time::sleep_until(due.into()).await;
            due += spacing;
            let begun = Instant::now();
            let open = self.publish().await?;
            let told = told.clone();
            tokio::spawn(async move {
                let outcome = open.await.map(|_| begun.elapsed());
                let _ = told.send(outcome);
            });
        }
        drop(told);
        while let Some(outcome) = hear.recv().await {
            durations.add(outcome?);
        }
        Ok(durations.percentiles())
    }

    /// Removes the stream.
    pub async fn close(self) -> Result<()> {
        self.jetstream.delete_stream(STREAM).await?;
        Ok(())
    }
}
