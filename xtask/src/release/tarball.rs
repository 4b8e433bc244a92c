//! The tarball: the program and all that comes with it.

use std::path::Path;

use super::{LICENCES, Release, Target, copy, copy_all, empty, make};
use crate::Outcome;
use crate::shell::Command;
use crate::workspace;

/// What is copied from the repository, and its folder in the tarball.
const FROM_REPOSITORY: [(&str, &str); 14] = [
    ("LICENSE", ""),
    ("CHANGELOG.md", ""),
    ("SECURITY.md", ""),
    ("docs/operation.md", ""),
    ("deploy/frontdesk.toml", ""),
    ("deploy/systemd/frontdesk.service", "systemd"),
    ("deploy/systemd/frontdesk.socket", "systemd"),
    ("deploy/container/Containerfile", ""),
    ("deploy/container/compose.yaml", ""),
    ("deploy/wordpress/frontdesk-chat.php", "wordpress"),
    ("deploy/wordpress/uninstall.php", "wordpress"),
    ("deploy/wordpress/readme.txt", "wordpress"),
    ("deploy/shopify/frontdesk-chat.liquid", "shopify"),
    ("deploy/shopify/settings.json", "shopify"),
];

/// Packs the tarball of a target.
pub fn pack(release: &Release, target: Target, program: &Path) -> Outcome {
    let name = release.name(target);
    let folder = release.parts.join(&name);
    fill(release, &folder, program)?;
    let list = format!("{name}.cdx.json");
    copy(&release.packages.join(&list), &folder.join("sbom.cdx.json"))?;
    let archive = release.packages.join(format!("{name}.tar.gz"));
    // Two builds of the same commit give the same archive.
    let words = [
        "--create".to_owned(),
        "--gzip".to_owned(),
        "--sort=name".to_owned(),
        "--owner=0".to_owned(),
        "--group=0".to_owned(),
        "--numeric-owner".to_owned(),
        format!("--mtime=@{}", release.epoch),
        format!("--file={}", archive.display()),
        format!("--directory={}", release.parts.display()),
        name,
    ];
    Command::new("tar", words).run()
}

fn fill(release: &Release, folder: &Path, program: &Path) -> Outcome {
    empty(folder)?;
    copy(program, &folder.join("frontdesk"))?;
    copy(&release.parts.join(LICENCES), &folder.join(LICENCES))?;
    for (from, to) in FROM_REPOSITORY {
        let to = folder.join(to);
        make(&to)?;
        let name = from.rsplit('/').next().unwrap_or(from);
        copy(&workspace::root().join(from), &to.join(name))?;
    }
    // The container's empty data folder, which belongs to its user.
    make(&folder.join("data"))?;
    copy_all(&release.parts, folder, &["man", "completions"])
}
