//! A visitor's place in a flow: starting, going back, leaving, getting lost.

use crate::builders::{
    Visitor, asks, buttons, decides, end, flow, form, guide, kind, looks_up, text,
};
use actors_core::flow::{Awaits, Flows, Heard, Test, advance};
use actors_core::form::Value;
use actors_core::message::content::{ReplyKind, TransferOffer};
use std::sync::Arc;

fn two_flows() -> Visitor {
    let order = vec![
        (
            "topic",
            buttons(
                "Which?",
                &[("Late", "topic=late", "ask"), ("Lost", "topic=lost", "bye")],
            ),
        ),
        ("ask", asks("Number?", "order", "bye")),
        ("bye", text("{topic} {order}", "end")),
        ("end", end()),
    ];
    let plants = vec![
        ("plant", asks("Which plant?", "plant", "end")),
        ("end", end()),
    ];
    Visitor {
        guide: guide(vec![
            flow("order", "Where is my order?", order),
            flow("plants", "My plant is ill", plants),
        ]),
        place: None,
        language: "en",
    }
}

/// [RB-03]
#[test]
fn a_flow_starts_by_its_sentence_or_by_a_menu() {
    let mut visitor = two_flows();

    assert_eq!(
        visitor.says("where IS my order"),
        ["topic: Which? [Late] [Lost]"]
    );
    let asked = visitor.handle(Heard::Asked("plants".into())).unwrap();
    assert_eq!(asked.replies.len(), 1);
    assert_eq!(visitor.place.as_ref().unwrap().flow, "plants".into());
    assert_eq!(visitor.handle(Heard::Asked("none".into())), None);
}

#[test]
fn a_question_that_no_node_expects_changes_nothing() {
    let mut visitor = two_flows();
    visitor.says("where is my order");
    let before = visitor.place.clone();

    assert_eq!(visitor.says("how much is the fish"), ["unexpected"]);

    assert_eq!(visitor.place, before);
}

#[test]
fn the_trigger_of_another_flow_starts_it_while_buttons_wait() {
    let mut visitor = two_flows();
    visitor.says("where is my order");

    assert_eq!(visitor.says("my plant is ILL"), ["plant: Which plant?"]);
    assert_eq!(visitor.clicks("topic", "i0"), ["unexpected"]);
}

/// [RB-03]
#[test]
fn an_earlier_button_still_works_even_after_the_flow_has_ended() {
    let mut visitor = two_flows();
    visitor.says("where is my order");
    visitor.clicks("topic", "i0");

    assert_eq!(
        visitor.clicks("topic", "i1"),
        ["bye: lost ", "end: end Bye"]
    );
    assert_eq!(visitor.awaits(), Awaits::Nothing);
    assert_eq!(visitor.clicks("topic", "i0"), ["ask: Number?"]);
    assert_eq!(visitor.says("7"), ["bye: late 7", "end: end Bye"]);
}

#[test]
fn an_unknown_button_or_form_is_not_expected() {
    let mut visitor = two_flows();
    assert_eq!(
        visitor.clicks("topic", "i0"),
        ["unexpected"],
        "a click before any flow"
    );
    visitor.says("where is my order");

    assert_eq!(visitor.clicks("topic", "i9"), ["unexpected"]);
    assert_eq!(visitor.clicks("ask", "i0"), ["unexpected"]);
    assert_eq!(visitor.clicks("nowhere", "i0"), ["unexpected"]);
    assert_eq!(visitor.fills("topic", vec![Value::Empty]), ["unexpected"]);
}

#[test]
fn variables_are_not_visible_in_another_flow() {
    let mut visitor = two_flows();
    visitor.says("where is my order");
    visitor.clicks("topic", "i0");
    visitor.place.as_mut().unwrap().leave();

    visitor.says("my plant is ill");

    assert_eq!(visitor.variable("topic"), None);
}

#[test]
fn a_long_value_is_cut() {
    let mut visitor = Visitor::of(vec![("ask", asks("?", "it", "end")), ("end", end())]);
    visitor.says("help me");
    visitor.says(&"好".repeat(4_000));

    assert_eq!(visitor.variable("it").unwrap().chars().count(), 200);
    assert_eq!(visitor.place.as_ref().unwrap().words.chars().count(), 500);
}

/// [RB-03]
#[test]
fn a_flow_that_loops_without_asking_stops_after_fifty_nodes() {
    let mut visitor = Visitor::of(vec![
        ("a", text("round", "b")),
        ("b", text("and round", "a")),
    ]);

    let went = visitor.handle(Heard::Said("help me".into())).unwrap();

    assert_eq!(went.lost, Some("a".into()));
    assert_eq!(visitor.place.as_ref().unwrap().silent_steps, 51);
    assert_eq!(visitor.awaits(), Awaits::Nothing);
    let reply = went.reply(visitor.guide.offers);
    assert_eq!(kind(&reply), (ReplyKind::Lost, TransferOffer::Button));
    assert_eq!(reply.parts, None);
}

#[test]
fn the_limit_of_fifty_nodes_counts_across_answers_of_a_service() {
    let mut visitor = Visitor::of(vec![("look", looks_up("", "look", "look")), ("end", end())]);
    visitor.says("help me");

    let mut answered = 0;
    while let Awaits::Reply(number) = visitor.awaits() {
        answered += 1;
        visitor.is_told(number, if answered % 2 == 0 { None } else { Some(&[]) });
    }

    assert_eq!(answered, 50);
    assert_eq!(visitor.awaits(), Awaits::Nothing);
}

#[test]
fn a_condition_without_a_matching_case_or_a_next_node_is_reported_as_lost() {
    let never = [("it", Test::Is("x".into()), "end")];
    let mut visitor = Visitor::of(vec![
        ("ask", asks("?", "it", "decide")),
        ("decide", decides(&never, "")),
        ("end", end()),
    ]);
    visitor.says("help me");

    assert_eq!(visitor.says("y"), ["lost at decide"]);
}

/// [RB-03]
#[test]
fn a_visitor_in_a_changed_flow_continues_with_its_new_version() {
    let mut visitor = Visitor::of(vec![
        ("topic", buttons("?", &[("Go", "", "old")])),
        ("old", text("Old", "end")),
        ("end", end()),
    ]);
    visitor.says("help me");
    let changed = flow(
        "help",
        "Help me",
        vec![
            ("topic", buttons("?", &[("Go", "", "end")])),
            ("end", end()),
        ],
    );
    visitor.guide.flows = Arc::new(Flows::new([changed]));

    assert_eq!(visitor.clicks("topic", "i0"), ["end: end Bye"]);
    visitor.guide.flows = Arc::default();
    assert_eq!(visitor.clicks("topic", "i0"), ["unexpected"]);
    assert_eq!(visitor.says("help me"), ["unexpected"]);
}

#[test]
fn a_form_of_a_flow_that_was_left_still_works() {
    let mut visitor = Visitor::of(vec![("form", form("end")), ("end", end())]);
    visitor.says("help me");
    visitor.place.as_mut().unwrap().leave();

    assert_eq!(visitor.fills("form", Vec::new()), ["end: end Bye"]);
}

#[test]
fn unexpected_input_leaves_no_place() {
    let visitor = two_flows();
    let mut place = None;
    let heard = Heard::Replied(1, None);
    assert_eq!(advance(&visitor.guide, &mut place, heard, "en"), None);
    assert_eq!(place, None);
}
