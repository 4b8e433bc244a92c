//! Calls the tenants' large models: any endpoint with OpenAI's chat completions API (Protocol, 'Service and large
//! model', LARGE_MODEL_REPLY).
//!
//! ```text
//! brief ──► limits (how many, how often) ──► endpoint ──pieces──► draft ──► markdown (sanitised) ──► session
//! ```
//!
//! - [`endpoint`]: one request and its answer, bounded in time and bytes. [`markdown`]: Markdown to sanitised HTML.
//! - [`limits`]: decides when a model is not asked at all. [`trial`]: a tiny question, to test the settings.
//! - [`assist`]: translations and summaries for agents.

pub mod assist;
pub mod endpoint;
pub mod limits;
pub mod markdown;
pub mod trial;

use crate::catalogue::Catalogue;
use crate::relay::SystemLookup;
use crate::settings::Relay as RelaySettings;
use crate::telemetry::spans;
use crate::wire::reply::article;
use actors_core::ids::TenantId;
use actors_core::large_model::LargeModel;
use actors_core::message::reply::Reference;
use actors_core::model::{Brief, Draft, Finished, NoAnswer, Unusable, Written};
use actors_runtime::LanguageModel;
use actors_runtime::clock::Clock;
use actors_runtime::model::{Says, Writing};
use actors_runtime::ports::Store;
use assist::Helped;
use endpoint::{Endpoint, Said};
use limits::Limits;
use markdown::Renderer;
use parking_lot::Mutex;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument as _;

/// The largest answer, in characters; about the size of the largest document.
const ANSWER_CHARS_MAX: usize = 12_000;

/// The shortest time between two updates of a growing answer.
const SAYS_EVERY: Duration = Duration::from_millis(250);

/// The tenants' models.
pub struct LargeModels {
    catalogue: Arc<Catalogue>,
    endpoint: Arc<Endpoint>,
    limits: Arc<Limits>,
    helped: Helped,
}

impl LargeModels {
    /// Creates the models. They may be at public addresses, and at hosts the operator named for the relay.
    pub fn new(
        catalogue: Arc<Catalogue>,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        settings: &RelaySettings,
    ) -> Self {
        Self {
            catalogue,
            endpoint: Arc::new(Endpoint::new(settings, Arc::new(SystemLookup))),
            limits: Arc::new(Limits::new(store, clock)),
            helped: Helped::default(),
        }
    }

    /// Whether a model may be called at this address.
    pub fn permits(&self, address: &str) -> bool {
        self.endpoint.permits(address)
    }
}

impl LanguageModel for LargeModels {
    fn write(&self, tenant: &TenantId, brief: Arc<Brief>, says: Says) -> Writing {
        let settings = self.catalogue.tenant(tenant);
        let model = settings.and_then(|settings| settings.tenant.large_model.clone());
        let (endpoint, limits) = (Arc::clone(&self.endpoint), Arc::clone(&self.limits));
        let tenant = tenant.clone();
        let asked = async move {
            let begun = Instant::now();
            let outcome = match model {
                Some(model) => ask(&endpoint, &limits, &tenant, &model, &brief, says).await,
                None => Err(NoAnswer::Off),
            };
            let name = outcome
                .as_ref()
                .map_or_else(|why| why.name(), |_| "answered");
            metrics::counter!("frontdesk_model_answers_total", "outcome" => name).increment(1);
            let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            // Never the question or the answer.
            tracing::info!(%tenant, outcome = name, millis, "a large model was asked");
            spans::outcome(name);
            outcome
        };
        Box::pin(asked.instrument(spans::request("large model")))
    }
}

async fn ask(
    endpoint: &Endpoint,
    limits: &Arc<Limits>,
    tenant: &TenantId,
    model: &Arc<LargeModel>,
    brief: &Brief,
    says: Says,
) -> Result<Written, NoAnswer> {
    let rules = brief.rules();
    let material = brief.material();
    let reservation = limits.begin(tenant, model, &[&rules, &material]).await?;
    let writer = Mutex::new(Writer::new(brief, says));
    let time_max = Duration::from_millis(model.time_max.as_millis());
    let asked = endpoint.ask(model, &rules, &material, |piece| writer.lock().take(piece));
    let asked = tokio::time::timeout(time_max, asked);
    let asked = while_telling(&writer, asked).await;
    let writer = writer.into_inner();
    let (said, tokens) = match asked {
        Ok(Ok(Said { tokens })) => (Ok(()), tokens),
        Ok(Err(why)) => (Err(why), None),
        Err(_) => (Err(NoAnswer::TooSlow), None),
    };
    let tokens = tokens.unwrap_or_else(|| reservation.estimate(&writer.draft_text()));
    let written = said.and_then(|()| writer.finish());
    reservation
        .end(tokens, written.as_ref().err().copied())
        .await;
    written
}

/// Waits for a model to finish. Each new piece reaches the visitor within [`SAYS_EVERY`], even if the model then
/// pauses.
async fn while_telling<T>(writer: &Mutex<Writer<'_>>, asked: impl Future<Output = T>) -> T {
    let mut asked = pin!(asked);
    let mut due = tokio::time::interval(SAYS_EVERY);
    loop {
        tokio::select! {
            asked = &mut asked => return asked,
            _ = due.tick() => writer.lock().tell(),
        }
    }
}

/// Turns a model's output into text that is safe for visitors.
struct Writer<'a> {
    brief: &'a Brief,
    renderer: Renderer,
    draft: Draft,
    says: Says,
    told: Option<Instant>,
    told_text: String,
}

impl<'a> Writer<'a> {
    fn new(brief: &'a Brief, says: Says) -> Self {
        Self {
            brief,
            renderer: Renderer::from(brief),
            draft: Draft::new(ANSWER_CHARS_MAX, brief.sources.len()),
            says,
            told: None,
            told_text: String::new(),
        }
    }

    fn take(&mut self, piece: &str) -> Result<(), NoAnswer> {
        self.draft.push(piece).map_err(|_| NoAnswer::Unusable)?;
        if self.told.is_none_or(|told| told.elapsed() >= SAYS_EVERY) {
            self.tell();
        }
        Ok(())
    }

    /// Sends the visitor the text so far, if it has changed.
    fn tell(&mut self) {
        let readable = self.draft.readable();
        if !readable.trim().is_empty() && readable != self.told_text {
            (self.says)(self.renderer.html(&readable).into());
            self.told = Some(Instant::now());
            self.told_text = readable;
        }
    }

    /// Returns the whole text, to estimate its tokens.
    fn draft_text(&self) -> String {
        self.draft.readable()
    }

    fn finish(self) -> Result<Written, NoAnswer> {
        let Finished { text, cited } = self.draft.finish().map_err(|unusable| match unusable {
            Unusable::NotInDocuments => NoAnswer::NotInDocuments,
            Unusable::Blank => NoAnswer::Unusable,
        })?;
        let text = self.renderer.html(&text);
        if text.trim().is_empty() {
            return Err(NoAnswer::Unusable);
        }
        let sources = cited.iter().filter_map(|at| self.brief.sources.get(*at));
        let references = sources.clone().filter_map(|source| {
            Some(Reference {
                name: source.question.clone(),
                link: article(&self.brief.channel, &source.doc)?,
            })
        });
        Ok(Written {
            text: text.into(),
            docs: sources.clone().map(|source| source.doc.clone()).collect(),
            references: references.collect(),
        })
    }
}
