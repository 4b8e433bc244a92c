//! What a described day means: who arrives when, and what it costs.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, bail};

use super::day::Day;

/// Visitors at once from one machine: below the 5,000 held polls of an address (Protocol, 'Rates').
pub const AT_ONCE_MAX: f64 = 4_500.0;
/// Bytes that a short message takes on the server's disk, with its record and its share of the folded pages.
const BYTES_A_MESSAGE: f64 = 600.0;
/// Resolution of arrivals, s.
const STEP: f64 = 0.02;
/// Hours are compared at this many places of the day.
const PLACES: u32 = 480;

/// What a visitor came for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Opens the chat and leaves.
    Look,
    /// Asks the robot.
    Robot,
    /// Asks the robot once, then a person.
    Person,
}

/// One visitor.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// When they arrive.
    pub at: Duration,
    /// What they came for.
    pub wish: Wish,
    /// How many messages they send.
    pub messages: u32,
}

/// Everything that is known before the day.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The visitors in the order of their arrival.
    pub visits: Vec<Visit>,
    /// How long visitors arrive.
    pub duration: Duration,
    /// Visitors an hour in the busiest moment.
    pub peak_per_hour: f64,
    /// Its clock.
    pub peak_clock: String,
    /// Visitors at once then.
    pub at_once: f64,
    /// Messages a second then, answers included.
    pub messages_per_second: f64,
    /// Messages of all visitors, answers included.
    pub messages: u64,
    /// Conversations with people at once then.
    pub talks_at_once: f64,
    /// Conversations that all agents can have at once.
    pub seats: u32,
    /// What the operator should know.
    pub notes: Vec<String>,
}

impl Plan {
    /// Draws the visitors of a day.
    ///
    /// # Errors
    /// A value of the day is wrong, or the day is too much for one machine.
    pub fn of(day: &Day) -> Result<Self> {
        day.check()?;
        let visits = draw(day);
        let peak = busiest(day);
        let per_second = peak.0 / 3_600.0;
        let stays = Stays::of(day);
        let messages = visits.iter().map(|visit| messages_of(*visit)).sum();
        let person = day.person_share_played();
        let answered = day.robot_share + person;
        let mean = day.robot_share * day.messages + person * (day.messages + 1.0);
        let mut plan = Self {
            duration: day.duration(),
            peak_per_hour: peak.0,
            peak_clock: day.clock(peak.1),
            at_once: per_second * stays.mean(day),
            messages_per_second: per_second * mean * 2.0,
            messages,
            talks_at_once: per_second * person * stays.talk,
            seats: day.agents.iter().map(|agent| agent.capacity).sum(),
            visits,
            notes: Vec::new(),
        };
        if plan.at_once > AT_ONCE_MAX {
            bail!(
                "about {:.0} visitors would be there at once, but one machine may play {AT_ONCE_MAX:.0}: \
                 lower visitors_per_hour, and play the parts from several machines at the same time",
                plan.at_once
            );
        }
        plan.note(day, &stays, answered);
        Ok(plan)
    }

    fn note(&mut self, day: &Day, stays: &Stays, answered: f64) {
        if day.agents.is_empty() && day.person_share > 0.0 {
            self.notes.push(format!(
                "Nobody asks for a person, because the day names no agents: {:.0} % only look.",
                (1.0 - answered) * 100.0
            ));
        }
        if !day.agents.is_empty() && self.talks_at_once > f64::from(self.seats) {
            self.notes.push(format!(
                "Visitors will wait: {:.0} conversations come at once, and the agents can have {}.",
                self.talks_at_once.ceil(),
                self.seats
            ));
        }
        let hour = 3_600.0 / day.speed_up;
        let longest = stays.longest(day);
        if longest > hour {
            self.notes.push(format!(
                "A visit takes up to {}, but an hour of the day passes in {}. So fewer visitors are there at once \
                 than on the real day. A speed_up of {:.0} or less avoids that.",
                span(longest),
                span(hour),
                (3_600.0 / longest).floor().max(1.0)
            ));
        }
        for agent in &day.agents {
            let turn = (day.reply_seconds + day.pause_seconds).max(0.1);
            let replies = f64::from(agent.capacity) * 60.0 / turn;
            if replies > 60.0 {
                self.notes.push(format!(
                    "{} may answer {replies:.0} times a minute, and the server allows 60: raise reply_seconds, or lower \
                     the capacity.",
                    agent.account
                ));
            }
        }
    }
}

