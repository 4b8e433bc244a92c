//! Paths of the repository and the build.

use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::shell::Command;

/// The folder of the repository.
///
/// Cargo sets the package's path at run time. The compiled-in path would be wrong if several working copies share one
/// target folder.
pub fn root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.parent().map(Path::to_path_buf).unwrap_or(own)
}

/// The client's folder.
pub fn client() -> PathBuf {
    root().join("client")
}

/// The folder that cargo builds into, as the environment, a configuration file or the default says.
pub fn target() -> Outcome<PathBuf> {
    let metadata =
        Command::cargo(["metadata", "--format-version", "1", "--no-deps", "--locked"]).read()?;
    let key = "\"target_directory\":\"";
    metadata
        .split_once(key)
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(path, _)| PathBuf::from(path.replace("\\\\", "\\")))
        .ok_or_else(|| "cargo metadata names no target directory".to_owned())
}

/// The path of a program built by `cargo build` in this profile folder (`debug` or `release`).
pub fn program(profile: &str, name: &str) -> Outcome<PathBuf> {
    let path = target()?
        .join(profile)
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{} was not built", path.display()))
    }
}
