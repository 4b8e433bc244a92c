//! A record of what a conversation's people received, to check what they receive later.

use serde_json::Value;
use std::collections::BTreeMap;

/// Prefix of every text that this test sends.
const BEGINNING: &str = "this is ";

/// A message that this test sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The id that its sender chose.
    pub id: String,
    /// Its text, which is unique.
    pub text: String,
    /// Whether the agent sent it.
    pub by_agent: bool,
}

impl Sent {
    /// A message with a unique text.
    pub fn new(id: String, by_agent: bool) -> Self {
        Self {
            text: format!("{BEGINNING}{id}"),
            id,
            by_agent,
        }
    }
}

/// Whether this test sent the message. Greetings and notices are the server's own.
pub fn is_sent_here(message: &Value) -> bool {
    let text = message["msgContent"].as_str();
    text.is_some_and(|text| text.starts_with(BEGINNING))
}

/// One conversation as its clients saw it.
#[derive(Default)]
pub struct Ledger {
    /// Events that polls returned, by seq.
    told: BTreeMap<u64, Value>,
    /// Messages acknowledged with 200, and the responses.
    answered: Vec<(Sent, Value)>,
    /// Messages that got no response.
    pub unanswered: Vec<Sent>,
    /// The cursor of the page.
    pub cursor: u64,
}

impl Ledger {
    /// An empty ledger for what follows `cursor`.
    pub fn from(cursor: u64) -> Self {
        Self {
            cursor,
            ..Self::default()
        }
    }

    /// Records a response.
    pub fn answer(&mut self, sent: Sent, answer: Value) {
        self.answered.push((sent, answer));
    }

    /// What was acknowledged so far.
    pub fn answered(&self) -> Vec<(Sent, Value)> {
        self.answered.clone()
    }

    /// A ledger in which this was acknowledged.
    pub fn of(answered: Vec<(Sent, Value)>) -> Self {
        Self {
            answered,
            ..Self::default()
        }
    }

    /// What of the acknowledged messages `read` has not, or not once and unchanged.
    pub fn missing_in(&self, read: &Self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (sent, answer) in &self.answered {
            let text = sent.text.as_str();
            let found: Vec<_> = read
                .messages()
                .filter(|told| told["msgContent"] == text)
                .collect();
            match *found {
                [told]
                    if ["msgId", "seq", "msgTime"]
                        .iter()
                        .all(|of| told[of] == answer[of]) => {}
                _ => wrong.push(format!("{text}: {answer} has become {found:?}")),
            }
        }
        wrong
    }

    /// The texts that `read` has more than once.
    pub fn twice_in(&self, read: &Self) -> Vec<String> {
        let sent = self
            .answered
            .iter()
            .map(|(sent, _)| sent)
            .chain(&self.unanswered);
        let texts = sent.map(|sent| sent.text.as_str());
        let count = |text: &str| {
            read.messages()
                .filter(|told| told["msgContent"] == text)
                .count()
        };
        texts
            .filter(|text| count(text) > 1)
            .map(str::to_owned)
            .collect()
    }

    /// Records the response of a poll from `cursor`. Returns what is wrong with it.
    pub fn tell(&mut self, cursor: u64, data: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        if data["gap"] != false {
            wrong.push(format!("a gap after {cursor}: {data}"));
        }
        let mut last = cursor;
        for event in data["msgList"].as_array().unwrap() {
            // An event without a seq is not stored, such as a place in the line.
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

    /// Records everything that was read after a start. Returns what is wrong with it.
    pub fn add(&mut self, read: &Self) -> Vec<String> {
        for (seq, event) in &read.told {
            self.told.entry(*seq).or_insert_with(|| event.clone());
        }
        self.cursor = self.cursor.max(read.cursor);
        self.check()
    }

    /// The seq of a message that a poll returned, even if it was not acknowledged.
    pub fn place_of(&self, sent: &Sent) -> Option<u64> {
        let mut messages = self.messages();
        let found = messages.find(|message| message["msgContent"] == sent.text.as_str());
        found.and_then(|message| message["seq"].as_u64())
    }

    /// The messages that polls returned, by seq.
    pub fn messages(&self) -> impl Iterator<Item = &Value> {
        self.told.values().filter(|event| event["event"] == 1201)
    }

    /// Compares `reread`, all that polls return after a start from `from` on, with this ledger. Returns what is wrong.
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

    /// Compares what polls returned with what was acknowledged. Returns what is wrong.
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
