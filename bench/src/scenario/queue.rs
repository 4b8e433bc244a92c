//! A queue of a hundred visitors beside one of a hundred thousand, in process: the router's time for each operation.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, ChannelId, GroupId, VisitorId};
use actors_core::router::command::{FromSession, SetStatus, TakeNext};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::{Roster, RosterAgent, SeatChoice};
use actors_core::router::{Router, RouterEffect};
use actors_core::routing::{Availability, QueueNumber, Rank, RouterNews, RouterRequest, Wish};
use actors_core::tenant::Reach;
use actors_core::time::{Span, Timestamp};
use anyhow::{Result, ensure};
use parking_lot::RwLock;

use crate::report::{Figures, Findings, Side};

const SHORT: usize = 100;
const LONG: usize = 100_000;
/// An aim in `docs/performance.md`.
const RATIO: f64 = 3.0;
const QUESTIONS: [&str; 4] = ["position ns", "join ns", "take ns", "leave ns"];
/// A position by name, for a visitor without a number: after a restart, until the queue moves.
const BY_NAME: &str = "position by name ns";
/// Operations timed together. After all four the queue is as long as before.
const BATCH: usize = 10;
const BATCHES: usize = 4_000;
/// Measures both lines, `rounds` times in turns.
pub fn measure(rounds: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Queue: a line of {SHORT} against one of {LONG}, router's steps, {rounds} rounds"
    ));
    let name = |length: usize| format!("{length} waiting");
    for round in 0..rounds {
        let lengths = if round % 2 == 0 {
            [SHORT, LONG]
        } else {
            [LONG, SHORT]
        };
        for length in lengths {
            findings.add(
                &name(length),
                Rehearsal::new(length).measure(Span::default())?,
            );
        }
        let told = Rehearsal::new(LONG).measure(Span::from_millis(1))?;
        findings.add(&format!("{}, told as the line moves", name(LONG)), told);
    }
    for question in QUESTIONS {
        let what = format!("{question}, long / short line");
        let figures = (question, &*name(LONG), &*name(SHORT));
        findings.ratio_bar(what, Side::AtMost, RATIO, figures);
    }
    findings.notes.push(
        "a session asks for its position by its number in the queue, and gets a new number when the queue moves; \
         after a restart it asks by name until the queue moves"
            .to_owned(),
    );
    findings.notes.push(
        "in the last row a millisecond passes with each batch, so that steps also notify visitors whose place changed; \
         the bars compare the operations alone"
            .to_owned(),
    );
    Ok(findings)
}

/// A router with a queue and its visitors. It is behind a lock, as in the server, whose routes read positions from it.
struct Rehearsal {
    router: RwLock<Router>,
    now: Timestamp,
    agent: AgentId,
    waiting: Waiting,
    /// Number of visitors named so far.
    come: u64,
    random: fastrand::Rng,
}

impl Rehearsal {
    /// One group, and one busy agent, who can take visitors but gets none assigned.
    fn new(length: usize) -> Self {
        let now = Timestamp::from_millis(1_790_000_000_000);
        let (agent, group) = (AgentId::from("mia"), GroupId::from("sales"));
        let card = AgentCard {
            agent: agent.clone(),
            nick: "Mia".into(),
            face: "".into(),
        };
        let seat = RosterAgent {
            card,
            groups: vec![group.clone()],
            capacity: u32::MAX,
        };
        let roster = Roster {
            groups: vec![group],
            agents: vec![seat],
            ..Roster::default()
        };
        let beginning = Beginning {
            roster,
            ..Beginning::default()
        };
        let router = RwLock::new(Router::restore(now, beginning).reply);
        let mut rehearsal = Self {
            router,
            now,
            agent,
            waiting: Waiting::default(),
            come: 0,
            random: fastrand::Rng::with_seed(7),
        };
        let choice = SeatChoice {
            availability: Availability::Busy,
            capacity: Some(u32::MAX),
        };
        let busy = SetStatus {
            agent: rehearsal.agent.clone(),
            choice,
        };
        // The effects go to desks and sessions, which do not exist here.
        let _ = rehearsal.router.write().handle(now, busy);
        while rehearsal.waiting.list.len() < length - BATCH {
            let visitor = rehearsal.newcomer();
            let number = rehearsal.ask(visitor.clone(), wish());
            rehearsal.waiting.add(visitor, number);
        }
        rehearsal
    }

