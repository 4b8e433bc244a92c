//! Removes an erased visitor, and what is older than the tenant keeps it, from the queues and logs of webhooks. Tells the
//! receivers of an erasure.

use super::event::{self, Event, EventKind};
use super::hook::{Hook, LogLine};
use super::{Webhooks, waiting};
use crate::blocking::block;
use crate::error::ApiError;
use crate::store::pick_documents;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{
    DocumentChange, DocumentKind, Posted, Store, StoreError, each_document,
};
use serde_json::json;
use std::sync::Arc;

impl Webhooks {
    /// Removes a visitor's waiting events, and what was sent of them from the logs. Call it when the visitor's session
    /// is erased.
    ///
    /// # Errors
    /// 503: some of it is not removed yet.
    pub async fn forget(&self, visitor: &VisitorKey) -> Result<(), ApiError> {
        let of = self.of(&visitor.tenant);
        if of.is_empty() {
            return Ok(());
        }
        let _alone = self.recorder.forget(visitor).await;
        let (store, visitor) = (Arc::clone(&self.store), visitor.visitor.to_string());
        block(move || {
            for hook in of.iter() {
                forget_in(store.as_ref(), hook, &visitor)?;
            }
            Ok(())
        })
        .await
    }

    /// Removes what tells of a time before this from a tenant's queues and logs, however late it was sent. Returns how
    /// many events and attempts. Reads all of them: call it rarely, on a blocking pool.
    ///
    /// # Errors
    /// The store's; a second call removes the rest.
    pub fn forget_before(&self, tenant: &TenantId, before: Timestamp) -> Result<usize, StoreError> {
        let mut count = 0;
        for hook in self.of(tenant).iter() {
            count += forget_old(self.store.as_ref(), hook, before)?;
        }
        Ok(count)
    }

    /// The event of an erasure, to be stored with it.
    pub fn tell_erasure(self: &Arc<Self>, visitor: &VisitorKey) -> Option<Posted> {
        self.tell(&visitor.tenant, EventKind::VisitorErased, || Event {
            kind: EventKind::VisitorErased,
            at: self.now(),
            // The receiver must know whom to erase, so a second erasure does not remove it.
            visitor: None,
            conversation: visitor.visitor.to_string(),
            data: json!({ "userId": visitor.visitor.as_str() }),
        })
    }
}

fn forget_in(store: &dyn Store, hook: &Hook, visitor: &str) -> Result<(), StoreError> {
    let prefix = hook.prefix();
    let mut changes = Vec::new();
    let queue = (DocumentKind::WebhookQueue, prefix.as_str());
    each_document(store, queue, |key, json| {
        if waiting(&json).is_some_and(|waiting| waiting.visitor.as_deref() == Some(visitor)) {
            changes.push(DocumentChange::delete(DocumentKind::WebhookQueue, key));
        }
        Ok(())
    })?;
    let gone = changes.len();
    let log = (DocumentKind::WebhookLog, prefix.as_str());
    each_document(store, log, |key, json| {
        let line = serde_json::from_slice::<LogLine>(&json).ok();
        let theirs = line.filter(|line| line.visitor.as_deref() == Some(visitor));
        if let Some(mut line) = theirs {
            line.forget();
            let json = serde_json::to_vec(&line).unwrap_or_default();
            changes.push(DocumentChange::put(DocumentKind::WebhookLog, key, json));
        }
        Ok(())
    })?;
    store.change_documents(&changes)?;
    hook.count_gone(gone);
    Ok(())
}

fn forget_old(store: &dyn Store, hook: &Hook, before: Timestamp) -> Result<usize, StoreError> {
    let prefix = hook.prefix();
    let is_old = |body: &str| event::happened_at(body).is_none_or(|at| at < before);
    let queue = pick_documents(store, (DocumentKind::WebhookQueue, &prefix), |key, json| {
        let is_gone = waiting(json).is_none_or(|waiting| is_old(&waiting.body));
        is_gone.then(|| DocumentChange::delete(DocumentKind::WebhookQueue, key))
    })?;
    let log = pick_documents(store, (DocumentKind::WebhookLog, &prefix), |key, json| {
        let line = serde_json::from_slice::<LogLine>(json).ok();
        // Without a body it tells of nobody.
        let is_gone = line.is_none_or(|line| line.body.is_some_and(|body| is_old(&body)));
        is_gone.then(|| DocumentChange::delete(DocumentKind::WebhookLog, key))
    })?;
    let gone = queue.len();
    let changes: Vec<DocumentChange> = queue.into_iter().chain(log).collect();
    for few in changes.chunks(500) {
        store.change_documents(few)?;
    }
    hook.count_gone(gone);
    Ok(changes.len())
}
