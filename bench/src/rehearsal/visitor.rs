//! One visitor: opens the chat, polls, asks the robot or a person, and leaves.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::diary::Measure;
use super::host::Failure;
use super::ledger::{Faults, Places};
use super::plan::{Visit, Wish};
use super::stage::Stage;
use super::talk::{Line, Talk};

/// How long a poll is held, ms (Protocol, 'Polling').
const HOLD_MS: u32 = 25_000;
/// How long a visitor waits for an agent's answer beyond three times the mean.
const ANSWER_PATIENCE: Duration = Duration::from_secs(30);
/// How long a visitor who left still reads.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// The pause of a page whose poll failed.
const POLL_PAUSE: Duration = Duration::from_millis(500);

const CHANNEL_INFO: &str = "/api/chat/visitor/channelInfo";
const CHAT_START: &str = "/api/chat/visitor/chatStart";
const POLL: &str = "/api/chat/visitor/getEventMsg";
const SEND: &str = "/api/chat/visitor/sendMsg";
const ASK: &str = "/api/chat/visitor/robotAsk";
const TRANSFER: &str = "/api/chat/visitor/transferAgent";
const LEAVE_QUEUE: &str = "/api/chat/visitor/leaveQueue";
const CLOSE: &str = "/api/chat/visitor/chatClose";

/// `status` of a session: ended, and with an agent (Protocol, 'States').
const ENDED: u8 = 0;
const MANUAL: u8 = 2;
/// `status` of transferAgent.
const QUEUED: u8 = 3;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    user_id: String,
    poll_id: String,
    token: String,
    epoch: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Events {
    status: u8,
    #[serde(default)]
    wait_index: u32,
    cursor: u64,
    epoch: String,
    #[serde(default)]
    more: bool,
    #[serde(default)]
    gap: bool,
    msg_list: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    #[serde(default)]
    ask_seq: Option<u64>,
    #[serde(default)]
    seq: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transferred {
    status: u8,
    #[serde(default)]
    wait_index: u32,
}

/// What the page has read.
#[derive(Clone, Copy, Default)]
struct Read {
    status: Option<u8>,
    /// The agent's newest message.
    reply: u32,
}

/// A visitor with an open page.
struct Visitor<'a> {
    stage: &'a Stage,
    page: Page,
    visit: Visit,
    number: usize,
    talk: Arc<Mutex<Talk>>,
    read: watch::Sender<Read>,
    places: Mutex<Places>,
    /// Lines that the page has read, and lines that the server acknowledged to it.
    seen: Mutex<BTreeSet<u64>>,
    promised: Mutex<BTreeSet<u64>>,
    /// Ends the reading.
    gone: CancellationToken,
}

/// Plays one visitor.
pub async fn play(stage: &Stage, number: usize, visit: Visit) {
    let _here = stage.diary.presence();
    stage.diary.arrived();
    let info = json!({ "id": stage.channel, "locale": "en" });
    if stage
        .call::<IgnoredAny>(CHANNEL_INFO, "", &info)
        .await
        .is_err()
    {
        return;
    }
    let body = json!({
        "channelId": stage.channel, "locale": "en", "userName": format!("Rehearsal {number}"),
    });
    let Ok(page) = stage
        .repeat::<Page>(Some(Measure::Open), CHAT_START, "", &body)
        .await
    else {
        return;
    };
    let talk = Arc::new(Mutex::new(Talk::default()));
    if visit.wish == Wish::Person {
        let mut talks = stage.talks.lock();
        talks.insert(page.user_id.clone(), Arc::clone(&talk));
    }
    let visitor = Visitor {
        stage,
        page,
        visit,
        number,
        talk,
        read: watch::Sender::new(Read::default()),
        places: Mutex::default(),
        seen: Mutex::default(),
        promised: Mutex::default(),
        gone: CancellationToken::new(),
    };
    tokio::join!(visitor.read(), visitor.act());
    stage.diary.faults(visitor.faults());
}

