//! The agents, the visitors who talk to them, those who wait for one, and those who are with the robot.

use crate::client::{Client, message};
use crate::ledger::{Ledger, is_sent_here};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// The agents and their capacities.
const AGENTS: [(&str, usize); 2] = [("mia", 3), ("lin", 5)];
/// Visitors who talk to an agent.
const TALKING: usize = 8;
/// Visitors who wait in the line.
pub const WAITING: usize = 6;
/// Visitors who write to the robot.
const WITH_THE_ROBOT: usize = 20;
/// Maximum of pages of a poll or a history, so that no loop is endless.
const PAGES_MAX: usize = 200;

/// A visitor with an open page.
pub struct Visitor {
    /// The user id.
    pub user: String,
    /// The visitor's token.
    pub token: String,
    /// The page's poll id.
    pub poll: String,
    /// What the two sides of the conversation sent and received.
    pub ledger: Rc<RefCell<Ledger>>,
    /// The page's cursor when the current round began.
    pub began: u64,
    /// The token of the agent they talk to.
    pub desk: Option<String>,
}

/// All agents and visitors.
pub struct Shop {
    /// The agents' tokens.
    pub desks: Vec<String>,
    /// First those who talk, then those who wait, then those with the robot.
    pub visitors: Vec<Visitor>,
    /// The line, as indexes into `visitors`.
    line: Vec<usize>,
}

impl Visitor {
    async fn open(client: &Client) -> Self {
        let body = json!({ "channelId": "web", "locale": "en" });
        let path = "/api/chat/visitor/chatStart";
        let started = client.post(path, None, &body).await.unwrap();
        let text = |field: &str| started[field].as_str().unwrap().to_owned();
        Self {
            user: text("userId"),
            token: text("token"),
            poll: text("pollId"),
            ledger: Rc::default(),
            began: 0,
            desk: None,
        }
    }

    async fn call(&self, client: &Client, call: &str) -> Result<Value, String> {
        let body = json!({ "userId": self.user });
        client.visitor(call, &self.token, &body).await
    }

    /// Polls once from `cursor`.
    async fn poll(&self, client: &Client, cursor: u64) -> Result<Value, String> {
        let body = json!({ "userId": self.user, "pollId": self.poll, "cursor": cursor, "wait": 0 });
        client.visitor("getEventMsg", &self.token, &body).await
    }

    /// Polls everything after `from`.
    pub async fn read(&self, client: &Client, from: u64) -> Result<Ledger, String> {
        let mut read = Ledger::from(from);
        for _ in 0..PAGES_MAX {
            let data = self.poll(client, read.cursor).await?;
            let wrong = read.tell(read.cursor, &data);
            if !wrong.is_empty() {
                return Err(format!("{wrong:?}"));
            }
            if data["more"] == false {
                return Ok(read);
            }
        }
        Err("a poll comes to no end".to_owned())
    }

    /// Checks what was received and acknowledged, repeats messages without a response, and checks again.
    async fn look(&mut self, client: &Client) -> Result<Vec<String>, String> {
        let read = self.read(client, self.began).await?;
        let mut wrong = self.ledger.borrow().compare(self.began, &read);
        wrong.extend(self.ledger.borrow_mut().add(&read));
        let unanswered = std::mem::take(&mut self.ledger.borrow_mut().unanswered);
        for sent in unanswered {
            let body = message(&self.user, &sent.id, &sent.text);
            let answer = match self.desk.as_ref().filter(|_| sent.by_agent) {
                Some(desk) => client.agent("sendMsg", desk, &body).await?,
                None => client.visitor("sendMsg", &self.token, &body).await?,
            };
            let before = self.ledger.borrow().place_of(&sent);
            if before.is_some_and(|seq| answer["seq"] != seq) {
                wrong.push(format!("{} was {before:?} and is {answer}", sent.text));
            }
            self.ledger.borrow_mut().answer(sent, answer);
        }
        let cursor = self.ledger.borrow().cursor;
        let read = self.read(client, cursor).await?;
        wrong.extend(self.ledger.borrow_mut().add(&read));
        self.began = read.cursor;
        Ok(wrong)
    }
}

/// Agents are away until they poll.
async fn poll_as_agent(client: &Client, desk: &str) -> Result<Value, String> {
    let body = json!({ "cursor": 0, "wait": 0 });
    client.agent("getEventMsg", desk, &body).await
}

