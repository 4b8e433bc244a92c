//! The kinds of settings, with their ids, limits and keys in the store.

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
    SignOn,
    Tags,
}

/// The longest part of an id, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// The owner of shared quick replies. No agent can have this id.
pub const SHARED: &str = "@";

/// The tenant's field with its large model.
pub const LARGE_MODEL: &str = "largeModel";
/// The secret field in it. The API accepts it and never returns it.
pub const MODEL_KEY: &str = "key";

/// The tenant's field that says which system of the shop knows its customers.
pub const CUSTOMER_DATA: &str = "customerData";
/// The secret field in it. The API accepts it and never returns it.
pub const CUSTOMER_SECRET: &str = "secret";
/// The secret before. The API neither accepts nor returns it.
pub const PREVIOUS_SECRET: &str = "previousSecret";
/// Until when the secret before signs too. The API returns it.
pub const PREVIOUS_UNTIL: &str = "previousUntil";

impl Thing {
    /// All kinds.
    pub const ALL: [Self; 14] = [
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
        Self::SignOn,
        Self::Tags,
    ];

    /// The kind with this name in a path.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|thing| thing.name() == name)
    }

    /// The name in paths and audit records.
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
            Self::SignOn => "signOn",
            Self::Tags => "tags",
        }
    }

    /// The kind of document in the store.
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
            Self::SignOn => DocumentKind::SignOn,
            Self::Tags => DocumentKind::Tag,
        }
    }

    /// The fields that form the id; empty if the tenant has exactly one setting of this kind.
    pub fn id_fields(self) -> &'static [&'static str] {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords | Self::SignOn => &[],
            Self::Channels => &["channelId"],
            Self::Groups | Self::QuickReplies | Self::Tags => &["id"],
            Self::Agents => &["adminId"],
            Self::Robots => &["robotNo"],
            Self::Docs => &["robotNo", "docId", "lang"],
            Self::TestQuestions => &["robotNo", "questionId"],
            Self::Flows => &["flowId"],
            Self::Templates => &["templateId"],
        }
    }

    /// The largest number per tenant, or per robot for documents and test questions.
    pub fn count_max(self) -> usize {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords | Self::SignOn => 1,
            Self::Robots => 100,
            Self::Tags => 500,
            Self::Channels | Self::Groups | Self::Flows | Self::Templates => 1_000,
            Self::Agents | Self::QuickReplies => 10_000,
            Self::Docs => 100_000,
            Self::TestQuestions => TEST_QUESTIONS_MAX,
        }
    }

    /// The secret fields. The API accepts them and returns only whether they are set.
    pub fn secrets(self) -> &'static [&'static str] {
        match self {
            Self::Channels => &["identitySecret"],
            Self::Agents => &["password", "passwordHash"],
            Self::SignOn => &["clientSecret"],
            _ => &[],
        }
    }

    /// Whether each belongs to a robot. The id then begins with the robot's number.
    pub fn is_of_robot(self) -> bool {
        matches!(self, Self::Docs | Self::TestQuestions)
    }

    /// Whether the tenant has exactly one setting of this kind.
    pub fn is_single(self) -> bool {
        self.id_fields().is_empty()
    }

    /// The key prefix of a tenant's settings of this kind; the whole key if there is only one.
    pub fn prefix(self, tenant: &TenantId) -> String {
        match self {
            Self::Tenant | Self::Evaluation | Self::SensitiveWords | Self::SignOn => {
                tenant.to_string()
            }
            Self::QuickReplies => format!("{tenant}/{SHARED}/"),
            _ => format!("{tenant}/"),
        }
    }

    /// Reads the id, unique in the tenant, from the fields of a body; none if they form no valid id. A document may
    /// omit its language.
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

    /// The key of the setting with this id.
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
    fn a_kind_is_found_by_its_name_in_the_path() {
        for thing in Thing::ALL {
            assert_eq!(Thing::named(thing.name()), Some(thing));
        }
        assert_eq!(Thing::named("passwords"), None);
    }

    #[test]
    fn an_id_cannot_leave_its_key_prefix() {
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
