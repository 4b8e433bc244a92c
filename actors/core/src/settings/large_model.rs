//! A tenant's large model: how to reach it and how much it may cost (Protocol, 'Service and large model').

use crate::message::content::ReplyKind;
use crate::secret::Secret;
use crate::time::Span;
use std::num::{NonZeroU32, NonZeroU64};

/// The settings of a tenant's large model that is switched on.
#[derive(Clone, Debug, PartialEq)]
pub struct LargeModel {
    /// The address of an OpenAI-compatible endpoint without the last part of the path: `https://api.example.com/v1`.
    pub address: Box<str>,
    /// The API key; empty if the endpoint needs none.
    pub key: Secret,
    /// The model's name.
    pub model: Box<str>,
    /// Which parameter names it takes for its limits.
    pub dialect: Dialect,
    /// When it is used.
    pub asked: Asked,
    /// The time limit, from the question to the end of the answer.
    pub time_max: Span,
    /// The maximum number of tokens of an answer.
    pub output_tokens: NonZeroU32,
    /// The maximum number of tokens in a day (UTC).
    pub daily_tokens: NonZeroU64,
    /// The maximum number of concurrent questions.
    pub at_once: NonZeroU32,
}

/// The parameter names that an endpoint takes for its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `max_tokens` and `temperature`, which every compatible endpoint knows.
    #[default]
    Common,
    /// `max_completion_tokens` and no temperature, for models that reason.
    Reasoning,
}

/// When a model is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Only if the knowledge base is not sure.
    #[default]
    Unsure,
    /// Always, except for a document that was clicked or whose question was typed word for word.
    Always,
}

/// The lowest score of a document that was clicked, or whose question was typed word for word.
const CERTAIN: f32 = 1.0;

impl Asked {
    /// Whether the model is used, given the knowledge base's reply. Never if the visitor asks for an agent.
    pub fn applies_to(self, kind: ReplyKind, score: f32) -> bool {
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
    fn the_model_is_not_used_for_a_certain_answer_of_the_knowledge_base() {
        for asked in [Asked::Unsure, Asked::Always] {
            assert!(!asked.applies_to(ReplyKind::Answer, 1.0));
            assert!(
                asked.applies_to(ReplyKind::Guide, 0.3)
                    && asked.applies_to(ReplyKind::Unknown, 0.0)
            );
        }
        assert!(!Asked::Unsure.applies_to(ReplyKind::Answer, 0.6));
        assert!(Asked::Always.applies_to(ReplyKind::Answer, 0.6));
    }
}
