//! How slowly an answer may be read.

use super::connection_limits::{Share, Slot};
use actix_web::rt::time::{Instant, Sleep, sleep};
use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// How far a reader may fall behind. A phone in a tunnel is back within this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time that each accepted byte gives back: a kibibyte a second on average.
const PER_BYTE: Duration = Duration::from_micros(977);

/// How long a connection's reader may still be idle. Waiting reduces it, and accepted bytes give time back.
pub struct Pace {
    left: Duration,
    waiting: Option<Box<Waiting>>,
}

struct Waiting {
    since: Instant,
    end: Pin<Box<Sleep>>,
    _unsent: Share,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            left: PATIENCE,
            waiting: None,
        }
    }
}

impl Pace {
    /// Records that the operating system accepted this many bytes.
    pub fn took(&mut self, bytes: usize) {
        let Some(waiting) = self.waiting.take() else {
            return;
        };
        let earned = PER_BYTE.saturating_mul(u32::try_from(bytes).unwrap_or(u32::MAX));
        let left = self.left.saturating_sub(waiting.since.elapsed());
        self.left = left.saturating_add(earned).min(PATIENCE);
    }

    /// Waits while the operating system accepts none of this many bytes. Ready when the connection must close.
    pub fn poll_end(&mut self, cx: &mut Context<'_>, slot: &Slot, bytes: usize) -> Poll<Error> {
        let waiting = match &mut self.waiting {
            Some(waiting) => waiting,
            waiting => {
                let Some(unsent) = slot.unsent(bytes) else {
                    return Poll::Ready(ErrorKind::OutOfMemory.into());
                };
                waiting.insert(Box::new(Waiting {
                    since: Instant::now(),
                    end: Box::pin(sleep(self.left)),
                    _unsent: unsent,
                }))
            }
        };
        ready!(waiting.end.as_mut().poll(cx));
        Poll::Ready(ErrorKind::TimedOut.into())
    }
}
