//! Random flows, with and without faults, and visitors who do anything. Nobody is ever stuck, at most fifty nodes speak
//! without asking, and a restart changes nothing for a visitor.

use crate::builders::{
    asks, buttons, decides, end, flow, form, guide, local, looks_up, node, text,
};
use actors_core::flow::check::faults;
use actors_core::flow::{Awaits, Flow, Guide, Heard, Node, Place, Says, Test, advance};
use actors_core::form::Value;
use actors_core::ids::NodeId;
use actors_core::local_text::LocalText;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};

const NAMES: [&str; 8] = ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"];

/// Mostly a node of the flow; now and then a missing node.
fn way() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        30 => (0..NAMES.len()).prop_map(|at| NAMES[at]),
        1 => Just("gone"),
    ]
}

fn test() -> impl Strategy<Value = Test> {
    prop_oneof![
        Just(Test::Is("1".into())),
        Just(Test::IsNot("1".into())),
        Just(Test::Contains("1".into())),
        Just(Test::Above(0.0)),
        Just(Test::Below(1.0)),
        Just(Test::Filled),
        Just(Test::Empty),
    ]
}

fn a_node() -> impl Strategy<Value = Node> {
    prop_oneof![
        3 => way().prop_map(|next| text("t {x} {order}", next)),
        2 => (way(), way()).prop_map(|(one, two)| {
            buttons("?", &[("Yes", "x=1", one), ("No", "x=0", two)])
        }),
        1 => way().prop_map(form),
        1 => way().prop_map(|next| asks("?", "x", next)),
        1 => way().prop_map(|next| node(Says::Faq("returns".into()), next)),
        1 => way().prop_map(|next| node(Says::Model(LocalText::default()), next)),
        1 => (way(), way()).prop_map(|(next, failed)| looks_up("{status}", next, failed)),
        2 => (test(), way(), way())
            .prop_map(|(test, case, next)| decides(&[("x", test, case)], next)),
        1 => Just(node(Says::Agent(local("Soon")), "")),
        1 => Just(end()),
    ]
}

fn a_flow(id: &'static str, trigger: &'static str) -> impl Strategy<Value = Flow> {
    prop::collection::vec(a_node(), NAMES.len()).prop_map(move |nodes| {
        let named = NAMES.iter().copied().zip(nodes);
        flow(id, trigger, named.collect())
    })
}

fn heard() -> impl Strategy<Value = Heard> {
    prop_oneof![
        2 => Just(Heard::Asked("one".into())),
        1 => Just(Heard::Asked("two".into())),
        1 => prop_oneof![Just("start one"), Just("yes"), Just("How do I return something?"), Just("1")]
            .prop_map(|words| Heard::Said(words.into())),
        4 => ((0..NAMES.len()), any::<bool>()).prop_map(|(node, yes)| {
            Heard::Clicked(NodeId::from(NAMES[node]), if yes { "i0" } else { "b1" }.into())
        }),
        2 => (0..NAMES.len()).prop_map(|node| {
            let answers = vec![Value::One("FF-1".into()), Value::Many(vec!["Late".into()])];
            Heard::Filled(NodeId::from(NAMES[node]), answers)
        }),
        2 => (0..4_u32, any::<bool>()).prop_map(|(number, ok)| {
            Heard::Replied(number, ok.then(|| [("status".into(), "1".into())].into()))
        }),
    ]
}

/// What a cooperative visitor does: the action that the flow waits for, or else `other`.
fn expected(place: Option<&Place>, other: Heard) -> Heard {
    let Some(place) = place else { return other };
    let node = || place.node.clone();
    match place.awaits {
        Awaits::Choice => Heard::Clicked(node(), "i0".into()),
        Awaits::Words => Heard::Said("1".into()),
        Awaits::Form => Heard::Filled(node(), vec![Value::One("1".into())]),
        Awaits::Reply(number) => Heard::Replied(number, Some([].into())),
        Awaits::Nothing => other,
    }
}

fn stands(guide: &Guide, place: &Place) {
    assert!(place.silent_steps <= 51, "{place:?}");
    let flow = guide.flows.get(&place.flow).unwrap();
    let node = flow.nodes.get(&place.node);
    let waits_as_it_says = match place.awaits {
        Awaits::Nothing => true,
        Awaits::Reply(number) => {
            number == place.requests && node.is_some_and(|node| node.request.is_some())
        }
        Awaits::Choice | Awaits::Words | Awaits::Form => {
            node.and_then(Node::awaits) == Some(place.awaits)
        }
    };
    assert!(waits_as_it_says, "{place:?}");
}

fn restarted(place: Option<&Place>) -> Option<Place> {
    place.map(|place| bincode::deserialize(&bincode::serialize(place).unwrap()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// [RB-03]
    #[test]
    fn no_visitor_is_stuck_and_a_restart_changes_nothing(
        one in a_flow("one", "start one"),
        two in a_flow("two", "start two"),
        walk in prop::collection::vec((heard(), any::<bool>(), any::<bool>()), 1..40),
    ) {
        let leads = |flow: &Flow| faults(flow).iter().all(|fault| fault.field == "nodeId");
        let are_whole = leads(&one) && leads(&two);
        let guide = guide(vec![one, two]);
        let mut place: Option<Place> = None;
        for (other, goes_on, restarts) in walk {
            let heard = if goes_on { expected(place.as_ref(), other) } else { other };
            let waited = place.as_ref().is_some_and(Place::is_inside);
            let mut again = restarted(place.as_ref());
            let before = place.clone();
            let went = advance(&guide, &mut place, heard.clone(), "en");
            let went_again = advance(&guide, &mut again, heard, "en");

            assert_eq!((&went, &place), (&went_again, &again));
            match &went {
                None => {
                    assert_eq!(place, before);
                    assert!(!(goes_on && waited), "a node refused the input that it waits for");
                }
                Some(went) => {
                    let place = place.as_ref().unwrap();
                    stands(&guide, place);
                    assert!(went.replies.len() <= 51);
                    assert!(went.lost.is_none() || (!are_whole && went.replies.is_empty()));
                    assert_eq!(went.request.is_some(), matches!(place.awaits, Awaits::Reply(_)));
                    let is_said = !went.replies.is_empty() || went.request.is_some() || went.lost.is_some();
                    assert!(is_said, "a step has no effect");
                }
            }
            if restarts {
                place = restarted(place.as_ref());
            }
        }
    }
}
