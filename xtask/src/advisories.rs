//! Looks for known weaknesses in the dependencies. Both databases are on the network: RustSec's is a git clone, npm's
//! belongs to the registry. Where one is not reachable, the age of the lock file says how old the dependencies may be.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::shell::Command;
use crate::{Outcome, client, deny, workspace};

/// Asks both databases. Fails if one of them knows a weakness.
///
/// # Errors
/// A weakness is known, or a tool is missing. A database that is not reachable is no error: this says so.
pub fn check() -> Outcome {
    let rust = rust()?;
    let npm = npm()?;
    println!();
    for (database, lock, state) in [
        ("RustSec", "Cargo.lock", &rust),
        ("npm", "client/package-lock.json", &npm),
    ] {
        println!("{database:<8} {}", said(state));
        println!("         {lock} was last changed {}", age_of(lock)?);
    }
    match [rust, npm].contains(&State::Weak) {
        true => Err(
            "a dependency has a known weakness: update it, or say in deny.toml why it does no harm"
                .into(),
        ),
        false => Ok(()),
    }
}

/// What a database says.
#[derive(PartialEq)]
enum State {
    Clean,
    Weak,
    Unreachable,
}

fn said(state: &State) -> &'static str {
    match state {
        State::Clean => "no known weakness",
        State::Weak => "a known weakness: see above",
        State::Unreachable => "the database is not reachable from here, so nothing was checked",
    }
}

fn rust() -> Outcome<State> {
    let program = deny::program()?;
    // Fetching and checking are two steps, because their failures mean different things.
    if !Command::new(&program, ["fetch", "db"]).works() {
        return Ok(State::Unreachable);
    }
    let words = ["check", "--disable-fetch", "advisories"];
    Ok(match Command::new(&program, words).run() {
        Ok(()) => State::Clean,
        Err(_) => State::Weak,
    })
}

fn npm() -> Outcome<State> {
    client::install()?;
    let audit = || Command::new("npm", ["audit"]).inside(&workspace::client());
    if audit().works() {
        return Ok(State::Clean);
    }
    // npm fails in the same way for a weakness and for a registry without a database; only its words tell.
    let text = Command::new("npm", ["audit", "--json"])
        .inside(&workspace::client())
        .output()?;
    if !text.contains("\"auditReportVersion\"") {
        return Ok(State::Unreachable);
    }
    let _ = audit().run();
    Ok(State::Weak)
}

/// When the last commit changed a file, in days.
fn age_of(lock: &str) -> Outcome<String> {
    let words = ["log", "-1", "--format=%cs %ct", "--", lock];
    let line = Command::new("git", words).read()?;
    let (day, seconds) = line
        .trim()
        .split_once(' ')
        .ok_or_else(|| format!("no commit has {lock}"))?;
    let changed: u64 = seconds.parse().unwrap_or_default();
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(changed, |passed| passed.as_secs());
    let days = now.saturating_sub(changed) / 86_400;
    Ok(format!("on {day}, {days} days ago"))
}
