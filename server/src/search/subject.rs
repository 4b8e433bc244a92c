//! The things that the index holds, and their names there.

use actors_core::ids::{SessionNo, VisitorKey};

/// Names one thing in the index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A visitor's session.
    Conversation(VisitorKey, SessionNo),
    /// A message that a visitor left, by its key in the store: `tenant/id`.
    LeftMessage(String),
    /// A work order, by its key in the store.
    WorkOrder(String),
}

/// The kinds of things in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A conversation.
    Conversation,
    /// A left message.
    LeftMessage,
    /// A work order.
    WorkOrder,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Conversation, Self::LeftMessage, Self::WorkOrder];

    /// Its name on the wire and in the index.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::LeftMessage => "leaveMsg",
            Self::WorkOrder => "workOrder",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Whether something is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It goes on: a conversation is not closed, nobody has handled a message, an order is not solved.
    #[default]
    Open,
    /// It is over.
    Ended,
}

impl State {
    /// Its name on the wire and in the index.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Ended => "ended",
        }
    }

    /// The state of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Ended]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

impl Subject {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Conversation(..) => Kind::Conversation,
            Self::LeftMessage(_) => Kind::LeftMessage,
            Self::WorkOrder(_) => Kind::WorkOrder,
        }
    }

    /// Its tenant.
    pub fn tenant(&self) -> &str {
        match self {
            Self::Conversation(visitor, _) => visitor.tenant.as_str(),
            Self::LeftMessage(key) | Self::WorkOrder(key) => {
                key.split_once('/').map_or("", |(tenant, _)| tenant)
            }
        }
    }

    /// Its name in the index. A tenant's id has no `/`.
    pub fn name(&self) -> String {
        match self {
            Self::Conversation(VisitorKey { tenant, visitor }, session) => {
                format!("c/{}/{tenant}/{visitor}", session.0)
            }
            Self::LeftMessage(key) => format!("m/{key}"),
            Self::WorkOrder(key) => format!("o/{key}"),
        }
    }

    /// Reads a name.
    pub fn named(name: &str) -> Option<Self> {
        let (kind, rest) = name.split_once('/')?;
        match kind {
            "c" => {
                let (session, rest) = rest.split_once('/')?;
                let (tenant, visitor) = rest.split_once('/')?;
                let visitor = VisitorKey {
                    tenant: tenant.into(),
                    visitor: visitor.into(),
                };
                Some(Self::Conversation(
                    visitor,
                    SessionNo(session.parse().ok()?),
                ))
            }
            "m" => Some(Self::LeftMessage(rest.to_owned())),
            "o" => Some(Self::WorkOrder(rest.to_owned())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_read_back_from_its_name_whatever_the_visitor_is_called() {
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: "a/b.1".into(),
        };
        for subject in [
            Subject::Conversation(visitor, SessionNo(7)),
            Subject::LeftMessage("shop/9d1e".to_owned()),
            Subject::WorkOrder("shop/0f6b".to_owned()),
        ] {
            assert_eq!(subject.tenant(), "shop");
            assert_eq!(Subject::named(&subject.name()), Some(subject));
        }
        for other in ["", "c/1", "c/x/shop/a", "x/shop/a"] {
            assert_eq!(Subject::named(other), None, "{other}");
        }
    }
}
