//! Decides when a tenant's model is not asked: too many questions at once, the day's tokens used up, or too many
//! failures.
//!
//! The day's use is stored, so that a restart does not grant the tokens again.

use actors_core::ids::TenantId;
use actors_core::large_model::LargeModel;
use actors_core::model::NoAnswer;
use actors_core::model::breaker::{Breaker, Outcome};
use actors_core::model::budget::{Budget, Day, estimate};
use actors_runtime::clock::Clock;
use actors_runtime::ports::{DocumentKind, Store};
use dashmap::DashMap;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::{Semaphore, SemaphorePermit};

/// The number of concurrent questions to the models of all tenants.
const AT_ONCE_MAX: usize = 256;

/// A tenant's use on one day, as it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Used {
    /// The day, in days since the epoch.
    pub day: i64,
    /// Number of tokens.
    pub tokens: u64,
    /// Number of questions.
    pub questions: u64,
}

#[derive(Default)]
struct Standing {
    breaker: Breaker,
    budget: Budget,
    /// The settings of the last question. Any change, such as another key or address, resets the breaker.
    model: Option<Arc<LargeModel>>,
    under_way: u32,
    questions: u64,
    day: Day,
}

/// The limits of all tenants' models.
pub struct Limits {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    tenants: DashMap<TenantId, Arc<Mutex<Standing>>>,
    all: Semaphore,
}

/// A question that may be asked: its slot, and the tokens set aside for it. [`Reservation::end`] settles both. Dropping
/// it counts all tokens as used.
pub struct Reservation<'a> {
    limits: &'a Limits,
    tenant: &'a TenantId,
    standing: Arc<Mutex<Standing>>,
    set_aside: u64,
    prompt: u64,
    is_over: bool,
    _among_all: SemaphorePermit<'a>,
}

impl Limits {
    /// Creates the limits. Each tenant's stored use is read at its first question.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            tenants: DashMap::new(),
            all: Semaphore::new(AT_ONCE_MAX),
        }
    }

    /// Begins a question made of these texts, and sets its tokens aside.
    ///
    /// # Errors
    /// A limit forbids the question.
    pub async fn begin<'a>(
        &'a self,
        tenant: &'a TenantId,
        model: &Arc<LargeModel>,
        prompt: &[&str],
    ) -> Result<Reservation<'a>, NoAnswer> {
        let among_all = self.all.try_acquire().map_err(|_| NoAnswer::Busy)?;
        let standing = self.standing(tenant).await?;
        let prompt: u64 = prompt.iter().map(|text| estimate(text)).sum();
        let set_aside = prompt + u64::from(model.output_tokens.get());
        let now = self.clock.now();
        {
            let mut standing = standing.lock();
            if standing.model.as_ref() != Some(model) {
                standing.model = Some(Arc::clone(model));
                standing.breaker = Breaker::default();
            }
            if standing.under_way >= model.at_once.get() {
                return Err(NoAnswer::Busy);
            }
            let most = model.daily_tokens.get();
            if !standing.budget.set_aside(set_aside, most, now) {
                return Err(NoAnswer::Spent);
            }
            if !standing.breaker.may_ask(now) {
                standing.budget.settle(set_aside, 0, now);
                return Err(NoAnswer::Resting);
            }
            standing.under_way += 1;
        }
        Ok(Reservation {
            limits: self,
            tenant,
            standing,
            set_aside,
            prompt,
            is_over: false,
            _among_all: among_all,
        })
    }

    async fn standing(&self, tenant: &TenantId) -> Result<Arc<Mutex<Standing>>, NoAnswer> {
        if let Some(standing) = self.tenants.get(tenant) {
            return Ok(Arc::clone(&standing));
        }
        let (store, key) = (Arc::clone(&self.store), tenant.to_string());
        let read = move || store.document(DocumentKind::ModelUse, &key);
        let kept = tokio::task::spawn_blocking(read).await;
        // If the day's use cannot be read, treat it as used up: that is safer than granting it again.
        let kept = kept.ok().and_then(Result::ok).ok_or(NoAnswer::Spent)?;
        let used: Used = kept
            .and_then(|json| serde_json::from_slice(&json).ok())
            .unwrap_or_default();
        let day = Day(used.day);
        let fresh = Standing {
            budget: Budget::new(day, used.tokens),
            questions: used.questions,
            day,
            ..Standing::default()
        };
        let fresh = || Arc::new(Mutex::new(fresh));
        Ok(Arc::clone(
            &self.tenants.entry(tenant.clone()).or_insert_with(fresh),
        ))
    }
}

impl Reservation<'_> {
    /// Estimates the tokens of question and answer, if the endpoint reported none.
    pub fn estimate(&self, said: &str) -> u64 {
        self.prompt + estimate(said)
    }

    /// Ends the question with the tokens used and, if there is no answer, the reason. Stores the use before it returns.
    pub async fn end(mut self, tokens: u64, why: Option<NoAnswer>) {
        let used = self.settle(tokens, why);
        let (store, key) = (Arc::clone(&self.limits.store), self.tenant.to_string());
        let Ok(json) = serde_json::to_vec(&used) else {
            return;
        };
        let keep = move || store.put_document(DocumentKind::ModelUse, &key, &json);
        if !matches!(tokio::task::spawn_blocking(keep).await, Ok(Ok(()))) {
            tracing::warn!(code = "FD502", tenant = %self.tenant, "storing a large model's use failed");
        }
    }

    fn settle(&mut self, tokens: u64, why: Option<NoAnswer>) -> Used {
        self.is_over = true;
        let now = self.limits.clock.now();
        let mut standing = self.standing.lock();
        standing.under_way = standing.under_way.saturating_sub(1);
        standing.breaker.came_out(outcome(why), now);
        let (day, tokens) = standing.budget.settle(self.set_aside, tokens, now);
        if day != standing.day {
            standing.day = day;
            standing.questions = 0;
        }
        standing.questions += 1;
        Used {
            day: day.0,
            tokens,
            questions: standing.questions,
        }
    }
}

impl Drop for Reservation<'_> {
    /// The caller gave up before the end: all tokens set aside count as used.
    fn drop(&mut self) {
        if !self.is_over {
            let set_aside = self.set_aside;
            self.settle(set_aside, Some(NoAnswer::Off));
        }
    }
}

fn outcome(why: Option<NoAnswer>) -> Outcome {
    match why {
        // "Not in the documents" is a valid answer.
        None | Some(NoAnswer::NotInDocuments) => Outcome::Answered,
        Some(why) if why.is_models_fault() => Outcome::Failed,
        Some(_) => Outcome::Neither,
    }
}
