//! What comes with the program: manual pages, completions, licence texts, and lists of what is inside (SBOM).

use std::ffi::OsString;
use std::fs;

use super::{LICENCES, Release, Target, make, read, write};
use crate::Outcome;
use crate::shell::Command;
use crate::tools;
use crate::workspace;

const ABOUT: &str = "0.9.3";

const CYCLONEDX: &str = "0.5.9";

/// The file with the licences of the npm packages alone.
const PAGES_LICENCES: &str = "pages-licences.md";

/// Writes what is the same for all targets.
pub fn write_all(release: &Release) -> Outcome {
    let folder = release.parts.to_string_lossy().into_owned();
    let date = Command::new("git", ["log", "-1", "--format=%cs"]).read()?;
    let words = "run --quiet --locked -p server --example manual --";
    Command::cargo(words.split(' ').chain([folder.as_str(), date.trim()])).run()?;
    write_licences(release)?;
    write_pages_list(release)
}

/// The licence texts of all Rust crates and npm packages inside the program.
fn write_licences(release: &Release) -> Outcome {
    // Without optimisation it takes a quarter of an hour to recognise the licences.
    let about = tools::find_with("cargo-about", ABOUT, &["--features", "cli"])?;
    // It runs offline, and asks for the crates of every platform. A build fetches those of its own only.
    Command::cargo(["fetch", "--locked"]).run()?;
    let crates = release.parts.join("crates.txt");
    let out = crates.to_string_lossy().into_owned();
    let words = "about generate --locked --offline --fail --config deploy/licences/about.toml \
                 --manifest-path server/Cargo.toml deploy/licences/about.hbs --output-file";
    Command::new(about, words.split(' ').chain([out.as_str()])).run()?;
    let node = workspace::client().join("node_modules/.bin/node");
    let pages = Command::new(node, ["licences.mjs"])
        .inside(&workspace::client())
        .read()?;
    write(&release.parts.join(PAGES_LICENCES), &pages)?;
    let text = format!(
        "{}\n\nLicences of the packages inside its pages\n=========================================\n\n{pages}",
        read(&crates)?
    );
    write(&release.parts.join(LICENCES), &text)
}

/// The list of the npm packages inside the pages.
fn write_pages_list(release: &Release) -> Outcome {
    let node = workspace::client().join("node_modules/.bin/node");
    let licences = release.parts.join(PAGES_LICENCES);
    let words = [OsString::from("contents.mjs"), licences.into_os_string()];
    let list = Command::new(node, words)
        .inside(&workspace::client())
        .read()?;
    let name = format!("frontdesk-{}-pages.cdx.json", release.version);
    write(&release.packages.join(name), &list)
}

/// The list of the crates inside the program for this target.
pub fn write_crates_list(release: &Release, target: Target) -> Outcome {
    let cyclonedx = tools::find("cargo-cyclonedx", CYCLONEDX)?;
    let triple = target.triple();
    let words = "cyclonedx --manifest-path server/Cargo.toml --format json --spec-version 1.5 \
                 --describe binaries --no-build-deps --target";
    Command::new(cyclonedx, words.split(' ').chain([triple.as_str()]))
        .variable("SOURCE_DATE_EPOCH", &release.epoch)
        .run()?;
    // The tool writes one list for each program of the workspace, beside its manifest.
    let root = workspace::root();
    let made = root.join("server/frontdesk_bin.cdx.json");
    // Paths of the build machine say nothing to a reader.
    let list = read(&made)?.replace(&*root.to_string_lossy(), "/frontdesk");
    for folder in ["server", "bench", "xtask"] {
        for name in super::names(&root.join(folder))? {
            if name.ends_with("_bin.cdx.json") {
                let _ = fs::remove_file(root.join(folder).join(name));
            }
        }
    }
    make(&release.packages)?;
    write(
        &release
            .packages
            .join(format!("{}.cdx.json", release.name(target))),
        &list,
    )
}
