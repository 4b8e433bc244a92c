//! What a tenant's own service says to a flow. What comes late, when an agent has the word or the flow waits for something
//! else, is dropped.

use crate::flow::{Guide, Heard};
use crate::ids::SessionNo;
use crate::session::commands::{Command, sealed};
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A service answered the request of a flow, or it is known that it will not.
#[derive(Clone, Debug)]
pub struct ServiceReplied {
    /// For which session of the visitor.
    pub session: SessionNo,
    /// Which request.
    pub number: u32,
    /// What its answer says, by field; none where it did not take the request.
    pub reply: Option<BTreeMap<Arc<str>, Arc<str>>>,
    /// What the robot goes on with; none where the channel or its robot is no more.
    pub guide: Option<Guide>,
}

impl sealed::Sealed for ServiceReplied {}

impl Command for ServiceReplied {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        if session.number == self.session {
            let heard = Heard::Replied(self.number, self.reply);
            if let Some(guide) = &self.guide {
                session.flow_goes_on(guide, heard, effects);
            }
            session.no_longer_waits_for(self.number);
        }
    }
}
