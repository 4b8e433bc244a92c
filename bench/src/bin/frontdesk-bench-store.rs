//! `frontdesk-bench-store`: the store's measurements, in a separate process with the product's allocator
//! (docs/decisions/0016-memory.md). The harness starts it, and it prints one line of JSON.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use frontdesk_bench::process;
use frontdesk_bench::store::child::{self, Job, Size};
use frontdesk_bench::store::writers::{self, Contestant};

/// The allocator of the `frontdesk` program.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// One measurement of the store.
#[derive(Parser)]
#[command(version)]
enum Task {
    /// Fills a store, or opens one.
    Size {
        job: Job,
        #[arg(long)]
        folder: PathBuf,
        #[arg(long)]
        messages: u64,
        #[arg(long)]
        sessions: usize,
        #[arg(long)]
        at_once: usize,
    },
    /// Lets many writers write, each waiting for its message.
    Writers {
        contestant: Contestant,
        #[arg(long)]
        folder: PathBuf,
        #[arg(long)]
        writers: usize,
        #[arg(long)]
        seconds: f64,
    },
}

fn main() -> Result<()> {
    process::end_with_parent()?;
    actors_runtime::thread_cache::enable();
    let output = std::io::stdout().lock();
    match Task::parse() {
        Task::Size {
            job,
            folder,
            messages,
            sessions,
            at_once,
        } => {
            let size = Size {
                messages,
                sessions,
                at_once,
            };
            child::perform(job, &folder, size, output)
        }
        Task::Writers {
            contestant,
            folder,
            writers,
            seconds,
        } => writers::perform(contestant, &folder, writers, seconds, output),
    }
}
