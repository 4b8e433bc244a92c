//! The people who use a server: visitors at their pages, agents at their desks, administrators.

use super::{Answer, TestApp};
use serde_json::{Value, json};

/// A visitor's open page.
#[derive(Clone)]
pub struct Page<'a> {
    pub app: &'a TestApp,
    pub started: Value,
    pub token: String,
    pub user: String,
    pub poll: String,
}

impl<'a> Page<'a> {
    pub fn from(app: &'a TestApp, started: Value) -> Self {
        let text = |field: &str| started[field].as_str().unwrap().to_owned();
        Self {
            app,
            token: text("token"),
            user: text("userId"),
            poll: text("pollId"),
            started,
        }
    }

    /// Calls the API as the visitor.
    pub async fn call(&self, call: &str, mut body: Value) -> Answer {
        if body["userId"].is_null() {
            body["userId"] = json!(self.user);
        }
        self.app
            .post(
                &format!("/api/chat/visitor/{call}"),
                Some(&self.token),
                &body,
            )
            .await
    }

    /// Polls for events after `cursor`; waits at most `wait` ms for the first.
    pub async fn poll_for(&self, cursor: u64, wait: u64) -> Answer {
        self.call(
            "getEventMsg",
            json!({ "pollId": self.poll, "cursor": cursor, "wait": wait }),
        )
        .await
    }

    /// The events after `cursor`, without waiting.
    pub async fn events(&self, cursor: u64) -> Vec<Value> {
        self.poll_for(cursor, 0).await.data()["msgList"]
            .as_array()
            .unwrap()
            .clone()
    }

    pub async fn send(&self, id: &str, text: &str) -> Answer {
        self.call(
            "sendMsg",
            json!({ "id": id, "msgType": 1, "msgContent": text }),
        )
        .await
    }

    /// Polls until an event fits, and returns the `data` with it.
    pub async fn until(&self, cursor: u64, fits: impl Fn(&Value) -> bool) -> Value {
        let mut cursor = cursor;
        loop {
            let told = self.poll_for(cursor, 20_000).await.data().clone();
            if told["msgList"].as_array().unwrap().iter().any(&fits) {
                return told;
            }
            cursor = told["cursor"].as_u64().unwrap();
        }
    }

    pub async fn transfer(&self) -> Answer {
        self.call("transferAgent", json!({})).await
    }

    /// The same visitor on another page.
    pub async fn again(&self) -> Page<'a> {
        self.again_in("web").await
    }

    /// The same visitor on another page of this channel.
    pub async fn again_in(&self, channel: &str) -> Page<'a> {
        let body = json!({ "channelId": channel, "locale": "en", "userId": self.user, "token": self.token });
        self.app.page(body).await
    }
}

/// An agent's desk.
pub struct Desk<'a> {
    pub app: &'a TestApp,
    pub token: String,
    cursor: u64,
}

impl<'a> Desk<'a> {
    /// A desk with this token that has read nothing yet.
    pub fn with(app: &'a TestApp, token: String) -> Self {
        Self {
            app,
            token,
            cursor: 0,
        }
    }

    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.app
            .post(&format!("/api/agent/{call}"), Some(&self.token), &body)
            .await
    }

    /// The news since the last read.
    pub async fn news(&mut self) -> Vec<Value> {
        self.news_within(0).await
    }

    /// The news since the last read; waits at most `wait` ms for the first.
    pub async fn news_within(&mut self, wait: u64) -> Vec<Value> {
        let data = self
            .call(
                "getEventMsg",
                json!({ "cursor": self.cursor, "wait": wait }),
            )
            .await
            .data()
            .clone();
        self.cursor = data["cursor"].as_u64().unwrap();
        data["msgList"].as_array().unwrap().clone()
    }

    /// Waits for the next entry of this kind. Other entries are skipped.
    pub async fn news_until(&mut self, kind: &str) -> Value {
        loop {
            let news = self.news_within(20_000).await;
            if let Some(entry) = news.into_iter().find(|entry| entry["event"] == kind) {
                return entry;
            }
        }
    }

    pub async fn say(&self, page: &Page<'_>, id: &str, text: &str) -> Answer {
        self.call(
            "sendMsg",
            json!({ "userId": page.user, "id": id, "msgType": 1, "msgContent": text }),
        )
        .await
    }
}

/// A person signed in to the administration.
pub struct Admin<'a> {
    pub app: &'a TestApp,
    pub token: String,
}

impl Admin<'_> {
    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.app
            .post(&format!("/api/admin/{call}"), Some(&self.token), &body)
            .await
    }

    /// A thing's current state, to change and put again.
    pub async fn get(&self, thing: &str, id: Value) -> Value {
        let answer = self.call(&format!("{thing}/get"), id).await;
        answer.data().clone()
    }

    /// Asserts that a put is refused, and returns the names of the invalid fields.
    pub async fn refused_fields(&self, thing: &str, body: Value) -> Vec<String> {
        let answer = self.call(&format!("{thing}/put"), body).await;
        answer.is_refused(400, "some fields are not valid");
        let wrong = answer.body["data"].as_array().unwrap().iter();
        wrong
            .map(|error| error["field"].as_str().unwrap().to_owned())
            .collect()
    }
}
