//! Fills in the tests of each requirement in `docs/requirements.md`. People write ids and sentences. A test names a
//! requirement by its id in brackets, in its title or in a comment beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::Outcome;
use crate::shell::Command;
use crate::workspace;

const PAGE: &str = "docs/requirements.md";

/// The tests that name each id, by folder and file.
type Tests = BTreeMap<String, BTreeSet<String>>;

/// Rewrites the column of tests.
pub fn write() -> Outcome {
    let (page, tests) = read()?;
    let fresh = rewritten(&page, &tests);
    if fresh != page {
        fs::write(workspace::root().join(PAGE), &fresh)
            .map_err(|error| format!("writing {PAGE}: {error}"))?;
    }
    complain(&problems(&page, &tests))
}

/// Fails unless the page is up to date and every requirement has a test.
pub fn check() -> Outcome {
    let (page, tests) = read()?;
    let mut problems = problems(&page, &tests);
    if rewritten(&page, &tests) != page {
        problems.push(format!(
            "{PAGE} is not up to date: run `cargo xtask requirements`"
        ));
    }
    complain(&problems)
}

fn complain(problems: &[String]) -> Outcome {
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

/// Reads the page, and the tests of the working tree.
fn read() -> Outcome<(String, Tests)> {
    let root = workspace::root();
    let page =
        fs::read_to_string(root.join(PAGE)).map_err(|error| format!("reading {PAGE}: {error}"))?;
    let files = Command::new("git", ["ls-files", "-co", "--exclude-standard"]).read()?;
    let mut tests = Tests::new();
    for path in files.lines().filter(|path| is_code(path)) {
        // A deleted file is listed until the deletion is committed.
        let text = fs::read_to_string(root.join(path)).unwrap_or_default();
        if is_test(path, &text) {
            for id in ids_in(&text) {
                let named = tests.entry(id.to_owned()).or_default();
                named.insert(short(path));
            }
        }
    }
    Ok((page, tests))
}

fn is_code(path: &str) -> bool {
    [".rs", ".ts", ".tsx"]
        .iter()
        .any(|suffix| path.ends_with(suffix))
}

/// Whether a file is a test, or has tests inside.
fn is_test(path: &str, text: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stands_among_tests = folders
        .split('/')
        .any(|folder| ["test", "tests", "e2e"].contains(&folder));
    let is_named_so = [".test.", ".spec."].iter().any(|part| name.contains(part));
    let has_tests = ["#[test]", "::test]", "cfg(test)"]
        .iter()
        .any(|mark| text.contains(mark));
    stands_among_tests || is_named_so || has_tests
}

/// The ids that a text names in brackets.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| {
        let (id, _) = rest.split_once(']')?;
        is_id(id).then_some(id)
    })
}

/// Whether a text is two capitals, a dash and two digits.
fn is_id(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, b'-', c, d]
        if a.is_ascii_uppercase() && b.is_ascii_uppercase() && c.is_ascii_digit() && d.is_ascii_digit())
}

/// The file and its folder, which is enough to find it and seldom changes.
fn short(path: &str) -> String {
    let parts: Vec<&str> = path.rsplitn(3, '/').take(2).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// The id and the sentence of a row; `None` for any other line.
fn row(line: &str) -> Option<(&str, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let (id, sentence) = (cells.next()?, cells.next()?);
    is_id(id).then_some((id, sentence))
}

/// The page with the tests of each row.
fn rewritten(page: &str, tests: &Tests) -> String {
    let fresh = page.lines().map(|line| match row(line) {
        Some((id, sentence)) => {
            let named: Vec<&str> = tests.get(id).into_iter().flatten().map(|s| &**s).collect();
            format!("| {id} | {sentence} | {} |\n", named.join(", "))
        }
        None => format!("{line}\n"),
    });
    fresh.collect()
}

/// Requirements without a test, and ids that no row has.
fn problems(page: &str, tests: &Tests) -> Vec<String> {
    let known: BTreeSet<&str> = page.lines().filter_map(row).map(|(id, _)| id).collect();
    let untested = known.iter().filter(|id| !tests.contains_key(**id));
    let untested = untested
        .map(|id| format!("no test names {id}: write [{id}] in a test's title or beside the test"));
    let unknown = tests.keys().filter(|id| !known.contains(id.as_str()));
    let unknown = unknown.map(|id| format!("a test names {id}, which {PAGE} does not have"));
    untested.chain(unknown).collect()
}

#[cfg(test)]
mod tests {
    use super::{Tests, ids_in, is_test, problems, rewritten, short};

    // These ids are not requirements, and no text below has one in brackets.
    const PAGE: &str = "# Title\n\n| id | requirement | tests |\n| --- | --- | --- |\n\
        | AA-01 | One | old.rs |\n| AA-02 | Two | |\n";

    fn tests(named: &[(&str, &str)]) -> Tests {
        let mut tests = Tests::new();
        for (id, file) in named {
            let files = tests.entry((*id).to_owned()).or_default();
            files.insert((*file).to_owned());
        }
        tests
    }

    #[test]
    fn a_row_lists_the_tests_that_name_it_and_keeps_its_sentence() {
        let named = tests(&[("AA-01", "b/two.rs"), ("AA-01", "a/one.test.ts")]);

        let fresh = rewritten(PAGE, &named);

        assert!(fresh.contains("| AA-01 | One | a/one.test.ts, b/two.rs |\n"));
        assert!(fresh.starts_with("# Title\n\n| id | requirement | tests |\n| --- |"));
        assert_eq!(rewritten(&fresh, &named), fresh);
    }

    #[test]
    fn an_id_without_a_test_and_an_id_without_a_row_are_problems() {
        let named = tests(&[("AA-01", "a.rs"), ("AA-09", "a.rs")]);

        let problems = problems(PAGE, &named);

        assert_eq!(problems.len(), 2);
        assert!(problems[0].contains("no test names AA-02"));
        assert!(problems[1].contains("a test names AA-09"));
    }

    #[test]
    fn only_two_capitals_and_two_digits_in_brackets_are_an_id() {
        let text = format!("[{}] [list] [A-01] array[0] [{}", "AA-01", "AA-02");

        assert_eq!(ids_in(&text).collect::<Vec<_>>(), ["AA-01"]);
    }

    #[test]
    fn a_test_is_recognised_by_its_folder_its_name_or_its_content() {
        assert!(is_test("server/tests/api/talk.rs", ""));
        assert!(is_test("client/e2e/talk.spec.ts", ""));
        assert!(is_test("client/src/lib/text.test.ts", ""));
        assert!(is_test("server/src/http/body.rs", "#[tokio::test]"));
        assert!(!is_test("client/src/lib/text.ts", "describes a test"));
    }

    #[test]
    fn a_file_is_shown_with_its_folder() {
        assert_eq!(short("server/tests/api/talk.rs"), "api/talk.rs");
        assert_eq!(short("build.rs"), "build.rs");
    }
}