/// How long visitors stay, s.
struct Stays {
    look: f64,
    robot: f64,
    talk: f64,
}

impl Stays {
    fn of(day: &Day) -> Self {
        Self {
            look: day.pause_seconds,
            robot: day.messages * day.pause_seconds,
            talk: day.messages * (day.pause_seconds + day.reply_seconds),
        }
    }

    fn mean(&self, day: &Day) -> f64 {
        let person = day.person_share_played();
        let look = 1.0 - day.robot_share - person;
        look * self.look + day.robot_share * self.robot + person * (self.look + self.talk)
    }

    fn longest(&self, day: &Day) -> f64 {
        match day.person_share_played() > 0.0 {
            true => self.look + self.talk,
            false => self.robot,
        }
    }
}

fn messages_of(visit: Visit) -> u64 {
    let messages = u64::from(visit.messages);
    match visit.wish {
        Wish::Look => 0,
        Wish::Robot => messages * 2,
        Wish::Person => (messages + 1) * 2,
    }
}

fn draw(day: &Day) -> Vec<Visit> {
    let mut dice = fastrand::Rng::with_seed(day.seed);
    let (person, most) = (day.person_share_played(), day.messages_max());
    let seconds = day.duration().as_secs_f64();
    let steps = (seconds / STEP).ceil() as u64;
    let (mut visits, mut due, mut next) = (Vec::new(), 0.0, -dice.f64().max(1e-9).ln());
    for step in 0..steps {
        let now = step as f64 * STEP;
        due += day.rate_at(now * day.speed_up / 3_600.0) / 3_600.0 * STEP;
        // People arrive independently of each other: the gaps are exponential.
        while due >= next {
            next -= dice.f64().max(1e-9).ln();
            let place = dice.f64();
            let wish = if place < person {
                Wish::Person
            } else if place < person + day.robot_share {
                Wish::Robot
            } else {
                Wish::Look
            };
            visits.push(Visit {
                at: Duration::from_secs_f64((now + dice.f64() * STEP).min(seconds)),
                wish,
                messages: dice.u32(1..=most),
            });
        }
    }
    visits.sort_by_key(|visit| visit.at);
    visits
}

/// The highest rate of the day, and when it first comes.
fn busiest(day: &Day) -> (f64, Duration) {
    let hours = day.visitors_per_hour.len() as f64;
    let mut peak = (0.0, Duration::ZERO);
    for place in 0..=PLACES {
        let part = f64::from(place) / f64::from(PLACES);
        let rate = day.rate_at(part * hours);
        if rate > peak.0 {
            peak = (rate, day.duration().mul_f64(part));
        }
    }
    peak
}

/// A time for people.
pub fn span(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 if seconds < 10.0 && seconds.fract() > 0.05 => format!("{seconds:.1} s"),
        0..120 => format!("{whole} s"),
        120..7_200 if whole.is_multiple_of(60) => format!("{} min", whole / 60),
        120..7_200 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3_600, whole / 60 % 60),
    }
}

/// A number for people, with commas between thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |wish| {
            self.visits
                .iter()
                .filter(|visit| visit.wish == wish)
                .count() as u64
        };
        let visits = self.visits.len() as u64;
        writeln!(
            f,
            "The day takes {}. Then the last visitors finish.",
            span(self.duration.as_secs_f64())
        )?;
        writeln!(
            f,
            "  visitors       {}: {} ask the robot, {} a person, {} only look",
            count(visits),
            count(of(Wish::Robot)),
            count(of(Wish::Person)),
            count(of(Wish::Look))
        )?;
        writeln!(
            f,
            "  busiest        {} at {} visitors an hour: {:.0} at once, {:.1} messages a second",
            self.peak_clock,
            count(self.peak_per_hour.round() as u64),
            self.at_once,
            self.messages_per_second
        )?;
        writeln!(
            f,
            "  agents         {} seats; {:.1} conversations at once in the busiest moment",
            self.seats, self.talks_at_once
        )?;
        writeln!(f, "It costs, on the installation:")?;
        writeln!(
            f,
            "  stored         {} conversations and about {} messages, {:.1} MB",
            count(visits),
            count(self.messages),
            self.messages as f64 * BYTES_A_MESSAGE / 1e6
        )?;
        write!(
            f,
            "  connections    about {:.0} from this machine, which needs as many open files",
            (self.at_once * 2.0).ceil() + 16.0
        )?;
        for note in &self.notes {
            write!(f, "\nNote: {note}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
