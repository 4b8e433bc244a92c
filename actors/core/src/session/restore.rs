//! Stores a session as its head, and restores it.

use crate::agent_card::AgentCard;
use crate::channel::ChannelConfig;
use crate::event::Entry;
use crate::flow::{Awaits, Place};
use crate::ids::{ChannelId, Language, MessageId, Seq, SessionNo, TagId, VisitorKey, Voucher};
use crate::message::Sender;
use crate::record::Stored;
use crate::routing::Standing;
use crate::session::calls::OpenCall;
use crate::session::commands::poll::Keep;
use crate::session::course::{Course, RobotAnswers};
use crate::session::details::{Details, ShopPage};
use crate::session::extras::Extras;
use crate::session::log::{OFFLINE_MAX, UNREAD_MAX, is_persons};
use crate::session::mailbox::{LINES_KEPT_MAX, Mailbox};
use crate::session::mailing::Mailing;
use crate::session::phase::{
    EndedPhase, ManualPhase, Patience, Phase, QueuedPhase, RobotPhase, Turn,
};
use crate::session::pushing::Pushing;
use crate::session::repeats::Repeats;
use crate::session::small_list::SmallList;
use crate::session::timer::{RETIREMENT, Timer, TimerTable};
use crate::session::transient::Transient;
use crate::session::visit::Visit;
use crate::session::{HeadState, Met, Session};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long a client id is remembered (Protocol, 'Repeats', sendMsg).
pub const CLIENT_IDS_KEPT: Span = Span::from_minutes(48 * 60);

/// A session is restored from its head and recent lines. These are all lines of the visitor younger than
/// [`CLIENT_IDS_KEPT`], from any session, and at least this many of the newest.
pub const RECENT_LINES: usize = 200;

/// Everything about a visitor except the lines of the log. It is small, because nearly every step writes one.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The visitor's newest session.
    pub session: SessionNo,
    /// Its state. The store indexes waiting and talking visitors.
    pub standing: Standing,
    /// When the session needs a step even if nobody calls. The store indexes this time.
    pub due: Option<Timestamp>,
    /// Its channel.
    pub channel: ChannelId,
    /// When the session began.
    pub started: Timestamp,
    /// The language the visitor reads.
    pub language: Language,
    /// The seq of the next line.
    pub next: Seq,
    /// The time of the newest line of the visitor.
    pub last_at: Timestamp,
    /// How far pages and agents have read.
    pub marks: Marks,
    /// The live page, as the fingerprint of its id; 0 for none.
    pub page: u64,
    /// Displaced pages that have not been told yet.
    pub displaced: Vec<u64>,
    /// How the session ended; `None` while it is open.
    pub ended: Option<EndedPhase>,
    /// The conversation, while with an agent.
    pub conversation: Option<Box<AgentConversation>>,
    /// The rating.
    pub evaluation: Evaluation,
    /// The visitor asked the robot something in this session.
    pub robot_tried: bool,
    /// What is known of the visitor.
    pub details: Option<Box<Details>>,
    /// Their place in a flow, or their last one.
    pub flow: Option<Box<Place>>,
    /// An agent was with the visitor in this session.
    pub met_agent: bool,
    /// The secret that vouched for the visitor (Protocol, 'Visitor identity', identitySecret). A head of layout 1 has
    /// none.
    pub vouched: Option<Voucher>,
    /// What the shop's page says of itself. A head of layout 2 has none.
    pub shop_page: Option<Box<ShopPage>>,
    /// The tags that agents gave the session. A head of layout 3 has none.
    pub tags: Vec<TagId>,
    /// What the browser says and agents corrected. A head of layout 3 has none.
    pub visit: Option<Box<Visit>>,
    /// The mail to a visitor who left. A head of layout 4 has none.
    pub mailing: Option<Box<Mailing>>,
    /// The pushes to a visitor who agreed. A head of layout 5 has none.
    pub pushing: Option<Pushing>,
    /// What happened in the session with agents and the robot. A head of layout 6 has none.
    pub course: Option<Box<Course>>,
}

