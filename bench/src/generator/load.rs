//! Carries out the orders: gathers visitors, and writes to them on schedule or as fast as possible.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::crowd::{Arrival, Crowd, Outside};
use super::desks::Desks;
use super::engine::{Answer, Engine, Link};
use super::ledger::Counts;
use super::mixed::Callers;
use super::payload::Payload;
use super::wire::Requests;
use super::{Durations, Kind, Order, Plan, Report};
use crate::process::cpu_time;

/// Visitors who arrive at the same time. More would fill the server's backlog.
const ARRIVING_AT_ONCE: usize = 256;
/// All visitors count as waiting when no poll got a response for this time.
const QUIET: Duration = Duration::from_millis(500);
/// Time for all visitors to be waiting; with many this takes a while.
const GATHERING_AT_MOST: Duration = Duration::from_secs(180);
/// Time for the last messages to arrive.
const DRAINING_AT_MOST: Duration = Duration::from_secs(10);
/// How often to check whether an agent's poll is due.
const DESKS_AT_LEAST_EVERY: Duration = Duration::from_millis(50);
/// Most connections of senders. On schedule a new one opens when all wait for a response.
const PUBLISHERS_MAX: usize = 1_024;

/// The owner of a connection.
#[derive(Clone, Copy)]
pub(super) enum Role {
    Visitor(usize),
    Publisher(usize),
    Caller(usize),
    Desks,
}

/// A connection for agents' messages, one at a time.
struct Publisher {
    link: Link,
    open: Option<Payload>,
}

/// The generator's whole state.
pub struct Load {
    pub(super) plan: Plan,
    pub(super) engine: Engine,
    pub(super) requests: Requests,
    pub(super) desks: Desks,
    pub(super) crowd: Crowd,
    pub(super) callers: Callers,
    roles: Vec<Role>,
    publishers: Vec<Publisher>,
    idle: Vec<usize>,
    began: Instant,
    next_visitor: usize,
    answers: Vec<Answer>,
    arrivals: Vec<Arrival>,
    text: String,
    run: Run,
}

/// The measurements of one order.
struct Run {
    counts: Counts,
    delivery: Durations,
    acknowledgement: Durations,
    lateness: Durations,
}

impl Run {
    fn new() -> Result<Self> {
        Ok(Self {
            counts: Counts::default(),
            delivery: Durations::new()?,
            acknowledgement: Durations::new()?,
            lateness: Durations::new()?,
        })
    }
}

impl Load {
    /// Signs the agents in.
    pub fn open(plan: Plan) -> Result<Self> {
        let targets = [&[plan.address], &*plan.others].concat();
        let mut engine = Engine::new(targets)?;
        let mut requests = Requests::new(plan.address);
        let desks = match plan.kind {
            Kind::Frontdesk if plan.with_agents => {
                Desks::sign_in(&plan, &mut engine, &mut requests)?
            }
            _ => Desks::bare(engine.add()),
        };
        Ok(Self {
            crowd: Crowd::new(&plan),
            roles: vec![Role::Desks],
            callers: Callers::default(),
            plan,
            engine,
            requests,
            desks,
            publishers: Vec::new(),
            idle: Vec::new(),
            began: Instant::now(),
            next_visitor: 0,
            answers: Vec::new(),
            arrivals: Vec::new(),
            text: String::new(),
            run: Run::new()?,
        })
    }

    /// Carries out one order.
    pub fn obey(&mut self, order: &Order) -> Result<Report> {
        self.run = Run::new()?;
        let mut report = Report::default();
        match *order {
            Order::Gather { waiting } => self.gather(waiting)?,
            Order::Rest { seconds } => self.rest(Duration::from_secs_f64(seconds))?,
            Order::Latency { rate, seconds } => self.on_schedule(rate, seconds, &mut report)?,
            Order::Throughput {
                publishers,
                seconds,
            } => {
                self.saturated(publishers, seconds, &mut report)?;
            }
            Order::Calls(ref calls) => {
                (report.calls, report.seconds, report.server_cpu_us) = self.call(calls)?;
            }
        }
        report.waiting = self.crowd.len() - self.crowd.arriving();
        report.counts = self.run.counts.clone();
        report.delivery = self.run.delivery.percentiles();
        report.acknowledgement = self.run.acknowledgement.percentiles();
        report.lateness = self.run.lateness.percentiles();
        Ok(report)
    }

