//! Runs every check and test, cheap ones first. After a failed step the next ones still run, and the table at the end
//! lists all results.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::shell::{Command, is_on_path};
use crate::tally::{Counter, Tally};
use crate::{Outcome, browser, client, deny, requirements, schema, serve, workspace};

/// Runs all tests.
pub fn all() -> Outcome {
    let mut report = Report::default();
    run_all(&mut report);
    report.close()
}

/// Checks the requirements, runs all tests and checks the dependencies.
pub fn continuous_integration() -> Outcome {
    let mut report = Report::default();
    report.step("requirements", |_| requirements::check());
    run_all(&mut report);
    report.step("licences, bans, sources", |_| deny::check());
    report.close()
}

/// Runs formatting, lints and tests of the Rust code.
pub fn rust() -> Outcome {
    let mut report = Report::default();
    rust_lints(&mut report);
    rust_tests(&mut report);
    report.close()
}

/// Runs lints, types, tests, production build and size limits of the client.
pub fn client() -> Outcome {
    let mut report = Report::default();
    client_checks(&mut report);
    report.close()
}

/// Runs the browser tests against the real server.
pub fn end_to_end() -> Outcome {
    let mut report = Report::default();
    report.step("client build", |_| client::build());
    browser_tests(&mut report, serve::built);
    report.close()
}

/// Tests the API against its description.
pub fn api_description() -> Outcome {
    schema::check(&serve::built()?)
}

/// Builds the client before the server's tests, so that they use the real pages. Later steps use the server built by
/// these tests: a separate build has other features of its dependencies and would compile for minutes.
fn run_all(report: &mut Report) {
    client_checks(report);
    rust_lints(report);
    rust_tests(report);
    let server = || workspace::program("debug", "frontdesk");
    report.step("api description", |_| schema::check(&server()?));
    browser_tests(report, server);
}

fn rust_lints(report: &mut Report) {
    report.step("rustfmt", |_| {
        Command::cargo(["fmt", "--all", "--check"]).run()
    });
    report.step("clippy", |_| {
        let words = "clippy --workspace --all-targets --locked -- -D warnings";
        Command::cargo(words.split(' ')).run()
    });
}

fn rust_tests(report: &mut Report) {
    // One test lets it check the calls' credentials, and fails without it.
    report.step("turn server", |_| {
        if is_on_path("turnserver") && is_on_path("turnutils_uclient") {
            return Ok(());
        }
        browser::install_with_apt("coturn", &["coturn"])
    });
    if is_on_path("cargo-nextest") {
        report.step("rust tests", |tally| {
            let words = "nextest run --workspace --locked --no-fail-fast --no-tests pass";
            Command::cargo(words.split(' ')).run_counting(Counter::Nextest, tally)
        });
        // nextest does not run documentation examples.
        report.step("rust doc tests", |tally| {
            let words = "test --workspace --locked --no-fail-fast --doc";
            Command::cargo(words.split(' ')).run_counting(Counter::CargoTest, tally)
        });
    } else {
        report.step("rust tests", |tally| {
            let words = "test --workspace --locked --no-fail-fast";
            Command::cargo(words.split(' ')).run_counting(Counter::CargoTest, tally)
        });
    }
}

fn client_checks(report: &mut Report) {
    if !report.step("client packages", |_| client::install()) {
        return;
    }
    report.step("biome", |_| Command::npm_script("check").run());
    report.step("types", |_| Command::npm_script("types").run());
    report.step("client tests", |tally| {
        Command::npm_script("test").run_counting(Counter::Vitest, tally)
    });
    if report.step("client build", |_| client::build()) {
        report.step("size budget", |_| Command::npm_script("size").run());
    }
}

fn browser_tests(report: &mut Report, server: impl FnOnce() -> Outcome<PathBuf>) {
    report.step("browser tests", |tally| {
        let chromium = browser::find()?;
        Command::npm_script("e2e")
            .variable("CHROMIUM", chromium)
            .variable("FRONTDESK_BIN", server()?)
            .run_counting(Counter::Playwright, tally)
    });
}

/// The result of each step.
#[derive(Default)]
struct Report {
    rows: Vec<(&'static str, Duration, Outcome)>,
    tally: Tally,
}

impl Report {
    /// Runs a step, keeps its result and returns whether it succeeded.
    fn step(&mut self, name: &'static str, work: impl FnOnce(&mut Tally) -> Outcome) -> bool {
        let start = Instant::now();
        let outcome = work(&mut self.tally);
        if let Err(reason) = &outcome {
            eprintln!("\n{name}: {reason}");
        }
        let is_ok = outcome.is_ok();
        self.rows.push((name, start.elapsed(), outcome));
        is_ok
    }

    /// Prints the table and the counts, and fails if any step did.
    fn close(self) -> Outcome {
        println!();
        for (name, took, outcome) in &self.rows {
            let seconds = took.as_secs_f64();
            match outcome {
                Ok(()) => println!("{name:<24} ok     {seconds:>7.1} s"),
                Err(reason) => println!("{name:<24} FAILED {seconds:>7.1} s  {reason}"),
            }
        }
        let failed: Vec<_> = self
            .rows
            .iter()
            .filter(|(_, _, outcome)| outcome.is_err())
            .map(|row| row.0)
            .collect();
        println!("{}", self.tally);
        if failed.is_empty() {
            Ok(())
        } else {
            Err(format!("failed: {}", failed.join(", ")))
        }
    }
}
