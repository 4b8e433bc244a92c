//! Messages a second with senders who never rest, and the server's processor time for each delivered message.

use anyhow::Result;

use super::{Setting, Subject, gather, in_turns, note_faults};
use crate::generator::Order;
use crate::report::{Figures, Findings, Side};

/// An aim in `docs/performance.md`.
const CPU_RATIO: f64 = 2.0;

/// Measures with this many open requests of senders at all times, enough to fill the committer's groups.
pub fn measure(setting: &Setting, publishers: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Delivery throughput: {} waiting, {publishers} senders, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for round in 0..setting.rounds {
        in_turns(setting, round, true, &mut findings, |subject, findings| {
            throughput(setting, publishers, subject, findings)
        })?;
    }
    let what = "processor time a message / bare handler's";
    let figures = ("cpu us a message", "frontdesk", "bare actix-web");
    findings.ratio_bar(what, Side::AtMost, CPU_RATIO, figures);
    Ok(findings)
}

fn throughput(
    setting: &Setting,
    publishers: usize,
    subject: &Subject,
    findings: &mut Findings,
) -> Result<Figures> {
    let mut generator = gather(setting, subject)?;
    let report = generator.order(&Order::Throughput {
        publishers,
        seconds: setting.seconds,
    })?;
    note_faults(findings, subject.name, &report);
    let delivered = report.delivered_in_time as f64;
    Ok(vec![
        ("messages a second", delivered / report.seconds),
        ("cpu us a message", report.server_cpu_us / delivered),
        ("p50 us", report.delivery.p50),
        ("p99 us", report.delivery.p99),
        ("delivered", report.counts.delivered as f64),
        ("server cores", report.server_cores()),
    ])
}
