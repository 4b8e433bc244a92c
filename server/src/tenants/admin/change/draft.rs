//! Drafts of channels: stored beside the channel, without effect until they are published. A draft may be incomplete or
//! wrong; publishing checks it as put does.

use super::fields::{carry_secrets, check_version};
use super::{Change, carry_out, no_name};
use crate::admin::audit::Action;
use crate::admin::difference::{FieldChange, between};
use crate::admin::listing::{shown, version_of};
use crate::admin::publish::Published;
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The largest draft, in bytes of JSON.
const DRAFT_BYTES_MAX: usize = 256 * 1024;

/// A draft as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The channel's fields, as the administrator left them.
    pub draft: Map<String, Value>,
    /// Rises with every save. A draft's first one is the time of its save, in milliseconds since the epoch, so that no
    /// later draft of the channel has the version of an earlier one.
    pub draft_version: u64,
    /// The version of the channel that the draft changes.
    pub based_on: u64,
    /// Who saved it last.
    pub admin_id: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
}

/// A draft, and the channel's newest version.
#[derive(Debug)]
pub struct Shown {
    /// The draft without secrets.
    pub draft: Draft,
    /// The channel's newest version.
    pub version: u64,
}

/// What a draft changes.
#[derive(Debug)]
pub struct Differences {
    /// The changed fields.
    pub list: Vec<FieldChange>,
    /// The draft without secrets, and the channel's newest version.
    pub of: Shown,
}

/// A draft to save.
#[derive(Debug)]
pub struct Save {
    /// The channel.
    pub channel: String,
    /// The version of the channel that the draft changes; none for the newest.
    pub based_on: Option<u64>,
    /// The version of the draft that this one replaces; none to replace any.
    pub draft_version: Option<u64>,
    /// The fields.
    pub draft: Map<String, Value>,
}

/// Saves a draft.
///
/// # Errors
/// 404 for an unknown channel, 400 if the draft is too large or of another channel, 409 if `draft_version` is not the
/// newest.
pub async fn save(state: Data<State>, who: Arc<SignedIn>, save: Save) -> Result<Shown, ApiError> {
    carry_out(state, who, Thing::Channels, move |change| {
        Ok((change.save(save)?, Published::default()))
    })
    .await
}

/// Removes a draft.
///
/// # Errors
/// 404 if there is none, 409 if `draft_version` is given and not the newest.
pub async fn discard(
    state: Data<State>,
    who: Arc<SignedIn>,
    channel: String,
    draft_version: Option<u64>,
) -> Result<(), ApiError> {
    carry_out(state, who, Thing::Channels, move |change| {
        let (_, draft) = change.drafted(&channel)?;
        check_draft(Some(&draft), draft_version)?;
        let changes = vec![forgotten(change.tenant(), &channel)];
        change.keep(
            changes,
            &change.record(Action::Discard, Thing::Channels, &channel),
        )?;
        Ok(((), Published::default()))
    })
    .await
}

/// Puts a draft in place of its channel, and removes the draft in the same durable step. Returns the channel.
///
/// # Errors
/// 404 if there is no draft, 409 if it or the channel has changed since, 400 with every wrong field.
pub async fn publish(
    state: Data<State>,
    who: Arc<SignedIn>,
    channel: String,
    draft_version: Option<u64>,
) -> Result<Map<String, Value>, ApiError> {
    carry_out(state, who, Thing::Channels, move |change| {
        let (_, draft) = change.drafted(&channel)?;
        check_draft(Some(&draft), draft_version)?;
        let mut body = draft.draft;
        body.insert("version".to_owned(), draft.based_on.into());
        change.put(body, vec![forgotten(change.tenant(), &channel)])
    })
    .await
}

/// Returns a channel's draft.
///
/// # Errors
/// 404 if there is none.
pub async fn get(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    channel: String,
) -> Result<Shown, ApiError> {
    let (old, draft) = both(store, tenant, channel).await?;
    Ok(draft.shown(&old))
}

/// Returns what a channel's draft changes.
///
/// # Errors
/// 404 if there is no draft.
pub async fn changes(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    channel: String,
) -> Result<Differences, ApiError> {
    let (old, draft) = both(store, tenant, channel).await?;
    let mut body = draft.draft.clone();
    body.insert("tenantId".to_owned(), tenant.as_str().into());
    carry_secrets(Thing::Channels, &mut body, Some(&old));
    // A draft with a field of a wrong type is compared as it is.
    let new = Written::parse(Thing::Channels, body.clone()).map_or_else(
        |_| {
            let mut overlaid = old.clone();
            overlaid.extend(body);
            overlaid
        },
        |written| written.json(),
    );
    Ok(Differences {
        list: between(Thing::Channels, &old, &new),
        of: draft.shown(&old),
    })
}

/// Returns the change that removes a channel's draft.
pub(super) fn forgotten(tenant: &TenantId, channel: &str) -> DocumentChange {
    DocumentChange::delete(DocumentKind::Draft, key(tenant, channel))
}

/// Returns the id in a channel's fields.
pub(super) fn channel_named(fields: &Map<String, Value>) -> Result<String, ApiError> {
    Thing::Channels
        .id(fields)
        .ok_or_else(|| no_name(Thing::Channels))
}

