//! Ids. Each has its own type, so that an agent's id cannot pass for a group's.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

macro_rules! text_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(Arc::from(text))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(Arc::from(text))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

text_ids! {
    /// A business that uses the product.
    TenantId;
    /// A place where a tenant offers the chat: a site, an app.
    ChannelId;
    /// A visitor of one tenant (the wire's `userId`).
    VisitorId;
    /// An agent of one tenant (the wire's `adminId`).
    AgentId;
    /// A group of agents (the wire's `groupId`).
    GroupId;
    /// A robot of one tenant (the wire's `robotNo`).
    RobotNo;
    /// A document of a robot's knowledge base.
    DocId;
    /// One open page of a visitor; 128 random bits, made outside the core.
    PollId;
    /// A call between a visitor and an agent; 128 random bits, made outside the core.
    CallId;
    /// The client's id for what it sends, which makes a retry harmless (the wire's `id`).
    ClientId;
    /// A message that a visitor left (leaveMsgType 1); 128 random bits, made outside the core.
    LeaveMessageId;
    /// A work order (the wire's `woId`); 128 random bits, made outside the core.
    WorkOrderId;
    /// A tenant's template of work orders (the wire's `templateId`).
    TemplateId;
    /// A tenant's button flow (the wire's `flowId`).
    FlowId;
    /// A node of a flow (the wire's `nodeId`).
    NodeId;
    /// A tag of a tenant's list, which agents give to conversations.
    TagId;
}

impl GroupId {
    /// The line of all agents of the tenant, for visitors who ask for no group (Protocol, 'transferAgent', groupMode
    /// 0). Its id is empty, as on the wire, so no group can have it.
    pub fn everyone() -> Self {
        Self::from("")
    }

    /// Whether this is the line of all agents.
    pub fn is_everyone(&self) -> bool {
        self.0.is_empty()
    }
}

/// A visitor's id across tenants. Each has one actor and one open session.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VisitorKey {
    /// The tenant.
    pub tenant: TenantId,
    /// The visitor.
    pub visitor: VisitorId,
}

impl fmt::Display for VisitorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.tenant, self.visitor)
    }
}

/// The keyed fingerprint of the secret with which a tenant's site vouches for a visitor (Protocol, 'Visitor identity',
/// identitySecret). The secret itself is not stored with the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Voucher(pub NonZeroU64);

/// The number of a visitor's session: 1, 2, 3 …
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SessionNo(pub u32);

/// The position of an entry in its session's log: 1, 2, 3 … without gaps (Protocol, 'Delivery', getEventMsg).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seq(pub u64);

impl Seq {
    /// The next position.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A message's id: its session and its position there. It needs no random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageId {
    /// The session.
    pub session: SessionNo,
    /// The position in its log.
    pub seq: Seq,
}

/// A waiting request's id; made by the shell and unique within the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ticket(pub u64);

/// A place in a group's line; smaller is nearer to the head. The router assigns it, and the session stores it so that a
/// restart can rebuild the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinePlace(pub i64);

/// A language code (`en`, `zh`, `tw`): at most eight letters, digits and hyphens. It does not imply that there are
/// texts in the language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Language([u8; 8]);

impl Language {
    /// Parses a language code; `None` if it has another form.
    pub fn parse(code: &str) -> Option<Self> {
        let fits = (1..=8).contains(&code.len());
        let plain = code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (fits && plain).then(|| {
            let mut letters = [0; 8];
            letters[..code.len()].copy_from_slice(code.as_bytes());
            Self(letters)
        })
    }

    /// The code.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|letter| *letter == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

/// `zh`: a session's locale if none is given (Protocol, 'Languages').
impl Default for Language {
    fn default() -> Self {
        Self(*b"zh\0\0\0\0\0\0")
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