impl Head {
    /// The head of a session in which nothing has happened yet, for tests and benchmarks of stores.
    pub fn plain(
        session: SessionNo,
        standing: Standing,
        channel: ChannelId,
        began: Timestamp,
    ) -> Self {
        Self {
            session,
            standing,
            due: None,
            channel,
            started: began,
            language: Language::default(),
            next: Seq(1),
            last_at: began,
            marks: Marks::default(),
            page: 0,
            displaced: Vec::new(),
            ended: None,
            conversation: None,
            evaluation: Evaluation::default(),
            robot_tried: false,
            details: None,
            flow: None,
            met_agent: false,
            vouched: None,
            shop_page: None,
            tags: Vec::new(),
            visit: None,
            mailing: None,
            pushing: None,
            course: None,
        }
    }
}

/// The details together with what a head stores beside them.
fn whole_details(
    details: Option<Box<Details>>,
    shop_page: Option<Box<ShopPage>>,
    visit: Option<Box<Visit>>,
) -> Option<Box<Details>> {
    if shop_page.is_none() && visit.is_none() {
        return details;
    }
    let mut details = details.unwrap_or_default();
    details.shop_page = shop_page.map(|page| *page).unwrap_or_default();
    details.visit = visit.map(|visit| *visit).unwrap_or_default();
    Some(details)
}

/// How far pages and agents have read. A restart may lose marks that moved since the last record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// What pages have acknowledged with their cursors.
    pub passed: Seq,
    /// What pages have received.
    pub served: Seq,
    /// The visitor's read mark.
    pub read: Seq,
    /// The agents' read mark.
    pub agent_read: Seq,
    /// What pages had acknowledged of the session before; `None` when that does not matter any more.
    pub before: Option<Seq>,
}

/// What a restart must know of a conversation with an agent, beside [`Standing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentConversation {
    /// The agent's name.
    pub nick: Arc<str>,
    /// The agent's picture.
    pub face: Arc<str>,
    /// The agent has said something.
    pub answered: bool,
    /// Who must speak next. Explains the due time.
    pub turn: Turn,
}

/// The rating of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The visitor was invited (1203).
    pub invited: bool,
    /// They rated: fingerprints of the client id (0 for none) and of the content.
    pub done: Option<Box<(u64, u64)>>,
}

impl Session {
    /// Restores a visitor's session from the store. `recent` are the visitor's newest lines, oldest first: see
    /// [`RECENT_LINES`]. The next step performs what is due.
    pub fn restore(
        now: Timestamp,
        who: VisitorKey,
        head: Head,
        recent: &[Stored],
        channel: Arc<ChannelConfig>,
    ) -> Self {
        let lines = unpassed_lines(&head, recent);
        let mut session = Self {
            who,
            channel,
            number: head.session,
            started: head.started,
            language: head.language,
            phase: phase(&head),
            mailbox: Mailbox::with_lines(head.next, head.marks, lines),
            page: head.page,
            repeats: Repeats::from_log(recent),
            offline: offline(&head, recent).into(),
            unread: unread(&head, recent).into(),
            transient: Transient::default(),
            last_message: last_message(head.session, recent),
            met: met(&head),
            extras: extras(head.evaluation.done.as_deref(), head.flow),
            robot_tried: head.robot_tried,
            timers: TimerTable::default(),
            last_now: now,
            last_at: head.last_at,
            seen: now,
            presence: None,
            head_state: HeadState::Current,
            displaced: head.displaced.into(),
            details: whole_details(head.details, head.shop_page, head.visit),
            robot: RobotAnswers::default(),
        };
        session.extras.vouch(head.vouched);
        session.extras.tag(head.tags);
        session.extras.push(head.pushing);
        let others_due = session.restore_mailing(head.mailing, head.due);
        session.follow_course(head.course);
        if let Phase::Manual(manual) = &mut session.phase {
            manual.call = OpenCall::lost(session.number, recent, now);
        }
        session.set_timers(others_due);
        session
    }

