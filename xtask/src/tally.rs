//! Counts passed and failed tests from the summary lines of the test runners.

use std::fmt;

/// Tests counted so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Tally {
    /// Adds another count to this one.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The test runner whose summary lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// `test result: ok. 3 passed; 1 failed; …`, one line for each test binary.
    CargoTest,
    /// `Summary [ 0.5s] 4 tests run: 3 passed, 1 failed, 0 skipped`.
    Nextest,
    /// `Tests  1 failed | 3 passed (4)`.
    Vitest,
    /// `3 passed (4.0s)` and `1 failed`, each on a line of its own.
    Playwright,
}

impl Counter {
    /// Adds what this line reports, if it is a summary line.
    pub fn count(self, line: &str, tally: &mut Tally) {
        let plain = without_colours(line);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let is_summary = match self {
            Self::CargoTest => words.starts_with(&["test", "result:"]),
            Self::Nextest => words.first() == Some(&"Summary"),
            Self::Vitest => words.first() == Some(&"Tests"),
            Self::Playwright => words
                .first()
                .is_some_and(|word| word.parse::<u64>().is_ok()),
        };
        if !is_summary {
            return;
        }
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<u64>() else {
                continue;
            };
            match pair[1].trim_end_matches([',', ';']) {
                "passed" => tally.passed += number,
                "failed" => tally.failed += number,
                _ => {}
            }
        }
    }
}

/// Drops the escape sequences that set colours.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.find('m').map_or("", |end| &after[end + 1..]);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::{Counter, Tally};

    fn counted(counter: Counter, output: &str) -> Tally {
        let mut tally = Tally::default();
        output
            .lines()
            .for_each(|line| counter.count(line, &mut tally));
        tally
    }

    #[test]
    fn every_test_binary_of_cargo_test_is_added() {
        let output = "test a ... ok\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";

        assert_eq!(
            counted(Counter::CargoTest, output),
            Tally {
                passed: 4,
                failed: 2
            }
        );
    }

    #[test]
    fn nextest_has_one_summary_line() {
        let output = "     Summary [   0.512s] 4 tests run: 3 passed (1 slow), 1 failed, 0 skipped";

        assert_eq!(
            counted(Counter::Nextest, output),
            Tally {
                passed: 3,
                failed: 1
            }
        );
    }

    #[test]
    fn test_files_of_vitest_are_not_counted() {
        let output =
            " Test Files  1 failed | 9 passed (10)\n      Tests  1 failed | 41 passed (42)";

        assert_eq!(
            counted(Counter::Vitest, output),
            Tally {
                passed: 41,
                failed: 1
            }
        );
    }

    #[test]
    fn playwright_has_a_line_for_each_count() {
        let output = "[1/4] desktop › a.spec.ts:3:1 › 2 failed before\n  1 failed\n    a.spec.ts:3:1\n  3 passed (4.0s)";

        assert_eq!(
            counted(Counter::Playwright, output),
            Tally {
                passed: 3,
                failed: 1
            }
        );
    }

    #[test]
    fn coloured_output_is_counted() {
        let output = "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m5 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (5)\u{1b}[39m";

        assert_eq!(
            counted(Counter::Vitest, output),
            Tally {
                passed: 5,
                failed: 0
            }
        );
    }
}
