//! Where a visitor stands in a flow. Kept with the session's head, so that a restart changes nothing.
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::flow::VALUE_CHARS_MAX;
use crate::ids::{FlowId, NodeId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much of a visitor's words is remembered, in characters.
const WORDS_CHARS_MAX: usize = 500;

/// A place in a flow; of one that was left, the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which flow.
    pub flow: FlowId,
    /// The node that spoke last, or asks a service.
    pub node: NodeId,
    /// What is waited for.
    pub awaits: Awaits,
    /// What was bound.
    pub variables: BTreeMap<Arc<str>, Arc<str>>,
    /// What the visitor last said in words of their own.
    pub words: Arc<str>,
    /// Nodes since the visitor last did something.
    pub silent_steps: u16,
    /// Requests so far, of this flow and those before it in the session.
    pub requests: u32,
}

/// What a node waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Awaits {
    /// A click on a button.
    Choice,
    /// Words.
    Words,
    /// A form that is filled in.
    Form,
    /// What came of the request of this number.
    Reply(u32),
    /// Nothing: the flow is over or was left.
    Nothing,
}

impl Place {
    /// At the start of a flow, after another or none.
    pub(super) fn at_start(flow: FlowId, node: NodeId, before: Option<&Self>) -> Self {
        Self {
            flow,
            node,
            awaits: Awaits::Nothing,
            variables: BTreeMap::new(),
            words: Arc::from(""),
            silent_steps: 0,
            requests: before.map_or(0, |before| before.requests),
        }
    }

    /// Whether the visitor is in the flow.
    pub fn is_inside(&self) -> bool {
        self.awaits != Awaits::Nothing
    }

    /// The visitor is in it no longer; what was bound stays known.
    pub fn leave(&mut self) {
        self.awaits = Awaits::Nothing;
    }

    pub(super) fn bind(&mut self, name: &Arc<str>, value: &str) {
        let value = cut(value.trim(), VALUE_CHARS_MAX);
        self.variables.insert(Arc::clone(name), value.into());
    }

    pub(super) fn hears(&mut self, words: &str) {
        self.words = cut(words.trim(), WORDS_CHARS_MAX).into();
    }

    /// A variable; empty where it was never bound.
    pub(super) fn value(&self, name: &str) -> &str {
        self.variables.get(name).map_or("", AsRef::as_ref)
    }
}

fn cut(text: &str, chars_max: usize) -> &str {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
