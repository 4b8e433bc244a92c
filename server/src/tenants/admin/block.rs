//! Blocks and unblocks visitors. Each is durable with its audit record before it takes effect.

use super::audit::{self, Action, AuditRecord};
use super::difference::FieldChange;
use crate::agent_token::SignedIn;
use crate::blocking::block as blocking;
use crate::blocks::{self, BLOCKS_MAX, Block};
use crate::error::ApiError;
use crate::person::Person;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{VisitorId, VisitorKey};
use actors_core::session::commands::from_shop::ShopEnds;
use actors_core::time::{Span, Timestamp};
use actors_runtime::AskError;
use actors_runtime::ports::DocumentChange;
use serde_json::{Value, json};
use std::sync::Arc;

/// What the audit calls them.
const THING: &str = "blocks";

/// The longest reason, in characters (Protocol, 'Sizes and times').
pub const REASON_CHARS_MAX: usize = 200;

/// A new block, as an agent asks for it.
pub struct NewBlock {
    /// The visitor.
    pub visitor: VisitorKey,
    /// Their name.
    pub name: String,
    /// Their person.
    pub person: Person,
    /// Why.
    pub reason: String,
    /// For how long.
    pub length: Length,
}

/// For how long a visitor is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// For this time.
    For(Span),
    /// For ever.
    Ever,
}

impl Length {
    /// Reads the wire's word for it.
    pub fn named(word: &str) -> Option<Self> {
        const HOUR: u64 = 60;
        const DAY: u64 = 24 * HOUR;
        let minutes = match word {
            "hour" => HOUR,
            "day" => DAY,
            "week" => 7 * DAY,
            "month" => 30 * DAY,
            "ever" => return Some(Self::Ever),
            _ => return None,
        };
        Some(Self::For(Span::from_minutes(minutes)))
    }

    fn after(self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::For(length) => Some(now + length),
            Self::Ever => None,
        }
    }
}

/// Blocks a visitor and ends their open conversation. A second block replaces the first. It completes even if the
/// caller is gone.
///
/// # Errors
/// 409 if the tenant blocks too many, 503 if the store failed.
pub async fn block(
    state: Data<State>,
    who: Arc<SignedIn>,
    new: NewBlock,
) -> Result<Arc<Block>, ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let now = state.now();
        let is_new = state.blocks.named(&who.tenant, &new.visitor.visitor);
        if is_new.is_none() && state.blocks.of(&who.tenant, now).len() >= BLOCKS_MAX {
            return Err(ApiError::Conflict(
                "the tenant blocks 5000 visitors: unblock one first",
            ));
        }
        let keys = new.person.all(&new.visitor);
        let block = made(&who, new, now);
        let over = state.blocks.outdated(&who.tenant, now);
        let over = over.into_iter().filter(|old| *old != block.visitor);
        let over: Vec<VisitorId> = over.collect();
        let mut changes: Vec<DocumentChange> = over
            .iter()
            .map(|old| blocks::removed(&who.tenant, old))
            .collect();
        changes.push(block.change(&who.tenant));
        let record = AuditRecord {
            fields: ["until", "reason"].map(String::from).into(),
            changes: told(&block),
            ..record(&state, &who, Action::Put, &block.visitor)
        };
        keep(&state, &who, changes, &record).await?;
        for old in &over {
            state.blocks.release(&who.tenant, old);
        }
        state.blocks.hold(&who.tenant, block.clone());
        for key in keys {
            match state.office.ask(&key, ShopEnds).await {
                Ok(()) | Err(AskError::Unknown) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Arc::new(block))
    });
    task.await.map_err(ApiError::internal)?
}

/// Removes a block.
///
/// # Errors
/// 404 for a visitor whom the tenant does not block, 503 if the store failed.
pub async fn unblock(
    state: Data<State>,
    who: Arc<SignedIn>,
    visitor: VisitorId,
) -> Result<(), ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let found = state.blocks.named(&who.tenant, &visitor);
        found.ok_or(ApiError::NotFound)?;
        let changes = vec![blocks::removed(&who.tenant, &visitor)];
        let record = record(&state, &who, Action::Delete, &visitor);
        keep(&state, &who, changes, &record).await?;
        state.blocks.release(&who.tenant, &visitor);
        Ok(())
    });
    task.await.map_err(ApiError::internal)?
}

fn made(who: &SignedIn, new: NewBlock, now: Timestamp) -> Block {
    let visitors = new.person.all(&new.visitor).into_iter();
    Block {
        visitors: visitors.map(|key| key.visitor).collect(),
        visitor: new.visitor.visitor,
        name: new.name,
        identity: new.person.identity,
        reason: new.reason,
        by: who.agent.clone(),
        at: now,
        until: new.length.after(now),
    }
}

/// The audit keeps no name of the visitor beside the id, because it outlives them.
fn told(block: &Block) -> Vec<FieldChange> {
    let change = |field: &str, after: Value| FieldChange {
        field: field.to_owned(),
        before: Value::Null,
        after,
    };
    let until = block.until.map(Timestamp::as_millis);
    vec![
        change("until", until.map_or_else(|| json!("ever"), Value::from)),
        change("reason", json!(block.reason)),
    ]
}

fn record(state: &State, who: &SignedIn, action: Action, visitor: &VisitorId) -> AuditRecord {
    let at = state.admin.audit.draw(state.now());
    audit::record(at, &who.agent, action, THING, visitor.as_str())
}

async fn keep(
    state: &State,
    who: &SignedIn,
    mut changes: Vec<DocumentChange>,
    record: &AuditRecord,
) -> Result<(), ApiError> {
    changes.push(audit::written(&who.tenant, record));
    let store = Arc::clone(state.office.store());
    blocking(move || store.change_documents(&changes)).await
}
