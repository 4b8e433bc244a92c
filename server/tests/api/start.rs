//! What the program says where it cannot start.

use std::process::Command;

#[test]
fn wrong_fixtures_stop_the_start_with_path_and_reason_and_nothing_else() {
    let (data, fixtures) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tenant = fixtures.path().join("shop");
    std::fs::create_dir(&tenant).unwrap();
    std::fs::write(tenant.join("tenant.json"), "{").unwrap();

    let ended = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .arg("--fixtures")
        .arg(fixtures.path())
        .output()
        .unwrap();

    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success());
    assert!(said.contains("tenant.json"), "{said}");
    assert!(!said.contains("Caused by"), "{said}");
}
