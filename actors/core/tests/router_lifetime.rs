//! Stories of agents who fall silent or leave, of restarts, and of news to desks (Protocol, 'Presence of agents').

mod router;

use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::command::{Configure, DeskReopened, FromSession};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{Availability, DeskNews, RouterRequest, SeatStatus, Standing};
use actors_core::time::Span;
use router::{START, Story, desk_news, roster, told, told_when, wish};

const NOTHING: [&str; 0] = [];

#[test]
fn a_silent_agent_is_away_after_thirty_seconds_and_gone_after_two_minutes() {
    let mut story = Story::begin(&[("mia", "sales", 2)]);
    story.online("mia");
    story.asks("vic", "sales");

    let effects = story.passes(Span::from_secs(29), &[]);
    assert!(effects.is_empty(), "{effects:?}");
    let effects = story.passes(Span::from_secs(121), &[]);

    let expected = [(1_000, "vic: mia away"), (91_000, "vic: mia gone")];
    let expected = expected.map(|(at, told)| (at, told.to_owned()));
    assert_eq!(told_when(&effects), expected);
    assert_eq!(story.comes_back("vic", "sales"), ["vic: NoAgent"]);
    assert_eq!(story.talks_with("mia"), NOTHING);
}

#[test]
fn an_away_agent_is_assigned_nobody_until_their_next_sign_of_life() {
    let mut story = Story::begin(&[("mia", "sales", 2)]);
    story.online("mia");
    story.passes(Span::from_secs(30), &[]);
    assert_eq!(story.asks("vic", "sales"), ["vic: waits 1"]);

    assert_eq!(story.sign("mia"), ["vic: mia"]);
    let effects = story.passes(Span::from_secs(300), &["mia"]);
    assert_eq!(told_when(&effects), []);
}

#[test]
fn an_agent_who_goes_offline_gives_up_all_conversations_and_the_line_closes() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");

    let told = story.says("mia", Availability::Offline);

    assert_eq!(told, ["v1: mia gone", "v2: NoAgent"]);
    assert_eq!(story.comes_back("v1", "sales"), ["v1: NoAgent"]);
    assert_eq!(story.router.lines().total(), 0);
    assert_eq!(
        story.router.next_deadline().filter(|due| *due <= story.now),
        None
    );
}

fn queued(group: &str, place: LinePlace) -> Standing {
    Standing::Queued {
        group: GroupId::from(group),
        place,
        since: START,
    }
}

fn with(agent: &str, since: i64) -> Standing {
    Standing::Manual {
        agent: AgentId::from(agent),
        group: GroupId::from("sales"),
        since: START + Span::from_millis(since.unsigned_abs()),
    }
}

fn chose(agent: &str, availability: Availability) -> (AgentId, SeatChoice) {
    let choice = SeatChoice {
        availability,
        capacity: Some(1),
    };
    (AgentId::from(agent), choice)
}

#[test]
fn a_restart_restores_lines_and_conversations_with_all_agents_away() {
    let (mut story, effects) = Story::restore(Beginning {
        roster: roster(&[("mia", "sales", 2), ("tom", "help", 1)]),
        choices: vec![chose("mia", Availability::Online)],
        standing: vec![
            (VisitorId::from("v3"), queued("sales", LinePlace(9))),
            (VisitorId::from("v2"), queued("sales", LinePlace(7))),
            (VisitorId::from("v1"), with("mia", 0)),
            (VisitorId::from("v0"), queued("sales", LinePlace(-5))),
            (VisitorId::from("robot"), Standing::Robot),
        ],
        ..Beginning::default()
    });

    assert_eq!(effects, []);
    let positions = ["v0", "v2", "v3", "v1"].map(|visitor| story.position(visitor));
    assert_eq!(positions, [Some(1), Some(2), Some(3), None]);
    assert_eq!(story.talks_with("mia"), ["v1"]);
    assert_eq!(story.asks("v4", "sales"), ["v4: waits 4"]);
    assert_eq!(
        story.asks("v5", "help"),
        ["v5: NoAgent"],
        "tom never chose to be online"
    );
    assert_eq!(story.sign("mia"), NOTHING, "the stored capacity limits her");
    assert_eq!(story.releases("v1", "mia")[0], "v0: mia");
}

