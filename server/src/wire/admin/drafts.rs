//! Drafts and previews of channels (Protocol, 'Other calls').

use crate::admin::change::draft::{Differences, Save, Shown};
use crate::admin::difference::FieldChange;
use crate::fixtures::channel::WrittenChannel;
use crate::wire::channel::ChannelInfo;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// channels/preview.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PreviewRequest {
    /// A whole channel; a channel that exists keeps the secret that the draft omits.
    #[schema(value_type = WrittenChannel)]
    pub draft: Map<String, Value>,
    /// The language of the page, as in channelInfo.
    pub locale: Option<String>,
}

/// The response of channels/preview.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewResponse {
    /// What channelInfo would answer.
    pub channel_info: ChannelInfo,
}

/// channels/saveDraft.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveDraftRequest {
    /// The channel.
    pub channel_id: String,
    /// The version of the channel that the draft changes; the newest if absent.
    pub version: Option<u64>,
    /// The version of the draft that this one replaces, 0 for none. If absent, any draft is replaced.
    pub draft_version: Option<u64>,
    /// The channel's fields. They are not checked, and at most 256 kB.
    #[schema(value_type = WrittenChannel)]
    pub draft: Map<String, Value>,
}

/// channels/getDraft and channels/changes.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelRequest {
    /// The channel.
    pub channel_id: String,
}

/// channels/publish and channels/discardDraft.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftRequest {
    /// The channel.
    pub channel_id: String,
    /// The version of the draft that the caller has seen. If absent, it is not checked.
    pub draft_version: Option<u64>,
}

/// A draft of a channel.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftResponse {
    /// The channel's fields without secrets, with `identitySecretSet`.
    #[schema(value_type = WrittenChannel)]
    pub draft: Map<String, Value>,
    /// Rises with every save.
    pub draft_version: u64,
    /// The version of the channel that the draft changes. It can be published while this is the newest.
    pub based_on: u64,
    /// The channel's newest version.
    pub version: u64,
    /// Who saved it last.
    pub admin_id: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
}

/// The response of channels/changes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangesResponse {
    /// The changed fields: `before` as published, `after` as in the draft. A secret is `set` or null.
    pub list: Vec<FieldChange>,
    /// The draft's version.
    pub draft_version: u64,
    /// The version of the channel that the draft changes.
    pub based_on: u64,
    /// The channel's newest version.
    pub version: u64,
}

impl From<SaveDraftRequest> for Save {
    fn from(request: SaveDraftRequest) -> Self {
        Self {
            channel: request.channel_id,
            based_on: request.version,
            draft_version: request.draft_version,
            draft: request.draft,
        }
    }
}

impl From<Shown> for DraftResponse {
    fn from(Shown { draft, version }: Shown) -> Self {
        Self {
            draft: draft.draft,
            draft_version: draft.draft_version,
            based_on: draft.based_on,
            version,
            admin_id: draft.admin_id,
            at: draft.at,
        }
    }
}

impl From<Differences> for ChangesResponse {
    fn from(Differences { list, of }: Differences) -> Self {
        Self {
            list,
            draft_version: of.draft.draft_version,
            based_on: of.draft.based_on,
            version: of.version,
        }
    }
}
