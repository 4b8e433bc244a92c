//! Which waiting event may be sent next. Pure: no clock, no dice, no store.
//!
//! - Events of one conversation go one after another, in the order of their numbers.
//! - An attempt that fails is repeated later and later. Only its own conversation waits for it.
//! - A receiver that fails many times in a row gets one request at a time, and rests in between.

use actors_core::time::{Span, Timestamp};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// The most requests to one receiver at a time (Protocol, 'Webhooks').
pub const IN_FLIGHT_MAX: usize = 16;

/// The failures in a row after which a receiver rests (Protocol, 'Webhooks').
const RESTS_AFTER: u32 = 10;

/// The waits before the second attempt, the third and so on, in seconds; the last one repeats (Protocol, 'Webhooks').
const WAITS: [u64; 7] = [5, 30, 120, 600, 1_800, 3_600, 7_200];

/// How long a receiver rests at most, in seconds.
const REST_MAX: u64 = 300;

/// A random number of thousandths by which waits differ, so that retries do not come all at once.
#[derive(Clone, Copy, Debug)]
pub struct Jitter(pub u16);

/// The events of a conversation that wait, the oldest first.
#[derive(Default)]
struct Talk {
    numbers: VecDeque<u64>,
    /// Failed attempts of the oldest.
    attempts: u32,
}

/// Where the oldest event of a conversation is.
enum Place {
    Ready,
    Delayed(Timestamp),
}

/// The events that wait for one webhook, by number. Their bodies are in the store.
#[derive(Default)]
pub struct Line {
    /// The newest number that was added.
    cursor: u64,
    /// Every event that was added and not removed.
    waiting: HashSet<u64>,
    talks: HashMap<Arc<str>, Talk>,
    ready: BTreeSet<u64>,
    delayed: BTreeSet<(Timestamp, u64)>,
    in_flight: BTreeSet<u64>,
    /// The conversation of every oldest event, and until when it was delayed.
    conversations: HashMap<u64, (Arc<str>, Option<Timestamp>)>,
    /// Failures in a row.
    failures: u32,
    rests_until: Option<Timestamp>,
}

/// A waiting event, as it is added.
pub struct Added<'a> {
    /// Its number.
    pub number: u64,
    /// Its conversation.
    pub conversation: &'a str,
    /// Attempts that failed.
    pub attempts: u32,
    /// When the next attempt is due.
    pub not_before: Timestamp,
}

impl Line {
    /// The newest number that was added; 0 at first.
    pub fn cursor(&self) -> u64 {
        self.cursor
    }

    /// The number of events that could be sent.
    pub fn ready(&self) -> usize {
        self.ready.len()
    }

    /// Whether anything waits for a time to come.
    pub fn has_delayed(&self) -> bool {
        !self.delayed.is_empty() || self.rests_until.is_some()
    }

    /// Whether the receiver fails so often that it rests between requests.
    pub fn is_resting(&self) -> bool {
        self.failures >= RESTS_AFTER
    }

    /// Whether the event may be removed as too old. It is not being sent, and it has not left the line: the store may
    /// still hold an event that has, until its removal is durable.
    pub fn may_expire(&self, number: u64) -> bool {
        let waits = number > self.cursor || self.waiting.contains(&number);
        waits && !self.in_flight.contains(&number)
    }

    /// Adds an event, whose number is larger than all before.
    pub fn add(&mut self, added: &Added<'_>) {
        debug_assert!(added.number > self.cursor);
        self.cursor = added.number;
        self.waiting.insert(added.number);
        let conversation: Arc<str> = Arc::from(added.conversation);
        let talk = self.talks.entry(Arc::clone(&conversation)).or_default();
        talk.numbers.push_back(added.number);
        if talk.numbers.len() == 1 {
            talk.attempts = added.attempts;
            let place = match added.attempts {
                0 => Place::Ready,
                _ => Place::Delayed(added.not_before),
            };
            self.place(added.number, conversation, place);
        }
    }

    /// Takes the next event to send, if there is one. [`Self::delivered`], [`Self::failed`] or [`Self::dropped`] must
    /// follow.
    pub fn next(&mut self, now: Timestamp) -> Option<u64> {
        let room = if self.is_resting() { 1 } else { IN_FLIGHT_MAX };
        if self.in_flight.len() >= room || self.rests_until.is_some_and(|until| now < until) {
            return None;
        }
        self.rests_until = None;
        while let Some((at, number)) = self.delayed.first().copied()
            && at <= now
        {
            self.delayed.pop_first();
            self.ready.insert(number);
        }
        let number = self.ready.pop_first()?;
        self.in_flight.insert(number);
        Some(number)
    }

