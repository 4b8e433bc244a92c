//! Agents whom colleagues mention in notes. A mention outlives a restart of the server.

use super::{Team, prefix};
use actors_core::ids::{AgentId, MessageId, SessionNo, TenantId, VisitorId};
use actors_core::routing::{ConversationPlace, Mention};
use actors_core::text::cut;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, StoreError};
use serde::{Deserialize, Serialize};

/// The most mentions of an agent. Beyond it, the oldest go.
pub const MENTIONS_MAX: usize = 200;

/// The most colleagues whom a note mentions.
pub const MENTIONED_MAX: usize = 20;

/// The longest beginning of a note that a mention repeats, in characters.
pub const EXCERPT_CHARS_MAX: usize = 200;

const KIND: DocumentKind = DocumentKind::Mention;

/// A mention as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    session: SessionNo,
    note: MessageId,
    name: String,
    by: String,
    nick: String,
    excerpt: String,
    pub(super) at: i64,
    is_read: bool,
}

pub(super) fn read_kept(json: &[u8]) -> Option<Kept> {
    serde_json::from_slice(json).ok()
}

/// A mention, and whether the agent has read it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The mention. Its `unread` is 0.
    pub mention: Mention,
    /// Whether the agent opened the conversation since.
    pub is_read: bool,
}

/// Which mentions an agent has read.
#[derive(Clone, Debug)]
pub enum Read {
    /// All.
    All,
    /// Those in the conversations with this visitor.
    Of(VisitorId),
}

/// The beginning of a note.
pub fn excerpt(text: &str) -> &str {
    cut(text, EXCERPT_CHARS_MAX)
}

/// The end of the key. Newer mentions come first.
fn name(at: i64, visitor: &VisitorId) -> String {
    format!("{:016x}/{visitor}", i64::MAX - at.max(0))
}

impl Team {
    /// Stores a mention, and returns the number of unread ones. `None` if it was stored before, which a repeated note
    /// does.
    ///
    /// # Errors
    /// The store's.
    pub fn mention(
        &self,
        (tenant, agent): (&TenantId, &AgentId),
        mention: &Mention,
    ) -> Result<Option<u32>, StoreError> {
        let _turn = self.turn(tenant, agent);
        let own = prefix(tenant, agent);
        let at = mention.at.as_millis();
        let key = format!("{own}{}", name(at, &mention.place.visitor));
        let before = self.store.documents(KIND, &own)?;
        if before.iter().any(|(other, _)| *other == key) {
            return Ok(None);
        }
        let kept = Kept {
            session: mention.place.session,
            note: mention.note,
            name: mention.name.to_string(),
            by: mention.by.to_string(),
            nick: mention.nick.to_string(),
            excerpt: mention.excerpt.to_string(),
            at,
            is_read: false,
        };
        let mut changes = vec![DocumentChange {
            kind: KIND,
            key,
            json: serde_json::to_vec(&kept).ok(),
        }];
        let oldest = before.iter().skip(MENTIONS_MAX - 1);
        changes.extend(oldest.map(|(key, _)| DocumentChange::delete(KIND, key.as_str())));
        self.store.change_documents(&changes)?;
        let newest = before.iter().take(MENTIONS_MAX - 1);
        Ok(Some(1 + unread(newest.map(|(_, json)| json.as_slice()))))
    }

    /// Returns an agent's mentions: the unread ones first, then the newest first.
    ///
    /// # Errors
    /// The store's.
    pub fn mentions(&self, tenant: &TenantId, agent: &AgentId) -> Result<Vec<Listed>, StoreError> {
        let own = prefix(tenant, agent);
        let kept = self.store.documents(KIND, &own)?;
        let mut listed: Vec<Listed> = kept
            .iter()
            .filter_map(|(key, json)| listed(key.strip_prefix(&own)?, read_kept(json)?))
            .collect();
        listed.sort_by_key(|one| one.is_read);
        Ok(listed)
    }

    /// Marks mentions as read. Returns the number of unread ones, and whether that changed something.
    ///
    /// # Errors
    /// The store's.
    pub fn mentions_read(
        &self,
        (tenant, agent): (&TenantId, &AgentId),
        read: &Read,
    ) -> Result<(u32, bool), StoreError> {
        let _turn = self.turn(tenant, agent);
        let own = prefix(tenant, agent);
        let (mut changes, mut left) = (Vec::new(), 0);
        for (key, json) in self.store.documents(KIND, &own)? {
            let Some(mut kept) = read_kept(&json).filter(|kept| !kept.is_read) else {
                continue;
            };
            let name = key.strip_prefix(&own).and_then(|name| name.split_once('/'));
            let visitor = name.map(|(_, visitor)| visitor);
            let is_meant = match read {
                Read::All => true,
                Read::Of(meant) => visitor == Some(meant.as_str()),
            };
            if !is_meant {
                left += 1;
                continue;
            }
            kept.is_read = true;
            let json = serde_json::to_vec(&kept).ok();
            changes.push(DocumentChange {
                kind: KIND,
                key,
                json,
            });
        }
        let is_changed = !changes.is_empty();
        if is_changed {
            self.store.change_documents(&changes)?;
        }
        Ok((left, is_changed))
    }

    /// Deletes the mention of a note that was withdrawn. Returns the number of unread ones.
    ///
    /// # Errors
    /// The store's.
    pub fn withdraw_mention(
        &self,
        (tenant, agent): (&TenantId, &AgentId),
        visitor: &VisitorId,
        at: Timestamp,
    ) -> Result<u32, StoreError> {
        let _turn = self.turn(tenant, agent);
        let own = prefix(tenant, agent);
        let key = format!("{own}{}", name(at.as_millis(), visitor));
        self.store.delete_document(KIND, &key)?;
        let rest = self.store.documents(KIND, &own)?;
        Ok(unread(rest.iter().map(|(_, json)| json.as_slice())))
    }

    /// Whether a colleague mentioned the agent in this session.
    ///
    /// # Errors
    /// The store's.
    pub fn is_mentioned(
        &self,
        (tenant, agent): (&TenantId, &AgentId),
        place: &ConversationPlace,
    ) -> Result<bool, StoreError> {
        let all = self.mentions(tenant, agent)?;
        Ok(all.iter().any(|one| one.mention.place == *place))
    }
}

fn unread<'a>(documents: impl Iterator<Item = &'a [u8]>) -> u32 {
    let unread = documents.filter(|json| read_kept(json).is_some_and(|kept| !kept.is_read));
    u32::try_from(unread.count()).unwrap_or(u32::MAX)
}

fn listed(name: &str, kept: Kept) -> Option<Listed> {
    let (_, visitor) = name.split_once('/')?;
    Some(Listed {
        is_read: kept.is_read,
        mention: Mention {
            place: ConversationPlace {
                visitor: VisitorId::from(visitor),
                session: kept.session,
            },
            name: kept.name.into(),
            note: kept.note,
            by: kept.by.into(),
            nick: kept.nick.into(),
            excerpt: kept.excerpt.into(),
            at: Timestamp::from_millis(kept.at),
            unread: 0,
        },
    })
}