impl Visitor<'_> {
    /// Does what the visitor came for, and leaves.
    async fn act(&self) {
        match self.visit.wish {
            Wish::Look => self.pause().await,
            Wish::Robot => self.ask_robot(self.visit.messages).await,
            Wish::Person => {
                self.ask_robot(1).await;
                if self.reaches_agent().await {
                    self.talk().await;
                }
            }
        }
        let (token, body) = (&self.page.token, json!({}));
        let closed = self
            .stage
            .repeat::<IgnoredAny>(None, CLOSE, token, &body)
            .await;
        self.talk.lock().is_over = true;
        if closed.is_err() {
            self.gone.cancel();
            return;
        }
        // The poll ends by itself when it reads the end of the session.
        tokio::select! {
            () = tokio::time::sleep(LAST_WORDS) => self.gone.cancel(),
            () = self.gone.cancelled() => {}
        }
    }

    async fn pause(&self) {
        self.stage
            .rest(Stage::around(self.stage.day.pause_seconds))
            .await;
    }

    async fn call<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        body: &Value,
    ) -> Result<T, Failure> {
        self.stage.call(path, &self.page.token, body).await
    }

    async fn ask_robot(&self, questions: u32) {
        let all = &self.stage.day.questions;
        for question in 0..questions {
            if self.stage.stop.is_cancelled() || all.is_empty() {
                return;
            }
            let text = &all[(self.number + question as usize) % all.len()];
            let body = json!({ "id": format!("q{question}"), "question": text });
            let asked =
                self.stage
                    .repeat::<Answered>(Some(Measure::Robot), ASK, &self.page.token, &body);
            match asked.await {
                Ok(Answered { ask_seq, seq }) => {
                    self.stage.diary.messages(2);
                    self.promised.lock().extend(ask_seq.into_iter().chain(seq));
                }
                Err(failure) => self.refused(ASK, &failure),
            }
            self.pause().await;
        }
    }

    /// Asks for a person and waits until there is one. Returns whether there is.
    async fn reaches_agent(&self) -> bool {
        let began = Instant::now();
        let asked = self.call::<Transferred>(TRANSFER, &json!({})).await;
        let Ok(Transferred { status, wait_index }) = asked else {
            return false;
        };
        match status {
            MANUAL => {
                self.stage.diary.took(Measure::Wait, began, Duration::ZERO);
                return true;
            }
            QUEUED => self.places.lock().read(wait_index),
            _ => {
                self.stage
                    .diary
                    .remark("visitors asked for a person and no agent was online");
                return false;
            }
        }
        let _waits = self.stage.diary.wait();
        let patience = Duration::from_secs_f64(self.stage.day.patience_seconds);
        let mut read = self.read.subscribe();
        let connected = read.wait_for(|read| read.status == Some(MANUAL));
        let is_connected = tokio::select! {
            connected = tokio::time::timeout(patience, connected) => connected.is_ok(),
            () = self.stage.stop.cancelled() => false,
        };
        let waited = began.elapsed();
        if is_connected {
            self.stage.diary.took(Measure::Wait, began, waited);
            return true;
        }
        if waited >= patience {
            // They waited at least so long.
            self.stage.diary.took(Measure::Wait, began, waited);
            self.stage
                .diary
                .remark("visitors gave up waiting for a person");
            drop(self.call::<IgnoredAny>(LEAVE_QUEUE, &json!({})).await);
        }
        false
    }

    async fn talk(&self) {
        let mut read = self.read.subscribe();
        let patience =
            Duration::from_secs_f64(self.stage.day.reply_seconds * 3.0) + ANSWER_PATIENCE;
        for number in 1..=self.visit.messages {
            if self.stage.stop.is_cancelled() {
                return;
            }
            self.talk.lock().to_agent.send(number, Instant::now());
            let text = format!("Rehearsal message {number}: when does my parcel come?");
            let body = json!({ "id": format!("v{number}"), "msgType": 1, "msgContent": text });
            let sent =
                self.stage
                    .repeat::<Answered>(Some(Measure::Send), SEND, &self.page.token, &body);
            match sent.await {
                Ok(Answered { seq, .. }) => {
                    self.stage.diary.messages(1);
                    self.talk.lock().to_agent.acknowledge(number);
                    self.promised.lock().extend(seq);
                }
                Err(failure) => return self.refused(SEND, &failure),
            }
            let answered = read.wait_for(|read| read.reply >= number);
            tokio::select! {
                answered = tokio::time::timeout(patience, answered) => if answered.is_err() {
                    self.stage.diary.remark("visitors got no answer from an agent and left");
                    return;
                },
                () = self.stage.stop.cancelled() => return,
            }
            self.pause().await;
        }
    }

    /// A visitor has no reason to be in the wrong state, so a 409 is a failure.
    fn refused(&self, path: &str, failure: &Failure) {
        if failure.status == Some(409) {
            let (_, name) = path.rsplit_once('/').unwrap_or_default();
            self.stage.diary.failed(name, Instant::now(), failure);
        }
    }

    /// Polls until the session has ended and everything is read.
    async fn read(&self) {
        let (mut cursor, mut epoch) = (0, self.page.epoch.clone());
        // The server holds the poll of an ended session too, so the page asks for the rest without waiting.
        let mut hold_ms = HOLD_MS;
        while !self.gone.is_cancelled() {
            let body = json!({
                "pollId": self.page.poll_id, "wait": hold_ms, "cursor": cursor, "epoch": epoch,
            });
            let polled = tokio::select! {
                polled = self.stage.poll::<Events>(POLL, &self.page.token, &body) => polled,
                () = self.gone.cancelled() => return,
            };
            let Ok(events) = polled else {
                tokio::time::sleep(POLL_PAUSE).await;
                continue;
            };
            if events.gap {
                self.stage
                    .diary
                    .remark("pages had to load their history again");
            }
            let has_ended = events.status == ENDED;
            let is_over = has_ended && !events.more && events.msg_list.is_empty();
            self.take(&events);
            hold_ms = if has_ended { 0 } else { HOLD_MS };
            (cursor, epoch) = (events.cursor, events.epoch);
            if is_over {
                self.talk.lock().is_read = true;
                self.gone.cancel();
            }
        }
    }

    fn take(&self, events: &Events) {
        let now = Instant::now();
        let mut reply = 0;
        for line in &events.msg_list {
            // A page drops a line that it has handled.
            if !line.seq.is_some_and(|seq| self.seen.lock().insert(seq)) {
                continue;
            }
            let Some(number) = line.number('a').filter(|_| line.sender_type == 2) else {
                continue;
            };
            reply = reply.max(number);
            let arrived = self.talk.lock().to_visitor.arrive(number, now);
            if let Some((sent, took)) = arrived {
                self.stage.diary.took(Measure::Deliver, sent, took);
            }
        }
        if events.status == QUEUED {
            self.places.lock().read(events.wait_index);
        }
        self.read.send_modify(|read| {
            read.status = Some(events.status);
            read.reply = read.reply.max(reply);
        });
    }

    /// What the page itself can tell: lines that were acknowledged to it and that it did not read, and its places.
    fn faults(&self) -> Faults {
        let grown = self.places.lock().grown;
        let mut faults = Faults {
            grown,
            ..Faults::default()
        };
        if self.talk.lock().is_read {
            let seen = self.seen.lock();
            faults.lost = self.promised.lock().difference(&seen).count() as u64;
        } else {
            let unread =
                "visits ended before the page had read everything, so they are not checked";
            self.stage.diary.remark(unread);
        }
        faults
    }
}
