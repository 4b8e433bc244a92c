//! Where the router's effects would break a rule.

use super::{
    AGENTS, Model, SECOND, Step, Talk, agent_id, group_id, group_number, serves, visitor_id,
};
use crate::router::short;
use actors_core::ids::VisitorId;
use actors_core::router::RouterEffect;
use actors_core::routing::{Availability, Presence, RouterNews, RouterRefusal};
use std::collections::BTreeMap;

impl Model {
    pub(super) fn hear(&mut self, effect: &RouterEffect, step: &mut Step) {
        let RouterEffect::TellSession(visitor, news) = effect else {
            return;
        };
        let visitor: usize = visitor.as_str().parse().unwrap();
        match news {
            RouterNews::Assigned { agent, group } => {
                let agent = AGENTS
                    .iter()
                    .position(|(name, ..)| *name == agent.agent.as_str());
                self.assigned(visitor, agent.unwrap(), group_number(group), step);
            }
            RouterNews::Waiting {
                group,
                place,
                position,
            } => {
                let group = group_number(group);
                if let Some(mut asker) = step.asks.take_if(|asker| asker.visitor == visitor) {
                    // Two who were connected in the same millisecond come back to the same place: one moves on.
                    assert!((asker.key..asker.key + 16).contains(&place.0));
                    asker.key = place.0;
                    self.lines[group].push(asker);
                    self.lines[group].sort_by_key(|waiting| waiting.key);
                }
                let index = self.lines[group]
                    .iter()
                    .position(|w| w.visitor == visitor)
                    .unwrap();
                assert_eq!(self.lines[group][index].key, place.0);
                assert_eq!(*position as usize, index + 1);
            }
            RouterNews::Refused(refusal) => {
                assert_eq!(*refusal, RouterRefusal::NoAgent);
                step.asks.take_if(|asker| asker.visitor == visitor);
                let stood = self.lines.iter_mut().enumerate();
                let stood = stood.filter_map(|(group, line)| {
                    let index = line.iter().position(|w| w.visitor == visitor)?;
                    line.remove(index);
                    Some(group)
                });
                let stood: Vec<usize> = stood.collect();
                assert!(
                    stood.iter().all(|group| !self.is_staffed(*group)),
                    "{stood:?} closed"
                );
            }
            RouterNews::LineMoved => {
                assert!(self.waits(visitor), "{visitor} does not wait");
                let last = self.told_at.insert(visitor, self.story.now);
                let is_due = last.is_none_or(|last| self.story.now.since(last) >= SECOND);
                assert!(is_due, "{visitor} was told twice within a second");
                self.untold.remove(&visitor);
            }
            RouterNews::AgentAway(agent) | RouterNews::AgentGone(agent) => {
                let agent = AGENTS
                    .iter()
                    .position(|(name, ..)| *name == agent.as_str())
                    .unwrap();
                let talks = &self.agents[agent].talks;
                assert!(
                    talks.iter().any(|talk| talk.visitor == visitor),
                    "{}",
                    short(news)
                );
                assert!(!self.is_here(agent), "{} is here", AGENTS[agent].0);
            }
            RouterNews::DeskReopened(_) => panic!("no desk was opened"),
        }
    }

