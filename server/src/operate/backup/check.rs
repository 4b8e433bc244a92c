//! Checks every record and every reference between them. Reading alone verifies the checksums.

use super::line::{Document, Line, Session, hash_of};
use super::save::Progress;
use super::source::Source;
use crate::files::references::references_in;
use actors_core::event::Event;
use actors_core::ids::{Seq, SessionNo};
use actors_runtime::ports::DocumentKind;
use futures_util::TryStreamExt as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Problems that are told in full; further ones are only counted.
const PROBLEMS_MAX: usize = 100;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The first ones, a sentence each.
    pub first: Vec<String>,
    /// How many there are.
    pub count: usize,
}

impl Problems {
    fn add(&mut self, problem: String) {
        self.count += 1;
        if self.first.len() < PROBLEMS_MAX {
            self.first.push(problem);
        }
    }
}

/// Checks a source to its end.
///
/// # Errors
/// The source fails: a damaged record ends the check.
pub async fn check(mut source: Source, progress: &mut Progress<'_>) -> anyhow::Result<Problems> {
    let mut checker = Checker::default();
    while let Some(line) = source.lines.next().await? {
        checker.take(&line);
        let counts = source.lines.counts();
        if matches!(line, Line::Visitor(_)) && counts.visitors.is_multiple_of(256) {
            progress(counts.to_string());
        }
    }
    source.files.list().await?;
    let mut problems = checker.finish(&source.files.names);
    for (name, sum) in &source.files.sums {
        let mut hash = Sha256::new();
        match source.files.fetch(name).await? {
            Some(mut pieces) => {
                while let Some(piece) = pieces.try_next().await? {
                    hash.update(&piece);
                }
                if crate::secrets::hex(&hash.finalize()) != *sum {
                    problems.add(format!(
                        "the file {name} has other content than was written"
                    ));
                }
            }
            None => problems.add(format!("the file {name} is missing")),
        }
    }
    Ok(problems)
}

/// What the checker needs of a file's description.
#[derive(Deserialize)]
struct Described {
    bytes: u64,
    #[serde(default)]
    used: bool,
}

/// Collects what records refer to.
#[derive(Default)]
pub struct Checker {
    /// The last entry of each visitor, by a hash of their name.
    last: HashMap<u64, (SessionNo, Seq)>,
    /// Files that messages name, without suffix, each with one of these messages.
    named: BTreeMap<String, String>,
    documents: BTreeMap<DocumentKind, BTreeSet<String>>,
    files: BTreeMap<String, Described>,
    problems: Problems,
}

impl Checker {
    /// Checks one line.
    pub fn take(&mut self, line: &Line) {
        match line {
            Line::Session(session) => self.session(session),
            Line::Visitor(visitor) => {
                let (tenant, name, head) = (&visitor.tenant, &visitor.visitor, &visitor.head);
                let key = hash_of(&format!("{tenant}/{name}"));
                if let Some((session, last)) = self.last.get(&key)
                    && *session == head.session
                    && last.0 + 1 != head.next.0
                {
                    let missing = last.0 + 1;
                    self.problems.add(format!(
                        "tenant {tenant}, visitor {name}: message {missing} of session {} is missing",
                        session.0
                    ));
                }
            }
            Line::Document(document) => self.document(document),
            Line::Begin(_) | Line::TokenKeys(_) | Line::End(_) => {}
        }
    }

    fn session(&mut self, session: &Session) {
        let Session {
            tenant, visitor, ..
        } = session;
        let key = hash_of(&format!("{tenant}/{visitor}"));
        let mut before = match self.last.get(&key) {
            Some((number, last)) if *number == session.session => Some(*last),
            _ => None,
        };
        for line in &session.entries {
            if let Some(before) = before
                && line.seq.0 != before.0 + 1
            {
                self.problems.add(format!(
                    "tenant {tenant}, visitor {visitor}: message {} of session {} does not follow message {}",
                    line.seq.0, session.session.0, before.0
                ));
            }
            before = Some(line.seq);
            if let Event::Message(message) = &line.entry.event
                && let Some(file) = message.content.file()
            {
                for name in references_in(&file.url) {
                    let place = format!(
                        "tenant {tenant}, visitor {visitor}: message {} of session {}",
                        line.seq.0, session.session.0
                    );
                    self.named.entry(name).or_insert(place);
                }
            }
        }
        if let Some(last) = before {
            self.last.insert(key, (session.session, last));
        }
    }

    fn document(&mut self, document: &Document) {
        let Document { of, key, json } = document;
        match of {
            DocumentKind::Tenant
            | DocumentKind::LeaveMessage
            | DocumentKind::WorkOrder
            | DocumentKind::WorkOrderReply
            | DocumentKind::OrderIndex => {
                let keys = self.documents.entry(*of).or_default();
                match json {
                    Some(_) => keys.insert(key.clone()),
                    None => keys.remove(key),
                };
            }
            DocumentKind::Upload => {
                let described = json.as_ref().map(|json| serde_json::from_str(json.get()));
                match described {
                    Some(Ok(described)) => drop(self.files.insert(key.clone(), described)),
                    Some(Err(_)) => {
                        let text = format!("the description of the file {key} cannot be read");
                        self.problems.add(text);
                    }
                    None => drop(self.files.remove(key)),
                }
            }
            _ => {}
        }
    }

    /// What is wrong, given the files there are, with their sizes.
    pub fn finish(mut self, files: &BTreeMap<String, u64>) -> Problems {
        for (name, described) in self.files.iter().filter(|(_, described)| described.used) {
            match files.get(name) {
                None => self.problems.add(format!("the file {name} is missing")),
                Some(bytes) if *bytes != described.bytes => self.problems.add(format!(
                    "the file {name} has {bytes} bytes and should have {}",
                    described.bytes
                )),
                Some(_) => {}
            }
        }
        let described: BTreeSet<&str> =
            self.files.keys().map(|name| without_suffix(name)).collect();
        for (name, place) in &self.named {
            if !described.contains(name.as_str()) {
                self.problems
                    .add(format!("{place}: its file {name} has no description"));
            }
        }
        self.orders();
        self.problems
    }

    /// Lists and replies must lead to a left message or a work order.
    fn orders(&mut self) {
        let keys = |kind| self.documents.get(&kind).cloned().unwrap_or_default();
        let (messages, orders) = (
            keys(DocumentKind::LeaveMessage),
            keys(DocumentKind::WorkOrder),
        );
        for entry in keys(DocumentKind::OrderIndex) {
            let mut parts = entry.split('/');
            let (tenant, list, id) = (parts.next(), parts.next(), parts.next_back());
            let target = format!("{}/{}", tenant.unwrap_or_default(), id.unwrap_or_default());
            let is_listed = match list {
                Some("order") => orders.contains(&target),
                Some("item") => orders.contains(&target) || messages.contains(&target),
                _ => messages.contains(&target),
            };
            if !is_listed {
                self.problems
                    .add(format!("the list entry {entry} leads to nothing"));
            }
        }
        for reply in keys(DocumentKind::WorkOrderReply) {
            let item = reply.rsplit_once('/').map_or("", |(item, _)| item);
            if !orders.contains(item) && !messages.contains(item) {
                self.problems.add(format!(
                    "the reply {reply} belongs to no work order or left message"
                ));
            }
        }
    }
}

fn without_suffix(name: &str) -> &str {
    name.split_once('.').map_or(name, |(name, _)| name)
}
