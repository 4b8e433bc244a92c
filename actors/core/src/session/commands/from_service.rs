//! The answer of a tenant's own service to a flow. A late answer is dropped: an agent talks already, or the flow waits
//! for something else.

use crate::flow::{Guide, Heard};
use crate::ids::SessionNo;
use crate::session::commands::Command;
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A service answered the request of a flow, or failed to.
#[derive(Clone, Debug)]
pub struct ServiceReplied {
    /// For which session of the visitor.
    pub session: SessionNo,
    /// Which request.
    pub number: u32,
    /// The fields of its answer. `None` if it did not accept the request.
    pub reply: Option<BTreeMap<Arc<str>, Arc<str>>>,
    /// The robot that continues. `None` if the channel or its robot no longer exists.
    pub guide: Option<Guide>,
}

impl Command for ServiceReplied {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        if session.number == self.session {
            let heard = Heard::Replied(self.number, self.reply);
            if let Some(guide) = &self.guide {
                session.continue_flow(guide, heard, effects);
            }
            session.no_longer_waits_for(self.number);
        }
    }
}
