//! Reports exports that are unusually large or frequent, because a stolen account shows this pattern. The export still
//! runs within its limits; the report goes to the log and the metrics.

use crate::agent_token::SignedIn;
use crate::error::ApiError;
use std::sync::Arc;

/// The number of rows from which an export is reported. A shop's knowledge and one visitor's data are smaller.
const ROWS_TOLD: u64 = 10_000;

/// The metric that counts reports, by reason.
const ALARMS: &str = "frontdesk_export_alarms_total";

/// The size of one export so far.
pub struct Volume {
    who: Arc<SignedIn>,
    thing: &'static str,
    rows: u64,
}

impl Volume {
    /// Starts at zero.
    pub fn of(who: &Arc<SignedIn>, thing: &'static str) -> Self {
        Self {
            who: Arc::clone(who),
            thing,
            rows: 0,
        }
    }

    /// Counts exported rows, and raises the alarm once when they reach the limit.
    pub fn add(&mut self, rows: usize) {
        let before = self.rows;
        self.rows += rows as u64;
        if before < ROWS_TOLD && self.rows >= ROWS_TOLD {
            alarm(&self.who, self.thing, "volume");
        }
    }
}

/// Returns the result of the rate limit of exports, and raises the alarm if it refuses.
///
/// # Errors
/// The error of the rate limit.
pub fn watch(
    who: &SignedIn,
    thing: &'static str,
    limit: Result<(), ApiError>,
) -> Result<(), ApiError> {
    limit.inspect_err(|_| alarm(who, thing, "frequency"))
}

#[cold]
fn alarm(who: &SignedIn, thing: &'static str, why: &'static str) {
    let (tenant, agent) = (who.tenant.as_str(), who.agent.as_str());
    tracing::error!(
        code = "FD603",
        tenant,
        agent,
        thing,
        why,
        "unusually large or frequent export"
    );
    metrics::counter!(ALARMS, "why" => why).increment(1);
}
