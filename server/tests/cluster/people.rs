//! A visitor with an open page, or an agent's desk.

use crate::ledger::{Ledger, Sent, is_sent_here};
use crate::page::Page;
use crate::tenant;
use crate::watch::Watch;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a poll asks to be held.
const HOLD: Duration = Duration::from_secs(20);
/// Maximum of pages of a poll or a history, so that no loop is endless.
const PAGES_MAX: usize = 400;

/// An agent's desk.
pub struct Desk {
    page: Page,
    token: String,
}

/// A visitor.
pub struct Visitor {
    /// The number of the conversation.
    pub number: usize,
    /// Where they are and how they call.
    page: Page,
    user: String,
    token: String,
    poll: String,
    epoch: String,
    /// What both sides sent and received.
    ledger: Mutex<Ledger>,
    /// The number of the last text of the visitor, and of the agent.
    texts: [AtomicUsize; 2],
    /// Number of the desk that serves them.
    desk: Mutex<Option<usize>>,
}

/// Where a visitor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// With the robot.
    Robot,
    /// With an agent.
    Agent,
    /// In the line, from 1.
    Line(usize),
    /// Anywhere else.
    Other,
}

impl Desk {
    /// Signs an agent in and sets them online.
    pub async fn sign_in(page: Page, number: usize) -> Option<Self> {
        let body = json!({
            "tenantId": tenant::TENANT, "account": tenant::account(number), "password": tenant::PASSWORD,
        });
        let signed_in = page.call("/api/agent/login", None, &body).await?;
        let token = text(&signed_in, "token");
        let desk = Self { page, token };
        // Agents are away until they poll.
        desk.call("getEventMsg", &json!({ "cursor": 0, "wait": 0 }))
            .await?;
        let online = json!({ "status": "online", "capacity": tenant::CAPACITY });
        desk.call("setStatus", &online).await?;
        Some(desk)
    }

    /// Lets the desk return to the node where it began.
    pub fn return_home(&self) {
        self.page.return_home();
    }

    async fn call(&self, call: &str, body: &Value) -> Option<Value> {
        let path = format!("/api/agent/{call}");
        self.page.call(&path, Some(&self.token), body).await
    }

    /// Polls until it is cancelled. The cursor of a desk belongs to one process of the owner.
    pub async fn poll(&self) {
        let mut cursor = json!(0);
        loop {
            let mut body = |failures: u32| {
                let wait = if failures == 0 { HOLD.as_millis() } else { 0 };
                json!({ "cursor": cursor, "wait": wait })
            };
            let path = "/api/agent/getEventMsg";
            let told = self
                .page
                .hold(path, Some(&self.token), HOLD, &mut body)
                .await;
            let Some(mut told) = told else { return };
            cursor = told["cursor"].take();
        }
    }
}

impl Visitor {
    /// Opens a chat.
    pub async fn open(page: Page, number: usize) -> Option<Self> {
        let body = json!({ "channelId": tenant::CHANNEL, "locale": "en" });
        let path = "/api/chat/visitor/chatStart";
        let started = page.call(path, None, &body).await?;
        Some(Self {
            number,
            user: text(&started, "userId"),
            token: text(&started, "token"),
            poll: text(&started, "pollId"),
            epoch: text(&started, "epoch"),
            ledger: Mutex::default(),
            texts: Default::default(),
            desk: Mutex::new(None),
            page,
        })
    }

    async fn call(&self, call: &str, body: &Value) -> Option<Value> {
        let path = format!("/api/chat/visitor/{call}");
        self.page.call(&path, Some(&self.token), body).await
    }

    /// What all pages have met.
    pub fn watch(&self) -> &Watch {
        self.page.watch()
    }

    /// Lets their page return to the node where it began.
    pub fn return_home(&self) {
        self.page.return_home();
    }

    /// Whether their page stays at its node.
    pub fn stays(&self) -> bool {
        self.page.stays()
    }

    /// Number of the desk that serves them.
    pub fn desk(&self) -> Option<usize> {
        *self.desk.lock()
    }

    /// Asks for an agent. Returns the place in the line, or 0 with an agent.
    pub async fn ask_for_an_agent(&self) -> Option<usize> {
        let placed = self
            .call("transferAgent", &json!({ "userId": self.user }))
            .await?;
        let agent = placed["adminId"].as_str().unwrap_or_default();
        let number = agent.rsplit_once('-').map(|(_, number)| number.parse());
        *self.desk.lock() = number.map(Result::unwrap);
        usize::try_from(placed["waitIndex"].as_u64()?).ok()
    }

    /// Leaves the line.
    pub async fn leave_the_line(&self) -> Option<Value> {
        self.call("leaveQueue", &json!({ "userId": self.user }))
            .await
    }

