//! Kept by the kernel: setting it is a system call, and wakes nobody.

use super::NEVER;
use rustix::io::{read, retry_on_intr};
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
    /// Where the process may open no more files.
    pub fn new() -> io::Result<Self> {
        let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC)?;
        Ok(Self(timer))
    }

    /// Ends the wait after so long.
    pub fn set(&self, after: Duration) {
        // Nothing at all would stop it.
        self.arm(after.clamp(Duration::from_nanos(1), NEVER));
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
        let setting = Itimerspec {
            it_interval: none,
            it_value: Timespec::try_from(after).unwrap_or(none),
        };
        let set = timerfd_settime(&self.0, TimerfdTimerFlags::empty(), &setting);
        debug_assert!(set.is_ok(), "{set:?}");
    }
}
