//! The results, as a table for people and JSON for programs: medians over the rounds with their range, and each bar
//! with its value in every round. A missed bar is printed and never fails the run, because machines differ.

use std::fmt::Write as _;

use serde::Serialize;

/// Figures of one subject in one round, in the order of the table's columns.
pub type Figures = Vec<(&'static str, f64)>;

/// The results of one scenario.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// The scenario in one line.
    pub title: String,
    /// The figures of all rounds, by subject.
    pub subjects: Vec<Subject>,
    /// The bars of the product.
    pub bars: Vec<Bar>,
    /// Notes to the figures.
    pub notes: Vec<String>,
}

/// One measured server or variant.
#[derive(Debug, Serialize)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// Its figures, one list for each round.
    pub rounds: Vec<Figures>,
}

/// A limit, and each round's value.
#[derive(Debug, Serialize)]
pub struct Bar {
    /// What is limited.
    pub what: String,
    /// Which side of the limit is good.
    pub side: Side,
    /// The limit.
    pub limit: f64,
    /// The value of each round.
    pub rounds: Vec<f64>,
}

/// Which side of a limit is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Side {
    /// The figure may be the limit or less.
    AtMost,
    /// The figure may be the limit or more.
    AtLeast,
}

impl Findings {
    /// Starts without results.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            subjects: Vec::new(),
            bars: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a subject's figures of one round.
    pub fn add(&mut self, subject: &str, figures: Figures) {
        match self.subjects.iter_mut().find(|known| known.name == subject) {
            Some(known) => known.rounds.push(figures),
            None => self.subjects.push(Subject {
                name: subject.to_owned(),
                rounds: vec![figures],
            }),
        }
    }

    /// One figure of a subject in each round. Empty if it was not measured.
    pub fn figure(&self, subject: &str, name: &str) -> Vec<f64> {
        let subject = self.subjects.iter().find(|known| known.name == subject);
        let rounds = subject
            .map(|subject| subject.rounds.as_slice())
            .unwrap_or_default();
        rounds
            .iter()
            .filter_map(|figures| value(figures, name))
            .collect()
    }

    /// Adds a bar, if both of its sides were measured.
    pub fn bar(&mut self, what: impl Into<String>, side: Side, limit: f64, rounds: Vec<f64>) {
        if !rounds.is_empty() {
            self.bars.push(Bar {
                what: what.into(),
                side,
                limit,
                rounds,
            });
        }
    }

    /// Adds a bar for a figure of one subject, divided by the same figure of another.
    pub fn ratio_bar(
        &mut self,
        what: impl Into<String>,
        side: Side,
        limit: f64,
        (figure, subject, other): (&str, &str, &str),
    ) {
        let (own, others) = (self.figure(subject, figure), self.figure(other, figure));
        let ratios = by_round(&own, &others, |own, other| own / other);
        self.bar(what, side, limit, ratios);
    }

    /// The table, the bars and the notes, as Markdown.
    pub fn table(&self) -> String {
        let mut text = format!("\n### {}\n\n", self.title);
        let mut columns: Vec<&str> = Vec::new();
        for (name, _) in self
            .subjects
            .iter()
            .flat_map(|subject| subject.rounds.iter().flatten())
        {
            if !columns.contains(name) {
                columns.push(name);
            }
        }
        // Writing to memory cannot fail.
        let _ = writeln!(text, "| | {} |", columns.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(columns.len()));
        for subject in &self.subjects {
            let _ = write!(text, "| {} |", subject.name);
            for column in &columns {
                let rounds: Vec<f64> = subject
                    .rounds
                    .iter()
                    .filter_map(|figures| value(figures, column))
                    .collect();
                let _ = write!(text, " {} |", cell(&rounds));
            }
            text.push('\n');
        }
        if !self.bars.is_empty() {
            text.push('\n');
        }
        for bar in &self.bars {
            let _ = writeln!(text, "- {}", bar.line());
        }
        for note in &self.notes {
            let _ = writeln!(text, "- note: {note}");
        }
        text
    }
}

impl Bar {
    /// Whether the median round is on the good side.
    pub fn is_met(&self) -> bool {
        let median = median(&self.rounds);
        match self.side {
            Side::AtMost => median <= self.limit,
            Side::AtLeast => median >= self.limit,
        }
    }

    fn line(&self) -> String {
        let side = match self.side {
            Side::AtMost => "at most",
            Side::AtLeast => "at least",
        };
        let verdict = if self.is_met() { "PASS" } else { "MISS" };
        format!(
            "{verdict} {}: {} ({side} {})",
            self.what,
            cell(&self.rounds),
            short(self.limit)
        )
    }
}

fn value(figures: &Figures, name: &str) -> Option<f64> {
    figures
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| *value)
}

/// The middle of the rounds; the mean of the two middle ones when their number is even.
pub fn median(rounds: &[f64]) -> f64 {
    let mut sorted = rounds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Combines two figures of each round.
pub fn by_round(left: &[f64], right: &[f64], combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    left.iter()
        .zip(right)
        .map(|(left, right)| combine(*left, *right))
        .collect()
}

fn cell(rounds: &[f64]) -> String {
    let least = rounds.iter().copied().fold(f64::INFINITY, f64::min);
    let most = rounds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match rounds {
        [] => String::new(),
        [only] => short(*only),
        _ if least == most => short(least),
        _ => format!(
            "{} ({}..{})",
            short(median(rounds)),
            short(least),
            short(most)
        ),
    }
}

/// Formats with about three digits, or as a whole number.
fn short(value: f64) -> String {
    let size = value.abs();
    if size >= 10_000.0 {
        let whole = value.round() as i64;
        let (thousands, rest) = (whole / 1_000, (whole % 1_000).abs());
        if thousands.abs() >= 1_000 {
            format!(
                "{},{:03},{rest:03}",
                thousands / 1_000,
                (thousands % 1_000).abs()
            )
        } else {
            format!("{thousands},{rest:03}")
        }
    } else if size >= 100.0 || value == value.trunc() {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else if size >= 0.1 {
        format!("{value:.2}")
    } else {
        format!("{value:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Side, median, short};

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_bar_is_judged_by_its_median_and_shows_its_range() {
        let mut findings = Findings::new("a title");
        findings.bar("ratio", Side::AtMost, 2.0, vec![1.9, 2.5, 1.5]);
        findings.bar("rate", Side::AtLeast, 0.6, vec![0.5]);

        assert!(findings.bars[0].is_met());
        assert!(!findings.bars[1].is_met());
        assert!(
            findings
                .table()
                .contains("PASS ratio: 1.90 (1.50..2.50) (at most 2)")
        );
    }

    #[test]
    fn figures_are_rounded_to_three_digits() {
        let written: Vec<_> = [0.0, 0.043, 1.5, 23.0, 123.4, 18_330.2, 1_234_567.0]
            .map(short)
            .into();

        assert_eq!(
            written,
            ["0", "0.0430", "1.50", "23", "123", "18,330", "1,234,567"]
        );
    }

    #[test]
    fn a_subject_may_lack_a_figure_that_another_has() {
        let mut findings = Findings::new("t");
        findings.add("a", vec![("p50", 1.0)]);
        findings.add("b", vec![("p50", 2.0), ("cpu", 3.0)]);

        assert_eq!(findings.figure("a", "cpu"), Vec::<f64>::new());
        assert!(findings.table().contains("| a | 1 |  |"));
    }
}
