//! Calls over HTTP, and their results.

use crate::http;
use serde_json::{Value, json};

/// A client of one server.
#[derive(Clone)]
pub struct Client {
    client: reqwest::Client,
    url: String,
}

impl Client {
    /// A client of the server at `url`.
    pub fn new(url: &str) -> Self {
        let client = http::client();
        Self {
            client,
            url: url.to_owned(),
        }
    }

    /// Posts and returns the `data` of a 200. An error holds any other response, or says that there was none.
    pub async fn post(
        &self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<Value, String> {
        let mut request = self.client.post(format!("{}{path}", self.url));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let no_answer = |error: &dyn std::fmt::Display| format!("{path}: no answer: {error}");
        let answer = request
            .json(body)
            .send()
            .await
            .map_err(|error| no_answer(&error))?;
        let bytes = answer.bytes().await;
        let bytes = bytes.map_err(|error| no_answer(&error))?;
        let answer: Value = serde_json::from_slice(&bytes).map_err(|error| no_answer(&error))?;
        if answer["code"] != 200 {
            return Err(format!("{path}: {answer}"));
        }
        Ok(answer["data"].clone())
    }

    /// A visitor's call.
    pub async fn visitor(&self, call: &str, token: &str, body: &Value) -> Result<Value, String> {
        let path = format!("/api/chat/visitor/{call}");
        self.post(&path, Some(token), body).await
    }

    /// An agent's call.
    pub async fn agent(&self, call: &str, token: &str, body: &Value) -> Result<Value, String> {
        let path = format!("/api/agent/{call}");
        self.post(&path, Some(token), body).await
    }
}

/// A text message.
pub fn message(user: &str, id: &str, text: &str) -> Value {
    json!({ "userId": user, "id": id, "msgType": 1, "msgContent": text })
}
