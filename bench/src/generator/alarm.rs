//! A timer finer than epoll's milliseconds. A schedule of 1,000 messages a second that is half a millisecond late would
//! measure its own delay.

use std::io;
use std::time::{Duration, Instant};

use mio::{Registry, Token};

use super::engine::remaining;

/// Longer waits start as a coarse wait of epoll.
const COARSE: Duration = Duration::from_millis(20);

/// One re-armable timer inside an epoll set.
pub struct Alarm {
    #[cfg(target_os = "linux")]
    timer: std::os::fd::OwnedFd,
}

#[cfg(target_os = "linux")]
impl Alarm {
    /// Adds a timer to the set.
    pub fn new(registry: &Registry, token: Token) -> io::Result<Self> {
        use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};
        use std::os::fd::AsRawFd;
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        let mut source = mio::unix::SourceFd(&timer.as_raw_fd());
        registry.register(&mut source, token, mio::Interest::READABLE)?;
        Ok(Self { timer })
    }

    /// Sets the timer and returns how long epoll may wait by itself.
    ///
    /// The set is edge triggered and each setting clears the timer, so it is never read.
    pub fn timeout_until(&self, until: Instant) -> io::Result<Option<Duration>> {
        use rustix::time::{Itimerspec, TimerfdTimerFlags, Timespec, timerfd_settime};
        let left = remaining(until);
        if left.is_zero() {
            return Ok(Some(left));
        }
        if left > COARSE {
            return Ok(Some(left - COARSE / 2));
        }
        let at = Itimerspec {
            it_interval: Timespec {
                tv_sec: 0,
                tv_nsec: 0,
            },
            it_value: Timespec {
                tv_sec: 0,
                tv_nsec: i64::from(left.subsec_nanos().max(1)),
            },
        };
        timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &at)?;
        Ok(None)
    }
}

#[cfg(not(target_os = "linux"))]
impl Alarm {
    /// Adds nothing: the last milliseconds are a busy loop.
    pub fn new(_registry: &Registry, _token: Token) -> io::Result<Self> {
        Ok(Self {})
    }

    /// How long epoll may wait by itself.
    pub fn timeout_until(&self, until: Instant) -> io::Result<Option<Duration>> {
        Ok(Some(remaining(until).saturating_sub(COARSE / 10)))
    }
}
