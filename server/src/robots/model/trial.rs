//! model/test: asks a model one tiny question, to see whether its settings work. The question counts against the day's
//! tokens.

use super::LargeModels;
use actors_core::ids::TenantId;
use actors_core::large_model::LargeModel;
use actors_core::model::NoAnswer;
use actors_core::time::Span;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the model may take.
const TIME_MAX: Duration = Duration::from_secs(10);
/// The most tokens of the answer. A model that reasons needs some before it says a word.
const OUTPUT_TOKENS_MAX: NonZeroU32 = NonZeroU32::new(200).expect("200 is not zero");

const RULES: &str = "You are tested. Answer with one short sentence.";
const QUESTION: &str = "Are you there?";

/// The outcome of a test.
#[derive(Debug)]
pub struct Tried {
    /// What the model said, as plain text, or why it gave no answer.
    pub said: Result<String, NoAnswer>,
    /// How long it took.
    pub millis: u64,
}

impl Tried {
    /// The outcome without a model.
    pub const OFF: Self = Self {
        said: Err(NoAnswer::Off),
        millis: 0,
    };
}

impl LargeModels {
    /// Asks a model a tiny question. These settings need not be the tenant's.
    pub async fn try_out(&self, tenant: &TenantId, model: LargeModel) -> Tried {
        let begun = Instant::now();
        let model = Arc::new(LargeModel {
            output_tokens: model.output_tokens.min(OUTPUT_TOKENS_MAX),
            time_max: Span::from_millis(10_000).min(model.time_max),
            ..model
        });
        let said = self
            .ask_plainly(tenant, &model, (RULES, QUESTION), TIME_MAX)
            .await;
        let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let outcome = said.as_ref().map_or_else(|why| why.name(), |_| "answered");
        tracing::info!(%tenant, outcome, millis, "a large model was tested");
        Tried { said, millis }
    }
}
