//! The tables of the report.

use maud::{Markup, html};

use super::{Report, capital};
use crate::rehearsal::diary::Measure;
use crate::rehearsal::plan::{count, span};
use crate::rehearsal::verdict::{rules, time};

impl Report<'_> {
    pub(super) fn times(&self) -> Markup {
        html! {
            div.card { div.scroll { table {
                thead { tr { th { "What" } th { "Calls" } th { "Median" } th { "p90" } th { "p99" } th { "Longest" } th { "Limit" } } }
                tbody {
                    @for rule in rules(&self.day.holds) {
                        @let times = self.record.all.times(rule.measure);
                        @if !times.is_empty() {
                            @let is_over = times.at(rule.quantile) > rule.max;
                            tr {
                                td { (capital(rule.what)) }
                                td { (count(times.len())) }
                                td { (time(times.at(0.5))) }
                                td class=[(is_over && rule.quantile < 0.95).then_some("bad")] { (time(times.at(0.9))) }
                                td class=[(is_over && rule.quantile > 0.95).then_some("bad")] { (time(times.at(0.99))) }
                                td { (time(times.max())) }
                                td { "p" (format!("{:.0}", rule.quantile * 100.0)) " " (time(rule.max)) }
                            }
                        }
                    }
                    @let late = self.record.all.times(Measure::Late);
                    tr {
                        td.quiet { "This tool's own lateness" }
                        td.quiet { (count(late.len())) }
                        @for quantile in [0.5, 0.9, 0.99] { td.quiet { (time(late.at(quantile))) } }
                        td.quiet { (time(late.max())) }
                        td.quiet { "p99 100 ms" }
                    }
                }
            } } }
        }
    }

    pub(super) fn promises(&self) -> Markup {
        let faults = self.record.faults;
        let promises = [
            ("Acknowledged messages lost", faults.lost),
            ("Messages delivered twice", faults.twice),
            ("Messages out of order", faults.disordered),
            ("Places in the queue that grew", faults.grown),
        ];
        html! {
            div.card {
                table { tbody {
                    @for (name, number) in promises {
                        tr { td { (name) } td class=(if number == 0 { "good" } else { "bad" }) { (count(number)) } }
                    }
                } }
                @if !self.record.remarks.is_empty() {
                    ul.remarks { @for (text, number) in &self.record.remarks { li { (text) ": " (count(*number)) } } }
                }
            }
        }
    }

    pub(super) fn failures(&self) -> Markup {
        let failures = &self.record.all.failures;
        let mut sorted: Vec<_> = failures.iter().collect();
        sorted.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
        html! {
            div.card {
                @if sorted.is_empty() { p { "None." } } @else {
                    table { tbody {
                        @for (kind, number) in sorted { tr { td { (kind) } td { (count(*number)) } } }
                    } }
                }
            }
        }
    }

    pub(super) fn metrics(&self) -> Markup {
        let Some(changes) = &self.metrics else {
            return html! {};
        };
        html! {
            h2 { "The server's metrics" }
            div.card {
                @if changes.is_empty() { p { "None changed." } } @else {
                    div.scroll { table {
                        thead { tr { th { "Metric" } th { "Before" } th { "After" } } }
                        tbody { @for change in changes {
                            tr { td { code { (change.name) } } td { (figure(change.before)) } td { (figure(change.after)) } }
                        } }
                    } }
                }
            }
        }
    }

    pub(super) fn described(&self) -> Markup {
        let (day, plan) = (self.day, self.plan);
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let person = day.person_share_played();
        let rows = [
            (
                "Visitors",
                format!(
                    "{} in {}, the clock {} times as fast",
                    count(plan.visits.len() as u64),
                    span(plan.duration.as_secs_f64()),
                    day.speed_up
                ),
            ),
            (
                "Busiest",
                format!(
                    "{} visitors an hour at {}: about {:.0} at once and {:.1} messages a second",
                    count(plan.peak_per_hour.round() as u64),
                    plan.peak_clock,
                    plan.at_once,
                    plan.messages_per_second
                ),
            ),
            (
                "They",
                format!(
                    "{} ask the robot, {} a person, {} only look",
                    percent(day.robot_share),
                    percent(person),
                    percent(1.0 - day.robot_share - person)
                ),
            ),
            (
                "Messages",
                format!(
                    "{} a visitor, {} between two",
                    day.messages,
                    span(day.pause_seconds)
                ),
            ),
            (
                "Agents",
                format!(
                    "{} with {} seats; they answer within {}",
                    day.agents.len(),
                    plan.seats,
                    span(day.reply_seconds)
                ),
            ),
        ];
        html! {
            div.card {
                dl.plan { @for (name, value) in rows { dt { (name) } dd { (value) } } }
                @if !plan.notes.is_empty() { ul.remarks { @for note in &plan.notes { li { (note) } } } }
            }
        }
    }
}

/// A metric's value: whole numbers with commas, others as they are.
fn figure(value: f64) -> String {
    match value.fract() == 0.0 && value >= 0.0 {
        true => count(value as u64),
        false => format!("{value}"),
    }
}
