//! A page opens (chatStart).

use crate::agent_card::AgentCard;
use crate::channel::ChannelConfig;
use crate::ids::{Language, PollId, Seq, SessionNo, Voucher};
use crate::message::{Content, Sender};
use crate::session::commands::Command;
use crate::session::details::Details;
use crate::session::mailbox::Mailbox;
use crate::session::phase::{Phase, RobotPhase, Status};
use crate::session::restore::Marks;
use crate::session::{Effects, HeadState, Met, Refusal, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// Opens a session, or continues the open one on a new page. The page before, if any, is displaced.
#[derive(Clone, Debug)]
pub struct Start {
    /// The new page; 128 random bits from the shell.
    pub page: PollId,
    /// The channel of a new session. An open session keeps its channel, but takes new settings of it.
    pub channel: Arc<ChannelConfig>,
    /// The language of the page. If the channel has its own language, that one wins.
    pub language: Language,
    /// What the page knows of the visitor; empty details stay as they were, except for the rank.
    pub details: Details,
    /// The secret that vouches for the visitor. A session opens only for the secret that vouched for it
    /// (Protocol, 'Visitor identity').
    pub vouched: Option<Voucher>,
    /// The secret that replaces it, if the channel's secret was changed.
    pub vouched_anew: Option<Voucher>,
}

/// The session as the new page gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Started {
    /// Which session.
    pub session: SessionNo,
    /// Its state; never `Ended`, because an ended session is followed by a new one.
    pub status: Status,
    /// The agent, while with one.
    pub agent: Option<AgentCard>,
    /// The number of messages in the answer to [`ReadOffline`](super::offline::ReadOffline).
    pub offline: usize,
    /// Whether the visitor may rate at this moment.
    pub enable_evaluate: bool,
    /// Whether they have rated.
    pub evaluated: bool,
    /// The last line of the log.
    pub last: Seq,
    /// The server's time.
    pub now: Timestamp,
}

impl Command for Start {
    type Reply = Result<Started, Refusal>;

    fn apply(
        self,
        session: &mut Session,
        now: Timestamp,
        effects: &mut Effects,
    ) -> Result<Started, Refusal> {
        if self.vouched != session.extras.vouched() {
            return Err(Refusal::NotVouched);
        }
        if self.vouched_anew.is_some() && self.vouched_anew != session.extras.vouched() {
            session.extras.vouch(self.vouched_anew);
            session.mark_head(HeadState::Changed);
        }
        session.open_page(&self.page, effects);
        let is_here = self.channel.id == session.channel.id;
        if is_here || session.status() == Status::Ended {
            session.channel = self.channel.clone();
        }
        let asked = session.channel.language_for(self.language.as_str());
        session.language = Language::parse(asked).unwrap_or(self.language);
        let rank = self.details.shop_page.rank;
        session.learn(self.details);
        session.set_rank(rank);
        if session.status() == Status::Ended {
            begin(session, now, effects);
        }
        session.sees_page(effects);
        Ok(Started {
            session: session.number,
            status: session.status(),
            agent: session.phase.manual().map(|manual| manual.agent.clone()),
            offline: session.offline.len(),
            enable_evaluate: session.may_evaluate().is_ok(),
            evaluated: session.extras.rated().is_some(),
            last: Seq(session.served_before().0 - 1),
            now,
        })
    }
}

/// Begins the visitor's next session.
fn begin(session: &mut Session, now: Timestamp, effects: &mut Effects) {
    let before = session.mailbox.marks;
    let passed = before.passed.max(before.read);
    let number = session.number;
    session.offline.retain(|message| message.session == number);
    session.number = SessionNo(number.0 + 1);
    session.started = now;
    session.mailbox = Mailbox::new(Marks {
        before: (number.0 > 0 && !session.offline.is_empty()).then_some(passed),
        ..Marks::default()
    });
    session.met = Met::Nobody;
    session.begin_extras();
    session.transient.ends_with(None);
    session.last_message = None;
    session.robot_tried = false;
    session.enter(Phase::Robot(RobotPhase::default()), effects);
    let channel = session.channel.clone();
    let language = session.language.as_str();
    let welcome = channel.robot.as_ref().map(|robot| &robot.welcome);
    if let Some(text) = welcome.and_then(|text| text.in_language(language)) {
        let content = Content::RichText(Arc::from(text));
        session.say(Sender::Robot, content, effects);
    }
}
