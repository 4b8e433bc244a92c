//! What is stored of a mail: its content until it is sent, and its fate for the list of recent mails.
//!
//! | document | key |
//! | --- | --- |
//! | the content | `tenant/id` |
//! | the fate | `tenant/NEWEST/id` |
//!
//! An id begins with the time of the mail. NEWEST is that time subtracted from the maximum, so that the newest entry comes
//! first.

use super::letter::Letter;
use super::smtp::{Failure, Problem};
use crate::secrets;
use actors_core::ids::{TenantId, VisitorId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use serde::{Deserialize, Serialize};

/// What a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailKind)]
pub enum Kind {
    /// An agent is invited.
    Invitation,
    /// An agent may choose another password.
    Reset,
    /// A visitor left a message.
    LeaveMessage,
    /// A visitor made a work order.
    WorkOrder,
    /// An agent answers a left message.
    Answer,
    /// A conversation, for its visitor.
    Transcript,
    /// Something that administrators must know.
    Notice,
    /// What a visitor missed who left before the answer.
    Missed,
    /// A trial.
    Test,
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// It is sent as soon as the SMTP server takes it.
    Waiting,
    /// The SMTP server took it.
    Sent,
    /// It could not be sent, and is not tried again.
    Bounced,
}

/// The content of a mail. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// What it is.
    pub kind: Kind,
    /// When it was written.
    pub at: Timestamp,
    /// The name of the sender.
    pub from_name: String,
    /// Where a reply goes.
    pub reply_to: Option<String>,
    /// Where it goes.
    pub to: String,
    /// The reader's name; may be empty.
    pub to_name: String,
    /// The visitor it is about.
    pub visitor: Option<String>,
    /// What it says.
    pub letter: Letter,
    /// The address that ends such mails (RFC 8058).
    #[serde(default)]
    pub stop: Option<String>,
}

/// What became of a mail. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fate {
    /// What it is.
    pub kind: Kind,
    /// When it was written.
    pub at: Timestamp,
    /// Where it goes.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// The visitor it is about.
    pub visitor: Option<String>,
    /// What became of it.
    pub state: MailState,
    /// How often it was tried.
    pub tries: u32,
    /// While it waits: when it is tried next.
    pub next: Timestamp,
    /// While it waits: when it is given up.
    pub until: Timestamp,
    /// When it was sent or given up.
    pub ended: Option<Timestamp>,
    /// Why the last try failed.
    pub failure: Option<Failure>,
}

impl Fate {
    /// A new mail's.
    pub fn new(content: &Content, until: Timestamp) -> Self {
        Self {
            kind: content.kind,
            at: content.at,
            to: content.to.clone(),
            subject: content.letter.subject.clone(),
            visitor: content.visitor.clone(),
            state: MailState::Waiting,
            tries: 0,
            next: content.at,
            until,
            ended: None,
            failure: None,
        }
    }

    /// The name of the last failure.
    pub fn problem(&self) -> Option<Problem> {
        self.failure.as_ref().map(|failure| failure.problem)
    }
}

/// Returns the id of a mail that is written at this time. Later ids sort later.
pub fn draw_id(now: Timestamp) -> String {
    let random = secrets::random_name();
    format!("{:016x}{}", millis(now), &random[..16])
}

/// Whether a text has the form of an id.
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The key of a mail's content.
pub fn content_key(tenant: &TenantId, id: &str) -> String {
    format!("{tenant}/{id}")
}

/// The tenant and the id of a content's key.
pub fn read_content_key(key: &str) -> Option<(TenantId, &str)> {
    let (tenant, id) = key.rsplit_once('/')?;
    is_id(id).then(|| (TenantId::from(tenant), id))
}

/// The key of a mail's fate.
pub fn fate_key(tenant: &TenantId, id: &str) -> String {
    let written = u64::from_str_radix(&id[..16], 16).unwrap_or(0);
    format!("{tenant}/{:016x}/{id}", u64::MAX - written)
}

/// The key that follows those of all mails written at or after this time.
pub fn fate_key_before(tenant: &TenantId, before: Timestamp) -> String {
    format!("{tenant}/{:016x}/", u64::MAX - (millis(before).max(1) - 1))
}

/// The change that stores a mail's fate.
pub fn put_fate(tenant: &TenantId, id: &str, fate: &Fate) -> DocumentChange {
    let json = serde_json::to_vec(fate).expect("texts and numbers are always JSON");
    DocumentChange::put(DocumentKind::MailLog, fate_key(tenant, id), json)
}

/// The changes that forget a mail.
pub fn forgotten(tenant: &TenantId, id: &str) -> [DocumentChange; 2] {
    [
        DocumentChange::delete(DocumentKind::MailQueue, content_key(tenant, id)),
        DocumentChange::delete(DocumentKind::MailLog, fate_key(tenant, id)),
    ]
}

/// Whether a mail is about this visitor.
pub fn is_about(about: Option<&String>, visitor: &VisitorId) -> bool {
    about.is_some_and(|about| about == visitor.as_str())
}

fn millis(time: Timestamp) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fates_sort_the_newest_first_and_a_time_splits_them() {
        let tenant = TenantId::from("shop");
        let at = |millis: i64| Timestamp::from_millis(1_790_000_000_000 + millis);
        let (old, new) = (draw_id(at(0)), draw_id(at(10)));

        assert!(old < new && is_id(&old));
        assert!(fate_key(&tenant, &new) < fate_key(&tenant, &old));
        let split = fate_key_before(&tenant, at(10));
        assert!(fate_key(&tenant, &new) < split && split < fate_key(&tenant, &old));
        assert_eq!(
            read_content_key(&content_key(&tenant, &old)),
            Some((tenant, old.as_str()))
        );
    }
}
