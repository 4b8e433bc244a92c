//! list and get: returns stored settings without their secrets.

use super::thing::{
    CUSTOMER_DATA, CUSTOMER_SECRET, LARGE_MODEL, MODEL_KEY, PREVIOUS_SECRET, Thing,
};
use crate::blocking::block;
use crate::error::ApiError;
use crate::two_step;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The largest number of settings on a page.
pub const PAGE: usize = 100;
/// The approximate largest size of a page, in bytes.
const PAGE_BYTES: usize = 1 << 20;
/// The largest number of settings read for one page. A search continues on the next page.
const LOOKED_AT_MAX: usize = 20_000;
/// The number of settings read from the store at once.
const READ_AT_ONCE: usize = 200;
/// The longest search text, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// Which settings to list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListQuery {
    /// Only settings that contain this text.
    pub search: Option<String>,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
    /// The number of settings on the page, at most 100.
    pub limit: Option<usize>,
    /// Only documents or test questions of this robot.
    pub robot_no: Option<String>,
    /// Only this document, in its languages; needs `robotNo`.
    pub doc_id: Option<String>,
    /// Only documents in this language; `default` for those that serve every language.
    pub lang: Option<String>,
}

/// A page of settings.
#[derive(Debug, Serialize)]
pub struct ThingPage {
    /// The settings, each with all fields and its version.
    pub list: Vec<Map<String, Value>>,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}

/// Returns a page of a tenant's settings of one kind.
///
/// # Errors
/// 400 if the search text is too long or `robotNo` is not valid, 503 if the store cannot be read.
pub async fn list(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    thing: Thing,
    query: ListQuery,
) -> Result<ThingPage, ApiError> {
    let search = query.search.unwrap_or_default().trim().to_lowercase();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(ApiError::invalid("search is too long"));
    }
    let mut within = thing.prefix(tenant);
    if let (true, Some(robot)) = (
        thing.is_of_robot(),
        query.robot_no.filter(|robot| !robot.is_empty()),
    ) {
        if robot.contains('/') {
            return Err(ApiError::invalid("robotNo is not valid"));
        }
        within = format!("{within}{robot}/");
        if let (Thing::Docs, Some(doc)) = (thing, query.doc_id.filter(|doc| !doc.is_empty())) {
            if doc.contains('/') {
                return Err(ApiError::invalid("docId is not valid"));
            }
            within = format!("{within}{doc}/");
        }
    }
    let language = query
        .lang
        .filter(|lang| thing == Thing::Docs && !lang.is_empty());
    let walk = Walk {
        thing,
        prefix: thing.prefix(tenant),
        within,
        search,
        language,
        after: query.cursor.filter(|cursor| !cursor.is_empty()),
        limit: query.limit.unwrap_or(PAGE).clamp(1, PAGE),
    };
    let store = Arc::clone(store);
    block(move || walk.page(store.as_ref())).await
}

struct Walk {
    thing: Thing,
    prefix: String,
    within: String,
    search: String,
    language: Option<String>,
    after: Option<String>,
    limit: usize,
}

impl Walk {
    fn page(self, store: &dyn Store) -> Result<ThingPage, StoreError> {
        let mut list = Vec::new();
        if self.thing.is_single() {
            let json = store.document(self.thing.kind(), &self.prefix)?;
            list.extend(json.and_then(|json| shown(self.thing, "", &json)));
            let cursor = String::new();
            return Ok(ThingPage { list, cursor });
        }
        let mut after = self.after.map(|cursor| format!("{}{cursor}", self.prefix));
        let (mut bytes, mut looked_at) = (0, 0);
        while looked_at < LOOKED_AT_MAX {
            let read = store.documents_page(
                self.thing.kind(),
                &self.within,
                after.as_deref(),
                READ_AT_ONCE,
            )?;
            let is_last = read.len() < READ_AT_ONCE;
            let mut read = read.into_iter().peekable();
            while let Some((key, json)) = read.next() {
                looked_at += 1;
                let id = key[self.prefix.len()..].to_owned();
                let found = shown(self.thing, &id, &json)
                    .filter(|fields| self.search.is_empty() || says(fields, &self.search))
                    .filter(|fields| is_in(fields, self.language.as_deref()));
                if let Some(mut found) = found {
                    note_totp(self.thing, store, &key, &mut found)?;
                    note_draft(self.thing, store, &key, &mut found)?;
                    list.push(found);
                    bytes += json.len();
                }
                if list.len() == self.limit || bytes >= PAGE_BYTES {
                    let is_end = is_last && read.peek().is_none();
                    let cursor = if is_end { String::new() } else { id };
                    return Ok(ThingPage { list, cursor });
                }
                after = Some(key);
            }
            if is_last {
                let cursor = String::new();
                return Ok(ThingPage { list, cursor });
            }
        }
        let cursor = after.map_or_else(String::new, |key| key[self.prefix.len()..].to_owned());
        Ok(ThingPage { list, cursor })
    }
}

