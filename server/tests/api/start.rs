//! What the program says where it cannot start: one line with what was tried and why, and no stack.

use std::path::Path;
use std::process::Command;

/// What the program says when it does not serve.
fn refused(data: &Path, options: &[&str]) -> String {
    let ended = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
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
fn wrong_fixtures_stop_the_start_with_path_and_reason_and_nothing_else() {
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
fn a_folder_that_cannot_be_made_and_a_setting_that_is_none_are_named() {
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
