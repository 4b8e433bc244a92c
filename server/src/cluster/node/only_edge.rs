//! A node whose role is `edge`: it forwards, keeps no copy, and never owns the cell.

use super::Node;

impl Node {
    /// Forwards until the process is to stop.
    pub(super) async fn only_forward(&mut self) -> anyhow::Result<()> {
        self.forward()?;
        let mut lease = self.joined.lease.state();
        let mut stopping = self.stopping.clone();
        loop {
            let state = lease.borrow_and_update().clone();
            self.note_holder(&state);
            // The node's own loop keeps all senders.
            tokio::select! {
                _ = stopping.wait_for(|stops| *stops) => return Ok(()),
                _ = lease.changed() => {}
                Some(ordered) = self.orders.recv() => self.obey_as_follower(ordered).await,
            }
        }
    }
}
