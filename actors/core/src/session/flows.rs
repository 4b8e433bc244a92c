//! The session's part in button flows: where the visitor stands is its own, what the nodes say goes into its log.

use crate::flow::{Awaits, Given, Guide, Heard, Place, hear};
use crate::form::request::Outgoing;
use crate::ids::{ChannelId, FlowId, NodeId, SessionNo};
use crate::message::content::RobotReply;
use crate::message::{Content, Sender};
use crate::model::Brief;
use crate::session::phase::Status;
use crate::session::{Effect, Effects, Kept, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a tenant's service may take to answer; the relay gives up sooner (Protocol, 'fromRequest').
pub const REPLY_WITHIN: Span = Span::from_secs(15);

/// What a flow wants to know of a tenant's service. It comes back as [`ServiceReplied`].
///
/// [`ServiceReplied`]: crate::session::commands::from_service::ServiceReplied
#[derive(Clone, Debug, PartialEq)]
pub struct Errand {
    /// For which session of the visitor.
    pub session: SessionNo,
    /// Where the visitor is: whose flows go on with the answer.
    pub channel: ChannelId,
    /// Which request of the session.
    pub number: u32,
    /// What is asked; none where nobody answered in time, or may ever, and the flow is to go on without.
    pub request: Option<Outgoing>,
    /// What the page gave: a later request of the same walk may need it. It is only ever in memory.
    pub given: Option<Arc<Given>>,
}

/// A flow that led nowhere. Flows are checked when they are saved: somebody should look at this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostWay {
    /// Which flow.
    pub flow: FlowId,
    /// At which node.
    pub node: NodeId,
}

impl Session {
    /// Lets the flows hear something. What the robot says to it, and what a large model is to be asked once that stands in
    /// the log; none where no node expects it.
    pub(super) fn flow_hears(
        &mut self,
        guide: &Guide,
        heard: Heard,
        effects: &mut Effects,
    ) -> Option<(RobotReply, Option<Arc<Brief>>)> {
        let mut place = self.extras.flow().cloned();
        let went = hear(guide, &mut place, heard, self.language.as_str())?;
        let place = place?;
        self.must_keep(Kept::Not);
        self.extras.await_service(None);
        self.extras.stand(Some(place.clone()));
        if let (Awaits::Reply(number), Some(request)) = (place.awaits, &went.request) {
            effects.push(Effect::Ask(Box::new(Errand {
                session: self.number,
                channel: self.channel.id.clone(),
                number,
                request: Some(request.clone()),
                given: guide.given.clone(),
            })));
            let due = self.last_now + REPLY_WITHIN;
            self.extras.await_service(Some(due));
        }
        if let Some(node) = &went.lost {
            let flow = place.flow.clone();
            let node = node.clone();
            effects.push(Effect::Warn(LostWay { flow, node }));
        }
        let brief = went.brief.clone();
        Some((went.reply(guide.offers), brief))
    }

    /// Lets the flows hear something that is no question, and says what comes of it.
    pub(super) fn flow_goes_on(&mut self, guide: &Guide, heard: Heard, effects: &mut Effects) {
        match self.status() {
            Status::Robot | Status::Queued => {}
            // An agent has the word, or nobody has.
            Status::Manual | Status::Ended => return,
        }
        if let Some((reply, brief)) = self.flow_hears(guide, heard, effects) {
            // A reply that stands a millisecond behind a question is the answer to it.
            self.last_at = self.last_at + Span::from_millis(1);
            let said = self.say(Sender::Robot, Content::Robot(Box::new(reply)), effects);
            if let Some(brief) = brief {
                self.lets_write(said, said, brief, None, effects);
            }
        }
    }

    /// The visitor does something else, or somebody else has the word.
    pub(super) fn leave_flow(&mut self) {
        self.extras.await_service(None);
        if let Some(place) = self.extras.flow_mut().filter(|place| place.is_inside()) {
            place.leave();
            self.must_keep(Kept::Not);
        }
    }

    /// What came of a request was told, and the flow waits for it still: its node is no more, or its robot. Were it not
    /// left, the session would be woken for it again and again.
    pub(super) fn no_longer_waits_for(&mut self, request: u32) {
        let waits = |place: &Place| place.awaits == Awaits::Reply(request);
        if self.extras.flow().is_some_and(waits) {
            self.leave_flow();
        }
    }

    /// Asked something that no node expects: the visitor has left the flow, but for one that waits for a service.
    pub(super) fn strays_from_flow(&mut self) {
        let waits = matches!(
            self.extras.flow(),
            Some(Place {
                awaits: Awaits::Reply(_),
                ..
            })
        );
        if !waits {
            self.leave_flow();
        }
    }

    /// Nobody answered in time, or the process that asked is gone: the flow is to go on without. It stays due until the
    /// flow has heard of it, for whoever is to tell it may fail or be killed as well.
    pub(super) fn give_up_service(&mut self, effects: &mut Effects) {
        let is_due = |due: Timestamp| due <= self.last_now;
        let waits = self.extras.flow().map(|place| place.awaits);
        if let Some(Awaits::Reply(number)) = waits
            && self.extras.service_due().is_some_and(is_due)
        {
            let again = self.last_now + REPLY_WITHIN;
            self.extras.await_service(Some(again));
            effects.push(Effect::Ask(Box::new(Errand {
                session: self.number,
                channel: self.channel.id.clone(),
                number,
                request: None,
                given: None,
            })));
        }
    }
}
