//! Charts as SVG inside the page. Shapes are SVG, which stretches; words are HTML, which does not. So a chart is
//! readable at any width, and takes its colours from the page.

use std::fmt::Write as _;
use std::time::Duration;

use maud::{Markup, html};

use super::verdict::time;

/// The width of the drawing; it stretches to that of the page.
const WIDTH: f64 = 600.0;
/// The height of the drawing, also px.
const HEIGHT: f64 = 160.0;

/// A line goes on over so many parts in which nothing was measured, as at night.
const GAP_MAX: usize = 4;

/// How values become heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0, evenly; values are numbers.
    Numbers,
    /// From 0, evenly; values are milliseconds.
    Waits,
    /// By powers of ten; values are milliseconds.
    Times,
}

/// One line of a chart.
pub struct Series {
    /// What it is, as the legend says.
    pub name: &'static str,
    /// The class of its colour: `first`, `second` …
    pub class: &'static str,
    /// Whether the area below is filled.
    pub is_area: bool,
    /// A value for each part of the day; none where nothing was measured.
    pub values: Vec<Option<f64>>,
}

/// A chart over the day.
pub struct Chart {
    /// Its scale.
    pub scale: Scale,
    /// Its lines.
    pub series: Vec<Series>,
    /// A limit, drawn across, ms.
    pub limit: Option<f64>,
    /// The clock at the start, at the end and between, at equal distances.
    pub clocks: Vec<String>,
    /// What it shows, for those who do not see it.
    pub title: String,
}

impl Chart {
    /// The lowest and the highest value of the drawing, and the values with a line across.
    fn bounds(&self) -> (f64, f64, Vec<f64>) {
        let values = self
            .series
            .iter()
            .flat_map(|line| line.values.iter().flatten());
        let values: Vec<f64> = values
            .copied()
            .chain(self.limit)
            .filter(|value| *value > 0.0)
            .collect();
        let high = values.iter().copied().fold(0.0, f64::max);
        match self.scale {
            Scale::Numbers | Scale::Waits => {
                let step = match self.scale {
                    Scale::Waits => nice_wait(high / 3.0),
                    _ => nice(high.max(1.0) / 3.0),
                };
                let top = (high / step).ceil().max(1.0);
                let lines = (0..=top as u32).map(|line| f64::from(line) * step);
                (0.0, top * step, lines.collect())
            }
            Scale::Times => {
                let low = values.iter().copied().fold(high, f64::min).max(0.1);
                let from = low.log10().floor() as i32;
                let to = (high.max(0.2).log10().ceil() as i32).max(from + 1);
                // More than five lines would be crowded.
                let step = ((to - from) / 5 + 1) as usize;
                let lines = (from..=to).step_by(step).map(|power| 10_f64.powi(power));
                (10_f64.powi(from), 10_f64.powi(to), lines.collect())
            }
        }
    }

    fn height(&self, value: f64, (low, high): (f64, f64)) -> f64 {
        let part = match self.scale {
            Scale::Numbers | Scale::Waits => value / high,
            Scale::Times => (value.max(low) / low).log10() / (high / low).log10(),
        };
        HEIGHT * (1.0 - part.clamp(0.0, 1.0))
    }

    fn word(&self, value: f64) -> String {
        match self.scale {
            Scale::Numbers if value >= 10_000.0 => format!("{:.0}k", value / 1e3),
            Scale::Numbers if value.fract() == 0.0 => format!("{value:.0}"),
            Scale::Numbers => format!("{value:.1}"),
            Scale::Times | Scale::Waits => time(Duration::from_secs_f64(value / 1e3)),
        }
    }

    /// Draws it.
    pub fn draw(&self) -> Markup {
        let (low, high, lines) = self.bounds();
        let at = |value: f64| self.height(value, (low, high));
        let percent = |value: f64| format!("inset-block-start: {:.2}%", at(value) / HEIGHT * 100.0);
        html! {
            div.chart role="img" aria-label=(self.title) {
                div.values aria-hidden="true" {
                    @for line in &lines { span style=(percent(*line)) { (self.word(*line)) } }
                }
                svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) preserveAspectRatio="none" aria-hidden="true" {
                    @for line in &lines {
                        line.across x1="0" x2=(WIDTH) y1=(at(*line)) y2=(at(*line)) {}
                    }
                    @for line in &self.series {
                        @if line.is_area { path class=(format!("area {}", line.class)) d=(self.path(line, &at, true)) {} }
                        path class=(format!("line {}", line.class)) d=(self.path(line, &at, false)) {}
                    }
                    @if let Some(limit) = self.limit {
                        line.limit x1="0" x2=(WIDTH) y1=(at(limit)) y2=(at(limit)) {}
                    }
                }
                div.clocks aria-hidden="true" {
                    @for clock in &self.clocks { span { (clock) } }
                }
            }
        }
    }

    /// A line through the middles of the parts. It breaks where nothing was measured.
    fn path(&self, line: &Series, at: &impl Fn(f64) -> f64, is_area: bool) -> String {
        let width = WIDTH / line.values.len().max(1) as f64;
        let mut path = String::new();
        let gap = match self.scale {
            Scale::Numbers => 0,
            Scale::Waits | Scale::Times => GAP_MAX,
        };
        for run in runs(&line.values, gap) {
            let place = |part: usize| (part as f64 + 0.5) * width;
            let (first, last) = (run[0].0, run[run.len() - 1].0);
            // A single part is a short line, which can be seen.
            let (begin, end) = match run.len() {
                1 => (first as f64 * width, (first + 1) as f64 * width),
                _ => (place(first), place(last)),
            };
            let mut points = vec![(begin, run[0].1)];
            points.extend(run.iter().map(|(part, value)| (place(*part), *value)));
            points.push((end, run[run.len() - 1].1));
            for (number, (x, value)) in points.iter().enumerate() {
                let letter = if number == 0 { 'M' } else { 'L' };
                // Writing to memory cannot fail.
                let _ = write!(path, "{letter}{x:.1} {:.1}", at(*value));
            }
            if is_area {
                let _ = write!(path, "L{end:.1} {HEIGHT}L{begin:.1} {HEIGHT}Z");
            }
        }
        path
    }
}