    /// Forgets that the receiver failed: everything that waits is due at once.
    pub fn retry_now(&mut self) {
        let delayed = std::mem::take(&mut self.delayed);
        self.ready
            .extend(delayed.into_iter().map(|(_, number)| number));
        self.failures = 0;
        self.rests_until = None;
    }

    /// The receiver took the event. If it rested, everything that waits is due at once.
    pub fn delivered(&mut self, number: u64) {
        if self.is_resting() {
            self.retry_now();
        }
        self.failures = 0;
        self.rests_until = None;
        self.remove(number);
    }

    /// The attempt failed. Returns the number of failed attempts, and when the next one is due.
    pub fn failed(&mut self, number: u64, now: Timestamp, jitter: Jitter) -> (u32, Timestamp) {
        self.count_failure(now);
        self.in_flight.remove(&number);
        let Some((conversation, _)) = self.conversations.get(&number).cloned() else {
            return (1, now);
        };
        let talk = self.talks.entry(Arc::clone(&conversation)).or_default();
        talk.attempts += 1;
        let attempts = talk.attempts;
        let due = now + wait(attempts, jitter);
        self.place(number, conversation, Place::Delayed(due));
        (attempts, due)
    }

    /// The attempt failed, and there is no other.
    pub fn given_up(&mut self, number: u64, now: Timestamp) {
        self.count_failure(now);
        self.remove(number);
    }

    /// The event does not exist any more. Says nothing of the receiver.
    pub fn dropped(&mut self, number: u64) {
        self.remove(number);
    }

    fn count_failure(&mut self, now: Timestamp) {
        self.failures += 1;
        if let Some(rests) = self.failures.checked_sub(RESTS_AFTER) {
            let seconds = (5_u64 << rests.min(6)).min(REST_MAX);
            self.rests_until = Some(now + Span::from_secs(seconds));
        }
    }

    fn place(&mut self, number: u64, conversation: Arc<str>, place: Place) {
        let until = match place {
            Place::Ready => None,
            Place::Delayed(at) => Some(at),
        };
        self.conversations.insert(number, (conversation, until));
        match until {
            None => drop(self.ready.insert(number)),
            Some(at) => drop(self.delayed.insert((at, number))),
        }
    }

    /// Removes an event. If it was its conversation's oldest, the next one is ready.
    fn remove(&mut self, number: u64) {
        self.in_flight.remove(&number);
        self.ready.remove(&number);
        self.waiting.remove(&number);
        let Some((conversation, until)) = self.conversations.remove(&number) else {
            // A later event of its conversation: it is skipped when its turn comes.
            return;
        };
        if let Some(at) = until {
            self.delayed.remove(&(at, number));
        }
        let Some(talk) = self.talks.get_mut(&conversation) else {
            return;
        };
        talk.numbers.pop_front();
        talk.attempts = 0;
        match talk.numbers.front().copied() {
            Some(next) => self.place(next, conversation, Place::Ready),
            None => drop(self.talks.remove(&conversation)),
        }
    }
}

