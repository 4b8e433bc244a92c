//! Finds the browser for the end-to-end tests, and installs missing Debian packages.

use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::shell::Command;

/// Paths of Debian's browsers that Playwright can drive.
const KNOWN: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/// Folders of the Debian fonts for the product's languages.
const FONTS: [&str; 2] = [
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/truetype/noto",
];

/// Finds a browser: the one `CHROMIUM` names, else an installed one. Installs a missing browser or missing fonts.
pub fn find() -> Outcome<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!(
                "CHROMIUM names {}, which is not a file",
                named.display()
            ))
        };
    }
    let has_fonts = FONTS.iter().all(|folder| Path::new(folder).is_dir());
    if let Some(path) = installed().filter(|_| has_fonts) {
        return Ok(path);
    }
    let packages = [
        "chromium-headless-shell",
        "fonts-noto-cjk",
        "fonts-noto-core",
    ];
    install_with_apt("a browser, or fonts for it,", &packages)?;
    installed().ok_or_else(|| "apt installed no browser; set CHROMIUM to one".to_owned())
}

fn installed() -> Option<PathBuf> {
    KNOWN.iter().map(PathBuf::from).find(|path| path.is_file())
}

/// Installs Debian packages as root or by passwordless sudo. Otherwise the error names the command to run.
pub fn install_with_apt(what: &str, packages: &[&str]) -> Outcome {
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    let by_hand = format!("apt-get update && apt-get {}", arguments.join(" "));
    let prefix: &[&str] = if Command::new("id", ["-u"])
        .read()
        .is_ok_and(|id| id.trim() == "0")
    {
        &["env"]
    } else if Command::new("sudo", ["-n", "true"]).works() {
        &["sudo", "-n", "env"]
    } else {
        return Err(format!("{what} is missing. As root run: {by_hand}"));
    };
    if !Command::new("apt-get", ["--version"]).works() {
        return Err(format!(
            "{what} is missing, and so is apt-get. On Debian: {by_hand}"
        ));
    }
    for step in [vec!["update"], arguments] {
        let words = prefix[1..].iter().copied();
        let words = words
            .chain(["DEBIAN_FRONTEND=noninteractive", "apt-get"])
            .chain(step);
        Command::new(prefix[0], words).run()?;
    }
    Ok(())
}
