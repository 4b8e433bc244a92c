//! Advances a flow when a visitor acts or a tenant's service answers.

mod speak;

use crate::channel::TransferOffers;
use crate::flow::given::{TOKEN_NAME, complete};
use crate::flow::words::plain;
use crate::flow::{
    Awaits, Case, Flow, Guide, Item, LocalField, Node, Place, Request, SILENT_STEPS_MAX, Says, Test,
};
use crate::form::Value;
use crate::form::request::Outgoing;
use crate::ids::{FlowId, NodeId};
use crate::local_text::LocalText;
use crate::message::content::{ReplyKind, RobotReply, Suggestion};
use crate::message::reply::NodeReply;
use crate::model::Brief;
use crate::robot::sentence_key;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What can advance a flow.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The visitor chose a flow in a menu.
    Asked(FlowId),
    /// The visitor wrote a text.
    Said(Arc<str>),
    /// The visitor clicked a button: its node, and its id within the node or the flow.
    Clicked(NodeId, Arc<str>),
    /// The visitor submitted the form of a node.
    Filled(NodeId, Vec<Value>),
    /// A tenant's service answered the request with this number; none if it did not.
    Replied(u32, Option<BTreeMap<Arc<str>, Arc<str>>>),
}

/// The result of advancing a flow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Went {
    /// What the nodes said, in order.
    pub replies: Vec<NodeReply>,
    /// A request to a tenant's service.
    pub request: Option<Outgoing>,
    /// What to ask a large model, for the last node that wants it.
    pub brief: Option<Arc<Brief>>,
    /// The node without a way on, or the node that exceeds [`SILENT_STEPS_MAX`].
    pub lost: Option<NodeId>,
    /// What the knowledge base offers instead, if it had no answer for a model's node.
    known: Option<Known>,
}

/// What the knowledge base offers if it has no answer.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    kind: ReplyKind,
    suggestions: Vec<Suggestion>,
}

impl Went {
    /// The result as one reply of the robot.
    pub fn reply(self, offers: TransferOffers) -> RobotReply {
        let kind = match () {
            () if self.lost.is_some() => ReplyKind::Lost,
            () if self.replies.is_empty() && self.request.is_some() => ReplyKind::Looking,
            () if self.replies.is_empty() => ReplyKind::Unknown,
            () => {
                let mut reply = RobotReply::of_nodes(self.replies);
                if let Some(known) = self.known {
                    reply.kind = known.kind;
                    reply.offer = offers.with(known.kind);
                    reply.suggestions = known.suggestions;
                }
                return reply;
            }
        };
        RobotReply {
            kind,
            offer: offers.with(kind),
            ..RobotReply::default()
        }
    }
}

/// Advances the flow as far as it goes by itself. Returns none and changes nothing if no flow expects this.
pub fn advance(
    guide: &Guide,
    place: &mut Option<Place>,
    heard: Heard,
    language: &str,
) -> Option<Went> {
    let before = place.as_ref();
    let (mut place_then, from) = match heard {
        Heard::Asked(flow) => begin(guide.flows.get(&flow)?, before),
        Heard::Said(words) => said(guide, before, &words)?,
        Heard::Clicked(node, item) => clicked(guide, before?, node, &item)?,
        Heard::Filled(node, answers) => filled(guide, before?, node, &answers)?,
        Heard::Replied(number, reply) => replied(guide, before?, number, reply)?,
    };
    let flow = guide.flows.get(&place_then.flow)?;
    let variables = flow.variables();
    if let Some(given) = &guide.given {
        given.bind(&mut place_then, &variables);
    }
    let mut walk = Walk {
        guide,
        flow,
        variables,
        place: &mut place_then,
        language,
        went: Went::default(),
    };
    walk.go(from);
    let went = walk.went;
    *place = Some(place_then);
    Some(went)
}

/// The start of a walk.
enum From {
    /// A node that has yet to speak.
    Node(NodeId),
    /// The current node, whose service has answered.
    Answered,
    /// After the current node.
    Behind,
}

