//! The visitors: each arrives, may ask for an agent, then waits and polls again after each response.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::desks::Desks;
use super::engine::{Answer, Engine, Link};
use super::ledger::{Conversation, Counts};
use super::nchan::Mark;
use super::payload::Payload;
use super::wire::{Envelope, Event, Events, Page, Requests, Transferred};
use super::{Kind, Plan};

/// Wait after a refused poll (`Retry-After`).
const COME_BACK_AFTER: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Starting,
    AskingForAgent,
    /// Polls until an agent is connected.
    Queued,
    Waiting,
}

/// One visitor and their page.
pub struct Visitor {
    link: Link,
    stage: Stage,
    /// The page's values for polling.
    pub page: Page,
    cursor: u64,
    /// The same for nchan.
    mark: Mark,
    agent: Option<usize>,
    /// The conversation's count.
    pub conversation: Conversation,
}

/// A message that reached a visitor.
pub struct Arrival {
    /// Its content.
    pub payload: Payload,
    /// When the generator read it.
    pub at: Instant,
}

/// All visitors of one server.
pub struct Crowd {
    visitors: Vec<Visitor>,
    kind: Kind,
    channel: String,
    with_agents: bool,
    /// Visitors whose stage is `Waiting`.
    settled: usize,
    /// Visitors whose poll was refused, and when they retry.
    later: VecDeque<(Instant, usize)>,
    /// When a poll last got a response. Visitors who still get greetings do not count as waiting yet.
    pub last_answer: Instant,
}

impl Crowd {
    /// Starts without visitors.
    pub fn new(plan: &Plan) -> Self {
        Self {
            visitors: Vec::new(),
            kind: plan.kind,
            channel: plan.channel.clone(),
            with_agents: plan.with_agents,
            settled: 0,
            later: VecDeque::new(),
            last_answer: Instant::now(),
        }
    }

    /// How many have arrived.
    pub fn len(&self) -> usize {
        self.visitors.len()
    }

    /// How many do not wait yet.
    pub fn arriving(&self) -> usize {
        self.visitors.len() - self.settled
    }

    /// A visitor by number.
    pub fn visitor(&mut self, number: usize) -> &mut Visitor {
        &mut self.visitors[number]
    }

    /// Every conversation.
    pub fn conversations(&mut self) -> impl Iterator<Item = &mut Conversation> {
        self.visitors
            .iter_mut()
            .map(|visitor| &mut visitor.conversation)
    }

    /// Adds a visitor.
    pub fn arrive(
        &mut self,
        link: Link,
        engine: &mut Engine,
        requests: &mut Requests,
    ) -> Result<()> {
        self.visitors.push(Visitor {
            link,
            stage: Stage::Starting,
            page: Page {
                // The other servers name their visitors themselves.
                user_id: self.visitors.len().to_string(),
                ..Page::default()
            },
            cursor: 0,
            mark: Mark::default(),
            agent: None,
            conversation: Conversation::default(),
        });
        let request = match self.kind {
            Kind::Nchan => requests.nchan_hello(),
            Kind::Bare | Kind::Frontdesk => requests.chat_start(&self.channel),
        };
        Ok(engine.send(link, request)?)
    }

    /// Handles the response to a visitor's call and makes the next call.
    pub fn take(
        &mut self,
        number: usize,
        answer: &Answer,
        outside: &mut Outside<'_>,
        arrivals: &mut Vec<Arrival>,
    ) -> Result<()> {
        let visitor = &mut self.visitors[number];
        let Some(status) = answer.status else {
            outside.counts.broken += 1;
            return self.again(number, outside);
        };
        let body = outside.engine.body(answer);
        if status == 503 && visitor.stage == Stage::Waiting {
            outside.counts.polls_refused += 1;
            self.later.push_back((answer.at + COME_BACK_AFTER, number));
            return Ok(());
        }
        if status != 200 {
            let text = String::from_utf8_lossy(&body[..body.len().min(300)]);
            bail!(
                "visitor {number} ({:?}) was answered {status}: {text}",
                visitor.stage
            );
        }
        match visitor.stage {
            Stage::Starting if self.kind == Kind::Nchan => self.settle(number),
            Stage::Waiting if self.kind == Kind::Nchan => {
                self.last_answer = answer.at;
                visitor.mark.follow(outside.engine, answer);
                let text = std::str::from_utf8(body)?;
                if let Some(payload) = Payload::read(text) {
                    visitor.arrived(number, payload, answer.at, outside.counts, arrivals);
                }
            }
            Stage::Starting => {
                let started: Envelope<Page> = read(body)?;
                visitor.page = started.data;
                if self.with_agents {
                    visitor.stage = Stage::AskingForAgent;
                    return self.again(number, outside);
                }
                self.settle(number);
            }
            Stage::AskingForAgent => {
                let transferred: Envelope<Transferred> = read(body)?;
                match transferred.data {
                    Transferred {
                        status: 2,
                        admin_id,
                    } => {
                        visitor.agent = Some(outside.desks.number(&admin_id)?);
                        self.settle(number);
                    }
                    Transferred { status: 3, .. } => visitor.stage = Stage::Queued,
                    Transferred { status, .. } => bail!("a transfer was answered {status}"),
                }
            }
            Stage::Queued | Stage::Waiting => {
                self.last_answer = answer.at;
                let events: Envelope<Events<'_>> = read(body)?;
                if let Some(admin_id) = visitor.connected_by(&events.data) {
                    visitor.agent = Some(outside.desks.number(admin_id)?);
                    self.settle(number);
                }
                let visitor = &mut self.visitors[number];
                visitor.hear(number, &events.data, answer.at, outside.counts, arrivals);
            }
        }
        self.again(number, outside)
    }

