//! Every kind of message as visitors, agents and supervisors read it, and responses to the small calls.

use actors_core::event::Event;
use actors_core::form::{
    BodyKind, Choice, Field, FieldKind, FilledForm, Form, Method, Target, Value,
};
use actors_core::ids::{MessageId, Seq, SessionNo, VisitorId};
use actors_core::message::attributes::{Amendment, Change, Feedback, Quote};
use actors_core::message::card::{GoodsCard, LinkCard, OrderCard, ProductCard};
use actors_core::message::content::{File, RobotReply};
use actors_core::message::reply::{
    Button, Instruction, Menu, MenuBlock, MenuList, NodeReply, Reference, ReplyBody, ReplyParts,
};
use actors_core::message::{Content, Message, Sender};
use actors_core::safe::Link;
use actors_core::safe::Picture;
use serde_json::{Value as Json, json};
use server::wire::envelope::Nothing;
use server::wire::message::Eyes;
use server::wire::page::{RelayResponse, SessionResponse, TipsResponse, WireTip};

use crate::helpers::{VISITOR, folder, unfold, writes};
use crate::talk::{at, channel, conversation, mia, reader, reply, sentences};

fn link() -> Option<Link> {
    "https://example.com/ferns".parse().ok()
}

fn picture() -> Option<Picture> {
    "/demo/pictures/fern.svg".parse().ok()
}

fn form(target: Option<Target>, answers: Option<Vec<Value>>) -> Box<Form> {
    let field = |id: &str, name: &str, kind, choices: &[&str]| Field {
        id: id.into(),
        name: name.into(),
        kind,
        required: id == "f1",
        choices: choices
            .iter()
            .map(|name| Choice {
                name: (*name).into(),
                ..Choice::default()
            })
            .collect(),
        preset: Value::Empty,
    };
    Box::new(Form {
        title: "When may we come?".into(),
        fields: vec![
            field("f1", "Name", FieldKind::Line, &[]),
            field("f2", "Tools", FieldKind::Checkbox, &["spade", "pot"]),
        ],
        target,
        answers,
    })
}

fn target() -> Target {
    Target {
        url: "https://forms.example.com/visits".into(),
        method: Method::Post,
        headers: vec![("X-Form".into(), "visit".into())],
        body: BodyKind::Json,
    }
}

fn answered() -> Vec<Value> {
    vec![Value::One("Ann".into()), Value::Many(vec!["spade".into()])]
}

fn id(seq: u64) -> MessageId {
    MessageId {
        session: SessionNo(1),
        seq: Seq(seq),
    }
}

fn parts() -> ReplyParts {
    let button = Button {
        id: "yes".into(),
        item: "1".into(),
        name: "Yes".into(),
        bind_code: "wants".into(),
        bind_value: "1".into(),
        link: None,
    };
    let body = [
        ReplyBody::Text("<p>Hello</p>".into()),
        ReplyBody::Card(Box::new(ProductCard {
            title: "Fern".into(),
            ..ProductCard::default()
        })),
        ReplyBody::Faq {
            doc: "shipping-time".into(),
            text: "In a day.".into(),
        },
        ReplyBody::LargeModel("It depends.".into()),
        ReplyBody::Form(form(None, None)),
        ReplyBody::Agent("I will look.".into()),
        ReplyBody::Buttons {
            text: "Is it?".into(),
            items: vec![button.clone()],
        },
        ReplyBody::End("Bye".into()),
    ];
    ReplyParts {
        replies: (1..)
            .zip(body)
            .map(|(number, body)| NodeReply {
                node: Some(format!("n{number}").into()),
                body,
            })
            .collect(),
        items: vec![button.clone()],
        buttons: vec![button],
        suggests: vec!["And returns?".into()],
        references: vec![Reference {
            name: "terms.pdf".into(),
            link: "/api/files/terms.pdf".parse().unwrap(),
        }],
        handover: "I will get somebody.".into(),
        instruction: Some(Instruction::Transfer),
    }
}

fn cards() -> Vec<(Sender, Content)> {
    let product = ProductCard {
        picture: picture(),
        title: "Boston fern".into(),
        description: "In a pot".into(),
        price: "12.50".into(),
        link: link(),
    };
    let goods = GoodsCard {
        picture: picture(),
        title: "Boston fern".into(),
        description: "In a pot".into(),
        label: "new".into(),
        link: link(),
    };
    let order = OrderCard {
        picture: picture(),
        title: "Boston fern".into(),
        description: "1 piece".into(),
        status: "sent".into(),
        code: "FF-1042".into(),
        time: "2026-11-20".into(),
        link: link(),
    };
    let page = LinkCard {
        picture: picture(),
        title: "Caring for ferns".into(),
        subtitle: "Water".into(),
        description: "Every other day".into(),
        kind: "page".into(),
        link: link(),
    };
    vec![
        (Sender::Visitor, Content::Card(Box::new(product))),
        (mia(), Content::Goods(Box::new(goods))),
        (mia(), Content::Order(Box::new(order))),
        (mia(), Content::Link(Box::new(page))),
        (
            mia(),
            Content::Audio(Box::new(File {
                url: "/api/files/4c1d0b7a9e3f4d52a1b6c8e0f7d92b35.mp3".into(),
                name: "hello.mp3".into(),
                bytes: 10_240,
                pixels: None,
            })),
        ),
    ]
}

