//! A conversation with the robot through a button flow: the reply of each kind of node (Protocol, 'Answers', answers).

use actors_core::event::Event;
use actors_core::form::{Field, FieldKind, Form, Value};
use actors_core::ids::{MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::attributes::{Amendment, Change};
use actors_core::message::card::ProductCard;
use actors_core::message::content::{ReplyKind, RobotReply};
use actors_core::message::reply::{Button, NodeReply, ReplyBody};
use actors_core::message::{Content, Message, Sender};
use actors_core::session::commands::send_message::Sent;
use actors_core::time::Timestamp;
use serde_json::{Value as Json, json};
use server::body;
use server::wire::message::Eyes;
use server::wire::messages::{Answered, AskRequest, AskResponse};

use crate::helpers::{VISITOR, folder, unfold};
use crate::talk::{at, channel, reader, sentences};

fn from_node(node: &str, body: ReplyBody) -> NodeReply {
    NodeReply {
        node: Some(node.into()),
        body,
    }
}

fn button(item: &str, name: &str, value: &str) -> Button {
    Button {
        id: format!("b-{item}").into(),
        item: item.into(),
        name: name.into(),
        bind_code: "topic".into(),
        bind_value: value.into(),
        link: None,
    }
}

fn form() -> Form {
    let field = |id: &str, name: &str, required| Field {
        id: id.into(),
        name: name.into(),
        kind: FieldKind::Line,
        required,
        choices: Vec::new(),
        preset: Value::Empty,
    };
    Form {
        title: "Which order is it?".into(),
        fields: vec![
            field("order", "Order number", true),
            field("email", "E-mail", false),
        ],
        target: None,
        answers: None,
    }
}

fn buttons() -> NodeReply {
    let items = vec![
        button("late", "It is late", "late"),
        button("damaged", "It arrived damaged", "damaged"),
    ];
    let text = "<p>What is it about?</p>".into();
    from_node("topic", ReplyBody::Buttons { text, items })
}

fn card() -> ReplyBody {
    ReplyBody::Card(Box::new(ProductCard {
        picture: "/demo/pictures/fern.svg".parse().ok(),
        title: "First-year care kit".into(),
        description: "Soil, feed and a mister".into(),
        price: "24.00".into(),
        link: "https://example.com/care-kit".parse().ok(),
    }))
}

/// The cases of the golden file: name, request, and the robot's reply.
fn asked() -> Vec<(&'static str, Json, RobotReply)> {
    let text = |node: &str, text: &str| from_node(node, ReplyBody::Text(text.into()));
    let click = |node: &str, item: &str, name: &str| {
        json!({ "question": name, "button": { "id": format!("b-{item}"), "name": name },
            "nodeId": node, "itemId": item, "bingCode": "topic", "bindValue": item, "click": 1 })
    };
    let typed = |question: &str| json!({ "question": question, "click": 0 });
    let faq = ReplyBody::Faq {
        doc: "unwell-plant".into(),
        text: "<p>Send us a picture within 30 days.</p>".into(),
    };
    let model = ReplyBody::LargeModel("<p>Most plants recover within a month.</p>".into());
    let of_nodes = |replies| RobotReply::of_nodes(replies);
    let alone = |kind| RobotReply {
        kind,
        ..RobotReply::default()
    };
    vec![
        ("buttons", typed("Where is my order?"), {
            of_nodes(vec![text("hello", "<p>I can look.</p>"), buttons()])
        }),
        ("form", click("topic", "late", "It is late"), {
            let form = ReplyBody::Form(Box::new(form()));
            of_nodes(vec![from_node("order", form)])
        }),
        (
            "article and card",
            click("topic", "damaged", "It arrived damaged"),
            { of_nodes(vec![from_node("help", faq), from_node("kit", card())]) },
        ),
        ("model", typed("Will it grow back?"), {
            of_nodes(vec![from_node("model", model)])
        }),
        ("looking", click("topic", "track", "Where is it now?"), {
            alone(ReplyKind::Looking)
        }),
        ("lost", typed("and round again"), alone(ReplyKind::Lost)),
        (
            "agent",
            click("helped", "no", "I want to talk to somebody"),
            {
                let words = ReplyBody::Agent("<p>I will get somebody.</p>".into());
                of_nodes(vec![from_node("person", words)])
            },
        ),
        ("end", click("helped", "yes", "Yes, thank you"), {
            let bye = ReplyBody::End("<p>Gladly. Good growing!</p>".into());
            of_nodes(vec![from_node("bye", bye)])
        }),
    ]
}

fn id(seq: u64) -> MessageId {
    MessageId {
        session: SessionNo(1),
        seq: Seq(seq),
    }
}

fn asks() -> Vec<Json> {
    let (visitor, sentences) = (VisitorId::from(VISITOR), sentences());
    let language = reader(&visitor, &channel(), &sentences).language;
    let sent = |seq: u64| Sent {
        message: id(seq),
        at: Timestamp::from_millis(1_790_000_000_000 + i64::try_from(seq).unwrap()),
        flagged: false,
        repeated: false,
    };
    let calls = (1..).zip(asked());
    let calls = calls.map(|(number, (name, mut request, said))| {
        request["userId"] = VISITOR.into();
        request["id"] = format!("c-{number}").into();
        request["robotNo"] = "fern".into();
        let response = AskResponse::from(Answered {
            visitor: &visitor,
            question: sent(number * 2),
            reply: sent(number * 2 + 1),
            words: sentences.reply(&said, language),
            unknown: sentences.without_answer(&said, language),
            said: &said,
            score: 1.0,
            found: actors_core::robot::Found::Similar,
        });
        json!({ "name": name, "request": request,
            "response": { "code": 200, "message": "SUCCESS", "data": response } })
    });
    calls.collect()
}

/// Events without a request: the form before and after it was filled in, and the result of the lookup.
fn events() -> Vec<Json> {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let mut reader = reader(&visitor, &channel, &sentences);
    reader.eyes = Eyes::Visitor;
    let robot =
        |reply| Event::Message(Message::new(Sender::Robot, Content::Robot(Box::new(reply))));
    let answers = vec![Value::One("FF-1042".into()), Value::Empty];
    let shown = |answers| {
        let form = Form { answers, ..form() };
        let body = ReplyBody::Form(Box::new(form));
        robot(RobotReply::of_nodes(vec![from_node("order", body)]))
    };
    let found = vec![
        from_node(
            "found",
            ReplyBody::Text("<p>FF-1042 is on its way.</p>".into()),
        ),
        from_node(
            "person",
            ReplyBody::Agent("<p>I will get somebody.</p>".into()),
        ),
    ];
    let told = [
        ("form", 5, shown(None)),
        (
            "form filled in",
            18,
            Event::Amended(Box::new(Amendment {
                message: id(5),
                change: Change::Filled(answers.clone()),
            })),
        ),
        ("form as it reads then", 5, shown(Some(answers))),
        ("found", 20, robot(RobotReply::of_nodes(found))),
    ];
    let told = told.into_iter().map(|(name, seq, event)| {
        let entry = at(i64::try_from(seq).unwrap(), event);
        json!({ "name": name, "event": reader.event(SessionNo(1), Seq(seq), &entry) })
    });
    told.collect()
}

/// [MS-10] [MS-11] [RB-01] [RB-03]
#[test]
fn every_node_of_a_flow_matches_its_golden_file() {
    let path = folder().join("visitor/robotAsk/flow.json");
    let written = json!({ "asks": asks(), "events": events() });
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let text = format!("{}\n", serde_json::to_string_pretty(&written).unwrap());
        std::fs::write(&path, text).unwrap();
    }

    let golden: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();

    assert_eq!(unfold(&written), unfold(&golden), "{written:#}");
    for call in golden["asks"].as_array().unwrap() {
        let request = call["request"].to_string();
        let read: AskRequest = body::parse(request.as_bytes())
            .unwrap_or_else(|error| panic!("{request}: {}", error.message()));
        assert!(read.is_in_bounds() && read.question.is_some());
    }
}