    /// The session for the store.
    pub fn head(&self) -> Head {
        let conversation = self.phase.manual().map(|manual| {
            Box::new(AgentConversation {
                nick: manual.agent.nick.clone(),
                face: manual.agent.face.clone(),
                answered: manual.answered,
                turn: manual.turn,
            })
        });
        let ended = match &self.phase {
            Phase::Ended(ended) => Some(ended.clone()),
            Phase::Robot(_) | Phase::Queued(_) | Phase::Manual(_) => None,
        };
        Head {
            session: self.number,
            standing: self.phase.standing(),
            due: self
                .timers
                .soonest_kept()
                .into_iter()
                .chain(self.extras.service_due())
                .chain(self.mail_due())
                .chain(self.rescue_due())
                .min(),
            channel: self.channel.id.clone(),
            started: self.started,
            language: self.language,
            next: self.mailbox.next(),
            last_at: self.last_at,
            marks: self.mailbox.marks,
            page: self.page,
            displaced: self.displaced.to_vec(),
            ended,
            conversation,
            evaluation: Evaluation {
                invited: self.met == Met::AgentWhoInvites,
                done: self.extras.rated().map(Box::new),
            },
            robot_tried: self.robot_tried,
            details: self.details_alone(),
            flow: self.extras.flow().cloned().map(Box::new),
            met_agent: self.met != Met::Nobody,
            vouched: self.extras.vouched(),
            shop_page: self.shop_page().map(Box::new),
            tags: self.extras.tags().to_vec(),
            visit: self.visit().map(Box::new),
            mailing: self.mailing_to_keep(),
            pushing: self.extras.pushing(),
            course: self.course_to_keep(),
        }
    }

    /// Restores the mail. Returns when the other timers are due, of what the head says of all.
    fn restore_mailing(
        &mut self,
        mailing: Option<Box<Mailing>>,
        due: Option<Timestamp>,
    ) -> Option<Timestamp> {
        let Some(mailing) = mailing else {
            return due;
        };
        let others_due = match mailing.due {
            Some(_) => mailing.others_due,
            None => due,
        };
        self.extras.post(Some(Mailing {
            others_due: None,
            ..*mailing
        }));
        others_due
    }

    fn set_timers(&mut self, due: Option<Timestamp>) {
        let now = self.last_now;
        let rescue = self.rescue_due();
        let silence = match (rescue, self.extras.course()) {
            (Some(_), Some(course)) => course.silence,
            _ => due,
        };
        match &self.phase {
            Phase::Queued(_) => {
                // Nobody could poll while the server was down, so the span before an absent visitor leaves the line
                // starts anew.
                let after = self.channel.absence.leaves_line_after;
                self.timers.set(Timer::LeaveLine, now + after);
                self.mark_head(HeadState::Changed);
            }
            Phase::Manual(manual) => {
                let timer = match manual.turn {
                    Turn::Agent(Patience::Fresh) => Some(Timer::AgentSilence),
                    Turn::Visitor(Patience::Fresh) => Some(Timer::VisitorSilence),
                    Turn::Visitor(Patience::Reminded) => Some(Timer::VisitorOver),
                    Turn::Nobody | Turn::Agent(Patience::Reminded) => None,
                };
                if let Some((timer, due)) = timer.zip(silence) {
                    self.timers.set(timer, due);
                }
            }
            Phase::Robot(_) | Phase::Ended(_) => {}
        }
        // The process that waited for the service is gone, so the result never arrives.
        if let Some(Awaits::Reply(_)) = self.extras.flow().map(|place| place.awaits) {
            self.extras.await_service(Some(due.unwrap_or(now)));
        }
        self.watch_presence();
        if self.may_retire() {
            self.timers.set(Timer::Retirement, now + RETIREMENT);
        }
    }
}

