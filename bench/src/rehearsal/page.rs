//! The report: one HTML file that needs nothing else.

use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};

mod tables;

use super::chart::{Chart, Scale, Series};
use super::day::Day;
use super::diary::{Measure, Part, Record};
use super::metrics::Change;
use super::plan::{Plan, count};
use super::play::End;
use super::verdict::{Breach, Rule, Verdict, rules, time, when};

/// Clocks below a chart.
const CLOCKS: u32 = 4;

/// Everything that the report tells.
pub struct Report<'a> {
    /// The installation.
    pub host: &'a str,
    /// The channel.
    pub channel: &'a str,
    /// When the day began, as people read it.
    pub began: String,
    /// The day.
    pub day: &'a Day,
    /// What was planned.
    pub plan: &'a Plan,
    /// How it ended.
    pub end: End,
    /// What happened.
    pub record: &'a Record,
    /// The verdict.
    pub verdict: &'a Verdict,
    /// The server's metrics that changed; none if they were not asked.
    pub metrics: Option<Vec<Change>>,
}

impl Report<'_> {
    /// Writes the page.
    pub fn page(&self) -> String {
        let title = format!("Rehearsal of {}", self.host);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(include_str!("page.css"))) }
                }
                body {
                    header {
                        h1 { "Rehearsal of a sale day" }
                        p.quiet { (self.host) ", channel " (self.channel) ", " (self.began) }
                    }
                    main {
                        (self.verdict())
                        (self.facts())
                        h2 { "The day" }
                        div.charts { (self.load()) @for rule in rules(&self.day.holds) { (self.latency(&rule)) } }
                        h2 { "Times" }
                        (self.times())
                        div.pair {
                            section { h2 { "Promises" } (self.promises()) }
                            section { h2 { "Failed calls" } (self.failures()) }
                        }
                        (self.metrics())
                        h2 { "Plan" }
                        (self.described())
                    }
                }
            }
        };
        page.into_string()
    }

    fn verdict(&self) -> Markup {
        let stopped = match &self.end {
            End::Complete => String::new(),
            End::Stopped(after) => format!("Stopped at {} of the day.", self.day.clock(*after)),
        };
        let (class, head) = match self.verdict {
            Verdict::Holds => ("holds", "Holds".to_owned()),
            Verdict::Gives(breaches) => ("gives", does_not_hold(breaches)),
            Verdict::Unclear(_) => ("unclear", "Cannot say".to_owned()),
        };
        html! {
            section class=(format!("verdict {class}")) {
                strong { (head) }
                @match self.verdict {
                    Verdict::Holds => p { "All limits were kept, and no message was lost. " (stopped) },
                    Verdict::Unclear(why) => p { (capital(why)) "." },
                    Verdict::Gives(breaches) => {
                        @for (number, breach) in breaches.iter().enumerate() {
                            p {
                                @if number > 0 { "Then " b { (breach.what) } ": " }
                                (breach.how) ", " (when(breach, self.record, self.day)) "."
                            }
                        }
                        @if !stopped.is_empty() { p { (stopped) } }
                    }
                }
            }
        }
    }

    fn facts(&self) -> Markup {
        let all = &self.record.all;
        let busiest = self.per_second(|part| part.messages).into_iter().flatten();
        let facts = [
            ("visitors", count(all.arrived)),
            ("most at once", count(all.present.unsigned_abs())),
            ("messages", count(all.messages)),
            (
                "most messages a second",
                format!("{:.1}", busiest.fold(0.0, f64::max)),
            ),
            (
                "most waiting for a person",
                count(all.waiting.unsigned_abs()),
            ),
            (
                "failed calls",
                format!("{} of {}", count(all.failed()), count(all.calls)),
            ),
        ];
        html! {
            dl.facts { @for (name, value) in facts { div { dt { (name) } dd { (value) } } } }
        }
    }

    fn per_second(&self, of: impl Fn(&Part) -> u64) -> Vec<Option<f64>> {
        let seconds = self.record.part.as_secs_f64();
        let parts = self.record.day().iter();
        parts.map(|part| Some(of(part) as f64 / seconds)).collect()
    }

    fn clocks(&self) -> Vec<String> {
        let length = self.record.part * u32::try_from(self.record.day().len()).unwrap_or(u32::MAX);
        let places = 0..=CLOCKS;
        places
            .map(|place| {
                self.day
                    .clock(length.mul_f64(f64::from(place) / f64::from(CLOCKS)))
            })
            .collect()
    }

    fn figure(
        &self,
        name: &str,
        said: &str,
        scale: Scale,
        series: Vec<Series>,
        limit: Option<f64>,
    ) -> Markup {
        let chart = Chart {
            scale,
            limit,
            clocks: self.clocks(),
            title: format!("{name} over the day: {said}"),
            series,
        };
        html! {
            figure {
                figcaption {
                    b { (capital(name)) }
                    div.legend {
                        @for line in &chart.series { span class=(line.class) { (line.name) } }
                        @if let Some(limit) = limit { span.limit { "limit " (time(Duration::from_secs_f64(limit / 1e3))) } }
                    }
                }
                (chart.draw())
            }
        }
    }

    fn load(&self) -> Markup {
        let people = |name, class, is_area, of: fn(&Part) -> i64| Series {
            name,
            class,
            is_area,
            values: self
                .record
                .day()
                .iter()
                .map(|part| Some(of(part) as f64))
                .collect(),
        };
        let visitors = vec![
            people("there", "first", true, |part| part.present),
            people("waiting for a person", "second", false, |part| part.waiting),
        ];
        let rates = |name, class, is_area, of: fn(&Part) -> u64| Series {
            name,
            class,
            is_area,
            values: self.per_second(of),
        };
        let mut messages = vec![
            rates("messages", "first", true, |part| part.messages),
            rates("failed calls", "failed", false, Part::failed),
        ];
        let all = &self.record.all;
        messages.truncate(if all.failed() > 0 { 2 } else { 1 });
        html! {
            (self.figure("visitors at once", &format!("at most {}", all.present), Scale::Numbers, visitors, None))
            (self.figure("per second", &format!("{} messages in all", all.messages), Scale::Numbers, messages, None))
        }
    }

    fn latency(&self, rule: &Rule) -> Markup {
        let all = self.record.all.times(rule.measure);
        if all.is_empty() {
            return html! {};
        }
        let line = |name, class, quantile: f64| Series {
            name,
            class,
            is_area: false,
            values: self
                .record
                .day()
                .iter()
                .map(|part| {
                    let times = part.times(rule.measure);
                    (!times.is_empty()).then(|| times.at(quantile).as_secs_f64() * 1e3)
                })
                .collect(),
        };
        let high = if rule.quantile > 0.95 { "p99" } else { "p90" };
        let series = vec![
            line("median", "first", 0.5),
            line(high, "second", rule.quantile),
        ];
        let scale = match rule.measure {
            Measure::Wait => Scale::Waits,
            _ => Scale::Times,
        };
        let said = format!(
            "{high} {}, limit {}",
            time(all.at(rule.quantile)),
            time(rule.max)
        );
        self.figure(
            rule.what,
            &said,
            scale,
            series,
            Some(rule.max.as_secs_f64() * 1e3),
        )
    }
}

/// The head of the verdict.
fn does_not_hold(breaches: &[Breach]) -> String {
    match breaches.first() {
        Some(first) => format!("Does not hold: {} gives first", first.what),
        None => "Does not hold".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
