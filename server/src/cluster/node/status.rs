//! Answers to operators: how the cluster is, and whether an order is carried out.

use super::Node;
use super::orders::{Ordered, give};
use super::own::End;
use crate::cluster::control::{Answer, Order};
use actix_web::rt;
use actors_nats::lease::{Seen, State};
use std::fmt::Write as _;
use std::time::Duration;

/// A node that is silent for longer is away: it says every second that it is there.
const AWAY_AFTER: Duration = Duration::from_secs(5);

impl Node {
    pub(super) async fn obey_as_follower(&self, ordered: Ordered) {
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
    pub(super) async fn obey_as_owner(&self, ordered: Ordered) -> Option<End> {
        let to = match &ordered.order {
            Order::Status => {
                let answer = self.cluster_status().await;
                ordered.answer(answer);
                return None;
            }
            Order::Resume => {
                let answer = self.resume();
                ordered.answer(Ok(answer));
                return None;
            }
            Order::Drain => None,
            Order::Move { to } => Some(to.clone()),
        };
        match self.may_leave(to.as_deref()).await {
            Ok(()) => {
                if to.is_none() {
                    self.joined.lease.drain();
                }
                Some(End::HandOver(to, ordered))
            }
            Err(why) => {
                ordered.answer(Err(why));
                None
            }
        }
    }

    /// Whether the cell can go to this node, or to any other.
    async fn may_leave(&self, to: Option<&str>) -> Result<(), String> {
        let nodes = self
            .joined
            .lease
            .nodes()
            .await
            .map_err(|error| error.to_string())?;
        let others = nodes
            .iter()
            .filter(|node| *node.name != *self.membership.node);
        let mut ready = others.filter(|node| node.silent < AWAY_AFTER && !node.is_draining);
        let names: Vec<&str> = ready.clone().map(|node| node.name.as_str()).collect();
        match to {
            Some(to) if ready.any(|node| node.name == to) => Ok(()),
            Some(to) => Err(format!(
                "{to} is not a node that is ready to own the cell; ready: {}",
                if names.is_empty() {
                    "none".to_owned()
                } else {
                    names.join(", ")
                }
            )),
            None if ready.next().is_some() => Ok(()),
            None => Err("no other node is ready to own the cell".to_owned()),
        }
    }

    fn resume(&self) -> String {
        self.joined.lease.undrain();
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

fn table(nodes: &[Seen], holder: Option<&str>) -> String {
    let newest = nodes.iter().map(|node| node.folded).max().unwrap_or(0);
    let mut table = format!(
        "{:<20} {:<9} {:>12} {:>8}  {:<10} {}\n",
        "node", "role", "folded", "behind", "version", "address"
    );
    for node in nodes {
        let role = match holder == Some(node.name.as_str()) {
            _ if node.silent >= AWAY_AFTER => "away",
            true => "owner",
            false if node.is_draining => "drained",
            false => "follower",
        };
        let behind = newest - node.folded;
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "{:<20} {role:<9} {:>12} {behind:>8}  {:<10} {}",
            node.name, node.folded, node.version, node.address
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
            folded,
            is_draining: name == "c",
            silent: Duration::from_secs(silent),
        }
    }

    #[test]
    fn the_table_tells_who_owns_who_is_away_and_who_is_behind() {
        let nodes = [
            seen("a", 90, 0),
            seen("b", 100, 1),
            seen("c", 100, 1),
            seen("d", 10, 60),
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
    }
}
