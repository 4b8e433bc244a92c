//! The requests that wait inside one actor, by ticket. It is nearly always one poll, so the first needs no allocation.

use actors_core::ids::Ticket;

/// Requests that wait, each with the `W` that answers it.
pub(crate) struct ParkedRequests<W> {
    first: Option<(Ticket, W)>,
    others: Vec<(Ticket, W)>,
}

impl<W> Default for ParkedRequests<W> {
    fn default() -> Self {
        Self {
            first: None,
            others: Vec::new(),
        }
    }
}

impl<W> ParkedRequests<W> {
    /// Adds a request that waits.
    pub(crate) fn insert(&mut self, ticket: Ticket, waiter: W) {
        if self.first.is_none() {
            self.first = Some((ticket, waiter));
        } else {
            self.others.push((ticket, waiter));
        }
    }

    /// Whether no request waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none() && self.others.is_empty()
    }

    /// Removes and returns the request with this ticket.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<W> {
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
