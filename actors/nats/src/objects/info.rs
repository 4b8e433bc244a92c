//! What the bucket keeps about a file: the JSON of NATS' object stores, and where each chunk is.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The name of our field in a file's metadata: the sequences of its chunks.
const CHUNKS: &str = "frontdesk-chunks";

/// A file as the bucket describes it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Info {
    pub name: String,
    pub bucket: String,
    /// The name of this version's chunks.
    pub nuid: String,
    /// In bytes.
    pub size: u64,
    pub chunks: u64,
    pub mtime: DateTime<Utc>,
    #[serde(default)]
    pub digest: String,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    #[serde(default)]
    pub options: Options,
    /// The `nats` tool leaves this behind when it deletes a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// Size of each chunk but the last, in bytes.
    #[serde(default)]
    pub max_chunk_size: u64,
}

impl Info {
    /// Notes the sequences of the chunks, in order.
    pub fn note_chunks(&mut self, sequences: &[u64]) {
        self.metadata.insert(CHUNKS.to_owned(), written(sequences));
    }

    /// The sequences of the chunks, in order. `None` if the `nats` tool wrote the file.
    pub fn chunk_sequences(&self) -> Option<Vec<u64>> {
        let sequences = read(self.metadata.get(CHUNKS)?)?;
        (sequences.len() as u64 == self.chunks).then_some(sequences)
    }
}

/// Runs of sequences that follow each other: `12+3,20+1` are 12, 13, 14 and 20.
fn written(sequences: &[u64]) -> String {
    let runs = sequences.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[u64]| format!("{}+{}", run.first().unwrap_or(&0), run.len());
    runs.map(run).collect::<Vec<_>>().join(",")
}

fn read(text: &str) -> Option<Vec<u64>> {
    let mut sequences = Vec::new();
    for run in text.split(',').filter(|run| !run.is_empty()) {
        let (first, count) = run.split_once('+')?;
        let (first, count): (u64, u64) = (first.parse().ok()?, count.parse().ok()?);
        sequences.extend(first..first.checked_add(count)?);
    }
    Some(sequences)
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn sequences_are_written_as_runs() {
        assert_eq!(written(&[12, 13, 14, 20]), "12+3,20+1");
        assert_eq!(written(&[]), "");
        assert_eq!(read("12+3,20+1"), Some(vec![12, 13, 14, 20]));
        assert_eq!(read(""), Some(Vec::new()));
        assert_eq!(read("12"), None);
    }
}
