//! tenant/retentionCount and model/test (Protocol, 'Other calls').

use crate::fixtures::large_model::WrittenModel;
use crate::retention::count::Count;
use crate::robots::model::trial::Tried;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// tenant/retentionCount.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionCountRequest {
    /// The days to try, 1 to 3,650.
    pub retention_days: u16,
}

/// The response of tenant/retentionCount.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionCountResponse {
    /// The messages that would be removed now.
    pub messages: usize,
    /// The visitors who would lose messages.
    pub visitors: usize,
    /// Those of them who would be removed altogether.
    pub erased_visitors: usize,
    /// Whether the numbers are complete. If not, they are lower bounds, because counting took too long.
    pub complete: bool,
}

/// model/test.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelTestRequest {
    /// The `largeModel` of a tenant to test; by default the stored one. Without `key`, the stored key is used if the
    /// address is the same.
    #[schema(value_type = Option<WrittenModel>)]
    pub large_model: Option<Map<String, Value>>,
}

/// The response of model/test.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ModelTestResponse {
    /// Whether the model answered.
    pub ok: bool,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// What it said, as plain text; absent without an answer.
    pub text: Option<String>,
    /// Why there is no answer: off, busy, spent, resting, tooSlow, notReached, refused, tooMany, unusable or cutOff.
    pub problem: Option<&'static str>,
    /// The same as a sentence.
    pub message: Option<String>,
}

impl From<Count> for RetentionCountResponse {
    fn from(count: Count) -> Self {
        Self {
            messages: count.messages,
            visitors: count.visitors,
            erased_visitors: count.erased,
            complete: count.is_complete,
        }
    }
}

impl From<Tried> for ModelTestResponse {
    fn from(Tried { said, millis }: Tried) -> Self {
        let (text, why) = match said {
            Ok(text) => (Some(text), None),
            Err(why) => (None, Some(why)),
        };
        Self {
            ok: text.is_some(),
            ms: millis,
            text,
            problem: why.map(|why| why.name()),
            message: why.map(|why| why.to_string()),
        }
    }
}
