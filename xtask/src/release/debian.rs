//! The Debian package, by cargo-deb. `server/Cargo.toml` says what is in it.

use std::path::Path;

use super::{Release, Target, copy_all, empty, names, write};
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
    write_changelog(release, &parts)?;
    compress(&parts.join("man"))?;
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

/// Writes the list of changes that Debian asks for. It refers to ours, which is packed beside it.
fn write_changelog(release: &Release, parts: &Path) -> Outcome {
    let at = format!("--date=@{}", release.epoch);
    let date = Command::new("date", ["--utc", "--rfc-email", &at]).read()?;
    let (version, date) = (&release.version, date.trim());
    let text = format!(
        "frontdesk ({version}-1) unstable; urgency=medium\n\n  * changelog.gz in this folder has the changes.\n\n \
         -- Frontdesk <frontdesk@example.com>  {date}\n"
    );
    write(&parts.join("changelog.Debian"), &text)?;
    let words = ["-9", "--no-name", "changelog.Debian"];
    Command::new("gzip", words).inside(parts).run()
}

/// Debian keeps manual pages compressed.
fn compress(folder: &Path) -> Outcome {
    let words = ["-9", "--no-name"].map(str::to_owned).into_iter();
    Command::new("gzip", words.chain(names(folder)?))
        .inside(folder)
        .run()
}
