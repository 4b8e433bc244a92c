//! Everything a session waits for. One alarm a session is enough: the shell asks for the soonest.

use crate::time::{Span, Timestamp};

/// How long nobody may talk to a session before it leaves memory (Protocol, 'Silence').
pub const RETIREMENT: Span = Span::from_secs(60);

/// How long a request for an agent waits for the router's word; the router answers in microseconds, or it is gone.
pub const ROUTER_ANSWER: Span = Span::from_secs(10);

/// What a session waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// When to tell the visitor that the agent is slow (adminTimeoutTime, Protocol, 'Silence'). Survives a restart.
    AgentSilence,
    /// When to remind a silent visitor (userTimeoutTime, Protocol, 'Silence'). Survives a restart.
    VisitorSilence,
    /// When to end the session of a visitor who was reminded: as long again (Protocol, 'Silence'). Survives a restart.
    VisitorOver,
    /// When a visitor who is away leaves the line. Survives a restart, from which on it begins anew.
    LeaveLine,
    /// When to answer a parked poll though nothing happened.
    PollHold,
    /// When a page that does not poll counts as away.
    Absence,
    /// When to leave memory.
    Retirement,
    /// When to stop waiting for the router.
    RouterAnswer,
}

impl Timer {
    const ALL: [Self; 8] = [
        Self::AgentSilence,
        Self::VisitorSilence,
        Self::VisitorOver,
        Self::LeaveLine,
        Self::PollHold,
        Self::Absence,
        Self::RouterAnswer,
        Self::Retirement,
    ];

    /// Those whose due time is kept in the head.
    const KEPT: [Self; 4] = [
        Self::AgentSilence,
        Self::VisitorSilence,
        Self::VisitorOver,
        Self::LeaveLine,
    ];
}

/// When each timer is due.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TimerTable([Timestamp; 8]);

/// Far enough.
const NEVER: Timestamp = Timestamp::from_millis(i64::MAX);

impl TimerTable {
    pub fn set(&mut self, timer: Timer, due: Timestamp) {
        self.0[timer as usize] = due;
    }

    pub fn stop(&mut self, timer: Timer) {
        self.0[timer as usize] = NEVER;
    }

    pub fn due(&self, timer: Timer) -> Option<Timestamp> {
        Some(self.0[timer as usize]).filter(|due| *due != NEVER)
    }

    pub fn is_set(&self, timer: Timer) -> bool {
        self.due(timer).is_some()
    }

    /// When a side's silence is due.
    pub fn silence(&self) -> Option<Timestamp> {
        self.soonest_of(&[
            Timer::AgentSilence,
            Timer::VisitorSilence,
            Timer::VisitorOver,
        ])
        .map(|(_, due)| due)
    }

    /// The soonest of all.
    pub fn soonest(&self) -> Option<Timestamp> {
        self.soonest_of(&Timer::ALL).map(|(_, due)| due)
    }

    /// The soonest of those that survive a restart.
    pub fn soonest_kept(&self) -> Option<Timestamp> {
        self.soonest_of(&Timer::KEPT).map(|(_, due)| due)
    }

    /// Stops and names the timer that has been due the longest.
    pub fn expired(&mut self, now: Timestamp) -> Option<Timer> {
        let (timer, due) = self.soonest_of(&Timer::ALL)?;
        (due <= now).then(|| {
            self.stop(timer);
            timer
        })
    }

    fn soonest_of(&self, timers: &[Timer]) -> Option<(Timer, Timestamp)> {
        timers
            .iter()
            .filter_map(|timer| self.due(*timer).map(|due| (*timer, due)))
            .min_by_key(|(_, due)| *due)
    }
}

impl Default for TimerTable {
    fn default() -> Self {
        Self([NEVER; 8])
    }
}
