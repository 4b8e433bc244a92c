//! A robot with ten thousand questions: the cost of learning, and the latency of answers while a thousand visitors
//! wait. It has no bare counterpart, because no bare server answers questions.

mod caller;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::json;

use super::{Setting, gather, note_faults};
use crate::generator::{Durations, Kind, Order, Percentiles};
use crate::knowledge::Knowledge;
use crate::process::{Server, cpu_time, memory, memory_peak};
use crate::report::{Figures, Findings, Side};
use caller::Caller;

/// robotAsk and robotTips, ms. `docs/robot.md`.
const ASK_P99_MS: f64 = 5.0;
const TIPS_P99_MS: f64 = 3.0;
/// Learning ten thousand questions: processor time, s, and memory, bytes.
const LEARNING_S: f64 = 5.0;
const LEARNING_BYTES: f64 = 60e6;
/// The robot's number and its channel's.
const ROBOT: &str = "learner";
/// Threads that ask, each with its own connection and visitor.
const ASKERS: u32 = 4;
/// Time a robot has to learn.
const LEARNS_WITHIN: Duration = Duration::from_secs(120);
/// How often memory is read while the robot learns.
const LOOKS_EVERY: Duration = Duration::from_millis(5);
/// Time in which temporary memory returns to the system.
const SETTLES_WITHIN: Duration = Duration::from_secs(12);

/// Imports a knowledge base by the administration API, waits until the robot has learned, then asks and types at a
/// fixed rate beside waiting visitors. Of three calls one is a question and two are tips.
pub fn measure(setting: &Setting, rate: u32, folder: Option<&std::path::Path>) -> Result<Findings> {
    let knowledge = match folder {
        Some(folder) => Knowledge::read(folder)?,
        None => Knowledge::made(),
    };
    let mut findings = Findings::new(format!(
        "Robot: {} questions in {} documents, {rate} calls a second beside {} waiting visitors, {} rounds of {} s",
        knowledge.questions, knowledge.documents, setting.visitors, setting.rounds, setting.seconds
    ));
    for _ in 0..setting.rounds {
        let figures = round(setting, rate, &knowledge, &mut findings)?;
        findings.add("frontdesk", figures);
    }
    for (what, limit) in [
        ("robotAsk p99 ms", ASK_P99_MS),
        ("robotTips p99 ms", TIPS_P99_MS),
        ("learning s", LEARNING_S),
        ("learning MB at most", LEARNING_BYTES / 1e6),
    ] {
        let measured = findings.figure("frontdesk", what);
        findings.bar(what, Side::AtMost, limit, measured);
    }
    Ok(findings)
}

fn round(
    setting: &Setting,
    rate: u32,
    knowledge: &Knowledge,
    findings: &mut Findings,
) -> Result<Figures> {
    let subject = setting.start(Kind::Frontdesk, false)?;
    let pid = subject.server.pid;
    let mut administrator = Caller::administrator(subject.server.address)?;
    open_channel(&mut administrator)?;
    let before = (cpu_time(pid)?, memory(pid)?);
    let most = most_while(pid, || learn(&mut administrator, knowledge))?;
    let taken = cpu_time(pid)? - before.0;
    let kept = settled(pid)?;

    let mut generator = gather(setting, &subject)?;
    let (asked, typed) = std::thread::scope(|scope| -> Result<_> {
        let polls = scope.spawn(|| {
            generator.order(&Order::Rest {
                seconds: setting.seconds,
            })
        });
        let times = load(&subject.server, setting.seconds, rate, knowledge)?;
        let Ok(report) = polls.join() else {
            bail!("the polls' thread ended");
        };
        note_faults(findings, subject.name, &report?);
        Ok(times)
    })?;
    drop(generator);
    subject.server.stop()?;
    let mb = |bytes: u64| bytes.saturating_sub(before.1) as f64 / 1e6;
    Ok(vec![
        ("robotAsk p50 ms", asked.p50 / 1e3),
        ("robotAsk p99 ms", asked.p99 / 1e3),
        ("robotTips p50 ms", typed.p50 / 1e3),
        ("robotTips p99 ms", typed.p99 / 1e3),
        ("learning s", taken.as_secs_f64()),
        ("learning MB at most", mb(most)),
        ("learned MB", mb(kept)),
    ])
}

fn open_channel(administrator: &mut Caller) -> Result<()> {
    let robot = json!({ "robotNo": ROBOT, "robotName": "Robot" });
    administrator.call("/api/admin/robots/put", &robot)?;
    let channel = json!({ "channelId": ROBOT, "robotNo": ROBOT, "language": "en" });
    administrator.call("/api/admin/channels/put", &channel)?;
    // A robot that has been asked is awake, and learns as soon as its documents change.
    let ask = json!({ "robotNo": ROBOT, "question": "?" });
    administrator.call("/api/admin/robot/ask", &ask)?;
    Ok(())
}

