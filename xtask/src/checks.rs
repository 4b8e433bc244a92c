//! Runs every check and test, cheap ones first. After a failed step the next ones still run, and the table at the end
//! lists all results.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::shell::{Command, is_on_path};
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
    report.step("requirements", requirements::check);
    run_all(&mut report);
    report.step("licences, bans, sources", deny::check);
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
    report.step("client build", client::build);
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
    report.step("api description", || schema::check(&server()?));
    browser_tests(report, server);
}

fn rust_lints(report: &mut Report) {
    cargo(report, "rustfmt", "fmt --all --check");
    cargo(
        report,
        "clippy and build",
        "test --workspace --locked --no-run --quiet",
    );
}

/// Runs cargo with clippy as the compiler of the workspace's crates. `cargo clippy` compiles every dependency once more
/// than the tests need, which takes minutes on a fresh machine.
fn cargo(report: &mut Report, name: &'static str, words: &str) {
    report.step(name, || {
        Command::cargo(words.split(' '))
            .variable("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
            .variable("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings")
            .run()
    });
}

fn rust_tests(report: &mut Report) {
    // One test lets it check the calls' credentials, and fails without it.
    report.step("turn server", || {
        if is_on_path("turnserver") && is_on_path("turnutils_uclient") {
            return Ok(());
        }
        browser::install_with_apt("coturn", &["coturn"])
    });
    if is_on_path("cargo-nextest") {
        cargo(
            report,
            "rust tests",
            "nextest run --workspace --locked --no-fail-fast --no-tests pass",
        );
        // nextest does not run documentation examples.
        cargo(
            report,
            "rust doc tests",
            "test --workspace --locked --no-fail-fast --doc",
        );
    } else {
        cargo(
            report,
            "rust tests",
            "test --workspace --locked --no-fail-fast",
        );
    }
}

fn client_checks(report: &mut Report) {
    if !report.step("client packages", client::install) {
        return;
    }
    report.step("biome", || Command::npm_script("check").run());
    report.step("types", || Command::npm_script("types").run());
    report.step("client tests", || Command::npm_script("test").run());
    if report.step("client build", client::build) {
        report.step("size budget", || Command::npm_script("size").run());
    }
}

fn browser_tests(report: &mut Report, server: impl FnOnce() -> Outcome<PathBuf>) {
    report.step("browser tests", || {
        let chromium = browser::find()?;
        Command::npm_script("e2e")
            .variable("CHROMIUM", chromium)
            .variable("FRONTDESK_BIN", server()?)
            .run()
    });
}

/// The result of each step.
#[derive(Default)]
pub struct Report {
    rows: Vec<(&'static str, Duration, Outcome)>,
}

impl Report {
    /// Runs a step, keeps its result and returns whether it succeeded.
    pub fn step(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) -> bool {
        let start = Instant::now();
        let outcome = work();
        if let Err(reason) = &outcome {
            eprintln!("\n{name}: {reason}");
        }
        let is_ok = outcome.is_ok();
        self.rows.push((name, start.elapsed(), outcome));
        is_ok
    }

    /// Prints the table, and fails if any step did.
    pub fn close(self) -> Outcome {
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
        if failed.is_empty() {
            Ok(())
        } else {
            Err(format!("failed: {}", failed.join(", ")))
        }
    }
}
