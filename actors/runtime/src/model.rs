//! A large language model that writes answers, and the way from a session to it and back.

use crate::office::Office;
use actors_core::ids::{MessageId, TenantId, VisitorKey};
use actors_core::model::{Brief, NoAnswer, Written};
use actors_core::session::commands::from_model::{ModelDone, ModelSays};
use dashmap::DashMap;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Called with the whole text so far, sanitised, at most a few times a second.
pub type Says = Box<dyn FnMut(Arc<str>) + Send>;

/// An answer in progress; dropping it stops the model.
pub type Writing = Pin<Box<dyn Future<Output = Result<Written, NoAnswer>> + Send>>;

/// Writes answers from documents. The adapter lives in `server/src/robots/model`.
///
/// It answers within a bounded time, whatever the model does, and never panics. It sanitises its output and enforces
/// the tenant's limits.
pub trait LanguageModel: Send + Sync + 'static {
    /// Starts an answer. If none is possible, it fails at once.
    fn write(&self, tenant: &TenantId, brief: Arc<Brief>, says: Says) -> Writing;
}

/// The replies that models are writing, each with the sender that stops its model.
#[derive(Default)]
pub(crate) struct Writings(DashMap<(VisitorKey, MessageId), oneshot::Sender<()>>);

impl Office {
    /// Sets the model, once. Without one, every answer comes from the knowledge base.
    pub fn set_model(&self, model: Arc<dyn LanguageModel>) {
        if self.model.set(model).is_err() {
            tracing::error!(code = "FD305", "there is a model already");
        }
    }

    /// Asks the model for a reply in a visitor's session, and sends the session the result.
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
                // Dropping the future closes the model's connection.
                _ = stopped => {}
            }
            office.writings.0.remove(&place);
        });
    }

    /// Stops the model that writes this reply, if there is one.
    pub(crate) fn stop_model(&self, visitor: &VisitorKey, reply: MessageId) {
        if let Some((_, stop)) = self.writings.0.remove(&(visitor.clone(), reply)) {
            // The model may have finished already.
            let _ = stop.send(());
        }
    }
}