fn begin(flow: &Flow, before: Option<&Place>) -> (Place, From) {
    let place = Place::at_start(flow.id.clone(), flow.start.clone(), before);
    (place, From::Node(flow.start.clone()))
}

fn said(guide: &Guide, before: Option<&Place>, words: &str) -> Option<(Place, From)> {
    let inside = before.filter(|place| place.is_inside());
    let node = inside.and_then(|place| guide.flows.get(&place.flow)?.nodes.get(&place.node));
    if let (Some(place), Some(node)) = (inside, node) {
        let mut next = Place {
            silent_steps: 0,
            ..place.clone()
        };
        match (place.awaits, &node.binds) {
            (Awaits::Words, Some(name)) => {
                next.bind(name, words);
                next.note_words(words);
                return Some((next, From::Behind));
            }
            (Awaits::Choice, _) => {
                if let Some(item) = node.item_called(words) {
                    let from = item.choose(&mut next);
                    return Some((next, from));
                }
            }
            _ => {}
        }
    }
    let flow = guide.flows.started_by(words)?;
    let (mut place, from) = begin(flow, before);
    place.note_words(words);
    Some((place, from))
}

/// A button of an earlier node still leads on, even after the visitor left the flow.
fn clicked(guide: &Guide, before: &Place, node: NodeId, item: &str) -> Option<(Place, From)> {
    let Says::Buttons { items, .. } = &guide.flows.get(&before.flow)?.nodes.get(&node)?.says else {
        return None;
    };
    let is_it = |known: &&Item| *known.item == *item || *known.id == *item;
    let item = items.iter().find(is_it)?;
    let mut place = Place {
        node,
        silent_steps: 0,
        ..before.clone()
    };
    let from = item.choose(&mut place);
    Some((place, from))
}

fn filled(guide: &Guide, before: &Place, node: NodeId, answers: &[Value]) -> Option<(Place, From)> {
    let Says::Form(form) = &guide.flows.get(&before.flow)?.nodes.get(&node)?.says else {
        return None;
    };
    let mut place = Place {
        node,
        silent_steps: 0,
        ..before.clone()
    };
    for (field, answer) in form.fields.iter().zip(answers) {
        place.bind(&field.id, &field.value_of(answer));
    }
    Some((place, From::Behind))
}

fn replied(
    guide: &Guide,
    before: &Place,
    number: u32,
    reply: Option<BTreeMap<Arc<str>, Arc<str>>>,
) -> Option<(Place, From)> {
    if before.awaits != Awaits::Reply(number) {
        return None;
    }
    let node = guide.flows.get(&before.flow)?.nodes.get(&before.node)?;
    let request = node.request.as_ref()?;
    let mut place = before.clone();
    let Some(reply) = reply else {
        return Some((place, From::Node(request.otherwise.clone())));
    };
    for (field, name) in &request.takes {
        let value = reply.get(field).map_or("", AsRef::as_ref);
        place.bind(name, value);
    }
    Some((place, From::Answered))
}

impl Node {
    /// The button with this label in any language.
    fn item_called(&self, words: &str) -> Option<&Item> {
        let Says::Buttons { items, .. } = &self.says else {
            return None;
        };
        let key = sentence_key(words);
        let reads = |item: &&Item| {
            let mut names = item.name.versions();
            !key.is_empty() && names.any(|(_, name)| sentence_key(name) == key)
        };
        items.iter().find(reads)
    }
}

impl Item {
    fn choose(&self, place: &mut Place) -> From {
        if let Some((name, value)) = &self.binds {
            place.bind(name, value);
        }
        From::Node(self.next.clone())
    }
}

struct Walk<'a> {
    guide: &'a Guide,
    flow: &'a Flow,
    variables: BTreeSet<&'a Arc<str>>,
    place: &'a mut Place,
    language: &'a str,
    went: Went,
}

