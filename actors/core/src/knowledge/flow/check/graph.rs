//! Checks the graph of a flow: nodes that cannot be reached, and loops without a question.

use crate::flow::check::{Fault, Problem};
use crate::flow::{Flow, Node, SILENT_STEPS_MAX};
use crate::ids::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// The most loops in one report.
const ROUNDS_MAX: usize = 10;

pub(super) fn check(flow: &Flow, faults: &mut Vec<Fault>) {
    unreachable(flow, faults);
    let mut silent = Silent {
        flow,
        lengths: BTreeMap::new(),
        path: Vec::new(),
        rounds: Vec::new(),
    };
    for id in flow.nodes.keys() {
        silent.length(id);
    }
    let Silent {
        lengths, rounds, ..
    } = silent;
    for round in rounds.iter().take(ROUNDS_MAX) {
        faults.push(Fault {
            node: round.first().cloned(),
            field: "next".to_owned(),
            problem: Problem::Loop(round.clone()),
        });
    }
    let longest = lengths.iter().max_by_key(|(_, length)| **length);
    if let Some((id, length)) = longest
        && rounds.is_empty()
        && *length > usize::from(SILENT_STEPS_MAX)
    {
        faults.push(Fault {
            node: Some(NodeId::clone(id)),
            field: "next".to_owned(),
            problem: Problem::SilentTooLong(usize::from(SILENT_STEPS_MAX)),
        });
    }
}

fn unreachable(flow: &Flow, faults: &mut Vec<Fault>) {
    let mut reached: BTreeSet<&NodeId> = BTreeSet::new();
    let mut ahead: Vec<&NodeId> = vec![&flow.start];
    while let Some(id) = ahead.pop() {
        if let Some(node) = flow.nodes.get(id)
            && reached.insert(id)
        {
            ahead.extend(node.ways().into_iter().map(|(_, next)| next));
        }
    }
    // If the start does not exist, every node is unreachable, and one fault is enough.
    if reached.is_empty() {
        return;
    }
    for id in flow.nodes.keys().filter(|id| !reached.contains(id)) {
        faults.push(Fault {
            node: Some(id.clone()),
            field: "nodeId".to_owned(),
            problem: Problem::Unreachable(flow.start.clone()),
        });
    }
}

/// Follows the ways that nodes take by themselves.
struct Silent<'a> {
    flow: &'a Flow,
    /// The longest sequence of nodes from each visited node, including itself.
    lengths: BTreeMap<&'a NodeId, usize>,
    path: Vec<&'a NodeId>,
    rounds: Vec<Vec<NodeId>>,
}

impl<'a> Silent<'a> {
    fn length(&mut self, id: &'a NodeId) -> usize {
        if let Some(known) = self.lengths.get(id) {
            return *known;
        }
        if let Some(at) = self.path.iter().position(|before| *before == id) {
            let round = self.path[at..].iter().chain([&id]);
            self.rounds
                .push(round.map(|id| NodeId::clone(id)).collect());
            return 0;
        }
        let Some(node) = self.flow.nodes.get(id) else {
            return 0;
        };
        self.path.push(id);
        let ahead = silent_ways(node).into_iter().map(|next| self.length(next));
        let longest = ahead.max().unwrap_or(0);
        self.path.pop();
        self.lengths.insert(id, longest + 1);
        longest + 1
    }
}

/// Where a node leads without the visitor. A failed request counts, because a service is no visitor.
fn silent_ways(node: &Node) -> Vec<&NodeId> {
    let by_itself = node.awaits().is_none();
    let ways = node.ways().into_iter();
    ways.filter(|(field, _)| by_itself || field == "request.failed")
        .map(|(_, next)| next)
        .collect()
}
