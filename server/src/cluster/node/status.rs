//! Answers to operators: how the cluster is, and whether an order is carried out.

use super::Node;
use super::orders::{Ordered, give};
use super::own::End;
use crate::cluster::control::{Answer, Order};
use actix_web::rt;
use actors_nats::lease::{Part, Seen, State};
use std::fmt::Write as _;
use std::time::Duration;

/// A node that is silent for longer is away: it says every second that it is there.
const AWAY_AFTER: Duration = Duration::from_secs(5);

/// A node gets the cell if it has folded all but so many messages: it folds them within a tenth of a second.
const BEHIND_MAX: u64 = 10_000;

impl Node {
    pub(super) async fn obey_as_follower(&mut self, ordered: Ordered) {
        let answer = match &ordered.order {
            Order::Status => self.cluster_status().await,
            Order::Drain => {
                self.joined.lease.drain();
                Ok(format!(
                    "{} is drained: it takes no cell, and forwards requests\n",
                    self.membership.node
                ))
            }
            Order::Resume => Ok(self.resume()),
            Order::HandBack { .. } => Err("this node does not own the cell".to_owned()),
            Order::Move { .. } => return self.pass_on(ordered),
        };
        ordered.answer(answer);
    }

    /// Lets the owner carry out an order. This node goes on meanwhile: it may be the next owner.
    fn pass_on(&self, ordered: Ordered) {
        let Some(owner) = self.owner.borrow().as_ref().map(|owner| owner.node.clone()) else {
            return ordered.answer(Err(
                "no node owns the cell at the moment: try again".to_owned()
            ));
        };
        let (link, cell) = (self.joined.link.clone(), self.joined.number);
        rt::spawn(async move {
            let answer = give(&link, cell, &owner, &ordered.order).await;
            ordered.answer(answer);
        });
    }

    /// Returns why owning ends, if the order ends it.
    pub(super) async fn obey_as_owner(&mut self, ordered: Ordered) -> Option<End> {
        let left = match &ordered.order {
            Order::Status => Err(self.cluster_status().await),
            Order::Resume => Err(Ok(self.resume())),
            Order::HandBack { .. } if self.preference.holds() => {
                Err(Err("this node is a preferred one too".to_owned()))
            }
            Order::Drain => self.successor(None).await.map_err(Err),
            Order::Move { to } | Order::HandBack { to } => {
                self.successor(Some(to)).await.map_err(Err)
            }
        };
        let to = match left {
            Ok(to) => to,
            Err(answer) => {
                ordered.answer(answer);
                return None;
            }
        };
        match ordered.order {
            Order::Drain => self.joined.lease.drain(),
            Order::Move { .. } => self.preference.overrule(),
            Order::Status | Order::Resume | Order::HandBack { .. } => {}
        }
        Some(End::HandOver(to, ordered))
    }

    /// Returns the node that the cell goes to: the wanted one, or the best of those that are ready.
    async fn successor(&self, wanted: Option<&str>) -> Result<String, String> {
        let nodes = self.joined.lease.nodes().await;
        let nodes = nodes.map_err(|error| error.to_string())?;
        next_owner(&nodes, &self.membership.node, wanted)
    }

    fn resume(&mut self) -> String {
        self.joined.lease.undrain();
        self.preference.restore();
        format!(
            "{} takes the cell again if its owner goes away\n",
            self.membership.node
        )
    }

    async fn cluster_status(&self) -> Answer {
        let nodes = self
            .joined
            .lease
            .nodes()
            .await
            .map_err(|error| error.to_string())?;
        let holder = match &*self.joined.lease.state().borrow() {
            State::Holder => Some(self.membership.node.to_string()),
            State::Follower { holder } => holder.as_ref().map(|holder| holder.node.clone()),
        };
        let cell = match self.membership.cell {
            0 => String::new(),
            cell => format!("cell {cell}\n"),
        };
        Ok(cell + &table(&nodes, holder.as_deref()))
    }
}

/// Returns the node that can own the cell after `owner`: the wanted one, or the best of those that are ready.
fn next_owner(nodes: &[Seen], owner: &str, wanted: Option<&str>) -> Result<String, String> {
    let newest = newest(nodes);
    let is_ready = |node: &&Seen| {
        let is_there = node.silent < AWAY_AFTER && !node.is_draining;
        let is_current = newest - node.folded <= BEHIND_MAX;
        node.name != owner && node.part != Part::Edge && is_there && is_current
    };
    let ready: Vec<&Seen> = nodes.iter().filter(is_ready).collect();
    let best = ready
        .iter()
        .max_by_key(|node| (node.part == Part::Preferred, node.folded));
    match wanted {
        Some(wanted) if ready.iter().any(|node| node.name == wanted) => Ok(wanted.to_owned()),
        Some(wanted) => {
            let names: Vec<&str> = ready.iter().map(|node| node.name.as_str()).collect();
            let names = match names.is_empty() {
                true => "none".to_owned(),
                false => names.join(", "),
            };
            Err(format!(
                "{wanted} is not a node that is ready to own the cell; ready: {names}"
            ))
        }
        None => best
            .map(|node| node.name.clone())
            .ok_or_else(|| "no other node is ready to own the cell".to_owned()),
    }
}

