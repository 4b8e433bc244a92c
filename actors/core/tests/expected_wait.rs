//! A month of a tenant, simulated with the real router: arrivals by the hour, service times, absences. It compares the
//! waits that were told with the waits that came.

#![allow(clippy::unwrap_used)]

mod router;

use actors_core::ids::{AgentId, GroupId, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::FromSession;
use actors_core::router::configure::Beginning;
use actors_core::routing::{Availability, RouterNews, RouterRequest};
use actors_core::tenant::RoutingSettings;
use actors_core::time::{Span, Timestamp};
use actors_core::waiting::WaitRange;
use router::{START, Story, roster, wish};
use std::collections::{BTreeMap, BTreeSet};

const DAYS: u64 = 30;
const AGENTS: [(&str, &str, u32); 4] = [
    ("ann", "sales", 2),
    ("bea", "sales", 2),
    ("cem", "sales", 2),
    ("dan", "sales", 2),
];
/// Visitors an hour, from midnight on.
const ARRIVALS: [u64; 24] = [
    0, 0, 0, 0, 0, 0, 2, 8, 26, 40, 46, 44, 30, 34, 44, 46, 40, 30, 16, 8, 4, 0, 0, 0,
];

/// A seeded generator, so that every run is the same month.
struct Dice(u64);

impl Dice {
    /// From 0 to 1.
    #[allow(clippy::cast_precision_loss)]
    fn roll(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A time with this mean: many short ones, some long ones.
    fn span(&mut self, mean: Span) -> Span {
        #[allow(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss
        )]
        let millis = (-(1.0 - self.roll()).ln() * mean.as_millis() as f64) as u64;
        Span::from_millis(millis)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Arrives,
    Ends(VisitorId),
    GivesUp(VisitorId),
    /// Comes online or goes on a break.
    Turns(usize),
}

struct Month {
    story: Story,
    dice: Dice,
    events: BTreeSet<(Timestamp, u64, What)>,
    numbers: u64,
    /// What each waiting visitor was told when they joined, and when that was.
    told: BTreeMap<VisitorId, (Timestamp, WaitRange)>,
    on_break: [bool; AGENTS.len()],
    told_count: u64,
    right: u64,
    widths_ms: u64,
    waits_ms: u64,
    waited: u64,
}

impl Month {
    fn begin() -> Self {
        let (story, _) = Story::restore(Beginning {
            settings: RoutingSettings {
                away_after: Span::from_minutes(100_000),
                gone_after: Span::from_minutes(200_000),
                ..RoutingSettings::default()
            },
            roster: roster(&AGENTS),
            ..Beginning::default()
        });
        let mut month = Self {
            story,
            dice: Dice(20_261_126),
            events: BTreeSet::new(),
            numbers: 0,
            told: BTreeMap::new(),
            on_break: [true; AGENTS.len()],
            told_count: 0,
            right: 0,
            widths_ms: 0,
            waits_ms: 0,
            waited: 0,
        };
        for day in 0..DAYS {
            for (hour, arrivals) in (0_u64..).zip(ARRIVALS) {
                for _ in 0..arrivals {
                    let at = Span::from_minutes((day * 24 + hour) * 60);
                    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                    let within = Span::from_millis((month.dice.roll() * 3_600_000.0) as u64);
                    month.plan(START + at + within, What::Arrives);
                }
            }
            for agent in 0..AGENTS.len() {
                // From 7 to 21, with breaks.
                let opens = START + Span::from_minutes((day * 24 + 7) * 60);
                month.plan(opens, What::Turns(agent));
            }
        }
        month
    }

    fn plan(&mut self, at: Timestamp, what: What) {
        self.numbers += 1;
        self.events.insert((at, self.numbers, what));
    }

    fn runs(&mut self) {
        loop {
            let due = self.story.router.next_deadline();
            let next = self.events.first().map(|(at, ..)| *at);
            if let Some(due) = due
                && next.is_none_or(|next| due <= next)
            {
                self.story.now = self.story.now.max(due);
                let effects = self.story.router.handle_timeout(self.story.now);
                self.hears(effects);
                continue;
            }
            let Some((at, _, what)) = self.events.pop_first() else {
                return;
            };
            self.story.now = at;
            self.happens(what);
        }
    }

    fn happens(&mut self, what: What) {
        match what {
            What::Arrives => {
                self.numbers += 1;
                let visitor = VisitorId::from(format!("v{}", self.numbers));
                let request = RouterRequest::Agent(wish("sales"));
                self.asks(&visitor, request);
            }
            What::Ends(visitor) => {
                if let Some(agent) = self.story.router.seated(&visitor).cloned() {
                    self.asks(&visitor, RouterRequest::Release(agent));
                }
            }
            What::GivesUp(visitor) => {
                if self.story.router.position(&visitor, None).is_some() {
                    if let Some((at, range)) = self.told.remove(&visitor)
                        && self.story.now.since(at) > range.to
                    {
                        self.told_count += 1;
                    }
                    self.asks(&visitor, RouterRequest::Withdraw);
                }
            }
            What::Turns(agent) => self.turns(agent),
        }
    }

    /// Agents work 7 to 21 and take a break now and then. The last one who is there takes none.
    fn turns(&mut self, agent: usize) {
        let minutes = self.story.now.since(START).as_millis() / 60_000;
        let hour = minutes / 60 % 24;
        let is_open = (7..21).contains(&hour);
        let working = self.on_break.iter().filter(|away| !**away).count();
        let goes = !self.on_break[agent] && (!is_open || working > 1);
        let comes = self.on_break[agent] && is_open;
        if goes || comes {
            self.on_break[agent] = goes;
            let choice = if goes {
                Availability::Busy
            } else {
                Availability::Online
            };
            let effects = self.story.sets(AGENTS[agent].0, choice, None);
            self.hears(effects);
        }
        if is_open {
            let mean = if goes {
                Span::from_minutes(20)
            } else {
                Span::from_minutes(100)
            };
            let next = self.dice.span(mean);
            let close = Span::from_minutes((minutes / 1_440 * 24 + 21) * 60);
            let at = (self.story.now + next).min(START + close);
            self.plan(at, What::Turns(agent));
        }
    }

    fn asks(&mut self, visitor: &VisitorId, request: RouterRequest) {
        let visitor = visitor.clone();
        let (_, effects) = self.story.handle(FromSession { visitor, request });
        self.hears(effects);
    }

    fn hears(&mut self, effects: Vec<RouterEffect>) {
        for effect in effects {
            let RouterEffect::TellSession(visitor, news) = effect else {
                continue;
            };
            let now = self.story.now;
            match news {
                RouterNews::Assigned { .. } => {
                    if let Some((at, range)) = self.told.remove(&visitor) {
                        self.told_count += 1;
                        self.waits_ms += now.since(at).as_millis();
                        self.right += u64::from(range.contains(now.since(at)));
                    }
                    let mean = Span::from_minutes(8);
                    let serves = self.dice.span(mean);
                    self.plan(now + serves, What::Ends(visitor));
                }
                RouterNews::Waiting(_) => {
                    self.waited += 1;
                    if let Some(range) = self.story.router.expected_wait(&visitor, now) {
                        self.widths_ms += range.to.as_millis() - range.from.as_millis();
                        self.told.insert(visitor.clone(), (now, range));
                    }
                    let patience = Span::from_minutes(20).as_millis();
                    let patience = Span::from_millis(
                        patience + self.dice.span(Span::from_minutes(30)).as_millis(),
                    );
                    self.plan(now + patience, What::GivesUp(visitor));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn in_a_month_at_least_four_of_five_waits_lie_in_the_range_that_was_told() {
    let mut month = Month::begin();

    month.runs();

    let (told, right) = (month.told_count, month.right);
    let share = month.story.router.estimates(&GroupId::from("sales"));
    println!(
        "{} waited, {} s on average, {told} were told, {right} right, {} s wide on average, at the end {share:?}",
        month.waited,
        month.waits_ms / told.max(1) / 1_000,
        month.widths_ms / told.max(1) / 1_000
    );
    assert!(told > 1_000, "only {told} of {} were told", month.waited);
    assert!(right * 100 >= told * 80, "{right} of {told}");
    // A range that is right because it says nothing would be of no use.
    assert!(month.widths_ms / told < Span::from_minutes(25).as_millis());
    let seats = AGENTS.iter().map(|(agent, ..)| AgentId::from(*agent));
    for agent in seats {
        assert!(month.story.router.conversations(&agent).count() <= 2);
    }
}
