//! The layout of cards, forms, robots' replies, and the attributes of a message.

use super::*;
use actors_core::form::{
    BodyKind, Choice, Field, FieldKind, FilledForm, Form, Method, Target, Value,
};
use actors_core::ids::MessageId;
use actors_core::message::attributes::{Amendment, Attributes, Change, Feedback, Quote};
use actors_core::message::card::{GoodsCard, LinkCard, OrderCard, ProductCard};
use actors_core::message::reply::{
    Button, Instruction, Menu, MenuBlock, MenuList, NodeReply, Reference, ReplyBody, ReplyParts,
};
use actors_core::safe::Link;
use actors_core::safe::Picture;

fn link() -> Link {
    "https://example.com/x".parse().unwrap()
}

fn picture() -> Picture {
    "/files/x.png".parse().unwrap()
}

fn form() -> Form {
    Form {
        title: "Your visit".into(),
        fields: vec![Field {
            id: "f1".into(),
            name: "Colour".into(),
            kind: FieldKind::Checkbox,
            required: true,
            choices: vec![Choice {
                id: "r".into(),
                name: "red".into(),
                children: Vec::new(),
            }],
            preset: Value::Many(vec!["red".into()]),
        }],
        target: Some(Target {
            url: "https://forms.example.com/x".into(),
            method: Method::Put,
            headers: vec![("x-key".into(), "1".into())],
            body: BodyKind::Urlencoded,
        }),
        answers: Some(vec![Value::One("red".into()), Value::Empty]),
    }
}

fn parts() -> ReplyParts {
    let button = || Button {
        id: "b1".into(),
        item: "i1".into(),
        name: "yes".into(),
        bind_code: "c".into(),
        bind_value: "v".into(),
        link: Some(link()),
    };
    let body = [
        ReplyBody::Text("t".into()),
        ReplyBody::Card(Box::default()),
        ReplyBody::Faq {
            doc: "d1".into(),
            text: "t".into(),
        },
        ReplyBody::LargeModel("t".into()),
        ReplyBody::Form(Box::new(form())),
        ReplyBody::Agent("t".into()),
        ReplyBody::Buttons {
            text: "t".into(),
            items: vec![button()],
        },
        ReplyBody::End("t".into()),
    ];
    ReplyParts {
        replies: body
            .into_iter()
            .map(|body| NodeReply {
                node: Some("n1".into()),
                body,
            })
            .collect(),
        items: vec![button()],
        buttons: vec![button()],
        suggests: vec!["s".into()],
        references: vec![Reference {
            name: "r".into(),
            link: link(),
        }],
        handover: "h".into(),
        instruction: Some(Instruction::Transfer),
    }
}

fn every_card() -> Vec<(&'static str, Content)> {
    let product = ProductCard {
        picture: Some(picture()),
        title: "Fern".into(),
        description: "green".into(),
        price: "9".into(),
        link: Some(link()),
    };
    let goods = GoodsCard {
        picture: Some(picture()),
        title: "Fern".into(),
        description: "green".into(),
        label: "new".into(),
        link: Some(link()),
    };
    let order = OrderCard {
        picture: None,
        title: "Fern".into(),
        description: "green".into(),
        status: "sent".into(),
        code: "7".into(),
        time: "today".into(),
        link: None,
    };
    let to = LinkCard {
        picture: None,
        title: "Fern".into(),
        subtitle: "care".into(),
        description: "green".into(),
        kind: "page".into(),
        link: Some(link()),
    };
    vec![
        ("audio", Content::Audio(file())),
        ("card", Content::Card(Box::new(product))),
        ("goods", Content::Goods(Box::new(goods))),
        ("order", Content::Order(Box::new(order))),
        ("link", Content::Link(Box::new(to))),
    ]
}

fn every_form() -> Vec<(&'static str, Content)> {
    let menu = Menu {
        title: "m".into(),
        blocks: vec![MenuBlock {
            id: "1".into(),
            name: "b".into(),
            link: Some(link()),
            picture: Some(picture()),
            lists: vec![MenuList {
                name: Some("tab".into()),
                questions: vec![("q".into(), "d1".into())],
            }],
        }],
    };
    vec![
        ("form", Content::Form(Box::new(form()))),
        ("interface_form", Content::InterfaceForm(Box::new(form()))),
        (
            "filled_form",
            Content::FilledForm(Box::new(FilledForm {
                form: MessageId {
                    session: SessionNo(1),
                    seq: Seq(2),
                },
                fields: form().fields,
                answers: vec![Value::One("red".into())],
            })),
        ),
        ("menu", Content::Menu(Box::new(menu))),
        (
            "robot_whole",
            Content::Robot(Box::new(RobotReply {
                parts: Some(Box::new(parts())),
                ..RobotReply::default()
            })),
        ),
    ]
}

#[test]
fn the_layout_of_cards_forms_and_asides_is_unchanged() {
    for (name, content) in every_card().into_iter().chain(every_form()) {
        golden(&format!("line_{name}"), &said(Sender::Visitor, content));
    }
    let id = MessageId {
        session: SessionNo(1),
        seq: Seq(2),
    };
    let message = Message::new(Sender::Visitor, Content::Text("hi".into()));
    let message = message.with_attributes(|attributes| {
        *attributes = Attributes {
            recalled: true,
            internal: true,
            flagged: vec!["word".into()],
            quote: Some(Box::new(Quote {
                message: id,
                sender: Sender::Robot,
                content: Content::Text("said".into()),
                recalled: true,
            })),
            feedback: Some(Feedback::Down),
            page_note: Some("{}".into()),
        };
    });
    golden(
        "line_beside",
        &Entry {
            at: Timestamp::from_millis(1),
            event: Event::Message(message),
        },
    );
    for (name, change) in [
        ("filled", Change::Filled(vec![Value::One("red".into())])),
        ("rated", Change::Rated(Feedback::Up)),
        ("noted", Change::Noted("{}".into())),
    ] {
        golden(
            &format!("line_amended_{name}"),
            &Entry {
                at: Timestamp::from_millis(1),
                event: Event::Amended(Box::new(Amendment {
                    message: id,
                    change,
                })),
            },
        );
    }
}
