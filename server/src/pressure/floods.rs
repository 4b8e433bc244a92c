//! Stories of floods: one thread that serves and refuses by its valve and its pace, in a model of what comes and of what
//! everything takes. Costs are those that were measured (docs/decisions/0107).

use super::BEAT;
use super::pace::Pace;
use super::valve::{Felt, Valve, WINDOW, typical};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a refusal takes: to read what is refused, and to write it.
const READING: Duration = Duration::from_micros(5);
const WRITING: Duration = Duration::from_micros(7);

/// Connections there are; whoever has none waits for one.
const CONNECTIONS: usize = 6_000;

/// The generator makes no more calls a second.
const MADE_MAX: u32 = 100_000;

/// Calls of one rank: of a thousand calls so many, which take so long each.
struct Calls {
    rank: u32,
    of_a_thousand: u32,
    cost: Duration,
}

const fn calls(rank: u32, of_a_thousand: u32, micros: u64) -> Calls {
    let cost = Duration::from_micros(micros);
    Calls {
        rank,
        of_a_thousand,
        cost,
    }
}

const QUESTIONS: [Calls; 3] = [calls(0, 142, 10), calls(1, 679, 545), calls(2, 179, 45)];
const EVERYDAY: [Calls; 3] = [calls(0, 327, 10), calls(1, 203, 148), calls(2, 470, 45)];

/// Calls a second that the thread serves where it does nothing else.
fn capacity(day: &[Calls]) -> f64 {
    let cost = |calls: &Calls| calls.cost.as_secs_f64() * f64::from(calls.of_a_thousand);
    1_000.0 / day.iter().map(cost).sum::<f64>()
}

/// What the thread has before it.
enum Turn {
    Asked {
        rank: u32,
        cost: Duration,
        at: Instant,
    },
    Refusing {
        at: Instant,
    },
    Pulse,
}

/// What came of a flood, or of a part of it.
#[derive(Default)]
struct Outcome {
    seconds: f64,
    done: f64,
    refusals: Vec<Duration>,
    /// Asked and refused, rank by rank.
    asked: [f64; 3],
    refused: [f64; 3],
}

impl Outcome {
    fn p99(&self) -> Duration {
        let mut refusals = self.refusals.clone();
        refusals.sort();
        refusals[refusals.len() * 99 / 100]
    }

    fn completed(&self, day: &[Calls]) -> f64 {
        self.done / self.seconds / capacity(day)
    }

    /// That so much was completed, and that the rest was refused in time.
    fn assert_in_time(&self, day: &[Calls], completed_min: f64) {
        let completed = self.completed(day);
        assert!(completed > completed_min, "{completed}");
        assert!(self.p99() < IN_TIME, "{:?}", self.p99());
    }
}

struct Thread {
    now: Instant,
    turns: VecDeque<Turn>,
    pace: Rc<Pace>,
    waiting: VecDeque<(Instant, LocalBoxFuture<'static, ()>)>,
    valve: Valve,
    closed: u32,
    draw: u32,
    /// When the pulse is to beat; none while it waits for its turn.
    due: Option<Instant>,
    was_due: Instant,
    window: Instant,
    busy: Duration,
    waits: Vec<Duration>,
    // What comes.
    rate: f64,
    sent: f64,
    began: Instant,
    made: Instant,
    number: u32,
    free: usize,
    outcome: Outcome,
}

impl Thread {
    fn new() -> Self {
        let pace = Rc::new(Pace::default());
        let now = Instant::now();
        Self {
            now,
            turns: VecDeque::new(),
            pace,
            waiting: VecDeque::new(),
            valve: Valve::default(),
            closed: 0,
            draw: 0,
            due: Some(now + BEAT),
            was_due: now,
            window: now,
            busy: Duration::ZERO,
            waits: Vec::new(),
            rate: 0.0,
            sent: 0.0,
            began: now,
            made: now,
            number: 0,
            free: CONNECTIONS,
            outcome: Outcome::default(),
        }
    }

    /// So many times what the thread could serve comes for a time; what was not sent before is forgotten.
    fn flood(&mut self, day: &[Calls], times: f64, seconds: u64) -> Outcome {
        (self.rate, self.sent) = (capacity(day) * times, 0.0);
        (self.began, self.made) = (self.now, self.now);
        self.outcome = Outcome::default();
        let until = self.now + Duration::from_secs(seconds);
        while self.now < until {
            self.turn(day);
        }
        self.outcome.seconds = (self.now - self.began).as_secs_f64();
        std::mem::take(&mut self.outcome)
    }