/// How long after this many failed attempts the next one comes.
fn wait(attempts: u32, jitter: Jitter) -> Span {
    let step = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    let seconds = WAITS[step.min(WAITS.len() - 1)];
    // 80 % to 120 %.
    Span::from_millis(seconds * (800 + u64::from(jitter.0 % 401)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn after(seconds: u64) -> Timestamp {
        NOW + Span::from_secs(seconds)
    }

    fn line(events: &[(u64, &str)]) -> Line {
        let mut line = Line::default();
        for (number, conversation) in events {
            line.add(&Added {
                number: *number,
                conversation,
                attempts: 0,
                not_before: NOW,
            });
        }
        line
    }

    #[test]
    fn a_conversations_events_go_one_after_another_and_others_meanwhile() {
        let mut line = line(&[(1, "a"), (2, "a"), (3, "b")]);

        assert_eq!(line.next(NOW), Some(1));
        assert_eq!(line.next(NOW), Some(3));
        assert_eq!(line.next(NOW), None);
        line.delivered(1);

        assert_eq!(line.next(NOW), Some(2));
    }

    #[test]
    fn a_failed_event_holds_up_its_own_conversation_alone() {
        let mut line = line(&[(1, "a"), (2, "a"), (3, "b")]);
        line.next(NOW);

        let (attempts, due) = line.failed(1, NOW, Jitter(200));

        assert_eq!((attempts, due), (1, after(5)));
        assert_eq!(line.next(NOW), Some(3));
        assert_eq!(line.next(NOW), None);
        assert_eq!(line.next(after(5)), Some(1));
        line.delivered(1);
        assert_eq!(line.next(after(5)), Some(2));
    }

    #[test]
    fn waits_grow_to_two_hours_and_differ_by_a_fifth() {
        let mut line = line(&[(1, "a")]);
        let mut now = NOW;
        let mut waits = Vec::new();
        for _ in 0..8 {
            assert_eq!(line.next(now), Some(1));
            let (_, due) = line.failed(1, now, Jitter(200));
            waits.push(due.since(now).as_millis() / 1_000);
            now = due + Span::from_secs(REST_MAX);
        }

        assert_eq!(waits, [5, 30, 120, 600, 1_800, 3_600, 7_200, 7_200]);
        assert_eq!(wait(1, Jitter(0)).as_millis(), 4_000);
        assert_eq!(wait(1, Jitter(400)).as_millis(), 6_000);
        assert_eq!(wait(1, Jitter(401)).as_millis(), 4_000);
    }

    #[test]
    fn sixteen_requests_are_in_flight_at_most() {
        let names: Vec<String> = (0..20).map(|number| format!("v{number}")).collect();
        let events: Vec<(u64, &str)> = (1..).zip(names.iter().map(String::as_str)).collect();
        let mut line = line(&events);

        let sent = std::iter::from_fn(|| line.next(NOW)).count();

        assert_eq!(sent, IN_FLIGHT_MAX);
    }

    #[test]
    fn an_event_that_left_the_line_does_not_expire_once_more() {
        let mut line = line(&[(1, "a"), (2, "a"), (3, "b")]);

        assert_eq!(line.next(NOW), Some(1));
        assert!(!line.may_expire(1), "it is being sent");
        line.given_up(1, NOW);

        assert!(!line.may_expire(1), "the store may still hold it");
        assert!(line.may_expire(2) && line.may_expire(3));
        assert!(line.may_expire(4), "it was not read yet");
    }

    #[test]
    fn a_receiver_that_keeps_failing_rests_and_is_asked_once_until_it_answers() {
        let names: Vec<String> = (0..30).map(|number| format!("v{number}")).collect();
        let events: Vec<(u64, &str)> = (1..).zip(names.iter().map(String::as_str)).collect();
        let mut line = line(&events);
        for _ in 0..RESTS_AFTER {
            let number = line.next(NOW).unwrap();
            line.failed(number, NOW, Jitter(200));
        }

        assert!(line.is_resting());
        assert_eq!(line.next(NOW), None);
        let probe = line.next(after(5)).unwrap();
        assert_eq!(line.next(after(5)), None);
        line.delivered(probe);

        assert!(!line.is_resting());
        let sent = std::iter::from_fn(|| line.next(after(5))).count();
        assert_eq!(sent, IN_FLIGHT_MAX);
    }

    #[test]
    fn a_repaired_receiver_is_asked_at_once() {
        let mut line = line(&[(1, "a"), (2, "b")]);
        for _ in 0..RESTS_AFTER {
            let number = line.next(NOW + Span::from_minutes(60_000)).unwrap();
            line.failed(number, NOW, Jitter(0));
        }
        assert_eq!(line.next(NOW), None);

        line.retry_now();

        assert_eq!((line.next(NOW), line.next(NOW)), (Some(1), Some(2)));
    }

    #[test]
    fn a_rest_is_five_minutes_at_most() {
        let mut line = line(&[(1, "a")]);
        let mut now = NOW;
        for _ in 0..40 {
            now = now + Span::from_secs(10_000);
            assert_eq!(line.next(now), Some(1));
            line.failed(1, now, Jitter(0));
        }

        let until = line.rests_until.unwrap();
        assert_eq!(until.since(now), Span::from_secs(REST_MAX));
    }

    #[test]
    fn an_event_that_failed_before_a_restart_waits_for_its_time_and_so_do_those_after_it() {
        let mut line = Line::default();
        for number in [7, 9] {
            line.add(&Added {
                number,
                conversation: "a",
                attempts: if number == 7 { 3 } else { 0 },
                not_before: after(60),
            });
        }

        assert_eq!(line.next(NOW), None);
        assert_eq!(line.next(after(60)), Some(7));
        let (attempts, _) = line.failed(7, after(60), Jitter(0));
        assert_eq!(attempts, 4);
    }

    #[test]
    fn nothing_is_kept_of_events_that_are_done() {
        let mut line = line(&[(1, "a"), (2, "a"), (3, "b")]);
        for now in [NOW, NOW] {
            while let Some(number) = line.next(now) {
                line.delivered(number);
            }
        }

        assert!(line.talks.is_empty() && line.conversations.is_empty());
        assert!(!line.has_delayed() && line.in_flight.is_empty() && line.ready() == 0);
    }

    #[test]
    fn an_event_that_is_given_up_makes_room_for_the_next_of_its_conversation() {
        let mut line = line(&[(1, "a"), (2, "a")]);
        line.next(NOW);
        line.failed(1, NOW, Jitter(0));

        line.given_up(1, after(86_400));

        assert_eq!(line.next(after(86_400)), Some(2));
    }
}
