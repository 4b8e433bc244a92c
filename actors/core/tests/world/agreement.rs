//! The invariants: at every moment, and after all messages have arrived.

use super::{AGENTS, VISITORS, World, agent, visitor};
use actors_core::ids::VisitorId;
use actors_core::session::phase::Status;
use actors_core::time::{Span, Timestamp};

impl World {
    /// Checks what holds at every moment, even with messages in flight.
    pub(super) fn settles(&mut self) {
        assert_eq!(self.router.check(), Ok(()));
        let waiting: Vec<VisitorId> = (0..VISITORS).map(visitor).collect();
        for visitor in waiting {
            self.place_never_worsens(&visitor);
        }
        self.numbers_are_their_owners();
    }

    /// Checks that every number a visitor ever received gives their position or none.
    fn numbers_are_their_owners(&self) {
        let nobody = VisitorId::from("nobody");
        for (visitor, number) in &self.numbers {
            let by_name = self.router.position(visitor, None);
            let by_number = self.router.position(&nobody, Some(*number));
            assert!(
                by_number.is_none() || by_number == by_name,
                "{visitor}, {number:?}: {by_number:?} and not {by_name:?}"
            );
            assert_eq!(self.router.position(visitor, Some(*number)), by_name);
        }
    }

    /// Checks that a visitor's position never rises unless somebody was put at the head of the line (Protocol,
    /// 'Hand-over and queue', waitIndex).
    fn place_never_worsens(&mut self, visitor: &VisitorId) {
        let Some(position) = self.router.position(visitor, None) else {
            self.seen.remove(visitor);
            return;
        };
        let standing = self.router.lines().in_line(visitor).unwrap();
        let turn = Timestamp::from_millis(standing.place.0);
        let requeues = self.requeues_seen.insert(visitor.clone(), self.requeues);
        let before = self.seen.insert(visitor.clone(), (turn, position));
        if let Some((_, before)) = before.filter(|(before, _)| *before == turn)
            && requeues == Some(self.requeues)
        {
            assert!(
                position <= before,
                "{visitor} fell from {before} to {position}"
            );
        }
    }

    /// Lets all messages arrive, then checks that sessions and router agree and that every request was answered.
    pub(super) fn agree(&mut self) {
        self.everything_arrives();
        let mut held = 0;
        for number in 0..VISITORS {
            let name = visitor(number);
            let overview = self.describe(&name);
            let seated = self.router.seated(&name).cloned();
            let position = self.router.position(&name, None);
            let agent = overview.agent.as_ref().map(|agent| agent.agent.clone());
            match overview.status {
                Status::Manual => {
                    assert_eq!(
                        (seated, position),
                        (agent, None),
                        "{name} talks with an agent"
                    );
                    held += 1;
                }
                Status::Queued => {
                    assert!(
                        position.is_some() && seated.is_none(),
                        "{name} waits in a line"
                    );
                    let standing = self.router.lines().in_line(&name).unwrap();
                    let (line, number) = (Some(standing.group), standing.number);
                    assert_eq!(
                        line, overview.group,
                        "{name} waits in the line that their session names"
                    );
                    assert_eq!(
                        self.number_told(&name),
                        number,
                        "{name} has the number of their place"
                    );
                }
                Status::Robot | Status::Ended => {
                    assert_eq!(
                        (seated, position),
                        (None, None),
                        "{name} has no seat and no place"
                    );
                }
            }
        }
        let seats: usize = (0..AGENTS.len())
            .map(|number| self.router.conversations(&agent(number)).count())
            .sum();
        assert_eq!(seats, held, "a visitor without a conversation holds a seat");
        assert!(
            self.asking.is_empty(),
            "requests without an answer: {:?}",
            self.asking
        );
    }

    /// Checks the end of a walk: after 30 minutes of silence, sessions and router agree and nobody waits.
    pub(super) fn ends(&mut self) {
        self.agree();
        self.pass(Span::from_minutes(30));
        self.agree();
        for number in 0..VISITORS {
            let status = self.describe(&visitor(number)).status;
            assert_ne!(
                status,
                Status::Queued,
                "a visitor waits after 30 minutes of silence"
            );
        }
    }
}
