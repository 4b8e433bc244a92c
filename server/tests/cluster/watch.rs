//! What all pages share: when messages were acknowledged, what was repeated, and what nobody may see.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// A message's way to its acknowledgement.
#[derive(Clone, Copy)]
struct Acknowledged {
    /// Number of the conversation.
    conversation: usize,
    /// When it was first sent.
    asked: Instant,
    at: Instant,
}

/// What the pages of one load have met.
pub struct Watch {
    began: Instant,
    is_over: AtomicBool,
    /// Whether a wait goes on after a complaint.
    expects_complaints: AtomicBool,
    acknowledged: Mutex<Vec<Acknowledged>>,
    wrong: Mutex<Vec<String>>,
    repeated: AtomicUsize,
    refused: AtomicUsize,
    changed: Notify,
}

/// A moment of a load.
#[derive(Clone, Copy)]
pub struct Mark {
    at: Instant,
    acknowledged: usize,
    refused: usize,
    repeated: usize,
}

/// What a load met since a moment.
pub struct Seen {
    /// Acknowledged messages.
    pub acknowledged: usize,
    /// Answers of 503.
    pub refused: usize,
    /// Calls that were repeated.
    pub repeated: usize,
    /// The longest time without an acknowledgement in any conversation.
    pub silence: Duration,
    /// The longest way of a message in each conversation, shortest first.
    pub longest: Vec<Duration>,
}

impl Watch {
    /// Nothing has happened.
    pub fn new() -> Self {
        Self {
            began: Instant::now(),
            is_over: AtomicBool::new(false),
            expects_complaints: AtomicBool::new(false),
            acknowledged: Mutex::default(),
            wrong: Mutex::default(),
            repeated: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            changed: Notify::new(),
        }
    }

    /// Lets everybody begin.
    pub fn begin(&self) {
        self.is_over.store(false, Ordering::Release);
    }

    /// Asks everybody to end after their present message.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Whether everybody shall end.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Notes a message that was acknowledged.
    pub fn acknowledge(&self, conversation: usize, asked: Instant) {
        self.acknowledged.lock().push(Acknowledged {
            conversation,
            asked,
            at: Instant::now(),
        });
        self.changed.notify_waiters();
    }

    /// Notes an answer of 503.
    pub fn refuse(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_waiters();
    }

    /// Notes that a call is repeated.
    pub fn repeat(&self) {
        self.repeated.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes what nobody may see.
    pub fn complain(&self, what: String) {
        println!("{:>8.3} s: {what}", self.began.elapsed().as_secs_f64());
        self.wrong.lock().push(what);
        self.changed.notify_waiters();
    }

    /// Takes what was complained of.
    pub fn complaints(&self) -> Vec<String> {
        std::mem::take(&mut *self.wrong.lock())
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark {
            at: Instant::now(),
            acknowledged: self.acknowledged.lock().len(),
            refused: self.refused.load(Ordering::Relaxed),
            repeated: self.repeated.load(Ordering::Relaxed),
        }
    }

    /// Lets waits go on after a complaint. Without this, the first complaint ends each wait.
    pub fn expect_complaints(&self) {
        self.expects_complaints.store(true, Ordering::Release);
    }

    /// Waits until so many messages more are acknowledged, or until a complaint.
    pub async fn acknowledges(&self, more: usize) {
        let wanted = self.acknowledged.lock().len() + more;
        self.until(|| self.acknowledged.lock().len() >= wanted)
            .await;
    }

    /// Waits until each of these conversations has so many acknowledgements more, or until a complaint.
    pub async fn acknowledges_each(&self, conversations: &[usize], more: usize) {
        let mut seen = self.acknowledged.lock().len();
        let missing = conversations
            .iter()
            .map(|conversation| (*conversation, more));
        let mut missing: HashMap<usize, usize> = missing.collect();
        // It runs at each acknowledgement, so it looks at the new ones alone.
        let is_there = || {
            let all = self.acknowledged.lock();
            for one in &all[seen..] {
                if let Entry::Occupied(mut left) = missing.entry(one.conversation) {
                    *left.get_mut() -= 1;
                    if *left.get() == 0 {
                        left.remove();
                    }
                }
            }
            seen = all.len();
            missing.is_empty()
        };
        self.until(is_there).await;
    }

    /// Waits until so many calls more are answered 503, or until a complaint.
    pub async fn refuses(&self, more: usize) {
        let wanted = self.refused.load(Ordering::Relaxed) + more;
        self.until(|| self.refused.load(Ordering::Relaxed) >= wanted)
            .await;
    }

    async fn until(&self, mut is_there: impl FnMut() -> bool) {
        loop {
            let changed = self.changed.notified();
            if is_there() || self.is_spoiled() {
                return;
            }
            changed.await;
        }
    }

    fn is_spoiled(&self) -> bool {
        !self.expects_complaints.load(Ordering::Acquire) && !self.wrong.lock().is_empty()
    }

    /// What the load has met since a moment.
    pub fn since(&self, mark: Mark) -> Seen {
        let all = self.acknowledged.lock();
        let since = &all[mark.acknowledged..];
        let (mut silence, mut last) = (Duration::ZERO, mark.at);
        let mut longest = std::collections::BTreeMap::new();
        for one in since {
            silence = silence.max(one.at.saturating_duration_since(last));
            last = one.at;
            let way = one.at.duration_since(one.asked);
            let known = longest.entry(one.conversation).or_insert(way);
            *known = way.max(*known);
        }
        let mut longest: Vec<Duration> = longest.into_values().collect();
        longest.sort_unstable();
        Seen {
            acknowledged: since.len(),
            refused: self.refused.load(Ordering::Relaxed) - mark.refused,
            repeated: self.repeated.load(Ordering::Relaxed) - mark.repeated,
            silence: silence.max(last.elapsed()),
            longest,
        }
    }
}

impl Seen {
    /// So many of a hundred conversations waited at most this long for an acknowledgement.
    pub fn longest_of(&self, percent: usize) -> Duration {
        let last = self.longest.len().saturating_sub(1);
        let at = (self.longest.len() * percent).div_ceil(100);
        let found = self.longest.get(at.saturating_sub(1).min(last));
        found.copied().unwrap_or_default()
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} acknowledged; no acknowledgement for {:.2?}; the longest call of a conversation: p50 {:.2?}, \
             p95 {:.2?}, most {:.2?}; {} answers of 503, {} calls repeated",
            self.acknowledged,
            self.silence,
            self.longest_of(50),
            self.longest_of(95),
            self.longest_of(100),
            self.refused,
            self.repeated,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_call_is_that_of_each_conversation() {
        let watch = Watch::new();
        let mark = watch.mark();
        let asked = Instant::now();
        let earlier = asked.checked_sub(Duration::from_secs(60)).unwrap();
        for conversation in 0..19 {
            watch.acknowledge(conversation, asked);
        }
        watch.acknowledge(19, earlier);
        watch.acknowledge(19, asked);

        let seen = watch.since(mark);

        assert_eq!((seen.acknowledged, seen.longest.len()), (21, 20));
        assert!(seen.longest_of(95) < Duration::from_secs(60));
        assert!(seen.longest_of(100) >= Duration::from_secs(60));
    }
}
