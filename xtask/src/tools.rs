//! Tools that are Rust programs. A missing one is compiled once, into `tools` beside the build. Without optimisation
//! this takes a third of the time.

use std::path::PathBuf;

use crate::Outcome;
use crate::shell::{Command, is_on_path};
use crate::workspace;

/// The path of a tool: the one on PATH, or else this version, compiled if it is missing.
pub fn find(name: &str, version: &str) -> Outcome<PathBuf> {
    find_with(name, version, &["--debug"])
}

/// The same, for a tool that is compiled with these further options of `cargo install`.
pub fn find_with(name: &str, version: &str, options: &[&str]) -> Outcome<PathBuf> {
    if is_on_path(name) {
        return Ok(name.into());
    }
    let tools = workspace::target()?.join("tools");
    let own = tools
        .join("bin")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !own.is_file() {
        println!("\n{name} {version} is not on PATH. Compiling it once takes a few minutes.");
        let words = ["install", "--locked", name, "--version", version];
        Command::cargo(words.into_iter().chain(options.iter().copied()))
            .variable("CARGO_INSTALL_ROOT", &tools)
            .variable("CARGO_TARGET_DIR", tools.join("build"))
            .variable("CARGO_PROFILE_DEV_DEBUG", "0")
            .run()?;
        // The build folder is large and no longer needed.
        let _ = std::fs::remove_dir_all(tools.join("build"));
    }
    Ok(own)
}
