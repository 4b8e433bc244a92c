//! The calls of an ordinary day: all kinds together or one alone, on schedule or as fast as responses come.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::calls::{self, Call, Mix, Scene, Who};
use super::engine::{Answer, Link};
use super::load::{Load, Role};
use super::wire::{Envelope, Page};
use super::{Durations, Percentiles};
use crate::knowledge::Knowledge;

/// Connections on schedule. When all wait for a response, calls are late and the report says so.
const CALLERS_MAX: usize = 12_000;
/// A late generator still reads, so that a response's time is when it arrived, not when the generator looked.
const SENDS_BETWEEN_READS: u32 = 32;
/// Visitors with the robot who ask in turn.
const ASKERS: usize = 64;
/// Time for the last answers.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);

/// Which calls, how fast, how long.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Calls {
    /// Only this one; without it all in their proportion.
    pub alone: Option<Call>,
    /// The proportions, and the questions to the robot.
    pub mix: Mix,
    /// How fast.
    pub pace: Pace,
    /// Measured time, after a quarter as much to warm up.
    pub seconds: f64,
    /// Seed of the order of the calls.
    pub seed: u64,
    /// Response sizes for the bare server, by the calls' numbers; empty for the product.
    pub answer_bytes: Vec<u32>,
}

/// How fast.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Pace {
    /// This many a second, however fast responses come.
    Schedule(u32),
    /// This many open at any time.
    Open(usize),
}

/// The result of one kind of call.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct CallReport {
    /// Calls answered 200.
    pub done: u64,
    /// Calls answered 503.
    pub refused: u64,
    /// Calls with another status or no response.
    pub failed: u64,
    /// The text of the first of those.
    pub first_failure: Option<String>,
    /// Mean body size of 200 responses.
    pub answer_bytes: u32,
    /// From the due time to the response, of calls answered 200.
    pub latency: Percentiles,
    /// From sending to the response, of calls answered 200: the server's share.
    pub latency_alone: Percentiles,
}

/// The connections, and the people who call.
#[derive(Default)]
pub struct Callers {
    callers: Vec<Caller>,
    idle: Vec<usize>,
    askers: Vec<Page>,
    next_asker: usize,
    next_visitor: usize,
    number: u64,
    form: Vec<u8>,
    /// Questions to the robot in turn; empty if it is asked what it knows word for word.
    questions: Vec<String>,
    answer_bytes: Vec<u32>,
    tallies: Vec<Tally>,
}

struct Caller {
    link: Link,
    open: Option<Open>,
}

#[derive(Clone, Copy)]
struct Open {
    call: Call,
    due: Instant,
    sent: Instant,
}

struct Tally {
    report: CallReport,
    bytes: u64,
    latency: Durations,
    latency_alone: Durations,
}

impl Tally {
    fn new() -> Result<Self> {
        Ok(Self {
            report: CallReport::default(),
            bytes: 0,
            latency: Durations::new()?,
            latency_alone: Durations::new()?,
        })
    }

    fn take(&mut self, open: Open, answer: &Answer, body: &[u8]) {
        match answer.status {
            Some(200) => {
                self.report.done += 1;
                self.bytes += body.len() as u64;
                self.latency
                    .add(answer.at.saturating_duration_since(open.due));
                self.latency_alone
                    .add(answer.at.saturating_duration_since(open.sent));
            }
            Some(503) => self.report.refused += 1,
            status => {
                self.report.failed += 1;
                self.report.first_failure.get_or_insert_with(|| {
                    let text = String::from_utf8_lossy(&body[..body.len().min(200)]);
                    format!("{status:?}: {text}")
                });
            }
        }
    }

    fn report(&self) -> CallReport {
        let mean = self.bytes.checked_div(self.report.done).unwrap_or_default();
        CallReport {
            answer_bytes: u32::try_from(mean).unwrap_or(u32::MAX),
            latency: self.latency.percentiles(),
            latency_alone: self.latency_alone.percentiles(),
            ..self.report.clone()
        }
    }
}

/// Draws random calls in their proportion.
struct Drawer {
    dice: fastrand::Rng,
    alone: Option<Call>,
    mix: Mix,
}

impl Drawer {
    fn draw(&mut self) -> Call {
        if let Some(call) = self.alone {
            return call;
        }
        let mut place = self.dice.u32(..1_000);
        for call in Call::ALL {
            match place.checked_sub(call.share(self.mix)) {
                Some(rest) => place = rest,
                None => return call,
            }
        }
        Call::Typing
    }
}

impl Load {
    /// Makes the calls. The reports are in the order of [`Call::ALL`].
    pub(super) fn call(&mut self, calls: &Calls) -> Result<(Vec<CallReport>, f64, f64)> {
        if self.callers.form.is_empty() {
            self.callers.form = calls::picture_form();
        }
        self.callers.questions = match calls.mix {
            Mix::Everyday => Vec::new(),
            Mix::Rush => Knowledge::made().asked,
        };
        self.callers.answer_bytes.clone_from(&calls.answer_bytes);
        self.clear_tallies()?;
        let mut drawer = Drawer {
            dice: fastrand::Rng::with_seed(calls.seed),
            alone: Some(Call::ChatStart),
            mix: calls.mix,
        };
        while self.callers.askers.len() < ASKERS {
            self.open_loop(&mut drawer, 2_000, Duration::from_millis(50))?;
        }
        drawer.alone = calls.alone;
        let span = Duration::from_secs_f64(calls.seconds);
        self.run(&mut drawer, calls.pace, span / 4)?;
        self.clear_tallies()?;
        let (start, cpu) = (Instant::now(), self.server_cpu_us()?);
        self.run(&mut drawer, calls.pace, span)?;
        let seconds = start.elapsed().as_secs_f64();
        let cpu_us = self.server_cpu_us()? - cpu;
        let reports = self.callers.tallies.iter().map(Tally::report).collect();
        self.wait_for_answers()?;
        Ok((reports, seconds, cpu_us))
    }

