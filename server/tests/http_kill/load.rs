//! Everybody writes and polls at once, until the server is killed.

use crate::client::{Client, message};
use crate::ledger::{Ledger, Sent};
use crate::people::{Shop, Visitor};
use crate::process::Process;
use actix_web::rt;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::Notify;

/// Timeout for the wanted responses, which usually take a second.
const PATIENCE: Duration = Duration::from_secs(30);

/// One round of writing and polling, and the kill.
pub struct Load {
    /// Number of the round.
    pub round: usize,
    /// Responses to wait for before the kill.
    pub answers: usize,
    /// Further pause before the kill, in microseconds.
    pub pause_us: usize,
}

/// Counts responses, and notifies when there are enough.
#[derive(Default)]
struct Count {
    answers: Cell<usize>,
    enough: Notify,
}

/// One side of a conversation.
struct Sender {
    client: Client,
    user: String,
    token: String,
    ledger: Rc<RefCell<Ledger>>,
    name: String,
    by_agent: bool,
}

impl Sender {
    /// Sends one message after the other until one gets no response.
    async fn send(self, count: Rc<Count>, wanted: usize) -> Option<String> {
        for number in 1.. {
            let sent = Sent::new(format!("{}-{number}", self.name), self.by_agent);
            let body = message(&self.user, &sent.id, &sent.text);
            let answer = match self.by_agent {
                true => self.client.agent("sendMsg", &self.token, &body).await,
                false => self.client.visitor("sendMsg", &self.token, &body).await,
            };
            let mut ledger = self.ledger.borrow_mut();
            match answer {
                Ok(answer) => ledger.answer(sent, answer),
                Err(why) => {
                    ledger.unanswered.push(sent);
                    return refusal(why);
                }
            }
            count.answers.set(count.answers.get() + 1);
            if count.answers.get() == wanted {
                count.enough.notify_one();
            }
        }
        None
    }
}

/// A killed server sends no response. Any other error is a fault of the server.
fn refusal(why: String) -> Option<String> {
    (!why.contains("no answer")).then_some(why)
}

/// Polls as a page until a poll gets no response.
async fn poll_as_visitor(
    client: Client,
    visitor: (String, String, String),
    ledger: Rc<RefCell<Ledger>>,
) -> Option<String> {
    let (user, token, poll) = visitor;
    loop {
        let cursor = ledger.borrow().cursor;
        let body = json!({ "userId": user, "pollId": poll, "cursor": cursor, "wait": 20_000 });
        match client.visitor("getEventMsg", &token, &body).await {
            Ok(data) => {
                let wrong = ledger.borrow_mut().tell(cursor, &data);
                if !wrong.is_empty() {
                    return Some(format!("{wrong:?}"));
                }
            }
            Err(why) => return refusal(why),
        }
    }
}

/// Polls as a desk until a poll gets no response.
async fn poll_as_agent(client: Client, desk: String) -> Option<String> {
    let mut cursor: Option<u64> = None;
    loop {
        let body = json!({ "cursor": cursor.unwrap_or(0), "wait": 20_000 });
        let data = match client.agent("getEventMsg", &desk, &body).await {
            Ok(data) => data,
            Err(why) => return refusal(why),
        };
        // The first poll has no cursor of this server process, so its gap is expected.
        if let Some(before) = cursor {
            let entries = data["msgList"].as_array().unwrap();
            let seqs = entries.iter().filter_map(|entry| entry["seq"].as_u64());
            if data["gap"] != false || !(before + 1..).zip(seqs).all(|(one, other)| one == other) {
                return Some(format!("the desk's cursor {before} was answered {data}"));
            }
        }
        cursor = data["cursor"].as_u64();
    }
}

impl Load {
    /// Lets everybody write and poll until there are enough responses, and kills the server. Returns their number.
    pub async fn run_and_kill(&self, server: &mut Process, shop: &mut Shop) -> usize {
        self.run_with(server, shop, async {}).await
    }

    /// The same, but everybody goes on until `meanwhile` is done, which begins once there are enough responses.
    pub async fn run_with(
        &self,
        server: &mut Process,
        shop: &mut Shop,
        meanwhile: impl Future<Output = ()>,
    ) -> usize {
        let client = server.client();
        let count = Rc::new(Count::default());
        let mut tasks = Vec::new();
        for (number, visitor) in shop.visitors.iter_mut().enumerate() {
            visitor.began = visitor.ledger.borrow().cursor;
            let own = self.sender(&client, (number, visitor), None);
            tasks.push(rt::spawn(own.send(Rc::clone(&count), self.answers)));
            if let Some(desk) = &visitor.desk {
                let agents = self.sender(&client, (number, visitor), Some(desk));
                tasks.push(rt::spawn(agents.send(Rc::clone(&count), self.answers)));
            }
            let page = (
                visitor.user.clone(),
                visitor.token.clone(),
                visitor.poll.clone(),
            );
            let ledger = Rc::clone(&visitor.ledger);
            tasks.push(rt::spawn(poll_as_visitor(client.clone(), page, ledger)));
        }
        for desk in &shop.desks {
            tasks.push(rt::spawn(poll_as_agent(client.clone(), desk.clone())));
        }
        let patience = rt::time::timeout(PATIENCE, count.enough.notified()).await;
        meanwhile.await;
        rt::time::sleep(Duration::from_micros(self.pause_us as u64)).await;
        server.kill();
        let ended = futures_util::future::join_all(tasks).await;
        let said: Vec<_> = ended.into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(said, Vec::<String>::new(), "while it ran");
        assert!(patience.is_ok(), "{} answers only", count.answers.get());
        count.answers.get()
    }

    fn sender(
        &self,
        client: &Client,
        (number, visitor): (usize, &Visitor),
        desk: Option<&str>,
    ) -> Sender {
        let (who, token) = match desk {
            Some(desk) => ("agent to", desk),
            None => ("visitor", visitor.token.as_str()),
        };
        Sender {
            client: client.clone(),
            user: visitor.user.clone(),
            token: token.to_owned(),
            ledger: Rc::clone(&visitor.ledger),
            name: format!("{who} {number} round {}", self.round),
            by_agent: desk.is_some(),
        }
    }
}
