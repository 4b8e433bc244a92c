//! A flow followed without a session.

use crate::builders::{asks, buttons, end, flow, form, guide, looks_up, text};
use actors_core::flow::rehearse::{Act, Pretended, Step, rehearse};
use actors_core::flow::{Awaits, Node};
use actors_core::form::Value;
use actors_core::ids::{FlowId, NodeId};
use std::collections::BTreeMap;
use std::sync::Arc;

fn steps(nodes: Vec<(&str, Node)>, acts: &[Act], pretended: &Pretended) -> Vec<Step> {
    let guide = guide(vec![flow("help", "Help me", nodes)]);
    rehearse(&guide, &FlowId::from("help"), acts, pretended, "en").unwrap()
}

fn says(words: &str) -> Act {
    Act::Says(words.into())
}

fn texts(step: &Step) -> Vec<String> {
    let replies = step.replies.iter();
    replies.map(|reply| reply.text.to_string()).collect()
}

fn pretends(node: &str, field: &str, value: &str) -> Pretended {
    let reply = BTreeMap::from([(Arc::from(field), Arc::from(value))]);
    Pretended::from([(NodeId::from(node), reply)])
}

#[test]
fn each_act_is_followed_by_what_the_flow_says() {
    let nodes = vec![
        (
            "topic",
            buttons("Which?", &[("Late", "why=late", "number")]),
        ),
        ("number", asks("Your number?", "number", "bye")),
        ("bye", end()),
    ];
    let clicks = Act::Clicks(NodeId::from("topic"), "i0".into());

    let steps = steps(nodes, &[clicks, says("17")], &Pretended::new());

    let told: Vec<Vec<String>> = steps.iter().map(texts).collect();
    assert_eq!(told, [["Which?"], ["Your number?"], ["Bye"]]);
    let places: Vec<Awaits> = steps
        .iter()
        .map(|step| step.place.as_ref().unwrap().awaits)
        .collect();
    assert_eq!(places, [Awaits::Choice, Awaits::Words, Awaits::Nothing]);
    let place = steps[2].place.as_ref().unwrap();
    assert_eq!(place.variables["number"].as_ref(), "17");
}

#[test]
fn a_service_is_pretended_and_never_called() {
    let nodes = || {
        vec![
            ("look", looks_up("It is {status}.", "bye", "sorry")),
            ("sorry", text("I cannot look.", "bye")),
            ("bye", end()),
        ]
    };

    let known = steps(nodes(), &[], &pretends("look", "status", "on its way"));
    let unknown = steps(nodes(), &[], &Pretended::new());

    assert_eq!(texts(&known[0]).last().unwrap(), "It is on its way.<br>Bye");
    assert_eq!(texts(&unknown[0]).last().unwrap(), "I cannot look.<br>Bye");
    assert_eq!(known[0].requests, [NodeId::from("look")]);
}

#[test]
fn requests_in_a_circle_end() {
    let nodes = vec![
        ("one", looks_up("", "two", "two")),
        ("two", looks_up("", "one", "one")),
    ];

    let steps = steps(nodes, &[], &Pretended::new());

    assert!(steps[0].lost.is_some());
}

#[test]
fn an_act_that_the_flow_does_not_expect_is_answered_by_the_knowledge_base() {
    let nodes = vec![
        ("topic", buttons("Which?", &[("Late", "", "bye")])),
        ("bye", end()),
    ];

    let steps = steps(
        nodes,
        &[says("How do I return something?")],
        &Pretended::new(),
    );

    assert!(steps[0].is_expected && !steps[1].is_expected);
    assert_eq!(texts(&steps[1]), ["<p>Send it back.</p>"]);
    assert_eq!(steps[1].place.as_ref().unwrap().awaits, Awaits::Nothing);
}

#[test]
fn a_form_is_filled_by_field_id_and_checked() {
    let nodes = || vec![("which", form("bye")), ("bye", end())];
    let fills =
        |field: &str, value: Value| Act::Fills(NodeId::from("which"), vec![(field.into(), value)]);

    let filled = steps(
        nodes(),
        &[fills("order", Value::One("FF-1".into()))],
        &Pretended::new(),
    );
    let wrong = fills("why", Value::Many(vec!["Lost".into()]));
    let guide = guide(vec![flow("help", "Help me", nodes())]);
    let refused = rehearse(
        &guide,
        &FlowId::from("help"),
        &[wrong],
        &Pretended::new(),
        "en",
    );

    let place = filled[1].place.as_ref().unwrap();
    assert_eq!(place.variables["order"].as_ref(), "FF-1");
    assert_eq!(
        refused.unwrap_err().to_string(),
        "said[0].formFields[1] is none of the options"
    );
}
