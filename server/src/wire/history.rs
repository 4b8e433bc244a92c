//! Earlier messages: getHistoryMsg, getOfflineMsg, and the writing of getSessionMsg's messages.

use crate::wire::message::WireMessage;
use serde::{Deserialize, Serialize};

/// getHistoryMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct HistoryRequest {
    /// Number of messages wanted; at most 50.
    pub page_size: Option<u64>,
    /// Only messages before this time; 0 for the newest.
    pub max_time: Option<u64>,
    /// The page reads again because it found a gap in the seqs of getEventMsg. This should not happen, so the server
    /// counts and logs it.
    pub seq_gap: Option<bool>,
}

/// The response of getHistoryMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
    /// The `maxTime` of the next page.
    pub max_time: i64,
    /// Whether older messages exist. A page may hold fewer than `pageSize` messages without being the last, because
    /// its bytes are limited.
    pub more: bool,
}

/// The response of getOfflineMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
}

/// Typical size in bytes of a short message in a history.
const MESSAGE_BYTES: usize = 400;

/// Messages as JSON, up to a limit of bytes. Each message is written at once: a `WireMessage` is large, and a response
/// stays in memory until its reader has received it.
pub struct Messages {
    written: Vec<u8>,
    ends: Vec<usize>,
    bytes_max: usize,
}

impl Messages {
    /// Creates an empty list.
    pub fn new(count: usize, bytes_max: usize) -> Self {
        Self {
            written: Vec::with_capacity(count * MESSAGE_BYTES),
            ends: Vec::with_capacity(count),
            bytes_max,
        }
    }

    /// The number of messages.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Adds a message if it fits, and returns whether it did. The first one always fits.
    ///
    /// # Errors
    /// Fails if the message cannot be written as JSON.
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

    /// A [`HistoryResponse`] of these messages, which were added from the newest to the oldest.
    pub fn history_page(&self, max_time: i64, more: bool) -> Vec<u8> {
        let rest = format!(r#""maxTime":{max_time},"more":{more}"#);
        self.answer((0..self.count()).rev(), &rest)
    }

    /// A `SessionResponse` of these messages, which were added from the oldest to the newest.
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
