//! The samples for WordPress run, beside functions that stand for WordPress.

use super::markdown::Page;
use std::io::Write as _;
use std::process::Command;

/// What each sample prints, in the order of the page.
const PRINTED: [&str; 4] = [
    "<script {\"src\":\"https://chat.example.com/chat_online/embed.js\",\"data-channel-id\":\"demo\",\"async\":true}></script>",
    "",
    "<script>(window.Frontdesk ??= []).push([\"identify\", {\"userId\":\"4711\",\"userHash\":\"HASH\",\"userName\":\"Ann Lee\"}]);</script>",
    "<script>(window.Frontdesk ??= []).push([\"setCard\", {\"title\":\"Fern\",\"price\":\"29 \\u20ac\",\
        \"picture\":\"https://shop.example.com/3-medium.png\",\"url\":\"https://shop.example.com/fern\"}]);</script>",
];

/// HMAC-SHA256 of `4711` under `a-secret`.
const HASH: &str = "3a3db39d4f087fd8ced690aeefd49d71cc23508e84cc67fb6c0bdb565855b720";

#[test]
fn each_sample_for_wordpress_prints_its_tag() {
    // `cargo xtask docs --check` installs PHP; other machines need not have it.
    if Command::new("php").arg("--version").output().is_err() {
        return;
    }
    let page = Page::read("docs/site/embedding/wordpress.md");
    let samples = page.blocks.iter().filter(|block| block.language == "php");
    let samples: Vec<&str> = samples.map(|block| block.code.as_str()).collect();
    assert_eq!(samples.len(), PRINTED.len());
    let wordpress = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/api/documentation/wordpress.php"
    );
    for (sample, printed) in samples.iter().zip(PRINTED) {
        let mut php = Command::new("php");
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(sample.as_bytes()).unwrap();
        php.args(["-d", &format!("auto_prepend_file={wordpress}")])
            .arg(file.path());
        if !sample.contains("define(") {
            php.env("HAS_SECRET", "1");
        }
        let ended = php.output().unwrap();
        let said = String::from_utf8(ended.stdout).unwrap();
        assert!(ended.status.success(), "{said}\n{sample}");
        assert_eq!(said, printed.replace("HASH", HASH));
    }
}
