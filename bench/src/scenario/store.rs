//! The store alone, in process: durable appends a second beside a plain log, and the memory, disk space and time of a
//! million and ten million stored messages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::process::{kill_after_line, scratch_folder};
use crate::report::{Findings, Side};
use crate::store::Task;
use crate::store::child::{Found, Job, Size, disk_bytes, payload_bytes};
use crate::store::writers::{Contestant, Rate};

/// An aim in `docs/performance.md`.
const OF_A_PLAIN_LOG: f64 = 0.6;
/// An aim in `docs/performance.md`.
const OF_A_RECORD_A_MESSAGE: f64 = 4.0;
/// Memory of an open store before its first request, also after a kill. An aim in `docs/performance.md`.
const OPENED_MB: f64 = 30.0;
/// Sessions of a store with many messages.
pub(super) const SESSIONS: usize = 50_000;
/// Conversations at the same time. When they end, the next begin.
const AT_ONCE: usize = 2_000;
const MIB: f64 = 1024.0 * 1024.0;

const OWN: &str = "frontdesk";
const WITH_HEADS: &str = "frontdesk, and the session's head with each";
const LOG: &str = "plain log + fdatasync";
const RECORDS: &str = "one sled record a message + fdatasync";
const PER_SECOND: &str = "appends a second";

/// Measures durable appends a second by many waiting writers, in turns.
pub fn measure_writers(
    folder: Option<&Path>,
    count: usize,
    rounds: usize,
    seconds: f64,
) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Store: {count} writers who wait, {rounds} rounds of {seconds} s, in process"
    ));
    for _ in 0..rounds {
        for (name, contestant) in [
            (LOG, Contestant::Log),
            (OWN, Contestant::Product),
            (WITH_HEADS, Contestant::ProductWithHeads),
            (RECORDS, Contestant::RecordAMessage),
        ] {
            let scratch = scratch_folder(folder)?;
            let task = Task::Writers {
                contestant,
                writers: count,
                seconds,
            };
            let rate: Rate = ask(&task, scratch.path())?;
            findings.add(
                name,
                vec![
                    (PER_SECOND, rate.per_second),
                    ("wait p50 us", rate.wait.p50),
                    ("wait p99 us", rate.wait.p99),
                ],
            );
        }
    }
    for (other, limit) in [(LOG, OF_A_PLAIN_LOG), (RECORDS, OF_A_RECORD_A_MESSAGE)] {
        let what = format!("{PER_SECOND} / {other}");
        findings.ratio_bar(what, Side::AtLeast, limit, (PER_SECOND, OWN, other));
    }
    Ok(findings)
}

/// The limits for a number of messages, aims in `docs/performance.md`.
struct Limits {
    loading_mb: f64,
    open_s: f64,
}

/// Measures memory, disk space and opening times of a store with this many messages.
pub fn measure_size(folder: Option<&Path>, messages: u64, rounds: usize) -> Result<Findings> {
    let limits = match messages {
        ..=1_000_000 => Limits {
            loading_mb: 200.0,
            open_s: 0.2,
        },
        _ => Limits {
            loading_mb: 450.0,
            open_s: 1.0,
        },
    };
    let mut findings = Findings::new(format!(
        "Store: {messages} messages over {SESSIONS} sessions, {rounds} rounds"
    ));
    for _ in 0..rounds {
        fill_and_open(folder, OWN, messages, AT_ONCE, &mut findings)?;
    }
    if messages <= 1_000_000 {
        fill_and_open(
            folder,
            "all sessions at once",
            messages,
            SESSIONS,
            &mut findings,
        )?;
    }
    findings.notes.push(format!(
        "{AT_ONCE} sessions write at the same time, in turns, until each has its {} messages",
        messages / SESSIONS as u64
    ));
    for (name, limit) in [
        ("MB while filling", limits.loading_mb),
        ("disk / payload", 2.2),
        ("open s", limits.open_s),
        ("open after kill -9 s", 2.0 * limits.open_s),
        ("MB after open", OPENED_MB),
        ("MB at most", OPENED_MB),
        ("MB after kill -9", OPENED_MB),
        ("MB at most after kill -9", OPENED_MB),
    ] {
        findings.bar(name, Side::AtMost, limit, findings.figure(OWN, name));
    }
    Ok(findings)
}

/// One round: fill, close, open; fill, kill, open.
fn fill_and_open(
    folder: Option<&Path>,
    name: &str,
    messages: u64,
    at_once: usize,
    findings: &mut Findings,
) -> Result<()> {
    let size = Size {
        messages,
        sessions: SESSIONS,
        at_once,
    };
    let scratch = scratch_folder(folder)?;
    let filled: Found = ask(&Task::Size(Job::Fill, size), scratch.path())?;
    let disk = disk_bytes(scratch.path())?;
    let opened: Found = ask(&Task::Size(Job::Open, size), scratch.path())?;
    drop(scratch);

    let scratch = scratch_folder(folder)?;
    ask::<Found>(&Task::Size(Job::FillAndWait, size), scratch.path())?;
    let reopened: Found = ask(&Task::Size(Job::Open, size), scratch.path())?;
    for (what, found) in [("closing", &opened), ("kill -9", &reopened)] {
        if found.messages != messages {
            findings.notes.push(format!(
                "{name}: after {what} {} were there",
                found.messages
            ));
        }
    }
    let figures = vec![
        ("filled in s", filled.seconds),
        ("MB while filling", filled.peak as f64 / MIB),
        ("disk / payload", disk as f64 / payload_bytes(size) as f64),
        ("open s", opened.seconds),
        ("MB after open", opened.memory as f64 / MIB),
        ("MB at most", opened.peak as f64 / MIB),
        ("MB while opening", opened.opening as f64 / MIB),
        ("open after kill -9 s", reopened.seconds),
        ("MB after kill -9", reopened.memory as f64 / MIB),
        ("MB at most after kill -9", reopened.peak as f64 / MIB),
        (
            "MB while opening after kill -9",
            reopened.opening as f64 / MIB,
        ),
    ];
    findings.add(name, figures);
    Ok(())
}

/// Does one task in a separate process and reads the line that it prints. A process that waits is killed then.
pub(super) fn ask<T: DeserializeOwned>(task: &Task, folder: &Path) -> Result<T> {
    let mut command = Command::new(child_program()?);
    command.arg(serde_json::to_string(task)?).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let line = kill_after_line(command)?;
    serde_json::from_str(&line).with_context(|| format!("the process for {task:?} said {line:?}"))
}

/// Path of the program with the product's allocator, built with this one and beside it.
fn child_program() -> Result<PathBuf> {
    let beside = std::env::current_exe()?.with_file_name("frontdesk-bench-store");
    if beside.is_file() {
        return Ok(beside);
    }
    bail!(
        "{} is missing: cargo build --release -p frontdesk-bench",
        beside.display()
    )
}
