//! flows/check and flows/try (Protocol, 'Other calls').

use crate::admin::change::flow_trial::FlowProblem;
use crate::fixtures::findings::About;
use crate::fixtures::flows::WrittenFlow;
use crate::wire::forms::WireValue;
use crate::wire::messages::AskResponse;
use actors_core::flow::rehearse::{Act, Pretended, Step};
use actors_core::flow::{Awaits, Place};
use actors_core::ids::NodeId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use std::sync::Arc;

/// flows/check.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct FlowCheckRequest {
    /// A whole flow, which need not be stored.
    #[schema(value_type = WrittenFlow)]
    pub flow: Map<String, Value>,
}

/// The response of flows/check.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FlowCheckResponse {
    /// What is wrong; empty if flows/put would accept the flow.
    pub problems: Vec<WireProblem>,
}

/// A wrong field of a flow.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireProblem {
    /// The node; absent if the field is no node's.
    pub node_id: Option<String>,
    /// The path of the field, as put names it: `nodes[3].answer`.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// The kind of problem; absent where the sentence says it all.
    pub code: Option<&'static str>,
    /// What the problem is about.
    pub about: Option<Box<About>>,
}

/// flows/try.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowTryRequest {
    /// A whole flow, which need not be stored.
    #[schema(value_type = WrittenFlow)]
    pub flow: Map<String, Value>,
    /// The robot, if the flow names none.
    pub robot_no: Option<String>,
    /// The visitor's language; by default the reader's.
    pub lang: Option<String>,
    /// What the visitor does after the start, at most 100 acts. A text has at most 400 characters.
    #[serde(default)]
    pub said: Vec<WireAct>,
    /// The reply of a node's service, by node and field. The request of a node without one fails. No service is called.
    #[serde(default)]
    pub pretend: BTreeMap<String, BTreeMap<String, String>>,
}

/// What a visitor does: writes a `text`, clicks a button (`nodeId`, `itemId`), or submits a form (`nodeId`, `fields`).
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WireAct {
    /// The text that they write.
    pub text: Option<String>,
    /// The node of the button or form.
    pub node_id: Option<String>,
    /// The button's id in its node.
    pub item_id: Option<String>,
    /// The answers to the form, by the field's id.
    pub fields: Option<BTreeMap<String, WireValue>>,
}

/// The response of flows/try.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FlowTryResponse {
    /// The start, and then a step for each act.
    pub steps: Vec<WireStep>,
}

/// What follows an act.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireStep {
    /// What the robot says, as robotAsk answers it.
    pub replies: Vec<AskResponse>,
    /// Where the visitor is; empty before the flow has begun.
    pub node_id: String,
    /// What the node waits for: `choice`, `words`, `form`, or `nothing` after the end.
    pub awaits: &'static str,
    /// The variables.
    pub variables: BTreeMap<String, String>,
    /// The nodes whose service would have been asked.
    pub requests: Vec<String>,
    /// Whether the flow expected the act. If not, the visitor has left it, and the knowledge base replies to a text.
    pub expected: bool,
    /// The node without a way on; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_at: Option<String>,
}

impl From<FlowProblem> for WireProblem {
    fn from(FlowProblem { node, error }: FlowProblem) -> Self {
        Self {
            node_id: node,
            field: error.field,
            message: error.message,
            code: error.code,
            about: error.about,
        }
    }
}

impl WireAct {
    /// The act; none if it is not exactly one of the three kinds.
    pub fn read(self) -> Option<Act> {
        let node = || self.node_id.as_deref().map(NodeId::from);
        match (self.text, self.item_id, self.fields) {
            (Some(text), None, None) => Some(Act::Says(text.into())),
            (None, Some(item), None) => Some(Act::Clicks(node()?, item.into())),
            (None, None, Some(fields)) => {
                let fields = fields.into_iter();
                let answers = fields.map(|(id, value)| (Arc::from(id), value.into()));
                Some(Act::Fills(node()?, answers.collect()))
            }
            _ => None,
        }
    }
}

/// The replies to pretend.
pub fn pretended(written: BTreeMap<String, BTreeMap<String, String>>) -> Pretended {
    let reply = |fields: BTreeMap<String, String>| {
        let fields = fields.into_iter();
        fields
            .map(|(field, value)| (Arc::from(field), Arc::from(value)))
            .collect()
    };
    let written = written.into_iter();
    written
        .map(|(node, fields)| (NodeId::from(node.as_str()), reply(fields)))
        .collect()
}

impl WireStep {
    /// A step with its replies as the wire shows them.
    pub fn new(step: &Step, replies: Vec<AskResponse>) -> Self {
        let place = step.place.as_ref();
        Self {
            replies,
            node_id: place
                .map(|place| place.node.to_string())
                .unwrap_or_default(),
            awaits: awaits(place),
            variables: variables(place),
            requests: step.requests.iter().map(ToString::to_string).collect(),
            expected: step.is_expected,
            lost_at: step.lost.as_ref().map(ToString::to_string),
        }
    }
}

fn awaits(place: Option<&Place>) -> &'static str {
    match place.map(|place| place.awaits) {
        Some(Awaits::Choice) => "choice",
        Some(Awaits::Words) => "words",
        Some(Awaits::Form) => "form",
        // A rehearsal never waits for a service.
        Some(Awaits::Reply(_) | Awaits::Nothing) | None => "nothing",
    }
}

fn variables(place: Option<&Place>) -> BTreeMap<String, String> {
    let all = place.into_iter().flat_map(|place| &place.variables);
    all.map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}