fn extras(rated: Option<&(u64, u64)>, flow: Option<Box<Place>>) -> Extras {
    let mut extras = Extras::default();
    if let Some(rated) = rated {
        extras.rate(*rated);
    }
    extras.stand(flow.map(|place| *place));
    extras
}

fn met(head: &Head) -> Met {
    match (head.evaluation.invited, head.met_agent) {
        (true, _) => Met::AgentWhoInvites,
        (false, true) => Met::Agent,
        (false, false) => Met::Nobody,
    }
}

fn phase(head: &Head) -> Phase {
    match (&head.standing, &head.conversation) {
        (Standing::Robot, _) => Phase::Robot(RobotPhase::default()),
        (
            Standing::Queued {
                group,
                place,
                since,
            },
            _,
        ) => Phase::Queued(QueuedPhase {
            group: group.clone(),
            place: *place,
            since: *since,
            number: None,
        }),
        (
            Standing::Manual {
                agent,
                group,
                since,
            },
            Some(conversation),
        ) => Phase::Manual(Box::new(ManualPhase {
            agent: AgentCard {
                agent: agent.clone(),
                nick: conversation.nick.clone(),
                face: conversation.face.clone(),
            },
            group: group.clone(),
            since: *since,
            answered: conversation.answered,
            turn: conversation.turn,
            visitor_typed: None,
            agent_typed: None,
            agent_types: false,
            call: None,
        })),
        // A head with an agent and no conversation is never written.
        (Standing::Manual { .. } | Standing::Ended, _) => {
            let ended = head.ended.clone();
            Phase::Ended(ended.unwrap_or_else(EndedPhase::before_the_first))
        }
    }
}

/// The newest lines of the open session that no page has acknowledged, as many as memory keeps.
fn unpassed_lines(head: &Head, recent: &[Stored]) -> SmallList<Arc<Entry>> {
    let mut lines = Vec::new();
    let mut expected = head.next;
    for line in recent.iter().rev() {
        let is_next = line.session == head.session && line.seq.next() == expected;
        if !is_next || line.seq <= head.marks.passed || lines.len() == LINES_KEPT_MAX {
            break;
        }
        lines.push(line.entry.clone());
        expected = line.seq;
    }
    lines.into_iter().rev().collect()
}

/// Agents' messages that no page has acknowledged, of this session and the one before.
fn offline(head: &Head, recent: &[Stored]) -> Vec<MessageId> {
    let passed = head.marks.passed.max(head.marks.read);
    let is_offline = |line: &&Stored| {
        let unpassed = if line.session == head.session {
            line.seq > passed
        } else {
            let before = head.marks.before;
            line.session.0 + 1 == head.session.0 && before.is_some_and(|before| line.seq > before)
        };
        unpassed && Keep::AgentsSayings.keeps(&line.entry)
    };
    let messages: Vec<_> = recent.iter().filter(is_offline).map(Stored::id).collect();
    messages[messages.len().saturating_sub(OFFLINE_MAX)..].to_vec()
}

/// The visitor's messages beyond the agents' read mark, while there are agents to read them.
fn unread(head: &Head, recent: &[Stored]) -> Vec<Seq> {
    if !matches!(
        head.standing,
        Standing::Queued { .. } | Standing::Manual { .. }
    ) {
        return Vec::new();
    }
    let seqs: Vec<_> = recent
        .iter()
        .filter(|line| line.session == head.session && line.seq > head.marks.agent_read)
        .filter(|line| {
            let message = line.entry.message();
            message.is_some_and(|message| message.sender == Sender::Visitor)
        })
        .map(|line| line.seq)
        .collect();
    seqs[seqs.len().saturating_sub(UNREAD_MAX)..].to_vec()
}

fn last_message(session: SessionNo, recent: &[Stored]) -> Option<(Seq, Arc<Entry>)> {
    recent
        .iter()
        .rev()
        .filter(|line| line.session == session)
        .find(|line| line.entry.message().is_some_and(is_persons))
        .map(|line| (line.seq, line.entry.clone()))
}
