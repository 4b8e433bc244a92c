//! Runs every check and test. After a failed step the next ones still run, and the table at the end lists all results.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{self, Child, Stdio};
use std::time::{Duration, Instant};

use crate::shell::{Command, is_on_path};
use crate::{Outcome, browser, client, cluster, deny, requirements, schema, serve, workspace};

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
    turn_server(&mut report);
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

/// Runs the server's tests, and tests the API against its description, by a server that is built already.
pub fn server() -> Outcome {
    let mut report = Report::default();
    rust_tests(&mut report);
    report.step("api description", || schema::check(&built_by_tests()?));
    report.close()
}

/// Tests the API against its description.
pub fn api_description() -> Outcome {
    schema::check(&serve::built()?)
}

/// Runs everything in two pairs: compiling and most tests leave a core idle half of the time. The server's tests and
/// the browser's need the client's pages and the server, so these are built first.
fn run_all(report: &mut Report) {
    // Only one apt runs at a time.
    turn_server(report);
    report.step("browser", || browser::find().map(drop));
    report.beside("client", rust_lints);
    report.beside("server", |report| browser_tests(report, built_by_tests));
}

/// The server that the tests have built. A build for itself has other features of its dependencies and takes minutes.
fn built_by_tests() -> Outcome<PathBuf> {
    workspace::program("debug", "frontdesk")
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

/// One of the server's tests lets it check the calls' credentials, and fails without it.
fn turn_server(report: &mut Report) {
    report.step("turn server", || {
        if is_on_path("turnserver") && is_on_path("turnutils_uclient") {
            return Ok(());
        }
        browser::install_with_apt("coturn", &["coturn"])
    });
}

fn rust_tests(report: &mut Report) {
    // The cluster's tests start it, and fail without it.
    report.step("nats server", cluster::install);
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

    /// Runs a part of the tests in a process of its own while `work` runs, and prints its output at the end.
    fn beside(&mut self, part: &'static str, work: impl FnOnce(&mut Self)) {
        let start = Instant::now();
        let aside = Aside::start(part);
        work(self);
        let outcome = aside.and_then(Aside::finish);
        self.rows.push((part, start.elapsed(), outcome));
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

/// A part of the tests that runs in a process of its own.
struct Aside {
    process: Child,
    output: PathBuf,
}

impl Aside {
    fn start(part: &str) -> Outcome<Self> {
        let failed = |error: io::Error| format!("starting the tests of the {part}: {error}");
        let output = workspace::target()?.join(format!("tests-of-the-{part}.log"));
        let file = File::create(&output).map_err(failed)?;
        let process = process::Command::new(std::env::current_exe().map_err(failed)?)
            .args(["test", part])
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(failed)?)
            .stderr(file)
            .spawn()
            .map_err(failed)?;
        println!("\n$ cargo xtask test {part}   (its output follows at its end)");
        Ok(Self { process, output })
    }

    fn finish(mut self) -> Outcome {
        let status = self.process.wait().map_err(|error| error.to_string())?;
        let output = fs::read(&self.output).map_err(|error| error.to_string())?;
        println!("{}", String::from_utf8_lossy(&output));
        if status.success() {
            Ok(())
        } else {
            Err("its table is above".to_owned())
        }
    }
}
