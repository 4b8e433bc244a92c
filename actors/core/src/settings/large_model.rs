//! How a tenant's large model is reached and how much it may cost (Protocol, 'Service and large model').

use crate::message::content::ReplyKind;
use crate::secret::Secret;
use crate::time::Span;
use std::num::{NonZeroU32, NonZeroU64};

/// A tenant's large model, switched on.
#[derive(Clone, Debug, PartialEq)]
pub struct LargeModel {
    /// Where it is: an OpenAI-compatible endpoint, without the last part of the path: `https://api.example.com/v1`.
    pub address: Box<str>,
    /// What it lets the tenant in with; empty where it asks for nothing.
    pub key: Secret,
    /// Which model there.
    pub model: Box<str>,
    /// Whether it reasons before it answers, and so takes its limits by other names.
    pub dialect: Dialect,
    /// When it is asked.
    pub asked: Asked,
    /// How long it may take, from the question to the last word.
    pub time_max: Span,
    /// How many tokens an answer may have.
    pub output_tokens: NonZeroU32,
    /// How many tokens it may use in a day, of UTC.
    pub daily_tokens: NonZeroU64,
    /// How many questions it may be asked at once.
    pub at_once: NonZeroU32,
}

/// How the endpoint spells its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `max_tokens`, `temperature`: what every compatible endpoint knows.
    #[default]
    Common,
    /// `max_completion_tokens` and no temperature: models that reason.
    Reasoning,
}

/// When a model is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Where the knowledge base is not sure.
    #[default]
    Unsure,
    /// Always, but for a document that was clicked or asked for word for word.
    Always,
}

/// From this score on a document was clicked, or asked for word for word.
const CERTAIN: f32 = 1.0;

impl Asked {
    /// Whether it is asked where the knowledge base answers so; never in the place of a person.
    pub fn about(self, kind: ReplyKind, score: f32) -> bool {
        if kind == ReplyKind::Person {
            return false;
        }
        match self {
            Self::Unsure => kind != ReplyKind::Answer,
            Self::Always => kind != ReplyKind::Answer || score < CERTAIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_knowledge_base_knows_for_certain_is_never_asked() {
        for asked in [Asked::Unsure, Asked::Always] {
            assert!(!asked.about(ReplyKind::Answer, 1.0));
            assert!(asked.about(ReplyKind::Guide, 0.3) && asked.about(ReplyKind::Unknown, 0.0));
        }
        assert!(!Asked::Unsure.about(ReplyKind::Answer, 0.6));
        assert!(Asked::Always.about(ReplyKind::Answer, 0.6));
    }
}
