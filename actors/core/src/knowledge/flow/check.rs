//! Validates a flow: every way through it leads somewhere, every text exists, and no loop runs without asking. Faults
//! name nodes by their ids.

mod graph;
mod problem;

use crate::flow::{
    BUTTON_CHARS_MAX, CASES_MAX, Flow, ITEMS_MAX, LocalForm, NODES_MAX, Node, Says,
    TRIGGER_CHARS_MAX, TRIGGERS_MAX, VARIABLES_MAX,
};
use crate::form::{Place, check_fields};
use crate::ids::NodeId;
use crate::local_text::{ANY_LANGUAGE, LocalText};
use crate::robot::sentence_key;
use crate::text::{TEXT_CHARS_MAX, is_blank};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use problem::Problem;

/// The longest name of a variable, in bytes.
const NAME_BYTES_MAX: usize = 64;

/// A fault of a flow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The node; none if the flow itself is at fault.
    pub node: Option<NodeId>,
    /// The field, as in the file: `next`, `itemList[2].next`.
    pub field: String,
    /// The problem, without any of the tenant's own words except ids.
    pub problem: Problem,
}

impl Fault {
    /// The problem as a sentence, which names the node.
    pub fn message(&self) -> String {
        let node = self.node.as_ref().map_or("", |node| node.as_str());
        self.problem.sentence(node)
    }
}

/// All faults, in the order of the nodes; empty if the flow can be used.
pub fn faults(flow: &Flow) -> Vec<Fault> {
    let mut check = Check {
        flow,
        languages: flow.languages(),
        faults: Vec::new(),
    };
    check.whole();
    for (id, node) in &flow.nodes {
        check.node(id, node);
    }
    graph::check(flow, &mut check.faults);
    check.faults
}

struct Check<'a> {
    flow: &'a Flow,
    languages: BTreeSet<&'a str>,
    faults: Vec<Fault>,
}

impl<'a> Check<'a> {
    fn add(&mut self, node: Option<&NodeId>, field: &str, problem: Problem) {
        self.faults.push(Fault {
            node: node.cloned(),
            field: field.to_owned(),
            problem,
        });
    }

    fn whole(&mut self) {
        let flow = self.flow;
        self.text(None, "name", &flow.name, TRIGGER_CHARS_MAX);
        if flow.nodes.len() > NODES_MAX {
            self.add(None, "nodes", Problem::TooMany(NODES_MAX));
        }
        if flow.triggers.len() > TRIGGERS_MAX {
            self.add(None, "triggers", Problem::TooMany(TRIGGERS_MAX));
        }
        for (at, trigger) in flow.triggers.iter().enumerate() {
            let field = format!("triggers[{at}]");
            let mut texts = trigger.versions();
            let says_nothing =
                trigger.is_empty() || texts.any(|(_, text)| sentence_key(text).is_empty());
            if says_nothing {
                self.add(None, &field, Problem::NoLetters);
            }
            self.length(None, &field, trigger, TRIGGER_CHARS_MAX);
        }
        if !flow.nodes.contains_key(&flow.start) {
            self.add(None, "start", Problem::UnknownStart(flow.start.clone()));
        }
        let variables = flow.variables();
        if variables.len() > VARIABLES_MAX {
            self.add(None, "nodes", Problem::TooManyVariables(VARIABLES_MAX));
        }
    }

    fn node(&mut self, id: &NodeId, node: &'a Node) {
        self.says(id, &node.says);
        for (field, next) in node.ways() {
            if !self.flow.nodes.contains_key(next) {
                self.add(Some(id), &field, Problem::LeadsNowhere(next.clone()));
            }
        }
        self.leads_on(id, node);
        self.variables(id, node);
        let is_text = matches!(node.says, Says::Text(_));
        if node.binds.is_some() && !is_text {
            self.add(Some(id), "bingCode", Problem::CannotWait);
        }
        if let Some(request) = &node.request {
            if !is_text {
                self.add(Some(id), "request", Problem::CannotAsk);
            }
            if request.values.len() > CASES_MAX || request.takes.len() > CASES_MAX {
                self.add(Some(id), "request", Problem::TooManyValues(CASES_MAX));
            }
        }
        if node.cases.len() > CASES_MAX {
            self.add(Some(id), "condition", Problem::TooMany(CASES_MAX));
        }
    }

