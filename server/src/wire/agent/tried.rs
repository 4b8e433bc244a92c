//! What a visitor tried with the robot, on the card of whoever takes over.

use actors_core::flow::Place;
use actors_core::tried::Tried;
use serde::Serialize;
use std::sync::Arc;

/// What a visitor tried with the robot in this session, among its newest lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTried {
    /// How many questions they asked.
    pub asked: u32,
    /// How many the robot did not know.
    pub unknown: u32,
    /// How many it answered with a question back.
    pub unsure: u32,
    /// The last questions, oldest first; at most five.
    pub questions: Vec<String>,
    /// The button flow they are or were in; empty for none.
    pub flow_id: String,
    /// Its name.
    pub flow_name: String,
    /// Where in it they are, or left it.
    pub node_id: String,
    /// What they said there, by name.
    pub variables: Vec<WireVariable>,
}

/// A variable of a flow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireVariable {
    /// Its name (bingCode, or a field of a form).
    pub name: String,
    /// What it is.
    pub value: String,
}

impl WireTried {
    /// What was tried; `flow_name` is that of the flow, where there is one.
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
