//! Button flows inside a session: what is recorded, what survives a restart, and when the robot is silent.

#[path = "../flow/builders.rs"]
#[allow(dead_code)]
pub mod builders;

use crate::story::{
    Story, ask, assigned, from_line, lines_of, plain, says, send, start, transfer, waiting_at,
};
use actors_core::flow::{Guide, Heard};
use actors_core::form::Value;
use actors_core::ids::{ClientId, MessageId, Seq, SessionNo};
use actors_core::session::commands::ask_robot::{AskRobot, Asking};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::forms::{FillForm, Shown};
use actors_core::session::commands::from_service::ServiceReplied;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::{Effect, Effects, Refusal};
use actors_core::time::Span;
use builders::{asks, buttons, end, flow, form, guide, looks_up, text};
use std::sync::Arc;

fn orders() -> Guide {
    let nodes = vec![
        (
            "topic",
            buttons(
                "Which?",
                &[
                    ("Late", "topic=late", "form"),
                    ("Track", "topic=track", "number"),
                    ("Bye", "", "end"),
                ],
            ),
        ),
        ("form", form("thanks")),
        ("thanks", text("Thank you for {order}", "topic")),
        ("number", asks("Your number?", "order", "look")),
        ("look", looks_up("It is {status}.", "topic", "failed")),
        ("failed", text("I cannot look now.", "topic")),
        ("end", end()),
    ];
    guide(vec![flow("orders", "Where is my order?", nodes)])
}

fn hears(ticket: u64, guide: &Guide, words: &str, heard: Heard) -> AskRobot {
    AskRobot {
        flow: Some(Box::new(Asking {
            guide: guide.clone(),
            heard: Some(heard),
        })),
        ..ask(ticket, &format!("q{ticket}"), words)
    }
}

fn says_to(ticket: u64, guide: &Guide, words: &str) -> AskRobot {
    hears(ticket, guide, words, Heard::Said(words.into()))
}

fn clicks(ticket: u64, guide: &Guide, item: &str) -> AskRobot {
    let heard = Heard::Clicked("topic".into(), item.into());
    hears(ticket, guide, item, heard)
}

fn fills(guide: &Guide, story: &Story, seq: u64, id: &str) -> FillForm {
    let message = MessageId {
        session: SessionNo(1),
        seq: Seq(seq),
    };
    FillForm {
        client_id: Some(ClientId::from(id)),
        form: Shown {
            message,
            line: story.kept.lines.get(&(SessionNo(1), Seq(seq))).cloned(),
        },
        answers: vec![("order".into(), Value::One("FF-1".into()))],
        guide: Some(guide.clone()),
    }
}

fn replied(guide: &Guide, number: u32, status: Option<&str>) -> ServiceReplied {
    ServiceReplied {
        session: SessionNo(1),
        number,
        reply: status.map(|status| [(Arc::from("status"), Arc::from(status))].into()),
        guide: Some(guide.clone()),
    }
}

fn lines(words: Vec<String>) -> Vec<String> {
    let is_line = |words: &String| words.starts_with(['+', '~']);
    words.into_iter().filter(is_line).collect()
}

fn service_requests(effects: &Effects) -> Vec<(u32, bool)> {
    let service_requests = effects.as_slice().iter().filter_map(|effect| match effect {
        Effect::CallService(request) => Some((request.number, request.request.is_some())),
        _ => None,
    });
    service_requests.collect()
}

/// The visitor has given a number and waits for the service that looks it up.
fn looking(guide: &Guide) -> Story {
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, guide, "Where is my order?"));
    story.apply(clicks(2, guide, "i1"));
    let step = story.step(says_to(3, guide, "FF-1"));
    assert_eq!(service_requests(&step.effects), [(1, true)]);
    story
}

/// [RB-03]
#[test]
fn the_nodes_replies_are_recorded_after_the_question() {
    let guide = orders();
    let mut story = Story::with_robot(plain());

    let asked = story.effects_of(says_to(1, &guide, "Where is my order?"));
    let clicked = story.effects_of(clicks(2, &guide, "i2"));

    assert_eq!(
        lines(asked),
        ["+ 1 visitor: Where is my order?", "+ 2 robot: Which?"]
    );
    assert_eq!(lines(clicked), ["+ 3 visitor: i2", "+ 4 robot: Bye"]);
}

/// [RB-03]
#[test]
fn a_question_that_no_node_expects_goes_to_the_knowledge_base_and_leaves_the_flow() {
    let guide = orders();
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, &guide, "Where is my order?"));
    story.apply(clicks(2, &guide, "i1"));
    story.apply(clicks(3, &guide, "i0"));

    let strayed = story.effects_of(says_to(4, &guide, "How much is the fish?"));

    assert!(lines(strayed)[1].ends_with("robot: About How much is the fish?"));
    let place = story.handle(Describe).flow.unwrap();
    assert!(!place.is_inside());
    assert_eq!(
        place.variables.get("topic").map(AsRef::as_ref),
        Some("late")
    );
}

