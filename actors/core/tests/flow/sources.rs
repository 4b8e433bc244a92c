//! For each replySource: what its node says, what it waits for and where it leads.

use crate::builders::{
    Visitor, asks, buttons, decides, end, form, kind, local, looks_up, node, text,
};
use actors_core::flow::{Awaits, Heard, LocalCard, Says, Test, Writer};
use actors_core::form::Value;
use actors_core::local_text::LocalText;
use actors_core::message::content::{ReplyKind, TransferOffer};
use actors_core::message::reply::Instruction;

/// [RB-03] [MS-10]
#[test]
fn text_card_and_article_nodes_speak_in_order_until_the_end() {
    let card = Says::Card(Box::new(LocalCard {
        title: local("Care kit"),
        price: local("24.00"),
        ..LocalCard::default()
    }));
    let mut visitor = Visitor::of(vec![
        ("hello", text("Hello", "kit")),
        ("kit", node(card, "article")),
        ("article", node(Says::Faq("returns".into()), "bye")),
        ("bye", end()),
    ]);

    let said = visitor.says("help ME!");

    assert_eq!(
        said,
        [
            "hello: Hello",
            "kit: card Care kit, 24.00",
            "article: returns <p>Send it back.</p>",
            "bye: end Bye"
        ]
    );
    assert_eq!(visitor.awaits(), Awaits::Nothing);
    assert_eq!(visitor.says("anything"), ["unexpected"]);
}

/// [RB-03] [MS-11]
#[test]
fn buttons_wait_for_a_click_and_bind_the_choice() {
    let mut visitor = Visitor::of(vec![
        (
            "topic",
            buttons(
                "Which?",
                &[("Late", "topic=late", "late"), ("Other", "", "bye")],
            ),
        ),
        ("late", text("So {topic}", "bye")),
        ("bye", end()),
    ]);

    assert_eq!(visitor.says("Help me"), ["topic: Which? [Late] [Other]"]);
    assert_eq!(visitor.awaits(), Awaits::Choice);
    assert_eq!(
        visitor.clicks("topic", "i0"),
        ["late: So late", "bye: end Bye"]
    );
    assert_eq!(visitor.variable("topic"), Some("late"));
}

#[test]
fn a_button_can_be_typed_or_clicked_by_either_of_its_ids() {
    let nodes = || {
        vec![
            ("topic", buttons("Which?", &[("It is late!", "", "bye")])),
            ("bye", end()),
        ]
    };
    for how in ["typed", "itemId", "id"] {
        let mut visitor = Visitor::of(nodes());
        visitor.says("help me");
        let said = match how {
            "typed" => visitor.says("it IS late"),
            "itemId" => visitor.clicks("topic", "i0"),
            _ => visitor.clicks("topic", "b0"),
        };
        assert_eq!(said, ["bye: end Bye"], "{how}");
    }
}

/// [RB-03]
#[test]
fn a_form_waits_until_it_is_filled_in_and_binds_its_answers() {
    let mut visitor = Visitor::of(vec![
        ("form", form("bye")),
        ("bye", text("{order} is {why}", "end")),
        ("end", end()),
    ]);
    visitor.language = "zh";

    assert_eq!(
        visitor.says("help me"),
        ["form: form Which order? [order, why]"]
    );
    assert_eq!(visitor.awaits(), Awaits::Form);
    let answers = vec![
        Value::One(" FF-1 <b> ".into()),
        Value::Many(vec!["迟到".into(), "Broken".into()]),
    ];
    assert_eq!(
        visitor.fills("form", answers),
        ["bye: FF-1 &lt;b&gt; is late,Broken", "end: end Bye"]
    );
    assert_eq!(visitor.variable("order"), Some("FF-1 <b>"));
}

/// [RB-03]
#[test]
fn text_that_a_node_asks_for_is_bound_and_leads_on() {
    let mut visitor = Visitor::of(vec![
        ("ask", asks("Your number?", "order", "bye")),
        ("bye", text("Thank you for {order}", "end")),
        ("end", end()),
    ]);

    assert_eq!(visitor.says("help me"), ["ask: Your number?"]);
    assert_eq!(visitor.awaits(), Awaits::Words);
    // A node that asks takes any words, also those that start a flow elsewhere.
    assert_eq!(
        visitor.says("Help me"),
        ["bye: Thank you for Help me", "end: end Bye"]
    );
}

/// [RB-03] [RB-04]
#[test]
fn without_a_model_the_knowledge_base_answers_for_it() {
    let mut visitor = Visitor::of(vec![
        ("ask", asks("What is it?", "question", "model")),
        ("model", node(Says::Model(LocalText::default()), "bye")),
        ("bye", end()),
    ]);
    visitor.says("help me");

    let went = visitor
        .handle(Heard::Said("How do I return something".into()))
        .unwrap();

    assert_eq!(went.brief, None);
    let reply = went.reply(visitor.guide.offers);
    assert_eq!(kind(&reply), (ReplyKind::Answer, TransferOffer::None));
    assert_eq!(&*reply.text, "<p>Send it back.</p><br>Bye");
}

/// [RB-03] [RB-04]
#[test]
fn a_model_gets_the_nodes_question_and_the_knowledge_base_answers_in_the_meantime() {
    let mut visitor = Visitor::of(vec![
        ("ask", asks("Which plant?", "plant", "model")),
        (
            "model",
            node(
                Says::Model(local("How often should I water my {plant}?")),
                "bye",
            ),
        ),
        ("bye", end()),
    ]);
    visitor.guide.writer = Writer::Model("web".into());
    visitor.says("help me");

    let went = visitor.handle(Heard::Said("plant".into())).unwrap();

    let brief = went.brief.clone().unwrap();
    assert_eq!(&*brief.question, "How often should I water my plant?");
    assert_eq!(brief.sources[0].doc, "watering".into());
    let reply = went.reply(visitor.guide.offers);
    assert_eq!(&*reply.text, "<p>Weekly.</p><br>Bye");
}

