//! getCustomerContext, and customerData/test of the administration (Protocol, 'Customer data').

use crate::fixtures::customer_data::WrittenCustomerData;
use crate::fixtures::findings::Flag;
use crate::relay::customer::{CustomerContext, CustomerField, CustomerLink, NoContext};
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// getCustomerContext.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerContextRequest {
    /// The visitor.
    pub user_id: String,
    /// 1: ask the shop's system again; 6 a minute.
    #[serde(default)]
    pub refresh: Flag,
}

/// The response of getCustomerContext.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerContextResponse {
    /// `off`: the shop has no such system. `anonymous`: the shop does not vouch for the visitor. `unknown`: its system
    /// does not know them. `known`: the lists say what it knows. `failed`: `problem` says why.
    pub state: &'static str,
    /// Names and values, at most 30.
    pub fields: Vec<CustomerField>,
    /// https links, at most 10.
    pub links: Vec<CustomerLink>,
    /// https pictures, at most 10.
    pub pictures: Vec<CustomerLink>,
    /// When the system was asked, in milliseconds since the epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<i64>,
    /// notAllowed, private, notReached, tooSlow, busy, refused, redirects, status, notJson, tooLarge or wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<&'static str>,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl CustomerContextResponse {
    /// The shop has no system that is asked.
    pub fn off() -> Self {
        Self::without_context("off")
    }

    /// The shop does not vouch for the visitor.
    pub fn anonymous() -> Self {
        Self::without_context("anonymous")
    }

    /// There is no answer.
    pub fn failed(why: &NoContext) -> Self {
        Self {
            problem: Some(why.name()),
            message: Some(why.to_string()),
            ..Self::without_context("failed")
        }
    }

    /// What the system knows.
    pub fn new(context: &CustomerContext, asked_at: Timestamp) -> Self {
        let state = if context.is_unknown {
            "unknown"
        } else {
            "known"
        };
        Self {
            fields: context.fields.clone(),
            links: context.links.clone(),
            pictures: context.pictures.clone(),
            asked_at: Some(asked_at.as_millis()),
            ..Self::without_context(state)
        }
    }

    fn without_context(state: &'static str) -> Self {
        Self {
            state,
            ..Self::default()
        }
    }
}

/// customerData/test.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerTestRequest {
    /// The shop's own id of a customer.
    pub user_id: String,
    /// The `customerData` of a tenant to try; by default the stored one. Without `secret`, the stored one is used.
    #[schema(value_type = Option<WrittenCustomerData>)]
    pub customer_data: Option<Map<String, Value>>,
    /// The `relayHosts` to try with it; by default the stored ones.
    pub relay_hosts: Option<Vec<String>>,
}

/// The response of customerData/test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerTestResponse {
    /// Whether the system answered as it should.
    pub ok: bool,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// The system answered that it does not know the customer (404 or 204).
    pub is_unknown: bool,
    /// Names and values.
    pub fields: Vec<CustomerField>,
    /// https links.
    pub links: Vec<CustomerLink>,
    /// https pictures.
    pub pictures: Vec<CustomerLink>,
    /// What is left out or cut, and why; at most 20.
    pub left_out: Vec<String>,
    /// As in getCustomerContext.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<&'static str>,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl CustomerTestResponse {
    /// Builds the response from what came after this many milliseconds.
    pub fn new(answer: Result<CustomerContext, NoContext>, ms: u64) -> Self {
        let (context, why) = match answer {
            Ok(context) => (context, None),
            Err(why) => (CustomerContext::default(), Some(why)),
        };
        Self {
            ok: why.is_none(),
            ms,
            is_unknown: context.is_unknown,
            fields: context.fields,
            links: context.links,
            pictures: context.pictures,
            left_out: context.left_out,
            problem: why.as_ref().map(NoContext::name),
            message: why.as_ref().map(ToString::to_string),
        }
    }
}