    fn settle(&mut self, number: usize) {
        self.visitors[number].stage = Stage::Waiting;
        self.settled += 1;
    }

    /// Polls again for visitors whose retry is due.
    pub fn come_back(&mut self, outside: &mut Outside<'_>) -> Result<()> {
        while let Some(&(due, number)) = self.later.front()
            && due <= Instant::now()
        {
            self.later.pop_front();
            self.again(number, outside)?;
        }
        Ok(())
    }

    /// Makes the call of the visitor's stage. After a closed connection this repeats the last call, which is safe for
    /// each of them.
    fn again(&mut self, number: usize, outside: &mut Outside<'_>) -> Result<()> {
        let visitor = &self.visitors[number];
        let request = match visitor.stage {
            Stage::Starting if self.kind == Kind::Nchan => outside.requests.nchan_hello(),
            Stage::Waiting if self.kind == Kind::Nchan => outside
                .requests
                .nchan_subscribe(&visitor.page.user_id, &visitor.mark),
            Stage::Starting => outside.requests.chat_start(&self.channel),
            Stage::AskingForAgent => outside
                .requests
                .transfer_agent(&visitor.page.token, &visitor.page.user_id),
            Stage::Queued | Stage::Waiting => outside
                .requests
                .get_event_msg(&visitor.page, visitor.cursor),
        };
        Ok(outside.engine.send(visitor.link, request)?)
    }
}

/// What a visitor's step needs from the generator.
pub struct Outside<'a> {
    /// The connections.
    pub engine: &'a mut Engine,
    /// The buffer for requests.
    pub requests: &'a mut Requests,
    /// The agents.
    pub desks: &'a Desks,
    /// The counts of this order.
    pub counts: &'a mut Counts,
}

impl Visitor {
    /// The visitor's id on the wire.
    pub fn user_id(&self) -> &str {
        &self.page.user_id
    }

    /// The agent who writes to them.
    pub fn agent(&self) -> Option<usize> {
        self.agent
    }

    /// The connected agent, for a visitor who queued.
    fn connected_by<'a>(&self, events: &'a Events<'_>) -> Option<&'a str> {
        let connected = events.msg_list.iter().find(|event| event.event == 1200);
        connected?
            .admin_id
            .as_deref()
            .filter(|_| self.stage == Stage::Queued)
    }

    fn hear(
        &mut self,
        number: usize,
        events: &Events<'_>,
        at: Instant,
        counts: &mut Counts,
        arrivals: &mut Vec<Arrival>,
    ) {
        for event in &events.msg_list {
            // Drops repeats as a page does, and counts them.
            if event.seq.is_some_and(|seq| seq <= self.cursor) {
                counts.redelivered += 1;
                continue;
            }
            let Some(payload) = agent_text(event).and_then(Payload::read) else {
                continue;
            };
            self.arrived(number, payload, at, counts, arrivals);
        }
        self.cursor = self.cursor.max(events.cursor);
    }

    fn arrived(
        &mut self,
        number: usize,
        payload: Payload,
        at: Instant,
        counts: &mut Counts,
        arrivals: &mut Vec<Arrival>,
    ) {
        let own = u32::try_from(number).unwrap_or(u32::MAX);
        self.conversation.arrive(own, payload, counts);
        arrivals.push(Arrival { payload, at });
    }
}

fn agent_text<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    let is_agents = event.event == 1201 && event.sender_type == Some(2);
    event.msg_content.as_deref().filter(|_| is_agents)
}

fn read<'a, T: serde::Deserialize<'a>>(body: &'a [u8]) -> Result<T> {
    serde_json::from_slice(body).with_context(|| {
        format!(
            "reading {}",
            String::from_utf8_lossy(&body[..body.len().min(600)])
        )
    })
}
