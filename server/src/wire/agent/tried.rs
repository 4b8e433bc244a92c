//! What a visitor tried with the robot, for the agent who takes over.

use actors_core::flow::Place;
use actors_core::tried::Tried;
use serde::Serialize;
use std::sync::Arc;

/// What a visitor tried with the robot in this session, as far as its newest lines show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTried {
    /// Number of questions they asked.
    pub asked: u32,
    /// Number of questions the robot could not answer.
    pub unknown: u32,
    /// Number of questions the robot answered with a question.
    pub unsure: u32,
    /// The last questions, oldest first; at most five.
    pub questions: Vec<String>,
    /// Their current or last button flow; empty for none.
    pub flow_id: String,
    /// Its name.
    pub flow_name: String,
    /// Their current or last node in it.
    pub node_id: String,
    /// The flow's variables and their values.
    pub variables: Vec<WireVariable>,
}

/// A variable of a flow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireVariable {
    /// Its name (bingCode, or a field of a form).
    pub name: String,
    /// Its value.
    pub value: String,
}

impl WireTried {
    /// Builds the summary; `flow_name` is the name of the flow, if there is one.
    pub fn new(tried: &Tried, place: Option<&Place>, flow_name: &str) -> Self {
        let text = |text: &Arc<str>| text.to_string();
        let variables = place.into_iter().flat_map(|place| &place.variables);
        Self {
            asked: tried.asked,
            unknown: tried.unknown,
            unsure: tried.unsure,
            questions: tried.questions.iter().map(text).collect(),
            flow_id: place
                .map(|place| place.flow.to_string())
                .unwrap_or_default(),
            flow_name: flow_name.to_owned(),
            node_id: place
                .map(|place| place.node.to_string())
                .unwrap_or_default(),
            variables: variables
                .map(|(name, value)| WireVariable {
                    name: text(name),
                    value: text(value),
                })
                .collect(),
        }
    }
}