#[test]
fn without_a_model_and_a_matching_document_the_reply_is_unknown_and_offers_an_agent() {
    let mut visitor = Visitor::of(vec![
        (
            "model",
            node(Says::Model(local("About {nothing} xyzzy plugh")), "bye"),
        ),
        ("bye", node(Says::End(LocalText::default()), "")),
    ]);

    let reply = visitor.reply("help me");

    assert_eq!(kind(&reply), (ReplyKind::Unknown, TransferOffer::Button));
    assert_eq!(&*reply.text, "");
}

/// [RB-03]
#[test]
fn an_agent_node_says_its_text_transfers_the_visitor_and_ends_the_flow() {
    let mut visitor = Visitor::of(vec![("person", node(Says::Agent(local("One moment")), ""))]);

    let reply = visitor.reply("help me");

    let parts = reply.parts.unwrap();
    assert_eq!(parts.instruction, Some(Instruction::Transfer));
    assert_eq!(&*parts.handover, "One moment");
    assert_eq!(visitor.awaits(), Awaits::Nothing);
}

/// [RB-03]
#[test]
fn a_service_is_asked_before_the_node_speaks() {
    let mut visitor = Visitor::of(vec![
        ("ask", asks("Your number?", "order", "look")),
        ("look", looks_up("It is {status}.", "bye", "failed")),
        ("bye", end()),
        ("failed", text("I cannot look now.", "bye")),
    ]);
    visitor.says("help me");

    let looking = visitor.handle(Heard::Said("FF-1".into())).unwrap();

    let request = looking.request.clone().unwrap();
    assert_eq!(
        request.answers,
        [("order".into(), Value::One("FF-1".into()))]
    );
    let reply = looking.reply(visitor.guide.offers);
    assert_eq!(kind(&reply), (ReplyKind::Looking, TransferOffer::None));
    assert_eq!(visitor.awaits(), Awaits::Reply(1));
    assert_eq!(visitor.is_told(7, Some(&[])), ["unexpected"]);
    assert_eq!(
        visitor.is_told(1, Some(&[("status", "on its way"), ("secret", "x")])),
        ["look: It is on its way.", "bye: end Bye"]
    );
    assert_eq!(visitor.variable("secret"), None);
    assert_eq!(
        visitor.is_told(1, Some(&[])),
        ["unexpected"],
        "a repeated answer"
    );
}

#[test]
fn a_service_that_fails_leads_to_another_node() {
    let mut visitor = Visitor::of(vec![
        ("look", looks_up("It is {status}.", "bye", "failed")),
        ("bye", end()),
        ("failed", text("I cannot look now.", "bye")),
    ]);

    assert_eq!(
        visitor.says("help me"),
        ["asks https://orders.example.com/status order={order}"]
    );
    assert_eq!(
        visitor.is_told(1, None),
        ["failed: I cannot look now.", "bye: end Bye"]
    );
}

/// [RB-03]
#[test]
fn a_condition_leads_to_the_first_case_that_applies() {
    let cases: Vec<(&str, Test, &str)> = vec![
        ("amount", Test::Above(100.0), "much"),
        ("amount", Test::Below(1.0), "little"),
        ("amount", Test::Is("Twenty".into()), "word"),
        ("amount", Test::Contains("fifty".into()), "part"),
        ("amount", Test::Empty, "none"),
    ];
    for (said, node) in [
        ("250", "much"),
        ("0,5", "little"),
        (" twenty ", "word"),
        ("about FIFTY", "part"),
        ("seven", "other"),
        ("50", "other"),
    ] {
        let mut visitor = Visitor::of(vec![
            ("ask", asks("How much?", "amount", "decide")),
            ("decide", decides(&cases, "other")),
            ("much", end()),
            ("little", end()),
            ("word", end()),
            ("part", end()),
            ("none", end()),
            ("other", end()),
        ]);
        visitor.says("help me");
        assert_eq!(visitor.says(said), [format!("{node}: end Bye")], "{said}");
    }
}

#[test]
fn a_variable_that_was_never_bound_is_empty() {
    let cases = [
        ("later", Test::Filled, "filled"),
        ("later", Test::IsNot("".into()), "filled"),
        ("later", Test::Empty, "empty"),
    ];
    let mut visitor = Visitor::of(vec![
        ("decide", decides(&cases, "filled")),
        ("empty", asks("Say it", "later", "decide")),
        ("filled", end()),
    ]);

    assert_eq!(visitor.says("help me"), ["empty: Say it"]);
    assert_eq!(visitor.says("so"), ["filled: end Bye"]);
}

#[test]
fn each_visitor_reads_their_own_language() {
    let says = |en: &str, zh: &str| LocalText::from_iter([("en", en), ("zh", zh)]);
    let nodes = || {
        vec![
            ("hello", node(Says::Text(says("Hello", "您好")), "bye")),
            ("bye", node(Says::End(says("Bye", "再见")), "")),
        ]
    };
    let mut visitor = Visitor::of(nodes());
    visitor.language = "zh";
    assert_eq!(visitor.says("help me"), ["hello: 您好", "bye: end 再见"]);
}
