//! Load for the store, in process: messages as the product stores them, and writers who wait for each.

pub mod appender;
pub mod cell;
pub mod child;
pub mod writers;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use actors_core::agent_card::AgentCard;
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::message::{Content, Message, Sender};
use actors_core::record::{Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};
use server::store::record::encode_into;

/// Bytes of an encoded message on disk.
pub const ENCODED_BYTES: usize = 200;
/// Time of the first message, ms.
const BEGINNING_MS: i64 = 1_790_000_000_000;

/// One measurement of the store, in a process of its own.
#[derive(Debug, Serialize, Deserialize)]
pub enum Task {
    /// Fills a store, or opens one.
    Size(child::Job, child::Size),
    /// Lets many writers write, each waiting for its message.
    Writers {
        /// What stores the messages.
        contestant: writers::Contestant,
        /// How many write.
        writers: usize,
        /// For how long.
        seconds: f64,
    },
    /// Fills the cell of a cluster.
    Cell {
        /// Addresses of the NATS servers.
        addresses: Vec<String>,
        /// How much is stored.
        size: child::Size,
    },
}

/// Measures in `folder`, and prints the results as a line of JSON.
pub fn perform(task: Task, folder: &Path, mut output: impl Write) -> Result<()> {
    match task {
        Task::Size(job, size) => child::perform(job, folder, size, output),
        Task::Writers {
            contestant,
            writers,
            seconds,
        } => writers::perform(contestant, folder, writers, seconds, output),
        Task::Cell { addresses, size } => {
            let filled = cell::fill(&addresses, folder, size)?;
            writeln!(output, "{}", serde_json::to_string(&filled)?)?;
            Ok(output.flush()?)
        }
    }
}

/// Makes records of messages that are [`ENCODED_BYTES`] long.
pub struct Composer {
    text: Arc<str>,
    sender: Sender,
}

impl Composer {
    /// Finds the text length for a message of the wanted size.
    pub fn new() -> Result<Self> {
        let agent = Sender::Agent(Arc::new(AgentCard {
            agent: "mia".into(),
            nick: "Mia".into(),
            face: "".into(),
        }));
        let mut composer = Self {
            text: Arc::from(""),
            sender: agent,
        };
        for letters in 1..ENCODED_BYTES {
            composer.text = Arc::from("x".repeat(letters));
            let mut bytes = Vec::new();
            encode_into(&*composer.entry(1), &mut bytes)?;
            if bytes.len() == ENCODED_BYTES {
                return Ok(composer);
            }
        }
        Err(anyhow!("no text makes a message of {ENCODED_BYTES} bytes"))
    }

    /// The `number`-th message of a session, which is its place in the log.
    pub fn message(&self, visitor: VisitorKey, number: u64) -> Record {
        let (session, seq) = (SessionNo(1), Seq(number));
        let body = RecordBody::Entry {
            session,
            seq,
            entry: self.entry(number),
        };
        Record { visitor, body }
    }

    /// The head of a session after its `number`-th message.
    pub fn head(&self, visitor: VisitorKey, number: u64) -> Record {
        Record {
            visitor,
            body: RecordBody::Head(Box::new(head(number))),
        }
    }

    fn entry(&self, number: u64) -> Arc<Entry> {
        let message = Message {
            sender: self.sender.clone(),
            content: Content::Text(Arc::clone(&self.text)),
            client_id: Some("b-00000000-00000000".into()),
            attributes: None,
        };
        Arc::new(Entry {
            at: at(number),
            event: Event::Message(message),
        })
    }
}

/// A visitor of the load, by number.
pub fn visitor(number: usize) -> VisitorKey {
    VisitorKey {
        tenant: "bench".into(),
        visitor: format!("v_{number:016x}").into(),
    }
}

fn at(number: u64) -> Timestamp {
    Timestamp::from_millis(BEGINNING_MS + i64::try_from(number).unwrap_or(0))
}

fn head(number: u64) -> Head {
    Head {
        due: Some(at(number + 600_000)),
        next: Seq(number + 1),
        last_at: at(number),
        page: 7,
        ..Head::plain(SessionNo(1), Standing::Robot, "bench".into(), at(0))
    }
}

#[cfg(test)]
mod tests {
    use super::Composer;

    #[test]
    fn a_message_has_exactly_the_wanted_size() {
        Composer::new().unwrap();
    }
}
