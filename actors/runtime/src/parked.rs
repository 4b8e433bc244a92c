//! The requests that wait inside one actor, by ticket. Nearly always one, a poll, so one costs no allocation.

use actors_core::ids::Ticket;
use tokio::sync::oneshot::Sender;

/// Requests that wait for an `A`.
pub(crate) struct ParkedRequests<A> {
    first: Option<(Ticket, Sender<A>)>,
    others: Vec<(Ticket, Sender<A>)>,
}

impl<A> Default for ParkedRequests<A> {
    fn default() -> Self {
        Self {
            first: None,
            others: Vec::new(),
        }
    }
}

impl<A> ParkedRequests<A> {
    /// Lets a request wait.
    pub(crate) fn insert(&mut self, ticket: Ticket, waiter: Sender<A>) {
        if self.first.is_none() {
            self.first = Some((ticket, waiter));
        } else {
            self.others.push((ticket, waiter));
        }
    }

    /// Whether nobody waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none() && self.others.is_empty()
    }

    /// Takes out the one that is to be answered.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<Sender<A>> {
        if let Some((_, waiter)) = self.first.take_if(|(held, _)| *held == ticket) {
            return Some(waiter);
        }
        let index = self.others.iter().position(|(held, _)| *held == ticket)?;
        let (_, waiter) = self.others.swap_remove(index);
        if self.others.is_empty() {
            self.others = Vec::new();
        }
        Some(waiter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::channel;

    #[test]
    fn each_waits_under_its_own_ticket() {
        let mut parked = ParkedRequests::<()>::default();
        for ticket in 1..=3 {
            parked.insert(Ticket(ticket), channel().0);
        }

        assert!(parked.take(Ticket(1)).is_some());
        assert!(parked.take(Ticket(1)).is_none());
        assert!(parked.take(Ticket(3)).is_some());
        assert!(parked.take(Ticket(2)).is_some());
        assert!(parked.take(Ticket(2)).is_none());
    }
}