    fn clear_tallies(&mut self) -> Result<()> {
        self.callers.tallies = Call::ALL
            .iter()
            .map(|_| Tally::new())
            .collect::<Result<_>>()?;
        Ok(())
    }

    fn run(&mut self, drawer: &mut Drawer, pace: Pace, span: Duration) -> Result<()> {
        match pace {
            Pace::Schedule(rate) => self.open_loop(drawer, rate, span),
            Pace::Open(connections) => self.closed_loop(drawer, connections, span),
        }
    }

    fn open_loop(&mut self, drawer: &mut Drawer, rate: u32, span: Duration) -> Result<()> {
        let start = Instant::now();
        let total = (f64::from(rate) * span.as_secs_f64()) as u32;
        let spacing = Duration::from_secs(1) / rate;
        let mut sent = 0;
        while sent < total && start.elapsed() < span * 2 {
            let due = start + spacing * sent;
            if due > Instant::now() {
                self.turn(due)?;
                continue;
            }
            if self.callers.idle.is_empty() && self.callers.callers.len() < CALLERS_MAX {
                self.add_caller();
            }
            if self.callers.idle.is_empty() {
                self.turn(Instant::now() + Duration::from_millis(1))?;
                continue;
            }
            self.lateness(due.elapsed());
            self.make(drawer.draw(), due)?;
            sent += 1;
            if sent % SENDS_BETWEEN_READS == 0 {
                self.turn(Instant::now())?;
            }
        }
        Ok(())
    }

    fn closed_loop(
        &mut self,
        drawer: &mut Drawer,
        connections: usize,
        span: Duration,
    ) -> Result<()> {
        while self.callers.callers.len() < connections {
            self.add_caller();
        }
        let until = Instant::now() + span;
        while Instant::now() < until {
            let spare = self.callers.callers.len() - connections;
            while self.callers.idle.len() > spare {
                self.make(drawer.draw(), Instant::now())?;
            }
            self.turn(until)?;
        }
        Ok(())
    }

    fn wait_for_answers(&mut self) -> Result<()> {
        let until = Instant::now() + ANSWERS_WITHIN;
        while self.callers.idle.len() < self.callers.callers.len() {
            if Instant::now() > until {
                bail!("calls without an answer");
            }
            self.turn(Instant::now() + Duration::from_millis(20))?;
        }
        Ok(())
    }

    fn add_caller(&mut self) {
        let number = self.callers.callers.len();
        let link = self.add_link(Role::Caller(number));
        self.callers.idle.push(number);
        self.callers.callers.push(Caller { link, open: None });
    }

    fn make(&mut self, call: Call, due: Instant) -> Result<()> {
        let callers = &mut self.callers;
        callers.number += 1;
        let caller = callers.idle.pop().context("no connection is free")?;
        let visitors = self.crowd.len();
        let (page, agent) = match call.who() {
            Who::Asking => {
                callers.next_asker = (callers.next_asker + 1) % callers.askers.len();
                (&callers.askers[callers.next_asker], None)
            }
            Who::Nobody | Who::Talking | Who::Agent => {
                callers.next_visitor = (callers.next_visitor + 1) % visitors;
                let visitor = self.crowd.visitor(callers.next_visitor);
                (&visitor.page, visitor.agent())
            }
        };
        let asked = callers.questions.len().max(1) as u64;
        let question = match callers.questions.get((callers.number % asked) as usize) {
            Some(question) => Cow::Borrowed(question.as_str()),
            None if call == Call::RobotAsk => Cow::Owned(crate::tenant::question(callers.number)),
            None => Cow::Borrowed(""),
        };
        let scene = Scene {
            page,
            question: &question,
            agent_token: agent.map_or("", |agent| self.desks.token(agent)),
            channel: &self.plan.channel,
            tenant: &self.plan.tenant,
            number: callers.number,
            answer_bytes: callers
                .answer_bytes
                .get(call as usize)
                .copied()
                .unwrap_or_default(),
            form: &callers.form,
        };
        let request = calls::write(&mut self.requests, call, &scene);
        let sent = Instant::now();
        self.engine.send(callers.callers[caller].link, request)?;
        callers.callers[caller].open = Some(Open { call, due, sent });
        Ok(())
    }

    /// Handles the response to a call.
    pub(super) fn answered(&mut self, number: usize, answer: &Answer) -> Result<()> {
        let callers = &mut self.callers;
        let open = callers.callers[number].open.take();
        let open = open.context("an answer to a call nobody made")?;
        callers.idle.push(number);
        let body = self.engine.body(answer);
        callers.tallies[open.call as usize].take(open, answer, body);
        if open.call == Call::ChatStart && answer.status == Some(200) {
            let started: Envelope<Page> = serde_json::from_slice(body)?;
            if callers.askers.len() < ASKERS {
                callers.askers.push(started.data);
            }
        }
        Ok(())
    }
}
