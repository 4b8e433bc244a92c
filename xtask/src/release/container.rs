//! Podman, and the images that a release is checked on. They come from Debian's packages, so no registry of images is
//! needed.

use super::Release;
use crate::Outcome;
use crate::browser::install_with_apt;
use crate::shell::{Command, is_on_path};

/// The Debian release that packages are checked on: the oldest that gets security fixes.
const SUITE: &str = "bookworm";

/// An image with an init system, for the Debian package.
pub const DEBIAN: Image = Image {
    name: "localhost/frontdesk-check-debian",
    variant: "minbase",
    packages: "systemd,systemd-sysv,adduser,ca-certificates,init-system-helpers,libgcc-s1",
};

/// An image like the distroless base of the Containerfile: glibc and certificates, without a shell.
pub const BASE: Image = Image {
    name: "localhost/frontdesk-check-base",
    variant: "extract",
    packages: "libc6,libgcc-s1,ca-certificates,tzdata,base-files,netbase",
};

/// An image made of Debian packages.
pub struct Image {
    pub name: &'static str,
    variant: &'static str,
    packages: &'static str,
}

/// Installs podman and what it needs to run containers.
pub fn require() -> Outcome {
    if is_on_path("podman") && is_on_path("mmdebstrap") {
        return Ok(());
    }
    let packages = [
        "podman",
        "buildah",
        "crun",
        "runc",
        "netavark",
        "aardvark-dns",
        "iptables",
        "mmdebstrap",
    ];
    install_with_apt("podman or mmdebstrap", &packages)
}

/// Makes an image unless it exists.
pub fn make(release: &Release, image: &Image) -> Outcome {
    if Command::new("podman", ["image", "exists", image.name]).works() {
        return Ok(());
    }
    let archive = release
        .parts
        .join("image.tar")
        .to_string_lossy()
        .into_owned();
    let variant = format!("--variant={}", image.variant);
    let packages = format!("--include={}", image.packages);
    Command::new(
        "mmdebstrap",
        ["--quiet", &variant, &packages, SUITE, &archive],
    )
    .run()?;
    Command::new("podman", ["import", "--quiet", &archive, image.name]).run()?;
    std::fs::remove_file(&archive).map_err(|error| format!("removing {archive}: {error}"))
}

/// The flags of `podman run` that this machine needs: none, or those for a machine with control groups of version 1 or
/// with low limits.
pub fn flags() -> Outcome<Vec<String>> {
    let old = [
        "--runtime",
        "runc",
        "--ulimit",
        "nofile=4096:4096",
        "--ulimit",
        "nproc=1024:1024",
    ];
    for flags in [&[][..], &old[..]] {
        let words = ["run", "--rm", "--network", "none"]
            .iter()
            .chain(flags)
            .chain(&[DEBIAN.name, "true"]);
        if Command::new("podman", words.copied()).works() {
            return Ok(flags.iter().map(|flag| (*flag).to_owned()).collect());
        }
    }
    Err(format!(
        "podman cannot start containers on this machine: try `podman run --rm {} true`",
        DEBIAN.name
    ))
}
