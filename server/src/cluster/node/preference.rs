//! When the preferred node of a cell takes it back, so that the owners of several cells spread over their machines again
//! after a failure.

use super::Node;
use super::orders::give;
use crate::cluster::control::Order;
use crate::cluster::membership::OwnerAddress;
use crate::settings::cluster::NodeRole;
use actix_web::rt;
use std::time::Duration;
use tokio::time::Instant;

/// How long the preferred node is ready before it takes the cell. A node that fails again and again must not take the cell
/// with it each time.
const READY_FOR: Duration = Duration::from_secs(5 * 60);

/// The preferred node has folded all but so many messages when it takes the cell: it folds them within some milliseconds.
const BEHIND_MAX: u64 = 1_000;

/// Whether this node is the preferred one, and since when it is ready under another owner.
pub struct Preference {
    is_preferred: bool,
    /// The operator moved the cell away.
    is_overruled: bool,
    ready_for: Duration,
    waits: Option<Waits>,
}

struct Waits {
    epoch: u64,
    since: Instant,
}

impl Preference {
    /// That of a node with this role.
    pub fn of(role: NodeRole) -> Self {
        Self {
            is_preferred: role == NodeRole::Preferred,
            is_overruled: false,
            ready_for: READY_FOR,
            waits: None,
        }
    }

    /// Lets the node take the cell sooner, as a test does.
    pub fn hurry(&mut self, ready_for: Duration) {
        self.ready_for = ready_for;
    }

    /// Whether this node should own the cell.
    pub fn holds(&self) -> bool {
        self.is_preferred && !self.is_overruled
    }

    /// The operator moves the cell away: it does not come back by itself.
    pub fn overrule(&mut self) {
        self.is_overruled = true;
    }

    /// The operator lets the node take the cell again.
    pub fn restore(&mut self) {
        self.is_overruled = false;
    }

    /// Whether to ask the owner for the cell now. `owner` is another node; `None` while there is none, or while this node
    /// is not ready.
    fn is_due(&mut self, now: Instant, owner: Option<&OwnerAddress>) -> bool {
        let Some(owner) = owner.filter(|_| self.holds()) else {
            self.waits = None;
            return false;
        };
        let waits = self.waits.take().filter(|waits| waits.epoch == owner.epoch);
        let since = waits.map_or(now, |waits| waits.since);
        let is_due = now - since >= self.ready_for;
        self.waits = Some(Waits {
            epoch: owner.epoch,
            // An owner that refuses is asked again after the same time.
            since: if is_due { now } else { since },
        });
        is_due
    }
}

impl Node {
    /// Asks the owner for the cell, if this node is the preferred one and was ready for long enough.
    pub(super) fn ask_back(&mut self) {
        let is_ready = self.membership.obstacle().is_none()
            && !self.joined.lease.is_draining()
            && self
                .membership
                .lag
                .messages()
                .is_some_and(|lag| lag <= BEHIND_MAX);
        let owner = self.owner.borrow().clone().filter(|_| is_ready);
        if !self.preference.is_due(Instant::now(), owner.as_ref()) {
            return;
        }
        let Some(owner) = owner else { return };
        let (link, cell) = (self.joined.link.clone(), self.joined.number);
        let to = self.membership.node.to_string();
        rt::spawn(async move {
            let order = Order::HandBack { to };
            match give(&link, cell, &owner.node, &order).await {
                Ok(_) => tracing::info!(
                    from = owner.node,
                    "this node is the preferred one, and took the cell"
                ),
                Err(why) => {
                    tracing::info!(
                        from = owner.node,
                        why,
                        "this node is the preferred one, and did not get the cell"
                    );
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn owner(epoch: u64) -> OwnerAddress {
        OwnerAddress {
            node: "other".to_owned(),
            address: "10.0.0.2:8181".to_owned(),
            epoch,
        }
    }

    /// What the node decides at these seconds.
    fn decides(preference: &mut Preference, looks: &[(u32, Option<u64>)]) -> Vec<bool> {
        let start = Instant::now();
        let look = |(at, epoch): &(u32, Option<u64>)| {
            preference.is_due(start + SECOND * *at, epoch.map(owner).as_ref())
        };
        looks.iter().map(look).collect()
    }

    #[test]
    fn the_preferred_node_asks_after_five_minutes_of_readiness_and_again_after_five_more() {
        let mut preference = Preference::of(NodeRole::Preferred);

        let due = decides(
            &mut preference,
            &[
                (0, Some(7)),
                (299, Some(7)),
                (300, Some(7)),
                (301, Some(7)),
                (600, Some(7)),
            ],
        );

        assert_eq!(due, [false, false, true, false, true]);
    }

    #[test]
    fn the_time_begins_anew_with_another_owner_and_when_the_node_was_not_ready() {
        let mut preference = Preference::of(NodeRole::Preferred);

        let due = decides(
            &mut preference,
            &[
                (0, Some(7)),
                (200, Some(8)),
                (400, None),
                (401, Some(8)),
                (600, Some(8)),
                (701, Some(8)),
            ],
        );

        assert_eq!(due, [false, false, false, false, false, true]);
    }

    #[test]
    fn a_stand_by_and_an_overruled_node_never_ask() {
        let mut preference = Preference::of(NodeRole::Preferred);
        preference.overrule();
        let looks = [(0, Some(7)), (300, Some(7))];

        assert_eq!(decides(&mut preference, &looks), [false, false]);
        assert_eq!(
            decides(&mut Preference::of(NodeRole::Standby), &looks),
            [false, false]
        );
        preference.restore();

        assert_eq!(decides(&mut preference, &looks), [false, true]);
    }
}
