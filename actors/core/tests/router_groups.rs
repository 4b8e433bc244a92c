//! Stories of groups with priorities, of groups that help each other, and of visitors who come first.

mod router;

use actors_core::ids::{AgentId, GroupId};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::Roster;
use actors_core::routing::{
    Availability, LastAgent, Rank, RouterRequest, WhyAgent, WhyLine, WhyPlace, Wish,
};
use actors_core::tenant::{GroupRule, Overflow, RoutingSettings};
use actors_core::time::Span;
use router::{START, Story, roster, told_when, why, wish};

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

fn with_rules(agents: &[(&str, &str, u32)], rules: &[(&str, GroupRule)]) -> Story {
    let rules = rules.iter().cloned();
    let roster = Roster {
        rules: rules
            .map(|(group, rule)| (GroupId::from(group), rule))
            .collect(),
        ..roster(agents)
    };
    Story::restore(Beginning {
        roster,
        ..Beginning::default()
    })
    .0
}

fn helped_by(to: &str, after: Span) -> GroupRule {
    let to = GroupId::from(to);
    GroupRule {
        priority: 0,
        overflow: Some(Overflow { to, after }),
    }
}

fn first(priority: u8) -> GroupRule {
    GroupRule {
        priority,
        overflow: None,
    }
}

#[test]
fn a_visitor_returns_to_their_last_agent_within_the_tenants_time() {
    let agents = [("ann", "sales", 2), ("mia", "sales", 2)];
    let (mut story, _) = Story::restore(Beginning {
        settings: RoutingSettings {
            returns_within: Some(secs(600)),
            ..RoutingSettings::default()
        },
        roster: roster(&agents),
        ..Beginning::default()
    });
    story.online("ann");
    story.online("mia");
    let last = |at| {
        Some(LastAgent {
            agent: AgentId::from("mia"),
            at,
        })
    };
    let asks = |story: &mut Story, visitor: &str, last| {
        story.from(
            visitor,
            RouterRequest::Agent(Wish {
                last,
                ..wish("sales")
            }),
        )
    };
    story.after(secs(600));
    story.sign("ann");
    story.sign("mia");

    assert_eq!(asks(&mut story, "vic", last(START)), ["vic: mia"]);
    assert_eq!(
        why(&story, "vic").0,
        WhyAgent::TalkedBefore { ago: secs(600) }
    );
    story.releases("vic", "mia");
    let too_old = START - secs(1);
    assert_eq!(asks(&mut story, "bob", last(too_old)), ["bob: ann"]);
}

#[test]
fn another_group_helps_after_its_time_and_nobody_of_it_is_overtaken() {
    let agents = [("ann", "help", 1), ("mia", "sales", 1)];
    let mut story = with_rules(&agents, &[("sales", helped_by("help", secs(60)))]);
    story.online("ann");
    story.online("mia");
    story.asks("v1", "sales");
    assert_eq!(story.asks("vic", "sales"), ["vic: waits 1"]);

    let effects = story.passes(secs(59), &["ann", "mia"]);
    assert_eq!(told_when(&effects), []);
    let effects = story.passes(secs(2), &["ann", "mia"]);
    assert_eq!(told_when(&effects), [(1_000, "vic: ann".to_owned())]);
    let to = GroupId::from("help");
    assert_eq!(why(&story, "vic").2, WhyLine::Overflow { to });

    // Whoever waits longer is first, whatever the line.
    story.asks("bob", "help");
    story.after(secs(1)).asks("cat", "sales");
    story.passes(secs(120), &["ann", "mia"]);
    assert_eq!(story.releases("vic", "ann"), ["bob: ann"]);
    assert_eq!(story.releases("bob", "ann"), ["cat: ann"]);
}

#[test]
fn another_group_helps_at_once_if_nobody_of_the_own_one_is_present() {
    let agents = [("ann", "help", 2), ("mia", "sales", 1)];
    let mut story = with_rules(&agents, &[("sales", helped_by("help", secs(60)))]);
    story.online("ann");

    assert_eq!(story.asks("vic", "sales"), ["vic: ann"]);

    story.online("mia");
    story.asks("bob", "sales");
    assert_eq!(story.asks("cat", "sales"), ["cat: waits 1"]);
    let told = story.says("mia", Availability::Offline);
    assert_eq!(told, ["bob: mia gone", "cat: ann"]);
}

#[test]
fn a_group_with_a_higher_priority_is_served_first() {
    let agents = [("mia", "sales vip", 1)];
    let mut story = with_rules(&agents, &[("vip", first(5))]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    story.asks("v3", "vip");

    assert_eq!(story.releases("v1", "mia"), ["v3: mia"]);
    assert_eq!(why(&story, "v3").2, WhyLine::GroupFirst { priority: 5 });
    assert_eq!(story.releases("v3", "mia"), ["v2: mia"]);
    assert_eq!(why(&story, "v2").2, WhyLine::Usual);
}

#[test]
fn a_signed_priority_is_the_reason_for_a_place() {
    let mut story = Story::begin(&[("mia", "sales", 1)]);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    let ahead = Wish {
        rank: Rank::Ahead,
        ..wish("sales")
    };
    story.from("v3", RouterRequest::Agent(ahead));

    assert_eq!(story.releases("v1", "mia")[0], "v3: mia");
    assert_eq!(why(&story, "v3").1, WhyPlace::Priority);
}
