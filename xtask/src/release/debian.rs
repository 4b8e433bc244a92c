//! The Debian package, by cargo-deb. `server/Cargo.toml` says what is in it.

use super::{Release, Target, copy_all, empty};
use crate::Outcome;
use crate::shell::Command;
use crate::tools;
use crate::workspace;

const CARGO_DEB: &str = "3.8.0";

/// Packs the Debian package of a target, from the program and the parts that are built already.
pub fn pack(release: &Release, target: Target) -> Outcome {
    // cargo-deb looks for what is built beside the program.
    let parts = workspace::target()?
        .join(target.triple())
        .join("release/parts");
    empty(&parts)?;
    copy_all(&release.parts, &parts, &["man", "completions"])?;
    super::copy(
        &release.parts.join(super::LICENCES),
        &parts.join(super::LICENCES),
    )?;
    let tool = tools::find("cargo-deb", CARGO_DEB)?;
    let (triple, out) = (
        target.triple(),
        release.packages.to_string_lossy().into_owned(),
    );
    let words = [
        "deb",
        "--no-build",
        "--no-strip",
        "--locked",
        "-p",
        "server",
        "--target",
        &triple,
        "--output",
        &out,
    ];
    Command::new(tool, words)
        .variable("SOURCE_DATE_EPOCH", &release.epoch)
        .run()
}
