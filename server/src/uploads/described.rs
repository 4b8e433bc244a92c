//! What is written down of an uploaded file, so that a message can only name a file its sender uploaded.

use crate::agent_token::{SignedIn, block};
use crate::error::ApiError;
use crate::state::State;
use crate::uploads::Saved;
use crate::uploads::kind::{Family, Kind};
use crate::wire::codes::message_type;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::message::content::File;
use actors_runtime::ports::DocumentKind;
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

#[derive(Serialize, Deserialize)]
struct Description {
    owner: String,
    name: String,
    bytes: u64,
    pixels: Option<(u32, u32)>,
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
pub async fn describe(state: &State, owner: &Owner<'_>, saved: &Saved) -> Result<(), ApiError> {
    let description = Description {
        owner: owner.name(),
        name: saved.name.clone(),
        bytes: saved.bytes,
        pixels: saved.pixels,
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
    let stored = address
        .strip_prefix(FILES)
        .filter(|stored| stored.len() < 64)
        .ok_or_else(unknown)?;
    let (_, suffix) = stored.split_once('.').ok_or_else(unknown)?;
    let family = Kind::by_suffix(suffix).ok_or_else(unknown)?.family;
    let (store, name) = (Arc::clone(state.office.store()), stored.to_owned());
    let json = block(move || store.document(DocumentKind::Upload, &name))
        .await?
        .ok_or_else(unknown)?;
    let description: Description = serde_json::from_slice(&json).map_err(ApiError::internal)?;
    if description.owner != owner.name() {
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