impl Shop {
    /// Opens the shop with every visitor in their place.
    pub async fn open(client: &Client) -> Self {
        let mut shop = Self {
            desks: Vec::new(),
            visitors: Vec::new(),
            line: (TALKING..TALKING + WAITING).collect(),
        };
        for (account, capacity) in AGENTS {
            let body =
                json!({ "tenantId": "shop", "account": account, "password": "a-long-password" });
            let signed_in = client.post("/api/agent/login", None, &body).await.unwrap();
            let desk = signed_in["token"].as_str().unwrap().to_owned();
            poll_as_agent(client, &desk).await.unwrap();
            let online = json!({ "status": "online", "capacity": capacity });
            client.agent("setStatus", &desk, &online).await.unwrap();
            shop.desks.push(desk);
        }
        for number in 0..TALKING + WAITING + WITH_THE_ROBOT {
            let mut visitor = Visitor::open(client).await;
            if number < TALKING + WAITING {
                let placed = visitor.call(client, "transferAgent").await.unwrap();
                let agent = AGENTS
                    .iter()
                    .position(|(account, _)| placed["adminId"] == *account);
                visitor.desk = agent.map(|agent| shop.desks[agent].clone());
            }
            shop.visitors.push(visitor);
        }
        let wrong = shop.look_after_the_start(client).await;
        assert_eq!(wrong, Vec::<String>::new(), "before the first kill");
        shop
    }

    /// Moves the `number`-th in the line to its end: they leave and ask again.
    pub async fn go_to_the_end_of_the_line(&mut self, client: &Client, number: usize) {
        let who = self.line.remove(number);
        let visitor = &self.visitors[who];
        visitor.call(client, "leaveQueue").await.unwrap();
        let placed = visitor.call(client, "transferAgent").await.unwrap();
        self.line.push(who);
        assert_eq!(placed["waitIndex"], self.line.len(), "{placed}");
    }

    /// Returns what differs from the state before the start.
    pub async fn look_after_the_start(&mut self, client: &Client) -> Vec<String> {
        let mut wrong = Vec::new();
        for desk in &self.desks {
            wrong.extend(poll_as_agent(client, desk).await.err());
        }
        for visitor in &mut self.visitors {
            match visitor.look(client).await {
                Ok(found) => wrong.extend(found),
                Err(refused) => wrong.push(refused),
            }
        }
        wrong.extend(self.places_after_the_start(client).await);
        wrong
    }

    /// Returns who is not where they were: with an agent, in the line, or with the robot.
    pub async fn places_after_the_start(&self, client: &Client) -> Vec<String> {
        let mut wrong = Vec::new();
        for (number, visitor) in self.visitors.iter().enumerate() {
            let place = self.line.iter().position(|who| *who == number);
            let expected = match place {
                Some(place) => (json!(3), json!(place + 1)),
                None if visitor.desk.is_some() => (json!(2), json!(0)),
                None => (json!(1), json!(0)),
            };
            match visitor.poll(client, visitor.began).await {
                Ok(data) if (&data["status"], &data["waitIndex"]) == (&expected.0, &expected.1) => {
                }
                Ok(data) => wrong.push(format!("{expected:?} has become {data}")),
                Err(refused) => wrong.push(refused),
            }
        }
        wrong
    }

    /// Returns the differences between histories and polls.
    pub async fn compare_histories(&self, client: &Client) -> Vec<String> {
        let mut wrong = Vec::new();
        for visitor in &self.visitors {
            let (mut history, mut older) = (Vec::new(), json!(0));
            for _ in 0..PAGES_MAX {
                let body = json!({ "userId": visitor.user, "pageSize": 50, "maxTime": older });
                let page = client.visitor("getHistoryMsg", &visitor.token, &body).await;
                let page = page.unwrap();
                let list = page["msgList"].as_array().unwrap();
                if list.is_empty() {
                    break;
                }
                let sent = list.iter().filter(|line| is_sent_here(line));
                history.splice(0..0, sent.map(|line| line["msgId"].clone()));
                older = page["maxTime"].clone();
            }
            let ledger = visitor.ledger.borrow();
            let told: Vec<_> = ledger
                .messages()
                .filter(|line| is_sent_here(line))
                .map(|line| line["msgId"].clone())
                .collect();
            if history != told {
                wrong.push(format!(
                    "{}: the history is not what was told",
                    visitor.user
                ));
            }
        }
        wrong
    }
}
