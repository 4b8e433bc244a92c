//! Every check and test, in an order that finds cheap mistakes first. A failed step does not hide the next ones;
//! the table at the end names them all.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::shell::{Command, is_on_path};
use crate::tally::{Counter, Tally};
use crate::{Outcome, browser, client, deny, requirements, schema, serve, workspace};

/// The whole of the tests.
pub fn all() -> Outcome {
    let mut report = Report::default();
    run_all(&mut report);
    report.close()
}

/// Requirements, the whole of the tests and the check of the dependencies.
pub fn continuous_integration() -> Outcome {
    let mut report = Report::default();
    report.step("requirements", |_| requirements::check());
    run_all(&mut report);
    report.step("licences, bans, sources", |_| deny::check());
    report.close()
}

/// Formatting, lints and tests of the Rust code.
pub fn rust() -> Outcome {
    let mut report = Report::default();
    rust_lints(&mut report);
    rust_tests(&mut report);
    report.close()
}

/// Lints, types, tests, production build and weight of the client.
pub fn client() -> Outcome {
    let mut report = Report::default();
    client_checks(&mut report);
    report.close()
}

/// The tests in a real browser against the real server.
pub fn end_to_end() -> Outcome {
    let mut report = Report::default();
    report.step("client build", |_| client::build());
    browser_tests(&mut report, serve::built);
    report.close()
}

/// The API's description put to the test.
pub fn api_description() -> Outcome {
    schema::check(&serve::built()?)
}

/// The client is built before the server's tests, so that these meet the pages a user would. The server is the one that was
/// built with them: built alone it has other features of its dependencies, which would be compiled again for minutes.
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
    // A test lets it check the credentials that calls get; without it that test fails and says so.
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
        // nextest leaves the examples in the documentation out.
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

/// What became of each step.
#[derive(Default)]
struct Report {
    rows: Vec<(&'static str, Duration, Outcome)>,
    tally: Tally,
}

impl Report {
    /// Performs a step, keeps its result and says whether it succeeded.
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
