//! Handles the special fields of a body: version, secrets and password. Also lists the changed fields.

use crate::admin::listing::version_of;
use crate::admin::thing::{
    CUSTOMER_DATA, CUSTOMER_SECRET, LARGE_MODEL, MODEL_KEY, PREVIOUS_SECRET, PREVIOUS_UNTIL, Thing,
};
use crate::admin::written::Written;
use crate::error::ApiError;
use crate::fixtures::TenantFixture;
use crate::fixtures::findings::FieldError;
use crate::fixtures::people::WrittenAgent;
use crate::new_password;
use serde_json::{Map, Value};

/// Removes the version from a body and returns it.
pub fn take_version(body: &mut Map<String, Value>) -> Result<Option<u64>, ApiError> {
    match body.remove("version") {
        None | Some(Value::Null) => Ok(None),
        Some(version) => version
            .as_u64()
            .map(Some)
            .ok_or_else(|| ApiError::wrong("version", "has the wrong type")),
    }
}

/// Checks that the caller has seen the newest version: 0 or none for a new setting, else the stored version.
pub fn check_version(
    old: Option<&Map<String, Value>>,
    version: Option<u64>,
) -> Result<(), ApiError> {
    let newest = old.map_or(0, version_of);
    if version.unwrap_or(0) == newest {
        Ok(())
    } else {
        Err(ApiError::Conflict("version is not the newest"))
    }
}

/// Copies omitted secrets from the old setting. An empty secret deletes it.
pub fn carry_secrets(
    thing: Thing,
    body: &mut Map<String, Value>,
    old: Option<&Map<String, Value>>,
) {
    if thing == Thing::Agents {
        body.remove("passwordHash");
    }
    for secret in thing.secrets() {
        if body.get(*secret).is_some_and(Value::is_null) {
            body.remove(*secret);
        }
        // A new password replaces the old hash.
        let is_replaced = *secret == "passwordHash" && body.contains_key("password");
        let kept = old.and_then(|old| old.get(*secret));
        if let Some(kept) = kept.filter(|_| !body.contains_key(*secret) && !is_replaced) {
            body.insert((*secret).to_owned(), kept.clone());
        }
    }
}

/// Copies an omitted key of the large model, but only if the address is the same. Otherwise a new address would receive
/// a key that was not meant for it.
pub fn carry_model_key(body: &mut Map<String, Value>, old: Option<&Map<String, Value>>) {
    let Some(Value::Object(model)) = body.get_mut(LARGE_MODEL) else {
        return;
    };
    if model.get(MODEL_KEY).is_some_and(|key| !key.is_null()) {
        return;
    }
    model.remove(MODEL_KEY);
    let old = old.and_then(|old| old.get(LARGE_MODEL)?.as_object());
    let same = old.filter(|old| old.get("address") == model.get("address"));
    if let Some(key) = same.and_then(|old| old.get(MODEL_KEY)) {
        model.insert(MODEL_KEY.to_owned(), key.clone());
    }
}

/// How long a replaced secret signs beside the new one, so that the shop's server can change over: a day.
const BOTH_SIGN_MILLIS: i64 = 24 * 60 * 60 * 1_000;

/// Copies an omitted secret of the customer data. A new secret makes the one before the previous one.
pub fn carry_customer_secret(
    body: &mut Map<String, Value>,
    old: Option<&Map<String, Value>>,
    now: i64,
) {
    let Some(Value::Object(data)) = body.get_mut(CUSTOMER_DATA) else {
        return;
    };
    data.remove(PREVIOUS_SECRET);
    data.remove(PREVIOUS_UNTIL);
    if data.get(CUSTOMER_SECRET).is_some_and(Value::is_null) {
        data.remove(CUSTOMER_SECRET);
    }
    let nothing = Map::new();
    let old = old.and_then(|old| old.get(CUSTOMER_DATA)?.as_object());
    let old = old.unwrap_or(&nothing);
    let before = old.get(CUSTOMER_SECRET).filter(|secret| *secret != "");
    match (data.get(CUSTOMER_SECRET), before) {
        (Some(new), Some(before)) if new != before && new != "" => {
            data.insert(PREVIOUS_SECRET.to_owned(), before.clone());
            data.insert(PREVIOUS_UNTIL.to_owned(), (now + BOTH_SIGN_MILLIS).into());
        }
        (Some(new), before) if Some(new) != before => {}
        (Some(_) | None, _) => {
            for field in [CUSTOMER_SECRET, PREVIOUS_SECRET, PREVIOUS_UNTIL] {
                if let Some(kept) = old.get(field) {
                    data.insert(field.to_owned(), kept.clone());
                }
            }
        }
    }
}

/// Deletes an omitted secret of single sign-on if the provider is another one, which must not receive it.
pub fn drop_client_secret(body: &mut Map<String, Value>, old: Option<&Map<String, Value>>) {
    let is_given = body.get("clientSecret").is_some_and(|it| !it.is_null());
    let is_same = old.is_some_and(|old| old.get("issuer") == body.get("issuer"));
    if !is_given && !is_same {
        body.insert("clientSecret".to_owned(), "".into());
    }
}

/// What is wrong with the password that somebody chose for an agent.
pub fn weak_password(written: &Written, all: &TenantFixture) -> Option<FieldError> {
    let Written::Agent(agent) = written else {
        return None;
    };
    let known = [agent.account.as_str(), all.tenant.display_name()];
    let message = new_password::problem(agent.password.as_ref()?, &known)?;
    Some(FieldError::new("password", message))
}

/// Replaces a password by its hash. Returns whether there was one.
pub fn hash_password(written: &mut Written) -> Result<bool, ApiError> {
    let Written::Agent(agent) = written else {
        return Ok(false);
    };
    let agent: &mut WrittenAgent = agent;
    let Some(password) = agent.password.take() else {
        return Ok(false);
    };
    agent.password_hash = Some(new_password::hashed(&password)?);
    Ok(true)
}

/// Returns the names of the changed fields, never their values.
pub fn changed_fields(old: Option<&Map<String, Value>>, new: &Map<String, Value>) -> Vec<String> {
    let nothing = Map::new();
    let old = old.unwrap_or(&nothing);
    let names = new
        .keys()
        .chain(old.keys().filter(|name| !new.contains_key(*name)));
    names
        .filter(|name| *name != "version" && old.get(*name) != new.get(*name))
        .map(|name| match name.as_str() {
            "passwordHash" => "password".to_owned(),
            name => name.to_owned(),
        })
        .collect()
}