/// The stretches of parts with a value, which are at most `gap` empty parts apart.
fn runs(values: &[Option<f64>], gap: usize) -> Vec<Vec<(usize, f64)>> {
    let mut runs: Vec<Vec<(usize, f64)>> = Vec::new();
    for (part, value) in values.iter().enumerate() {
        let Some(value) = value else { continue };
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|(last, _)| last + 1 + gap >= part) => {
                run.push((part, *value))
            }
            _ => runs.push(vec![(part, *value)]),
        }
    }
    runs
}

/// The next step of a clock that is not smaller, ms.
fn nice_wait(ms: f64) -> f64 {
    const SECONDS: [f64; 12] = [
        1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1_800.0,
    ];
    let step = SECONDS.iter().find(|step| **step * 1e3 >= ms);
    step.unwrap_or(&3_600.0) * 1e3
}

/// The next of 1, 2, 5, 10 … that is not smaller.
fn nice(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|step| step * power >= value * 0.999);
    step.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scale: Scale, values: Vec<Option<f64>>, limit: Option<f64>) -> Chart {
        let line = Series {
            name: "p99",
            class: "first",
            is_area: true,
            values,
        };
        Chart {
            scale,
            series: vec![line],
            limit,
            clocks: vec!["08:00".to_owned(), "18:00".to_owned()],
            title: "p99".to_owned(),
        }
    }

    #[test]
    fn numbers_rise_from_zero_to_a_round_number() {
        let chart = chart(Scale::Numbers, vec![Some(3.0), Some(47.0)], None);

        let (low, high, lines) = chart.bounds();

        assert_eq!((low, high), (0.0, 60.0));
        assert_eq!(lines, [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(chart.height(60.0, (low, high)), 0.0);
        assert_eq!(chart.height(0.0, (low, high)), HEIGHT);
    }

    #[test]
    fn times_are_on_powers_of_ten_with_their_limit() {
        let chart = chart(Scale::Times, vec![Some(2.0), Some(30.0)], Some(1_000.0));

        let (low, high, lines) = chart.bounds();

        assert_eq!((low, high), (1.0, 1_000.0));
        assert_eq!(lines.len(), 4);
        assert_eq!(chart.word(1.0), "1 ms");
        assert_eq!(chart.word(1_000.0), "1 s");
        assert!((chart.height(10.0, (low, high)) - HEIGHT * 2.0 / 3.0).abs() < 0.01);
    }

    #[test]
    fn waits_rise_in_the_steps_of_a_clock() {
        let chart = chart(Scale::Waits, vec![Some(228_000.0)], Some(120_000.0));

        let (low, high, lines) = chart.bounds();

        assert_eq!((low, high), (0.0, 240_000.0));
        assert_eq!(chart.word(lines[1]), "2 min");
    }

    #[test]
    fn a_line_breaks_where_nothing_was_measured() {
        let chart = chart(
            Scale::Numbers,
            vec![Some(1.0), None, Some(1.0), Some(1.0)],
            None,
        );

        let drawn = chart.draw().into_string();

        assert_eq!(drawn.matches(" d=\"M").count(), 2, "an area and a line");
        let path = chart.path(&chart.series[0], &|_| 0.0, false);
        assert_eq!(path.matches('M').count(), 2);
        assert!(path.starts_with("M0.0 0.0L75.0"), "{path}");
    }

    #[test]
    fn nothing_measured_is_an_empty_chart() {
        for scale in [Scale::Numbers, Scale::Waits, Scale::Times] {
            let drawn = chart(scale, vec![None; 3], None).draw().into_string();
            assert!(!drawn.contains("NaN"), "{drawn}");
        }
    }
}
