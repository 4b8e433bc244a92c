//! The time that may be believed where something is removed for good (docs/decisions/0116).

use actors_core::clock_trust::ClockTrust;
use actors_core::time::Timestamp;
use actors_runtime::clock::Clock;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use parking_lot::Mutex;
use std::sync::Arc;

/// The one document of its kind.
const KEY: &str = "trust";

/// The time that may be believed.
pub struct BelievedTime {
    clock: Arc<dyn Clock>,
    trust: Mutex<ClockTrust>,
    /// What the store has of it.
    kept: Mutex<ClockTrust>,
}

impl BelievedTime {
    /// Goes on from what the last process knew of the clock.
    ///
    /// # Errors
    /// The store does not answer.
    pub fn open(clock: Arc<dyn Clock>, store: &dyn Store) -> Result<Self, StoreError> {
        let kept = store.document(DocumentKind::Clock, KEY)?;
        // What cannot be read says nothing: then a day must pass.
        let kept = kept.and_then(|json| serde_json::from_slice(&json).ok());
        let kept = kept.unwrap_or_default();
        Ok(Self {
            clock,
            trust: Mutex::new(kept),
            kept: Mutex::new(kept),
        })
    }

    /// The time, unless the clock is in doubt.
    pub fn now(&self) -> Option<Timestamp> {
        self.look().believed()
    }

    /// Looks at the clock, and keeps for the next start what is worth it.
    ///
    /// # Errors
    /// It was not kept. The next look tries again.
    pub fn keep(&self, store: &dyn Store) -> Result<(), StoreError> {
        let trust = self.look();
        let mut kept = self.kept.lock();
        if kept.is_outdated_by(trust) {
            let json = serde_json::to_vec(&trust)
                .map_err(|error| StoreError::Damaged(Arc::from(error.to_string())))?;
            store.put_document(DocumentKind::Clock, KEY, &json)?;
            *kept = trust;
        }
        Ok(())
    }

    fn look(&self) -> ClockTrust {
        let mut trust = self.trust.lock();
        *trust = trust.look(self.clock.now(), self.clock.machine());
        *trust
    }
}
