//! Button flows: a graph of nodes that a robot leads visitors through (Protocol, 'Answers', answers;
//! Protocol, 'Tenant folder'). Pure.
//!
//! - [`walk`]: advances a flow when a visitor acts. [`place`]: where the visitor is; stored with the session.
//! - [`rehearse`]: follows a flow without a session. [`check`]: validates a flow. [`words`]: variables inside texts.
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
pub mod rehearse;
pub mod walk;
pub mod words;

pub use given::{Given, TOKEN_NAME};
pub use place::{Awaits, Place};
pub use walk::{Heard, Went, advance};

use crate::channel::TransferOffers;
use crate::form::{Choice, Field, FieldKind, Form, Target, Value};
use crate::ids::{ChannelId, DocId, FlowId, NodeId};
use crate::local_text::LocalText;
use crate::robot::{Robot, sentence_key};
use crate::safe::{Link, Picture};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most nodes in a row that speak without asking anything.
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

/// The longest value of a variable, in characters; a longer one is truncated.
pub const VALUE_CHARS_MAX: usize = 200;

/// A flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Its id within the tenant.
    pub id: FlowId,
    /// Its name for agents and menus.
    pub name: LocalText,
    /// Sentences that start it.
    pub triggers: Vec<LocalText>,
    /// Its first node.
    pub start: NodeId,
    /// Its nodes.
    pub nodes: BTreeMap<NodeId, Node>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it says.
    pub says: Says,
    /// The variable that receives the visitor's next words. Only for a text, which then waits for them.
    pub binds: Option<Arc<str>>,
    /// What a tenant's own service is asked before the node speaks. Only for a text.
    pub request: Option<Box<Request>>,
    /// Where it leads depending on variables; the first case that applies wins.
    pub cases: Vec<Case>,
    /// Where it leads if no case applies.
    pub next: Option<NodeId>,
}

/// What a node says (replySource). Texts are sanitised rich text, with variables as `{name}`.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// A text; empty if the node only decides (`TEXT_REPLY`).
    Text(LocalText),
    /// A card (`CARD`).
    Card(Box<LocalCard>),
    /// A document's answer (`FAQ`).
    Faq(DocId),
    /// An answer of a large model, else of the knowledge base, to this plain text (`LARGE_MODEL_REPLY`). If the text is
    /// empty, it answers the visitor's last words.
    Model(LocalText),
    /// A form (`FROM_REPLY`).
    Form(Box<LocalForm>),
    /// The text with which an agent takes over; the flow ends (`AGENT_REPLY`).
    Agent(LocalText),
    /// A text above buttons (`BUTTONS`).
    Buttons {
        /// The text.
        text: LocalText,
        /// The buttons.
        items: Vec<Item>,
    },
    /// A last text; the flow ends (`END`).
    End(LocalText),
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its id within the flow (id).
    pub id: Arc<str>,
    /// Its id within its node (itemId).
    pub item: Arc<str>,
    /// Its label: plain text.
    pub name: LocalText,
    /// The variable it sets, and the value (bingCode, bindValue).
    pub binds: Option<(Arc<str>, Arc<str>)>,
    /// Where it leads.
    pub next: NodeId,
}

/// A card, in several languages. Its texts are plain.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct LocalCard {
    pub picture: Option<Picture>,
    pub title: LocalText,
    pub description: LocalText,
    pub price: LocalText,
    pub link: Option<Link>,
}

/// A form, in several languages. The answer to a field becomes the variable with the field's id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalForm {
    /// The text above it: plain text.
    pub title: LocalText,
    /// Its questions.
    pub fields: Vec<LocalField>,
    /// A service that also receives the answers.
    pub target: Option<Target>,
}

impl LocalForm {
    /// The form in this language.
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
    /// The choices: the label, and the value for the variable. If the value is empty, the label is used.
    pub choices: Vec<(LocalText, Arc<str>)>,
}

/// A conditional way out of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The variable to test.
    pub variable: Arc<str>,
    /// The condition.
    pub test: Test,
    /// Where it leads if the condition holds.
    pub next: NodeId,
}

/// The condition on a variable. Case and surrounding spaces do not matter; an unset variable is empty.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Test {
    Is(Arc<str>),
    IsNot(Arc<str>),
    Contains(Arc<str>),
    /// A greater number. A value that is no number fails.
    Above(f64),
    /// A smaller number. A value that is no number fails.
    Below(f64),
    Filled,
    Empty,
}

/// A request to a tenant's own service, through the relay.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The address and the method.
    pub target: Target,
    /// What is sent: names, and texts with variables as `{name}`.
    pub values: Vec<(Arc<str>, Arc<str>)>,
    /// What is taken from the reply: a top-level field of a JSON object, and the variable that receives it.
    pub takes: Vec<(Arc<str>, Arc<str>)>,
    /// Where the node leads if the request fails.
    pub otherwise: NodeId,
}

/// The flows of a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flows {
    flows: BTreeMap<FlowId, Flow>,
    triggers: BTreeMap<String, FlowId>,
}

impl Flows {
    /// The flows, with an index of their triggers. If two flows share a trigger, the first wins.
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

    /// Whether there are no flows.
    pub fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }
}

impl Flow {
    /// The keys of the sentences that start it, in every language, each once.
    pub fn trigger_keys(&self) -> BTreeSet<String> {
        let texts = self.triggers.iter().flat_map(LocalText::versions);
        let keys = texts.map(|(_, text)| sentence_key(text));
        keys.filter(|key| !key.is_empty()).collect()
    }

    /// Every variable that its nodes set.
    pub fn variables(&self) -> BTreeSet<&Arc<str>> {
        self.nodes.values().flat_map(Node::variables).collect()
    }
}

impl Node {
    /// What it waits for after it speaks; none if it leads on by itself.
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

    /// The variables that it sets.
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

/// What a robot leads visitors with: its current knowledge and flows.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Its knowledge.
    pub robot: Arc<Robot>,
    /// Its flows.
    pub flows: Arc<Flows>,
    /// When the channel offers an agent.
    pub offers: TransferOffers,
    /// Who writes the replies of LARGE_MODEL_REPLY nodes.
    pub writer: Writer,
    /// What the page sent with the question.
    pub given: Option<Arc<Given>>,
}

/// Who writes the replies of LARGE_MODEL_REPLY nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Writer {
    /// The knowledge base.
    #[default]
    Knowledge,
    /// The tenant's large model, for a visitor of this channel. The knowledge base's text stays until the model has
    /// written, and if it fails.
    Model(ChannelId),
}
