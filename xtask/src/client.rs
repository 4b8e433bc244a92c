//! The client's packages and its production build. Each is repeated only when its inputs have changed.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::browser::install_with_apt;
use crate::shell::{Command, is_on_path};
use crate::workspace;

/// Folders of `client/` that are generated, or that no build reads.
const NOT_SOURCES: [&str; 6] = [
    "node_modules",
    "dist",
    "e2e",
    "measure",
    "test-results",
    "playwright-report",
];

/// Installs the packages of the lock file, unless the same lock file is already installed.
pub fn install() -> Outcome {
    if !is_on_path("npm") {
        install_with_apt("npm", &["npm"])?;
    }
    let client = workspace::client();
    let wanted = [
        client.join("package.json"),
        client.join("package-lock.json"),
    ];
    let fingerprint = fingerprint(&wanted)?;
    let stamp = client.join("node_modules/.installed-from");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == fingerprint) {
        return Ok(());
    }
    // `ci` starts from an empty folder and accepts nothing but the lock file.
    Command::new("npm", ["ci"]).inside(&client).run()?;
    write(&stamp, &fingerprint)
}

/// Builds the pages and the loader, unless they are already built from the same sources.
pub fn build() -> Outcome {
    install()?;
    let fingerprint = fingerprint(&sources()?)?;
    let stamp = workspace::client().join("node_modules/.built-from");
    // The server's build script may write a placeholder page, so a page alone proves nothing.
    let made = ["dist/assets", "packages/embed/dist"];
    let is_built = made
        .iter()
        .all(|folder| workspace::client().join(folder).is_dir());
    if is_built && fs::read_to_string(&stamp).is_ok_and(|built| built == fingerprint) {
        println!("\nThe client is built from these sources already.");
        return Ok(());
    }
    let _ = fs::remove_file(&stamp); // a build that fails midway must not look complete
    Command::npm_script("build").run()?;
    write(&stamp, &fingerprint)
}

fn write(stamp: &Path, text: &str) -> Outcome {
    fs::write(stamp, text).map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

/// Lists every file that the production build may read.
fn sources() -> Outcome<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    collect(&workspace::root().join("locales"), &mut found)?;
    for entry in entries(&workspace::client())? {
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if NOT_SOURCES.contains(&name.as_str()) || name.ends_with(".tsbuildinfo") {
            continue;
        }
        collect(&entry, &mut found)?;
    }
    Ok(found)
}

fn collect(path: &Path, found: &mut BTreeSet<PathBuf>) -> Outcome {
    if !path.is_dir() {
        found.insert(path.to_owned());
        return Ok(());
    }
    entries(path)?
        .iter()
        // A package's output folder is beside its sources.
        .filter(|entry| !entry.ends_with("dist"))
        .try_for_each(|entry| collect(entry, found))
}

fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    fs::read_dir(folder)
        .and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect()
        })
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))
}

/// A short text that changes when a file's name or content changes.
fn fingerprint<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let content =
            fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        file.hash(&mut hasher);
        content.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}