    fn gather(&mut self, waiting: usize) -> Result<()> {
        let until = Instant::now() + GATHERING_AT_MOST;
        loop {
            while self.crowd.len() < waiting && self.crowd.arriving() < ARRIVING_AT_ONCE {
                let link = self.add_link(Role::Visitor(self.crowd.len()));
                self.crowd
                    .arrive(link, &mut self.engine, &mut self.requests)?;
            }
            let is_complete = self.crowd.len() >= waiting && self.crowd.arriving() == 0;
            if is_complete && self.crowd.last_answer.elapsed() > QUIET {
                return Ok(());
            }
            if Instant::now() > until {
                bail!("{} visitors are still on their way", self.crowd.arriving());
            }
            self.turn(Instant::now() + QUIET)?;
        }
    }

    fn rest(&mut self, span: Duration) -> Result<()> {
        let until = Instant::now() + span;
        while Instant::now() < until {
            self.turn(until)?;
        }
        Ok(())
    }

    /// The open loop: message k is due at k / rate, whatever happened to earlier ones. Its latency counts from then.
    fn on_schedule(&mut self, rate: u32, seconds: f64, report: &mut Report) -> Result<()> {
        let total = (f64::from(rate) * seconds) as u32;
        let spacing = Duration::from_secs(1) / rate;
        let start = Instant::now() + Duration::from_millis(100);
        let cpu = self.server_cpu_us()?;
        let mut sent = 0;
        while sent < total {
            let due = start + spacing * sent;
            if due > Instant::now() {
                self.turn(due)?;
                continue;
            }
            if self.idle.is_empty() && self.publishers.len() < PUBLISHERS_MAX {
                self.add_publisher();
            }
            if self.publish(due)? {
                self.run.lateness.add(due.elapsed());
                sent += 1;
            } else {
                self.turn(Instant::now() + Duration::from_millis(1))?;
            }
        }
        report.seconds = start.elapsed().as_secs_f64();
        report.server_cpu_us = self.server_cpu_us()? - cpu;
        report.delivered_in_time = self.run.counts.delivered;
        self.drain()
    }

    /// The closed loop: each sender always has one open request.
    fn saturated(&mut self, publishers: usize, seconds: f64, report: &mut Report) -> Result<()> {
        while self.publishers.len() < publishers {
            self.add_publisher();
        }
        self.saturate_for(Duration::from_secs_f64(seconds / 4.0))?;
        let (start, cpu) = (Instant::now(), self.server_cpu_us()?);
        let before = self.run.counts.delivered;
        self.run.delivery = Durations::new()?;
        self.saturate_for(Duration::from_secs_f64(seconds))?;
        report.seconds = start.elapsed().as_secs_f64();
        report.server_cpu_us = self.server_cpu_us()? - cpu;
        report.delivered_in_time = self.run.counts.delivered - before;
        self.drain()
    }

    fn saturate_for(&mut self, span: Duration) -> Result<()> {
        let until = Instant::now() + span;
        while Instant::now() < until {
            while !self.idle.is_empty() && self.publish(Instant::now())? {}
            self.turn(until)?;
        }
        Ok(())
    }

    fn drain(&mut self) -> Result<()> {
        let until = Instant::now() + DRAINING_AT_MOST;
        while Instant::now() < until {
            let is_all_answered = self.idle.len() == self.publishers.len();
            if is_all_answered && !self.crowd.conversations().any(|one| one.is_open()) {
                break;
            }
            self.turn(Instant::now() + Duration::from_millis(20))?;
        }
        let counts = &mut self.run.counts;
        self.crowd
            .conversations()
            .for_each(|conversation| conversation.close(counts));
        Ok(())
    }

    /// Adds a connection.
    pub(super) fn add_link(&mut self, role: Role) -> Link {
        self.roles.push(role);
        self.engine.add()
    }

    /// Notes how late a request was sent.
    pub(super) fn lateness(&mut self, late: Duration) {
        self.run.lateness.add(late);
    }

    fn add_publisher(&mut self) {
        let link = self.add_link(Role::Publisher(self.publishers.len()));
        self.idle.push(self.publishers.len());
        self.publishers.push(Publisher { link, open: None });
    }

