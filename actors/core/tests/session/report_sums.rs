//! Sums of the records of sessions.

use crate::story::{Story, assigned, ends, no_agent, plain, rate, says, send, transfer};
use actors_core::ids::{AgentId, GroupId, TagId};
use actors_core::routing::RouterNews;
use actors_core::session::commands::close::Close;
use actors_core::session::report::SessionReport;
use actors_core::session::report::cells::{Cell, Cells, Damaged, Division, written};
use actors_core::session::report::sums::Sums;
use actors_core::time::Span;

fn talked(answers_after: u64) -> SessionReport {
    let mut story = Story::waiting(plain());
    story.passes(Span::from_secs(20));
    story.router(assigned("mia"));
    story.passes(Span::from_secs(answers_after));
    story.handle(says("mia", "a1", "hello")).unwrap();
    story.apply(send("c1", "where is it"));
    story.passes(Span::from_secs(7));
    story.handle(says("mia", "a2", "on its way")).unwrap();
    story.handle(ends("mia")).unwrap();
    story.handle(rate(None, 4)).unwrap();
    story.session.report().unwrap()
}

fn sums(reports: &[SessionReport]) -> Sums {
    let mut sums = Sums::default();
    for report in reports {
        sums.add(report);
    }
    sums
}

/// The sessions of each cell, as `group channel key: sessions`.
fn cells(division: Division, reports: &[(SessionReport, u32)]) -> Vec<String> {
    let mut cells = Cells::default();
    for (report, hour) in reports {
        cells.add(division, report, *hour);
    }
    let bytes = cells.write();
    let read = written(&bytes).map(|cell| {
        let (cell, numbers) = cell.unwrap();
        let mut sums = Sums::default();
        sums.add_written(numbers).unwrap();
        let Cell {
            group,
            channel,
            key,
        } = cell;
        format!("{group} {channel} {key}: {}", sums.sessions)
    });
    read.collect()
}

#[test]
fn sums_count_exactly_what_happened() {
    let sums = sums(&[talked(5), talked(10)]);

    assert_eq!((sums.sessions, sums.asked, sums.answered), (2, 2, 2));
    assert_eq!((sums.missed, sums.abandoned, sums.rescues), (0, 0, 0));
    assert_eq!((sums.ratings, sums.stars), (2, 8));
    assert_eq!(sums.waiting.mean(), Some(Span::from_secs(20)));
    assert_eq!(sums.first_answer.mean(), Some(Span::from_millis(27_500)));
    assert_eq!(sums.first_answer.within(Span::from_secs(26)), 1);
    assert_eq!(sums.next_answers.count, 2);
    assert_eq!(sums.next_answers.longest, Span::from_secs(7));
    assert_eq!(sums.slowest_answer.count(), 2);
}

#[test]
fn times_and_targets_count_those_alone_whom_an_agent_answered() {
    let ended = |mut story: Story| {
        story.apply(Close);
        story.session.report().unwrap()
    };
    let mut left = Story::waiting(plain());
    left.passes(Span::from_secs(4));
    let mut alone = Story::with_robot(plain());
    alone.apply(transfer(1));
    alone.router(no_agent());
    let mut unanswered = Story::waiting(plain());
    unanswered.router(assigned("mia"));
    let mut came_back = Story::waiting(plain());
    came_back.passes(Span::from_secs(3));
    came_back.router(assigned("mia"));
    came_back.handle(says("mia", "a1", "hello")).unwrap();
    came_back.router(RouterNews::AgentGone(AgentId::from("mia")));
    came_back.passes(Span::from_secs(5));
    let reports = [left, alone, unanswered, came_back].map(ended);

    let sums = sums(&[&reports[..], &[talked(5)]].concat());

    assert_eq!((sums.sessions, sums.asked, sums.answered), (5, 5, 2));
    assert_eq!((sums.missed, sums.abandoned), (1, 2));
    assert_eq!(sums.first_answer.count(), 2);
    assert_eq!(sums.waiting.count(), 2);
    assert_eq!(
        sums.waiting.mean(),
        Some(Span::from_secs(14)),
        "20 s, and 3 s and 5 s"
    );
    assert_eq!(sums.resolution.count(), 1, "nobody served to the end");
    let day = Span::from_minutes(24 * 60);
    assert_eq!(
        (sums.waiting.within(day), sums.resolution.within(day)),
        (2, 1)
    );
}

#[test]
fn an_agents_rescues_are_those_that_they_let_pass() {
    let report = SessionReport {
        agents: ["mia", "leo", "jonas"].map(AgentId::from).to_vec(),
        passed_by: ["mia", "mia", "leo"].map(AgentId::from).to_vec(),
        rescues: 3,
        ..talked(5)
    };
    let rescues = |division| {
        let mut cells = Cells::default();
        cells.add(division, &report, 9);
        let bytes = cells.write();
        let read = written(&bytes).map(|cell| {
            let (cell, numbers) = cell.unwrap();
            let mut sums = Sums::default();
            sums.add_written(numbers).unwrap();
            (cell.key.to_owned(), sums.rescues)
        });
        read.collect::<Vec<_>>()
    };

    let of = |agent: &str, rescues| (agent.to_owned(), rescues);
    assert_eq!(
        rescues(Division::Agents),
        [of("jonas", 0), of("leo", 1), of("mia", 2)]
    );
    assert_eq!(rescues(Division::Channels), [of("", 3)]);
}

#[test]
fn sums_that_were_written_are_added_up() {
    let (one, other) = (talked(5), talked(90));
    let mut read = sums(std::slice::from_ref(&one));

    read.add_written(&sums(std::slice::from_ref(&other)).write())
        .unwrap();

    let mut merged = sums(std::slice::from_ref(&one));
    merged.merge(&sums(std::slice::from_ref(&other)));
    assert_eq!(merged, read);
    assert_eq!(read, sums(&[one, other]));
    assert_eq!(Sums::default().add_written(&[1, 2, 3]), None);
}

#[test]
fn a_session_counts_for_each_of_its_agents_and_tags() {
    let report = SessionReport {
        agents: vec![AgentId::from("mia"), AgentId::from("leo")],
        tags: vec![TagId::from("refund")],
        ..talked(5)
    };
    let other = SessionReport {
        group: Some(GroupId::from("help")),
        ..talked(5)
    };
    let both = [(report, 9), (other, 23)];

    assert_eq!(
        cells(Division::Agents, &both),
        ["help  mia: 1", "sales  leo: 1", "sales  mia: 1"]
    );
    assert_eq!(cells(Division::Tags, &both), ["sales  refund: 1"]);
    assert_eq!(
        cells(Division::Hours, &both),
        ["help demo 23: 1", "sales demo 09: 1"]
    );
    assert_eq!(
        cells(Division::Channels, &both),
        ["help demo : 1", "sales demo : 1"]
    );
}

#[test]
fn cells_that_are_cut_off_are_damaged() {
    let mut cells = Cells::default();
    cells.add(Division::Channels, &talked(5), 0);
    let bytes = cells.write();

    let read: Vec<_> = written(&bytes[..bytes.len() - 1]).collect();

    assert_eq!(read, [Err(Damaged)]);
}
