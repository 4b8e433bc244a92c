//! Descriptions of uploaded files. They ensure that a message or work order references only files of its sender, and
//! they show which files are never referenced.

use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::files::Saved;
use crate::files::kind::{Family, Kind};
use crate::files::unused::due_key;
use crate::state::State;
use crate::store::pick_documents;
use crate::wire::codes::message_type;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::message::content::File;
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::Attachment;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The path under which files are served.
pub const FILES: &str = "/api/files/";

/// The owner of a file.
pub enum Owner<'a> {
    /// A visitor's.
    Visitor(&'a VisitorKey),
    /// An agent's.
    Agent(&'a SignedIn),
}

/// The purpose of an upload (Protocol, 'Files', upload).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// A chat message.
    #[default]
    Chat,
    /// A left message, or a work order in its place.
    LeaveMessage,
    /// A work order, or a reply to one.
    WorkOrder,
}

/// The description of a file.
#[derive(Serialize, Deserialize)]
pub(super) struct Description {
    owner: String,
    name: String,
    pub(super) bytes: u64,
    pub(super) pixels: Option<(u32, u32)>,
    #[serde(default)]
    purpose: Purpose,
    /// Whether something references the file.
    #[serde(default)]
    pub(super) used: bool,
    /// Until when a new reference is possible, in ms.
    pub(super) until: Option<i64>,
    /// Number of references.
    #[serde(default)]
    pub(super) names: u32,
    /// Time of the last new reference, in ms; the maximum for a file that is kept permanently.
    pub(super) named: Option<i64>,
}

/// Time between the last possible reference and the removal of a file. Recording a reference takes less.
pub(super) const GRACE: Span = Span::from_minutes(10);

impl Description {
    /// The tenant of its owner.
    pub(super) fn tenant(&self) -> Option<&str> {
        let (_kind, owner) = self.owner.split_once(' ')?;
        owner.split_once('/').map(|(tenant, _)| tenant)
    }

    /// Whether something references it, or still may.
    fn may_be_named(&self, now: Timestamp) -> bool {
        self.used || self.until.is_none_or(|until| now.as_millis() <= until)
    }

    /// The number of references. A file marked as used without a count has one.
    pub(super) fn names_counted(&self) -> u32 {
        self.names.max(u32::from(self.used))
    }

    /// Keeps the file permanently, because a work order or a setting references it.
    pub(super) fn keep_for_good(&mut self) {
        self.names = self.names_counted() + 1;
        self.used = true;
        self.named = Some(i64::MAX);
    }
}

impl Purpose {
    /// Reads the form's value; `None` if it is unknown.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "" | "chat" => Some(Self::Chat),
            "leaveMsg" => Some(Self::LeaveMessage),
            "workOrder" => Some(Self::WorkOrder),
            _ => None,
        }
    }
}

impl Owner<'_> {
    fn name(&self) -> String {
        match self {
            Self::Visitor(visitor) => format!("visitor {visitor}"),
            Self::Agent(agent) => format!("agent {}/{}", agent.tenant, agent.agent),
        }
    }
}

/// A file to remove.
pub struct Kept {
    /// Its stored name.
    pub stored: String,
    /// Width and height of a picture.
    pub pixels: Option<(u32, u32)>,
}

/// The files of one owner. Reads the descriptions of all files: call it rarely, on a blocking thread.
///
/// # Errors
/// The store's errors.
pub fn files_of(store: &dyn Store, owner: &Owner<'_>) -> Result<Vec<Kept>, StoreError> {
    let owner = owner.name();
    pick_documents(store, (DocumentKind::Upload, ""), |stored, json| {
        let description = serde_json::from_slice::<Description>(json).ok();
        let description = description.filter(|file| file.owner == owner)?;
        Some(Kept {
            stored: stored.to_owned(),
            pixels: description.pixels,
        })
    })
}

