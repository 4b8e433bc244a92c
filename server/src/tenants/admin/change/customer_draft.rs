//! customerData/test: reads the settings of a shop's system that need not be stored.

use super::Change;
use super::fields::carry_customer_secret;
use super::settings::not_in_relay_hosts;
use crate::admin::thing::{CUSTOMER_DATA, Thing};
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::findings::Findings;
use crate::state::State;
use actix_web::web::Data;
use actors_core::customer_data::CustomerData;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The `customerData` and the `relayHosts` of a draft; what is absent is as stored.
pub type CustomerDraft = (Option<Map<String, Value>>, Option<Vec<String>>);

/// What a draft describes: the system, and the hosts on the relay list.
pub type DraftRead = (Arc<CustomerData>, Vec<Box<str>>);

/// Returns the system that a draft describes, as if it were enabled. An omitted secret is the stored one.
///
/// # Errors
/// 400 with every wrong field of the draft.
pub async fn read(
    state: Data<State>,
    who: Arc<SignedIn>,
    draft: CustomerDraft,
) -> Result<DraftRead, ApiError> {
    let change = Change::dry_run(state, who, Thing::Tenant)?;
    blocking::work(move || change.customer_data(draft)).await
}

impl Change {
    fn customer_data(&self, (draft, hosts): CustomerDraft) -> Result<DraftRead, ApiError> {
        let stored = self.stored("")?.ok_or(ApiError::NotFound)?;
        let mut tenant = stored.clone();
        if let Some(draft) = draft {
            tenant.insert(CUSTOMER_DATA.to_owned(), Value::Object(draft));
            carry_customer_secret(&mut tenant, Some(&stored), self.at);
        }
        if let Some(hosts) = hosts {
            tenant.insert("relayHosts".to_owned(), hosts.into());
        }
        let data = tenant
            .entry(CUSTOMER_DATA)
            .or_insert_with(|| Map::new().into());
        if let Value::Object(data) = data {
            data.insert("enabled".to_owned(), 1.into());
        }
        let written = Written::parse(Thing::Tenant, tenant).map_err(ApiError::InvalidFields)?;
        let Written::Tenant(written) = written else {
            return Err(super::wrong_place());
        };
        let mut findings = Findings::default();
        let read = written.read(&mut findings);
        let mut errors = findings.into_errors();
        errors.retain(|error| {
            error.field.starts_with(CUSTOMER_DATA) || error.field.starts_with("relayHosts")
        });
        if !errors.is_empty() {
            return Err(ApiError::InvalidFields(errors));
        }
        let data = read.customer_data.ok_or_else(super::wrong_place)?;
        let permitted = self.state.relay.permit(&data.address, &read.relay_hosts);
        permitted.map_err(|_| {
            ApiError::InvalidFields(vec![not_in_relay_hosts("customerData.address")])
        })?;
        Ok((data, read.relay_hosts))
    }
}
