//! An ordinary day: what each call costs, how long calls take when all come together, and what happens at ten times the
//! load the server can carry.

use anyhow::{Context, Result};

use super::{Setting, Subject};
use crate::generator::calls::Call;
use crate::generator::mixed::{CallReport, Calls, Pace};
use crate::generator::{Kind, Order, Report};
use crate::process::{Generator, Server};
use crate::report::{Findings, Side, by_round};

/// A call that only reads and writes costs so much more than a bare handler's at most.
const CPU_RATIO: f64 = 3.0;
/// Share of its capacity that a server completes at ten times that load.
const COMPLETED: f64 = 0.8;
/// A refusal takes so long at most, µs.
const REFUSAL_US: f64 = 10_000.0;
/// Connections of a kind of call alone: enough for the committer's groups to fill.
const CONNECTIONS: usize = 128;
/// Connections at capacity.
const CONNECTIONS_AT_CAPACITY: usize = 128;
/// What is drawn is the same in every run.
const SEED: u64 = 20_261_120;

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

/// At ten times the load it can carry: what is completed, how fast the rest is refused, who is refused.
pub fn overload(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Overload: ten times the capacity, {} waiting, {} rounds of {} s, server and generator on a core each",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let calls = |pace| {
        Order::Calls(Calls {
            alone: None,
            pace,
            seconds: setting.seconds,
            seed: SEED,
            answer_bytes: Vec::new(),
        })
    };
    let (mut shares, mut refusals) = (Vec::new(), Vec::new());
    for _ in 0..setting.rounds {
        let subject = setting.start(Kind::Frontdesk, true)?;
        pin(&subject.server, 0)?;
        let mut generator = gather(setting, &subject)?;
        generator.pin(1)?;
        let capacity = generator.order(&calls(Pace::Open(CONNECTIONS_AT_CAPACITY)))?;
        let capacity_rate = done(&capacity) as f64 / capacity.seconds;
        let flood = generator.order(&calls(Pace::Schedule((capacity_rate * 10.0) as u32)))?;
        let (completed, refused) = (done(&flood) as f64, refused(&flood) as f64);
        let offered = completed + refused + failed(&flood) as f64;
        let sends = sends(&flood);
        let slowest = flood.calls.iter().map(|call| call.refusal_alone.p99);
        let slowest = slowest.fold(0.0, f64::max);
        findings.add(
            "frontdesk",
            vec![
                ("capacity a second", capacity_rate),
                ("offered a second", offered / flood.seconds),
                ("completed a second", completed / flood.seconds),
                ("refused %", 100.0 * refused / offered),
                ("sends refused %", sends),
                ("p99 of a refusal us", slowest),
            ],
        );
        for (call, own) in Call::ALL.into_iter().zip(&flood.calls) {
            let offered = (own.done + own.refused + own.failed).max(1) as f64;
            findings.add(
                &row("frontdesk", call),
                vec![
                    ("refused %", 100.0 * own.refused as f64 / offered),
                    ("served p50 us", own.latency.p50),
                    ("refusal p50 us", own.refusal_alone.p50),
                    ("p99 of a refusal us", own.refusal_alone.p99),
                ],
            );
        }
        findings
            .notes
            .push(format!("sent late by p50 {:.0} us", flood.lateness.p50));
        note_failures(&mut findings, "overload", &flood);
        shares.push(completed / flood.seconds / capacity_rate);
        refusals.push(slowest);
        drop(generator);
        subject.server.stop()?;
    }
    findings.bar("completed / capacity", Side::AtLeast, COMPLETED, shares);
    findings.bar("p99 of a refusal, us", Side::AtMost, REFUSAL_US, refusals);
    Ok(findings)
}

/// What a kind of call takes.
struct Cost {
    call: Call,
    cpu_us: f64,
    answer_bytes: u32,
}

fn gather(setting: &Setting, subject: &Subject) -> Result<Generator> {
    let mut generator = Generator::start(&subject.plan)?;
    generator.order(&Order::Gather {
        waiting: setting.visitors,
    })?;
    Ok(generator)
}

fn row(subject: &str, call: Call) -> String {
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
            pace,
            seconds: setting.seconds * 3.0,
            seed: SEED,
            answer_bytes: Vec::new(),
        }))
    };
    let most = order(Pace::Open(CONNECTIONS_AT_CAPACITY))?;
    let rate = done(&most) as f64 / most.seconds / 2.0;
    let report = order(Pace::Schedule((rate as u32).max(1)))?;
    let total: f64 = costs
        .iter()
        .map(|cost| f64::from(cost.call.share()) * cost.cpu_us)
        .sum();
    for cost in costs {
        let own = of(&report, cost.call)?;
        findings.add(
            &row("frontdesk", cost.call),
            vec![
                ("of 1,000 calls", f64::from(cost.call.share())),
                (
                    "of the cpu %",
                    100.0 * f64::from(cost.call.share()) * cost.cpu_us / total,
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

fn done(report: &Report) -> u64 {
    report.calls.iter().map(|call| call.done).sum()
}

fn refused(report: &Report) -> u64 {
    report.calls.iter().map(|call| call.refused).sum()
}

fn failed(report: &Report) -> u64 {
    report.calls.iter().map(|call| call.failed).sum()
}

/// Messages that were refused, of a hundred.
fn sends(report: &Report) -> f64 {
    let of = |call: Call| report.calls.get(call as usize);
    let sends = [of(Call::SendMsg), of(Call::AgentSendMsg)];
    let sum = |count: fn(&CallReport) -> u64| -> f64 {
        sends.iter().flatten().map(|call| count(call) as f64).sum()
    };
    100.0 * sum(|call| call.refused) / sum(|call| call.done + call.refused + call.failed).max(1.0)
}

fn note_failures(findings: &mut Findings, subject: &str, report: &Report) {
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

/// Keeps a server to one core, so that the generator does not take what is measured.
fn pin(server: &Server, core: usize) -> Result<()> {
    server
        .pid
        .map_or(Ok(()), |pid| crate::process::pin(pid, core))
}
