//! Stories of visitors who are rescued from an agent who lets them wait.

mod router;

use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::{ConfigureRouting, FromSession};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{
    Availability, DeskNews, Lapse, RescuedTo, RouterNews, RouterRequest, Standing, WhyAgent,
    WhyLine, WhyPlace,
};
use actors_core::tenant::{Oversight, RescueTimes, RoutingSettings};
use actors_core::time::Span;
use router::{
    START, Story, desk_news, looks_after, roster, told, told_when, why, wish, with_supervisors,
};

const NOTHING: [&str; 0] = [];

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

/// The rescues that desks hear of: "sue: vic from mia, NotAccepted, to ann".
fn heard(effects: &[RouterEffect]) -> Vec<String> {
    let news = desk_news(effects).into_iter();
    news.filter_map(|(desk, news)| {
        let DeskNews::Rescued(rescue) = news else {
            return None;
        };
        let to = match rescue.to {
            RescuedTo::Agent(agent) => agent.to_string(),
            RescuedTo::Line { position } => format!("line {position}"),
            RescuedTo::SameAgent => "nobody else".to_owned(),
            RescuedTo::NoAgent => "nobody".to_owned(),
        };
        let (visitor, from, why) = (rescue.visitor, rescue.from, rescue.why);
        Some(format!("{desk}: {visitor} from {from}, {why:?}, to {to}"))
    })
    .collect()
}

#[test]
fn a_chat_that_an_agent_lets_pass_goes_to_the_next_agent() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 1)]);
    story.online("mia");
    assert_eq!(story.asks("vic", "sales"), ["vic: mia"]);
    story.online("ann");

    let effects = story.rescues("vic", "mia", Lapse::NotAccepted);

    assert_eq!(told(&effects), ["vic: ann"]);
    let rescued = WhyPlace::Rescued {
        from: AgentId::from("mia"),
        why: Lapse::NotAccepted,
    };
    assert_eq!(
        why(&story, "vic"),
        (WhyAgent::OnlyFree, rescued, WhyLine::Usual)
    );
    assert_eq!(story.talks_with("mia"), NOTHING);
    assert_eq!(
        told(&story.rescues("vic", "mia", Lapse::NotAccepted)),
        ["vic: ann"],
        "a request that comes twice changes nothing"
    );
}

#[test]
fn a_rescued_visitor_keeps_their_place_before_those_who_came_later() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 1)]);
    story.online("mia");
    story.asks("vic", "sales");
    story.online("ann");
    story.after(secs(1)).asks("bob", "sales");
    story.after(secs(1)).asks("cat", "sales");

    let effects = story.rescues("vic", "mia", Lapse::NotAnswered);

    assert_eq!(
        told(&effects),
        ["vic: waits 1", "cat: mia"],
        "mia is free for others, and vic is first for ann"
    );
    let rescued = WhyPlace::Rescued {
        from: AgentId::from("mia"),
        why: Lapse::NotAnswered,
    };
    assert_eq!(story.router.why_place(&VisitorId::from("vic")), rescued);
    assert_eq!(story.releases("bob", "ann"), ["vic: ann"]);
}

#[test]
fn the_agent_who_let_it_pass_gets_the_same_chat_again_only_after_a_minute() {
    let mut story = Story::begin(&[("ann", "sales", 1), ("mia", "sales", 1)]);
    story.online("mia");
    story.asks("vic", "sales");
    story.online("ann");
    story.asks("bob", "sales");

    assert_eq!(
        told(&story.rescues("vic", "mia", Lapse::NotAccepted)),
        ["vic: waits 1"]
    );
    let effects = story.passes(secs(59), &["ann", "mia"]);
    assert_eq!(told_when(&effects), []);
    let effects = story.passes(secs(2), &["ann", "mia"]);
    assert_eq!(
        told_when(&effects),
        [(1_000, "vic: mia".to_owned())],
        "a slow agent is better than none"
    );
}

