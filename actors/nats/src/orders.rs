//! Orders from one node of a cell to another, over NATS: a request and its answer. Nothing is stored.

use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::{Message, Request, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::time::{Instant, sleep};

use crate::link::Link;

/// How long servers may take to learn who listens.
const HEARD_OF_WITHIN: Duration = Duration::from_secs(2);

/// How soon an order that nobody heard is given again.
const ASKED_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// Why an order has no answer. It may be carried out nevertheless.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OrderError(String);

/// Where a node takes orders.
#[derive(Debug)]
pub struct Listener {
    link: Link,
    orders: Subscriber,
}

/// An order that waits for its answer.
#[derive(Debug)]
pub struct Order {
    /// What is ordered.
    pub payload: Bytes,
    link: Link,
    message: Message,
}

impl Listener {
    /// Listens for orders to this node of this cell, also after a lost connection.
    ///
    /// # Errors
    /// [`OrderError`]: the connection is gone.
    pub async fn open(link: &Link, cell: u32, node: &str) -> Result<Self, OrderError> {
        let orders = link.client.subscribe(subject(cell, node)).await;
        Ok(Self {
            link: link.clone(),
            orders: orders.map_err(|error| OrderError(error.to_string()))?,
        })
    }

    /// The next order; `None` once the connection is closed for good.
    pub async fn next(&mut self) -> Option<Order> {
        let message = self.orders.next().await?;
        Some(Order {
            payload: message.payload.clone(),
            link: self.link.clone(),
            message,
        })
    }
}

impl Order {
    /// Answers. Whoever asked may wait no longer.
    pub async fn answer(self, answer: Bytes) {
        let Some(asker) = self.message.reply else {
            return;
        };
        if let Err(error) = self.link.client.publish(asker, answer).await {
            tracing::debug!(%error, "answering another node");
        }
    }
}

/// Gives an order to a node, and waits for its answer. While nobody listens, it asks again: servers learn from each other
/// who listens.
///
/// # Errors
/// [`OrderError`]: no such node listens, or it does not answer in time.
pub async fn give(
    link: &Link,
    cell: u32,
    node: &str,
    order: Bytes,
    within: Duration,
) -> Result<Bytes, OrderError> {
    let until = Instant::now() + HEARD_OF_WITHIN;
    loop {
        let request = Request::new().payload(order.clone()).timeout(Some(within));
        let error = match link.client.send_request(subject(cell, node), request).await {
            Ok(answer) => return Ok(answer.payload),
            Err(error) => error,
        };
        if error.kind() != RequestErrorKind::NoResponders || Instant::now() > until {
            return Err(OrderError(error.to_string()));
        }
        sleep(ASKED_AGAIN_AFTER).await;
    }
}

fn subject(cell: u32, node: &str) -> String {
    format!("FD.order.{cell}.{node}")
}