    fn turn(&mut self, day: &[Calls]) {
        if let Some(due) = self.due.filter(|due| *due <= self.now) {
            self.was_due = due;
            self.due = None;
            self.turns.push_back(Turn::Pulse);
        }
        match self.turns.pop_front() {
            None => {
                self.now += Duration::from_micros(20);
                self.come(day);
            }
            Some(Turn::Pulse) => self.beat(),
            Some(Turn::Refusing { at }) => {
                self.work(WRITING, day);
                self.outcome.refusals.push(self.now - at);
                self.free += 1;
            }
            Some(Turn::Asked { rank, cost, at }) => {
                self.outcome.asked[rank as usize] += 1.0;
                self.draw = self.draw.wrapping_add(2_654_435_769);
                let share = self.closed.saturating_sub(rank * 1_000).min(1_000);
                if (u64::from(self.draw) * 1_000) >> 32 >= u64::from(share) {
                    self.work(cost, day);
                    self.outcome.done += 1.0;
                    self.free += 1;
                    return;
                }
                self.outcome.refused[rank as usize] += 1.0;
                self.work(READING, day);
                let pace = Rc::clone(&self.pace);
                let mut turn = async move { pace.turn().await }.boxed_local();
                match (&mut turn).now_or_never() {
                    Some(()) => self.turns.push_front(Turn::Refusing { at }),
                    None => self.waiting.push_back((at, turn)),
                }
            }
        }
    }

    fn work(&mut self, cost: Duration, day: &[Calls]) {
        self.now += cost;
        self.busy += cost;
        self.come(day);
    }

    /// What was sent up to now.
    fn come(&mut self, day: &[Calls]) {
        while self.made < self.now {
            self.made += Duration::from_secs(1) / MADE_MAX;
            let due = self.began + Duration::from_secs_f64(self.sent / self.rate);
            if due > self.made || self.free == 0 {
                continue;
            }
            self.free -= 1;
            self.sent += 1.0;
            // A prime to a thousand: all of a thousand come in a thousand calls.
            self.number = (self.number + 617) % 1_000;
            let mut place = self.number;
            let drawn = day.iter().find(|calls| {
                let is_it = place < calls.of_a_thousand;
                place = place.saturating_sub(calls.of_a_thousand);
                is_it
            });
            let Calls { rank, cost, .. } = *drawn.unwrap();
            let at = self.made;
            self.turns.push_back(Turn::Asked { rank, cost, at });
        }
    }

    fn beat(&mut self) {
        self.waits.push(self.now - self.was_due);
        self.pace.beat(self.now);
        while let Some((at, turn)) = self.waiting.front_mut() {
            if turn.now_or_never().is_none() {
                break;
            }
            self.turns.push_back(Turn::Refusing { at: *at });
            self.waiting.pop_front();
        }
        let lasted = self.now - self.window;
        if lasted >= WINDOW {
            self.closed = self.valve.note(Felt {
                wait: typical(&mut std::mem::take(&mut self.waits)),
                lasted,
                busy: self.busy.as_secs_f64() / lasted.as_secs_f64(),
                serves_more: self.pace.has_less(),
                ..Felt::default()
            });
            (self.window, self.busy) = (self.now, Duration::ZERO);
        }
        self.due = Some(self.now + BEAT);
    }
}

const IN_TIME: Duration = Duration::from_millis(10);

#[test]
fn ten_times_a_day_of_questions_is_refused_in_time_and_more_is_served_than_ever() {
    let mut thread = Thread::new();
    thread.flood(&QUESTIONS, 10.0, 1);
    thread.flood(&QUESTIONS, 10.0, 4);
    let outcome = thread.flood(&QUESTIONS, 10.0, 4);

    outcome.assert_in_time(&QUESTIONS, 1.0);
}

#[test]
fn twice_an_everyday_is_refused_in_time_and_nearly_as_much_is_served() {
    let mut thread = Thread::new();
    thread.flood(&EVERYDAY, 2.0, 4);
    let outcome = thread.flood(&EVERYDAY, 2.0, 4);

    outcome.assert_in_time(&EVERYDAY, 0.8);
}

/// What nobody could refuse in time, as refusing took all there is, leaves most of the time to serving.
#[test]
fn ten_times_an_everyday_is_served_all_the_same_and_messages_are_refused_last() {
    let mut thread = Thread::new();
    thread.flood(&EVERYDAY, 10.0, 7);
    let outcome = thread.flood(&EVERYDAY, 10.0, 8);

    let completed = outcome.completed(&EVERYDAY);
    assert!(completed > 0.8, "{completed}");
    assert!(outcome.p99() < IN_TIME * 30, "{:?}", outcome.p99());
    let [typing, questions, messages] =
        std::array::from_fn(|rank| outcome.refused[rank] / outcome.asked[rank]);
    assert!(typing > 0.99 && questions > 0.95, "{typing} {questions}");
    assert!(messages < 0.5, "{messages}");
}

#[test]
fn a_flood_that_is_over_is_forgotten_within_seconds() {
    let mut thread = Thread::new();
    thread.flood(&EVERYDAY, 10.0, 8);
    thread.flood(&EVERYDAY, 0.8, 6);
    let outcome = thread.flood(&EVERYDAY, 0.8, 4);

    assert_eq!(outcome.refused, [0.0; 3]);
}

#[test]
fn where_less_comes_than_before_it_is_soon_refused_in_time_again() {
    let mut thread = Thread::new();
    thread.flood(&EVERYDAY, 10.0, 8);
    thread.flood(&QUESTIONS, 5.0, 4);
    let outcome = thread.flood(&QUESTIONS, 5.0, 4);

    outcome.assert_in_time(&QUESTIONS, 1.0);
}
