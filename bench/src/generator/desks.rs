//! The agents: they sign in, go online and poll now and then.
//!
//! They hold no long polls, because their events are not measured. A poll every few seconds keeps an agent present
//! (Protocol, 'Presence of agents': away after 30 s) and acknowledges the desk's entries.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Plan;
use super::engine::{Answer, Engine, Link};
use super::wire::{DeskEvents, Envelope, Requests, SignedIn};

/// Each agent polls at least this often.
const ROUND: Duration = Duration::from_secs(5);
/// Longest time of a sign-in, because hashing a password is slow on purpose.
const PATIENCE: Duration = Duration::from_secs(60);

struct Desk {
    token: String,
    cursor: Option<u64>,
}

/// All agents of one server.
pub struct Desks {
    desks: Vec<Desk>,
    numbers: BTreeMap<String, usize>,
    link: Link,
    /// When each agent's poll is due, soonest first.
    due: VecDeque<(Instant, usize)>,
    asking: Option<usize>,
}

impl Desks {
    /// One agent who neither signs in nor polls, for the bare server.
    pub fn bare(link: Link) -> Self {
        let desk = Desk {
            token: "5f0e".repeat(16),
            cursor: None,
        };
        Self {
            desks: vec![desk],
            numbers: BTreeMap::from([(crate::bare::AGENT.to_owned(), 0)]),
            link,
            due: VecDeque::new(),
            asking: None,
        }
    }

    /// Signs all agents in and sets them online.
    pub fn sign_in(plan: &Plan, engine: &mut Engine, requests: &mut Requests) -> Result<Self> {
        let link = engine.add();
        let mut all = Self {
            desks: Vec::new(),
            numbers: BTreeMap::new(),
            link,
            due: VecDeque::new(),
            asking: None,
        };
        for (number, (account, password)) in plan.agents.iter().enumerate() {
            engine.send(link, requests.agent_login(&plan.tenant, account, password))?;
            let signed_in: Envelope<SignedIn> =
                answer_now(engine).with_context(|| format!("signing {account} in"))?;
            let SignedIn { token, admin_id } = signed_in.data;
            engine.send(link, requests.agent_online(&token, plan.agent_capacity))?;
            let _: Envelope<serde_json::Value> =
                answer_now(engine).with_context(|| format!("setting {account} online"))?;
            all.desks.push(Desk {
                token,
                cursor: None,
            });
            all.numbers.insert(admin_id, number);
            all.due.push_back((Instant::now(), number));
        }
        Ok(all)
    }

    /// The number of an agent by their id.
    pub fn number(&self, admin_id: &str) -> Result<usize> {
        self.numbers
            .get(admin_id)
            .copied()
            .with_context(|| format!("no agent is called {admin_id}"))
    }

    /// An agent's token.
    pub fn token(&self, number: usize) -> &str {
        &self.desks[number].token
    }

    /// Polls for the agent whose poll is due, if any.
    pub fn attend(&mut self, engine: &mut Engine, requests: &mut Requests) -> Result<()> {
        let now = Instant::now();
        if self.asking.is_some() || self.due.front().is_none_or(|(due, _)| *due > now) {
            return Ok(());
        }
        if let Some((_, number)) = self.due.pop_front() {
            self.asking = Some(number);
            let desk = &self.desks[number];
            engine.send(
                self.link,
                requests.agent_get_event_msg(&desk.token, desk.cursor),
            )?;
        }
        Ok(())
    }

    /// Handles the response to an agent's poll.
    pub fn take(&mut self, answer: &Answer, engine: &Engine) -> Result<()> {
        let Some(number) = self.asking.take() else {
            bail!("an answer nobody asked for")
        };
        let now = Instant::now();
        match answer.status {
            Some(200) => {
                let events: Envelope<DeskEvents> = serde_json::from_slice(engine.body(answer))?;
                self.desks[number].cursor = Some(events.data.cursor);
                if events.data.more {
                    self.due.push_front((now, number));
                } else {
                    self.due.push_back((now + ROUND, number));
                }
            }
            // Over capacity: the agent polls again in the next round.
            Some(503) => self.due.push_back((now + ROUND, number)),
            Some(status) => {
                let text = String::from_utf8_lossy(engine.body(answer));
                bail!("an agent's poll was answered {status}: {text}");
            }
            None => self.due.push_front((now, number)),
        }
        Ok(())
    }
}

/// Waits for the response to the only open request.
fn answer_now<T: serde::de::DeserializeOwned>(engine: &mut Engine) -> Result<T> {
    let until = Instant::now() + PATIENCE;
    let mut answers = Vec::new();
    while answers.is_empty() {
        if Instant::now() > until {
            bail!("no answer within {PATIENCE:?}");
        }
        engine.turn(until, &mut answers)?;
    }
    let answer = &answers[0];
    let body = engine.body(answer);
    if answer.status != Some(200) {
        bail!(
            "answered {:?}: {}",
            answer.status,
            String::from_utf8_lossy(body)
        );
    }
    Ok(serde_json::from_slice(body)?)
}
