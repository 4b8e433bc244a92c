//! The record of a session, for reports.

use crate::story::{
    BEGIN, Story, agent_reads, ask, assigned, assigned_with_times, ends, no_agent, plain, rate,
    says, send, talkative, transfer, waiting_at,
};
use actors_core::event::Closing;
use actors_core::ids::{AgentId, ChannelId, GroupId, SessionNo};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::course::{Answers, Missed};
use actors_core::session::report::{RobotOutcome, RobotPart, SessionReport};
use actors_core::time::Span;

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

#[test]
fn a_report_has_the_times_and_people_of_a_conversation() {
    let mut story = Story::with_robot(plain());
    story.passes(secs(10));
    story.apply(transfer(1));
    story.router(waiting_at(2));
    story.apply(send("c1", "hello"));
    story.passes(secs(20));
    story.router(assigned("mia"));
    story.passes(secs(5));
    story.handle(says("mia", "a1", "hello")).unwrap();
    story.passes(secs(5));
    story.apply(send("c2", "where is it"));
    story.restarts_after(secs(7));
    story.handle(says("mia", "a2", "on its way")).unwrap();
    assert_eq!(story.session.report(), None, "it is open");
    story.passes(secs(3));
    story.handle(ends("mia")).unwrap();

    let report = story.session.report();

    assert_eq!(
        report,
        Some(SessionReport {
            session: SessionNo(1),
            channel: ChannelId::from("demo"),
            group: Some(GroupId::from("sales")),
            started: BEGIN,
            ended: BEGIN + secs(50),
            closing: Closing::AgentClosed,
            agents: vec![AgentId::from("mia")],
            tags: Vec::new(),
            asked_people: Some(BEGIN + secs(10)),
            waiting: Some(secs(20)),
            first_answer: Some(secs(25)),
            next_answers: Answers {
                count: 1,
                total: secs(7),
                longest: secs(7),
            },
            resolution: secs(40),
            missed: None,
            robot: RobotPart {
                outcome: RobotOutcome::NotAsked,
                answers: 0,
                unknown: 0,
            },
            rating: None,
            rescues: 0,
            passed_by: Vec::new(),
        })
    );
}

#[test]
fn a_report_survives_a_restart_after_the_end_and_takes_a_later_rating() {
    let mut story = Story::over(plain());
    let before = story.session.report().unwrap();
    story.restarts_after(secs(60));
    assert_eq!(story.session.report(), Some(before));

    story.handle(rate(None, 4)).unwrap();
    assert_eq!(story.stored_report(), story.session.report());

    let rating = story.session.report().unwrap().rating.unwrap();
    assert_eq!((rating.stars, rating.of_robot), (4, false));
}

#[test]
fn a_visitor_who_leaves_the_line_is_abandoned_and_one_without_agents_is_missed() {
    let missed = |story: &mut Story| {
        story.apply(Close);
        story.session.report().unwrap().missed
    };
    let mut story = Story::waiting(plain());
    story.apply(LeaveQueue);
    assert_eq!(missed(&mut story), Some(Missed::Abandoned));

    let mut story = Story::waiting(plain());
    story.passes(secs(30));
    assert_eq!(missed(&mut story), Some(Missed::Abandoned));
    let report = story.session.report().unwrap();
    assert_eq!(report.waiting, Some(secs(30)));
    assert_eq!(report.group, Some(GroupId::from("sales")));
    assert_eq!(story.stored_report(), Some(report));

    let mut story = Story::with_robot(plain());
    story.apply(transfer(1));
    story.router(no_agent());
    assert_eq!(missed(&mut story), Some(Missed::NoAgent));

    let mut story = Story::talking(plain());
    assert_eq!(missed(&mut story), None);
}

#[test]
fn each_rescue_counts_and_the_agents_are_listed_in_order() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));
    story.router(assigned_with_times("mia"));
    story.passes(secs(30));
    story.router(assigned_with_times("leo"));
    story.restarts_after(secs(1));
    story.handle(agent_reads("leo", 1)).unwrap();
    story.handle(says("leo", "l1", "hello")).unwrap();
    story.handle(ends("leo")).unwrap();

    let report = story.session.report().unwrap();

    assert_eq!(report.rescues, 1);
    assert_eq!(report.agents, ["mia", "leo"].map(AgentId::from));
    assert_eq!(report.passed_by, [AgentId::from("mia")]);
    assert_eq!(report.first_answer, Some(secs(31)));
    assert_eq!(story.stored_report(), Some(report));
}

#[test]
fn each_agent_has_their_own_lapses_however_often_they_had_the_conversation() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));
    for agent in ["mia", "leo", "mia", "zoe", "mia"] {
        story.router(assigned_with_times(agent));
        story.passes(secs(30));
    }
    story.router(assigned("ann"));
    story.handle(says("ann", "a1", "hello")).unwrap();
    story.handle(ends("ann")).unwrap();

    let report = story.session.report().unwrap();

    assert_eq!(report.rescues, 5);
    assert_eq!(
        report.agents,
        ["leo", "zoe", "mia", "ann"].map(AgentId::from)
    );
    assert_eq!(
        report.passed_by,
        ["leo", "zoe", "mia", "mia", "mia"].map(AgentId::from)
    );
}

#[test]
fn of_many_agents_the_last_eight_are_remembered_and_so_are_their_lapses() {
    let mut story = Story::waiting(plain());
    story.apply(send("c1", "hello"));
    for number in 0..10 {
        story.router(assigned_with_times(&format!("a{number}")));
        story.passes(secs(30));
    }
    story.router(assigned("ann"));
    story.handle(ends("ann")).unwrap();

    let report = story.session.report().unwrap();

    assert_eq!(report.rescues, 10);
    let last: Vec<AgentId> = (3..10).map(|it| AgentId::from(format!("a{it}"))).collect();
    assert_eq!(report.agents[..7], last);
    assert_eq!(report.agents[7..], [AgentId::from("ann")]);
    assert_eq!(report.passed_by, last);
}

#[test]
fn the_robot_resolved_what_it_knew_if_nobody_else_was_asked() {
    let outcome = |story: &mut Story| {
        story.apply(Close);
        story.session.report().unwrap().robot.outcome
    };
    let mut story = Story::with_robot(talkative());
    assert_eq!(outcome(&mut story), RobotOutcome::NotAsked);

    let mut story = Story::with_robot(talkative());
    story.apply(ask(1, "q1", "prices"));
    assert_eq!(outcome(&mut story), RobotOutcome::Resolved);

    let mut story = Story::with_robot(talkative());
    story.apply(ask(1, "q1", "prices"));
    story.apply(transfer(2));
    story.router(no_agent());
    assert_eq!(outcome(&mut story), RobotOutcome::HandedOn);

    let mut story = Story::with_robot(talkative());
    let mut unknown = ask(1, "q1", "prices");
    unknown.reply.kind = actors_core::message::content::ReplyKind::Unknown;
    story.apply(unknown);
    assert_eq!(outcome(&mut story), RobotOutcome::Unresolved);
    assert_eq!(story.session.report().unwrap().robot.unknown, 1);
}
