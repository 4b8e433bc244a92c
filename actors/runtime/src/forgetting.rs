//! Visitors and lines that are not kept any more (`docs/decisions/0025`).

use crate::ask::{Answer, AskError};
use crate::office::{ATTEMPTS, Home, Office};
use crate::ports::StoreError;
use crate::session::{Erase, Origin};
use actors_core::ids::VisitorKey;
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::session::commands::close::Close;
use actors_core::time::Timestamp;
use std::sync::Arc;
use tokio::sync::oneshot;

impl Office {
    /// Ends a visitor's session and forgets all of it, here and in the store. Whoever is told of it keeps what they have.
    ///
    /// # Errors
    /// [`AskError`]: it is not known whether it was kept; it may be asked again.
    pub async fn erase(self: &Arc<Self>, visitor: &VisitorKey) -> Result<(), AskError> {
        // As if the visitor had left: seats and lines are free again. Nobody there is as good.
        match self.ask(visitor, Close).await {
            Ok(_) | Err(AskError::Unknown | AskError::Unreadable) => {}
            Err(error) => return Err(error),
        }
        self.forget_all(visitor, None).await.map(drop)
    }

    /// The same for somebody of whom nothing stays where messages are kept from this time on; whether that was so. They
    /// may have come back a moment ago.
    ///
    /// # Errors
    /// [`AskError`]: it is not known whether it was kept; it may be asked again.
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
        for _ in 0..ATTEMPTS {
            let (reply, answer) = Answer::pair(&self.threads);
            let erase = Erase {
                unless_kept_from,
                reply,
            };
            self.post(visitor, Origin::Stored, Home::WithCaller, erase);
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(AskError::Gone)
    }

    /// Forgets a visitor's lines that are older than this; durable when it returns. A session in memory is not told:
    /// its own lines must be younger.
    ///
    /// # Errors
    /// [`StoreError`]: it is not known whether it was kept; it may be asked again.
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
        // Where far more waits for the disk than it can take, an append waits too.
        let append = actix_rt::task::spawn_blocking(move || {
            store.append(
                vec![record],
                Box::new(move |result| drop(kept.send(result))),
            );
        });
        drop(append.await);
        let lost = || Err(StoreError::Damaged("a record was not answered".into()));
        heard.await.unwrap_or_else(|_| lost())
    }
}
