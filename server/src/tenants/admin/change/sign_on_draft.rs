//! signOn/test: reads a setting of single sign-on that need not be stored.

use super::Change;
use super::fields::{carry_secrets, drop_client_secret};
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::findings::Findings;
use crate::fixtures::sign_on::SignOn;
use crate::state::State;
use actix_web::web::Data;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Returns the setting that a draft describes, as if it were on; without a draft the stored one. An omitted secret is the
/// stored one, but only for the same issuer.
///
/// # Errors
/// 400 with every wrong field of the draft.
pub async fn read(
    state: Data<State>,
    who: Arc<SignedIn>,
    draft: Option<Map<String, Value>>,
) -> Result<SignOn, ApiError> {
    let change = Change::dry_run(state, who, Thing::SignOn)?;
    blocking::work(move || change.sign_on(draft)).await
}

impl Change {
    fn sign_on(&self, draft: Option<Map<String, Value>>) -> Result<SignOn, ApiError> {
        let stored = self.stored("")?;
        let mut fields = match draft {
            Some(draft) => draft,
            None => stored.clone().ok_or(ApiError::NotFound)?,
        };
        fields.remove("version");
        drop_client_secret(&mut fields, stored.as_ref());
        carry_secrets(Thing::SignOn, &mut fields, stored.as_ref());
        fields.insert("enabled".to_owned(), 1.into());
        let written = Written::parse(Thing::SignOn, fields).map_err(ApiError::InvalidFields)?;
        let Written::SignOn(mut written) = written else {
            return Err(super::wrong_place());
        };
        // What the provider is not asked about may still be missing.
        written.only.0 = false;
        let mut findings = Findings::default();
        let setting = written.read(&mut findings);
        let mut errors = findings.into_errors();
        errors.retain(|error| error.field != "buttonText");
        if !errors.is_empty() {
            return Err(ApiError::InvalidFields(errors));
        }
        Ok(setting)
    }
}
