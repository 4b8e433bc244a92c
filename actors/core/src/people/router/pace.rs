//! When waiting visitors are told that their line moved: the nearer to the head, the sooner (Protocol, 'Polling').

use super::line::{Line, Spot};
use crate::ids::{LinePlace, VisitorId};
use crate::routing::Presence;
use crate::time::{Span, Timestamp};

/// The time between two ticks. Each tick tells a part of the line.
const TICK: Span = Span::from_secs(1);

/// A stretch of the line. Each tick tells one of `ticks` shares of it, so that a long line is never told all at once.
struct Band {
    upto: usize,
    ticks: u64,
}

/// Protocol, 'Polling', waitIndex: every second for the first 100 places, every 10 s up to 1,000, every 60 s beyond.
const BANDS: [Band; 3] = [
    Band {
        upto: 100,
        ticks: 1,
    },
    Band {
        upto: 1_000,
        ticks: 10,
    },
    Band {
        upto: usize::MAX,
        ticks: 60,
    },
];

/// The part of a line that still has to be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    ticks: u64,
    next_tick: Timestamp,
    pending: [Option<PendingNews>; BANDS.len()],
}

#[derive(Clone, Copy, Debug)]
struct PendingNews {
    /// Everyone behind this place has moved.
    behind: LinePlace,
    ticks_left: u64,
}

impl Pace {
    /// Records that everyone behind a place has moved: those from `position` on, in a line of `count` visitors.
    pub fn line_changed(&mut self, behind: LinePlace, position: u32, count: u32) {
        let mut from = 0;
        for (band, pending) in BANDS.iter().zip(&mut self.pending) {
            let first = (position as usize).max(from + 1);
            if first <= band.upto.min(count as usize) {
                *pending = Some(PendingNews {
                    behind: pending.map_or(behind, |earlier| earlier.behind.min(behind)),
                    ticks_left: band.ticks,
                });
            }
            from = band.upto;
        }
    }

    /// When the next tick is due, if there is something to tell.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.pending
            .iter()
            .any(Option::is_some)
            .then_some(self.next_tick)
    }

    /// Returns the visitors to tell, if a tick is due. Absent visitors are left out: their page asks when it polls
    /// again.
    pub fn tick(&mut self, now: Timestamp, line: &Line) -> Vec<(VisitorId, Spot)> {
        if self.next_deadline().is_none_or(|due| due > now) {
            return Vec::new();
        }
        self.next_tick = now + TICK;
        self.ticks += 1;
        let mut told = Vec::new();
        let mut from = 0;
        for (band, pending) in BANDS.iter().zip(&mut self.pending) {
            if let Some(PendingNews { behind, ticks_left }) = pending {
                let waiters = line.iter().take(band.upto).skip(from);
                let concerned = waiters.filter(|waiter| {
                    waiter.place > *behind
                        && waiter.spot.share(band.ticks) == self.ticks % band.ticks
                        && line.presence(waiter.spot) == Presence::Here
                });
                told.extend(concerned.map(|waiter| (waiter.visitor.clone(), waiter.spot)));
                *ticks_left -= 1;
                if *ticks_left == 0 {
                    *pending = None;
                }
            }
            from = band.upto;
        }
        told
    }
}
