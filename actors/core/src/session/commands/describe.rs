//! What an agent sees of a session (listConversations, getVisitor), and how its entries are read.

use crate::agent_card::AgentCard;
use crate::channel::ChannelConfig;
use crate::event::Entry;
use crate::flow::Place;
use crate::ids::{AgentId, ChannelId, GroupId, Language, Seq, SessionNo, TagId, Voucher};
use crate::routing::{ConversationPlace, Duty};
use crate::session::commands::Command;
use crate::session::details::Details;
use crate::session::phase::{Phase, Status};
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// Asks for an overview. Changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Describe;

/// A session as an agent sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// Which session of which visitor.
    pub place: ConversationPlace,
    /// Through which channel they came.
    pub channel: ChannelId,
    /// Through which group's line; `None` with the robot and after the end.
    pub group: Option<GroupId>,
    /// Since when it has its state. With the robot and after the end: since the session began.
    pub since: Timestamp,
    /// The last message of the visitor or an agent.
    pub last: Option<(Seq, Arc<Entry>)>,
    /// Messages of the visitor since the agent's read mark.
    pub unread: u32,
    /// Its state.
    pub status: Status,
    /// The agent, while with one.
    pub agent: Option<AgentCard>,
    /// When the session began.
    pub started: Timestamp,
    /// The visitor asked the robot something in it.
    pub robot_tried: bool,
    /// Their place in a flow, or their last one.
    pub flow: Option<Place>,
    /// The last line.
    pub newest: Seq,
    /// The visitor's read mark: the last entry that they have seen.
    pub visitor_read: Seq,
    /// The language the visitor reads.
    pub language: Language,
    /// What is known of the visitor.
    pub details: Details,
    /// The secret that vouches for the visitor's name, if one does.
    pub vouched: Option<Voucher>,
    /// The tags that agents gave it.
    pub tags: Vec<TagId>,
    /// What its agent owes, and why they have it.
    pub duty: Option<Duty>,
}

impl Command for Describe {
    type Reply = Overview;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Overview {
        let (group, since, agent) = match &session.phase {
            Phase::Robot(_) | Phase::Ended(_) => (None, session.started, None),
            Phase::Queued(queued) => (Some(queued.group.clone()), queued.since, None),
            Phase::Manual(manual) => (
                Some(manual.group.clone()),
                manual.since,
                Some(manual.agent.clone()),
            ),
        };
        Overview {
            place: session.place(),
            channel: session.channel.id.clone(),
            group,
            since,
            last: session.last_message.clone(),
            unread: u32::try_from(session.unread.len()).unwrap_or(u32::MAX),
            status: session.status(),
            agent,
            started: session.started,
            robot_tried: session.robot_tried,
            flow: session.extras.flow().cloned(),
            newest: session.mailbox.last(),
            visitor_read: session.mailbox.marks.read,
            language: session.language,
            details: session.details.as_deref().cloned().unwrap_or_default(),
            vouched: session.extras.vouched(),
            tags: session.extras.tags().to_vec(),
            duty: session.duty().cloned(),
        }
    }
}

/// Asks how the visitor reads their session, and which agent they are with. It changes nothing and copies almost
/// nothing, because every call that only reads begins with it.
#[derive(Clone, Copy, Debug)]
pub struct Situate;

/// How a visitor reads their session, and which agent they are with.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The open session, or the last one.
    pub session: SessionNo,
    /// The visitor's name; empty if unknown.
    pub name: Arc<str>,
    /// The language the visitor reads.
    pub language: Language,
    /// Its channel with the current settings, for the robot's name and picture.
    pub channel: Arc<ChannelConfig>,
    /// Its state.
    pub status: Status,
    /// The group whose line the visitor waits in or came through; `None` with the robot and after the end.
    pub group: Option<GroupId>,
    /// The agent, while with one.
    pub agent: Option<AgentId>,
}

impl Command for Situate {
    type Reply = Situation;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Situation {
        let (group, agent) = match &session.phase {
            Phase::Robot(_) | Phase::Ended(_) => (None, None),
            Phase::Queued(queued) => (Some(&queued.group), None),
            Phase::Manual(manual) => (Some(&manual.group), Some(&manual.agent.agent)),
        };
        Situation {
            session: session.number,
            name: session.name(),
            language: session.language,
            channel: Arc::clone(&session.channel),
            status: session.status(),
            group: group.cloned(),
            agent: agent.cloned(),
        }
    }
}

/// Asks whether an agent served the visitor in this session, or last in an earlier one. Changes nothing.
#[derive(Clone, Debug)]
pub struct HasServed {
    /// The agent.
    pub agent: AgentId,
}

impl Command for HasServed {
    type Reply = bool;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> bool {
        session.extras.course().is_some_and(|course| {
            let last = course.last.as_ref();
            course.agents.contains(&self.agent) || last.is_some_and(|it| it.agent == self.agent)
        })
    }
}
