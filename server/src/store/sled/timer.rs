//! A moment to wait for that others may move: arming it costs a system call and wakes nobody.

use rustix::io::{Errno, read, retry_on_intr};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

/// What one thread waits for and others set.
pub struct Timer(OwnedFd);

impl Timer {
    /// A timer that is not set.
    ///
    /// # Errors
    /// Where the process has no file left to open.
    pub fn new() -> io::Result<Self> {
        let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC)?;
        Ok(Self(timer))
    }

    /// Ends the wait after so long, whatever was set before.
    pub fn set(&self, after: Duration) {
        // Nothing at all would stop it; and nobody waits for an hour.
        self.arm(after.clamp(Duration::from_nanos(1), Duration::from_secs(3_600)));
    }

    /// Ends no wait.
    pub fn stop(&self) {
        self.arm(Duration::ZERO);
    }

    /// Waits until the moment that is set has come.
    pub fn wait(&self) {
        let mut times = [0; size_of::<u64>()];
        let waited = retry_on_intr(|| read(&self.0, &mut times));
        debug_assert_eq!(waited, Ok(times.len()));
    }

    fn arm(&self, after: Duration) {
        let none = Timespec::default();
        let after = Timespec::try_from(after).unwrap_or(none);
        let setting = Itimerspec {
            it_interval: none,
            it_value: after,
        };
        let set: Result<_, Errno> = timerfd_settime(&self.0, TimerfdTimerFlags::empty(), &setting);
        debug_assert!(set.is_ok(), "{set:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_wait_ends_when_what_was_set_last_has_come() {
        let timer = Timer::new().unwrap();
        let start = Instant::now();

        timer.set(Duration::MAX);
        timer.set(Duration::from_millis(2));
        timer.wait();
        assert!(start.elapsed() >= Duration::from_millis(2));

        timer.set(Duration::ZERO);
        timer.wait();
    }

    #[test]
    fn what_was_stopped_ends_no_wait() {
        let timer = Timer::new().unwrap();

        timer.set(Duration::ZERO);
        timer.stop();
        let start = Instant::now();
        timer.set(Duration::from_millis(2));
        timer.wait();

        assert!(start.elapsed() >= Duration::from_millis(2));
    }
}
