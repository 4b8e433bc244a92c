//! The time to trust for permanent deletion (docs/decisions/0025).

use actors_core::clock_trust::ClockTrust;
use actors_core::time::Timestamp;
use actors_runtime::clock::Clock;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use parking_lot::Mutex;
use std::sync::Arc;

/// The key of the single document of this kind.
const KEY: &str = "trust";

/// Gives the time only while the clock is trusted.
pub struct BelievedTime {
    clock: Arc<dyn Clock>,
    trust: Mutex<ClockTrust>,
    /// The state that the store has.
    kept: Mutex<ClockTrust>,
}

impl BelievedTime {
    /// Continues from the state that the last process stored.
    ///
    /// # Errors
    /// The store's.
    pub fn open(clock: Arc<dyn Clock>, store: &dyn Store) -> Result<Self, StoreError> {
        let kept = store.document(DocumentKind::Clock, KEY)?;
        // An unreadable state counts as none: the clock is trusted after a day.
        let kept = kept.and_then(|json| serde_json::from_slice(&json).ok());
        let kept = kept.unwrap_or_default();
        Ok(Self {
            clock,
            trust: Mutex::new(kept),
            kept: Mutex::new(kept),
        })
    }

    /// Returns the time, or `None` while the clock is in doubt.
    pub fn now(&self) -> Option<Timestamp> {
        self.look().believed()
    }

    /// Reads the clock, and stores the new state for the next start if it differs enough.
    ///
    /// # Errors
    /// The store's. The next call retries.
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
