//! References to files. A file is marked as referenced before the reference is stored. So after a crash, nothing
//! references a removed file. A file is released when the last message that references it is deleted.

use crate::blocking::block;
use crate::error::ApiError;
use crate::files::described::{Description, FILES};
use crate::files::unused::due_key;
use crate::state::State;
use actix_web::web::Data;
use actors_core::event::Event;
use actors_core::ids::VisitorKey;
use actors_core::message::Content;
use actors_core::session::Refusal;
use actors_core::session::commands::Command;
use actors_core::session::commands::send_message::Sent;
use actors_core::time::Timestamp;
use actors_runtime::AskError;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Length of a stored name before the dot, in characters.
const NAME_CHARS: usize = 32;

/// Number of lines read at once in search of references.
const LINES_AT_ONCE: usize = 500;

/// Maximum number of files that one message may reference; further ones are ignored.
const FILES_MAX: usize = 50;

/// Maximum number of files that one setting may reference; further ones are ignored.
const FILES_OF_SETTING_MAX: usize = 1_000;

/// Files that a message is about to reference.
struct References(Vec<String>);

/// Sends a message. The files it references, its own and those in its rich text or card, are marked as used first. If
/// the message is refused or a repetition, the marks are taken back. This runs to its end even if the caller
/// disconnects, because a file must not stay marked without a reference.
///
/// # Errors
/// The session's refusal; `unheard` translates a missing answer of the session; 503 if the store did not record the
/// references.
pub async fn say<C>(
    state: &Data<State>,
    visitor: &VisitorKey,
    content: Content,
    says: impl FnOnce(Content) -> C + 'static,
    unheard: fn(AskError) -> ApiError,
) -> Result<Sent, ApiError>
where
    C: Command<Reply = Result<Sent, Refusal>> + Clone,
{
    let names = referenced_by(&content);
    if names.is_empty() {
        let sent = state.office.ask(visitor, says(content)).await;
        return Ok(sent.map_err(unheard)??);
    }
    let (state, visitor) = (state.clone(), visitor.clone());
    let said = actix_web::rt::spawn(async move {
        let naming = name(&state, names).await?;
        let sent = state.office.ask(&visitor, says(content)).await;
        let sent = sent.map_err(unheard)?;
        let is_new = matches!(
            sent,
            Ok(Sent {
                repeated: false,
                ..
            })
        );
        if let Some(naming) = naming.filter(|_| !is_new) {
            naming.take_back(&state).await?;
        }
        Ok(sent?)
    });
    said.await.map_err(ApiError::internal)?
}

/// Marks files as used. Returns those that exist.
async fn name(state: &State, names: Vec<String>) -> Result<Option<References>, ApiError> {
    let at = state.now().as_millis();
    let change = move |description: &mut Description| {
        description.names = description.names_counted() + 1;
        description.used = true;
        description.named = Some(description.named.map_or(at, |before| before.max(at)));
        true
    };
    let known = change_each(state, names, change).await?;
    Ok((!known.is_empty()).then_some(References(known)))
}

impl References {
    async fn take_back(self, state: &State) -> Result<(), ApiError> {
        let change = |description: &mut Description| {
            description.names = description.names_counted().saturating_sub(1);
            description.used = description.names > 0;
            true
        };
        change_each(state, self.0, change).await.map(drop)
    }
}

/// The files that a message references.
fn referenced_by(content: &Content) -> Vec<String> {
    match content {
        Content::Text(text) | Content::RichText(text) => references_in(text),
        Content::Note(note) => references_in(&note.text),
        Content::Line(_) | Content::Menu(_) => Vec::new(),
        Content::Image(file)
        | Content::File(file)
        | Content::Video(file)
        | Content::Audio(file) => references_in(&file.url),
        Content::Robot(_)
        | Content::Card(_)
        | Content::Goods(_)
        | Content::Order(_)
        | Content::Link(_)
        | Content::Form(_)
        | Content::InterfaceForm(_)
        | Content::FilledForm(_) => {
            serde_json::to_string(content).map_or_else(|_| Vec::new(), |text| references_in(&text))
        }
    }
}

/// The stored names, without suffix, of all files whose addresses occur in a text.
pub(crate) fn references_in(text: &str) -> Vec<String> {
    first_references_in(text, FILES_MAX)
}

fn first_references_in(text: &str, most: usize) -> Vec<String> {
    let mut names = BTreeSet::new();
    for piece in text.split(FILES).skip(1) {
        let name = piece.get(..NAME_CHARS).unwrap_or_default();
        let is_ours = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if !name.is_empty() && name.bytes().all(is_ours) {
            names.insert(name);
        }
    }
    names.into_iter().take(most).map(str::to_owned).collect()
}

/// The changes that permanently keep every file whose address occurs in a setting.
///
/// # Errors
/// The store's errors.
pub fn keep_all_in(store: &dyn Store, setting: &str) -> Result<Vec<DocumentChange>, StoreError> {
    let mut changes = Vec::new();
    for name in first_references_in(setting, FILES_OF_SETTING_MAX) {
        if let Some((stored, mut description)) = read(store, &name)?
            && description.named != Some(i64::MAX)
        {
            description.keep_for_good();
            changes.extend(written(stored, &description));
        }
    }
    Ok(changes)
}

