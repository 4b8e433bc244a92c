//! What agents said while nobody was there (getOfflineMsg).

use crate::ids::PollId;
use crate::session::commands::Command;
use crate::session::commands::poll::{Keep, Stretch};
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Asks for the agents' messages that no page has acknowledged, of the open session and the one before. They stay until
/// the next [`Read`](super::read::Read).
#[derive(Clone, Debug)]
pub struct ReadOffline {
    /// Which page asks.
    pub page: PollId,
}

/// Where they are stored: at most one stretch a session, older first. [`Stretch::choose`] picks them from the entries.
impl Command for ReadOffline {
    type Reply = Result<Vec<Stretch>, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        session.require_live(&self.page)?;
        let mut stretches: Vec<Stretch> = Vec::new();
        for message in session.offline.iter() {
            match stretches.last_mut() {
                Some(stretch) if stretch.session == message.session => stretch.upto = message.seq,
                Some(_) | None => stretches.push(Stretch {
                    session: message.session,
                    from: message.seq,
                    upto: message.seq,
                    keep: Keep::AgentsSayings,
                }),
            }
        }
        let served = stretches
            .last()
            .filter(|stretch| stretch.session == session.number)
            .map(|stretch| stretch.upto);
        if let Some(served) = served {
            session.serves(served);
        }
        Ok(stretches)
    }
}
