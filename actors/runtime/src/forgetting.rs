//! Erases visitors and deletes old lines (`docs/decisions/0025`).

use crate::ask::AskError;
use crate::office::Office;
use crate::ports::StoreError;
use crate::session::{Erase, Origin};
use actors_core::ids::VisitorKey;
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::session::commands::close::Close;
use actors_core::time::Timestamp;
use std::sync::Arc;
use tokio::sync::oneshot;

impl Office {
    /// Ends a visitor's session and deletes it from memory and the store. Desks and pages keep what they already
    /// received.
    ///
    /// # Errors
    /// [`AskError`]: the deletion may or may not be durable; the caller may retry.
    pub async fn erase(self: &Arc<Self>, visitor: &VisitorKey) -> Result<(), AskError> {
        // As if the visitor had left, so that their seat and place in a line are free again. No session is fine too.
        match self.ask(visitor, Close).await {
            Ok(_) | Err(AskError::Unknown | AskError::Unreadable) => {}
            Err(error) => return Err(error),
        }
        self.forget_all(visitor, None).await.map(drop)
    }

    /// Erases a visitor unless their session keeps anything from `from` on; returns whether it was erased. The visitor
    /// may have come back a moment ago.
    ///
    /// # Errors
    /// [`AskError`]: the deletion may or may not be durable; the caller may retry.
    pub async fn erase_unless_kept_from(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        from: Timestamp,
    ) -> Result<bool, AskError> {
        self.forget_all(visitor, Some(from)).await
    }

    async fn forget_all(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        unless_kept_from: Option<Timestamp>,
    ) -> Result<bool, AskError> {
        let erase = |reply| Erase {
            unless_kept_from,
            reply,
        };
        let is_erased = self.request(visitor, Origin::Stored, erase).await?;
        if is_erased {
            self.tell_forgotten(visitor);
        }
        Ok(is_erased)
    }

    /// Deletes a visitor's lines older than `before`; durable when it returns. A session in memory does not learn of
    /// it, so its own lines must be younger.
    ///
    /// # Errors
    /// [`StoreError`]: the deletion may or may not be durable; the caller may retry.
    pub async fn forget_lines(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
    ) -> Result<(), StoreError> {
        let record = Record {
            visitor: visitor.clone(),
            body: RecordBody::Forget(Forget::LinesBefore(before)),
        };
        let (kept, heard) = oneshot::channel();
        let store = Arc::clone(&self.store);
        // `append` blocks under back-pressure from the disk.
        let append = actix_rt::task::spawn_blocking(move || {
            store.append(
                vec![record],
                Box::new(move |result| drop(kept.send(result))),
            );
        });
        drop(append.await);
        let lost = || Err(StoreError::Damaged("a record was not answered".into()));
        heard.await.unwrap_or_else(|_| lost())?;
        self.tell_forgotten(visitor);
        Ok(())
    }

    fn tell_forgotten(&self, visitor: &VisitorKey) {
        if let Some(watcher) = self.watcher.get() {
            watcher.forgot(visitor);
        }
    }
}