impl Walk<'_> {
    /// Walks from node to node until one asks, ends, or has a request.
    fn go(&mut self, from: From) {
        let flow = self.flow;
        let mut at = match from {
            From::Node(node) => node,
            From::Behind => match self.leads(flow.nodes.get(&self.place.node)) {
                Some(next) => next,
                None => return self.lose(),
            },
            From::Answered => {
                let node = self.place.node.clone();
                match self.speak(flow.nodes.get(&node)) {
                    Some(next) => next,
                    None => return,
                }
            }
        };
        loop {
            self.place.silent_steps = self.place.silent_steps.saturating_add(1);
            self.place.node = at.clone();
            let Some(node) = flow.nodes.get(&at) else {
                return self.lose();
            };
            if self.place.silent_steps > SILENT_STEPS_MAX {
                return self.lose();
            }
            if let Some(request) = &node.request {
                return self.ask_service(request);
            }
            match self.speak(Some(node)) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Lets a node speak. Returns the next node; none if this one waits, ends the flow, or has no way on.
    fn speak(&mut self, node: Option<&Node>) -> Option<NodeId> {
        let Some(node) = node else {
            self.lose();
            return None;
        };
        if let Some(body) = self.body(&node.says) {
            self.went.replies.push(NodeReply {
                node: Some(self.place.node.as_str().into()),
                body,
            });
        }
        if let Some(awaits) = node.awaits() {
            self.place.awaits = awaits;
            return None;
        }
        let next = self.leads(Some(node));
        if next.is_none() {
            self.lose();
        }
        next
    }

    fn leads(&self, node: Option<&Node>) -> Option<NodeId> {
        let node = node?;
        let case = node.cases.iter().find(|case| self.applies(case));
        case.map(|case| &case.next).or(node.next.as_ref()).cloned()
    }

    fn applies(&self, case: &Case) -> bool {
        let value = self.place.value(&case.variable).trim().to_lowercase();
        let wanted = |text: &str| text.trim().to_lowercase();
        let number = value.replace(',', ".").parse::<f64>();
        match &case.test {
            Test::Is(text) => value == wanted(text),
            Test::IsNot(text) => value != wanted(text),
            Test::Contains(text) => value.contains(&wanted(text)),
            Test::Above(least) => number.is_ok_and(|number| number > *least),
            Test::Below(most) => number.is_ok_and(|number| number < *most),
            Test::Filled => !value.is_empty(),
            Test::Empty => value.is_empty(),
        }
    }

    /// Drops what the nodes said, because without a way on it is useless.
    fn lose(&mut self) {
        self.place.leave();
        self.went = Went {
            lost: Some(self.place.node.clone()),
            ..Went::default()
        };
    }

    fn ask_service(&mut self, request: &Request) {
        self.place.requests = self.place.requests.wrapping_add(1);
        self.place.awaits = Awaits::Reply(self.place.requests);
        let given = self.guide.given.as_deref();
        let token = given.map_or("", |given| &given.token);
        let values = request.values.iter().map(|(name, text)| {
            let value = plain(text, |name| match name {
                TOKEN_NAME => Some(token),
                _ => self.variable(name),
            });
            (name.clone(), Value::One(value.as_ref().into()))
        });
        let outgoing = Outgoing {
            url: request.target.url.clone(),
            method: request.target.method,
            headers: request.target.headers.clone(),
            body: request.target.body,
            answers: values.collect(),
        };
        self.went.request = Some(complete(given, outgoing));
    }

    /// The value of a variable of the flow; none if the flow has no such variable.
    fn variable(&self, name: &str) -> Option<&str> {
        self.variables
            .contains(&Arc::<str>::from(name))
            .then(|| self.place.value(name))
    }
}

impl LocalField {
    /// The value for the field's variable: the value of the chosen label, in whichever language the visitor read it.
    fn value_of(&self, answer: &Value) -> String {
        let value = |chosen: &str| -> String {
            let reads = |(name, _): &&(LocalText, Arc<str>)| {
                name.versions().any(|(_, version)| version == chosen)
            };
            let known = self.choices.iter().find(reads);
            match known {
                Some((_, value)) if !value.is_empty() => value.to_string(),
                Some(_) | None => chosen.to_owned(),
            }
        };
        match answer {
            Value::Empty => String::new(),
            Value::One(text) => value(text),
            Value::Many(texts) => {
                let values: Vec<String> = texts.iter().map(|text| value(text)).collect();
                values.join(",")
            }
        }
    }
}
