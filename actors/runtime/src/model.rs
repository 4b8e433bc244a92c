//! A large model that writes answers, and the way from a session to it and back.

use crate::office::Office;
use actors_core::ids::{MessageId, TenantId, VisitorKey};
use actors_core::model::{Brief, NoAnswer, Written};
use actors_core::session::commands::from_model::{ModelDone, ModelSays};
use dashmap::DashMap;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Called with all that is written so far, sanitised, a few times a second at most.
pub type Says = Box<dyn FnMut(Arc<str>) + Send>;

/// An answer that is being written; dropping it lets the model stop.
pub type Writing = Pin<Box<dyn Future<Output = Result<Written, NoAnswer>> + Send>>;

/// Writes answers from documents. The adapter lives in `server/src/model`.
///
/// It answers within a bounded time, whatever the model does, and never panics; what it hands out is sanitised, and the
/// tenant's limits are kept.
pub trait LanguageModel: Send + Sync + 'static {
    /// Begins to write. An answer that is not there to be had is an error at once.
    fn write(&self, tenant: &TenantId, brief: Arc<Brief>, says: Says) -> Writing;
}

/// The replies that models are writing, each with what lets its model go.
#[derive(Default)]
pub(crate) struct Writings(DashMap<(VisitorKey, MessageId), oneshot::Sender<()>>);

impl Office {
    /// Lets a model in. Without one, or before, every answer is the knowledge base's.
    pub fn set_model(&self, model: Arc<dyn LanguageModel>) {
        if self.model.set(model).is_err() {
            tracing::error!("there is a model already");
        }
    }

    /// Asks the model for a reply of a visitor's session, and tells the session what comes of it.
    pub(crate) fn ask_model(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        reply: MessageId,
        brief: Arc<Brief>,
    ) {
        let done = {
            let (office, visitor) = (Arc::clone(self), visitor.clone());
            move |written| office.tell(&visitor, ModelDone { reply, written })
        };
        let (Some(model), Ok(_)) = (self.model.get(), tokio::runtime::Handle::try_current()) else {
            done(None);
            return;
        };
        let says: Says = {
            let (office, visitor) = (Arc::clone(self), visitor.clone());
            Box::new(move |text| office.tell(&visitor, ModelSays { reply, text }))
        };
        let writing = model.write(&visitor.tenant, brief, says);
        let (stop, stopped) = oneshot::channel();
        let place = (visitor.clone(), reply);
        self.writings.0.insert(place.clone(), stop);
        let office = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                written = writing => done(written.ok()),
                // Nobody waits for it; the connection goes with the future.
                _ = stopped => {}
            }
            office.writings.0.remove(&place);
        });
    }

    /// Lets the model go that writes this reply; harmless where none does.
    pub(crate) fn stop_model(&self, visitor: &VisitorKey, reply: MessageId) {
        if let Some((_, stop)) = self.writings.0.remove(&(visitor.clone(), reply)) {
            // Whoever has ended meanwhile need not be told.
            let _ = stop.send(());
        }
    }
}
