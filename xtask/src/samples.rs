//! Checks the samples for a cluster in `deploy/` by real NATS servers and the schemas of Kubernetes.

use std::path::Path;

use crate::Outcome;
use crate::shell::Command;
use crate::{python, workspace};

/// Starts three NATS servers with each sample, and compares the manifests with their schemas.
pub fn check() -> Outcome {
    let python = python::environment("samples")?.join("python");
    let folder = workspace::target()?.join("samples/servers");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("clearing a folder: {error}"))?;
    }
    let script = Path::new("xtask/samples/check.py");
    Command::new(python, [script, Path::new("deploy"), &folder])
        // Keeps generated files out of the repository.
        .variable("PYTHONDONTWRITEBYTECODE", "1")
        .run()
}
