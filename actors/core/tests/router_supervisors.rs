//! Stories of supervisors, and of agents who go offline and choose where their conversations go.

mod router;

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, GroupId, VisitorId};
use actors_core::router::command::{
    GoOffline, HandOver, HandOverRefusal, OpenConversations, OverseeRefusal, Receiver, SetStatusOf,
    Take, TakeRefusal,
};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{Availability, DeskNews, SeatStatus, Standing};
use actors_core::tenant::Reach;
use actors_core::time::Span;
use router::{START, Story, desk_news, looks_after, roster, told, told_when, with_supervisors};
use std::sync::Arc;

const NOTHING: [&str; 0] = [];

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

fn card(agent: &str) -> Arc<AgentCard> {
    Arc::new(AgentCard {
        agent: AgentId::from(agent),
        nick: agent.into(),
        face: "".into(),
    })
}

#[test]
fn an_agent_who_goes_offline_may_keep_their_conversations_until_their_page_is_gone() {
    let mut story = Story::begin(&[("ann", "sales", 2), ("mia", "sales", 2)]);
    story.online("mia");
    story.asks("vic", "sales");
    story.online("ann");
    let agent = AgentId::from("mia");

    let (state, effects) = story.handle(GoOffline {
        agent,
        open: OpenConversations::Keep,
    });

    assert_eq!(state.unwrap().status, SeatStatus::Offline);
    assert_eq!(told(&effects), NOTHING);
    assert_eq!(story.talks_with("mia"), ["vic"]);
    assert_eq!(story.asks("bob", "sales"), ["bob: ann"]);
    let effects = story.passes(secs(300), &["ann", "mia"]);
    assert_eq!(told_when(&effects), []);
    let effects = story.passes(secs(125), &["ann"]);
    let news: Vec<String> = told_when(&effects).into_iter().map(|it| it.1).collect();
    assert_eq!(news, ["vic: mia away", "vic: mia gone"]);
}

#[test]
fn kept_conversations_survive_a_restart() {
    let (story, effects) = Story::restore(Beginning {
        roster: roster(&[("mia", "sales", 2)]),
        choices: vec![(AgentId::from("mia"), OpenConversations::Keep.choice())],
        standing: vec![(
            VisitorId::from("vic"),
            Standing::Manual {
                agent: AgentId::from("mia"),
                group: GroupId::from("sales"),
                since: START,
            },
        )],
        ..Beginning::default()
    });

    assert_eq!(told(&effects), NOTHING);
    assert_eq!(story.talks_with("mia"), ["vic"]);
    assert!(story.router.next_deadline().is_some());
}

#[test]
fn an_agent_who_goes_offline_may_hand_on_what_fits_and_the_rest_goes_to_the_line() {
    let agents = [("ann", "sales", 1), ("mia", "sales", 2)];
    let mut story = Story::begin(&agents);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    story.online("ann");
    let agent = AgentId::from("mia");

    let open = OpenConversations::To(Receiver::Agent(AgentId::from("ann")));
    let (_, effects) = story.handle(GoOffline { agent, open });

    assert_eq!(told(&effects), ["v1: by mia: ann", "v2: mia gone"]);
    assert_eq!(story.comes_back("v2", "sales"), ["v2: waits 1"]);

    let mut story = Story::begin(&agents);
    story.online("mia");
    story.asks("v1", "sales");
    story.asks("v2", "sales");
    story.online("ann");
    let agent = AgentId::from("mia");
    let open = OpenConversations::To(Receiver::Group(GroupId::from("sales")));
    let (_, effects) = story.handle(GoOffline { agent, open });
    assert_eq!(told(&effects), ["v1: by mia: ann", "v2: by mia: waits 1"]);
    assert_eq!(story.talks_with("mia"), NOTHING);
}

#[test]
fn a_supervisor_of_some_groups_acts_only_there() {
    let agents = [("ann", "help", 2), ("mia", "sales", 2), ("sue", "", 3)];
    let mut story = with_supervisors(&agents, &[("sue", looks_after(&["sales"]))]);
    for agent in ["ann", "mia", "sue"] {
        story.online(agent);
    }
    story.asks("vic", "sales");
    story.asks("bob", "help");
    let take_over = |visitor: &str| HandOver {
        visitor: VisitorId::from(visitor),
        by: card("sue"),
        reach: Reach::Tenant,
        to: Receiver::Agent(AgentId::from("sue")),
        note: None,
    };

    assert_eq!(
        story.handle(take_over("bob")).0,
        Err(HandOverRefusal::NotYours)
    );
    assert_eq!(story.handle(take_over("vic")).0, Ok(()));
    assert_eq!(story.talks_with("sue"), ["vic"]);

    let take = |visitor: &str| Take {
        agent: AgentId::from("sue"),
        visitor: VisitorId::from(visitor),
        reach: Reach::Tenant,
    };
    for agent in ["ann", "mia"] {
        story.says(agent, Availability::Busy);
    }
    story.asks("v1", "sales");
    story.asks("v2", "help");
    assert_eq!(story.handle(take("v2")).0, Err(TakeRefusal::Nobody));
    assert!(story.handle(take("v1")).0.is_ok());
}

#[test]
fn a_supervisor_changes_the_status_of_agents_they_look_after() {
    let agents = [("ann", "help", 2), ("mia", "sales", 2), ("sue", "", 3)];
    let mut story = with_supervisors(&agents, &[("sue", looks_after(&["sales"]))]);
    story.online("mia");
    story.asks("vic", "sales");
    let set = |by: &str, agent: &str, availability| SetStatusOf {
        by: AgentId::from(by),
        agent: AgentId::from(agent),
        choice: SeatChoice {
            availability,
            capacity: None,
        },
    };

    let offline = Availability::Offline;
    assert_eq!(
        story.handle(set("sue", "ann", offline)).0,
        Err(OverseeRefusal::NotYours)
    );
    assert_eq!(
        story.handle(set("ann", "mia", offline)).0,
        Err(OverseeRefusal::NotYours)
    );
    let (state, effects) = story.handle(set("sue", "mia", offline));
    assert_eq!(state.unwrap().status, SeatStatus::Offline);
    assert_eq!(told(&effects), ["vic: mia gone"]);

    story.online("mia");
    story.passes(secs(20), &[]);
    drop(story.handle(set("sue", "mia", Availability::Busy)));
    let effects = story.passes(secs(15), &[]);
    let news = desk_news(&effects.into_iter().map(|it| it.1).collect::<Vec<_>>());
    assert!(
        news.contains(&("mia".to_owned(), DeskNews::Status(SeatStatus::Away, 2))),
        "it is no sign of life: {news:?}"
    );
}
