//! Checks licences, bans and sources by cargo-deny.
//!
//! Registries of binaries have only a version of 2023, which cannot read our `deny.toml`.

use std::path::PathBuf;

use crate::shell::Command;
use crate::{Outcome, tools};

const VERSION: &str = "0.20.2";

/// Checks the dependency graph against `deny.toml`.
pub fn check() -> Outcome {
    Command::new(program()?, ["check", "licenses", "bans", "sources"]).run()
}

/// The path of cargo-deny.
pub fn program() -> Outcome<PathBuf> {
    tools::find("cargo-deny", VERSION)
}
