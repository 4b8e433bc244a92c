//! Short constructors for flows, and a visitor who walks through one.

use actors_core::channel::TransferOffers;
use actors_core::flow::{
    Awaits, Case, Flow, Flows, Guide, Heard, Item, LocalField, LocalForm, Node, Place, Request,
    Says, Test, Went, Writer, advance,
};
use actors_core::form::{BodyKind, FieldKind, Method, Target, Value};
use actors_core::ids::NodeId;
use actors_core::local_text::LocalText;
use actors_core::message::content::{ReplyKind, RobotReply, TransferOffer};
use actors_core::message::reply::{NodeReply, ReplyBody};
use actors_core::robot::{Document, Robot};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A node that says `says` and leads to `next`.
pub fn node(says: Says, next: &str) -> Node {
    Node {
        says,
        binds: None,
        request: None,
        cases: Vec::new(),
        next: Some(next).filter(|next| !next.is_empty()).map(NodeId::from),
    }
}

pub fn text(text: &str, next: &str) -> Node {
    node(Says::Text(local(text)), next)
}

pub fn local(text: &str) -> LocalText {
    if text.is_empty() {
        LocalText::default()
    } else {
        text.into()
    }
}

/// A node that asks for text and binds it to a variable.
pub fn asks(words: &str, variable: &str, next: &str) -> Node {
    Node {
        binds: Some(variable.into()),
        ..text(words, next)
    }
}

/// A node with buttons; each item is a name, `variable=value` or nothing, and the next node.
pub fn buttons(words: &str, items: &[(&str, &str, &str)]) -> Node {
    let items = items.iter().enumerate();
    let items = items.map(|(at, (name, binds, next))| Item {
        id: format!("b{at}").into(),
        item: format!("i{at}").into(),
        name: local(name),
        binds: binds
            .split_once('=')
            .map(|(name, value)| (name.into(), value.into())),
        next: NodeId::from(*next),
    });
    let says = Says::Buttons {
        text: local(words),
        items: items.collect(),
    };
    node(says, "")
}

/// A node with a form: a line of text, and a choice of late and broken.
pub fn form(next: &str) -> Node {
    let field = |id: &str, kind, choices| LocalField {
        id: id.into(),
        name: local(id),
        kind,
        required: false,
        choices,
    };
    let choices = vec![
        (
            LocalText::from_iter([("en", "Late"), ("zh", "迟到")]),
            "late".into(),
        ),
        (local("Broken"), "".into()),
    ];
    let form = LocalForm {
        title: local("Which order?"),
        fields: vec![
            field("order", FieldKind::Line, Vec::new()),
            field("why", FieldKind::Checkbox, choices),
        ],
        target: None,
    };
    node(Says::Form(Box::new(form)), next)
}

/// A node that asks a service before it says `words`.
pub fn looks_up(words: &str, next: &str, otherwise: &str) -> Node {
    let request = Request {
        target: Target {
            url: "https://orders.example.com/status".into(),
            method: Method::Get,
            headers: Vec::new(),
            body: BodyKind::Json,
        },
        values: vec![("order".into(), "{order}".into())],
        takes: vec![("status".into(), "status".into())],
        otherwise: NodeId::from(otherwise),
    };
    Node {
        request: Some(Box::new(request)),
        ..text(words, next)
    }
}

pub fn decides(cases: &[(&str, Test, &str)], next: &str) -> Node {
    let cases = cases.iter().map(|(variable, test, next)| Case {
        variable: (*variable).into(),
        test: test.clone(),
        next: NodeId::from(*next),
    });
    Node {
        cases: cases.collect(),
        ..text("", next)
    }
}

pub fn end() -> Node {
    node(Says::End(local("Bye")), "")
}

pub fn flow(id: &str, trigger: &str, nodes: Vec<(&str, Node)>) -> Flow {
    Flow {
        id: id.into(),
        name: local(id),
        triggers: vec![local(trigger)],
        start: NodeId::from(nodes[0].0),
        nodes: nodes
            .into_iter()
            .map(|(id, node)| (NodeId::from(id), node))
            .collect(),
    }
}

