//! What operators ask of a node, on its way from the socket to the node's loop.

use crate::cluster::control::{Answer, Obey, Order};
use actors_nats::link::Link;
use actors_nats::orders::{self, Listener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// An order, with the place for its answer.
pub struct Ordered {
    /// What is asked.
    pub order: Order,
    answer: oneshot::Sender<Answer>,
}

impl Ordered {
    /// Answers. Whoever asked may be gone.
    pub fn answer(self, answer: Answer) {
        drop(self.answer.send(answer));
    }
}

/// Orders in the sequence of their arrival.
pub type Orders = mpsc::Receiver<Ordered>;

/// The most orders that wait.
const WAITING_MAX: usize = 16;

/// How long another node may take to answer.
const PATIENCE: Duration = Duration::from_secs(25);

/// Carries out what other nodes order, one after the other.
pub async fn obey_others(mut listener: Listener, obey: Obey) {
    while let Some(asked) = listener.next().await {
        let answer: Answer = match serde_json::from_slice(&asked.payload) {
            Ok(order) => obey(order).await,
            Err(_) => Err("this node does not know the order: upgrade it".to_owned()),
        };
        let answer = serde_json::to_vec(&answer).unwrap_or_default();
        asked.answer(answer.into()).await;
    }
}

/// Gives an order to another node.
pub async fn give(link: &Link, cell: u32, node: &str, order: &Order) -> Answer {
    let asked = serde_json::to_vec(order).unwrap_or_default();
    match orders::give(link, cell, node, asked.into(), PATIENCE).await {
        Ok(answer) => serde_json::from_slice(&answer)
            .unwrap_or_else(|_| Err(format!("{node} answers something unknown: upgrade it"))),
        Err(error) => Err(format!(
            "{node} owns the cell, and does not answer: {error}"
        )),
    }
}

/// Makes the way from a socket to a node.
pub fn channel() -> (Obey, Orders) {
    let (give, orders) = mpsc::channel(WAITING_MAX);
    let obey: Obey = Arc::new(move |order| {
        let give = give.clone();
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let stopping = || Err("the node is stopping".to_owned());
            match give.send(Ordered { order, answer }).await {
                Ok(()) => answered.await.unwrap_or_else(|_| stopping()),
                Err(_) => stopping(),
            }
        })
    });
    (obey, orders)
}
