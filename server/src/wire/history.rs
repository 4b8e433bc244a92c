//! What was said before: getHistoryMsg, getOfflineMsg.

use crate::wire::message::{Reader, WireMessage};
use actors_core::record::Stored;
use serde::{Deserialize, Serialize, Serializer};

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
}

/// What getOfflineMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
}

/// What [`HistoryResponse`] is, written line by line: a message as it goes out is large, and there is never more than one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryPage<'a> {
    /// Oldest first.
    pub msg_list: Lines<'a>,
    /// For the next page.
    pub max_time: i64,
}

/// Lines as a reader sees them, oldest first.
pub struct Lines<'a> {
    /// Who reads.
    pub reader: &'a Reader<'a>,
    /// What they may see of the history.
    pub newest_first: &'a [Stored],
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let oldest_first = self.newest_first.iter().rev();
        serializer.collect_seq(
            oldest_first
                .filter_map(|line| self.reader.history(line.session, line.seq, &line.entry)),
        )
    }
}
