//! What was said before: getHistoryMsg, getOfflineMsg; and how the messages of a getSessionMsg are written.

use crate::wire::message::WireMessage;
use serde::{Deserialize, Serialize};

/// getHistoryMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct HistoryRequest {
    /// Messages wanted; at most 50.
    pub page_size: Option<u64>,
    /// Older than this moment; 0 for the newest.
    pub max_time: Option<u64>,
    /// The page reads again because it found a hole in what getEventMsg told it. Nothing should make one: it is counted,
    /// and the log has a line of it.
    pub seq_gap: Option<bool>,
}

/// What getHistoryMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
    /// For the next page.
    pub max_time: i64,
    /// Whether older messages exist. A page may hold fewer than `pageSize` and still not be the last: its bytes are limited.
    pub more: bool,
}

/// What getOfflineMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
}

/// What a message of a history takes as it goes out, when little is said in it.
const MESSAGE_BYTES: usize = 400;

/// Messages as JSON, up to a limit of bytes. They are written one by one: a message as it goes out is large, and an answer
/// waits in memory until its reader has taken it.
pub struct Messages {
    written: Vec<u8>,
    ends: Vec<usize>,
    bytes_max: usize,
}

impl Messages {
    /// None yet.
    pub fn new(count: usize, bytes_max: usize) -> Self {
        Self {
            written: Vec::with_capacity(count * MESSAGE_BYTES),
            ends: Vec::with_capacity(count),
            bytes_max,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Adds a message if it fits, and says whether it does. The first one always fits.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn add(&mut self, message: &WireMessage) -> serde_json::Result<bool> {
        let end = self.written.len();
        serde_json::to_writer(&mut self.written, message)?;
        let fits = self.ends.is_empty() || self.written.len() <= self.bytes_max;
        if fits {
            self.ends.push(self.written.len());
        } else {
            self.written.truncate(end);
        }
        Ok(fits)
    }

    /// A [`HistoryResponse`] with these messages, which were added from the newest to the oldest.
    pub fn history_page(&self, max_time: i64, more: bool) -> Vec<u8> {
        let rest = format!(r#""maxTime":{max_time},"more":{more}"#);
        self.answer((0..self.count()).rev(), &rest)
    }

    /// A `SessionResponse` with these messages, which were added from the oldest to the newest.
    pub fn session_part(&self, more: bool) -> Vec<u8> {
        self.answer(0..self.count(), &format!(r#""more":{more}"#))
    }

    fn answer(&self, order: impl Iterator<Item = usize>, rest: &str) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.written.len() + self.ends.len() + 128);
        body.extend_from_slice(br#"{"code":200,"message":"SUCCESS","data":{"msgList":["#);
        for (place, at) in order.enumerate() {
            if place > 0 {
                body.push(b',');
            }
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            body.extend_from_slice(&self.written[start..self.ends[at]]);
        }
        body.extend_from_slice(b"],");
        body.extend_from_slice(rest.as_bytes());
        body.extend_from_slice(b"}}");
        body
    }
}
