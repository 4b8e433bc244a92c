//! What a page gives with a question: what the tenant's own service wants to know, and what an agent was asked before.

use crate::flow::Place;
use crate::form::Value;
use crate::form::request::{Outgoing, may_be_sent};
use crate::model::brief::Earlier;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// By this name a request of a flow gets the visitor's token (customerToken).
pub const TOKEN_NAME: &str = "customerToken";

/// What a page gives with one question. The token only ever goes into requests to the tenant's service: it is not stored,
/// not logged and not shown.
#[derive(Clone, Default, PartialEq)]
pub struct Given {
    /// The visitor's token at the tenant's service (customerToken); empty for none.
    pub token: Arc<str>,
    /// What the tenant's service wants to know (customerParameters).
    pub parameters: BTreeMap<Arc<str>, Arc<str>>,
    /// What an agent was asked before (agentAskContent, agentTime).
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

    /// Binds the variables of a flow that have a parameter's name and are not bound yet.
    pub(super) fn bind(&self, place: &mut Place, variables: &BTreeSet<&Arc<str>>) {
        for (name, value) in &self.parameters {
            if variables.contains(name) && !place.variables.contains_key(name) {
                place.bind(name, value);
            }
        }
    }
}

/// A request with what the page gave: the token where a header names it, and the parameters beside the flow's own values.
pub(super) fn complete(given: Option<&Given>, mut request: Outgoing) -> Outgoing {
    let token = given.map_or("", |given| &given.token);
    request.headers.retain_mut(|(name, value)| {
        let place = format!("{{{TOKEN_NAME}}}");
        if !value.contains(&place) {
            return true;
        }
        *value = value.replace(&place, token).into();
        // Without a token the service is asked as by anybody.
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
