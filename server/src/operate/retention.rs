//! Removes messages that are older than their tenant keeps them (`retentionDays`, `docs/decisions/0025` and `0026`).
//! Walks through each tenant's visitors page by page, a few a second, for as long as the server runs.

pub mod count;

use crate::admin::audit;
use crate::blocking::block;
use crate::error::ApiError;
use crate::files::references;
use crate::idempotent;
use crate::inbox;
use crate::mail::outbox::DAYS_LISTED;
use crate::one_time;
use crate::operators;
use crate::reports::days;
use crate::routes::visitor::identity::is_drawn;
use crate::state::State;
use crate::team;
use actix_web::web::Data;
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::session::keeping::Keeps;
use actors_core::time::{Span, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior};

/// How often a walk through all visitors starts.
const EVERY: Duration = Duration::from_secs(6 * 3_600);

/// How many old documents are removed in one commit.
const AT_ONCE: usize = 1_000;

/// How fast a walk proceeds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Visitors listed at a time. Large, because each listing reads all visitors whose head is not folded.
    pub listed: usize,
    /// Visitors processed without a pause.
    pub at_once: usize,
    /// The pause after each batch, so that open chats are not slowed down.
    pub pause: Duration,
}

const PACE: Pace = Pace {
    listed: 1_000,
    at_once: 20,
    pause: Duration::from_secs(1),
};

/// What a walk removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Visitors who lost lines and still have others.
    pub shortened: usize,
    /// Visitors who were erased.
    pub erased: usize,
}

impl Removed {
    fn count(&mut self, forgotten: Forgotten) {
        match forgotten {
            Forgotten::Nothing => {}
            Forgotten::Lines => self.shortened += 1,
            Forgotten::Everything => self.erased += 1,
        }
    }
}

/// Walks through all visitors of all tenants, repeatedly, until the server stops.
pub fn start(state: Data<State>) {
    actix_web::rt::spawn(async move {
        // Not in the first minutes after a start, when all pages reconnect.
        let first = Instant::now() + EVERY / 36;
        let mut walks = tokio::time::interval_at(first, EVERY);
        walks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !state.is_draining() {
            walks.tick().await;
            match state.agents.forget_ended(state.now()).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "expired sign-ins removed"),
                Err(error) => {
                    tracing::warn!(
                        code = "FD401",
                        cause = error.cause(),
                        "expired sign-ins were not removed; the next walk retries"
                    );
                }
            }
            let (store, now) = (Arc::clone(state.office.store()), state.now());
            if let Err(error) = block(move || one_time::remove_ended(store.as_ref(), now)).await {
                let cause = error.cause();
                tracing::warn!(
                    code = "FD402",
                    cause,
                    "expired links were not removed; the next walk retries"
                );
            }
            let (store, now) = (Arc::clone(state.office.store()), state.now());
            if let Err(error) = block(move || idempotent::remove_ended(store.as_ref(), now)).await {
                let cause = error.cause();
                tracing::warn!(
                    code = "FD411",
                    cause,
                    "old idempotency keys were not removed; the next walk retries"
                );
            }
            walk(&state, PACE).await;
        }
    });
}

/// Removes everything that has expired, by the trusted clock.
pub async fn walk(state: &State, pace: Pace) {
    let now = || state.believed.now();
    let Some(begun) = now() else {
        return tracing::info!("the clock is in doubt: nothing is removed by age");
    };
    let tenants = state.catalogue.tenants();
    let logs = tenants.iter().map(|settings| settings.tenant.id.clone());
    for tenant in logs.chain([operators::home()]) {
        if let Err(error) = remove_audit(state, &tenant, begun).await {
            let cause = error.cause();
            tracing::warn!(code = "FD404", %tenant, cause, "old audit records were not removed; the next walk retries");
        }
        if let Err(error) = remove_mails(state, &tenant, begun).await {
            let cause = error.cause();
            tracing::warn!(code = "FD706", %tenant, cause, "old mails were not removed; the next walk retries");
        }
    }
    for settings in tenants {
        let tenant = &settings.tenant.id;
        if let Err(error) = remove_questions(state, tenant, begun).await {
            let cause = error.cause();
            tracing::warn!(code = "FD403", %tenant, cause, "old questions were not removed; the next walk retries");
        }
        if let Err(error) = remove_deliveries(state, tenant, begun).await {
            let cause = error.cause();
            tracing::warn!(code = "FD507", %tenant, cause, "old deliveries of webhooks were not removed; the next walk retries");
        }
        match remove(state, tenant, pace, &now).await {
            Ok(removed) if removed == Removed::default() => {}
            Ok(Removed { shortened, erased }) => {
                tracing::info!(%tenant, shortened, erased, "old messages removed");
            }
            Err(error) => {
                let cause = error.cause();
                tracing::warn!(code = "FD405", %tenant, cause, "old messages were not removed; the next walk retries");
            }
        }
    }
}

/// Removes what has expired for a tenant; stops when `now` returns `None`.
///
/// # Errors
/// 503 if the store does not answer; the next walk removes the rest.
pub async fn remove(
    state: &State,
    tenant: &TenantId,
    pace: Pace,
    now: &dyn Fn() -> Option<Timestamp>,
) -> Result<Removed, ApiError> {
    let walks_from = || {
        let now = now().filter(|_| !state.is_draining())?;
        kept_from(state, tenant, now)
    };
    let (mut removed, mut after) = (Removed::default(), None);
    while walks_from().is_some() {
        let page = visitors(state, tenant, after, pace.listed).await?;
        for few in page.chunks(pace.at_once) {
            // Computed for each batch: a walk takes hours, and the settings may change meanwhile.
            let Some(before) = walks_from() else {
                return Ok(removed);
            };
            for visitor in few {
                removed.count(forget(state, tenant, visitor, before).await?);
            }
            if few.len() == pace.at_once {
                tokio::time::sleep(pace.pause).await;
            }
        }
        if page.len() < pace.listed {
            break;
        }
        after = page.last().cloned();
    }
    Ok(removed)
}

