//! Where the time comes from. Everything below is handed the time; here it is read.

use actors_core::time::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// The time; never earlier than it was told before.
    fn now(&self) -> Timestamp;

    /// What the machine's clock says now, which somebody may have set meanwhile.
    fn machine(&self) -> Timestamp {
        self.now()
    }
}

/// The machine's time as it was at the start, carried on by a clock that cannot be set: somebody who turns the
/// machine's clock back or forward moves no timer. Under tokio's paused time it stands still until time is advanced.
pub struct SteadyClock {
    start: Timestamp,
    since: Instant,
    is_of_machine: bool,
}

impl SteadyClock {
    /// Goes on from the machine's time.
    pub fn from_machine() -> Self {
        Self {
            is_of_machine: true,
            ..Self::from(machine())
        }
    }

    /// Goes on from this moment.
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
