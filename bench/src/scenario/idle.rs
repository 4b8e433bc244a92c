//! Processor time, memory and threads of an idle server.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::Setting;
use crate::process::{Server, frontdesk_binary, scratch_folder};
use crate::report::{Findings, Side};

/// Percent of a core's time.
const CPU_PERCENT: f64 = 0.3;
const MEMORY_MIB: f64 = 30.0;
/// Threads above one for each core.
const THREADS: f64 = 14.0;
/// Time to settle after the start.
const SETTLES_WITHIN: Duration = Duration::from_secs(5);

/// Starts the product with its demo and measures it without load.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Idle: nobody there, {} rounds of {} s",
        setting.rounds, setting.seconds
    ));
    let cores = std::thread::available_parallelism()?.get() as f64;
    for _ in 0..setting.rounds {
        let folder = scratch_folder(setting.folder.as_deref())?;
        let server = Server::frontdesk(&frontdesk_binary()?, folder.path(), None, (true, 0), &[])?;
        std::thread::sleep(SETTLES_WITHIN);
        let (start, before) = (Instant::now(), server.cpu_time()?);
        std::thread::sleep(Duration::from_secs_f64(setting.seconds));
        let taken = server.cpu_time()? - before;
        let share = taken.as_secs_f64() / start.elapsed().as_secs_f64();
        findings.add(
            "frontdesk",
            vec![
                ("of a core %", share * 100.0),
                ("MiB", server.memory()? as f64 / (1024.0 * 1024.0)),
                ("threads above cores", server.threads()? as f64 - cores),
            ],
        );
        server.stop()?;
    }
    for (name, limit) in [
        ("of a core %", CPU_PERCENT),
        ("MiB", MEMORY_MIB),
        ("threads above cores", THREADS),
    ] {
        let rounds = findings.figure("frontdesk", name);
        findings.bar(format!("idle: {name}"), Side::AtMost, limit, rounds);
    }
    Ok(findings)
}
