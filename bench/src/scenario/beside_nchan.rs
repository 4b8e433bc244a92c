//! The same delivery by nginx with nchan, which keeps messages in memory only. Server and generator have a core each,
//! and the servers take turns.

use anyhow::{Context, Result};

use super::{Setting, note_faults};
use crate::generator::{Kind, Order, Report};
use crate::nchan::Nchan;
use crate::process::Generator;
use crate::report::{Figures, Findings, Side};

const CPU_RATIO: f64 = 2.0;
const RATE_RATIO: f64 = 0.95;
/// Senders who never rest.
const SENDERS: [usize; 2] = [64, 256];
const RATES: [&str; 2] = ["64 senders: a second", "256 senders: a second"];

/// Measures at `rate` messages a second, and with senders who never rest.
pub fn measure(setting: &Setting, rate: u32) -> Result<Findings> {
    Nchan::installed().context(
        "nginx with nchan is not installed: apt-get install nginx-light libnginx-mod-nchan",
    )?;
    let mut findings = Findings::new(format!(
        "Beside nchan: {} waiting, {rate} messages a second and saturated, {} rounds of {} s, a core each",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for round in 0..setting.rounds {
        let mut kinds = [Kind::Frontdesk, Kind::Nchan];
        kinds.rotate_left(round % 2);
        for kind in kinds {
            side(setting, rate, kind, &mut findings)?;
        }
    }
    let mut bar = |what: &'static str, side, limit| {
        let figures = (what, "frontdesk", "nchan");
        findings.ratio_bar(format!("{what} / nchan's"), side, limit, figures);
    };
    bar("cpu us a message", Side::AtMost, CPU_RATIO);
    for what in RATES {
        bar(what, Side::AtLeast, RATE_RATIO);
    }
    Ok(findings)
}

fn side(setting: &Setting, rate: u32, kind: Kind, findings: &mut Findings) -> Result<()> {
    let subject = setting.start(kind, true)?;
    subject.server.pin(0)?;
    let mut generator = Generator::start(&subject.plan)?;
    generator.pin(1)?;
    generator.order(&Order::Gather {
        waiting: setting.visitors,
    })?;
    generator.order(&Order::Latency { rate, seconds: 1.0 })?;
    let seconds = setting.seconds;
    let steady = generator.order(&Order::Latency { rate, seconds })?;
    note_faults(findings, subject.name, &steady);
    let mut figures: Figures = vec![
        ("cpu us a message", cpu_us(&steady)),
        ("p50 us", steady.delivery.p50),
        ("p99 us", steady.delivery.p99),
    ];
    for (publishers, name) in SENDERS.into_iter().zip(RATES) {
        let saturated = generator.order(&Order::Throughput {
            publishers,
            seconds,
        })?;
        note_faults(findings, subject.name, &saturated);
        let delivered = saturated.delivered_in_time as f64;
        figures.push((name, delivered / saturated.seconds));
        if publishers == SENDERS[1] {
            figures.push(("saturated: cpu us a message", cpu_us(&saturated)));
        }
    }
    findings.add(subject.name, figures);
    drop(generator);
    subject.server.stop()
}

fn cpu_us(report: &Report) -> f64 {
    report.server_cpu_us / report.delivered_in_time as f64
}
