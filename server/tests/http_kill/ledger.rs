//! What a conversation's people were told, and what is wrong with what they are told later.

use serde_json::Value;
use std::collections::BTreeMap;

/// How every text begins that is sent here.
const BEGINNING: &str = "this is ";

/// A message that somebody sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The name its sender gave it.
    pub id: String,
    /// What it says; no other message says it.
    pub text: String,
    /// Whether the agent sent it.
    pub by_agent: bool,
}

impl Sent {
    /// A message whose text nobody else sends.
    pub fn new(id: String, by_agent: bool) -> Self {
        Self {
            text: format!("{BEGINNING}{id}"),
            id,
            by_agent,
        }
    }
}

/// Whether somebody here sent the message: greetings and notices are the server's own.
pub fn is_sent_here(message: &Value) -> bool {
    let text = message["msgContent"].as_str();
    text.is_some_and(|text| text.starts_with(BEGINNING))
}

/// One conversation as it was told from outside.
#[derive(Default)]
pub struct Ledger {
    /// What polls told, by seq.
    told: BTreeMap<u64, Value>,
    /// What was answered with 200, and the answer.
    answered: Vec<(Sent, Value)>,
    /// What was sent and not answered.
    pub unanswered: Vec<Sent>,
    /// The cursor of the page.
    pub cursor: u64,
}

impl Ledger {
    /// An empty one of what is told from `cursor` on.
    pub fn from(cursor: u64) -> Self {
        Self {
            cursor,
            ..Self::default()
        }
    }

    /// Enters an answer.
    pub fn answer(&mut self, sent: Sent, answer: Value) {
        self.answered.push((sent, answer));
    }

    /// Enters what a poll told that asked from `cursor` on; returns what is wrong with it.
    pub fn tell(&mut self, cursor: u64, data: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        if data["gap"] != false {
            wrong.push(format!("a gap after {cursor}: {data}"));
        }
        let mut last = cursor;
        for event in data["msgList"].as_array().unwrap() {
            // What has no seq is not kept: a place in the line.
            let Some(seq) = event["seq"].as_u64() else {
                continue;
            };
            if seq != last + 1 {
                wrong.push(format!("a hole: {seq} comes after {last}"));
            }
            last = seq;
            match self.told.get(&seq) {
                None => drop(self.told.insert(seq, event.clone())),
                Some(before) if before == event => {}
                Some(before) => wrong.push(format!("{seq} was {before} and is {event}")),
            }
        }
        self.cursor = self.cursor.max(last);
        wrong
    }

    /// Enters all of what was read after a start; returns what is wrong with it.
    pub fn add(&mut self, read: &Self) -> Vec<String> {
        for (seq, event) in &read.told {
            self.told.entry(*seq).or_insert_with(|| event.clone());
        }
        self.cursor = self.cursor.max(read.cursor);
        self.check()
    }

    /// Where a message is that was told, though it may not have been answered.
    pub fn place_of(&self, sent: &Sent) -> Option<u64> {
        let mut messages = self.messages();
        let found = messages.find(|message| message["msgContent"] == sent.text.as_str());
        found.and_then(|message| message["seq"].as_u64())
    }

    /// The messages that were told, by seq.
    pub fn messages(&self) -> impl Iterator<Item = &Value> {
        self.told.values().filter(|event| event["event"] == 1201)
    }

    /// What is wrong when `reread` is all that is told after a start from `from` on, up to the end.
    pub fn compare(&self, from: u64, reread: &Self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (seq, event) in self.told.range(from + 1..) {
            match reread.told.get(seq) {
                None => wrong.push(format!("{seq} was told and is lost: {event}")),
                Some(now) if now == event => {}
                Some(now) => wrong.push(format!("{seq} was {event} and is {now}")),
            }
        }
        wrong
    }

    /// What is wrong with all that was told, against what was answered.
    pub fn check(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut places: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
        for message in self.messages().filter(|message| is_sent_here(message)) {
            let text = message["msgContent"].as_str().unwrap_or_default();
            places.entry(text).or_default().push(message);
        }
        for (sent, answer) in &self.answered {
            match places.remove(sent.text.as_str()).as_deref() {
                None => wrong.push(format!("{} was answered and is lost", sent.text)),
                Some([message]) => {
                    for field in ["msgId", "seq", "msgTime"] {
                        if message[field] != answer[field] {
                            wrong.push(format!("{} was {answer} and is {message}", sent.text));
                        }
                    }
                    if !sent.by_agent && message["id"] != sent.id.as_str() {
                        wrong.push(format!("{} has another id: {message}", sent.text));
                    }
                }
                Some(several) => wrong.push(format!("{} is there {}x", sent.text, several.len())),
            }
        }
        for sent in &self.unanswered {
            let found = places.remove(sent.text.as_str()).map_or(0, |all| all.len());
            if found > 1 {
                wrong.push(format!("{} is there {found}x", sent.text));
            }
        }
        wrong.extend(places.keys().map(|text| format!("nobody sent: {text}")));
        wrong.extend(self.check_order());
        wrong
    }

    fn check_order(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (expected, seq) in (1..).zip(self.told.keys()) {
            if *seq != expected {
                wrong.push(format!("{expected} was never told"));
                break;
            }
        }
        let times: Vec<_> = self
            .told
            .values()
            .map(|told| told["msgTime"].as_i64())
            .collect();
        if !times.is_sorted_by(|one, other| one < other) {
            wrong.push("times do not rise".to_owned());
        }
        for by_agent in [false, true] {
            let answered = self.answered.iter();
            let own = answered.filter(|(sent, _)| sent.by_agent == by_agent);
            let seqs: Vec<_> = own.map(|(_, answer)| answer["seq"].as_u64()).collect();
            if !seqs.is_sorted_by(|one, other| one < other) {
                wrong.push(format!("not in the order they were sent in: {seqs:?}"));
            }
        }
        wrong
    }
}