/// Stores the description of a saved file.
///
/// # Errors
/// 503 if the store did not record it.
pub async fn describe(
    state: &State,
    owner: &Owner<'_>,
    purpose: Purpose,
    saved: &Saved,
) -> Result<(), ApiError> {
    let until = state.now() + state.uploads.unused_for;
    let description = Description {
        owner: owner.name(),
        name: saved.name.clone(),
        bytes: saved.bytes,
        pixels: saved.pixels,
        purpose,
        used: false,
        until: Some(until.as_millis()),
        names: 0,
        named: None,
    };
    let json = serde_json::to_vec(&description).map_err(ApiError::internal)?;
    let changes = [
        DocumentChange::put(DocumentKind::Upload, saved.stored.as_str(), json),
        DocumentChange::put(
            DocumentKind::UploadDue,
            due_key(until, &saved.stored),
            b"{}".to_vec(),
        ),
    ];
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await
}

/// The original name of a file; `None` for an unknown file.
///
/// # Errors
/// The store's errors.
pub async fn display_name(state: &State, stored: &str) -> Result<Option<String>, ApiError> {
    let (store, name) = (Arc::clone(state.office.store()), stored.to_owned());
    let json = block(move || store.document(DocumentKind::Upload, &name)).await?;
    let description = json.map(|json| serde_json::from_slice::<Description>(&json));
    let description = description.transpose().map_err(ApiError::internal)?;
    Ok(description.map(|description| description.name))
}

/// The content of a message that references a file of its sender.
///
/// # Errors
/// 400 if the sender has no such file, or it is of another kind.
pub async fn content(
    state: &State,
    owner: &Owner<'_>,
    msg_type: u8,
    address: &str,
) -> Result<Content, ApiError> {
    let unknown = || ApiError::invalid("msgContent is not a file that was uploaded");
    let (stored, family) = stored_name(address).ok_or_else(unknown)?;
    let (store, name) = (Arc::clone(state.office.store()), stored.to_owned());
    let json = block(move || store.document(DocumentKind::Upload, &name))
        .await?
        .ok_or_else(unknown)?;
    let description: Description = serde_json::from_slice(&json).map_err(ApiError::internal)?;
    let is_meant = description.purpose == Purpose::Chat && description.may_be_named(state.now());
    if description.owner != owner.name() || !is_meant {
        return Err(unknown());
    }
    let file = Box::new(File {
        url: address.into(),
        name: description.name.into(),
        bytes: description.bytes,
        pixels: description.pixels,
    });
    match (msg_type, family) {
        (message_type::IMAGE, Family::Image) => Ok(Content::Image(file)),
        (message_type::VIDEO, Family::Video) => Ok(Content::Video(file)),
        (message_type::AUDIO, Family::Audio) => Ok(Content::Audio(file)),
        (message_type::FILE, _) => Ok(Content::File(file)),
        _ => Err(unknown()),
    }
}

/// The stored name and family of the file served under `address`.
fn stored_name(address: &str) -> Option<(&str, Family)> {
    let stored = address
        .strip_prefix(FILES)
        .filter(|stored| stored.len() < 64)?;
    let (_, suffix) = stored.split_once('.')?;
    Some((stored, Kind::by_suffix(suffix)?.family))
}

/// A file for a work order, and the change that marks it as used, which belongs into the step that references it.
/// `None` if the owner has no such file, or a visitor uploaded it for another purpose. Reads the store.
///
/// # Errors
/// The store's errors.
pub fn claim(
    store: &dyn Store,
    now: Timestamp,
    owner: &Owner<'_>,
    address: &str,
) -> Result<Option<(Attachment, DocumentChange)>, ApiError> {
    let Some((stored, family)) = stored_name(address) else {
        return Ok(None);
    };
    let json = store.document(DocumentKind::Upload, stored)?;
    let Some(json) = json else {
        return Ok(None);
    };
    let mut description: Description = serde_json::from_slice(&json).map_err(ApiError::internal)?;
    let is_meant = match owner {
        Owner::Visitor(_) => description.purpose != Purpose::Chat && family == Family::Image,
        Owner::Agent(_) => true,
    };
    if description.owner != owner.name() || !is_meant || !description.may_be_named(now) {
        return Ok(None);
    }
    description.keep_for_good();
    let change = DocumentChange::put(
        DocumentKind::Upload,
        stored.to_owned(),
        serde_json::to_vec(&description).map_err(ApiError::internal)?,
    );
    let attachment = Attachment {
        url: address.into(),
        name: description.name.into(),
    };
    Ok(Some((attachment, change)))
}
