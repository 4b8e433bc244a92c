//! An agent: signs in, goes online, answers each message after a while, and goes offline at the end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use parking_lot::Mutex;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::day::AgentAccount;
use super::diary::Measure;
use super::host::CALL_TIME_MAX;
use super::stage::Stage;
use super::talk::{Line, Talk};

/// How long a poll is held, ms (Protocol, 'Desk polling').
const HOLD_MS: u32 = 25_000;
/// The pause of a desk whose poll failed.
const POLL_PAUSE: Duration = Duration::from_millis(500);

/// Tries to read the rest of a desk's log.
const LAST_TRIES: u32 = 20;

const LOGIN: &str = "/api/agent/login";
const LOGOUT: &str = "/api/agent/logout";
const SET_STATUS: &str = "/api/agent/setStatus";
const POLL: &str = "/api/agent/getEventMsg";
const HISTORY: &str = "/api/agent/getHistoryMsg";
const SEND: &str = "/api/agent/sendMsg";

/// A signed-in agent.
#[derive(Clone)]
pub struct Agent {
    token: String,
    capacity: u32,
}

#[derive(Deserialize)]
struct SignedIn {
    token: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeskEvents {
    cursor: u64,
    #[serde(default)]
    more: bool,
    #[serde(default)]
    gap: bool,
    msg_list: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    event: String,
    #[serde(default)]
    user_id: String,
    msg: Option<Line>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    msg_list: Vec<Line>,
}

impl Agent {
    /// Signs an agent in, before anything is played.
    ///
    /// # Errors
    /// The account, the password or a second step; the error says what to do.
    pub async fn sign_in(stage: &Stage, account: &AgentAccount) -> Result<Self> {
        let body = json!({
            "tenantId": account.tenant, "account": account.account, "password": account.password()?,
        });
        match stage
            .host
            .post::<SignedIn>(LOGIN, "", &body, CALL_TIME_MAX)
            .await
        {
            Ok(SignedIn { token }) => Ok(Self {
                token,
                capacity: account.capacity,
            }),
            Err(failure) => bail!(
                "signing {} in: {}. An account for rehearsals needs its password, no second step, and its tenant if \
                 there are several",
                account.account,
                failure.kind
            ),
        }
    }

    /// Works until the day is over.
    pub async fn work(self, stage: Arc<Stage>) {
        let online = json!({ "status": "online", "capacity": self.capacity });
        let mut cursor = None;
        // The first poll has no cursor, and says where the desk's log is.
        while !stage.close.is_cancelled() {
            let body = match cursor {
                Some(cursor) => json!({ "wait": HOLD_MS, "cursor": cursor }),
                None => json!({ "wait": 0 }),
            };
            let polled = tokio::select! {
                polled = stage.poll::<DeskEvents>(POLL, &self.token, &body) => polled,
                () = stage.close.cancelled() => break,
            };
            let Ok(events) = polled else {
                tokio::time::sleep(POLL_PAUSE).await;
                continue;
            };
            if cursor.is_none() {
                drop(
                    stage
                        .call::<IgnoredAny>(SET_STATUS, &self.token, &online)
                        .await,
                );
            } else if events.gap {
                stage
                    .diary
                    .remark("desks had to load their conversations again");
                self.load_all(&stage).await;
            }
            cursor = Some(events.cursor);
            for entry in events.msg_list {
                self.take(&stage, entry).await;
            }
        }
        self.read_rest(&stage, cursor).await;
        let offline = json!({ "status": "offline" });
        drop(
            stage
                .call::<IgnoredAny>(SET_STATUS, &self.token, &offline)
                .await,
        );
        drop(
            stage
                .call::<IgnoredAny>(LOGOUT, &self.token, &json!({}))
                .await,
        );
    }

    /// Reads what came until the last visitor left.
    async fn read_rest(&self, stage: &Arc<Stage>, mut cursor: Option<u64>) {
        let mut tries = LAST_TRIES;
        loop {
            let body = json!({ "wait": 0, "cursor": cursor });
            let Ok(events) = stage.poll::<DeskEvents>(POLL, &self.token, &body).await else {
                if tries == 0 {
                    return;
                }
                tries -= 1;
                tokio::time::sleep(POLL_PAUSE).await;
                continue;
            };
            cursor = Some(events.cursor);
            let more = events.more;
            for entry in events.msg_list {
                self.take(stage, entry).await;
            }
            if !more {
                return;
            }
        }
    }

    async fn take(&self, stage: &Arc<Stage>, entry: Entry) {
        if !matches!(&*entry.event, "assigned" | "message") {
            return;
        }
        let talk = stage.talks.lock().get(&entry.user_id).cloned();
        let Some(talk) = talk else {
            if entry.event == "assigned" {
                stage.diary.remark(
                    "real visitors came to an agent of the rehearsal, who does not answer them",
                );
            }
            return;
        };
        match entry.msg {
            Some(line) => self.hear(stage, &entry.user_id, &talk, &line),
            None => self.load(stage, &entry.user_id, &talk).await,
        }
    }

    /// Loads a conversation, as a desk does when it gets one.
    async fn load(&self, stage: &Arc<Stage>, user: &str, talk: &Arc<Mutex<Talk>>) {
        let body = json!({ "userId": user, "pageSize": 50 });
        let loaded = stage.call::<History>(HISTORY, &self.token, &body).await;
        for line in loaded.map(|history| history.msg_list).unwrap_or_default() {
            self.hear(stage, user, talk, &line);
        }
    }

    async fn load_all(&self, stage: &Arc<Stage>) {
        let talks: Vec<_> = {
            let talks = stage.talks.lock();
            let open = talks.iter().filter(|(_, talk)| {
                let talk = talk.lock();
                !talk.is_over && !talk.handled.is_empty()
            });
            open.map(|(user, talk)| (user.clone(), Arc::clone(talk)))
                .collect()
        };
        for (user, talk) in talks {
            self.load(stage, &user, &talk).await;
        }
    }

    fn hear(&self, stage: &Arc<Stage>, user: &str, talk: &Arc<Mutex<Talk>>, line: &Line) {
        let Some(number) = line.number('v').filter(|_| line.sender_type == 1) else {
            return;
        };
        let arrived = {
            let mut talk = talk.lock();
            if !line.seq.is_some_and(|seq| talk.handled.insert(seq)) {
                return;
            }
            talk.to_agent.arrive(number, Instant::now())
        };
        let Some((sent, took)) = arrived else { return };
        stage.diary.took(Measure::Deliver, sent, took);
        let answer =
            self.clone()
                .answer(Arc::clone(stage), user.to_owned(), Arc::clone(talk), number);
        tokio::spawn(answer);
    }

    async fn answer(self, stage: Arc<Stage>, user: String, talk: Arc<Mutex<Talk>>, number: u32) {
        stage.rest(Stage::around(stage.day.reply_seconds)).await;
        {
            let mut talk = talk.lock();
            if talk.is_over {
                return;
            }
            talk.to_visitor.send(number, Instant::now());
        }
        let text = format!("Rehearsal answer {number}: it is on its way, and comes tomorrow.");
        let body = json!({
            "userId": user, "id": format!("a{number}"), "msgType": 1, "msgContent": text,
        });
        let sent = stage
            .repeat::<IgnoredAny>(Some(Measure::Send), SEND, &self.token, &body)
            .await;
        // A refusal is taken down, but for a 409: the visitor has just left.
        if sent.is_ok() {
            stage.diary.messages(1);
            talk.lock().to_visitor.acknowledge(number);
        }
    }
}
