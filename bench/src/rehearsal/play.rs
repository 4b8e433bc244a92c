//! Plays the day: visitors arrive on schedule, agents work, and the terminal shows how it goes.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;

use super::agent::Agent;
use super::diary::{Measure, Part, Record};
use super::plan::{Plan, span};
use super::stage::Stage;
use super::visitor;

/// Time for the last visitors to finish by themselves.
const FINISH_TIME_MAX: Duration = Duration::from_secs(120);
/// Time for all visitors to leave when they are told to.
const LEAVE_TIME_MAX: Duration = Duration::from_secs(30);
/// Time for the agents to read the rest and to sign out.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(60);
/// How often people are counted, and how late this tool wakes up is measured.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Lines of a terminal that is a file: this many a day.
const LINES_MAX: u32 = 60;

/// How the day ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All visitors arrived.
    Complete,
    /// The operator stopped it after this time.
    Stopped(Duration),
}

/// Signs the agents in, one after the other: hashing a password is slow on purpose.
///
/// # Errors
/// One cannot sign in.
pub async fn sign_in(stage: &Stage) -> Result<Vec<Agent>> {
    let mut agents = Vec::new();
    for account in &stage.day.agents {
        agents.push(Agent::sign_in(stage, account).await?);
    }
    Ok(agents)
}

/// Plays the day. Ends by itself, or soon after Ctrl-C.
pub async fn play(stage: Arc<Stage>, plan: &Plan, agents: Vec<Agent>) -> (End, Record) {
    let mut desks = JoinSet::new();
    for agent in agents {
        desks.spawn(agent.work(Arc::clone(&stage)));
    }
    let looks = tokio::spawn(look(Arc::clone(&stage)));
    let shows = tokio::spawn(show(Arc::clone(&stage), plan.duration));
    let mut visitors = JoinSet::new();
    let end = tokio::select! {
        () = arrive(&stage, plan, &mut visitors) => End::Complete,
        _ = tokio::signal::ctrl_c() => End::Stopped(stage.diary.start().elapsed()),
    };
    if end == End::Complete {
        tokio::select! {
            () = all(&mut visitors, FINISH_TIME_MAX) => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    stage.stop.cancel();
    all(&mut visitors, LEAVE_TIME_MAX).await;
    if !visitors.is_empty() {
        stage.diary.remark("visitors did not get away in time");
    }
    visitors.shutdown().await;
    stage.close.cancel();
    all(&mut desks, CLOSE_TIME_MAX).await;
    desks.shutdown().await;
    looks.abort();
    shows.abort();
    for talk in stage.talks.lock().values() {
        stage.diary.faults(talk.lock().faults());
    }
    (end, stage.diary.record())
}

async fn arrive(stage: &Arc<Stage>, plan: &Plan, visitors: &mut JoinSet<()>) {
    for (number, visit) in plan.visits.iter().copied().enumerate() {
        tokio::time::sleep_until((stage.diary.start() + visit.at).into()).await;
        let stage = Arc::clone(stage);
        visitors.spawn(async move { visitor::play(&stage, number + 1, visit).await });
        // Those who have left take no memory.
        while visitors.try_join_next().is_some() {}
    }
    tokio::time::sleep_until((stage.diary.start() + plan.duration).into()).await;
}

async fn all(tasks: &mut JoinSet<()>, time_max: Duration) {
    let ended = async { while tasks.join_next().await.is_some() {} };
    // Whoever takes longer is counted by the caller.
    let _ = tokio::time::timeout(time_max, ended).await;
}

/// Counts people, and measures how late this tool is.
async fn look(stage: Arc<Stage>) {
    let mut due = Instant::now();
    loop {
        due += LOOK_EVERY;
        tokio::time::sleep_until(due.into()).await;
        stage.diary.took(Measure::Late, due, due.elapsed());
        stage.diary.look();
    }
}

/// Shows the progress: one line that changes each second, or a line now and then if the output is a file.
async fn show(stage: Arc<Stage>, duration: Duration) {
    let is_terminal = std::io::stderr().is_terminal();
    let every = match is_terminal {
        true => Duration::from_secs(1),
        false => (duration / LINES_MAX).max(Duration::from_secs(1)),
    };
    let mut before = stage.diary.all();
    loop {
        tokio::time::sleep(every).await;
        let all = stage.diary.all();
        let line = line(&stage, duration, (&before, &all), every);
        let mut terminal = std::io::stderr().lock();
        // A terminal that has gone does not end the day.
        let _ = match is_terminal {
            true => write!(terminal, "\r\x1b[K{line}"),
            false => writeln!(terminal, "{line}"),
        };
        let _ = terminal.flush();
        before = all;
    }
}

fn line(
    stage: &Stage,
    duration: Duration,
    (before, now): (&Part, &Part),
    every: Duration,
) -> String {
    let diary = &stage.diary;
    let passed = diary.start().elapsed();
    let rate = (now.messages - before.messages) as f64 / every.as_secs_f64();
    let (present, waiting) = diary.now();
    let delivery = now.times(Measure::Deliver);
    let delivery = match delivery.is_empty() {
        true => String::new(),
        false => format!(
            ", delivery p99 {:.0} ms",
            delivery.at(0.99).as_secs_f64() * 1e3
        ),
    };
    let when = match passed < duration {
        true => format!(
            "{} {:3.0} %",
            stage.day.clock(passed),
            passed.as_secs_f64() / duration.as_secs_f64() * 100.0
        ),
        false => format!(
            "the last visitors finish ({})",
            span((passed - duration).as_secs_f64())
        ),
    };
    format!(
        "{when}: {present} visitors, {waiting} waiting, {rate:.1} messages/s{delivery}, {} failed calls",
        now.failed()
    )
}