    /// Checks that a node which speaks without buttons leads on, and that an end or a node with buttons does not.
    fn leads_on(&mut self, id: &NodeId, node: &Node) {
        let has_successor = node.next.is_some() || !node.cases.is_empty();
        match &node.says {
            Says::End(_) | Says::Agent(_) if has_successor => {
                self.add(Some(id), "next", Problem::NothingFollows);
            }
            Says::Buttons { .. } if has_successor => {
                self.add(Some(id), "next", Problem::ButtonsLead);
            }
            Says::Buttons { items, .. } if items.is_empty() => {
                self.add(Some(id), "itemList", Problem::NoButtons);
            }
            Says::End(_) | Says::Agent(_) | Says::Buttons { .. } => {}
            Says::Text(_) | Says::Card(_) | Says::Faq(_) | Says::Model(_) | Says::Form(_) => {
                if node.next.is_none() && node.cases.is_empty() {
                    self.add(Some(id), "next", Problem::DeadEnd);
                } else if node.next.is_none() {
                    self.add(Some(id), "next", Problem::NoCaseApplies);
                }
            }
        }
    }

    fn says(&mut self, id: &NodeId, says: &'a Says) {
        let node = Some(id);
        match says {
            Says::Text(text) => {
                let decides = self.flow.nodes.get(id);
                let decides = decides.is_some_and(|it| it.binds.is_none() && !it.cases.is_empty());
                if !(text.is_empty() && decides) {
                    self.text(node, "answer", text, TEXT_CHARS_MAX);
                }
            }
            Says::Agent(text) => self.text(node, "answer", text, TEXT_CHARS_MAX),
            Says::End(text) | Says::Model(text) => self.text_if_any(node, text),
            Says::Faq(_) => {}
            Says::Card(card) => {
                self.text(node, "answer.title", &card.title, TRIGGER_CHARS_MAX);
                for (field, text) in [("desc", &card.description), ("price", &card.price)] {
                    self.length(
                        node,
                        &format!("answer.{field}"),
                        text,
                        TRIGGER_CHARS_MAX * 5,
                    );
                    self.in_each_language(node, &format!("answer.{field}"), text);
                }
            }
            Says::Form(form) => {
                self.text(
                    node,
                    "answer.referGuide",
                    &form.title,
                    TRIGGER_CHARS_MAX * 5,
                );
                for (at, field) in form.fields.iter().enumerate() {
                    let name = format!("answer.fromFields[{at}].fieldName");
                    self.text(node, &name, &field.name, TRIGGER_CHARS_MAX);
                    for (option, (text, _)) in field.choices.iter().enumerate() {
                        let name = format!("answer.fromFields[{at}].fieldValue[{option}].name");
                        self.text(node, &name, text, TRIGGER_CHARS_MAX);
                    }
                }
                self.form(id, form);
            }
            Says::Buttons { text, items } => {
                self.text_if_any(node, text);
                if items.len() > ITEMS_MAX {
                    self.add(node, "itemList", Problem::TooMany(ITEMS_MAX));
                }
                let mut seen = BTreeSet::new();
                for (at, item) in items.iter().enumerate() {
                    let field = format!("itemList[{at}]");
                    self.text(node, &format!("{field}.name"), &item.name, BUTTON_CHARS_MAX);
                    let names = [&item.id, &item.item];
                    if names.iter().all(|name| name.is_empty()) {
                        self.add(node, &field, Problem::NamelessButton);
                    } else if !seen.insert(names) {
                        self.add(node, &field, Problem::SameButtons);
                    }
                }
            }
        }
    }

    /// Checks what a visitor's page needs, and names the field that is wrong.
    fn form(&mut self, id: &NodeId, form: &LocalForm) {
        let language = self.languages.first().copied().unwrap_or(ANY_LANGUAGE);
        let form = form.in_language(language);
        let Err(error) = form.check() else {
            return;
        };
        let is_wrong = |count: &usize| check_fields(&form.fields[..*count], Place::Talk).is_err();
        let field = match (1..=form.fields.len()).find(is_wrong) {
            Some(count) if error.field.starts_with("field") => {
                format!("answer.fromFields[{}].{}", count - 1, error.field)
            }
            _ if error.field == "formFields" => "answer.fromFields".to_owned(),
            _ => format!("answer.{}", error.field),
        };
        self.add(Some(id), &field, Problem::of_form(error));
    }

