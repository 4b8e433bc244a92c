//! Reads the data that a page sends with a question.

use crate::error::ApiError;
use crate::wire::messages::AskRequest;
use actors_core::flow::{Given, VARIABLES_MAX};
use actors_core::model::brief::Earlier;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the data that the page sent with the question; `None` if it sent none.
pub(super) fn given(body: &AskRequest) -> Result<Option<Arc<Given>>, ApiError> {
    let parameters = match body.customer_parameters.trim() {
        "" => BTreeMap::new(),
        text => parameters(text)
            .filter(|named| named.len() <= VARIABLES_MAX)
            .ok_or_else(|| ApiError::invalid("customerParameters is not valid"))?,
    };
    let question = body.agent_ask_content.trim();
    let earlier = (!question.is_empty()).then(|| Earlier {
        question: question.into(),
        time: body.agent_time.trim().into(),
    });
    let given = Given {
        token: body.customer_token.trim().into(),
        parameters,
        earlier,
    };
    if !given.has_usable_token() {
        return Err(ApiError::invalid("customerToken is not valid"));
    }
    Ok((given != Given::default()).then(|| Arc::new(given)))
}

/// Reads a JSON object of texts, numbers and booleans, without nested values; `None` if it is not an object.
fn parameters(text: &str) -> Option<BTreeMap<Arc<str>, Arc<str>>> {
    let named: serde_json::Map<String, Value> = serde_json::from_str(text).ok()?;
    let plain = named.into_iter().filter_map(|(name, value)| {
        let value: Arc<str> = match value {
            Value::String(text) => text.into(),
            Value::Number(number) => number.to_string().into(),
            Value::Bool(truth) => truth.to_string().into(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        Some((name.into(), value))
    });
    Some(plain.collect())
}