/// Releases files of messages that are about to be deleted. Files without a new reference since `before` are then
/// removed like other unreferenced files.
///
/// # Errors
/// 503 if the store did not record it.
pub async fn release(state: &State, names: Vec<String>, before: Timestamp) -> Result<(), ApiError> {
    let now = state.now();
    let change = move |description: &mut Description| {
        let last = description.named.or(description.until);
        let is_over = last.is_some_and(|last| last < before.as_millis()) && description.used;
        if is_over {
            description.used = false;
            description.names = 0;
            description.until = Some(now.as_millis());
        }
        is_over
    };
    let gone = change_each(state, names, change).await?;
    make_due(state, gone, now).await
}

/// Releases files that a visitor's messages or orders reference, once per reference, because these are about to be
/// deleted. Files with other references stay.
///
/// # Errors
/// 503 if the store did not record it.
pub async fn release_one(state: &State, names: Vec<String>) -> Result<(), ApiError> {
    let now = state.now();
    let change = move |description: &mut Description| {
        description.names = description.names_counted().saturating_sub(1);
        description.used = description.names > 0;
        if !description.used {
            description.until = Some(now.as_millis());
            description.named = None;
        }
        true
    };
    let touched = change_each(state, names, change).await?;
    // The run on their due time keeps files that are still used.
    make_due(state, touched, now).await
}

async fn make_due(state: &State, files: Vec<String>, now: Timestamp) -> Result<(), ApiError> {
    let due: Vec<_> = files
        .iter()
        .map(|stored| {
            DocumentChange::put(
                DocumentKind::UploadDue,
                due_key(now, stored),
                b"{}".to_vec(),
            )
        })
        .collect();
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&due)).await
}

/// The files that a visitor's lines before this time reference, once per reference, and whether there are such lines.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn referenced_before(
    state: &State,
    visitor: &VisitorKey,
    before: Timestamp,
) -> Result<(Vec<String>, bool), ApiError> {
    let (mut files, mut before, mut is_any) = (Vec::new(), before, false);
    loop {
        let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
        let lines = block(move || store.history(&key, before, LINES_AT_ONCE)).await?;
        for line in &lines {
            if let Event::Message(message) = &line.entry.event {
                files.extend(referenced_by(&message.content));
            }
        }
        is_any |= !lines.is_empty();
        match lines.first() {
            Some(oldest) if lines.len() == LINES_AT_ONCE => before = oldest.entry.at,
            _ => return Ok((files, is_any)),
        }
    }
}

/// Changes the descriptions of these files. Returns the files that exist and were changed.
async fn change_each(
    state: &State,
    names: Vec<String>,
    change: impl Fn(&mut Description) -> bool + Send + 'static,
) -> Result<Vec<String>, ApiError> {
    let (store, turn) = (Arc::clone(state.office.store()), state.uploads.naming());
    block(move || {
        // Two messages may reference one file at the same time; the lock keeps both counts.
        let _turn = turn.lock();
        let mut changed: BTreeMap<String, Description> = BTreeMap::new();
        for name in names {
            let name = name.get(..NAME_CHARS).unwrap_or(&name);
            let known = changed.range_mut(name.to_owned()..).next();
            if let Some((_, description)) = known.filter(|(stored, _)| stored.starts_with(name)) {
                change(description);
            } else if let Some((stored, mut description)) = read(store.as_ref(), name)?
                && change(&mut description)
            {
                changed.insert(stored, description);
            }
        }
        let each = changed.iter();
        let changes: Vec<_> = each
            .filter_map(|(stored, description)| written(stored.clone(), description))
            .collect();
        if !changes.is_empty() {
            store.change_documents(&changes)?;
        }
        Ok(changed.into_keys().collect())
    })
    .await
}

/// Reads a description by the file's stored name without suffix. A thumbnail shares the description of its picture.
fn read(store: &dyn Store, name: &str) -> Result<Option<(String, Description)>, StoreError> {
    let found = store.documents_page(DocumentKind::Upload, name, None, 1)?;
    Ok(found.into_iter().next().and_then(|(stored, json)| {
        let description = serde_json::from_slice(&json).ok()?;
        Some((stored, description))
    }))
}

fn written(stored: String, description: &Description) -> Option<DocumentChange> {
    Some(DocumentChange::put(
        DocumentKind::Upload,
        stored,
        serde_json::to_vec(description).ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_addresses_are_found_anywhere_in_a_text() {
        let (one, other) = ("a".repeat(32), "0123456789abcdef".repeat(2));
        let text = format!(
            "<img src=\"{FILES}{one}.png\"> and {FILES}{other}-480.jpg, {FILES}{one}.png, {FILES}short.png, \
             {FILES}{}.png, {FILES}ü",
            "G".repeat(32)
        );

        assert_eq!(references_in(&text), [other, one]);
        assert_eq!(references_in("nothing at all"), [""; 0]);
    }
}
