//! More than a server can carry: what it completes, how fast it refuses the rest, whom it refuses.

use anyhow::Result;

use super::mixed::{SEED, done, gather, note_failures, row};
use super::{Setting, Subject};
use crate::generator::calls::{Call, Mix};
use crate::generator::mixed::{CallReport, Calls, Pace};
use crate::generator::{Kind, Order, Report};
use crate::process::{Generator, Server, pin};
use crate::report::{Findings, Side};

/// Share of its capacity that a server completes.
const COMPLETED: f64 = 0.8;
/// A refusal takes so long at most, µs.
const REFUSAL_US: f64 = 10_000.0;
/// What is offered, in loads that it can carry. Of an ordinary day's calls a core carries so many that reading and
/// refusing ten times as many takes more than the core, whoever does it, the bare handler too: twice as many is what can be
/// refused in time.
const FLOODS: [(Mix, f64); 3] = [
    (Mix::Questions, 10.0),
    (Mix::Everyday, 2.0),
    (Mix::Everyday, 10.0),
];

/// Each flood, with server and generator on a core each.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Overload: {} waiting, {} rounds of {} s, server and generator on a core each",
        setting.visitors, setting.rounds, setting.seconds
    ));
    for (mix, times) in FLOODS {
        let setting = Setting {
            mix,
            ..setting.clone()
        };
        let name = match mix {
            Mix::Everyday => format!("everyday-x{times}"),
            Mix::Questions => format!("questions-x{times}"),
        };
        let (mut shares, mut refusals, mut sends) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..setting.rounds {
            let flood = flood(&setting, times, &name, &mut findings)?;
            shares.push(flood.completed);
            refusals.push(flood.refusal_us);
            sends.push(flood.sends_refused - flood.refused);
        }
        let what = format!("{name}: completed / capacity");
        findings.bar(what, Side::AtLeast, COMPLETED, shares);
        let what = format!("{name}: p99 of a refusal, us");
        findings.bar(what, Side::AtMost, REFUSAL_US, refusals);
        let what = format!("{name}: messages refused, of a hundred, above all calls'");
        findings.bar(what, Side::AtMost, 0.0, sends);
    }
    Ok(findings)
}

/// What came of one.
struct Flood {
    /// Calls completed a second, of those completed where no more come than can be served.
    completed: f64,
    /// Of a hundred calls.
    refused: f64,
    /// Of a hundred messages.
    sends_refused: f64,
    /// The slowest kind's p99 from the sending to the answer.
    refusal_us: f64,
}

fn calls(setting: &Setting, pace: Pace, are_refused: bool) -> Order {
    Order::Calls(Calls {
        alone: None,
        mix: setting.mix,
        pace,
        seconds: setting.seconds,
        seed: SEED,
        answer_bytes: Vec::new(),
        are_refused,
    })
}

