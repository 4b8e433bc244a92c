//! Builds the program for a target. Zig is the C compiler and the linker of both targets: it cross-compiles, and it
//! links against an old glibc, so that the program runs on systems older than the build machine.

use std::path::PathBuf;

use super::Target;
use crate::Outcome;
use crate::python;
use crate::shell::Command;
use crate::tools;
use crate::workspace;

const ZIGBUILD: &str = "0.24.1";

/// The oldest glibc that the program runs with: Debian 11, Ubuntu 20.04, RHEL 9.
pub const GLIBC: &str = "2.31";

/// Fails if the standard library of the target is not installed.
pub fn require(target: Target) -> Outcome {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let triple = target.triple();
    let words = ["--print", "target-libdir", "--target", &triple];
    let folder = Command::new(rustc, words).read()?;
    let is_there = std::fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some());
    if is_there {
        return Ok(());
    }
    let short = target.short();
    Err(format!(
        "Rust's standard library for {triple} is not installed. Run `rustup target add {triple}`, or leave {short} out \
         with --target. Without rustup, on Debian: dpkg --add-architecture arm64 && apt-get update && apt-get install \
         rustc-web libstd-rust-web-dev:arm64, then set RUSTC=/usr/bin/rustc"
    ))
}

/// Builds the program and returns its path.
pub fn program(target: Target) -> Outcome<PathBuf> {
    let zigbuild = tools::find("cargo-zigbuild", ZIGBUILD)?;
    let versioned = format!("{}.{GLIBC}", target.triple());
    let words = "zigbuild --release --locked -p server --bin frontdesk --target";
    Command::new(zigbuild, words.split(' ').chain([versioned.as_str()]))
        // The compiler is a package of this Python.
        .variable(
            "CARGO_ZIGBUILD_PYTHON_PATH",
            python::environment("zig")?.join("python"),
        )
        .run()?;
    let built = workspace::target()?
        .join(target.triple())
        .join("release/frontdesk");
    if built.is_file() {
        Ok(built)
    } else {
        Err(format!("{} was not built", built.display()))
    }
}
