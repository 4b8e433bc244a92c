//! Button flows: a graph of nodes that a robot leads visitors through (Protocol, 'Answers', answers; Protocol, 'Tenant folder'). Pure.
//!
//! - [`walk`]: what comes of something the visitor does. [`place`]: where they stand; kept with the session.
//! - [`check`]: whether every way through a flow leads somewhere. [`words`]: variables inside texts.
//!
//! ```text
//! trigger, menu ──► start ──► node says its part ──► asks? wait : lead on ──► … ──► END, or an agent takes over
//! ```
//!
//! A node speaks, and then asks (buttons, a form, words to type) or leads on by itself: to the first of its cases that
//! applies, else to the next node. A node with a request first asks a tenant's own service.

pub mod check;
mod given;
pub mod place;
pub mod walk;
pub mod words;

pub use given::{Given, TOKEN_NAME};
pub use place::{Awaits, Place};
pub use walk::{Heard, Went, hear};

use crate::channel::TransferOffers;
use crate::form::{Choice, Field, FieldKind, Form, Target, Value};
use crate::ids::{ChannelId, DocId, FlowId, NodeId};
use crate::local_text::LocalText;
use crate::robot::{Robot, sentence_key};
use crate::safe::Link;
use crate::safe::Picture;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most nodes that speak without asking anything, one after the other.
pub const SILENT_STEPS_MAX: u16 = 50;

/// The most nodes of a flow.
pub const NODES_MAX: usize = 500;

/// The most buttons of a node.
pub const ITEMS_MAX: usize = 20;

/// The most cases of a node.
pub const CASES_MAX: usize = 20;

/// The most sentences that start a flow.
pub const TRIGGERS_MAX: usize = 200;

/// The most variables of a flow.
pub const VARIABLES_MAX: usize = 30;

/// The longest sentence that starts a flow, and the longest name of a flow, in characters.
pub const TRIGGER_CHARS_MAX: usize = 200;

/// The longest name of a button, in characters.
pub const BUTTON_CHARS_MAX: usize = 80;

/// The longest value of a variable, in characters; a longer one is cut.
pub const VALUE_CHARS_MAX: usize = 200;

/// A flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Its name inside the tenant.
    pub id: FlowId,
    /// What agents and menus call it.
    pub name: LocalText,
    /// Sentences that start it.
    pub triggers: Vec<LocalText>,
    /// Where it starts.
    pub start: NodeId,
    /// Its nodes.
    pub nodes: BTreeMap<NodeId, Node>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it says.
    pub says: Says,
    /// The variable that becomes what the visitor types next; of a text alone, which then asks.
    pub binds: Option<Arc<str>>,
    /// What a tenant's own service is asked before it speaks; of a text alone.
    pub request: Option<Box<Request>>,
    /// Where it leads, where variables say so; the first that applies.
    pub cases: Vec<Case>,
    /// Where it leads otherwise.
    pub next: Option<NodeId>,
}

/// What a node says (replySource). Texts are sanitised rich texts, with variables as `{name}`.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// A text; empty where the node only decides (`TEXT_REPLY`).
    Text(LocalText),
    /// A card (`CARD`).
    Card(Box<LocalCard>),
    /// A document's answer (`FAQ`).
    Faq(DocId),
    /// What a large model, else the knowledge base, answers to this plain text, or to the visitor's last words where it is
    /// empty (`LARGE_MODEL_REPLY`).
    Model(LocalText),
    /// A form (`FROM_REPLY`).
    Form(Box<LocalForm>),
    /// The words with which an agent takes over; the flow ends (`AGENT_REPLY`).
    Agent(LocalText),
    /// A text above buttons (`BUTTONS`).
    Buttons {
        /// The text.
        text: LocalText,
        /// The buttons.
        items: Vec<Item>,
    },
    /// Last words; the flow ends (`END`).
    End(LocalText),
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name inside the flow (id).
    pub id: Arc<str>,
    /// Its name inside its node (itemId).
    pub item: Arc<str>,
    /// What is read: plain text.
    pub name: LocalText,
    /// The variable it binds, and what it becomes (bingCode, bindValue).
    pub binds: Option<(Arc<str>, Arc<str>)>,
    /// Where it leads.
    pub next: NodeId,
}

/// A card, in several languages. Plain texts.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct LocalCard {
    pub picture: Option<Picture>,
    pub title: LocalText,
    pub description: LocalText,
    pub price: LocalText,
    pub link: Option<Link>,
}

/// A form, in several languages. What is written into a field becomes the variable of the field's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalForm {
    /// The words above it: plain text.
    pub title: LocalText,
    /// What it asks.
    pub fields: Vec<LocalField>,
    /// Where the answers go beside.
    pub target: Option<Target>,
}

impl LocalForm {
    /// The form as a reader of this language reads it.
    pub fn in_language(&self, language: &str) -> Form {
        let fields = self.fields.iter().map(|field| Field {
            id: field.id.clone(),
            name: field.name.or_empty(language).into(),
            kind: field.kind,
            required: field.required,
            choices: field
                .choices
                .iter()
                .map(|(name, _)| Choice {
                    name: name.or_empty(language).into(),
                    ..Choice::default()
                })
                .collect(),
            preset: Value::Empty,
        });
        Form {
            title: self.title.or_empty(language).into(),
            fields: fields.collect(),
            target: self.target.clone(),
            answers: None,
        }
    }
}

