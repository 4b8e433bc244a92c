//! The documentation names everything that it must, and its samples work. Types, HTML and other languages of the pages:
//! `client/test/samples.test.ts`. Anchors: `cargo xtask docs --check`.

mod customer;
mod identity;
mod markdown;
mod mentions;
mod open_api;
mod rust_sample;
mod screens;
mod webhooks;
mod wordpress;

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};
use markdown::{Page, pages, read};
use server::settings::{self, Cli, ServeArgs};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

#[test]
fn every_page_has_its_place_in_the_summary() {
    let summary = Page::read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = summary
        .links
        .iter()
        .map(|link| format!("docs/{link}"))
        .collect();

    let there: BTreeSet<String> = pages()
        .into_iter()
        .filter(|page| page.path.starts_with("docs/") && page.path != "docs/SUMMARY.md")
        .map(|page| page.path)
        .collect();

    assert_eq!(listed, there);
}

#[test]
fn every_link_inside_the_repository_leads_to_a_file() {
    for page in pages() {
        for link in &page.links {
            let (file, _) = link.split_once('#').unwrap_or((link, ""));
            if file.is_empty() || link.contains(':') {
                continue;
            }
            // A page of the site that includes a whole file of another folder has that file's links.
            if page.includes.is_empty() {
                let target = markdown::beside(&page.path, file);
                assert!(target.exists(), "{} links to {link}", page.path);
            }
        }
    }
}

#[test]
fn every_command_of_a_sample_is_one_of_the_program() {
    let mut count = 0;
    for page in pages() {
        for line in page.shell_lines() {
            let Some(words) = command(&line) else {
                continue;
            };
            count += 1;
            if let Err(error) = Cli::try_parse_from(&words) {
                panic!("{}: {line}\n{error}", page.path);
            }
        }
        for code in &page.inline {
            for form in forms(code) {
                let words: Vec<&str> = form.split_whitespace().collect();
                count += 1;
                if let Err(error) = Cli::try_parse_from(&words) {
                    assert!(
                        is_only_named(error.kind()),
                        "{}: {code}\n{error}",
                        page.path
                    );
                }
            }
        }
    }
    assert!(count > 40, "{count}");
}

/// The words of a line that calls the program, without variables before it and what it is piped into.
fn command(line: &str) -> Option<Vec<String>> {
    let line = line.split(" | ").next()?.trim_start_matches("$ ");
    let words = shlex::split(line)?.into_iter();
    let words: Vec<String> = words.skip_while(|word| word.contains('=')).collect();
    (words.first()? == "frontdesk").then_some(words)
}

/// The commands that a text names: `frontdesk tenant list|enable` are two. Brackets are left out, and `N` is a number.
fn forms(code: &str) -> Vec<String> {
    if !code.starts_with("frontdesk ") {
        return Vec::new();
    }
    let mut forms = vec![String::new()];
    for word in code.replace(['[', ']'], "").split_whitespace() {
        let word = if word == "N" { "1" } else { word };
        let choices: Vec<&str> = word.split('|').collect();
        forms = forms
            .iter()
            .flat_map(|form| choices.iter().map(move |choice| format!("{form} {choice}")))
            .collect();
    }
    forms
}

/// A sentence may name a command without what it needs: `frontdesk restore`.
fn is_only_named(kind: ErrorKind) -> bool {
    use ErrorKind::{
        DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion,
        MissingRequiredArgument, MissingSubcommand,
    };
    matches!(
        kind,
        DisplayHelp
            | DisplayHelpOnMissingArgumentOrSubcommand
            | DisplayVersion
            | MissingRequiredArgument
            | MissingSubcommand
    )
}

#[test]
fn every_task_of_a_sample_is_one_of_xtask() {
    let usage = read("xtask/src/main.rs");
    for page in pages() {
        let lines = page.shell_lines();
        for line in lines.iter().chain(&page.inline) {
            let Some(task) = line.strip_prefix("cargo xtask ") else {
                continue;
            };
            let task = task.split_whitespace().next().unwrap_or_default();
            assert!(
                usage.contains(&format!("cargo xtask {task}")),
                "{}: {line}",
                page.path
            );
        }
    }
}

#[test]
fn every_toml_sample_is_a_file_of_settings() {
    let mut count = 0;
    for page in pages() {
        for block in page.blocks.iter().filter(|block| block.language == "toml") {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(block.code.as_bytes()).unwrap();
            let args = ServeArgs {
                config: Some(file.path().to_owned()),
                ..ServeArgs::default()
            };
            let read = settings::read(&args);
            assert!(
                read.is_ok(),
                "{}: {}\n{}",
                page.path,
                read.unwrap_err(),
                block.code
            );
            count += 1;
        }
    }
    assert!(count > 1, "{count}");
}

/// A whole repository is not always there, so the error says what is missing.
#[test]
fn the_pictures_that_pages_show_are_there() {
    let shown = pages()
        .into_iter()
        .flat_map(|page| page.links)
        .filter(|link| link.ends_with(".png"));
    let shown: BTreeSet<String> = shown
        .filter_map(|link| Path::new(&link).file_name()?.to_str().map(str::to_owned))
        .collect();
    let there: BTreeSet<String> = std::fs::read_dir(markdown::root().join("docs/pictures"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();

    assert_eq!(
        shown, there,
        "the pages show exactly the pictures that `cargo xtask pictures` takes"
    );
}

#[test]
fn every_command_and_option_is_mentioned() {
    let text: String = pages().iter().map(|page| page.text.as_str()).collect();
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    mentions::commands(&program, &text);
}
