//! Three ways to make one message durable: the product's store, a plain log, and one sled record a message.
//!
//! The two others commit as the product does: one thread takes all records that arrived during the last sync.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use actors_core::ids::VisitorKey;
use actors_runtime::ports::Store;
use anyhow::{Context, Result};

use super::{Composer, ENCODED_BYTES, visitor};

/// Called when the message is durable.
pub type Done = Box<dyn FnOnce() + Send>;

/// Makes messages durable.
pub trait Appender: Send + Sync {
    /// Keeps the `number`-th message of a writer.
    fn append(&self, writer: usize, number: u64, done: Done);

    /// Waits until everything is durable, then ends.
    fn close(&self);
}

/// The product's store.
pub struct Product {
    store: Arc<dyn Store>,
    composer: Composer,
    visitors: Vec<VisitorKey>,
    with_heads: bool,
}

impl Product {
    /// Writers on a store. `with_heads` stores the session's head with every message, as a live session does.
    pub fn new(store: Arc<dyn Store>, writers: usize, with_heads: bool) -> Result<Self> {
        let visitors = (0..writers).map(visitor).collect();
        Ok(Self {
            store,
            composer: Composer::new()?,
            visitors,
            with_heads,
        })
    }
}

impl Appender for Product {
    fn append(&self, writer: usize, number: u64, done: Done) {
        let key = &self.visitors[writer];
        let mut records = vec![self.composer.message(key.clone(), number)];
        if self.with_heads {
            records.push(self.composer.head(key.clone(), number));
        }
        // A failed write is never acknowledged, so the run ends with the durable messages.
        self.store.append(
            records,
            Box::new(|outcome| {
                if outcome.is_ok() {
                    done()
                }
            }),
        );
    }

    fn close(&self) {
        self.store.close();
    }
}

/// A message that waits for a committer: writer, number and callback.
type Waiting = (usize, u64, Done);

/// The messages that wait for a committer.
#[derive(Default)]
struct PendingMessages {
    /// Whether no more will come.
    state: Mutex<(Vec<Waiting>, bool)>,
    work: Condvar,
}

impl PendingMessages {
    fn push(&self, writer: usize, number: u64, done: Done) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0.push((writer, number, done));
        // The committer takes everything, so only the first message wakes it. Each wake-up is a system call.
        if state.0.len() == 1 {
            self.work.notify_one();
        }
    }

    fn take(&self) -> Vec<Waiting> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.0.is_empty() && !state.1 {
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.0)
    }

    fn end(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.work.notify_one();
    }
}

/// One committer thread over something that stores a group.
pub struct Committed {
    pending: Arc<PendingMessages>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Committed {
    fn start(mut keep: impl FnMut(&[Waiting]) -> Result<()> + Send + 'static) -> Self {
        let pending = Arc::new(PendingMessages::default());
        let own = Arc::clone(&pending);
        let thread = std::thread::spawn(move || {
            loop {
                let group = own.take();
                if group.is_empty() || keep(&group).is_err() {
                    return;
                }
                group.into_iter().for_each(|(_, _, done)| done());
            }
        });
        Self {
            pending,
            thread: Mutex::new(Some(thread)),
        }
    }

    /// A plain log: appends the messages, then calls `fdatasync`.
    pub fn log(folder: &Path) -> Result<Self> {
        let path = folder.join("plain.log");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .with_context(|| format!("opening {}", path.display()))?;
        let mut bytes = Vec::new();
        Ok(Self::start(move |group| {
            bytes.clear();
            for (writer, number, _) in group {
                bytes.extend_from_slice(&record(*writer, *number));
            }
            file.write_all(&bytes)?;
            Ok(file.sync_data()?)
        }))
    }

    /// One sled record a message, sled's flush, then `fdatasync` of its file.
    pub fn sled_record_a_message(folder: &Path) -> Result<Self> {
        let db = sled::Config::new()
            .path(folder)
            .flush_every_ms(None)
            .open()?;
        let file = File::open(folder.join("db")).context("sled's file")?;
        Ok(Self::start(move |group| {
            for (writer, number, _) in group {
                let mut key = [0; 16];
                key[..8].copy_from_slice(&(*writer as u64).to_be_bytes());
                key[8..].copy_from_slice(&number.to_be_bytes());
                db.insert(key, record(*writer, *number).as_slice())?;
            }
            db.flush()?;
            Ok(file.sync_data()?)
        }))
    }
}

impl Appender for Committed {
    fn append(&self, writer: usize, number: u64, done: Done) {
        self.pending.push(writer, number, done);
    }

    fn close(&self) {
        self.pending.end();
        if let Some(thread) = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            // A failed committer has acknowledged nothing, which the figures show.
            let _ = thread.join();
        }
    }
}

/// As many bytes as a message of the product, generated cheaply.
fn record(writer: usize, number: u64) -> [u8; ENCODED_BYTES] {
    let mut bytes = [b'x'; ENCODED_BYTES];
    bytes[..8].copy_from_slice(&(writer as u64).to_be_bytes());
    bytes[8..16].copy_from_slice(&number.to_be_bytes());
    bytes
}
