//! The requests that wait inside one actor, by ticket. It is nearly always one poll.

use actors_core::ids::Ticket;

/// Requests that wait, each with the `W` that answers it.
pub(crate) struct ParkedRequests<W>(Vec<(Ticket, W)>);

impl<W> Default for ParkedRequests<W> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<W> ParkedRequests<W> {
    /// Adds a request that waits.
    pub(crate) fn insert(&mut self, ticket: Ticket, waiter: W) {
        // One place and not four, because a hundred thousand visitors may wait.
        self.0.reserve_exact(1);
        self.0.push((ticket, waiter));
    }

    /// Whether no request waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes and returns the request with this ticket.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<W> {
        let index = self.0.iter().position(|(held, _)| *held == ticket)?;
        Some(self.0.swap_remove(index).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_waits_under_its_own_ticket() {
        let mut parked = ParkedRequests::default();
        for ticket in 1..=3 {
            parked.insert(Ticket(ticket), ticket * 10);
        }

        assert_eq!(parked.take(Ticket(1)), Some(10));
        assert_eq!(parked.take(Ticket(1)), None);
        assert_eq!(parked.take(Ticket(3)), Some(30));
        assert_eq!(parked.take(Ticket(2)), Some(20));
        assert_eq!(parked.take(Ticket(2)), None);
    }
}
