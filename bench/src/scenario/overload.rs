//! Overload: many senders who never rest, and a rush of new chats and questions to the robot. Only chats and questions
//! may be refused, and messages must not slow down.

use anyhow::Result;

use super::mixed::{all_calls, done, note_failures};
use super::{Setting, gather, note_faults};
use crate::generator::calls::{Call, Mix};
use crate::generator::mixed::{CallReport, Pace};
use crate::generator::{Kind, Order, Report};
use crate::report::{Findings, Side};

/// Numbers of senders. Each sends the next message after the response to the last.
const SENDERS: [usize; 4] = [64, 256, 512, 1_024];
/// With the most senders a server delivers at least this share of its best rate.
const OF_THE_BEST: f64 = 0.9;
/// Visitors the senders write to.
const LISTENERS: usize = 2_000;
/// Load of a rush, as a multiple of a core's capacity.
const RUSHES: [f64; 2] = [2.0, 10.0];
/// Longest time of a message during and after a rush, µs.
const MESSAGE_US: f64 = 500_000.0;
/// A rush must be over this long after its last request, s.
const OVER_AFTER: f64 = 2.0;

/// Measures both, with a core each for server and generator.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let mut findings = Findings::new(format!(
        "Overload: {} waiting, {} rounds of {} s, server and generator on a core each",
        setting.visitors, setting.rounds, setting.seconds
    ));
    let (mut turned_away, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..setting.rounds {
        let (refusals, share) = senders(setting, &mut findings)?;
        turned_away.push(refusals);
        kept.push(share);
    }
    findings.bar(
        "senders: messages and polls refused or cut off",
        Side::AtMost,
        0.0,
        turned_away,
    );
    let what = format!("senders: the least rate with {} or more / best", SENDERS[2]);
    findings.bar(what, Side::AtLeast, OF_THE_BEST, kept);
    for times in RUSHES {
        let name = format!("rush-x{times}");
        let mut rushes = Vec::new();
        for _ in 0..setting.rounds {
            rushes.push(rush(setting, times, &name, &mut findings)?);
        }
        let mut bar = |what: &str, limit, of: fn(&Rush) -> f64| {
            let rounds = rushes.iter().map(of).collect();
            findings.bar(format!("{name}: {what}"), Side::AtMost, limit, rounds);
        };
        bar("messages refused", 0.0, |rush| rush.refused);
        bar("p99 of a message, us", MESSAGE_US, |rush| rush.message_us);
        bar("calls refused 2 s later", 0.0, |rush| rush.refused_later);
        bar("p99 of a message 2 s later, us", MESSAGE_US, |rush| {
            rush.message_us_later
        });
    }
    Ok(findings)
}

/// Returns how many messages and polls were refused, and the share of the best rate with the most senders.
fn senders(setting: &Setting, findings: &mut Findings) -> Result<(f64, f64)> {
    let setting = Setting {
        visitors: LISTENERS,
        ..setting.clone()
    };
    let subject = setting.start(Kind::Frontdesk, true)?;
    subject.server.pin(0)?;
    let mut generator = gather(&setting, &subject)?;
    generator.pin(1)?;
    let (mut rates, mut turned_away) = (Vec::new(), 0);
    for publishers in SENDERS {
        let report = generator.order(&Order::Throughput {
            publishers,
            seconds: setting.seconds,
        })?;
        let rate = report.delivered_in_time as f64 / report.seconds;
        let counts = &report.counts;
        let refusals = counts.refused + counts.polls_refused + counts.broken;
        rates.push(rate);
        turned_away += refusals;
        let name = format!("{publishers} senders");
        findings.add(
            &name,
            vec![
                ("messages a second", rate),
                ("turned away", refusals as f64),
                ("p50 us", report.delivery.p50),
                ("p99 us", report.delivery.p99),
                ("server cores", report.server_cores()),
            ],
        );
        note_faults(findings, &name, &report);
    }
    drop(generator);
    subject.server.stop()?;
    let best = rates.iter().copied().fold(0.0, f64::max);
    let least = rates[2..].iter().copied().fold(f64::INFINITY, f64::min);
    Ok((turned_away as f64, least / best))
}

/// The result of a rush.
struct Rush {
    refused: f64,
    message_us: f64,
    refused_later: f64,
    message_us_later: f64,
}

fn rush(setting: &Setting, times: f64, name: &str, findings: &mut Findings) -> Result<Rush> {
    let setting = Setting {
        mix: Mix::Rush,
        ..setting.clone()
    };
    let subject = setting.start(Kind::Frontdesk, true)?;
    subject.server.pin(0)?;
    let mut generator = gather(&setting, &subject)?;
    generator.pin(1)?;
    let mut order = |pace| all_calls(&setting, &mut generator, pace);
    let capacity = order(Pace::Open(setting.mix.connections_at_capacity()))?;
    let rate = done(&capacity) as f64 / capacity.seconds;
    let before = subject.server.memory()?;
    let report = order(Pace::Schedule((rate * times) as u32))?;
    let peak = subject.server.memory_peak()?;
    generator.order(&Order::Rest {
        seconds: OVER_AFTER,
    })?;
    let half = Pace::Schedule((rate / 2.0) as u32);
    let later = all_calls(&setting, &mut generator, half)?;
    drop(generator);
    subject.server.stop()?;

    let mib = 1024.0 * 1024.0;
    let came = Rush {
        refused: refused(messages(&report)),
        message_us: slowest(&report),
        refused_later: refused(later.calls.iter()),
        message_us_later: slowest(&later),
    };
    findings.add(
        name,
        vec![
            ("capacity a second", rate),
            ("offered a second", rate * times),
            ("done a second", done(&report) as f64 / report.seconds),
            ("refused %", refused_of(&report)),
            ("message p99 us", came.message_us),
            ("MiB before", before as f64 / mib),
            ("MiB at most", peak as f64 / mib),
            ("server cores", report.server_cores()),
        ],
    );
    findings.notes.push(format!(
        "{name}: p50 of late sending {:.0} us",
        report.lateness.p50
    ));
    note_failures(findings, name, &report);
    note_failures(findings, &format!("after {name}"), &later);
    Ok(came)
}

/// The calls of people who write to each other.
fn messages(report: &Report) -> impl Iterator<Item = &CallReport> {
    let sends = [Call::SendMsg, Call::AgentSendMsg].into_iter();
    sends.filter_map(|call| report.calls.get(call as usize))
}

fn refused<'a>(calls: impl Iterator<Item = &'a CallReport>) -> f64 {
    calls.map(|call| call.refused + call.failed).sum::<u64>() as f64
}

fn refused_of(report: &Report) -> f64 {
    let refused = refused(report.calls.iter());
    100.0 * refused / (refused + done(report) as f64).max(1.0)
}

/// From sending to the response, because the generator's own delay in a rush is not the server's.
fn slowest(report: &Report) -> f64 {
    let p99 = messages(report).map(|call| call.latency_alone.p99);
    p99.fold(0.0, f64::max)
}
