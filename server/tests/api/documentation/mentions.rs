//! What the documentation must mention.

use super::markdown::{Page, pages, read};
use serde_json::Value;
use server::settings::Settings;
use std::collections::BTreeSet;

/// Each command stands in a page as code, and each of its options too.
pub fn commands(command: &clap::Command, text: &str) {
    for inner in command.get_subcommands() {
        commands(inner, text);
    }
    let name = command.get_bin_name().unwrap_or_default();
    let group = command.has_subcommands();
    // `frontdesk tenant add|list` names both.
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    let is_named = text.contains(&format!("`{name}")) || text.contains(&format!("\n{name}")) || {
        text.split('`').any(|code| {
            let rest = code.strip_prefix(before).unwrap_or_default().trim();
            let choices = rest.split_whitespace().next().unwrap_or_default();
            choices.split(['|', '\\']).any(|choice| choice == last)
        })
    };
    assert!(group || is_named, "no page mentions `{name}`");
    let options = command.get_arguments().filter_map(clap::Arg::get_long);
    for option in options.filter(|option| !matches!(*option, "help" | "version")) {
        assert!(
            text.contains(&format!("--{option}")),
            "no page mentions --{option} of `{name}`"
        );
    }
}

#[test]
fn every_setting_stands_in_the_page_of_settings() {
    let page = Page::read("docs/site/settings.md");
    let mut missing = Vec::new();
    lacking(
        &serde_json::to_value(Settings::default()).unwrap(),
        &page.text,
        &mut missing,
    );

    assert_eq!(missing, Vec::<String>::new(), "the page lacks settings");
}

fn lacking(settings: &Value, text: &str, missing: &mut Vec<String>) {
    for (name, value) in settings.as_object().into_iter().flatten() {
        let is_there = match value {
            Value::Object(_) => text.contains(&format!("{name}]")),
            _ => text.contains(&format!("{name} = ")) || text.contains(&format!("`{name}`")),
        };
        // Another spelling of `private_hosts`.
        if !is_there && name != "privateHosts" {
            missing.push(name.clone());
        }
        lacking(value, text, missing);
    }
}

#[test]
fn every_call_stands_in_the_protocol_and_on_a_page_of_the_api() {
    let protocol = Page::read("docs/protocol.md");
    let pages = pages();
    let prefixes: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.text.split("<!-- program: calls ").skip(1))
        .filter_map(|rest| rest.split_once(" -->"))
        .map(|(prefix, _)| prefix)
        .collect();
    let words: BTreeSet<&str> = protocol
        .text
        .split(|letter: char| !letter.is_alphanumeric())
        .collect();

    for path in server::openapi::document().paths.paths.keys() {
        let prefix = prefixes.iter().find(|prefix| path.starts_with(**prefix));
        let prefix = prefix.unwrap_or_else(|| panic!("no page of docs/site/api has {path}"));
        for part in path[prefix.len()..].split('/') {
            assert!(
                words.contains(part),
                "docs/protocol.md does not mention {part} of {path}"
            );
        }
    }
}

#[test]
fn every_direct_dependency_stands_in_the_page_of_dependencies() {
    let page = Page::read("docs/site/dependencies.md");
    let named: BTreeSet<&str> = page.inline.iter().map(String::as_str).collect();
    let crates = read("Cargo.toml");
    let (_, crates) = crates.split_once("[workspace.dependencies]").unwrap();
    let (crates, _) = crates.split_once("\n[").unwrap();
    let crates = crates.lines().filter(|line| !line.contains("path = "));
    let crates = crates.filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
    let package: Value = serde_json::from_str(&read("client/package.json")).unwrap();
    let packages = ["dependencies", "devDependencies", "optionalDependencies"]
        .into_iter()
        .flat_map(|kind| package[kind].as_object().into_iter().flatten())
        .map(|(name, _)| name.as_str());
    let direct: BTreeSet<&str> = crates
        .filter(|name| !name.starts_with('#'))
        .chain(packages)
        .collect();

    let missing: Vec<_> = direct.difference(&named).collect();
    assert!(
        missing.is_empty(),
        "docs/site/dependencies.md does not say what these are for: {missing:?}"
    );
    let (libraries, _) = page.text.split_once("\n## Tools").unwrap();
    let listed: BTreeSet<&str> = libraries
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| !name.contains(' '))
        .collect();
    let gone: Vec<_> = listed.difference(&direct).collect();
    assert!(
        gone.is_empty(),
        "docs/site/dependencies.md names what is no dependency: {gone:?}"
    );
}
