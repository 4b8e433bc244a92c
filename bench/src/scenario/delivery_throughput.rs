//! Messages a second with senders who never rest, and the server's processor time for each delivered message.

use anyhow::Result;

use super::{Setting, Subject, gather, note_faults};
use crate::generator::Order;
use crate::report::{Figures, Findings, Side, by_round};

/// An aim in `docs/performance.md`.
const CPU_RATIO: f64 = 2.0;

/// Measures with this many open requests of senders at all times, enough to fill the committer's groups.
pub fn measure(setting: &Setting, publishers: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Delivery throughput: {} waiting, {publishers} senders, {} rounds of {} s",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for round in 0..setting.rounds {
        for kind in Setting::kinds(round) {
            let subject = setting.start(kind, true)?;
            let name = subject.name;
            let figures = throughput(setting, publishers, subject, &mut findings)?;
            findings.add(name, figures);
        }
    }
    let cpu = "cpu us a message";
    let own = findings.figure("frontdesk", cpu);
    let ratios = by_round(
        &own,
        &findings.figure("bare actix-web", cpu),
        |own, bare| own / bare,
    );
    findings.bar(
        "processor time a message / bare handler's",
        Side::AtMost,
        CPU_RATIO,
        ratios,
    );
    Ok(findings)
}

fn throughput(
    setting: &Setting,
    publishers: usize,
    subject: Subject,
    findings: &mut Findings,
) -> Result<Figures> {
    let mut generator = gather(setting, &subject)?;
    let report = generator.order(&Order::Throughput {
        publishers,
        seconds: setting.seconds,
    })?;
    note_faults(findings, subject.name, &report);
    drop(generator);
    subject.server.stop()?;
    let delivered = report.delivered_in_time as f64;
    Ok(vec![
        ("messages a second", delivered / report.seconds),
        ("cpu us a message", report.server_cpu_us / delivered),
        ("p50 us", report.delivery.p50),
        ("p99 us", report.delivery.p99),
        ("delivered", report.counts.delivered as f64),
        ("server cores", report.server_cpu_us / 1e6 / report.seconds),
    ])
}