/// [RB-03] [ST-17]
#[test]
fn the_place_in_a_flow_survives_a_restart() {
    let guide = orders();
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, &guide, "Where is my order?"));
    story.apply(clicks(2, &guide, "i1"));
    let before = story.handle(Describe).flow;

    story.restarts_after(Span::from_minutes(90));

    assert_eq!(story.handle(Describe).flow, before);
    let step = story.step(says_to(3, &guide, "FF-1"));
    assert_eq!(service_requests(&step.effects), [(1, true)]);
}

/// [RB-03] [MS-06]
#[test]
fn a_form_of_a_flow_is_filled_in_once_and_leads_on() {
    let guide = orders();
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, &guide, "Where is my order?"));
    story.apply(clicks(2, &guide, "i0"));
    story.restarts_after(Span::from_secs(5));

    let fill = fills(&guide, &story, 4, "f1");
    let filled = story.effects_of(fill.clone());

    assert_eq!(
        lines(filled),
        [
            "~ 4 robot: Which order?",
            "+ 5 amended 4: filled FF-1; ",
            "+ 6 visitor: order: FF-1; why: ",
            "+ 7 robot: Thank you for FF-1<br>Which?",
        ]
    );
    assert!(story.handle(fill.clone()).is_ok(), "a repeat is harmless");
    story.restarts_after(Span::from_secs(5));
    assert!(story.handle(fill).is_ok(), "also after a restart");
    let again = fills(&guide, &story, 4, "f2");
    assert_eq!(story.handle(again), Err(Refusal::AlreadyFilled));
    assert_eq!(story.last(), Seq(7));
}

/// [RB-03]
#[test]
fn a_services_answer_is_a_separate_message() {
    let guide = orders();
    let mut story = looking(&guide);

    let found = story.effects_of(replied(&guide, 1, Some("on its way")));

    assert_eq!(lines(found), ["+ 7 robot: It is on its way.<br>Which?"]);
    assert_eq!(
        lines_of(&story.poll("p1", from_line(6)).unwrap()),
        ["7 robot: It is on its way.<br>Which?"]
    );
    assert_eq!(
        lines(story.effects_of(replied(&guide, 1, Some("lost")))),
        [""; 0]
    );
}

#[test]
fn a_visitor_who_asks_during_a_lookup_still_gets_its_result() {
    let guide = orders();
    let mut story = looking(&guide);

    story.apply(says_to(4, &guide, "And how much is the fish?"));

    assert_eq!(
        lines(story.effects_of(replied(&guide, 1, Some("here")))),
        ["+ 9 robot: It is here.<br>Which?"]
    );
}

#[test]
fn a_message_followed_by_a_late_reply_is_not_taken_for_a_question() {
    let guide = orders();
    let mut story = looking(&guide);
    story.apply(send("c9", "hello?"));
    story.apply(replied(&guide, 1, Some("here")));

    story.restarts_after(Span::from_secs(1));

    assert!(story.handle(send("c9", "hello?")).is_ok());
}

/// [RB-03]
#[test]
fn a_silent_service_times_out_after_fifteen_seconds() {
    let guide = orders();
    let mut story = looking(&guide);

    assert_eq!(story.passes(Span::from_secs(14)), [""; 0]);
    assert_eq!(story.passes(Span::from_secs(1)), ["ask 1: too late"]);
    assert_eq!(
        lines(story.effects_of(replied(&guide, 1, None))),
        ["+ 7 robot: I cannot look now.<br>Which?"]
    );
}

/// [RB-03] [ST-17]
#[test]
fn a_service_asked_before_a_restart_times_out_after_it() {
    let guide = orders();
    let mut story = looking(&guide);

    story.restarts_after(Span::from_minutes(3));

    let words = story.passes(Span::from_secs(1));
    assert_eq!(words, ["ask 1: too late"]);
    assert_eq!(
        lines(story.effects_of(replied(&guide, 1, None))),
        ["+ 7 robot: I cannot look now.<br>Which?"]
    );
}

/// The office may crash before it reports a service's timeout to the flow, so the timeout stays due until then.
#[test]
fn the_timeout_of_a_service_stays_due_until_the_flow_has_handled_it() {
    let guide = orders();
    let mut story = looking(&guide);
    assert_eq!(story.passes(Span::from_secs(15)), ["ask 1: too late"]);

    assert_eq!(story.passes(Span::from_secs(15)), ["ask 1: too late"]);
    story.apply(send("m1", "Hello?"));
    story.restarts_after(Span::from_minutes(3));

    assert!(story.kept.head.as_ref().unwrap().due.is_some());
    assert_eq!(story.passes(Span::from_secs(1)), ["ask 1: too late"]);
    story.apply(replied(&guide, 1, None));
    assert_eq!(story.kept.head.as_ref().unwrap().due, None);
    assert_eq!(story.passes(Span::from_minutes(5)), ["retire"]);
}

