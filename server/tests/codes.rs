//! Each warning and error of the log has a code, and `docs/codes.md` explains it.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The source folders whose log lines an operator reads.
const SOURCES: [&str; 2] = ["server/src", "actors/runtime/src"];

/// What each section of the page answers.
const ANSWERS: [&str; 3] = ["- **What happened:** ", "- **Visitors:** ", "- **Do:** "];

/// A warning or an error in the source.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    level: &'static str,
    code: Option<String>,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The warnings and errors in `source`. The code is the first field; the text is the last string.
fn lines(source: &str) -> Vec<Line> {
    let mut found = Vec::new();
    for (macro_name, level) in [("warn!(", "WARN"), ("error!(", "ERROR")] {
        for (at, _) in source.match_indices(macro_name) {
            let (before, after) = source.split_at(at);
            // Not `compile_error!`, and not a mention in a comment or a string.
            let is_call = before.ends_with("tracing::")
                || before.ends_with(|end: char| end.is_whitespace() || "{(>|".contains(end));
            let line = before.rsplit('\n').next().unwrap();
            if !is_call || line.trim_start().starts_with("//") {
                continue;
            }
            let fields = &after[macro_name.len()..];
            let strings = strings(fields);
            let code = fields.trim_start().strip_prefix("code = \"");
            found.push(Line {
                level,
                code: code.map(|code| code.split('"').next().unwrap().to_owned()),
                text: strings.last().cloned().unwrap_or_default(),
            });
        }
    }
    found
}

/// The string literals up to the parenthesis that closes the call.
fn strings(fields: &str) -> Vec<String> {
    let (mut found, mut open, mut string) = (Vec::new(), 1, None::<String>);
    let mut chars = fields.chars();
    while let Some(char) = chars.next() {
        match (&mut string, char) {
            (Some(text), '\\') => text.extend(chars.next()),
            (Some(_), '"') => found.extend(string.take()),
            (Some(text), char) => text.push(char),
            (None, '"') => string = Some(String::new()),
            (None, '(') => open += 1,
            (None, ')') => open -= 1,
            (None, _) => {}
        }
        if open == 0 {
            break;
        }
    }
    found
}

/// The sections of the page: each code with its level and text, and the lines that follow.
fn sections(page: &str) -> Vec<(String, String, String)> {
    let parts = page.split("\n### ").skip(1);
    let sections = parts.map(|part| {
        let part = part.split("\n## ").next().unwrap();
        let (code, rest) = part.split_once("\n\n").unwrap();
        let (head, answers) = rest.split_once("\n\n").unwrap();
        (code.to_owned(), head.to_owned(), answers.to_owned())
    });
    sections.collect()
}

#[test]
fn every_warning_and_error_has_a_code_of_its_own_that_the_page_explains() {
    let mut files = Vec::new();
    for folder in SOURCES {
        sources(&root().join(folder), &mut files);
    }
    let mut wrong = Vec::new();
    let mut codes = BTreeMap::new();
    for file in files {
        for line in lines(&fs::read_to_string(&file).unwrap()) {
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let Some(code) = line.code.clone() else {
                wrong.push(format!("{name}: `{}` has no code", line.text));
                continue;
            };
            if !is_a_code(&code) {
                wrong.push(format!("{name}: {code} is not `FD` and three digits"));
            }
            if codes.insert(code.clone(), line).is_some() {
                wrong.push(format!("{name}: {code} has another meaning elsewhere"));
            }
        }
    }
    assert!(codes.len() > 40, "only {} log lines found", codes.len());

    let page = fs::read_to_string(root().join("docs/codes.md")).unwrap();
    let mut last = String::new();
    for (code, head, answers) in sections(&page) {
        if code <= last {
            wrong.push(format!("docs/codes.md: {code} follows {last}"));
        }
        if ANSWERS.iter().any(|answer| !answers.contains(answer)) {
            wrong.push(format!("docs/codes.md: {code} needs the lines {ANSWERS:?}"));
        }
        match codes.remove(&code) {
            Some(line) if head == format!("{} `{}`", line.level, line.text) => {}
            Some(line) => wrong.push(format!(
                "docs/codes.md: {code} should begin with: {} `{}`",
                line.level, line.text
            )),
            None => wrong.push(format!("docs/codes.md: nothing logs {code}")),
        }
        last = code;
    }
    for (code, line) in codes {
        wrong.push(format!("docs/codes.md lacks {code}: `{}`", line.text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_a_code(code: &str) -> bool {
    let digits = code.strip_prefix("FD");
    digits.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[test]
fn the_search_finds_calls_of_every_shape() {
    let source = r#"
        tracing::warn!(code = "FD001", %a, "one");
        Err(e) => error!(
            code = "FD002",
            cause = e.cause(),
            "two: (\"x\")"
        ),
        // tracing::warn!("three");
        compile_error!("four");
        tracing::error!("five");
    "#;

    let found = lines(source);

    let line = |level, code: Option<&str>, text: &str| Line {
        level,
        code: code.map(str::to_owned),
        text: text.to_owned(),
    };
    assert_eq!(
        found,
        [
            line("WARN", Some("FD001"), "one"),
            line("ERROR", Some("FD002"), "two: (\"x\")"),
            line("ERROR", None, "five"),
        ]
    );
}