fn newest(nodes: &[Seen]) -> u64 {
    nodes.iter().map(|node| node.folded).max().unwrap_or(0)
}

fn table(nodes: &[Seen], holder: Option<&str>) -> String {
    let newest = newest(nodes);
    let mut table = format!(
        "{:<20} {:<9} {:>12} {:>8}  {:<10} {}\n",
        "node", "role", "folded", "behind", "version", "address"
    );
    for node in nodes {
        let role = match holder == Some(node.name.as_str()) {
            _ if node.silent >= AWAY_AFTER => "away",
            true => "owner",
            false if node.part == Part::Edge => "edge",
            false if node.is_draining => "drained",
            false if node.part == Part::Preferred => "preferred",
            false => "follower",
        };
        let (folded, behind) = match node.part {
            Part::Edge => ("-".to_owned(), "-".to_owned()),
            Part::Preferred | Part::Standby => {
                (node.folded.to_string(), (newest - node.folded).to_string())
            }
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "{:<20} {role:<9} {folded:>12} {behind:>8}  {:<10} {}",
            node.name, node.version, node.address
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, folded: u64, silent: u64) -> Seen {
        Seen {
            name: name.to_owned(),
            address: format!("{name}:8181"),
            version: "0.1.0".to_owned(),
            part: Part::Standby,
            folded,
            is_draining: name == "c",
            silent: Duration::from_secs(silent),
        }
    }

    fn of_part(part: Part, node: Seen) -> Seen {
        Seen { part, ..node }
    }

    #[test]
    fn the_table_tells_who_owns_who_is_away_and_who_is_behind() {
        let nodes = [
            seen("a", 90, 0),
            seen("b", 100, 1),
            seen("c", 100, 1),
            seen("d", 10, 60),
            of_part(Part::Edge, seen("e", 0, 1)),
            of_part(Part::Preferred, seen("f", 100, 1)),
        ];

        let table = table(&nodes, Some("b"));

        let rows: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split_whitespace().take(4).collect())
            .collect();
        assert_eq!(rows[1], ["a", "follower", "90", "10"]);
        assert_eq!(rows[2], ["b", "owner", "100", "0"]);
        assert_eq!(rows[3], ["c", "drained", "100", "0"]);
        assert_eq!(rows[4], ["d", "away", "10", "90"]);
        assert_eq!(rows[5], ["e", "edge", "-", "-"]);
        assert_eq!(rows[6], ["f", "preferred", "100", "0"]);
    }

    #[test]
    fn the_cell_goes_to_the_wanted_node_if_that_is_ready() {
        let nodes = [
            seen("a", 90, 0),
            seen("b", 100_000, 1),
            seen("c", 100_000, 1),
            seen("d", 100_000, 60),
            seen("e", 90_001, 1),
            of_part(Part::Edge, seen("f", 0, 1)),
        ];

        assert_eq!(next_owner(&nodes, "b", Some("e")), Ok("e".to_owned()));
        for (not_ready, why) in [
            ("a", "it is far behind"),
            ("b", "it owns the cell"),
            ("c", "it is drained"),
            ("d", "it is away"),
            ("f", "it is an edge"),
            ("g", "it is unknown"),
        ] {
            let refused = next_owner(&nodes, "b", Some(not_ready)).unwrap_err();
            assert!(refused.ends_with("; ready: e"), "{why}: {refused}");
        }
    }

    #[test]
    fn a_drained_node_gives_the_cell_to_the_preferred_one_else_to_the_one_that_has_folded_most() {
        let mut nodes = vec![seen("a", 100, 0), seen("b", 98, 0), seen("d", 99, 0)];
        assert_eq!(next_owner(&nodes, "a", None), Ok("d".to_owned()));

        nodes.push(of_part(Part::Preferred, seen("e", 97, 0)));

        assert_eq!(next_owner(&nodes, "a", None), Ok("e".to_owned()));
        assert!(next_owner(&nodes[..1], "a", None).is_err());
    }
}
