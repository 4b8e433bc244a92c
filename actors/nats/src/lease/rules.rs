//! When a node may take a lease. No clock, no NATS.

use std::time::Duration;

use tokio::time::Instant;

use super::record::{Holder, Record};

/// A holder renews its lease this often.
pub const RENEW_EVERY: Duration = Duration::from_millis(500);

/// A node looks at a lease that it does not hold this often.
pub const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A lease that has not changed for this time is free.
const FREE_AFTER: Duration = Duration::from_millis(2_500);

/// A released lease that has not changed for this time is free for everybody.
const WAITS_FOR_NEXT: Duration = Duration::from_secs(2);

/// After a pause this long between two looks, the time without a change counts from the start. While NATS does not
/// answer, a holder cannot renew.
const BLIND_AFTER: Duration = Duration::from_secs(1);

/// How long one lease has not changed, as far as this node has looked.
#[derive(Debug, Default)]
pub struct Watch {
    seen: Option<Look>,
}

#[derive(Clone, Copy, Debug)]
struct Look {
    revision: u64,
    unchanged_since: Instant,
    at: Instant,
}

impl Watch {
    /// Notes what was seen, and returns how long it has not changed.
    pub fn look(&mut self, now: Instant, revision: u64) -> Duration {
        let goes_on = |last: &Look| last.revision == revision && now - last.at < BLIND_AFTER;
        let since = self
            .seen
            .filter(goes_on)
            .map_or(now, |last| last.unchanged_since);
        self.seen = Some(Look {
            revision,
            unchanged_since: since,
            at: now,
        });
        now - since
    }
}

/// What a node does about a lease that it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It waits.
    Wait,
    /// It takes the lease, if nobody else does first.
    Take,
    /// It holds the lease: its take was stored, and the answer was lost.
    Held,
}

/// Decides for `me` about a lease that has not changed for `unchanged`.
pub fn judge(record: &Record, unchanged: Duration, me: &Holder) -> Verdict {
    let is_free = match &record.holder {
        Some(holder) if holder.instance == me.instance => return Verdict::Held,
        Some(_) => unchanged >= FREE_AFTER,
        None => {
            let is_mine = match &record.next {
                Some(next) => *next == me.node,
                None => record.released_by.as_ref() != Some(&me.instance),
            };
            is_mine || unchanged >= WAITS_FOR_NEXT
        }
    };
    if is_free {
        Verdict::Take
    } else {
        Verdict::Wait
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, Watch, judge};
    use crate::lease::record::{Holder, Record};
    use std::time::Duration;
    use tokio::time::Instant;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_lease_is_free_when_it_has_not_changed_for_two_and_a_half_seconds() {
        let held = Record::held(node("a"));

        assert_eq!(judge(&held, 2_499 * MS, &node("b")), Verdict::Wait);
        assert_eq!(judge(&held, 2_500 * MS, &node("b")), Verdict::Take);
    }

    #[test]
    fn a_released_lease_is_the_named_nodes_first() {
        let released = Record::released(&node("a"), Some("c".to_owned()));

        assert_eq!(judge(&released, Duration::ZERO, &node("c")), Verdict::Take);
        assert_eq!(judge(&released, 1_999 * MS, &node("b")), Verdict::Wait);
        assert_eq!(judge(&released, 2_000 * MS, &node("b")), Verdict::Take);
    }

    #[test]
    fn a_lease_released_to_nobody_is_free_for_all_but_the_node_that_gave_it_up() {
        let released = Record::released(&node("a"), None);

        assert_eq!(judge(&released, Duration::ZERO, &node("b")), Verdict::Take);
        assert_eq!(judge(&released, Duration::ZERO, &node("a")), Verdict::Wait);
        assert_eq!(judge(&released, 2_000 * MS, &node("a")), Verdict::Take);
    }

    #[test]
    fn a_node_whose_take_was_stored_holds_the_lease() {
        assert_eq!(
            judge(&Record::held(node("a")), Duration::ZERO, &node("a")),
            Verdict::Held
        );
    }

    #[test]
    fn the_time_without_a_change_ends_with_a_change() {
        let (mut watch, start) = (Watch::default(), Instant::now());

        assert_eq!(watch.look(start, 1), Duration::ZERO);
        assert_eq!(watch.look(start + 900 * MS, 1), 900 * MS);
        assert_eq!(watch.look(start + 1_000 * MS, 2), Duration::ZERO);
        assert_eq!(watch.look(start + 1_100 * MS, 2), 100 * MS);
    }

    #[test]
    fn the_time_in_which_a_node_could_not_look_does_not_count() {
        let (mut watch, start) = (Watch::default(), Instant::now());

        watch.look(start, 1);

        assert_eq!(watch.look(start + 10_000 * MS, 1), Duration::ZERO);
        assert_eq!(watch.look(start + 10_200 * MS, 1), 200 * MS);
    }

    #[test]
    fn a_value_of_another_layout_is_not_read() {
        let held = Record::held(node("a"));

        assert_eq!(Record::decode(&held.encode()), Some(held));
        assert_eq!(Record::decode(br#"{"layout":2}"#), None);
    }

    fn node(name: &str) -> Holder {
        Holder {
            node: name.to_owned(),
            address: format!("{name}:9000"),
            epoch: None,
            instance: format!("run of {name}"),
        }
    }
}
