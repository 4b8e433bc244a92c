//! Which agent takes a visitor.

use crate::ids::AgentId;
use crate::time::Timestamp;
use std::cmp::Reverse;

/// An agent who could take one more.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The agent.
    pub agent: &'a AgentId,
    /// Their number of conversations.
    pub conversations: usize,
    /// When they last got or lost a conversation, or came online.
    pub idle_since: Timestamp,
}

/// Picks one of the `free` agents: the one asked for, else the one with the fewest conversations, else the one idle
/// longest (Protocol, 'Queue'), else the first by id.
pub fn pick_seat<'a>(
    free: impl Iterator<Item = Candidate<'a>>,
    asked_for: Option<&AgentId>,
) -> Option<&'a AgentId> {
    free.min_by_key(|candidate| {
        (
            Reverse(asked_for == Some(candidate.agent)),
            candidate.conversations,
            candidate.idle_since,
            candidate.agent,
        )
    })
    .map(|candidate| candidate.agent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(free: &[(&str, usize, i64)], asked_for: Option<&str>) -> Option<String> {
        let agents: Vec<AgentId> = free.iter().map(|(name, ..)| AgentId::from(*name)).collect();
        let candidates = agents
            .iter()
            .zip(free)
            .map(|(agent, (_, conversations, idle_since))| Candidate {
                agent,
                conversations: *conversations,
                idle_since: Timestamp::from_millis(*idle_since),
            });
        pick_seat(candidates, asked_for.map(AgentId::from).as_ref()).map(ToString::to_string)
    }

    #[test]
    fn no_agent_is_picked_if_none_is_free() {
        assert_eq!(picked(&[], Some("mia")), None);
    }

    #[test]
    fn the_requested_agent_is_picked_even_with_more_conversations() {
        let free = [("ann", 0, 0), ("mia", 3, 9)];

        assert_eq!(picked(&free, Some("mia")).as_deref(), Some("mia"));
        assert_eq!(picked(&free, Some("zoe")).as_deref(), Some("ann"));
    }

    #[test]
    fn fewest_conversations_win_then_longest_idle_then_the_id() {
        assert_eq!(
            picked(&[("ann", 2, 0), ("mia", 1, 9)], None).as_deref(),
            Some("mia")
        );
        assert_eq!(
            picked(&[("ann", 1, 5), ("mia", 1, 4)], None).as_deref(),
            Some("mia")
        );
        assert_eq!(
            picked(&[("mia", 1, 4), ("ann", 1, 4)], None).as_deref(),
            Some("ann")
        );
    }
}
