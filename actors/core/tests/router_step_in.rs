//! Stories of agents who step into a conversation with the robot (Protocol, 'Visitors', stepIn).

mod router;

use actors_core::ids::{AgentId, GroupId, VisitorId};
use actors_core::router::command::{StepIn, Take, TakeRefusal};
use actors_core::routing::{Availability, WhyAgent};
use actors_core::tenant::{Oversight, Reach};
use router::{Story, looks_after, told, why, with_supervisors};

fn step_in(story: &mut Story, agent: &str, among: &[&str]) -> Result<Vec<String>, TakeRefusal> {
    step_in_with(story, agent, among, Reach::Own)
}

fn step_in_with(
    story: &mut Story,
    agent: &str,
    among: &[&str],
    reach: Reach,
) -> Result<Vec<String>, TakeRefusal> {
    let (reply, effects) = story.handle(StepIn {
        agent: AgentId::from(agent),
        visitor: VisitorId::from("vic"),
        among: among.iter().map(|group| GroupId::from(*group)).collect(),
        reach,
    });
    reply.map(|()| told(&effects))
}

fn at_work() -> Story {
    let mut story = Story::begin(&[("mia", "sales", 1), ("jo", "support", 1), ("lin", "", 1)]);
    for agent in ["mia", "jo", "lin"] {
        story.online(agent);
    }
    story
}

#[test]
fn the_first_agent_who_steps_in_has_the_visitor() {
    let mut story = at_work();

    assert_eq!(
        step_in(&mut story, "mia", &["sales"]).unwrap(),
        ["vic: mia stepped in"]
    );
    assert_eq!(
        step_in(&mut story, "mia", &["sales"]).unwrap(),
        [] as [&str; 0]
    );
    assert_eq!(
        step_in(&mut story, "jo", &[]),
        Err(TakeRefusal::AlreadyTaken)
    );
    assert_eq!(story.talks_with("mia"), ["vic"]);
}

#[test]
fn only_agents_of_the_channels_groups_and_supervisors_step_in() {
    let mut story = at_work();

    assert_eq!(
        step_in(&mut story, "jo", &["sales"]),
        Err(TakeRefusal::Nobody)
    );
    assert_eq!(
        step_in_with(&mut story, "lin", &["sales"], Reach::Tenant).unwrap(),
        ["vic: lin stepped in"]
    );
}

#[test]
fn a_supervisor_of_some_groups_steps_in_only_there() {
    let agents = [("sue", "", 1), ("mia", "sales", 1)];
    let mut story = with_supervisors(&agents, &[("sue", looks_after(&["support"]))]);
    story.online("sue");

    assert_eq!(
        step_in_with(&mut story, "sue", &["sales"], Reach::Tenant),
        Err(TakeRefusal::Nobody)
    );
    assert_eq!(
        step_in_with(&mut story, "sue", &["sales", "support"], Reach::Tenant).unwrap(),
        ["vic: sue stepped in"]
    );
    assert_eq!(why(&story, "vic").0, WhyAgent::SteppedIn);
}

#[test]
fn an_agent_who_is_full_or_offline_does_not_step_in() {
    let mut story = at_work();
    story.asks("ann", "sales");

    assert_eq!(
        step_in(&mut story, "mia", &["sales"]),
        Err(TakeRefusal::Full)
    );
    story.says("jo", Availability::Offline);
    assert_eq!(step_in(&mut story, "jo", &[]), Err(TakeRefusal::Offline));
}

/// Vic waits in the line of sales, because its only free seat is taken.
fn with_vic_in_the_line(agents: &[(&str, &str, u32)], supervisors: &[(&str, Oversight)]) -> Story {
    let mut story = with_supervisors(agents, supervisors);
    story.online("mia");
    story.asks("ann", "sales");
    assert_eq!(story.asks("vic", "sales"), ["vic: waits 1"]);
    for (agent, ..) in agents {
        story.says(agent, Availability::Busy);
    }
    story
}

#[test]
fn a_visitor_who_asked_meanwhile_leaves_the_line() {
    let agents = [("mia", "sales", 1), ("max", "support sales", 1)];
    let mut story = with_vic_in_the_line(&agents, &[]);

    assert_eq!(
        step_in(&mut story, "max", &["support", "sales"]).unwrap(),
        ["vic: max stepped in"]
    );
    assert_eq!(story.position("vic"), None);
    let group = story.router.group_of(&VisitorId::from("vic"));
    assert_eq!(
        group,
        Some(GroupId::from("sales")),
        "the one they asked for"
    );
}

#[test]
fn nobody_steps_in_for_a_visitor_who_waits_in_a_line_of_others() {
    let agents = [("mia", "sales", 1), ("jo", "support", 1), ("sue", "", 1)];
    let supervisors = [("sue", looks_after(&["support"]))];
    let mut story = with_vic_in_the_line(&agents, &supervisors);

    // The channel is everybody's.
    for (agent, reach) in [("jo", Reach::Own), ("sue", Reach::Tenant)] {
        let stepped = step_in_with(&mut story, agent, &[], reach);
        assert_eq!(stepped, Err(TakeRefusal::Nobody), "{agent}");
        let taken = story.handle(Take {
            agent: AgentId::from(agent),
            visitor: VisitorId::from("vic"),
            reach,
        });
        assert_eq!(taken.0, Err(TakeRefusal::Nobody), "{agent}");
    }
    assert_eq!(story.position("vic"), Some(1));
}

#[test]
fn a_supervisor_steps_in_for_a_visitor_who_waits_in_a_line_they_look_after() {
    let agents = [("mia", "sales", 1), ("sue", "", 1), ("lin", "", 1)];
    let supervisors = [
        ("sue", looks_after(&["sales"])),
        ("lin", Oversight::Everything),
    ];
    for agent in ["sue", "lin"] {
        let mut story = with_vic_in_the_line(&agents, &supervisors);

        let stepped = step_in_with(&mut story, agent, &["support"], Reach::Tenant);

        assert_eq!(stepped.unwrap(), [format!("vic: {agent} stepped in")]);
    }
}
