//! Memory of the server for each waiting visitor, including the session: the slope between few and many visitors, so
//! that the server's own memory cancels out.

use anyhow::Result;

use super::{Setting, Subject, in_turns, note_faults};
use crate::generator::Order;
use crate::process::Generator;
use crate::report::{Figures, Findings, Side, by_round};

/// Bytes the product may need above the bare handler, an aim in `docs/performance.md`.
const ABOVE_BARE_BYTES: f64 = 2_500.0;

/// Measures with a ninth of the visitors and with all of them: 2,000 and 18,000.
pub fn measure(setting: &Setting) -> Result<Findings> {
    let few = setting.visitors / 9;
    let mut findings = Findings::new(format!(
        "Idle polls: memory a waiting visitor, from {few} to {} visitors, {} rounds",
        setting.visitors, setting.rounds
    ));
    for round in 0..setting.rounds {
        in_turns(setting, round, false, &mut findings, |subject, findings| {
            slope(setting, subject, few, findings)
        })?;
    }
    let bytes = "bytes a visitor";
    let own = findings.figure("frontdesk", bytes);
    let bare = findings.figure("bare actix-web", bytes);
    let above = by_round(&own, &bare, |own, bare| own - bare);
    findings.bar(
        "bytes a visitor above the bare handler",
        Side::AtMost,
        ABOVE_BARE_BYTES,
        above,
    );
    Ok(findings)
}

fn slope(
    setting: &Setting,
    subject: &Subject,
    few: usize,
    findings: &mut Findings,
) -> Result<Figures> {
    let mut generator = Generator::start(&subject.plan)?;
    let mut memory = Vec::new();
    for waiting in [few, setting.visitors] {
        generator.order(&Order::Gather { waiting })?;
        // Long enough for each to get a response and poll again.
        let report = generator.order(&Order::Rest {
            seconds: setting.seconds,
        })?;
        note_faults(findings, subject.name, &report);
        memory.push(subject.server.memory()? as f64);
    }
    let visitors = (setting.visitors - few) as f64;
    let mib = 1024.0 * 1024.0;
    Ok(vec![
        ("bytes a visitor", (memory[1] - memory[0]) / visitors),
        ("MiB with few", memory[0] / mib),
        ("MiB with all", memory[1] / mib),
    ])
}
