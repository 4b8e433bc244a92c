//! Which alarms are raised, and which of them a supervisor has not heard of (Protocol, 'Supervisor's wall').

use super::{LineView, Router};
use crate::ids::{AgentId, GroupId};
use crate::routing::{AlarmKind, RaisedAlarm};
use crate::tenant::{Alarms, Oversight};
use crate::time::{Span, Timestamp};
use std::collections::BTreeMap;

/// An alarm that ends and is raised again within this time is the same one. A queue that moves around a threshold would
/// ring without end.
pub const SAME_ALARM_FOR: Span = Span::from_secs(60);

/// A supervisor whose desk polled within this time is there. A desk passes signs of life on every ten seconds.
const THERE_FOR: Span = Span::from_secs(30);

/// The alarms of these lines, and of the visitors who got no agent today.
pub fn raised<'a>(
    alarms: &Alarms,
    lines: impl Iterator<Item = &'a LineView>,
    missed: u64,
    now: Timestamp,
) -> Vec<RaisedAlarm> {
    let mut raised = Vec::new();
    for line in lines {
        let mut raise = |kind: AlarmKind, value: u64| {
            let group = Some(line.group.clone());
            raised.push(RaisedAlarm { kind, group, value });
        };
        if alarms.waiting.is_some_and(|most| line.waiting >= most) {
            raise(AlarmKind::Waiting, line.waiting.into());
        }
        if let Some((longest, oldest)) = alarms.oldest_wait.zip(line.oldest)
            && now.since(oldest) >= longest
        {
            raise(AlarmKind::OldestWait, now.since(oldest).as_millis() / 1_000);
        }
        if line.waiting > 0 && line.online == 0 {
            raise(AlarmKind::NoAgent, line.waiting.into());
        }
    }
    if alarms.missed.is_some_and(|most| missed >= most.into()) {
        raised.push(RaisedAlarm {
            kind: AlarmKind::Missed,
            group: None,
            value: missed,
        });
    }
    raised
}

/// The thresholds that a supervisor has heard of, and when each was last passed.
#[derive(Clone, Debug, Default)]
pub struct HeardAlarms(BTreeMap<(AlarmKind, Option<GroupId>), Timestamp>);

impl HeardAlarms {
    /// Returns the thresholds that the supervisor has not heard of. From then on they have.
    pub fn news(&mut self, raised: Vec<RaisedAlarm>, now: Timestamp) -> Vec<RaisedAlarm> {
        self.0.retain(|_, last| now.since(*last) < SAME_ALARM_FOR);
        let thresholds = raised.into_iter().filter(|it| it.kind.is_threshold());
        let mut is_news = |it: &RaisedAlarm| {
            let key = (it.kind, it.group.clone());
            self.0.insert(key, now).is_none()
        };
        thresholds.filter(|it| is_news(it)).collect()
    }
}

impl Router {
    /// The agents who look after others, what each looks after, and whether their desk polls.
    pub fn supervisors(&self, now: Timestamp) -> impl Iterator<Item = (&AgentId, &Oversight, At)> {
        self.supervisors.iter().map(move |(agent, oversight)| {
            let last = self.seats.get(agent).map(|seat| seat.last_sign);
            let is_there = last.is_some_and(|last| now.since(last) < THERE_FOR);
            let at = if is_there {
                At::TheDesk
            } else {
                At::AnotherPlace
            };
            (agent, oversight, at)
        })
    }
}

/// Where a supervisor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Their desk polls.
    TheDesk,
    /// No desk of theirs polls.
    AnotherPlace,
}
