//! Help of the tenant's large model: translate, sumUp (Protocol, 'Service and large model').

use crate::model::assist::NoHelp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

/// translate.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TranslateRequest {
    /// The visitor whose conversation it belongs to.
    pub user_id: String,
    /// The text: a message, or a draft.
    pub text: String,
    /// The language to translate into.
    pub lang: String,
}

/// sumUp.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SumUpRequest {
    /// The visitor.
    pub user_id: String,
    /// The language of the summary.
    pub lang: String,
}

/// The response of translate and sumUp: `text` or `problem`.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HelpResponse {
    /// Plain text.
    pub text: Option<String>,
    /// Why there is none: off, tooLong, busy, spent, resting, tooSlow, notReached, refused, tooMany, unusable or
    /// cutOff.
    pub problem: Option<&'static str>,
}

impl From<Result<&str, NoHelp>> for HelpResponse {
    fn from(said: Result<&str, NoHelp>) -> Self {
        Self {
            text: said.ok().map(str::to_owned),
            problem: said.err().map(NoHelp::name),
        }
    }
}
