//! Stories of alarms, and of what a supervisor hears of them.

mod router;

use actors_core::ids::GroupId;
use actors_core::router::alarms::{At, HeardAlarms, raised};
use actors_core::router::command::SignOfLife;
use actors_core::routing::{AlarmKind, Availability, RaisedAlarm};
use actors_core::tenant::{Alarms, Oversight};
use actors_core::time::Span;
use router::{Story, looks_after, with_supervisors};

const NOTHING: [&str; 0] = [];

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

/// Alarms as text: "oldestWait sales 60".
fn words(alarms: &[RaisedAlarm]) -> Vec<String> {
    let words = alarms.iter().map(|alarm| {
        let group = alarm.group.as_ref().map_or("all", GroupId::as_str);
        format!("{:?} {group} {}", alarm.kind, alarm.value)
    });
    words.collect()
}

fn raised_in(story: &Story, alarms: &Alarms, missed: u64) -> Vec<RaisedAlarm> {
    let lines = story.router.line_views();
    raised(alarms, lines.iter(), missed, story.now)
}

/// One agent of sales with a visitor, and one more visitor who waits.
fn full() -> Story {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("ann", "sales");
    story.asks("bob", "sales");
    story
}

#[test]
fn an_alarm_is_raised_at_its_threshold() {
    let alarms = Alarms {
        waiting: Some(2),
        oldest_wait: Some(secs(60)),
        missed: Some(3),
    };
    let mut story = full();
    assert_eq!(words(&raised_in(&story, &alarms, 2)), NOTHING);

    drop(story.passes(secs(60), &["mia"]));
    story.asks("cat", "sales");

    assert_eq!(
        words(&raised_in(&story, &alarms, 3)),
        ["Waiting sales 2", "OldestWait sales 60", "Missed all 3"]
    );
    assert_eq!(
        words(&raised_in(&story, &Alarms::default(), 3)),
        NOTHING,
        "without thresholds there is none"
    );
    story.says("mia", Availability::Busy);
    assert_eq!(
        words(&raised_in(&story, &Alarms::default(), 3)),
        ["NoAgent sales 2"]
    );
}

fn alarm(kind: AlarmKind, group: &str) -> RaisedAlarm {
    RaisedAlarm {
        kind,
        group: Some(GroupId::from(group)),
        value: 5,
    }
}

#[test]
fn a_supervisor_hears_of_a_threshold_once_each_time_it_is_passed() {
    let mut heard = HeardAlarms::default();
    let at = |after: u64| router::START + secs(after);
    let waits = || vec![alarm(AlarmKind::OldestWait, "sales")];

    assert_eq!(words(&heard.news(waits(), at(0))), ["OldestWait sales 5"]);
    for after in [5, 10, 60, 115, 170] {
        assert_eq!(words(&heard.news(waits(), at(after))), NOTHING);
    }
    // It moves around the threshold.
    assert_eq!(words(&heard.news(Vec::new(), at(175))), NOTHING);
    assert_eq!(words(&heard.news(waits(), at(180))), NOTHING);
    // It was over for a minute.
    assert_eq!(words(&heard.news(Vec::new(), at(200))), NOTHING);
    assert_eq!(words(&heard.news(waits(), at(240))), ["OldestWait sales 5"]);
}

#[test]
fn each_group_and_each_threshold_is_an_alarm_of_its_own() {
    let mut heard = HeardAlarms::default();
    let sales = || alarm(AlarmKind::Waiting, "sales");
    drop(heard.news(vec![sales()], router::START));

    let both = vec![
        sales(),
        alarm(AlarmKind::Waiting, "help"),
        alarm(AlarmKind::OldestWait, "sales"),
        // Nobody set it, so only the wall shows it.
        alarm(AlarmKind::NoAgent, "sales"),
    ];

    assert_eq!(
        words(&heard.news(both, router::START)),
        ["Waiting help 5", "OldestWait sales 5"]
    );
}

#[test]
fn a_supervisor_is_there_while_their_desk_polls_whatever_their_status() {
    let agents = [("mia", "sales", 1), ("sue", "", 1), ("tom", "", 1)];
    let supervisors = [
        ("sue", looks_after(&["sales"])),
        ("tom", Oversight::Everything),
    ];
    let mut story = with_supervisors(&agents, &supervisors);
    story.after(secs(30)).online("mia");
    let at = story.now;
    let agent = "sue".into();
    drop(story.handle(SignOfLife { agent, at }));

    let there = story.router.supervisors(story.now + secs(29));
    let there: Vec<String> = there
        .filter(|(.., at)| *at == At::TheDesk)
        .map(|(agent, ..)| agent.to_string())
        .collect();
    let later = story.router.supervisors(story.now + secs(30));
    let later = later.filter(|(.., at)| *at == At::TheDesk).count();

    assert_eq!((there, later), (vec!["sue".to_owned()], 0));
}