/// Returns one setting of a tenant.
///
/// # Errors
/// 404 if it does not exist, 503 if the store cannot be read.
pub async fn get(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    thing: Thing,
    fields: &Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    let id = thing.id(fields).ok_or(ApiError::NotFound)?;
    let (store, key) = (Arc::clone(store), thing.key(tenant, &id));
    let found = block(move || {
        let json = store.document(thing.kind(), &key)?;
        let Some(mut fields) = json.and_then(|json| shown(thing, &id, &json)) else {
            return Ok(None);
        };
        note_totp(thing, store.as_ref(), &key, &mut fields)?;
        Ok(Some(fields))
    });
    found.await?.ok_or(ApiError::NotFound)
}

/// Adds whether an agent signs in with a second step. `key` is the agent's in the store.
pub fn note_totp(
    thing: Thing,
    store: &dyn Store,
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<(), StoreError> {
    if thing == Thing::Agents
        && let Some((tenant, agent)) = key.split_once('/')
    {
        let held = two_step::read(store, &tenant.into(), &AgentId::from(agent))?;
        fields.insert("totpSet".to_owned(), held.is_on().into());
    }
    Ok(())
}

/// Adds whether a channel has a draft that is not published. A draft has its channel's key.
fn note_draft(
    thing: Thing,
    store: &dyn Store,
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<(), StoreError> {
    if thing == Thing::Channels {
        let draft = store.document(DocumentKind::Draft, key)?;
        fields.insert("hasDraft".to_owned(), draft.is_some().into());
    }
    Ok(())
}

/// Returns a stored setting as the API shows it: instead of a secret, it tells whether the secret is set.
pub fn shown(thing: Thing, id: &str, json: &[u8]) -> Option<Map<String, Value>> {
    let mut fields: Map<String, Value> = serde_json::from_slice(json).ok()?;
    for secret in thing.secrets() {
        let is_set = fields
            .remove(*secret)
            .is_some_and(|value| value.as_str().is_some_and(|text| !text.is_empty()));
        match *secret {
            "identitySecret" => drop(fields.insert("identitySecretSet".to_owned(), is_set.into())),
            "passwordHash" => drop(fields.insert("passwordSet".to_owned(), is_set.into())),
            "clientSecret" => drop(fields.insert("clientSecretSet".to_owned(), is_set.into())),
            _ => {}
        }
    }
    if thing == Thing::Tenant {
        hide(&mut fields, LARGE_MODEL, MODEL_KEY);
        hide(&mut fields, CUSTOMER_DATA, CUSTOMER_SECRET);
        if let Some(Value::Object(data)) = fields.get_mut(CUSTOMER_DATA) {
            data.remove(PREVIOUS_SECRET);
        }
    }
    if thing.is_of_robot() {
        let robot = id.split('/').next().unwrap_or_default();
        fields.insert("robotNo".to_owned(), robot.into());
    }
    let version = version_of(&fields);
    fields.insert("version".to_owned(), version.into());
    Some(fields)
}

/// Replaces the secret of one of a tenant's connections by whether it is set.
fn hide(fields: &mut Map<String, Value>, connection: &str, secret: &str) {
    if let Some(Value::Object(connection)) = fields.get_mut(connection) {
        let hidden = connection.remove(secret);
        let is_set = hidden.is_some_and(|it| it.as_str().is_some_and(|it| !it.is_empty()));
        connection.insert(format!("{secret}Set"), is_set.into());
    }
}

/// The version of a stored setting. A setting from the fixtures has version 1.
pub fn version_of(fields: &Map<String, Value>) -> u64 {
    fields.get("version").and_then(Value::as_u64).unwrap_or(1)
}

/// Whether a document is in this language; none is any.
fn is_in(fields: &Map<String, Value>, language: Option<&str>) -> bool {
    let Some(wanted) = language else { return true };
    let own = fields.get("lang").and_then(Value::as_str);
    own.unwrap_or_default() == if wanted == "default" { "" } else { wanted }
}

/// Whether any text in the fields contains `search`, which is in lower case.
fn says(fields: &Map<String, Value>, search: &str) -> bool {
    fn in_value(value: &Value, search: &str) -> bool {
        match value {
            Value::String(text) => text.to_lowercase().contains(search),
            Value::Array(items) => items.iter().any(|item| in_value(item, search)),
            Value::Object(fields) => fields.values().any(|value| in_value(value, search)),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
    fields.values().any(|value| in_value(value, search))
}