    fn assigned(&mut self, visitor: usize, agent: usize, group: usize, step: &mut Step) {
        if self.agents[agent]
            .talks
            .iter()
            .any(|talk| talk.visitor == visitor)
        {
            return; // Told again.
        }
        let is_by_name = step
            .takes_by_name
            .take_if(|taken| *taken == visitor)
            .is_some();
        let is_called = step.takes == Some(agent);
        let line = &mut self.lines[group];
        let asker = step.asks.take_if(|asker| asker.visitor == visitor);
        let waiting = asker.unwrap_or_else(|| {
            let index = line.iter().position(|waiting| waiting.visitor == visitor);
            line.remove(index.expect("nobody is given to an agent who did not ask"))
        });

        assert!(
            serves(agent, group),
            "{} does not serve {group}",
            AGENTS[agent].0
        );
        let seat = &self.agents[agent];
        assert!(seat.talks.len() < seat.capacity as usize, "over capacity");
        assert!(self.is_here(agent) && seat.availability != Availability::Offline);
        if !is_called {
            assert_eq!(seat.availability, Availability::Online);
            let fewest = (0..AGENTS.len()).filter(|other| serves(*other, group));
            let fewest = fewest.filter(|other| self.is_free(*other));
            let fewest = fewest.map(|other| self.agents[other].talks.len()).min();
            let is_named = step.named == Some(agent);
            assert!(is_named || fewest.is_none_or(|fewest| seat.talks.len() <= fewest));
        }
        if !is_by_name {
            assert_eq!(waiting.presence, Presence::Here);
            let lines = self.lines.iter().enumerate();
            let theirs = lines.filter(|(line, _)| match step.takes_of_group {
                true => *line == group,
                false => serves(agent, *line),
            });
            let mut others = theirs.flat_map(|(_, line)| line);
            let overtaken =
                others.find(|other| other.presence == Presence::Here && other.key < waiting.key);
            assert!(overtaken.is_none(), "{visitor} overtakes {overtaken:?}");
        }
        self.agents[agent].talks.push(Talk {
            visitor,
            key: waiting.key,
            presence: waiting.presence,
            group,
            since: self.story.now,
        });
    }

    pub(super) fn compare(&mut self, before: &BTreeMap<usize, u32>, step: &Step) {
        let after = self.positions();
        for (visitor, position) in &after {
            let was = before.get(visitor);
            let rises = was.is_some_and(|was| was < position);
            assert!(
                !rises || step.raises,
                "{visitor} fell back from {was:?} to {position}"
            );
        }
        self.note_moves(before, &after);
        let router = &self.story.router;
        for (group, line) in self.lines.iter().enumerate() {
            assert_eq!(router.lines().count(&group_id(group)) as usize, line.len());
        }
        let waiting: usize = self.lines.iter().map(Vec::len).sum();
        assert_eq!(router.lines().total(), waiting);
        for (visitor, position) in &after {
            assert_eq!(router.position(&visitor_id(*visitor)), Some(*position));
        }
        for (number, agent) in self.agents.iter().enumerate() {
            let mut theirs: Vec<VisitorId> = agent
                .talks
                .iter()
                .map(|talk| visitor_id(talk.visitor))
                .collect();
            theirs.sort();
            let talks = router.conversations(&agent_id(number));
            assert_eq!(
                talks.cloned().collect::<Vec<_>>(),
                theirs,
                "{}",
                AGENTS[number].0
            );
            assert!(
                !self.is_free(number) || self.nobody_for(number),
                "{} idles",
                AGENTS[number].0
            );
        }
    }

    /// Whoever waits and is here hears of a new position within a second, as far as the clock is looked at.
    fn note_moves(&mut self, before: &BTreeMap<usize, u32>, after: &BTreeMap<usize, u32>) {
        let now = self.story.now;
        for line in &self.lines {
            for waiting in line {
                let visitor = waiting.visitor;
                let was = before.get(&visitor);
                let moved = was.is_some_and(|was| *was != after[&visitor]);
                if moved && self.told_at.get(&visitor) != Some(&now) {
                    self.untold.entry(visitor).or_insert(now);
                }
                if waiting.presence == Presence::Away {
                    self.untold.remove(&visitor);
                }
            }
        }
        self.untold.retain(|visitor, _| after.contains_key(visitor));
        self.told_at
            .retain(|visitor, _| after.contains_key(visitor));
        let late = self
            .untold
            .iter()
            .find(|(_, since)| now.since(**since) > SECOND);
        assert!(late.is_none(), "{late:?} was not told by {now:?}");
    }
}