fn forms() -> Vec<(Sender, Content)> {
    let filled = FilledForm {
        form: id(6),
        fields: form(None, None).fields,
        answers: answered(),
    };
    let menu = Menu {
        title: "What is it about?".into(),
        blocks: vec![MenuBlock {
            id: "1".into(),
            name: "Delivery".into(),
            link: link(),
            picture: picture(),
            lists: vec![MenuList {
                name: None,
                questions: vec![("How fast do you ship?".into(), "shipping-time".into())],
            }],
        }],
    };
    let whole = RobotReply {
        parts: Some(Box::new(parts())),
        ..reply()
    };
    vec![
        (mia(), Content::Form(form(None, Some(answered())))),
        (mia(), Content::InterfaceForm(form(Some(target()), None))),
        (Sender::Visitor, Content::FilledForm(Box::new(filled))),
        (Sender::Robot, Content::Menu(Box::new(menu))),
        (Sender::Robot, Content::Robot(Box::new(whole))),
    ]
}

/// Quotes, internal notes and flagged messages.
fn asides() -> Vec<Message> {
    let text = |sender, text: &str| Message::new(sender, Content::Text(text.into()));
    let quote = |recalled| {
        Box::new(Quote {
            message: id(2),
            sender: Sender::Visitor,
            content: Content::Text("How fast do you ship?".into()),
            recalled,
        })
    };
    vec![
        text(mia(), "In a day.")
            .with_attributes(|attributes| attributes.quote = Some(quote(false))),
        text(mia(), "In two.").with_attributes(|attributes| attributes.quote = Some(quote(true))),
        text(mia(), "Asked twice before.").with_attributes(|attributes| attributes.internal = true),
        text(mia(), "Go to Rival Co")
            .with_attributes(|attributes| attributes.flagged = vec!["Rival Co".into()]),
        text(Sender::Visitor, "Rival Co is cheaper")
            .with_attributes(|attributes| attributes.flagged = vec!["Rival Co".into()]),
        Message::new(Sender::Robot, Content::Robot(Box::new(reply()))).with_attributes(
            |attributes| {
                attributes.feedback = Some(Feedback::Up);
                attributes.page_note = Some(r#"{"disabled":0}"#.into());
            },
        ),
    ]
}

fn read_by(eyes: Eyes) -> Json {
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let mut reader = reader(&visitor, &channel, &sentences);
    reader.eyes = eyes;
    let said = cards().into_iter().chain(forms());
    let said = said.map(|(sender, content)| Message::new(sender, content));
    let lines = said.chain(asides()).map(Event::Message);
    let changed = [
        Change::Filled(vec![Value::One("Ann".into()), Value::Empty]),
        Change::Rated(Feedback::Down),
        Change::Noted("{}".into()),
    ];
    let changed = changed.into_iter().map(|change| {
        Event::Amended(Box::new(Amendment {
            message: id(6),
            change,
        }))
    });
    let lines: Vec<_> = lines.chain(changed).collect();
    (1..)
        .zip(lines)
        .map(|(seq, event)| {
            let entry = at(i64::try_from(seq).unwrap(), event);
            serde_json::to_value(reader.event(SessionNo(1), Seq(seq), &entry)).unwrap()
        })
        .collect()
}

/// Compares with a golden file. `UPDATE_GOLDEN=1` writes the file anew; review the change.
fn is_golden(name: &str, written: &Json) {
    let path = folder().join("messages").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let text = format!("{}\n", serde_json::to_string_pretty(written).unwrap());
        std::fs::write(&path, text).unwrap();
    }
    let golden: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(unfold(written), unfold(&golden), "{name}: {written:#}");
}

/// [MS-01] [MS-02] [MS-04] [MS-05] [MS-06] [MS-07] [MS-08] [MS-10] [MS-11]
#[test]
fn every_kind_of_message_matches_the_golden_file_of_each_reader() {
    is_golden("visitor.json", &read_by(Eyes::Visitor));
    is_golden("agent.json", &read_by(Eyes::Agent));
    is_golden("supervisor.json", &read_by(Eyes::Supervisor));
}

/// [MS-13]
#[test]
fn internal_and_flagged_messages_are_not_written_for_a_visitor() {
    let read = read_by(Eyes::Visitor).to_string();

    assert!(!read.contains("Asked twice") && !read.contains("Go to Rival Co"));
    assert!(!read.contains("insideFlag") && !read.contains(r#""sensitiveFlag":1"#));
    assert!(read.contains("Rival Co is cheaper"));
    let by_agent = read_by(Eyes::Agent).to_string();
    assert!(!by_agent.contains("Rival Co is cheaper"));
    assert!(by_agent.contains("******** is cheaper"));
}

#[test]
fn responses_to_the_small_calls_match_their_golden_files() {
    for call in [
        "submitUserForm",
        "resetInfo",
        "commentDoc",
        "sysMsg",
        "updateSessionMsg",
    ] {
        writes(&format!("visitor/{call}"), &Nothing {});
    }
    let (visitor, channel, sentences) = (VisitorId::from(VISITOR), channel(), sentences());
    let reader = reader(&visitor, &channel, &sentences);
    let entries = conversation();
    let lines = entries.iter().zip(1..);
    let msg_list = lines.filter_map(|(entry, seq)| reader.history(SessionNo(1), Seq(seq), entry));
    writes(
        "visitor/getSessionMsg",
        &SessionResponse {
            msg_list: msg_list.collect(),
            more: false,
        },
    );
    writes(
        "visitor/robotTips",
        &TipsResponse(vec![WireTip {
            tips: "How fast do you <rhi>ship</rhi>?".into(),
            doc_id: "shipping-time".into(),
        }]),
    );
    writes(
        "visitor/fromRequest",
        &RelayResponse {
            ok: true,
            message: "See you on Monday".into(),
        },
    );
    assert_eq!(json!(Nothing {}), json!({}));
}
