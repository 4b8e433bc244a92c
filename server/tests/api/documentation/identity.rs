//! The samples that sign a visitor's name make what the server accepts.

use super::markdown::Page;
use super::rust_sample::signed;
use crate::helpers::TestApp;
use serde_json::json;
use std::process::Command;

/// The secret of the channel `vouched` in the tests' tenant.
pub const SECRET: &str = "a-secret-of-the-tenant";
const NAME: &str = "customer-7";

/// A language: how it names the visitor, how it prints the result, and how it runs a file.
struct Language {
    id: &'static str,
    program: &'static str,
    before: &'static str,
    after: &'static str,
    ending: &'static str,
}

const LANGUAGES: [Language; 3] = [
    Language {
        id: "js",
        program: "node",
        before: "const userId = \"customer-7\";\n",
        after: "\nconsole.log(userHash);",
        ending: "mjs",
    },
    Language {
        id: "python",
        program: "python3",
        before: "user_id = \"customer-7\"\n",
        after: "\nprint(user_hash)",
        ending: "py",
    },
    Language {
        id: "php",
        program: "php",
        before: "<?php\n$userId = 'customer-7';\n",
        after: "\necho $userHash;",
        ending: "php",
    },
];

/// The sample of the page on identity in this language.
fn sample(language: &str) -> String {
    let page = Page::read("docs/site/identity.md");
    let block = page
        .blocks
        .into_iter()
        .find(|block| block.language == language);
    block
        .unwrap_or_else(|| panic!("the page has no sample in {language}"))
        .code
}

/// What the sample prints; `None` if the language is not installed. `cargo xtask docs --check` installs PHP.
fn run(language: &Language) -> Option<String> {
    Command::new(language.program)
        .arg("--version")
        .output()
        .ok()?;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("sample.{}", language.ending));
    let code = format!(
        "{}{}{}",
        language.before,
        sample(language.id),
        language.after
    );
    std::fs::write(&file, code).unwrap();
    let ended = Command::new(language.program)
        .arg(&file)
        .env("FRONTDESK_IDENTITY_SECRET", SECRET)
        .output()
        .unwrap();
    assert!(
        ended.status.success(),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
    Some(String::from_utf8(ended.stdout).unwrap().trim().to_owned())
}

#[actix_web::test]
async fn each_sample_signs_a_name_that_the_server_accepts() {
    let app = TestApp::new().await;
    let mut hashes = vec![signed(NAME).unwrap()];
    hashes.extend(LANGUAGES.iter().filter_map(run));

    for hash in &hashes {
        let body = json!({ "channelId": "vouched", "userId": NAME, "userHash": hash });
        let page = app.page(body).await;
        assert_eq!(page.user, NAME, "{hash}");
        assert_eq!(page.started["verified"], true, "{hash}");
    }
    // Python is needed by the schema tests too, so it is always there.
    assert!(hashes.len() > 1);
}

#[test]
fn the_sample_in_rust_is_the_one_that_is_compiled_here() {
    let this = include_str!("rust_sample.rs");
    let indented = sample("rust").lines().map(indent).collect::<String>();

    assert!(this.contains(&indented), "{indented}");
}

fn indent(line: &str) -> String {
    match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("    {line}\n"),
    }
}