/// Returns the time from which a tenant keeps messages; `None` if it keeps all of them.
fn kept_from(state: &State, tenant: &TenantId, now: Timestamp) -> Option<Timestamp> {
    let days = state.catalogue.tenant(tenant)?.tenant.retention_days?;
    Some(now - Span::from_minutes(u64::from(days.get()) * 24 * 60))
}

/// Removes the expired questions from a tenant's inbox, its agents' expired drafts and mentions, and what reports are made
/// from. Returns how many.
///
/// # Errors
/// 503 if the store does not answer; the next walk removes them.
pub async fn remove_questions(
    state: &State,
    tenant: &TenantId,
    now: Timestamp,
) -> Result<usize, ApiError> {
    let Some(before) = kept_from(state, tenant, now) else {
        return Ok(0);
    };
    let (store, tenant) = (Arc::clone(state.office.store()), tenant.clone());
    block(move || {
        let mut old = inbox::forgetting_before(store.as_ref(), &tenant, before)?;
        old.extend(team::forgetting_before(store.as_ref(), &tenant, before)?);
        old.extend(days::forgetting_before(store.as_ref(), &tenant, before)?);
        for few in old.chunks(AT_ONCE) {
            store.change_documents(few)?;
        }
        Ok(old.len())
    })
    .await
}

/// Removes the mails that are no longer listed. Returns how many.
///
/// # Errors
/// 503 if the store does not answer; the next walk removes them.
pub async fn remove_mails(
    state: &State,
    tenant: &TenantId,
    now: Timestamp,
) -> Result<usize, ApiError> {
    let listed_from = now - Span::from_minutes(DAYS_LISTED * 24 * 60);
    let before = kept_from(state, tenant, now).map_or(listed_from, |kept| kept.max(listed_from));
    let (mail, tenant) = (Arc::clone(&state.mail), tenant.clone());
    block(move || mail.outbox.forget_before(&tenant, before)).await
}

/// Removes the deliveries of webhooks that tell of what the tenant keeps no longer. Returns how many.
///
/// # Errors
/// 503 if the store does not answer; the next walk removes them.
pub async fn remove_deliveries(
    state: &State,
    tenant: &TenantId,
    now: Timestamp,
) -> Result<usize, ApiError> {
    let Some(before) = kept_from(state, tenant, now) else {
        return Ok(0);
    };
    let (webhooks, tenant) = (Arc::clone(&state.webhooks), tenant.clone());
    block(move || webhooks.forget_before(&tenant, before)).await
}

/// Removes the audit records that are older than [`audit::DAYS_KEPT`]. Returns how many.
///
/// # Errors
/// 503 if the store does not answer; the next walk removes them.
pub async fn remove_audit(
    state: &State,
    tenant: &TenantId,
    now: Timestamp,
) -> Result<usize, ApiError> {
    let before = now - Span::from_minutes(audit::DAYS_KEPT * 24 * 60);
    let (store, tenant) = (Arc::clone(state.office.store()), tenant.clone());
    block(move || audit::remove_before(store.as_ref(), &tenant, before)).await
}

async fn visitors(
    state: &State,
    tenant: &TenantId,
    after: Option<VisitorId>,
    limit: usize,
) -> Result<Vec<VisitorId>, ApiError> {
    let (store, tenant) = (Arc::clone(state.office.store()), tenant.clone());
    block(move || store.visitors(&tenant, after.as_ref(), limit)).await
}

enum Forgotten {
    Nothing,
    Lines,
    Everything,
}

async fn forget(
    state: &State,
    tenant: &TenantId,
    visitor: &VisitorId,
    before: Timestamp,
) -> Result<Forgotten, ApiError> {
    let visitor = &VisitorKey {
        tenant: tenant.clone(),
        visitor: visitor.clone(),
    };
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    let Some(head) = block(move || store.head(&key)).await? else {
        return Ok(Forgotten::Nothing);
    };
    let keeps = head.keeps(before);
    let lines_from = match keeps {
        Keeps::LinesFrom(from) => from,
        Keeps::Nothing => before,
    };
    let (files, is_any) = references::referenced_before(state, visitor, lines_from).await?;
    if !is_any && keeps != Keeps::Nothing {
        return Ok(Forgotten::Nothing);
    }
    // First, because a crash after this leaves the lines, and the next walk finds them and their files again.
    references::release(state, files, before).await?;
    if keeps == Keeps::Nothing {
        let now = state.now();
        // First, as files. A visitor who comes back meanwhile subscribes their browser again.
        let (push, key) = (Arc::clone(&state.push), visitor.clone());
        block(move || push.visitors.forget(&key)).await?;
        let is_erased = state.office.erase_unless_kept_from(visitor, before).await?;
        if is_erased && !is_drawn(visitor.visitor.as_str()) {
            // The name becomes free, so an older token must not open the next visitor who takes it.
            state.erased.note(visitor, now).await?;
        }
        return Ok(match is_erased {
            true => Forgotten::Everything,
            false => Forgotten::Nothing,
        });
    }
    let forgotten = state.office.forget_lines(visitor, lines_from).await;
    forgotten.map_err(ApiError::unavailable)?;
    Ok(Forgotten::Lines)
}