    /// Times the four operations. The clock moves by `step` before each batch.
    fn measure(mut self, step: Span) -> Result<Figures> {
        let mut spent = [Duration::ZERO; 5];
        for _ in 0..BATCHES {
            let newcomers: Vec<_> = (0..BATCH).map(|_| self.newcomer()).collect();
            let requests: Vec<_> = newcomers.iter().map(|who| (who.clone(), wish())).collect();
            self.now = self.now + step;
            let mut numbers = Vec::with_capacity(BATCH);
            spent[1] += timed(|| {
                let drawn = requests.into_iter().map(|(who, wish)| self.ask(who, wish));
                numbers.extend(drawn);
            });
            for (visitor, number) in newcomers.into_iter().zip(numbers) {
                self.waiting.add(visitor, number);
            }

            self.now = self.now + step;
            spent[0] += self.positions(true)?;
            spent[4] += self.positions(false)?;

            // Half are taken from the front, half leave from random places.
            let mut taken = Vec::with_capacity(BATCH);
            self.now = self.now + step;
            spent[2] += timed(|| taken.extend((0..BATCH / 2).filter_map(|_| self.take_next())));
            ensure!(taken.len() == BATCH / 2, "{} were taken", taken.len());
            for visitor in taken {
                self.waiting.remove(&visitor);
                self.tell(visitor, RouterRequest::Release(self.agent.clone()));
            }

            let mut leaving = Vec::with_capacity(BATCH / 2);
            for _ in 0..BATCH / 2 {
                let (visitor, _) = self.somebody();
                self.waiting.remove(&visitor);
                leaving.push(visitor);
            }
            self.now = self.now + step;
            leaving
                .iter()
                .for_each(|visitor| _ = black_box(hash(visitor)));
            spent[3] += timed(|| {
                leaving
                    .into_iter()
                    .for_each(|who| drop(self.tell(who, RouterRequest::Withdraw)));
            });
        }
        let each =
            |spent: Duration, batch: usize| spent.as_nanos() as f64 / (BATCHES * batch) as f64;
        let batches = [BATCH, BATCH, BATCH / 2, BATCH / 2, BATCH];
        let questions = QUESTIONS.into_iter().chain([BY_NAME]);
        let figures = questions.zip(spent).zip(batches);
        Ok(figures
            .map(|((name, spent), batch)| (name, each(spent, batch)))
            .collect())
    }

    /// Times a batch of positions, by number or by name.
    fn positions(&mut self, by_number: bool) -> Result<Duration> {
        let asked: Vec<_> = (0..BATCH).map(|_| self.somebody()).collect();
        // A session asks by its own name, which a lookup has just read.
        asked
            .iter()
            .for_each(|(visitor, _)| _ = black_box(hash(visitor)));
        let mut found = 0;
        let spent = timed(|| {
            for (visitor, number) in &asked {
                let number = number.filter(|_| by_number);
                let position = black_box(self.router.read().position(visitor, number));
                found += usize::from(position.is_some());
            }
        });
        ensure!(
            found == BATCH,
            "{found} of {BATCH} who wait have a position"
        );
        Ok(spent)
    }

    fn newcomer(&mut self) -> VisitorId {
        self.come += 1;
        // Scatters the number, as the server's names do.
        VisitorId::from(format!(
            "v_{:016x}",
            self.come.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ))
    }

    fn somebody(&mut self) -> (VisitorId, Option<QueueNumber>) {
        let list = &self.waiting.list;
        list[self.random.usize(..list.len())].clone()
    }

    /// Sends a wish and returns the number that the session gets.
    fn ask(&mut self, visitor: VisitorId, wish: Wish) -> Option<QueueNumber> {
        let effects = self.tell(visitor, RouterRequest::Agent(wish));
        effects.iter().find_map(|effect| match effect {
            RouterEffect::TellSession(_, RouterNews::Waiting(line)) => line.number,
            RouterEffect::TellSession(..) | RouterEffect::TellDesk(..) => None,
        })
    }

    fn tell(&mut self, visitor: VisitorId, request: RouterRequest) -> Vec<RouterEffect> {
        let request = FromSession { visitor, request };
        black_box(self.router.write().handle(self.now, request)).effects
    }

    fn take_next(&mut self) -> Option<VisitorId> {
        let take = TakeNext {
            agent: self.agent.clone(),
            group: None,
            reach: Reach::Own,
        };
        let step = black_box(self.router.write().handle(self.now, take));
        step.reply.ok().map(|taken| taken.visitor)
    }
}

/// The waiting visitors, to choose from at random.
#[derive(Default)]
struct Waiting {
    list: Vec<(VisitorId, Option<QueueNumber>)>,
    places: HashMap<VisitorId, usize>,
}

impl Waiting {
    fn add(&mut self, visitor: VisitorId, number: Option<QueueNumber>) {
        self.places.insert(visitor.clone(), self.list.len());
        self.list.push((visitor, number));
    }

    fn remove(&mut self, visitor: &VisitorId) {
        let Some(place) = self.places.remove(visitor) else {
            return;
        };
        self.list.swap_remove(place);
        if let Some((moved, _)) = self.list.get(place) {
            self.places.insert(moved.clone(), place);
        }
    }
}

fn wish() -> Wish {
    Wish {
        channel: ChannelId::from("shop"),
        group: Some(GroupId::from("sales")),
        agent: None,
        among: Vec::new(),
        rank: Rank::Usual,
        last: None,
    }
}

/// Reads the whole name, as a lookup of the session does.
fn hash(visitor: &VisitorId) -> usize {
    visitor.as_str().bytes().map(usize::from).sum()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
