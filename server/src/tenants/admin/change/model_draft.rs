//! model/test: reads the settings of a large model that need not be stored.

use super::Change;
use super::fields::carry_model_key;
use crate::admin::thing::{LARGE_MODEL, Thing};
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::findings::Findings;
use crate::state::State;
use actix_web::web::Data;
use actors_core::large_model::LargeModel;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Returns the model that a draft describes, as if it were enabled; without a draft the stored one, if there is one.
/// An omitted key is the stored one, but only for the same address.
///
/// # Errors
/// 400 with every wrong field of the draft.
pub async fn read(
    state: Data<State>,
    who: Arc<SignedIn>,
    draft: Option<Map<String, Value>>,
) -> Result<Option<LargeModel>, ApiError> {
    let change = Change::dry_run(state, who, Thing::Tenant)?;
    blocking::work(move || change.model(draft)).await
}

impl Change {
    fn model(&self, draft: Option<Map<String, Value>>) -> Result<Option<LargeModel>, ApiError> {
        let stored = self.stored("")?.ok_or(ApiError::NotFound)?;
        let mut tenant = stored.clone();
        if let Some(draft) = draft {
            tenant.insert(LARGE_MODEL.to_owned(), Value::Object(draft));
            carry_model_key(&mut tenant, Some(&stored));
        }
        match tenant.get_mut(LARGE_MODEL) {
            Some(Value::Object(model)) => model.insert("enabled".to_owned(), 1.into()),
            _ => return Ok(None),
        };
        let written = Written::parse(Thing::Tenant, tenant).map_err(ApiError::InvalidFields)?;
        let Written::Tenant(written) = written else {
            return Err(super::wrong_place());
        };
        let mut findings = Findings::default();
        let read = written.read(&mut findings);
        let mut errors = findings.into_errors();
        errors.retain(|error| error.field.starts_with(LARGE_MODEL));
        if !errors.is_empty() {
            return Err(ApiError::InvalidFields(errors));
        }
        let model = read.large_model.ok_or_else(super::wrong_place)?;
        if !self.state.models.permits(&model.address) {
            return Err(ApiError::wrong(
                "largeModel.address",
                "must be https with a public host name, or a host that the operator allows",
            ));
        }
        Ok(Some(LargeModel::clone(&model)))
    }
}
