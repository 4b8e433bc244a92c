//! The session's part in button flows: stores the visitor's place, and logs what the nodes say.

use crate::flow::{Awaits, Given, Guide, Heard, Place, advance};
use crate::form::request::Outgoing;
use crate::ids::{ChannelId, FlowId, NodeId, SessionNo};
use crate::message::content::RobotReply;
use crate::message::{Content, Sender};
use crate::model::Brief;
use crate::session::phase::Status;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a tenant's service may take to answer; the relay's own timeout is shorter (Protocol, 'fromRequest').
pub const REPLY_WITHIN: Span = Span::from_secs(15);

/// A request of a flow to a tenant's service. The result comes back as [`ServiceReplied`].
///
/// [`ServiceReplied`]: crate::session::commands::from_service::ServiceReplied
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceRequest {
    /// The visitor's session.
    pub session: SessionNo,
    /// The channel whose flows continue with the result.
    pub channel: ChannelId,
    /// The number of the request in the session.
    pub number: u32,
    /// The request. `None` after a timeout or a restart: the flow continues without a result.
    pub request: Option<Outgoing>,
    /// What the page sent, for later requests of the same walk. It exists only in memory.
    pub given: Option<Arc<Given>>,
}

/// A flow without a way on. Flows are validated when saved, so an operator should look at this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostWay {
    /// The flow.
    pub flow: FlowId,
    /// The node.
    pub node: NodeId,
}

impl Session {
    /// Advances the flow. Returns the robot's reply and what to ask a large model once the reply is in the log; `None`
    /// if no node expects this.
    pub(super) fn advance_flow(
        &mut self,
        guide: &Guide,
        heard: Heard,
        effects: &mut Effects,
    ) -> Option<(RobotReply, Option<Arc<Brief>>)> {
        let mut place = self.extras.flow().cloned();
        let went = advance(guide, &mut place, heard, self.language.as_str())?;
        let place = place?;
        self.mark_head(HeadState::Changed);
        self.extras.await_service(None);
        self.extras.stand(Some(place.clone()));
        if let (Awaits::Reply(number), Some(request)) = (place.awaits, &went.request) {
            effects.push(Effect::CallService(Box::new(ServiceRequest {
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

    /// Advances the flow with something that is no question, and logs the robot's reply.
    pub(super) fn continue_flow(&mut self, guide: &Guide, heard: Heard, effects: &mut Effects) {
        match self.status() {
            Status::Robot | Status::Queued => {}
            // With an agent, or after the end, the flow does not speak.
            Status::Manual | Status::Ended => return,
        }
        if let Some((reply, brief)) = self.advance_flow(guide, heard, effects) {
            // A reply that follows a question by one millisecond counts as its answer, so this one keeps a larger
            // distance.
            self.last_at = self.last_at + Span::from_millis(1);
            let said = self.say(Sender::Robot, Content::Robot(Box::new(reply)), effects);
            if let Some(brief) = brief {
                self.start_writing(said, said, brief, None, effects);
            }
        }
    }

    /// Leaves the flow, because the visitor does something else or somebody else takes over.
    pub(super) fn leave_flow(&mut self) {
        self.extras.await_service(None);
        if let Some(place) = self.extras.flow_mut().filter(|place| place.is_inside()) {
            place.leave();
            self.mark_head(HeadState::Changed);
        }
    }

    /// Leaves the flow if it still waits for a request whose result was delivered: its node or robot is gone. Otherwise
    /// the session would be woken for it again and again.
    pub(super) fn no_longer_waits_for(&mut self, request: u32) {
        let waits = |place: &Place| place.awaits == Awaits::Reply(request);
        if self.extras.flow().is_some_and(waits) {
            self.leave_flow();
        }
    }

    /// Leaves the flow after a question that no node expects, unless the flow waits for a service.
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

    /// Lets the flow continue without a result after a timeout or a restart. It stays due until the flow has continued,
    /// because delivery may fail as well.
    pub(super) fn give_up_service(&mut self, effects: &mut Effects) {
        let is_due = |due: Timestamp| due <= self.last_now;
        let waits = self.extras.flow().map(|place| place.awaits);
        if let Some(Awaits::Reply(number)) = waits
            && self.extras.service_due().is_some_and(is_due)
        {
            let again = self.last_now + REPLY_WITHIN;
            self.extras.await_service(Some(again));
            effects.push(Effect::CallService(Box::new(ServiceRequest {
                session: self.number,
                channel: self.channel.id.clone(),
                number,
                request: None,
                given: None,
            })));
        }
    }
}
