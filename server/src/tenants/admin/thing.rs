//! What can be administered, and how each is named and kept.

use crate::fixtures::test_questions::TEST_QUESTIONS_MAX;
use actors_core::ids::TenantId;
use actors_runtime::ports::DocumentKind;
use serde_json::{Map, Value};

/// A kind of setting (Protocol, 'Things', `{thing}`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Thing {
    Tenant,
    Channels,
    Groups,
    Agents,
    Robots,
    Docs,
    TestQuestions,
    Flows,
    Templates,
    Evaluation,
    QuickReplies,
    SensitiveWords,
}

/// Longest part of a name, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// Where quick replies stand that belong to nobody; no agent can be named so.
pub const SHARED: &str = "@";

/// A tenant's field that holds how its large model is reached.
pub const LARGE_MODEL: &str = "largeModel";
/// The field within it that comes in and never goes out.
pub const MODEL_KEY: &str = "key";

impl Thing {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Tenant,
        Self::Channels,
        Self::Groups,
        Self::Agents,
        Self::Robots,
        Self::Docs,
        Self::TestQuestions,
        Self::Flows,
        Self::Templates,
        Self::Evaluation,
        Self::QuickReplies,
        Self::SensitiveWords,
    ];

    /// The thing a path names.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|thing| thing.name() == name)
    }

    /// How paths and audit records name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tenant => "tenant",
            Self::Channels => "channels",
            Self::Groups => "groups",
            Self::Agents => "agents",
            Self::Robots => "robots",
            Self::Docs => "docs",
            Self::TestQuestions => "testQuestions",
            Self::Flows => "flows",
            Self::Templates => "templates",
            Self::Evaluation => "evaluation",
            Self::QuickReplies => "quickReplies",
            Self::SensitiveWords => "sensitiveWords",
        }
    }

    /// As what it is stored.
    pub fn kind(self) -> DocumentKind {
        match self {
            Self::Tenant => DocumentKind::Tenant,
            Self::Channels => DocumentKind::Channel,
            Self::Groups => DocumentKind::Group,
            Self::Agents => DocumentKind::Agent,
            Self::Robots => DocumentKind::Robot,
            Self::Docs => DocumentKind::Knowledge,
            Self::TestQuestions => DocumentKind::TestQuestion,
            Self::Flows => DocumentKind::Flow,
            Self::Templates => DocumentKind::Template,
            Self::Evaluation => DocumentKind::Evaluation,
            Self::QuickReplies => DocumentKind::QuickReply,
            Self::SensitiveWords => DocumentKind::SensitiveWords,
        }
    }

    /// The fields that name one of them; none where the tenant has exactly one.
    pub fn id_fields(self) -> &'static [&'static str] {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords => &[],
            Self::Channels => &["channelId"],
            Self::Groups | Self::QuickReplies => &["id"],
            Self::Agents => &["adminId"],
            Self::Robots => &["robotNo"],
            Self::Docs => &["robotNo", "docId", "lang"],
            Self::TestQuestions => &["robotNo", "questionId"],
            Self::Flows => &["flowId"],
            Self::Templates => &["templateId"],
        }
    }

    /// Most of them in one tenant; those of a robot are counted by robot.
    pub fn count_max(self) -> usize {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords => 1,
            Self::Robots => 100,
            Self::Channels | Self::Groups | Self::Flows | Self::Templates => 1_000,
            Self::Agents | Self::QuickReplies => 10_000,
            Self::Docs => 100_000,
            Self::TestQuestions => TEST_QUESTIONS_MAX,
        }
    }

    /// Fields that come in and never go out; whether they are set is told.
    pub fn secrets(self) -> &'static [&'static str] {
        match self {
            Self::Channels => &["identitySecret"],
            Self::Agents => &["password", "passwordHash"],
            _ => &[],
        }
    }

    /// Whether each belongs to a robot, whose number its name begins with.
    pub fn is_of_robot(self) -> bool {
        matches!(self, Self::Docs | Self::TestQuestions)
    }

    /// Whether the tenant has exactly one.
    pub fn is_single(self) -> bool {
        self.id_fields().is_empty()
    }

    /// The beginning of the keys of all of a tenant's; the key itself where there is one.
    pub fn prefix(self, tenant: &TenantId) -> String {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords => tenant.to_string(),
            Self::QuickReplies => format!("{tenant}/{SHARED}/"),
            _ => format!("{tenant}/"),
        }
    }

    /// The name, inside its tenant, of the one these fields speak of; none where they cannot name any. A document may
    /// leave its language out.
    pub fn id(self, fields: &Map<String, Value>) -> Option<String> {
        let mut id = String::new();
        for (at, field) in self.id_fields().iter().enumerate() {
            let part = match fields.get(*field) {
                Some(Value::String(part)) => part.as_str(),
                None | Some(Value::Null) if *field == "lang" => "",
                _ => return None,
            };
            let is_empty = part.is_empty() && *field != "lang";
            let is_odd = |c: char| c == '/' || c.is_control();
            if is_empty || part.len() > NAME_BYTES_MAX || part.contains(is_odd) {
                return None;
            }
            if at > 0 {
                id.push('/');
            }
            id.push_str(part);
        }
        Some(id)
    }

    /// The key of the one with this name.
    pub fn key(self, tenant: &TenantId, id: &str) -> String {
        format!("{}{id}", self.prefix(tenant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn id(thing: Thing, fields: Value) -> Option<String> {
        thing.id(fields.as_object().unwrap())
    }

    #[test]
    fn a_thing_is_found_by_its_path() {
        for thing in Thing::ALL {
            assert_eq!(Thing::named(thing.name()), Some(thing));
        }
        assert_eq!(Thing::named("passwords"), None);
    }

    #[test]
    fn a_name_cannot_reach_beyond_its_place() {
        assert_eq!(
            id(Thing::Docs, json!({"robotNo": "fern", "docId": "water"})).as_deref(),
            Some("fern/water/")
        );
        for odd in ["", "a/b", "../x", "a\nb", &"x".repeat(101)] {
            assert_eq!(id(Thing::Groups, json!({ "id": odd })), None, "{odd}");
        }
        assert_eq!(id(Thing::Groups, json!({ "id": 1 })), None);
        assert_eq!(id(Thing::Tenant, json!({})).as_deref(), Some(""));
    }
}
