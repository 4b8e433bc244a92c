//! Agents give tags to a conversation.

use crate::event::{Event, Tagging};
use crate::ids::{AgentId, Seq, SessionNo, TagId};
use crate::session::commands::Command;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// The most tags of a conversation.
pub const TAGS_MAX: usize = 20;

/// Adds and removes tags of the visitor's newest session. Any agent of the tenant may do so, also after the end. It
/// names the difference, so that two agents never undo each other's changes.
#[derive(Clone, Debug)]
pub struct ChangeTags {
    /// Who.
    pub by: AgentId,
    /// The tags to add. Those that it has already change nothing.
    pub add: Vec<TagId>,
    /// The tags to remove. Unknown ones change nothing.
    pub remove: Vec<TagId>,
}

/// The tags of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The session.
    pub session: SessionNo,
    /// The line of the last change, or any later one.
    pub seq: Seq,
    /// All tags, in the order in which they were added.
    pub tags: Vec<TagId>,
    /// Whether the command changed them.
    pub is_changed: bool,
}

impl Command for ChangeTags {
    type Reply = Result<Tags, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        let before = session.extras.tags();
        let mut tags = before.to_vec();
        tags.retain(|tag| !self.remove.contains(tag));
        for tag in self.add {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        if tags.len() > TAGS_MAX {
            return Err(Refusal::TooManyTags);
        }
        if tags == before {
            return Ok(Tags {
                session: session.number,
                seq: session.mailbox.last(),
                tags,
                is_changed: false,
            });
        }
        session.extras.tag(tags.clone());
        let tagging = Tagging {
            by: self.by,
            tags: tags.clone(),
        };
        let line = session.append(Event::Tagged(Box::new(tagging)), effects);
        Ok(Tags {
            session: session.number,
            seq: line.message.seq,
            tags,
            is_changed: true,
        })
    }
}
