//! Stories of agents who are gone and leave several visitors behind: all of them are told their true places.

mod router;

use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::{FromSession, GoOffline, OpenConversations, Receiver};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::routing::{
    Availability, DeskNews, Lapse, Presence, RescuedTo, RouterRequest, Standing,
};
use actors_core::tenant::Oversight;
use actors_core::time::Span;
use router::{START, Story, desk_news, roster, told, wish, with_supervisors};

const NOTHING: [&str; 0] = [];

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

/// Mia serves v3, v1 and v2, who came in this order. Ann has one seat, which zed has. Sue looks after all.
fn three_with_mia() -> Story {
    let agents = [("ann", "sales", 1), ("mia", "sales", 3), ("sue", "", 1)];
    let mut story = with_supervisors(&agents, &[("sue", Oversight::Everything)]);
    story.says("sue", Availability::Busy);
    story.online("ann");
    assert_eq!(story.asks("zed", "sales"), ["zed: ann"]);
    story.online("mia");
    for visitor in ["v3", "v1", "v2"] {
        let told = story.after(secs(1)).asks(visitor, "sales");
        assert_eq!(told, [format!("{visitor}: mia")]);
    }
    story
}

fn comes_back(story: &mut Story, visitor: &str, place: Option<LinePlace>) -> Vec<RouterEffect> {
    let request = RouterRequest::Again {
        wish: wish("sales"),
        from: AgentId::from("mia"),
        why: Lapse::WentOffline,
        place,
    };
    let visitor = VisitorId::from(visitor);
    story.handle(FromSession { visitor, request }).1
}

/// What Sue hears: "v1 to line 2".
fn rescues(effects: &[RouterEffect]) -> Vec<String> {
    let news = desk_news(effects).into_iter();
    let rescues = news.filter_map(|(_, news)| match news {
        DeskNews::Rescued(rescue) => Some(rescue),
        _ => None,
    });
    let told = rescues.map(|rescue| match &rescue.to {
        RescuedTo::Line { position } => format!("{} to line {position}", rescue.visitor),
        RescuedTo::Agent(agent) => format!("{} to {agent}", rescue.visitor),
        RescuedTo::SameAgent | RescuedTo::NoAgent => format!("{} to nobody", rescue.visitor),
    });
    told.collect()
}

#[test]
fn all_who_lose_their_agent_are_told_their_true_places_in_whatever_order_they_come_back() {
    for order in [["v3", "v1", "v2"], ["v2", "v1", "v3"], ["v1", "v2", "v3"]] {
        let mut story = three_with_mia();
        assert_eq!(
            story.says("mia", Availability::Offline),
            ["v3: mia gone", "v1: mia gone", "v2: mia gone"]
        );

        let effects = comes_back(&mut story, order[0], None);

        assert_eq!(
            told(&effects),
            ["v3: waits 1", "v1: waits 2", "v2: waits 3"]
        );
        assert_eq!(
            rescues(&effects),
            ["v3 to line 1", "v1 to line 2", "v2 to line 3"]
        );
        let places = [("v3", 1), ("v1", 2), ("v2", 3)];
        for visitor in order {
            let repeated = comes_back(&mut story, visitor, None);
            let (_, place) = places.iter().find(|(it, _)| *it == visitor).unwrap();
            assert_eq!(told(&repeated), [format!("{visitor}: waits {place}")]);
            assert_eq!(rescues(&repeated), NOTHING);
            assert_eq!(story.position(visitor), Some(*place));
        }
    }
}

#[test]
fn a_free_colleague_gets_the_visitor_who_came_first_and_not_the_one_who_comes_back_first() {
    let mut story = three_with_mia();
    story.releases("zed", "ann");
    story.says("mia", Availability::Offline);

    let effects = comes_back(&mut story, "v2", None);

    assert_eq!(told(&effects), ["v3: ann", "v1: waits 1", "v2: waits 2"]);
    assert_eq!(
        rescues(&effects),
        ["v3 to ann", "v1 to line 1", "v2 to line 2"]
    );
    assert_eq!(told(&comes_back(&mut story, "v3", None)), ["v3: ann"]);
}

#[test]
fn an_agent_who_hands_all_on_to_a_group_hands_them_on_in_the_order_in_which_they_came() {
    let mut story = three_with_mia();
    let open = OpenConversations::To(Receiver::Group(GroupId::from("sales")));
    let agent = AgentId::from("mia");

    let (_, effects) = story.handle(GoOffline { agent, open });

    assert_eq!(
        told(&effects),
        [
            "v3: by mia: waits 1",
            "v1: by mia: waits 2",
            "v2: by mia: waits 3"
        ]
    );
}

#[test]
fn those_whom_a_colleague_has_no_room_for_wait_in_the_order_in_which_they_came() {
    let mut story = three_with_mia();
    story.releases("zed", "ann");
    let open = OpenConversations::To(Receiver::Agent(AgentId::from("ann")));
    let agent = AgentId::from("mia");

    let (_, effects) = story.handle(GoOffline { agent, open });

    assert_eq!(
        told(&effects),
        ["v3: by mia: ann", "v1: mia gone", "v2: mia gone"]
    );
    let effects = comes_back(&mut story, "v2", None);
    assert_eq!(told(&effects), ["v1: waits 1", "v2: waits 2"]);
}

#[test]
fn a_visitor_without_a_page_comes_back_too_and_nobody_gets_them() {
    let mut story = three_with_mia();
    story.releases("zed", "ann");
    story.is("v3", Presence::Away);
    story.says("mia", Availability::Offline);

    let effects = comes_back(&mut story, "v2", None);

    assert_eq!(told(&effects), ["v3: waits 1", "v1: ann", "v2: waits 2"]);
}

#[test]
fn an_agent_who_is_back_keeps_the_visitors_who_do_not_ask_again() {
    let mut story = three_with_mia();
    story.says("mia", Availability::Offline);
    story.online("mia");

    let effects = comes_back(&mut story, "v2", None);

    assert_eq!(told(&effects), ["v2: mia"]);
    assert_eq!(story.talks_with("mia"), ["v1", "v2", "v3"]);
}

#[test]
fn after_a_restart_the_place_that_the_session_kept_counts() {
    let place = |after: u64| LinePlace((START + secs(after)).as_millis() * 1_024);
    let talks = |after| Standing::Manual {
        agent: AgentId::from("mia"),
        group: GroupId::from("sales"),
        since: START + secs(after),
    };
    // V2 was rescued from somebody else: they came first, and Mia had them last.
    let standing = [("v1", talks(10)), ("v2", talks(20))];
    let standing = standing.map(|(visitor, standing)| (VisitorId::from(visitor), standing));
    let busy = SeatChoice {
        availability: Availability::Busy,
        capacity: None,
    };
    let (mut story, _) = Story::restore(Beginning {
        roster: roster(&[("ann", "sales", 1), ("mia", "sales", 2)]),
        standing: standing.to_vec(),
        choices: vec![(AgentId::from("ann"), busy)],
        ..Beginning::default()
    });
    story.sign("ann");
    story.after(secs(60)).says("mia", Availability::Offline);

    drop(comes_back(&mut story, "v1", Some(place(10))));
    let effects = comes_back(&mut story, "v2", Some(place(0)));

    assert_eq!(told(&effects)[0], "v2: waits 1");
    assert_eq!(story.position("v1"), Some(2));
}
