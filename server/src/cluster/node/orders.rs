//! What operators ask of a node, on its way from the socket to the node's loop.

use crate::cluster::control::{Answer, Obey, Order};
use std::sync::Arc;
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
