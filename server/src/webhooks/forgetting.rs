//! Removes an erased visitor from the queues and logs of their tenant's webhooks, and tells the receivers.

use super::event::{Event, EventKind};
use super::hook::{Hook, LogLine};
use super::{Webhooks, waiting};
use crate::blocking::block;
use crate::error::ApiError;
use actors_core::ids::VisitorKey;
use actors_runtime::ports::{
    DocumentChange, DocumentKind, Posted, Store, StoreError, each_document,
};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

    /// The event of an erasure, to be stored with it.
    pub fn tell_erasure(self: &Arc<Self>, visitor: &VisitorKey) -> Option<Posted> {
        self.tell(&visitor.tenant, EventKind::VisitorErased, || Event {
            kind: EventKind::VisitorErased,
            at: self.now(),
            // The receiver must know whom to erase, so a second erasure does not remove it.
            visitor: None,
            conversation: visitor.visitor.to_string(),
            line: None,
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
    hook.queued.fetch_sub(gone, Ordering::Relaxed);
    Ok(())
}
