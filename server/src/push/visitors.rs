//! The browsers of visitors who agreed to pushes (Protocol, 'Push to visitors'). The store alone has them: many visitors
//! may agree, and few are told at a time. The session decides when; here is what a push says.

use super::Push;
use super::devices::Device;
use super::queue::{Added, Item};
use super::sending;
use crate::blocking::Locks;
use crate::state::State;
use crate::system_texts::{PUSH_AGENT, PUSH_ANSWER};
use actors_core::ids::VisitorKey;
use actors_core::session::pushing::{PushNews, PushRequest};
use actors_runtime::Notifier;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use reqwest::Url;
use serde_json::json;
use std::sync::Arc;

/// Browsers of one visitor. One more replaces the oldest.
pub const OF_VISITOR_MAX: usize = 5;

const KIND: DocumentKind = DocumentKind::VisitorPushDevice;

/// The visitors' browsers.
pub struct VisitorDevices {
    store: Arc<dyn Store>,
    locks: Locks,
}

/// What is left after a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// The visitor had no such browser.
    Unknown,
    /// The visitor has others.
    Some,
    /// It was the last one.
    None,
}

impl VisitorDevices {
    /// Those in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            locks: Locks::default(),
        }
    }

    /// A visitor's browsers, oldest first. Blocks.
    ///
    /// # Errors
    /// The store's.
    pub fn of(&self, visitor: &VisitorKey) -> Result<Vec<Device>, StoreError> {
        let stored = self.store.documents(KIND, &prefix(visitor))?;
        let read = |(_, json): (String, Vec<u8>)| serde_json::from_slice(&json).ok();
        let mut found: Vec<Device> = stored.into_iter().filter_map(read).collect();
        found.sort_by_key(|device| device.at);
        Ok(found)
    }

    /// Whether the visitor has exactly this one. Blocks.
    ///
    /// # Errors
    /// The store's.
    pub fn has(&self, visitor: &VisitorKey, device: &Device) -> Result<bool, StoreError> {
        let is_same = |known: Device| {
            let at = device.at;
            Device { at, ..known } == *device
        };
        Ok(self.of(visitor)?.into_iter().any(is_same))
    }

    /// Keeps one. It replaces the same browser's, and the oldest above the limit. Blocks.
    ///
    /// # Errors
    /// The store's: nothing changed.
    pub fn keep(&self, visitor: &VisitorKey, device: &Device) -> Result<(), StoreError> {
        let _alone = self.locks.lock(visitor);
        let mut others = self.of(visitor)?;
        others.retain(|known| known.id != device.id);
        let above = (others.len() + 1).saturating_sub(OF_VISITOR_MAX);
        let gone = others.iter().take(above);
        let mut changes: Vec<_> = gone.map(|old| removal(visitor, &old.id)).collect();
        let json = serde_json::to_vec(device).unwrap_or_default();
        let key = format!("{}{}", prefix(visitor), device.id);
        changes.push(DocumentChange::put(KIND, key, json));
        self.store.change_documents(&changes)
    }

    /// Removes one. Blocks.
    ///
    /// # Errors
    /// The store's: nothing changed.
    pub fn remove(&self, visitor: &VisitorKey, id: &str) -> Result<Left, StoreError> {
        let _alone = self.locks.lock(visitor);
        let known = self.of(visitor)?;
        if !known.iter().any(|device| device.id == id) {
            return Ok(Left::Unknown);
        }
        self.store.change_documents(&[removal(visitor, id)])?;
        Ok(match known.len() {
            1 => Left::None,
            _ => Left::Some,
        })
    }

    /// Removes all of a visitor who was erased. Blocks.
    ///
    /// # Errors
    /// The store's: nothing changed.
    pub fn forget(&self, visitor: &VisitorKey) -> Result<(), StoreError> {
        let _alone = self.locks.lock(visitor);
        let stored = self.store.documents(KIND, &prefix(visitor))?;
        let stored = stored.into_iter();
        let changes: Vec<_> = stored
            .map(|(key, _)| DocumentChange::delete(KIND, key))
            .collect();
        match changes.is_empty() {
            true => Ok(()),
            false => self.store.change_documents(&changes),
        }
    }
}

impl Notifier for Push {
    fn push(&self, visitor: &VisitorKey, request: PushRequest) {
        let item = Item::News(visitor.clone(), request);
        match self.queue.lock().tell(self.clock.now(), item) {
            Added::Waits => self.added.notify_one(),
            Added::Full => sending::count("dropped"),
        }
    }
}

/// What a visitor's service worker gets: the shop's name, a sentence in their language, and the page that it opens. It
/// has no word of the conversation. None if the shop or the channel is gone.
pub fn payload(state: &State, visitor: &VisitorKey, request: &PushRequest) -> Option<Vec<u8>> {
    let settings = state.catalogue.tenant(&visitor.tenant)?;
    let channel = state.catalogue.channel(request.channel.as_str())?;
    let code = request.language.as_str();
    let sentence = match request.news {
        PushNews::Answer => PUSH_ANSWER,
        PushNews::Agent => PUSH_AGENT,
    };
    let query = [("channelId", channel.id.as_str()), ("locale", code)];
    let page = Url::parse_with_params("https://localhost/chat_online/index", query).ok()?;
    let said = state.sentences.say(sentence, request.language, &[]);
    let (title, body) = match settings.tenant.name.or_empty(code) {
        "" => (said.as_str(), ""),
        name => (name, said.as_str()),
    };
    let content = json!({
        "title": title,
        "body": body,
        "path": format!("{}?{}", page.path(), page.query().unwrap_or_default()),
    });
    serde_json::to_vec(&content).ok()
}

fn prefix(visitor: &VisitorKey) -> String {
    format!("{}/{}/", visitor.tenant, visitor.visitor)
}

fn removal(visitor: &VisitorKey, id: &str) -> DocumentChange {
    DocumentChange::delete(KIND, format!("{}{id}", prefix(visitor)))
}