fn flood(setting: &Setting, times: f64, name: &str, findings: &mut Findings) -> Result<Flood> {
    let subject = setting.start(Kind::Frontdesk, true)?;
    keep_to(&subject, 0)?;
    let mut generator = gather(setting, &subject)?;
    generator.pin(1)?;
    let open = Pace::Open(setting.mix.connections_at_capacity());
    let capacity = generator.order(&calls(setting, open, false))?;
    let capacity_rate = done(&capacity) as f64 / capacity.seconds;
    let pace = Pace::Schedule((capacity_rate * times) as u32);
    flood_in(setting, &mut generator, pace, false)?;
    let flood = generator.order(&calls(setting, pace, false))?;
    drop(generator);
    subject.server.stop()?;

    let slowest = flood.calls.iter().map(|call| call.refusal_alone.p99);
    let came = Flood {
        completed: done(&flood) as f64 / flood.seconds / capacity_rate,
        refused: refused_of(flood.calls.iter()),
        sends_refused: refused_of(sends(&flood)),
        refusal_us: slowest.fold(0.0, f64::max),
    };
    let offered: u64 = flood.calls.iter().map(offered).sum();
    findings.add(
        name,
        vec![
            ("capacity a second", capacity_rate),
            ("refused at capacity %", refused_of(capacity.calls.iter())),
            ("offered a second", offered as f64 / flood.seconds),
            ("completed a second", done(&flood) as f64 / flood.seconds),
            ("refused %", came.refused),
            ("messages refused %", came.sends_refused),
            ("p99 of a refusal us", came.refusal_us),
            ("server cores", cores(&flood)),
        ],
    );
    for (call, own) in Call::ALL.into_iter().zip(&flood.calls) {
        findings.add(
            &row(name, call),
            vec![
                ("refused %", refused_of([own].into_iter())),
                ("served p50 us", own.latency.p50),
                ("refusal p50 us", own.refusal_alone.p50),
                ("p99 of a refusal us", own.refusal_alone.p99),
            ],
        );
    }
    let late = flood.lateness.p50;
    findings
        .notes
        .push(format!("{name}: sent late by p50 {late:.0} us"));
    note_failures(findings, name, &flood);
    refused_by_bare(setting, pace, name, findings)?;
    Ok(came)
}

/// The first seconds of a flood, which are not measured: thousands of connections are made, a server finds out that there
/// is too much to do, and the generator makes up for what it could not send meanwhile.
fn flood_in(
    setting: &Setting,
    generator: &mut Generator,
    pace: Pace,
    are_refused: bool,
) -> Result<()> {
    let shorter = Setting {
        seconds: setting.seconds / 2.0,
        ..setting.clone()
    };
    generator
        .order(&calls(&shorter, pace, are_refused))
        .map(drop)
}

/// The same calls, offered as fast to a bare handler that does nothing but refuse them.
fn refused_by_bare(
    setting: &Setting,
    pace: Pace,
    name: &str,
    findings: &mut Findings,
) -> Result<()> {
    let subject = setting.start(Kind::Bare, true)?;
    keep_to(&subject, 0)?;
    let mut generator = gather(setting, &subject)?;
    generator.pin(1)?;
    flood_in(setting, &mut generator, pace, true)?;
    let report = generator.order(&calls(setting, pace, true))?;
    drop(generator);
    subject.server.stop()?;
    let slowest = report.calls.iter().map(|call| call.refusal_alone.p99);
    let refused: u64 = report.calls.iter().map(|call| call.refused).sum();
    findings.add(
        &format!("{name}: bare, which refuses all"),
        vec![
            ("refused a second", refused as f64 / report.seconds),
            ("p99 of a refusal us", slowest.fold(0.0, f64::max)),
            ("server cores", cores(&report)),
        ],
    );
    note_failures(findings, &format!("{name}: bare"), &report);
    Ok(())
}

fn offered(call: &CallReport) -> u64 {
    call.done + call.refused + call.failed
}

/// How many of a hundred.
fn refused_of<'a>(calls: impl Iterator<Item = &'a CallReport> + Clone) -> f64 {
    let refused: u64 = calls.clone().map(|call| call.refused).sum();
    100.0 * refused as f64 / calls.map(offered).sum::<u64>().max(1) as f64
}

/// What people say to each other.
fn sends(report: &Report) -> impl Iterator<Item = &CallReport> + Clone {
    let sends = [Call::SendMsg, Call::AgentSendMsg].into_iter();
    sends.filter_map(|call| report.calls.get(call as usize))
}

fn cores(report: &Report) -> f64 {
    report.server_cpu_us.unwrap_or(f64::NAN) / 1e6 / report.seconds
}

/// Keeps a server to one core, so that the generator does not take what is measured.
fn keep_to(subject: &Subject, core: usize) -> Result<()> {
    let Subject {
        server: Server { pid, .. },
        ..
    } = subject;
    pid.map_or(Ok(()), |pid| pin(pid, core))
}
