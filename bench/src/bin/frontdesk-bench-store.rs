//! `frontdesk-bench-store`: the store's measurements, in a separate process with the product's allocator
//! (docs/decisions/0016-memory.md). The harness starts it, and it prints one line of JSON.

use std::path::Path;

use anyhow::{Result, bail};
use frontdesk_bench::process;
use frontdesk_bench::store::{Task, perform};

/// The allocator of the `frontdesk` program.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> Result<()> {
    process::end_with_parent()?;
    actors_runtime::thread_cache::enable();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, folder] = &arguments[..] else {
        bail!("start frontdesk-bench instead, which gives this program a task and a folder");
    };
    let task: Task = serde_json::from_str(task)?;
    perform(task, Path::new(folder), std::io::stdout().lock())
}
