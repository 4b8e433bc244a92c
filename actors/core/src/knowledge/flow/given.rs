//! What a page sends with a question: values for the tenant's own service, and the visitor's earlier question to an
//! agent.

use crate::flow::Place;
use crate::form::Value;
use crate::form::request::{Outgoing, may_be_sent};
use crate::model::brief::Earlier;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// The name of the visitor's token in requests of a flow (customerToken).
pub const TOKEN_NAME: &str = "customerToken";

/// What a page sends with one question. The token goes only into requests to the tenant's service: it is never stored,
/// logged or shown.
#[derive(Clone, Default, PartialEq)]
pub struct Given {
    /// The visitor's token for the tenant's service (customerToken); empty for none.
    pub token: Arc<str>,
    /// Values for the tenant's service (customerParameters).
    pub parameters: BTreeMap<Arc<str>, Arc<str>>,
    /// The visitor's earlier question to an agent (agentAskContent, agentTime).
    pub earlier: Option<Earlier>,
}

impl fmt::Debug for Given {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.parameters.keys().collect();
        formatter
            .debug_struct("Given")
            .field("parameters", &names)
            .finish_non_exhaustive()
    }
}

impl Given {
    /// Whether a request can carry the token in a header.
    pub fn has_usable_token(&self) -> bool {
        may_be_sent("authorization", &self.token)
    }

    /// Sets those variables of a flow that have a parameter's name and no value.
    pub(super) fn bind(&self, place: &mut Place, variables: &BTreeSet<&Arc<str>>) {
        for (name, value) in &self.parameters {
            if variables.contains(name) && !place.variables.contains_key(name) {
                place.bind(name, value);
            }
        }
    }
}

/// Completes a request: puts the token into headers that name it, and adds parameters that the flow does not send
/// itself.
pub(super) fn complete(given: Option<&Given>, mut request: Outgoing) -> Outgoing {
    let token = given.map_or("", |given| &given.token);
    request.headers.retain_mut(|(name, value)| {
        let place = format!("{{{TOKEN_NAME}}}");
        if !value.contains(&place) {
            return true;
        }
        *value = value.replace(&place, token).into();
        // Without a token the request goes out without this header.
        !token.is_empty() && may_be_sent(name, value)
    });
    for (name, value) in given.iter().flat_map(|given| &given.parameters) {
        if request.answers.iter().all(|(known, _)| known != name) {
            let value = Value::One(value.as_ref().into());
            request.answers.push((name.clone(), value));
        }
    }
    request
}
