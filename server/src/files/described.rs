//! What is written down of an uploaded file, so that a message or a work order can only name a file its sender
//! uploaded, and so that it is known which files nobody ever named.

use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::files::Saved;
use crate::files::kind::{Family, Kind};
use crate::files::unused::due_key;
use crate::state::State;
use crate::wire::codes::message_type;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::message::content::File;
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::Attachment;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
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

/// What a file is uploaded for (Protocol, 'Files', upload).
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

/// What is written down.
#[derive(Serialize, Deserialize)]
pub(super) struct Description {
    owner: String,
    name: String,
    bytes: u64,
    pub(super) pixels: Option<(u32, u32)>,
    #[serde(default)]
    purpose: Purpose,
    /// Something that is kept names the file.
    #[serde(default)]
    pub(super) used: bool,
    /// Until when something may come to name it, in ms.
    #[serde(default)]
    pub(super) until: Option<i64>,
    /// How many things name it.
    #[serde(default)]
    pub(super) names: u32,
    /// When it was named last, in ms; the end of time for what is kept for good.
    #[serde(default)]
    pub(super) named: Option<i64>,
}

/// Between the last moment at which a file may be named and its removal: naming one takes no longer.
pub(super) const GRACE: Span = Span::from_minutes(10);

impl Description {
    /// Whether something names it, or may come to.
    fn may_be_named(&self, now: Timestamp) -> bool {
        self.used || self.until.is_none_or(|until| now.as_millis() <= until)
    }

    /// How many things name it; what was named before anybody counted counts as one.
    pub(super) fn names_counted(&self) -> u32 {
        self.names.max(u32::from(self.used))
    }

    /// A work order or a setting names it, which nothing forgets.
    pub(super) fn keep_for_good(&mut self) {
        self.names = self.names_counted() + 1;
        self.used = true;
        self.named = Some(i64::MAX);
    }
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

/// A file as it is removed.
pub struct Kept {
    /// Its own name.
    pub stored: String,
    /// Width and height, where it is a picture.
    pub pixels: Option<(u32, u32)>,
}

/// The files of one owner. Reads the descriptions of all files: for a blocking pool, and not often.
///
/// # Errors
/// The store's.
pub fn files_of(store: &dyn Store, owner: &Owner<'_>) -> Result<Vec<Kept>, StoreError> {
    const AT_ONCE: usize = 500;
    let owner = owner.name();
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.documents_page(DocumentKind::Upload, "", after.as_deref(), AT_ONCE)?;
        let is_last = page.len() < AT_ONCE;
        for (stored, json) in page {
            let description = serde_json::from_slice::<Description>(&json).ok();
            if let Some(description) = description.filter(|file| file.owner == owner) {
                found.push(Kept {
                    stored: stored.clone(),
                    pixels: description.pixels,
                });
            }
            after = Some(stored);
        }
        if is_last {
            return Ok(found);
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
    let documents = [
        (DocumentKind::Upload, saved.stored.clone(), json),
        (
            DocumentKind::UploadDue,
            due_key(until, &saved.stored),
            b"{}".to_vec(),
        ),
    ];
    let store = Arc::clone(state.office.store());
    block(move || store.put_documents(&documents)).await
}

/// The name a file came with; none for an unknown one.
///
/// # Errors
/// The store's.
pub async fn display_name(state: &State, stored: &str) -> Result<Option<String>, ApiError> {
    let (store, name) = (Arc::clone(state.office.store()), stored.to_owned());
    let json = block(move || store.document(DocumentKind::Upload, &name)).await?;
    let description = json.map(|json| serde_json::from_slice::<Description>(&json));
    let description = description.transpose().map_err(ApiError::internal)?;
    Ok(description.map(|description| description.name))
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
    now: Timestamp,
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
    if description.owner != owner.name() || !is_meant || !description.may_be_named(now) {
        return Ok(None);
    }
    description.keep_for_good();
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
