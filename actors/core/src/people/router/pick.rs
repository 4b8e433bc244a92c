//! Which agent takes a visitor, and why.

use crate::ids::AgentId;
use crate::routing::WhyAgent;
use crate::time::Timestamp;

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

/// The agents whom a visitor gets before others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preference<'a> {
    /// The agent they asked for.
    pub asked_for: Option<&'a AgentId>,
    /// The agent they talked with last, if that is recent enough, and when.
    pub last: Option<(&'a AgentId, Timestamp)>,
}

/// Picks one of the `free` agents: the one asked for, else the one before, else the one with the fewest conversations,
/// else the one idle longest (Protocol, 'Queue'), else the first by id.
pub fn pick_seat<'a>(
    now: Timestamp,
    free: impl Iterator<Item = Candidate<'a>>,
    preferred: Preference<'_>,
) -> Option<(&'a AgentId, WhyAgent)> {
    let mut free: Vec<Candidate<'a>> = free.collect();
    free.sort_unstable_by_key(|seat| (seat.conversations, seat.idle_since, seat.agent));
    let named = |agent: &AgentId| free.iter().find(|seat| seat.agent == agent);
    if let Some(seat) = preferred.asked_for.and_then(named) {
        return Some((seat.agent, WhyAgent::AskedFor));
    }
    if let Some((last, at)) = preferred.last
        && let Some(seat) = named(last)
    {
        let ago = now.since(at);
        return Some((seat.agent, WhyAgent::TalkedBefore { ago }));
    }
    let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
    let first = free.first()?;
    let why = match free.get(1) {
        None => WhyAgent::OnlyFree,
        Some(second) if second.conversations > first.conversations => {
            WhyAgent::FewestConversations {
                conversations: u32::try_from(first.conversations).unwrap_or(u32::MAX),
                free: count,
            }
        }
        Some(second) if second.idle_since > first.idle_since => WhyAgent::IdleLongest {
            idle: now.since(first.idle_since),
            free: count,
        },
        Some(_) => WhyAgent::FirstOfEquals { free: count },
    };
    Some((first.agent, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const NOW: Timestamp = Timestamp::from_millis(100);

    fn pick(
        free: &[(&str, usize, i64)],
        asked_for: Option<&str>,
        last: Option<&str>,
    ) -> Option<(String, WhyAgent)> {
        let agents: Vec<AgentId> = free.iter().map(|(name, ..)| AgentId::from(*name)).collect();
        let candidates = agents
            .iter()
            .zip(free)
            .map(|(agent, (_, conversations, idle_since))| Candidate {
                agent,
                conversations: *conversations,
                idle_since: Timestamp::from_millis(*idle_since),
            });
        let (asked_for, last) = (asked_for.map(AgentId::from), last.map(AgentId::from));
        let preferred = Preference {
            asked_for: asked_for.as_ref(),
            last: last.as_ref().map(|agent| (agent, NOW)),
        };
        pick_seat(NOW, candidates, preferred).map(|(agent, why)| (agent.to_string(), why))
    }

    fn picked(free: &[(&str, usize, i64)], asked_for: Option<&str>) -> Option<String> {
        pick(free, asked_for, None).map(|(agent, _)| agent)
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

    #[test]
    fn the_reason_names_what_decided() {
        let why = |free: &[_], asked, last| pick(free, asked, last).unwrap().1;
        let two = [("ann", 1, 5), ("mia", 1, 4)];

        assert_eq!(why(&two, Some("ann"), Some("mia")), WhyAgent::AskedFor);
        assert_eq!(
            why(&two, Some("zoe"), Some("ann")),
            WhyAgent::TalkedBefore { ago: Span::ZERO }
        );
        assert_eq!(why(&[("ann", 1, 5)], None, None), WhyAgent::OnlyFree);
        assert_eq!(
            why(&two, None, None),
            WhyAgent::IdleLongest {
                idle: Span::from_millis(96),
                free: 2
            }
        );
        assert_eq!(
            why(&[("ann", 1, 5), ("mia", 2, 4)], None, None),
            WhyAgent::FewestConversations {
                conversations: 1,
                free: 2
            }
        );
        assert_eq!(
            why(&[("ann", 1, 4), ("mia", 1, 4)], None, None),
            WhyAgent::FirstOfEquals { free: 2 }
        );
    }
}
