//! An ordinary day: the cost of each call, and the latencies when all come together.

use anyhow::{Context, Result};

use super::{Setting, gather};
use crate::generator::calls::Call;
use crate::generator::mixed::{CallReport, Calls, Pace};
use crate::generator::{Kind, Order, Report};
use crate::process::Generator;
use crate::report::{Findings, Side};

/// Largest ratio of processor time to a bare handler's, for a call that only reads and writes.
const CPU_RATIO: f64 = 3.0;
/// Connections for one kind of call, enough to fill the committer's groups.
const CONNECTIONS: usize = 128;
/// Cores of the server, beside the generator's.
const CORES: usize = 2;
/// A fixed seed, so that every run draws the same calls.
const SEED: u64 = 20_261_120;

/// Measures each call beside a bare handler with bodies of the same size, and all calls together at half of the
/// server's capacity.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Mixed day: {} waiting, {} rounds of {} s a call",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for _ in 0..setting.rounds {
        // The product goes first, because its response sizes are the bare server's.
        let mut answer_bytes = Vec::new();
        for kind in [Kind::Frontdesk, Kind::Bare] {
            let subject = setting.start(kind, true)?;
            let mut generator = gather(setting, &subject)?;
            let mut costs = Vec::new();
            for call in Call::ALL {
                if kind == Kind::Bare && call.works() {
                    continue;
                }
                let report = generator.order(&Order::Calls(Calls {
                    alone: Some(call),
                    mix: setting.mix,
                    pace: Pace::Open(CONNECTIONS),
                    seconds: setting.seconds,
                    seed: SEED,
                    answer_bytes: answer_bytes.clone(),
                }))?;
                costs.push(cost(&mut findings, subject.name, call, &report)?);
            }
            if kind == Kind::Frontdesk {
                together(&mut generator, setting, &mut findings, &costs)?;
                answer_bytes = costs.iter().map(|cost| cost.answer_bytes).collect();
            }
            drop(generator);
            subject.server.stop()?;
        }
    }
    for call in Call::ALL.into_iter().filter(|call| !call.works()) {
        let what = format!("processor time of {} / bare handler's", call.name());
        let figures = ("cpu us", &*row("frontdesk", call), &*row("bare", call));
        findings.ratio_bar(what, Side::AtMost, CPU_RATIO, figures);
    }
    Ok(findings)
}

/// What one kind of call costs the server.
struct Cost {
    call: Call,
    cpu_us: f64,
    answer_bytes: u32,
}

pub(super) fn row(subject: &str, call: Call) -> String {
    let subject = subject.split(' ').next().unwrap_or(subject);
    format!("{subject}: {}", call.name())
}

fn of(report: &Report, call: Call) -> Result<&CallReport> {
    report
        .calls
        .get(call as usize)
        .context("a call without a report")
}

fn cost(findings: &mut Findings, subject: &str, call: Call, report: &Report) -> Result<Cost> {
    let own = of(report, call)?;
    let done = own.done.max(1) as f64;
    let cpu_us = report.server_cpu_us / done;
    findings.add(
        &row(subject, call),
        vec![
            ("calls a second", done / report.seconds),
            ("cpu us", cpu_us),
            ("answer bytes", f64::from(own.answer_bytes)),
        ],
    );
    note_failures(findings, subject, report);
    Ok(Cost {
        call,
        cpu_us,
        answer_bytes: own.answer_bytes,
    })
}

/// Measures all calls in their proportion, at half the rate reached without a schedule.
fn together(
    generator: &mut Generator,
    setting: &Setting,
    findings: &mut Findings,
    costs: &[Cost],
) -> Result<()> {
    let setting = Setting {
        seconds: setting.seconds * 3.0,
        ..setting.clone()
    };
    let mut order = |pace| all_calls(&setting, generator, pace);
    let most = order(Pace::Open(CORES * setting.mix.connections_at_capacity()))?;
    let rate = done(&most) as f64 / most.seconds / 2.0;
    let report = order(Pace::Schedule((rate as u32).max(1)))?;
    let total: f64 = costs
        .iter()
        .map(|cost| f64::from(cost.call.share(setting.mix)) * cost.cpu_us)
        .sum();
    for cost in costs {
        let own = of(&report, cost.call)?;
        let share = f64::from(cost.call.share(setting.mix));
        findings.add(
            &row("frontdesk", cost.call),
            vec![
                ("of 1,000 calls", share),
                ("of the cpu %", 100.0 * share * cost.cpu_us / total),
                ("together p50 us", own.latency.p50),
                ("together p99 us", own.latency.p99),
            ],
        );
    }
    findings.notes.push(format!(
        "together: {:.0} of {:.0} possible calls a second; p99 of late sending {:.0} us; {:.2} server cores",
        done(&report) as f64 / report.seconds,
        done(&most) as f64 / most.seconds,
        report.lateness.p99,
        report.server_cores(),
    ));
    note_failures(findings, "together", &report);
    Ok(())
}

/// Makes all kinds of calls in their proportion.
pub(super) fn all_calls(
    setting: &Setting,
    generator: &mut Generator,
    pace: Pace,
) -> Result<Report> {
    generator.order(&Order::Calls(Calls {
        alone: None,
        mix: setting.mix,
        pace,
        seconds: setting.seconds,
        seed: SEED,
        answer_bytes: Vec::new(),
    }))
}

pub(super) fn done(report: &Report) -> u64 {
    report.calls.iter().map(|call| call.done).sum()
}

pub(super) fn note_failures(findings: &mut Findings, subject: &str, report: &Report) {
    for (call, own) in Call::ALL.into_iter().zip(&report.calls) {
        if let Some(text) = &own.first_failure {
            findings.notes.push(format!(
                "{subject}: {} failed {} times, first with {text}",
                call.name(),
                own.failed
            ));
        }
    }
}
