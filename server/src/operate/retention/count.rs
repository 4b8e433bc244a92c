//! tenant/retentionCount: how much a retention would remove if the next walk began now. The work is bounded, so a large
//! tenant gets a lower bound.

use crate::blocking::block;
use crate::error::ApiError;
use crate::state::State;
use actors_core::event::Event;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::session::keeping::Keeps;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{Store, StoreError};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long counting may take.
const TIME_MAX: Duration = Duration::from_secs(3);
/// The most visitors that are examined.
const VISITORS_MAX: usize = 20_000;
/// Visitors read at once.
const VISITORS_AT_ONCE: usize = 1_000;
/// Lines read at once.
const LINES_AT_ONCE: usize = 500;

/// How much would be removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The messages.
    pub messages: usize,
    /// The visitors who would lose messages.
    pub visitors: usize,
    /// Those of them who would be removed altogether.
    pub erased: usize,
    /// Whether all visitors were examined. If not, there may be more.
    pub is_complete: bool,
}

/// Counts what a tenant would lose if it kept messages for this many days.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn count(state: &State, tenant: &TenantId, days: NonZeroU16) -> Result<Count, ApiError> {
    let now = state.believed.now().unwrap_or_else(|| state.now());
    let before = now - Span::from_minutes(u64::from(days.get()) * 24 * 60);
    let counting = Counting {
        store: Arc::clone(state.office.store()),
        before,
        until: Instant::now() + TIME_MAX,
    };
    let tenant = tenant.clone();
    block(move || counting.all(&tenant)).await
}

struct Counting {
    store: Arc<dyn Store>,
    before: Timestamp,
    until: Instant,
}

impl Counting {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn all(&self, tenant: &TenantId) -> Result<Count, StoreError> {
        let (mut count, mut after, mut examined) = (Count::default(), None, 0);
        while examined < VISITORS_MAX {
            let page = self
                .store
                .visitors(tenant, after.as_ref(), VISITORS_AT_ONCE)?;
            for visitor in &page {
                if self.is_over() {
                    return Ok(count);
                }
                let key = VisitorKey {
                    tenant: tenant.clone(),
                    visitor: visitor.clone(),
                };
                self.one(&key, &mut count)?;
            }
            examined += page.len();
            if page.len() < VISITORS_AT_ONCE {
                count.is_complete = !self.is_over();
                break;
            }
            after = page.last().cloned();
        }
        Ok(count)
    }

    /// Counts a visitor's messages, as the walk would remove them.
    fn one(&self, visitor: &VisitorKey, count: &mut Count) -> Result<(), StoreError> {
        let Some(head) = self.store.head(visitor)? else {
            return Ok(());
        };
        let (from, is_erased) = match head.keeps(self.before) {
            Keeps::LinesFrom(from) => (from, false),
            Keeps::Nothing => (self.before, true),
        };
        let (mut before, mut messages) = (from, 0);
        loop {
            let lines = self.store.history(visitor, before, LINES_AT_ONCE)?;
            let is_message = |event: &Event| matches!(event, Event::Message(_));
            messages += lines
                .iter()
                .filter(|line| is_message(&line.entry.event))
                .count();
            match lines.first() {
                Some(oldest) if lines.len() == LINES_AT_ONCE && !self.is_over() => {
                    before = oldest.entry.at;
                }
                _ => break,
            }
        }
        count.messages += messages;
        count.visitors += usize::from(messages > 0 || is_erased);
        count.erased += usize::from(is_erased);
        Ok(())
    }
}
