//! Fills a cluster's cell in a separate process, as an owner without a program does.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actors_core::ids::{Seq, SessionNo};
use actors_core::record::{Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_nats::cell::Cell;
use actors_nats::link::{Link, Settings};
use actors_runtime::ports::Store as _;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use server::store::sled::replicated::{CellOptions, ReplicatedStore};
use server::store::sled::{SledOptions, SledStore};

use super::child::Size;
use super::{Composer, at, visitor};

/// Messages that wait for the cluster at most.
const WAITING_MAX: u64 = 50_000;
/// The name of the owner.
const NODE: &str = "filler";
/// The only cell, and the copies of its stream.
const CELL: (u32, usize) = (0, 3);

/// The result.
#[derive(Debug, Serialize, Deserialize)]
pub struct Filled {
    /// How long it took, s.
    pub seconds: f64,
}

/// Fills the cell at these NATS servers. The folder is for the owner's own view.
pub fn fill(addresses: &[String], folder: &Path, size: Size) -> Result<Filled> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let cell = runtime.block_on(async {
        let link = Link::connect(&Settings::new(NODE, addresses.to_vec())).await?;
        anyhow::Ok(Cell::open(&link, CELL.0, CELL.1).await?)
    })?;
    let inner = SledStore::open(SledOptions {
        is_view: true,
        ..SledOptions::new(folder)
    })?;
    let options = CellOptions {
        from_the_start: true,
        ..CellOptions::new(NODE)
    };
    let store = Arc::new(ReplicatedStore::open(inner, Arc::new(cell), options)?);
    runtime.block_on(Arc::clone(&store).claim())?;
    let start = Instant::now();
    append(&store, size)?;
    let seconds = start.elapsed().as_secs_f64();
    store.close();
    Ok(Filled { seconds })
}

fn append(store: &ReplicatedStore, size: Size) -> Result<()> {
    let composer = Composer::new()?;
    let durable = Arc::new(AtomicU64::new(0));
    for number in 0..size.messages {
        let (index, seq) = size.place(number);
        let mut records = vec![composer.message(visitor(index), seq)];
        if seq == 1 {
            records.push(ended(index, size));
        }
        let own = Arc::clone(&durable);
        let done = move |outcome: Result<(), _>| {
            own.fetch_add(u64::from(outcome.is_ok()), Ordering::Release);
        };
        store.append(records, Box::new(done));
        wait(store, &durable, number.saturating_sub(WAITING_MAX))?;
    }
    wait(store, &durable, size.messages)
}

/// Waits until so many are durable.
fn wait(store: &ReplicatedStore, durable: &AtomicU64, wanted: u64) -> Result<()> {
    while durable.load(Ordering::Acquire) < wanted {
        store.health().context("filling the cell")?;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// The head of a session that is over, so that nothing is due when a node takes the cell.
fn ended(index: usize, size: Size) -> Record {
    let head = Head {
        next: Seq(size.each() + 1),
        last_at: at(size.each()),
        ..Head::plain(SessionNo(1), Standing::Ended, "bench".into(), at(0))
    };
    Record {
        visitor: visitor(index),
        body: RecordBody::Head(Box::new(head)),
    }
}
