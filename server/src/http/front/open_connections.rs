//! How many connections of a server are open, for the one that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;

/// The connections that are open. A clone shares them.
#[derive(Clone, Default)]
pub struct OpenConnections(Arc<Shared>);

#[derive(Default)]
struct Shared {
    open: AtomicUsize,
    emptied: Notify,
}

/// One of them; dropping it closes it.
pub struct OpenConnection(OpenConnections);

impl OpenConnections {
    /// Counts one more.
    pub fn enter(&self) -> OpenConnection {
        self.0.open.fetch_add(1, Ordering::Relaxed);
        OpenConnection(self.clone())
    }

    /// Waits until none is open.
    pub async fn emptied(&self) {
        loop {
            // It hears of what happens from here on, so nothing is missed after the look.
            let emptied = self.0.emptied.notified();
            if self.0.open.load(Ordering::Acquire) == 0 {
                return;
            }
            emptied.await;
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let shared = &self.0.0;
        if shared.open.fetch_sub(1, Ordering::AcqRel) == 1 {
            shared.emptied.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::pin::pin;

    #[tokio::test]
    async fn they_are_emptied_when_the_last_one_closes() {
        let connections = OpenConnections::default();
        let (one, other) = (connections.enter(), connections.enter());
        let mut emptied = pin!(connections.emptied());
        assert!(emptied.as_mut().now_or_never().is_none());

        drop(one);
        assert!(emptied.as_mut().now_or_never().is_none());
        drop(other);

        assert!(emptied.now_or_never().is_some());
        assert!(connections.emptied().now_or_never().is_some());
    }
}