/// Otherwise the head would stay due for ever.
#[test]
fn a_flow_is_left_if_its_robot_is_deleted_during_a_lookup() {
    let guide = orders();
    let mut story = looking(&guide);
    story.passes(Span::from_secs(15));

    story.apply(ServiceReplied {
        guide: None,
        ..replied(&guide, 1, None)
    });
    story.passes(Span::from_minutes(5));

    assert_eq!(story.kept.head.as_ref().unwrap().due, None);
}

/// As above, but the flow was saved again without the node.
#[test]
fn a_flow_is_left_if_its_node_is_deleted_during_a_lookup() {
    let mut story = looking(&orders());
    story.passes(Span::from_secs(15));
    let other = guide(vec![flow("orders", "Hello", vec![("end", end())])]);

    story.apply(replied(&other, 1, Some("sent")));
    story.passes(Span::from_minutes(5));

    assert_eq!(story.kept.head.as_ref().unwrap().due, None);
}

/// [RB-03] [ST-09]
#[test]
fn with_an_agent_the_robot_is_silent_and_late_answers_are_dropped() {
    let guide = orders();
    let mut story = looking(&guide);
    story.apply(transfer(5));
    story.router(assigned("mia"));
    let last = story.last();

    assert_eq!(story.effects_of(replied(&guide, 1, Some("here"))), [""; 0]);
    assert_eq!(story.passes(Span::from_secs(20)), [""; 0]);
    let asked = story.effects_of(clicks(6, &guide, "i0"));

    assert_eq!(asked, ["answer 6: refused WithAgent"]);
    assert_eq!(story.last(), last);
    story.handle(says("mia", "a1", "Hello")).unwrap();
    story.restarts_after(Span::from_secs(1));
    assert_eq!(story.effects_of(replied(&guide, 1, Some("here"))), [""; 0]);
}

#[test]
fn a_form_of_a_flow_filled_in_with_an_agent_gets_no_reply_of_the_robot() {
    let guide = orders();
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, &guide, "Where is my order?"));
    story.apply(clicks(2, &guide, "i0"));
    story.apply(transfer(5));
    story.router(assigned("mia"));

    let fill = fills(&guide, &story, 4, "f1");
    let filled = lines(story.effects_of(fill));

    assert_eq!(filled.last().unwrap(), "+ 7 visitor: order: FF-1; why: ");
}

#[test]
fn waiting_in_a_line_leaves_the_flow_and_drops_late_answers() {
    let guide = orders();
    let mut story = looking(&guide);
    story.apply(transfer(5));
    story.router(waiting_at(3));
    let last = story.last();

    story.apply(replied(&guide, 1, Some("here")));

    assert_eq!(story.last(), last);
    // A queued visitor may still ask the robot, so a button works too.
    assert_eq!(
        lines(story.effects_of(clicks(6, &guide, "i1")))
            .last()
            .unwrap(),
        "+ 9 robot: Your number?"
    );
    story.apply(LeaveQueue);
    assert!(story.handle(Describe).flow.unwrap().is_inside());
}

#[test]
fn the_end_drops_late_answers_and_a_new_session_has_no_flow() {
    let guide = orders();
    let mut story = looking(&guide);
    story.apply(Close);
    let last = story.last();

    story.apply(replied(&guide, 1, Some("here")));
    assert_eq!(story.last(), last);
    let start = start("p2", &story.channel);
    story.apply(start);

    assert_eq!(story.handle(Describe).flow, None);
    story.apply(replied(&guide, 1, Some("here")));
    assert_eq!(story.handle(Describe).newest, Seq(0));
}

#[test]
fn a_repeated_click_is_one_step() {
    let guide = orders();
    let mut story = Story::with_robot(plain());
    story.apply(says_to(1, &guide, "Where is my order?"));
    story.apply(clicks(2, &guide, "i1"));

    let repeat = AskRobot {
        ticket: actors_core::ids::Ticket(9),
        ..clicks(2, &guide, "i1")
    };
    let words = story.effects_of(repeat);

    assert_eq!(words.len(), 1, "{words:?}");
    assert_eq!(story.last(), Seq(4));
}

/// [RB-03]
#[test]
fn a_flow_that_leads_nowhere_is_reported_to_the_operator() {
    let nodes = vec![("a", text("round", "b")), ("b", text("and round", "a"))];
    let guide = guide(vec![flow("round", "Go", nodes)]);
    let mut story = Story::with_robot(plain());

    let words = story.effects_of(says_to(1, &guide, "go"));

    assert!(words.contains(&"warn: round at a".to_owned()), "{words:?}");
    assert_eq!(lines(words)[1], "+ 2 robot:  (lost)");
}
