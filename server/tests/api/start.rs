//! How the program starts. A failed start prints one line that says what was tried and why, and no stack trace.

use std::path::Path;
use std::process::Command;

/// Asserts that the program exits with one line on stderr, and returns that line.
fn refused(data: &Path, options: &[&str]) -> String {
    refused_at("127.0.0.1:0", data, options)
}

fn refused_at(address: &str, data: &Path, options: &[&str]) -> String {
    let ended = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["serve", "--listen", address, "--data"])
        .arg(data)
        .args(options)
        .env("RUST_BACKTRACE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn invalid_fixtures_stop_the_start_and_the_file_is_named() {
    let (data, fixtures) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tenant = fixtures.path().join("shop");
    std::fs::create_dir(&tenant).unwrap();
    std::fs::write(tenant.join("tenant.json"), "{").unwrap();

    let said = refused(
        data.path(),
        &["--fixtures", fixtures.path().to_str().unwrap()],
    );

    assert!(said.contains("shop/tenant.json"), "{said}");
}

#[test]
fn a_data_folder_that_cannot_be_created_and_an_unknown_setting_are_named() {
    let data = tempfile::tempdir().unwrap();
    let (file, settings) = (data.path().join("file"), data.path().join("wrong.toml"));
    std::fs::write(&file, "").unwrap();
    std::fs::write(&settings, "lissten = \"127.0.0.1:1\"").unwrap();

    let below = file.join("data");
    let said = refused(&below, &[]);
    assert!(said.contains(below.to_str().unwrap()), "{said}");

    let said = refused(data.path(), &["--config", settings.to_str().unwrap()]);
    assert!(said.contains("`lissten`"), "{said}");
}

#[test]
fn an_address_that_is_taken_names_its_setting() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = tempfile::tempdir().unwrap();

    let said = refused_at(&address, data.path(), &[]);

    assert!(said.contains(&address), "{said}");
    assert!(said.contains("`listen`"), "{said}");
}

#[cfg(unix)]
mod private {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().permissions().mode() & 0o777
    }

    fn all_below(folder: &Path) -> Vec<PathBuf> {
        let mut all = vec![folder.to_owned()];
        let mut next = 0;
        while let Some(path) = all.get(next).cloned() {
            next += 1;
            if path.is_dir() {
                all.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
            }
        }
        all
    }

    /// Starts the program with the usual umask, stops it when it listens, and returns its output.
    fn start_and_end(data: &Path, options: &[&str]) -> String {
        start_and_end_logging(data, options).0
    }

    /// The same, with the log.
    fn start_and_end_logging(data: &Path, options: &[&str]) -> (String, String) {
        let mut child: Child = Command::new("sh")
            .args(["-c", r#"umask 022; exec "$0" "$@""#])
            .arg(env!("CARGO_BIN_EXE_frontdesk"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--operator-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .env_remove("NO_COLOR")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        // The program writes its whole start message at once, so the rest is already in the pipe.
        while !text.contains("listening") {
            assert!(said.read_line(&mut text).unwrap() > 0, "{text}");
        }
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        said.read_to_string(&mut text).unwrap();
        let log = child.wait_with_output().unwrap().stderr;
        (text, String::from_utf8(log).unwrap())
    }

    #[test]
    fn the_log_in_a_pipe_has_no_colours_between_names_and_values() {
        let folder = tempfile::tempdir().unwrap();

        let (_, log) = start_and_end_logging(folder.path(), &[]);

        assert!(log.contains(" INFO "), "{log}");
        assert!(!log.contains('\u{1b}'), "{log}");
    }

    #[test]
    fn only_the_owner_can_read_stored_files() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");

        start_and_end(&data, &[]);

        let all = all_below(&data);
        assert!(all.len() > 5, "{all:?}");
        for path in all {
            let wanted = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), wanted, "{}", path.display());
        }
    }

    #[test]
    fn open_permissions_of_existing_files_are_closed_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (data, outside) = (folder.path().join("data"), folder.path().join("outside"));
        let old = data.join("uploads/ab/picture");
        std::fs::create_dir_all(old.parent().unwrap()).unwrap();
        for file in [&old, &outside] {
            std::fs::write(file, "").unwrap();
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink(&outside, data.join("link")).unwrap();

        start_and_end(&data, &[]);

        assert_eq!(
            (mode(&data), mode(old.parent().unwrap()), mode(&old)),
            (0o700, 0o700, 0o600)
        );
        assert_eq!(mode(&outside), 0o644);
    }

    #[test]
    fn demo_passwords_are_printed_once_and_kept_in_a_private_file() {
        let folder = tempfile::tempdir().unwrap();

        let first = start_and_end(folder.path(), &["--demo"]);
        let file = folder.path().join("demo-accounts");
        let kept = std::fs::read_to_string(&file).unwrap();
        let second = start_and_end(folder.path(), &[]);

        assert_eq!(mode(&file), 0o600);
        assert_eq!(kept.lines().count(), 4, "{kept}");
        for line in kept.lines() {
            let (account, password) = line.split_once(' ').unwrap();
            let told = format!("account {account}, password {password}");
            assert!(first.contains(&told), "{first}");
            assert!(!second.contains(password), "{second}");
        }
        for said in [first, second] {
            assert!(said.contains(file.to_str().unwrap()), "{said}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
    }

    #[test]
    fn passwords_from_an_operators_files_are_never_printed() {
        let folder = tempfile::tempdir().unwrap();
        let tenants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants");

        let said = start_and_end(folder.path(), &["--fixtures", tenants.to_str().unwrap()]);

        assert!(!said.contains("a-long-password"), "{said}");
        assert!(!folder.path().join("demo-accounts").exists());
    }
}
