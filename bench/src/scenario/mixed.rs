//! An ordinary day: what each call costs, and how long calls take when all come together.

use anyhow::{Context, Result};

use super::{Setting, Subject};
use crate::generator::calls::Call;
use crate::generator::mixed::{CallReport, Calls, Pace};
use crate::generator::{Kind, Order, Report};
use crate::process::Generator;
use crate::report::{Findings, Side, by_round};

/// A call that only reads and writes costs so much more than a bare handler's at most.
const CPU_RATIO: f64 = 3.0;
/// Connections of a kind of call alone: enough for the committer's groups to fill.
const CONNECTIONS: usize = 128;
/// Cores that the server has here, beside the generator.
const CORES: usize = 2;
/// What is drawn is the same in every run.
pub(super) const SEED: u64 = 20_261_120;

/// What each call costs, beside a bare handler that reads as much and answers as much, and how long calls take when they
/// come together at half of what the server can carry.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Mixed day: {} waiting, {} rounds of {} s a call",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for _ in 0..setting.rounds {
        // The bare server is told how much to answer, so the product goes first.
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
        let own = findings.figure(&row("frontdesk", call), "cpu us");
        let bare = findings.figure(&row("bare", call), "cpu us");
        let ratios = by_round(&own, &bare, |own, bare| own / bare);
        let what = format!("processor time of {} / bare handler's", call.name());
        findings.bar(what, Side::AtMost, CPU_RATIO, ratios);
    }
    Ok(findings)
}

/// What a kind of call takes.
struct Cost {
    call: Call,
    cpu_us: f64,
    answer_bytes: u32,
}

pub(super) fn gather(setting: &Setting, subject: &Subject) -> Result<Generator> {
    let mut generator = Generator::start(&subject.plan)?;
    generator.order(&Order::Gather {
        waiting: setting.visitors,
    })?;
    Ok(generator)
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
    let cpu_us = report.server_cpu_us.unwrap_or(f64::NAN) / done;
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

/// All calls in their proportion, at half the rate that is reached without a schedule.
fn together(
    generator: &mut Generator,
    setting: &Setting,
    findings: &mut Findings,
    costs: &[Cost],
) -> Result<()> {
    let mut order = |pace| {
        generator.order(&Order::Calls(Calls {
            alone: None,
            mix: setting.mix,
            pace,
            seconds: setting.seconds * 3.0,
            seed: SEED,
            answer_bytes: Vec::new(),
        }))
    };
    let most = order(Pace::Open(CORES * setting.mix.connections_at_capacity()))?;
    let rate = done(&most) as f64 / most.seconds / 2.0;
    let report = order(Pace::Schedule((rate as u32).max(1)))?;
    let total: f64 = costs
        .iter()
        .map(|cost| f64::from(cost.call.share(setting.mix)) * cost.cpu_us)
        .sum();
    for cost in costs {
        let own = of(&report, cost.call)?;
        findings.add(
            &row("frontdesk", cost.call),
            vec![
                ("of 1,000 calls", f64::from(cost.call.share(setting.mix))),
                (
                    "of the cpu %",
                    100.0 * f64::from(cost.call.share(setting.mix)) * cost.cpu_us / total,
                ),
                ("together p50 us", own.latency.p50),
                ("together p99 us", own.latency.p99),
            ],
        );
    }
    findings.notes.push(format!(
        "together: {:.0} calls a second done of {:.0} possible; sent late by p99 {:.0} us; {:.2} server cores",
        done(&report) as f64 / report.seconds,
        done(&most) as f64 / most.seconds,
        report.lateness.p99,
        report.server_cpu_us.unwrap_or(f64::NAN) / 1e6 / report.seconds,
    ));
    note_failures(findings, "together", &report);
    Ok(())
}

pub(super) fn done(report: &Report) -> u64 {
    report.calls.iter().map(|call| call.done).sum()
}

pub(super) fn note_failures(findings: &mut Findings, subject: &str, report: &Report) {
    for (call, own) in Call::ALL.into_iter().zip(&report.calls) {
        if let Some(text) = &own.first_failure {
            findings.notes.push(format!(
                "{subject}: {} failed {} times, first {text}",
                call.name(),
                own.failed
            ));
        }
    }
}