pub fn guide(flows: Vec<Flow>) -> Guide {
    let document = |id: &str, question: &str, answer: &str| Document {
        id: id.into(),
        language: "en".into(),
        question: question.into(),
        similar: Vec::new(),
        answer: answer.into(),
    };
    let robot = Robot::index(vec![
        document(
            "returns",
            "How do I return something?",
            "<p>Send it back.</p>",
        ),
        document(
            "watering",
            "How often should I water my plant?",
            "<p>Weekly.</p>",
        ),
    ]);
    Guide {
        robot: Arc::new(robot),
        flows: Arc::new(Flows::new(flows)),
        offers: TransferOffers {
            unknown: TransferOffer::Button,
            ..TransferOffers::default()
        },
        writer: Writer::Knowledge,
        given: None,
    }
}

/// A visitor who walks through a flow.
pub struct Visitor {
    pub guide: Guide,
    pub place: Option<Place>,
    pub language: &'static str,
}

impl Visitor {
    pub fn of(nodes: Vec<(&str, Node)>) -> Self {
        Self {
            guide: guide(vec![flow("help", "Help me", nodes)]),
            place: None,
            language: "en",
        }
    }

    pub fn handle(&mut self, heard: Heard) -> Option<Went> {
        advance(&self.guide, &mut self.place, heard, self.language)
    }

    /// The replies to what the visitor says, as text.
    pub fn says(&mut self, words: &str) -> Vec<String> {
        in_words(self.handle(Heard::Said(words.into())).as_ref())
    }

    pub fn clicks(&mut self, node: &str, item: &str) -> Vec<String> {
        in_words(
            self.handle(Heard::Clicked(node.into(), item.into()))
                .as_ref(),
        )
    }

    pub fn fills(&mut self, node: &str, answers: Vec<Value>) -> Vec<String> {
        in_words(self.handle(Heard::Filled(node.into(), answers)).as_ref())
    }

    pub fn is_told(&mut self, number: u32, reply: Option<&[(&str, &str)]>) -> Vec<String> {
        let reply = reply.map(|reply| {
            let fields = reply.iter();
            fields
                .map(|(name, value)| (Arc::from(*name), Arc::from(*value)))
                .collect::<BTreeMap<Arc<str>, Arc<str>>>()
        });
        in_words(self.handle(Heard::Replied(number, reply)).as_ref())
    }

    pub fn reply(&mut self, words: &str) -> RobotReply {
        let went = self.handle(Heard::Said(words.into())).unwrap();
        went.reply(self.guide.offers)
    }

    pub fn awaits(&self) -> Awaits {
        self.place.as_ref().unwrap().awaits
    }

    pub fn variable(&self, name: &str) -> Option<&str> {
        let variables = &self.place.as_ref().unwrap().variables;
        variables.get(name).map(AsRef::as_ref)
    }
}

fn in_words(went: Option<&Went>) -> Vec<String> {
    let Some(went) = went else {
        return vec!["unexpected".to_owned()];
    };
    let mut words: Vec<String> = went.replies.iter().map(reply_in_words).collect();
    if let Some(request) = &went.request {
        let values: Vec<String> = request
            .answers
            .iter()
            .map(|(name, value)| format!("{name}={}", value.joined()))
            .collect();
        words.push(format!("asks {} {}", request.url, values.join("&")));
    }
    if let Some(node) = &went.lost {
        words.push(format!("lost at {node}"));
    }
    words
}

fn reply_in_words(reply: &NodeReply) -> String {
    let node = reply.node.as_deref().unwrap_or_default();
    match &reply.body {
        ReplyBody::Text(text) => format!("{node}: {text}"),
        ReplyBody::Card(card) => format!("{node}: card {}, {}", card.title, card.price),
        ReplyBody::Faq { doc, text } => format!("{node}: {doc} {text}"),
        ReplyBody::LargeModel(text) => format!("{node}: model {text}"),
        ReplyBody::Form(form) => {
            let fields: Vec<&str> = form.fields.iter().map(|field| &*field.name).collect();
            format!("{node}: form {} [{}]", form.title, fields.join(", "))
        }
        ReplyBody::Agent(text) => format!("{node}: agent {text}"),
        ReplyBody::Buttons { text, items } => {
            let names: Vec<&str> = items.iter().map(|item| &*item.name).collect();
            format!("{node}: {text} [{}]", names.join("] ["))
        }
        ReplyBody::End(text) => format!("{node}: end {text}"),
    }
}

/// The kind of a reply, and the transfer that it offers.
pub fn kind(reply: &RobotReply) -> (ReplyKind, TransferOffer) {
    (reply.kind, reply.offer)
}
