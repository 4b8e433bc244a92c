//! Pages through a tenant's visitors. The cost of a page is bounded: it reads a limited number of heads and returns a
//! cursor for the rest.

use crate::admission;
use crate::blocking::read;
use crate::error::ApiError;
use crate::routes::agent::ask;
use crate::routes::read::filled;
use crate::state::State;
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::routing::Standing;
use actors_core::session::commands::describe::{Describe, Overview};
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{Store, StoreError};

/// The most visitors of a page.
const PAGE: usize = 50;

/// The most heads read for a page.
const LOOKED_AT_MAX: usize = 500;

/// The longest cursor, in bytes.
const CURSOR_BYTES_MAX: usize = 512;

/// Which visitors are asked for.
pub(super) struct Wanted {
    after: Option<VisitorId>,
    limit: usize,
    since: Timestamp,
    fits: fn(&Standing) -> bool,
}

impl Wanted {
    /// Reads the fields that all lists of visitors have.
    ///
    /// # Errors
    /// 400 for a cursor that is too long.
    pub fn read(
        cursor: Option<&String>,
        limit: Option<usize>,
        since: Option<i64>,
    ) -> Result<Self, ApiError> {
        let after = filled(cursor);
        if after.is_some_and(|after| after.len() > CURSOR_BYTES_MAX) {
            return Err(ApiError::invalid("cursor is not valid"));
        }
        Ok(Self {
            after: after.map(VisitorId::from),
            limit: limit.unwrap_or(PAGE).clamp(1, PAGE),
            since: Timestamp::from_millis(since.unwrap_or(i64::MIN)),
            fits: |_| true,
        })
    }

    /// Keeps only visitors with this standing.
    pub fn standing(self, fits: fn(&Standing) -> bool) -> Self {
        Self { fits, ..self }
    }

    /// Returns the visitors of a page as their sessions describe them, and the cursor of the next page.
    ///
    /// # Errors
    /// 503 if the store cannot be read or the server is overloaded.
    pub async fn page(
        self,
        state: &State,
        tenant: &TenantId,
    ) -> Result<(Vec<(VisitorKey, Overview)>, String), ApiError> {
        let _permit = admission::admit(&state.limits).await?;
        let of = tenant.clone();
        let (found, cursor) = read(state, move |store| self.found(store, &of)).await?;
        let mut described = Vec::with_capacity(found.len());
        for visitor in found {
            let tenant = tenant.clone();
            let key = VisitorKey { tenant, visitor };
            match ask(state, &key, Describe).await {
                // Erased meanwhile.
                Err(ApiError::NotFound) => {}
                overview => described.push((key, overview?)),
            }
        }
        Ok((described, cursor))
    }

    fn found(
        &self,
        store: &dyn Store,
        tenant: &TenantId,
    ) -> Result<(Vec<VisitorId>, String), StoreError> {
        let visitors = store.visitors(tenant, self.after.as_ref(), LOOKED_AT_MAX)?;
        let is_last = visitors.len() < LOOKED_AT_MAX;
        let mut found = Vec::new();
        let mut passed = None;
        for visitor in visitors {
            if found.len() == self.limit {
                return Ok((
                    found,
                    passed.map_or_else(String::new, |it: VisitorId| it.to_string()),
                ));
            }
            let key = VisitorKey {
                tenant: tenant.clone(),
                visitor,
            };
            if store.head(&key)?.is_some_and(|head| self.asks_for(&head)) {
                found.push(key.visitor.clone());
            }
            passed = Some(key.visitor);
        }
        let passed = passed.filter(|_| !is_last);
        Ok((found, passed.map_or_else(String::new, |it| it.to_string())))
    }

    fn asks_for(&self, head: &Head) -> bool {
        head.last_at >= self.since && (self.fits)(&head.standing)
    }
}
