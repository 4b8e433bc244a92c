//! Who takes a lot out at once, or often: an account that somebody else got hold of looks like this. It is let through as
//! far as the limits go, and whoever watches the log and the numbers hears of it.

use crate::agent_token::SignedIn;
use crate::error::ApiError;
use std::sync::Arc;

/// Rows of one export that are told of: a shop's knowledge is smaller, and so is what one visitor said.
const ROWS_TOLD: u64 = 10_000;

/// The number that counts what was told, by why.
const ALARMS: &str = "frontdesk_export_alarms_total";

/// How much one export has taken out so far.
pub struct Volume {
    who: Arc<SignedIn>,
    thing: &'static str,
    rows: u64,
}

impl Volume {
    /// Nothing yet.
    pub fn of(who: &Arc<SignedIn>, thing: &'static str) -> Self {
        Self {
            who: Arc::clone(who),
            thing,
            rows: 0,
        }
    }

    /// Counts rows that go out; the alarm is given once, when they become many.
    pub fn add(&mut self, rows: usize) {
        let before = self.rows;
        self.rows += rows as u64;
        if before < ROWS_TOLD && self.rows >= ROWS_TOLD {
            alarm(&self.who, self.thing, "volume");
        }
    }
}

/// Passes on what the limit of exports says of one more, and tells where it says no.
///
/// # Errors
/// The limit's.
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
    tracing::error!(tenant, agent, thing, why, "an export out of the ordinary");
    metrics::counter!(ALARMS, "why" => why).increment(1);
}
