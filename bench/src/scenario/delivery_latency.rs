//! Time from a message's due time to the response to the visitor's poll, with many visitors waiting. Each message is
//! durable before it is delivered.

use anyhow::Result;

use super::{Setting, Subject, gather, in_turns, note_faults};
use crate::append;
use crate::generator::{Order, PAYLOAD_BYTES, Percentiles};
use crate::process::scratch_folder;
use crate::report::{Figures, Findings, Side, by_round};

/// Aim in `docs/performance.md`: the product beside the sum of bare handler and bare append.
const P50_RATIO: f64 = 1.5;
const P99_RATIO: f64 = 2.0;
const APPEND: &str = "append + fdatasync";

/// Measures at `rate` messages a second.
pub fn measure(setting: &Setting, rate: u32) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Delivery latency: {} waiting, {rate} messages a second, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let folder = scratch_folder(setting.folder.as_deref())?;
    for round in 0..setting.rounds {
        in_turns(setting, round, true, &mut findings, |subject, findings| {
            latency(setting, rate, subject, findings)
        })?;
        let disk = append::measure(folder.path(), PAYLOAD_BYTES, rate, setting.seconds)?;
        findings.add(APPEND, percentiles(disk).into());
    }
    for (name, limit) in [("p50 us", P50_RATIO), ("p99 us", P99_RATIO)] {
        let bare = findings.figure("bare actix-web", name);
        let limits = by_round(&bare, &findings.figure(APPEND, name), |bare, disk| {
            bare + disk
        });
        let own = findings.figure("frontdesk", name);
        let ratios = by_round(&own, &limits, |own, limit| own / limit);
        findings.bar(
            format!("{name} / (bare + append)"),
            Side::AtMost,
            limit,
            ratios,
        );
    }
    Ok(findings)
}

fn latency(
    setting: &Setting,
    rate: u32,
    subject: &Subject,
    findings: &mut Findings,
) -> Result<Figures> {
    let mut generator = gather(setting, subject)?;
    // Opens the senders' connections and fills the caches.
    generator.order(&Order::Latency { rate, seconds: 1.0 })?;
    let report = generator.order(&Order::Latency {
        rate,
        seconds: setting.seconds,
    })?;
    note_faults(findings, subject.name, &report);
    let mut figures = Figures::from(percentiles(report.delivery));
    figures.extend([
        ("answer to the sender p50 us", report.acknowledgement.p50),
        ("sent late p99 us", report.lateness.p99),
        ("delivered", report.counts.delivered as f64),
        ("server cores", report.server_cores()),
    ]);
    Ok(figures)
}

fn percentiles(values: Percentiles) -> [(&'static str, f64); 3] {
    [
        ("p50 us", values.p50),
        ("p99 us", values.p99),
        ("p99.9 us", values.p999),
    ]
}