fn key(tenant: &TenantId, channel: &str) -> String {
    format!("{tenant}/{channel}")
}

/// Reads a channel and its draft.
async fn both(
    store: &Arc<dyn Store>,
    tenant: &TenantId,
    channel: String,
) -> Result<(Map<String, Value>, Draft), ApiError> {
    let name = Map::from_iter([("channelId".to_owned(), channel.into())]);
    let id = Thing::Channels.id(&name).ok_or(ApiError::NotFound)?;
    let (of_channel, of_draft) = (Thing::Channels.key(tenant, &id), key(tenant, &id));
    let store = Arc::clone(store);
    let read = block(move || {
        let channel = store.document(DocumentKind::Channel, &of_channel)?;
        Ok((channel, store.document(DocumentKind::Draft, &of_draft)?))
    });
    match read.await? {
        (Some(channel), Some(draft)) => Ok((parsed(&channel)?, parsed(&draft)?)),
        _ => Err(ApiError::NotFound),
    }
}

fn parsed<T: serde::de::DeserializeOwned>(json: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(json).map_err(ApiError::internal)
}

fn check_draft(draft: Option<&Draft>, version: Option<u64>) -> Result<(), ApiError> {
    let newest = draft.map_or(0, |draft| draft.draft_version);
    match version {
        Some(version) if version != newest => {
            Err(ApiError::Conflict("draftVersion is not the newest"))
        }
        _ => Ok(()),
    }
}

impl Draft {
    /// Returns the draft as the API shows it: instead of its secret, or the channel's if it has none of its own, it
    /// tells whether the secret is set.
    fn shown(mut self, channel: &Map<String, Value>) -> Shown {
        carry_secrets(Thing::Channels, &mut self.draft, Some(channel));
        let json = serde_json::to_vec(&self.draft).unwrap_or_default();
        self.draft = shown(Thing::Channels, "", &json).unwrap_or_default();
        self.draft.remove("version");
        Shown {
            draft: self,
            version: version_of(channel),
        }
    }
}

impl Change {
    /// Reads a channel and its draft under the tenant's lock.
    fn drafted(&self, channel: &str) -> Result<(Map<String, Value>, Draft), ApiError> {
        let (channel, draft) = self.channel_and_draft(channel)?;
        Ok((channel, draft.ok_or(ApiError::NotFound)?))
    }

    fn channel_and_draft(
        &self,
        channel: &str,
    ) -> Result<(Map<String, Value>, Option<Draft>), ApiError> {
        let name = Map::from_iter([("channelId".to_owned(), channel.into())]);
        let id = Thing::Channels.id(&name).ok_or(ApiError::NotFound)?;
        let stored = self.stored(&id)?.ok_or(ApiError::NotFound)?;
        let store = self.state.office.store();
        let draft = store.document(DocumentKind::Draft, &key(self.tenant(), &id))?;
        Ok((stored, draft.map(|json| parsed(&json)).transpose()?))
    }

    fn save(&self, save: Save) -> Result<Shown, ApiError> {
        let (channel, before) = self.channel_and_draft(&save.channel)?;
        check_draft(before.as_ref(), save.draft_version)?;
        let newest = version_of(&channel);
        if save.based_on.is_some_and(|version| version > newest) {
            check_version(Some(&channel), save.based_on)?;
        }
        let mut fields = save.draft;
        let id = Value::from(save.channel.as_str());
        if *fields.entry("channelId").or_insert_with(|| id.clone()) != id {
            return Err(ApiError::wrong(
                "draft.channelId",
                "must be the channel's id",
            ));
        }
        for shown_only in ["version", "identitySecretSet", "hasDraft"] {
            fields.remove(shown_only);
        }
        carry_secrets(
            Thing::Channels,
            &mut fields,
            before.as_ref().map(|before| &before.draft),
        );
        let at = self.state.now().as_millis();
        let first = u64::try_from(at).unwrap_or(1);
        let draft = Draft {
            draft: fields,
            draft_version: before
                .as_ref()
                .map_or(first, |before| before.draft_version + 1),
            based_on: save.based_on.unwrap_or(newest),
            admin_id: self.who.agent.to_string(),
            at,
        };
        let json = serde_json::to_vec(&draft).map_err(ApiError::internal)?;
        if json.len() > DRAFT_BYTES_MAX {
            return Err(ApiError::wrong("draft", "must have at most 256 kB"));
        }
        let mut changes = self.files_kept(&json)?;
        changes.push(DocumentChange::put(
            DocumentKind::Draft,
            key(self.tenant(), &save.channel),
            json,
        ));
        // An editor saves at every pause of typing, so only the first save of each editor is recorded.
        let is_theirs = |before: &Draft| before.admin_id == self.who.agent.as_str();
        if before.as_ref().is_some_and(is_theirs) {
            let store = self.state.office.store();
            store
                .change_documents(&changes)
                .map_err(ApiError::unavailable)?;
        } else {
            self.keep(
                changes,
                &self.record(Action::Draft, Thing::Channels, &save.channel),
            )?;
        }
        Ok(draft.shown(&channel))
    }
}