#[test]
fn a_visitor_stays_with_a_slow_agent_if_nobody_else_is_present() {
    let agents = [("ann", "sales", 1), ("mia", "sales", 1), ("sue", "", 1)];
    let mut story = with_supervisors(&agents, &[("sue", Oversight::Everything)]);
    story.online("mia");
    story.online("sue");
    story.asks("vic", "sales");

    let effects = story.rescues("vic", "mia", Lapse::NotAccepted);

    assert_eq!(told(&effects), NOTHING);
    assert_eq!(
        heard(&effects),
        ["sue: vic from mia, NotAccepted, to nobody else"]
    );
    assert_eq!(story.talks_with("mia"), ["vic"]);
}

#[test]
fn supervisors_hear_of_each_rescue_in_their_groups_with_its_reason() {
    let agents = [
        ("ann", "sales", 1),
        ("mia", "sales", 1),
        ("sue", "", 1),
        ("tom", "", 1),
        ("una", "", 1),
    ];
    let supervisors = [
        ("sue", Oversight::Everything),
        ("tom", looks_after(&["help"])),
        ("una", looks_after(&["sales"])),
    ];
    let mut story = with_supervisors(&agents, &supervisors);
    for agent in ["mia", "sue", "tom", "una"] {
        story.online(agent);
    }
    story.asks("vic", "sales");
    story.online("ann");

    let effects = story.rescues("vic", "mia", Lapse::NotAnswered);
    assert_eq!(
        heard(&effects),
        [
            "sue: vic from mia, NotAnswered, to ann",
            "una: vic from mia, NotAnswered, to ann"
        ]
    );

    story.says("ann", Availability::Busy);
    let from = AgentId::from("ann");
    let request = RouterRequest::Again {
        wish: wish("sales"),
        from,
        why: Lapse::PageGone,
        place: None,
    };
    let visitor = VisitorId::from("vic");
    let effects = story.handle(FromSession { visitor, request }).1;
    assert_eq!(
        heard(&effects),
        [
            "sue: vic from ann, PageGone, to mia",
            "una: vic from ann, PageGone, to mia"
        ]
    );
}

#[test]
fn the_place_survives_a_restart_because_the_session_keeps_it() {
    let place = |after: u64| LinePlace((START + secs(after)).as_millis() * 1_024);
    let group = GroupId::from("sales");
    let returned = |after| Standing::Queued {
        group: group.clone(),
        place: LinePlace(place(after).0 - (1 << 60)),
        since: START,
    };
    let talks = Standing::Manual {
        agent: AgentId::from("mia"),
        group: group.clone(),
        since: START + secs(600),
    };
    let standing = [
        ("vic", talks),
        ("bob", returned(300)),
        ("cat", returned(500)),
    ];
    let standing = standing.map(|(visitor, standing)| (VisitorId::from(visitor), standing));
    let online = SeatChoice {
        availability: Availability::Online,
        capacity: None,
    };
    let (mut story, _) = Story::restore(Beginning {
        roster: roster(&[("ann", "sales", 1), ("mia", "sales", 1)]),
        standing: standing.to_vec(),
        choices: vec![(AgentId::from("ann"), online)],
        ..Beginning::default()
    });
    assert_eq!(story.sign("ann"), ["bob: ann", "cat: moved"]);

    let visitor = VisitorId::from("vic");
    let request = RouterRequest::Rescue {
        from: AgentId::from("mia"),
        why: Lapse::NotAccepted,
        place: Some(place(0)),
    };
    drop(story.handle(FromSession { visitor, request }));

    let positions = ["vic", "cat"].map(|visitor| story.position(visitor));
    assert_eq!(positions, [Some(1), Some(2)], "vic came first");
}

#[test]
fn terms_tell_the_session_the_tenants_times() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    drop(story.handle(ConfigureRouting(RoutingSettings {
        rescue: RescueTimes {
            accept_within: Some(secs(30)),
            answer_within: None,
        },
        ..RoutingSettings::default()
    })));

    let visitor = VisitorId::from("vic");
    let request = RouterRequest::Agent(wish("sales"));
    let effects = story.handle(FromSession { visitor, request }).1;

    let RouterEffect::TellSession(_, RouterNews::Assigned { terms, .. }) = &effects[0] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (terms.accept_within, terms.answer_within),
        (Some(secs(30)), None)
    );
}
