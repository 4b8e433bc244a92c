//! Reads the time. The core never does: it gets the time as an argument.

use actors_core::time::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// The current time; never earlier than a time returned before.
    fn now(&self) -> Timestamp;

    /// The time of the machine's clock, which an administrator may have set.
    fn machine(&self) -> Timestamp {
        self.now()
    }
}

/// The machine's time at the start plus a monotonic clock, so that setting the machine's clock moves no timer. Under
/// tokio's paused time it stops until the test advances time.
pub struct SteadyClock {
    start: Timestamp,
    since: Instant,
    is_of_machine: bool,
}

impl SteadyClock {
    /// Starts at the machine's time.
    pub fn from_machine() -> Self {
        Self {
            is_of_machine: true,
            ..Self::from(machine())
        }
    }

    /// Starts at `start`.
    pub fn from(start: Timestamp) -> Self {
        Self {
            start,
            since: Instant::now(),
            is_of_machine: false,
        }
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> Timestamp {
        let gone = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.start + actors_core::time::Span::from_millis(gone)
    }

    fn machine(&self) -> Timestamp {
        match self.is_of_machine {
            true => machine(),
            false => self.now(),
        }
    }
}

fn machine() -> Timestamp {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
