//! Where a visitor is in a flow. Stored in the session's head, so that it survives a restart.
//!
//! The encoding depends on the order of variants and fields, so add them only at the end.

use crate::flow::VALUE_CHARS_MAX;
use crate::ids::{FlowId, NodeId};
use crate::text::cut;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest stored text of a visitor, in characters.
const WORDS_CHARS_MAX: usize = 500;

/// A place in a flow. If the visitor left the flow, their last place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The flow.
    pub flow: FlowId,
    /// The node that spoke last, or asks a service.
    pub node: NodeId,
    /// What the node waits for.
    pub awaits: Awaits,
    /// The variables, with their values.
    pub variables: BTreeMap<Arc<str>, Arc<str>>,
    /// What the visitor last wrote.
    pub words: Arc<str>,
    /// Nodes since the visitor's last action.
    pub silent_steps: u16,
    /// Requests so far in the session, in this and earlier flows.
    pub requests: u32,
}

/// What a node waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Awaits {
    /// A click on a button.
    Choice,
    /// A text from the visitor.
    Words,
    /// A submitted form.
    Form,
    /// The result of the request with this number.
    Reply(u32),
    /// Nothing: the flow is over, or the visitor left it.
    Nothing,
}

impl Place {
    /// The start of a flow, after another flow or none.
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

    /// Leaves the flow, but keeps its variables.
    pub fn leave(&mut self) {
        self.awaits = Awaits::Nothing;
    }

    pub(super) fn bind(&mut self, name: &Arc<str>, value: &str) {
        let value = cut(value.trim(), VALUE_CHARS_MAX);
        self.variables.insert(Arc::clone(name), value.into());
    }

    pub(super) fn note_words(&mut self, words: &str) {
        self.words = cut(words.trim(), WORDS_CHARS_MAX).into();
    }

    /// The value of a variable; empty if it is unset.
    pub(super) fn value(&self, name: &str) -> &str {
        self.variables.get(name).map_or("", AsRef::as_ref)
    }
}
