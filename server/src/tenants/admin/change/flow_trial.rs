//! flows/check and flows/try: what put would say of a flow, and how a visitor would go through it. Nothing is stored.

use super::fields::take_version;
use super::{Change, no_name, wrong_place};
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::flow::Flows;
use actors_core::ids::{FlowId, RobotNo};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A flow among the other flows of its robot.
pub struct Drawn {
    /// The flow.
    pub flow: FlowId,
    /// Its robot.
    pub robot: RobotNo,
    /// All flows of the robot, with this one.
    pub flows: Arc<Flows>,
}

/// A wrong field of a flow, with the node that it belongs to.
#[derive(Debug)]
pub struct FlowProblem {
    /// The node; none if it is no node's field, or the node has no id.
    pub node: Option<String>,
    /// The field and what is wrong.
    pub error: FieldError,
}

/// Reads a flow as flows/put would, and stores nothing.
///
/// # Errors
/// 400 with every wrong field.
pub async fn read(
    state: Data<State>,
    who: Arc<SignedIn>,
    flow: Map<String, Value>,
) -> Result<Drawn, ApiError> {
    let change = Change::dry_run(state, who, Thing::Flows)?;
    blocking::work(move || change.drawn(flow)).await
}

/// Returns what is wrong with a flow; empty if flows/put would accept it.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn problems(
    state: Data<State>,
    who: Arc<SignedIn>,
    flow: Map<String, Value>,
) -> Result<Vec<FlowProblem>, ApiError> {
    let nodes = node_ids(&flow);
    match read(state, who, flow).await {
        Ok(_) => Ok(Vec::new()),
        Err(ApiError::InvalidFields(errors)) => {
            let errors = errors.into_iter();
            let with_node = errors.map(|error| FlowProblem {
                node: index(&error.field).and_then(|index| nodes.get(index).cloned().flatten()),
                error,
            });
            Ok(with_node.collect())
        }
        Err(error) => Err(error),
    }
}

/// The ids of the nodes, in the order written.
fn node_ids(flow: &Map<String, Value>) -> Vec<Option<String>> {
    let nodes = flow.get("nodes").and_then(Value::as_array);
    let id = |node: &Value| Some(node.get("nodeId")?.as_str()?.to_owned());
    nodes.into_iter().flatten().map(id).collect()
}

/// The index in a field such as `nodes[3].answer`.
fn index(field: &str) -> Option<usize> {
    let (index, _) = field.strip_prefix("nodes[")?.split_once(']')?;
    index.parse().ok()
}

impl Change {
    fn drawn(&self, mut flow: Map<String, Value>) -> Result<Drawn, ApiError> {
        take_version(&mut flow)?;
        let id = Thing::Flows.id(&flow);
        let id = id.ok_or_else(|| no_name(Thing::Flows))?;
        let is_new = self.stored(&id)?.is_none();
        let mut written = Written::parse(Thing::Flows, flow).map_err(ApiError::InvalidFields)?;
        let settings = self.settings_with(&mut written, &id, is_new)?;
        let Written::Flow(flow) = written else {
            return Err(wrong_place());
        };
        let flows = settings.ok_or_else(wrong_place)?.flows;
        let robot = flow.robot();
        Ok(Drawn {
            flow: flow.id(),
            flows: flows.get(&robot).cloned().ok_or_else(wrong_place)?,
            robot,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_of_a_field_is_found() {
        assert_eq!(index("nodes[12].itemList[3].next"), Some(12));
        assert_eq!(index("triggers[0]"), None);
        assert_eq!(index("nodes"), None);
    }
}
