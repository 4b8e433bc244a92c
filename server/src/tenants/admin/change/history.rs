//! Earlier versions of documents. A version is stored in the durable step that replaces it, with who replaced it and
//! when; so the author of a version is noted with the version before it. A new document begins with an empty version 0.

use super::{Change, carry_out};
use crate::admin::listing::version_of;
use crate::admin::thing::Thing;
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{RobotNo, TenantId};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The most earlier versions of a document.
const VERSIONS_MAX: usize = 20;
/// About the most earlier versions of a robot's documents together. A robot with more than 10,000 documents keeps fewer
/// of each.
const VERSIONS_OF_ROBOT_MAX: usize = 200_000;

/// A version as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    version: u64,
    /// The document's fields; empty for version 0.
    document: Map<String, Value>,
    replaced_at: i64,
    replaced_by: String,
}

/// An earlier version of a document.
#[derive(Debug)]
pub struct Earlier {
    /// The version.
    pub version: u64,
    /// When it was written, in milliseconds since the epoch; none if that was not noted.
    pub at: Option<i64>,
    /// Who wrote it.
    pub admin: Option<String>,
    /// The document's fields.
    pub document: Map<String, Value>,
}

/// Returns a document's earlier versions, newest first.
///
/// # Errors
/// 404 for an unknown document.
pub async fn list(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    name: &Map<String, Value>,
) -> Result<Vec<Earlier>, ApiError> {
    let id = Thing::Docs.id(name).ok_or(ApiError::NotFound)?;
    let (of_document, prefix) = (Thing::Docs.key(tenant, &id), prefix(tenant, &id));
    let store = Arc::clone(store);
    let read = block(move || {
        let document = store.document(DocumentKind::Knowledge, &of_document)?;
        Ok((
            document,
            store.documents(DocumentKind::DocumentVersion, &prefix)?,
        ))
    });
    let (Some(_), stored) = read.await? else {
        return Err(ApiError::NotFound);
    };
    let parse = |(_, json): &(String, Vec<u8>)| serde_json::from_slice::<Stored>(json).ok();
    Ok(earlier(stored.iter().filter_map(parse).collect()))
}

/// Tells each version by the version before it.
fn earlier(stored: Vec<Stored>) -> Vec<Earlier> {
    let mut found: Vec<Earlier> = Vec::new();
    let mut before: Option<(u64, i64, String)> = None;
    for version in stored {
        let author = before.filter(|(earlier, ..)| earlier + 1 == version.version);
        let (at, admin) = author.map(|(_, at, admin)| (at, admin)).unzip();
        before = Some((version.version, version.replaced_at, version.replaced_by));
        if version.version > 0 {
            found.push(Earlier {
                version: version.version,
                at,
                admin,
                document: version.document,
            });
        }
    }
    found.reverse();
    found.truncate(VERSIONS_MAX);
    found
}

/// Puts an earlier version of a document. Returns the document. `force` as in docs/put.
///
/// # Errors
/// 404 for an unknown document or version; otherwise those of docs/put.
pub async fn restore(
    state: Data<State>,
    who: Arc<SignedIn>,
    name: Map<String, Value>,
    version: u64,
    is_forced: Option<Value>,
) -> Result<Map<String, Value>, ApiError> {
    carry_out(state, who, Thing::Docs, move |change| {
        let id = Thing::Docs.id(&name).ok_or(ApiError::NotFound)?;
        let newest = change.stored(&id)?.ok_or(ApiError::NotFound)?;
        let store = change.state.office.store();
        let key = key(change.tenant(), &id, version);
        let json = store.document(DocumentKind::DocumentVersion, &key)?;
        let json = json.filter(|_| version > 0).ok_or(ApiError::NotFound)?;
        let stored: Stored = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        let mut body = stored.document;
        body.extend(name);
        body.insert("version".to_owned(), version_of(&newest).into());
        body.extend(is_forced.map(|force| ("force".to_owned(), force)));
        change.put(body, Vec::new())
    })
    .await
}

fn prefix(tenant: &TenantId, id: &str) -> String {
    format!("{tenant}/{id}/")
}

fn key(tenant: &TenantId, id: &str, version: u64) -> String {
    format!("{}{version:016x}", prefix(tenant, id))
}

impl Change {
    /// Returns the changes that store the version that is about to be replaced, and forget those beyond the limit.
    pub(super) fn version_kept(
        &self,
        id: &str,
        old: Option<&Map<String, Value>>,
    ) -> Result<Vec<DocumentChange>, ApiError> {
        let version = old.map_or(0, version_of);
        let mut document = old.cloned().unwrap_or_default();
        document.remove("version");
        let stored = Stored {
            version,
            document,
            replaced_at: self.at,
            replaced_by: self.who.agent.to_string(),
        };
        let mut changes = vec![DocumentChange::put(
            DocumentKind::DocumentVersion,
            key(self.tenant(), id, version),
            serde_json::to_vec(&stored).map_err(ApiError::internal)?,
        )];
        let number = id.split('/').next().unwrap_or_default();
        let robot = self.before.robots.get(&RobotNo::from(number));
        let documents = robot.map_or(1, |robot| robot.documents().len().max(1));
        let most = (VERSIONS_OF_ROBOT_MAX / documents).clamp(1, VERSIONS_MAX) as u64;
        // One more than is shown: it has the author of the oldest one.
        let beyond = version.saturating_sub(VERSIONS_MAX as u64 + 1)..version.saturating_sub(most);
        changes.extend(beyond.map(|version| {
            let key = key(self.tenant(), id, version);
            DocumentChange::delete(DocumentKind::DocumentVersion, key)
        }));
        Ok(changes)
    }

    /// Returns the changes that forget all versions of a document.
    pub(super) fn versions_forgotten(&self, id: &str) -> Result<Vec<DocumentChange>, ApiError> {
        let kind = DocumentKind::DocumentVersion;
        let store = self.state.office.store();
        let all = store
            .documents(kind, &prefix(self.tenant(), id))?
            .into_iter();
        Ok(all
            .map(|(key, _)| DocumentChange::delete(kind, key))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_versions_author_is_who_replaced_the_one_before() {
        let stored = |version, by: &str| Stored {
            version,
            document: Map::new(),
            replaced_at: i64::try_from(version).unwrap() * 10,
            replaced_by: by.to_owned(),
        };

        let found = earlier(vec![stored(0, "ada"), stored(1, "bo"), stored(3, "cy")]);

        let told: Vec<_> = found
            .iter()
            .map(|earlier| (earlier.version, earlier.at, earlier.admin.as_deref()))
            .collect();
        assert_eq!(told, [(3, None, None), (1, Some(0), Some("ada"))]);
    }
}
