//! Names of things. Each is a type of its own, so that an agent is never taken for a group.

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
            /// The name as text.
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
    /// One open page of a visitor; 128 random bits, made outside.
    PollId;
    /// A call between a visitor and an agent; 128 random bits, made outside.
    CallId;
    /// The name a client gives to what it sends, so that a repeat is harmless (the wire's `id`).
    ClientId;
    /// A message that was left (leaveMsgType 1); 128 random bits, made outside.
    LeaveMessageId;
    /// A work order (the wire's `woId`); 128 random bits, made outside.
    WorkOrderId;
    /// A template of a tenant's (the wire's `templateId`).
    TemplateId;
    /// A button flow of a tenant's (the wire's `flowId`).
    FlowId;
    /// A node of a flow (the wire's `nodeId`).
    NodeId;
}

impl GroupId {
    /// The line of all agents of the tenant, for visitors who ask for no group (Protocol, 'transferAgent', groupMode 0). No group
    /// has this name: it is empty, as it is on the wire.
    pub fn everyone() -> Self {
        Self::from("")
    }

    /// Whether this is the line of all agents.
    pub fn is_everyone(&self) -> bool {
        self.0.is_empty()
    }
}

/// A visitor, named across tenants. There is one actor and one open session for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VisitorKey {
    /// Whose visitor.
    pub tenant: TenantId,
    /// Which visitor.
    pub visitor: VisitorId,
}

impl fmt::Display for VisitorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.tenant, self.visitor)
    }
}

/// The secret of a tenant's site that vouches for a visitor, as a keyed fingerprint of it (Protocol, 'Visitor identity', identitySecret).
/// The secret itself is not kept with a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Voucher(pub NonZeroU64);

/// Which session of a visitor: 1, 2, 3 …
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SessionNo(pub u32);

/// The place of an entry in its session's log: 1, 2, 3 … without holes (Protocol, 'Delivery', getEventMsg).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seq(pub u64);

impl Seq {
    /// The one after this.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A message of a visitor: its session and its place there. No dice are needed to make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageId {
    /// The session.
    pub session: SessionNo,
    /// The place in its log.
    pub seq: Seq,
}

/// A request that waits for its answer; made by the shell, unique while the process lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ticket(pub u64);

/// A place in a group's line. Smaller is nearer to the head; given by the router, kept by the session so that
/// the line can be rebuilt as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinePlace(pub i64);

/// A language as its code names it (`en`, `zh`, `tw`): at most eight letters, digits and hyphens. Which codes there are
/// texts for is not known here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Language([u8; 8]);

impl Language {
    /// The language of a code, where it looks like one.
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

/// `zh`: the session's locale where nobody says otherwise (Protocol, 'Languages').
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