/// A question of a form.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct LocalField {
    pub id: Arc<str>,
    pub name: LocalText,
    pub kind: FieldKind,
    pub required: bool,
    /// What there is to choose: what is read, and what the variable becomes; the text itself where that is empty.
    pub choices: Vec<(LocalText, Arc<str>)>,
}

/// Where a node leads under a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The variable that is looked at.
    pub variable: Arc<str>,
    /// What it must be.
    pub test: Test,
    /// Where it leads then.
    pub next: NodeId,
}

/// What a variable is compared with. Case and spaces around do not matter; one that was never bound is empty.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Test {
    Is(Arc<str>),
    IsNot(Arc<str>),
    Contains(Arc<str>),
    /// A number that is greater; what is no number is not.
    Above(f64),
    /// A number that is smaller; what is no number is not.
    Below(f64),
    Filled,
    Empty,
}

/// What a tenant's own service is asked, through the relay.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Where, and how it is asked.
    pub target: Target,
    /// What it is told: names, and texts with variables as `{name}`.
    pub values: Vec<(Arc<str>, Arc<str>)>,
    /// What is taken from its answer: a field of a JSON object at its top, and the variable it becomes.
    pub takes: Vec<(Arc<str>, Arc<str>)>,
    /// Where the node leads when the service did not take it.
    pub otherwise: NodeId,
}

/// The flows of a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flows {
    flows: BTreeMap<FlowId, Flow>,
    triggers: BTreeMap<String, FlowId>,
}

impl Flows {
    /// All these.
    pub fn new(flows: impl IntoIterator<Item = Flow>) -> Self {
        let mut all = Self::default();
        for flow in flows {
            for key in flow.trigger_keys() {
                all.triggers.entry(key).or_insert_with(|| flow.id.clone());
            }
            all.flows.insert(flow.id.clone(), flow);
        }
        all
    }

    /// A flow.
    pub fn get(&self, flow: &FlowId) -> Option<&Flow> {
        self.flows.get(flow)
    }

    /// The flow that a sentence starts.
    pub fn started_by(&self, sentence: &str) -> Option<&Flow> {
        if self.triggers.is_empty() {
            return None;
        }
        self.get(self.triggers.get(&sentence_key(sentence))?)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }
}

impl Flow {
    /// By what the sentences that start it are found, in every language, each once.
    pub fn trigger_keys(&self) -> BTreeSet<String> {
        let texts = self.triggers.iter().flat_map(LocalText::versions);
        let keys = texts.map(|(_, text)| sentence_key(text));
        keys.filter(|key| !key.is_empty()).collect()
    }

    /// Every variable that something in it binds.
    pub fn variables(&self) -> BTreeSet<&Arc<str>> {
        self.nodes.values().flat_map(Node::variables).collect()
    }
}

impl Node {
    /// What it waits for once it has spoken; none where it leads on by itself.
    pub fn awaits(&self) -> Option<Awaits> {
        match &self.says {
            Says::Buttons { .. } => Some(Awaits::Choice),
            Says::Form(_) => Some(Awaits::Form),
            Says::Agent(_) | Says::End(_) => Some(Awaits::Nothing),
            Says::Text(_) | Says::Card(_) | Says::Faq(_) | Says::Model(_) => {
                self.binds.as_ref().map(|_| Awaits::Words)
            }
        }
    }

    /// The variables that something in it binds.
    pub(crate) fn variables(&self) -> Vec<&Arc<str>> {
        let mut own: Vec<&Arc<str>> = self.binds.iter().collect();
        if let Some(request) = &self.request {
            own.extend(request.takes.iter().map(|(_, name)| name));
        }
        match &self.says {
            Says::Buttons { items, .. } => {
                let bound = items.iter().filter_map(|item| item.binds.as_ref());
                own.extend(bound.map(|(name, _)| name));
            }
            Says::Form(form) => own.extend(form.fields.iter().map(|field| &field.id)),
            Says::Text(_)
            | Says::Card(_)
            | Says::Faq(_)
            | Says::Model(_)
            | Says::Agent(_)
            | Says::End(_) => {}
        }
        own
    }
}

/// What a robot leads visitors with: its knowledge and its flows, as they are at this moment.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Its knowledge.
    pub robot: Arc<Robot>,
    /// Its flows.
    pub flows: Arc<Flows>,
    /// When the channel offers a person.
    pub offers: TransferOffers,
    /// Who writes what LARGE_MODEL_REPLY nodes say.
    pub writer: Writer,
    /// What the page gave with the question.
    pub given: Option<Arc<Given>>,
}

/// Who writes what LARGE_MODEL_REPLY nodes say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Writer {
    /// The knowledge base.
    #[default]
    Knowledge,
    /// The tenant's large model, asked for a visitor of this channel; the knowledge base's words stand until it has
    /// written, and where it does not.
    Model(ChannelId),
}
