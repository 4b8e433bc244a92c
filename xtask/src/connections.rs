//! Tells the story of a shop and its own systems with a server of SMTP, a provider of OpenID Connect and a library for
//! webhooks that other people wrote.

use std::path::Path;

use crate::Outcome;
use crate::shell::Command;
use crate::{python, workspace};

/// Tells it with this server and an empty data folder.
pub fn check(program: &Path) -> Outcome {
    let python = python::environment("connections")?.join("python");
    let data = workspace::target()?.join("connections/data");
    if data.exists() {
        std::fs::remove_dir_all(&data).map_err(|error| format!("clearing the data: {error}"))?;
    }
    let script = Path::new("xtask/connections/story.py");
    let tenants = Path::new("server/tests/tenants");
    Command::new(python, [script, program, tenants, &data])
        // Keeps generated files out of the repository.
        .variable("PYTHONDONTWRITEBYTECODE", "1")
        .run()
}
