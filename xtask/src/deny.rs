//! Checks licences, bans and sources by cargo-deny.
//!
//! Registries of binaries have only a version of 2023, which cannot read our `deny.toml`. So a missing cargo-deny is
//! compiled once, into `tools` beside the build. Without optimisation this takes a third of the time, and the check
//! takes a second either way.

use std::path::PathBuf;

use crate::Outcome;
use crate::shell::{Command, is_on_path};
use crate::workspace;

const VERSION: &str = "0.20.2";

/// Checks the dependency graph against `deny.toml`.
pub fn check() -> Outcome {
    let program = find()?;
    Command::new(program, ["check", "licenses", "bans", "sources"]).run()
}

fn find() -> Outcome<PathBuf> {
    if is_on_path("cargo-deny") {
        return Ok("cargo-deny".into());
    }
    let tools = workspace::target()?.join("tools");
    let own = tools
        .join("bin/cargo-deny")
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !own.is_file() {
        println!("\ncargo-deny {VERSION} is not on PATH. Compiling it once takes a few minutes.");
        Command::cargo([
            "install",
            "--debug",
            "--locked",
            "cargo-deny",
            "--version",
            VERSION,
        ])
        .variable("CARGO_INSTALL_ROOT", &tools)
        .variable("CARGO_TARGET_DIR", tools.join("build"))
        .variable("CARGO_PROFILE_DEV_DEBUG", "0")
        .run()?;
        // The build folder is large and no longer needed.
        let _ = std::fs::remove_dir_all(tools.join("build"));
    }
    Ok(own)
}