/// Imports the documents and waits until the robot has learned them. Processor time counts from the upload.
fn learn(administrator: &mut Caller, knowledge: &Knowledge) -> Result<()> {
    let until = Instant::now() + LEARNS_WITHIN;
    let mut job = administrator.import(ROBOT, &knowledge.file)?;
    while job["state"] != "done" {
        let state = job["state"].as_str().unwrap_or_default();
        if ["failed", "interrupted"].contains(&state) || Instant::now() > until {
            bail!("the documents were not imported: {job}");
        }
        // A job does not announce its end, so ask.
        std::thread::sleep(LOOKS_EVERY);
        job = administrator.call("/api/admin/jobs/get", &json!({ "jobId": job["jobId"] }))?;
    }
    let ask = json!({ "robotNo": ROBOT, "question": "?" });
    while administrator.call("/api/admin/robot/ask", &ask)?["learned"] != true {
        if Instant::now() > until {
            bail!("the robot did not learn within {LEARNS_WITHIN:?}");
        }
        // Asking more often would take time from learning.
        std::thread::sleep(10 * LOOKS_EVERY);
    }
    Ok(())
}

/// The process's peak of memory during the work.
fn most_while(pid: u32, work: impl FnOnce() -> Result<()>) -> Result<u64> {
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = 0;
            while !has_ended.load(Ordering::Relaxed) {
                most = most.max(memory(pid).unwrap_or_default());
                // The system keeps a peak of the whole process only, so read memory often.
                std::thread::sleep(LOOKS_EVERY);
            }
            most
        });
        let worked = work();
        has_ended.store(true, Ordering::Relaxed);
        let Ok(most) = watch.join() else {
            bail!("the watching thread ended");
        };
        worked.map(|()| most.min(memory_peak(pid).unwrap_or(most)))
    })
}

/// Waits until memory has stopped shrinking, and returns it.
fn settled(pid: u32) -> Result<u64> {
    let until = Instant::now() + SETTLES_WITHIN;
    let mut least = memory(pid)?;
    while Instant::now() < until {
        // Memory returns gradually.
        std::thread::sleep(100 * LOOKS_EVERY);
        least = least.min(memory(pid)?);
    }
    Ok(least)
}

/// Asks and types on schedule, and returns each latency from the due time.
fn load(
    server: &Server,
    seconds: f64,
    rate: u32,
    knowledge: &Knowledge,
) -> Result<(Percentiles, Percentiles)> {
    let every = Duration::from_secs_f64(f64::from(ASKERS) / f64::from(rate.max(1)));
    let length = Duration::from_secs_f64(seconds);
    std::thread::scope(|scope| {
        let asker = |number: u32| {
            let from = every * number / ASKERS;
            move || ask_and_type(server, (from, every, length), knowledge, number)
        };
        let askers: Vec<_> = (0..ASKERS)
            .map(|number| scope.spawn(asker(number)))
            .collect();
        let (mut asked, mut typed) = (Durations::new()?, Durations::new()?);
        for asker in askers {
            let Ok(times) = asker.join() else {
                bail!("an asking thread ended");
            };
            for (is_question, time) in times? {
                if is_question { &mut asked } else { &mut typed }.add(time);
            }
        }
        Ok((asked.percentiles(), typed.percentiles()))
    })
}

fn ask_and_type(
    server: &Server,
    (from, every, length): (Duration, Duration, Duration),
    knowledge: &Knowledge,
    number: u32,
) -> Result<Vec<(bool, Duration)>> {
    let mut visitor = Caller::visitor(server.address, ROBOT)?;
    let mut times = Vec::new();
    let start = Instant::now() + from;
    for call in 0.. {
        let meant = start + every * call;
        if meant > start + length {
            break;
        }
        // Each call has its own due time, however long the previous one took.
        std::thread::sleep(meant.saturating_duration_since(Instant::now()));
        let is_question = call % 3 == 0;
        let text = &knowledge.asked[(call * ASKERS + number) as usize % knowledge.asked.len()];
        if is_question {
            let body = json!({ "id": format!("{number}-{call}"), "question": text });
            visitor.call("/api/chat/visitor/robotAsk", &body)?;
        } else {
            let typed: String = text.chars().take(4 + call as usize % 12).collect();
            visitor.call("/api/chat/visitor/robotTips", &json!({ "question": typed }))?;
        }
        times.push((is_question, meant.elapsed()));
    }
    Ok(times)
}
