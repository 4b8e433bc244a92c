//! Builds the packages of a release: tarballs and Debian packages with everything a machine needs, the npm package, the
//! lists of what is inside, and the sums of all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::client;
use crate::shell::Command;
use crate::workspace;

mod build;
mod check;
mod container;
mod debian;
mod papers;
mod tarball;

/// The name of the file with the licence texts of others.
const LICENCES: &str = "LICENSES-THIRD-PARTY.txt";

/// A processor that packages are built for. The system is Linux with glibc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    X86,
    Arm,
}

impl Target {
    const ALL: [Self; 2] = [Self::X86, Self::Arm];

    /// As the option `--target` names it, and as `uname -m` prints it.
    pub fn short(self) -> &'static str {
        match self {
            Self::X86 => "x86_64",
            Self::Arm => "aarch64",
        }
    }

    /// As Rust names it.
    pub fn triple(self) -> String {
        format!("{}-unknown-linux-gnu", self.short())
    }

    /// The target of the machine that runs this task.
    pub fn here() -> Outcome<Self> {
        let all = Self::ALL.into_iter();
        all.into_iter()
            .find(|target| target.short() == std::env::consts::ARCH)
            .ok_or_else(|| "releases are checked on x86-64 or arm64 only".to_owned())
    }
}

/// What every step of a release needs to know.
pub struct Release {
    version: String,
    /// The folder of the finished packages.
    packages: PathBuf,
    /// The folder of what goes into them.
    parts: PathBuf,
    /// The time of the last commit, in seconds since 1970: two builds of it give the same archives.
    epoch: String,
}

impl Release {
    fn begin() -> Outcome<Self> {
        let target = workspace::target()?;
        let release = Self {
            version: version()?,
            packages: target.join("release-packages"),
            parts: target.join("release-parts"),
            epoch: Command::new("git", ["log", "-1", "--format=%ct"])
                .read()
                .map_or_else(|_| "0".to_owned(), |seconds| seconds.trim().to_owned()),
        };
        empty(&release.packages)?;
        empty(&release.parts)?;
        Ok(release)
    }

    /// The name of a target's tarball, and of the folder in it.
    fn name(&self, target: Target) -> String {
        format!("frontdesk-{}-{}", self.version, target.triple())
    }
}

/// Builds the packages that the options ask for, and checks those of this machine if asked.
pub fn run(options: &[String]) -> Outcome {
    let (mut targets, mut is_checked) = (Vec::new(), false);
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match (word.as_str(), words.as_slice().first().map(String::as_str)) {
            ("--check", _) => is_checked = true,
            ("--target", Some(name)) => {
                let target = Target::ALL
                    .into_iter()
                    .find(|target| target.short() == name);
                targets.push(
                    target
                        .ok_or_else(|| format!("no release for {name}: use x86_64 or aarch64"))?,
                );
                words.next();
            }
            _ => {
                return Err(format!(
                    "`cargo xtask release` does not know {word}: see `cargo xtask help`"
                ));
            }
        }
    }
    if targets.is_empty() {
        // `--check` alone is for the machine it runs on.
        targets = if is_checked {
            vec![Target::here()?]
        } else {
            Target::ALL.to_vec()
        };
    }
    let release = package(&targets)?;
    if is_checked {
        return check::check(&release, &targets);
    }
    println!("\nThe packages are in {}.", release.packages.display());
    Ok(())
}

/// Builds everything for these targets.
fn package(targets: &[Target]) -> Outcome<Release> {
    for target in targets {
        build::require(*target)?;
    }
    client::build()?;
    let release = Release::begin()?;
    papers::write_all(&release)?;
    for target in targets {
        let program = build::program(*target)?;
        papers::write_crates_list(&release, *target)?;
        tarball::pack(&release, *target, &program)?;
        debian::pack(&release, *target)?;
    }
    pack_npm(&release)?;
    write_sums(&release)?;
    Ok(release)
}

fn version() -> Outcome<String> {
    let id = Command::cargo(["pkgid", "--locked", "-p", "server"]).read()?;
    let version = id.trim().rsplit(['@', '#']).next().unwrap_or_default();
    Ok(version.to_owned())
}

fn pack_npm(release: &Release) -> Outcome {
    let folder = release.packages.to_string_lossy().into_owned();
    let words = [
        "pack",
        "--silent",
        "./packages/embed",
        "--pack-destination",
        &folder,
    ];
    Command::new("npm", words)
        .inside(&workspace::client())
        .run()
}

fn write_sums(release: &Release) -> Outcome {
    let mut names = names(&release.packages)?;
    names.sort();
    let words = ["--".to_owned()].into_iter().chain(names);
    let sums = Command::new("sha256sum", words)
        .inside(&release.packages)
        .read()?;
    write(&release.packages.join("SHA256SUMS"), &sums)
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Outcome<Vec<String>> {
    let reading = |error| format!("reading {}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(reading)?;
    let names =
        entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    names.collect::<Result<_, _>>().map_err(reading)
}

fn empty(folder: &Path) -> Outcome {
    let _ = fs::remove_dir_all(folder); // it may not exist
    make(folder)
}

fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("making {}: {error}", folder.display()))
}

fn write(path: &Path, text: &str) -> Outcome {
    fs::write(path, text).map_err(|error| format!("writing {}: {error}", path.display()))
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("reading {}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("copying {} to {}: {error}", from.display(), to.display()))
}

/// Copies these folders and the files in them.
fn copy_all(from: &Path, to: &Path, folders: &[&str]) -> Outcome {
    for folder in folders {
        make(&to.join(folder))?;
        for name in names(&from.join(folder))? {
            copy(&from.join(folder).join(&name), &to.join(folder).join(&name))?;
        }
    }
    Ok(())
}
