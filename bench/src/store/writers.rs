//! Many writers. Each waits until its message is durable before it sends the next.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::appender::{Appender, Committed, Product};
use super::child::open_store;
use crate::generator::{Durations, Percentiles};

/// Threads that send the next messages, as many as the product's actors run on.
const THREADS: usize = 2;

/// What stores the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contestant {
    /// A plain log and `fdatasync`.
    Log,
    /// The product's store.
    Product,
    /// The same, with the session's head beside each message, as a live session writes it.
    ProductWithHeads,
    /// One sled record a message, and `fdatasync`.
    RecordAMessage,
}

/// The result.
#[derive(Debug, Serialize, Deserialize)]
pub struct Rate {
    /// Messages made durable a second.
    pub per_second: f64,
    /// How long a writer waited, from a sample.
    pub wait: Percentiles,
}

/// Writers who may send again.
#[derive(Default)]
struct Ready {
    writers: Mutex<Vec<usize>>,
    some: Condvar,
}

impl Ready {
    fn push(&self, writer: usize) {
        let mut writers = self.writers.lock().unwrap_or_else(PoisonError::into_inner);
        writers.push(writer);
        // A thread takes all of them, so only the first wakes it. Each wake-up is a system call.
        if writers.len() == 1 {
            self.some.notify_one();
        }
    }

    /// Takes all of them, or none after a timeout, so that no thread waits for a stopped store.
    fn take(&self) -> Vec<usize> {
        let writers = self.writers.lock().unwrap_or_else(PoisonError::into_inner);
        let patience = Duration::from_millis(100);
        let waited = self
            .some
            .wait_timeout_while(writers, patience, |writers| writers.is_empty());
        let (mut writers, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *writers)
    }
}

/// Lets `writers` write to a contestant in `folder` and prints the rate as a line of JSON.
pub fn perform(
    contestant: Contestant,
    folder: &Path,
    writers: usize,
    seconds: f64,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let appender: Arc<dyn Appender> = match contestant {
        Contestant::Log => Arc::new(Committed::log(folder)?),
        Contestant::RecordAMessage => Arc::new(Committed::sled_record_a_message(folder)?),
        Contestant::Product | Contestant::ProductWithHeads => {
            let with_heads = contestant == Contestant::ProductWithHeads;
            Arc::new(Product::new(open_store(folder)?, writers, with_heads)?)
        }
    };
    let rate = run(&appender, writers, Duration::from_secs_f64(seconds))?;
    appender.close();
    writeln!(output, "{}", serde_json::to_string(&rate)?)?;
    Ok(output.flush()?)
}

/// Lets `writers` write for `span`, after a fifth as long to warm up.
fn run(appender: &Arc<dyn Appender>, writers: usize, span: Duration) -> anyhow::Result<Rate> {
    let durable = Arc::new(AtomicU64::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let waits = Arc::new(Mutex::new(Durations::new()?));
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let sender = Sender {
                appender: Arc::clone(appender),
                own: (0..writers)
                    .filter(|writer| writer % THREADS == thread)
                    .collect(),
                numbers: vec![0; writers],
                ready: Arc::default(),
                durable: Arc::clone(&durable),
                waits: Arc::clone(&waits),
            };
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || sender.send(&stop))
        })
        .collect();
    std::thread::sleep(span / 5);
    let (start, before) = (Instant::now(), durable.load(Ordering::Relaxed));
    std::thread::sleep(span);
    let counted = durable.load(Ordering::Relaxed) - before;
    let per_second = counted as f64 / start.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        thread
            .join()
            .map_err(|_| anyhow::anyhow!("a sender broke off"))?;
    }
    let wait = waits
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .percentiles();
    Ok(Rate { per_second, wait })
}

struct Sender {
    appender: Arc<dyn Appender>,
    own: Vec<usize>,
    numbers: Vec<u64>,
    ready: Arc<Ready>,
    durable: Arc<AtomicU64>,
    waits: Arc<Mutex<Durations>>,
}

impl Sender {
    fn send(mut self, stop: &AtomicBool) {
        actors_runtime::thread_cache::enable();
        let mut open = 0;
        let mut ready = self.own.clone();
        loop {
            let is_over = stop.load(Ordering::Relaxed);
            if is_over && (open == 0 || ready.is_empty()) {
                return;
            }
            if !is_over {
                open += ready.len();
                ready.into_iter().for_each(|writer| self.send_one(writer));
            }
            ready = self.ready.take();
            open -= ready.len();
        }
    }

    fn send_one(&mut self, writer: usize) {
        self.numbers[writer] += 1;
        let number = self.numbers[writer];
        let (ready, durable) = (Arc::clone(&self.ready), Arc::clone(&self.durable));
        // Clock and histogram cost time themselves, so only every 64th message is measured.
        let sample = number
            .is_multiple_of(64)
            .then(|| (Instant::now(), Arc::clone(&self.waits)));
        let done = move || {
            durable.fetch_add(1, Ordering::Relaxed);
            if let Some((start, waits)) = sample {
                waits
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .add(start.elapsed());
            }
            ready.push(writer);
        };
        self.appender.append(writer, number, Box::new(done));
    }
}