    fn variables(&mut self, id: &NodeId, node: &Node) {
        let bound = self.flow.variables();
        for (at, case) in node.cases.iter().enumerate() {
            if !bound.contains(&case.variable) {
                let field = format!("condition[{at}].bingCode");
                self.add(Some(id), &field, Problem::UnknownVariable);
            }
        }
        let own = node.variables();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_odd = |name: &&Arc<str>| {
            !(1..=NAME_BYTES_MAX).contains(&name.len()) || !name.bytes().all(plain)
        };
        if own.iter().any(is_odd) {
            self.add(Some(id), "bingCode", Problem::OddVariable);
        }
    }

    /// Checks an answer that may be missing.
    fn text_if_any(&mut self, node: Option<&NodeId>, text: &LocalText) {
        if !text.is_empty() {
            self.text(node, "answer", text, TEXT_CHARS_MAX);
        }
    }

    /// Checks a required text, in every language of the flow.
    fn text(&mut self, node: Option<&NodeId>, field: &str, text: &LocalText, chars_max: usize) {
        let mut texts = text.versions();
        if text.is_empty() || texts.any(|(_, text)| is_blank(text)) {
            return self.add(node, field, Problem::Empty);
        }
        self.length(node, field, text, chars_max);
        self.in_each_language(node, field, text);
    }

    fn length(&mut self, node: Option<&NodeId>, field: &str, text: &LocalText, chars_max: usize) {
        let mut texts = text.versions();
        if texts.any(|(_, text)| text.chars().count() > chars_max) {
            self.add(node, field, Problem::TooLong(chars_max));
        }
    }

    fn in_each_language(&mut self, node: Option<&NodeId>, field: &str, text: &LocalText) {
        let spoken: BTreeSet<&str> = text.languages().collect();
        if spoken.is_empty() || spoken.contains(ANY_LANGUAGE) {
            return;
        }
        let missing = self.languages.difference(&spoken);
        let missing: Vec<Arc<str>> = missing.map(|code| Arc::from(*code)).collect();
        if !missing.is_empty() {
            self.add(node, field, Problem::MissingIn(missing));
        }
    }
}

impl Node {
    /// Where it leads, with the field of each way.
    fn ways(&self) -> Vec<(String, &NodeId)> {
        let mut ways: Vec<(String, &NodeId)> = Vec::new();
        if let Says::Buttons { items, .. } = &self.says {
            let each = items.iter().enumerate();
            ways.extend(each.map(|(at, item)| (format!("itemList[{at}].next"), &item.next)));
        }
        let cases = self.cases.iter().enumerate();
        ways.extend(cases.map(|(at, case)| (format!("condition[{at}].next"), &case.next)));
        let request = self.request.iter();
        ways.extend(request.map(|request| ("request.failed".to_owned(), &request.otherwise)));
        ways.extend(self.next.iter().map(|next| ("next".to_owned(), next)));
        ways
    }
}

impl Flow {
    /// The languages of its texts, without texts for any language.
    fn languages(&self) -> BTreeSet<&str> {
        let mut texts: Vec<&LocalText> = vec![&self.name];
        for node in self.nodes.values() {
            match &node.says {
                Says::Text(text) | Says::Agent(text) | Says::End(text) | Says::Model(text) => {
                    texts.push(text);
                }
                Says::Faq(_) => {}
                Says::Card(card) => texts.extend([&card.title, &card.description, &card.price]),
                Says::Form(form) => {
                    texts.push(&form.title);
                    texts.extend(form.fields.iter().map(|field| &field.name));
                }
                Says::Buttons { text, items } => {
                    texts.push(text);
                    texts.extend(items.iter().map(|item| &item.name));
                }
            }
        }
        let languages = texts.into_iter().flat_map(LocalText::languages);
        languages.filter(|code| *code != ANY_LANGUAGE).collect()
    }
}