#[test]
fn after_a_restart_an_agents_conversations_stay_theirs_for_two_minutes() {
    let (mut story, effects) = Story::restore(Beginning {
        roster: roster(&[("mia", "sales", 2)]),
        standing: vec![
            (VisitorId::from("v1"), with("mia", 0)),
            (VisitorId::from("v2"), queued("sales", LinePlace(7))),
            (VisitorId::from("v3"), with("former", 0)),
            (VisitorId::from("v4"), queued("former", LinePlace(8))),
        ],
        ..Beginning::default()
    });
    assert_eq!(told(&effects), ["v4: Failed", "v3: former gone"]);

    let effects = story.passes(Span::from_secs(121), &[]);

    let expected = [(120_000, "v1: mia gone"), (120_000, "v2: NoAgent")];
    let expected = expected.map(|(at, told)| (at, told.to_owned()));
    assert_eq!(told_when(&effects), expected);
}

#[test]
fn places_keep_rising_after_a_restart_even_if_stored_ones_are_ahead_of_the_clock() {
    let ahead = LinePlace(START.as_millis() * 1_024 + 77);
    let (mut story, _) = Story::restore(Beginning {
        roster: roster(&[("mia", "sales", 1)]),
        choices: vec![chose("mia", Availability::Online)],
        standing: vec![(VisitorId::from("v1"), queued("sales", ahead))],
        ..Beginning::default()
    });

    story.asks("v2", "sales");

    let place = |visitor: &str| {
        let lines = story.router.lines();
        lines.in_line(&VisitorId::from(visitor)).unwrap().place
    };
    assert_eq!(place("v1"), ahead);
    assert_eq!(place("v2"), LinePlace(ahead.0 + 1));
}

#[test]
fn a_desk_that_opens_gets_status_and_queue_lengths_and_its_sessions_are_notified() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");

    let agent = AgentId::from("mia");
    let (_, effects) = story.handle(DeskReopened { agent });

    assert_eq!(told(&effects), ["v1: mia reopened"]);
    let counts = vec![(GroupId::everyone(), 0), (GroupId::from("sales"), 1)];
    let mia = "mia".to_owned();
    assert_eq!(
        desk_news(&effects),
        [
            (mia.clone(), DeskNews::Status(SeatStatus::Online, 1)),
            (mia, DeskNews::Queue(counts)),
        ]
    );
}

#[test]
fn desks_get_queue_lengths_at_most_once_a_second() {
    let mut story = Story::begin(&[("mia", "sales", 1), ("tom", "help", 1)]);
    story.online("mia");
    story.online("tom");
    story.asks("v0", "sales");
    story.passes(Span::from_secs(2), &[]);

    let mut heard = Vec::new();
    for number in 1..=30 {
        let visitor = VisitorId::from(format!("v{number}"));
        let request = RouterRequest::Agent(wish("sales"));
        let command = FromSession { visitor, request };
        heard.extend(desk_news(&story.handle(command).1));
        let passed = story.passes(Span::from_millis(100), &[]);
        heard.extend(
            passed
                .iter()
                .flat_map(|(_, e)| desk_news(std::slice::from_ref(e))),
        );
    }

    let counts: Vec<u32> = heard
        .into_iter()
        .map(|(agent, news)| match (agent.as_str(), news) {
            ("mia", DeskNews::Queue(counts)) => counts[1].1,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        counts,
        [1, 10, 20, 30],
        "the first is sent at once, later ones are merged"
    );
}

#[test]
fn removing_an_agent_or_a_group_releases_its_visitors() {
    let mut story = Story::begin(&[("ann", "help", 1), ("mia", "sales", 1)]);
    story.online("ann");
    story.online("mia");
    for (visitor, group) in [
        ("v1", "sales"),
        ("v2", "sales"),
        ("v3", "help"),
        ("v4", "help"),
    ] {
        story.asks(visitor, group);
    }

    let (_, effects) = story.handle(Configure(roster(&[("ann", "sales", 2)])));

    assert_eq!(told(&effects), ["v1: mia gone", "v2: ann", "v4: Failed"]);
    assert_eq!(story.comes_back("v1", "sales"), ["v1: waits 1"]);
    let unknown = AgentId::from("mia");
    assert_eq!(story.router.seat(&unknown), None);
    assert_eq!(story.talks_with("ann"), ["v2", "v3"]);
}
