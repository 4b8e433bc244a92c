//! What is written down of an uploaded file, so that a message or a work order can only name a file its sender
//! uploaded, and so that it is known which files nobody ever named.

use crate::agent_token::{SignedIn, block};
use crate::error::ApiError;
use crate::state::State;
use crate::uploads::Saved;
use crate::uploads::kind::{Family, Kind};
use crate::wire::codes::message_type;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::message::content::File;
use actors_core::work_order::Attachment;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where files are served.
pub const FILES: &str = "/api/files/";

/// Whose file.
pub enum Owner<'a> {
    /// A visitor's.
    Visitor(&'a VisitorKey),
    /// An agent's.
    Agent(&'a SignedIn),
}

/// What a file is uploaded for (Contract §4, upload).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// A message.
    #[default]
    Chat,
    /// A message that is left, or a work order made in its place.
    LeaveMessage,
    /// A work order, or a reply to one.
    WorkOrder,
}

#[derive(Serialize, Deserialize)]
struct Description {
    owner: String,
    name: String,
    bytes: u64,
    pixels: Option<(u32, u32)>,
    #[serde(default)]
    purpose: Purpose,
    /// Something that is kept names the file.
    #[serde(default)]
    used: bool,
}

impl Purpose {
    /// What a form says of it; nothing for a word that means nothing.
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

/// Writes down whose a saved file is.
///
/// # Errors
/// 503: the store did not keep it.
pub async fn describe(
    state: &State,
    owner: &Owner<'_>,
    purpose: Purpose,
    saved: &Saved,
) -> Result<(), ApiError> {
    let description = Description {
        owner: owner.name(),
        name: saved.name.clone(),
        bytes: saved.bytes,
        pixels: saved.pixels,
        purpose,
        used: false,
    };
    let json = serde_json::to_vec(&description).map_err(ApiError::internal)?;
    let (store, name) = (Arc::clone(state.office.store()), saved.stored.clone());
    block(move || store.put_document(DocumentKind::Upload, &name, &json)).await
}

/// The content of a message that names a file its sender uploaded.
///
/// # Errors
/// 400: there is no such file of theirs, or it is of another kind.
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
    if description.owner != owner.name() || description.purpose != Purpose::Chat {
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
        (message_type::FILE, _) => Ok(Content::File(file)),
        _ => Err(unknown()),
    }
}

/// The name and the family of a file this server serves under `address`.
fn stored_name(address: &str) -> Option<(&str, Family)> {
    let stored = address
        .strip_prefix(FILES)
        .filter(|stored| stored.len() < 64)?;
    let (_, suffix) = stored.split_once('.')?;
    Some((stored, Kind::by_suffix(suffix)?.family))
}

/// A file for a work order, and the change that says it is used, to be made in the step that names it. None where
/// there is no such file of theirs, or a visitor uploaded it for something else. Reads the store.
///
/// # Errors
/// The store's.
pub fn claim(
    store: &dyn Store,
    owner: &Owner<'_>,
    address: &str,
) -> Result<Option<(Attachment, DocumentChange)>, ApiError> {
    let Some((stored, family)) = stored_name(address) else {
        return Ok(None);
    };
    let json = store
        .document(DocumentKind::Upload, stored)
        .map_err(ApiError::unavailable)?;
    let Some(json) = json else {
        return Ok(None);
    };
    let mut description: Description = serde_json::from_slice(&json).map_err(ApiError::internal)?;
    let is_meant = match owner {
        Owner::Visitor(_) => description.purpose != Purpose::Chat && family == Family::Image,
        Owner::Agent(_) => true,
    };
    if description.owner != owner.name() || !is_meant {
        return Ok(None);
    }
    description.used = true;
    let change = DocumentChange {
        kind: DocumentKind::Upload,
        key: stored.to_owned(),
        json: Some(serde_json::to_vec(&description).map_err(ApiError::internal)?),
    };
    let attachment = Attachment {
        url: address.into(),
        name: description.name.into(),
    };
    Ok(Some((attachment, change)))
}