    /// Writes to the next visitor without a message in flight; false if there is none.
    fn publish(&mut self, due: Instant) -> Result<bool> {
        let Some(&publisher) = self.idle.last() else {
            return Ok(false);
        };
        let crowd = self.crowd.len();
        for _ in 0..crowd {
            let number = self.next_visitor;
            self.next_visitor = (number + 1) % crowd;
            let conversation = &mut self.crowd.visitor(number).conversation;
            if conversation.is_open() {
                continue;
            }
            conversation.sent += 1;
            let payload = Payload {
                visitor: u32::try_from(number)?,
                number: conversation.sent,
                due_ns: u64::try_from(due.duration_since(self.began).as_nanos())?,
            };
            self.idle.pop();
            self.publishers[publisher].open = Some(payload);
            self.send(publisher, payload)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn send(&mut self, publisher: usize, payload: Payload) -> Result<()> {
        let visitor = self.crowd.visitor(payload.visitor as usize);
        payload.write(&mut self.text);
        let link = self.publishers[publisher].link;
        if self.plan.kind == Kind::Nchan {
            let request = self.requests.nchan_publish(visitor.user_id(), &self.text);
            return Ok(self.engine.send(link, request)?);
        }
        let token = self
            .desks
            .token(visitor.agent().context("a visitor without an agent")?);
        let id = format!("b-{:08}-{:08}", payload.visitor, payload.number);
        let request = self
            .requests
            .agent_send_msg(token, visitor.user_id(), &id, &self.text);
        Ok(self.engine.send(link, request)?)
    }

    /// Waits for responses and handles each.
    pub(super) fn turn(&mut self, until: Instant) -> Result<()> {
        let until = until.min(Instant::now() + DESKS_AT_LEAST_EVERY);
        self.desks.attend(&mut self.engine, &mut self.requests)?;
        self.crowd.come_back(&mut Outside {
            engine: &mut self.engine,
            requests: &mut self.requests,
            desks: &self.desks,
            counts: &mut self.run.counts,
        })?;
        let mut answers = std::mem::take(&mut self.answers);
        self.engine.turn(until, &mut answers)?;
        for answer in answers.drain(..) {
            match self.roles[answer.link] {
                Role::Visitor(number) => self.visitor_heard(number, &answer)?,
                Role::Publisher(number) => self.published(number, &answer)?,
                Role::Caller(number) => self.answered(number, &answer)?,
                Role::Desks => self.desks.take(&answer, &self.engine)?,
            }
        }
        self.answers = answers;
        Ok(())
    }

    fn visitor_heard(&mut self, number: usize, answer: &Answer) -> Result<()> {
        let mut outside = Outside {
            engine: &mut self.engine,
            requests: &mut self.requests,
            desks: &self.desks,
            counts: &mut self.run.counts,
        };
        self.crowd
            .take(number, answer, &mut outside, &mut self.arrivals)?;
        for arrival in self.arrivals.drain(..) {
            let due = self.began + Duration::from_nanos(arrival.payload.due_ns);
            self.run
                .delivery
                .add(arrival.at.saturating_duration_since(due));
        }
        Ok(())
    }

    fn published(&mut self, number: usize, answer: &Answer) -> Result<()> {
        let Some(payload) = self.publishers[number].open else {
            bail!("an answer to a message nobody sent");
        };
        let counts = &mut self.run.counts;
        match answer.status {
            // nchan answers 201 if a subscriber waits, else 202.
            Some(200..=202) => {
                let due = self.began + Duration::from_nanos(payload.due_ns);
                self.run
                    .acknowledgement
                    .add(answer.at.saturating_duration_since(due));
                counts.acknowledged += 1;
            }
            Some(status) => {
                counts.refused += 1;
                let body = String::from_utf8_lossy(self.engine.body(answer)).into_owned();
                counts
                    .first_refusal
                    .get_or_insert_with(|| format!("{status}: {body}"));
            }
            None => {
                // The request is idempotent by its id. Protocol, 'Repeats'.
                counts.broken += 1;
                return self.send(number, payload);
            }
        }
        self.publishers[number].open = None;
        self.idle.push(number);
        Ok(())
    }

    /// Processor time of the server, all its processes together, µs.
    pub(super) fn server_cpu_us(&self) -> Result<f64> {
        let mut sum = 0.0;
        for pid in &self.plan.server_pids {
            sum += cpu_time(*pid)?.as_secs_f64() * 1e6;
        }
        Ok(sum)
    }
}