    /// Sends one message, as the visitor or as their agent, until it is acknowledged. `None` after an error.
    pub async fn send(&self, desk: Option<&Desk>) -> Option<()> {
        let is_agents = desk.is_some();
        let text = self.texts[usize::from(is_agents)].fetch_add(1, Ordering::Relaxed) + 1;
        let who = if is_agents { "agent to" } else { "visitor" };
        let sent = Sent::new(format!("{who} {} text {text}", self.number), is_agents);
        let body =
            json!({ "userId": self.user, "id": sent.id, "msgType": 1, "msgContent": sent.text });
        let asked = Instant::now();
        let answer = match desk {
            Some(desk) => desk.call("sendMsg", &body).await,
            None => self.call("sendMsg", &body).await,
        };
        let Some(answer) = answer else {
            self.ledger.lock().unanswered.push(sent);
            return None;
        };
        self.ledger.lock().answer(sent, answer);
        let conversation = self.conversation() + usize::from(is_agents);
        self.page.watch().acknowledge(conversation, asked);
        Some(())
    }

    /// Polls until it is cancelled or something is wrong.
    pub async fn poll(&self) {
        loop {
            let cursor = self.ledger.lock().cursor;
            // After a failure, the next poll does not wait.
            let mut body = |failures: u32| {
                self.asking(cursor, if failures == 0 { HOLD } else { Duration::ZERO })
            };
            let path = "/api/chat/visitor/getEventMsg";
            let told = self
                .page
                .hold(path, Some(&self.token), HOLD, &mut body)
                .await;
            let Some(told) = told else { return };
            let wrong = self.ledger.lock().tell(cursor, &told);
            for what in &wrong {
                self.page
                    .watch()
                    .complain(format!("{}: {what}", self.number));
            }
            if !wrong.is_empty() {
                return;
            }
        }
    }

    fn asking(&self, cursor: u64, hold: Duration) -> Value {
        json!({
            "userId": self.user, "pollId": self.poll, "epoch": self.epoch, "cursor": cursor,
            "wait": u64::try_from(hold.as_millis()).unwrap(),
        })
    }

    /// Polls everything from the beginning.
    async fn read(&self) -> Result<Ledger, String> {
        let mut read = Ledger::from(0);
        for _ in 0..PAGES_MAX {
            let body = self.asking(read.cursor, Duration::ZERO);
            let told = self.call("getEventMsg", &body).await;
            let told = told.ok_or("a poll is refused")?;
            let wrong = read.tell(read.cursor, &told);
            if !wrong.is_empty() {
                return Err(format!("{wrong:?}"));
            }
            if told["more"] == false {
                return Ok(read);
            }
        }
        Err("a poll comes to no end".to_owned())
    }

    /// Reads the conversation back. Returns what is lost, doubled, changed or in another order than acknowledged.
    pub async fn read_back(&self) -> Vec<String> {
        let read = match self.read().await {
            Ok(read) => read,
            Err(why) => return vec![format!("{}: {why}", self.number)],
        };
        let mut wrong = self.ledger.lock().compare(0, &read);
        wrong.extend(self.ledger.lock().add(&read));
        let told: Vec<Value> = read
            .messages()
            .filter(|message| is_sent_here(message))
            .map(|message| message["msgId"].clone())
            .collect();
        match self.history().await {
            Some(history) if history == told => {}
            Some(history) => wrong.push(format!(
                "the history has {} messages, and polls {}, or in another order",
                history.len(),
                told.len()
            )),
            None => wrong.push("the history is refused".to_owned()),
        }
        let named = |what| format!("{}: {what}", self.number);
        wrong.into_iter().map(named).collect()
    }

    /// The ids of the messages of this test in the history, oldest first.
    async fn history(&self) -> Option<Vec<Value>> {
        let (mut history, mut older) = (Vec::new(), json!(0));
        for _ in 0..PAGES_MAX {
            let body = json!({ "userId": self.user, "pageSize": 50, "maxTime": older });
            let page = self.call("getHistoryMsg", &body).await?;
            let list = page["msgList"].as_array()?;
            if list.is_empty() {
                return Some(history);
            }
            let sent = list.iter().filter(|line| is_sent_here(line));
            history.splice(0..0, sent.map(|line| line["msgId"].clone()));
            older = page["maxTime"].clone();
        }
        None
    }

    /// Reads one page of the history, or events, at one node, once. An error says what is not there.
    pub async fn reads_at(&self, node: usize, call: &str) -> Result<(), String> {
        let body = match call {
            "getEventMsg" => self.asking(0, Duration::ZERO),
            _ => json!({ "userId": self.user, "pageSize": 50, "maxTime": 0 }),
        };
        let path = format!("/api/chat/visitor/{call}");
        let asked = self.page.call_once(node, &path, &self.token, &body);
        let told = asked.await?;
        match told["msgList"].as_array() {
            Some(list) if !list.is_empty() => Ok(()),
            _ => Err(format!("{call} at node {node} is empty: {told}")),
        }
    }

    /// The number of the visitor's side of the conversation, as the watch counts.
    pub fn conversation(&self) -> usize {
        2 * self.number
    }

    /// Where they stand.
    pub async fn place(&self) -> Option<Place> {
        let cursor = self.ledger.lock().cursor;
        let body = self.asking(cursor, Duration::ZERO);
        let told = self.call("getEventMsg", &body).await?;
        let index = usize::try_from(told["waitIndex"].as_u64()?).ok()?;
        Some(match (told["status"].as_u64(), index) {
            (Some(1), 0) => Place::Robot,
            (Some(2), 0) => Place::Agent,
            (Some(3), place) => Place::Line(place),
            _ => Place::Other,
        })
    }
}

fn text(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap().to_owned()
}
