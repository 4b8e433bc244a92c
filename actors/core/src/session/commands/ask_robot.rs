//! The visitor asks the robot (robotAsk).

use crate::event::Entry;
use crate::flow::{Guide, Heard};
use crate::ids::{ClientId, MessageId, Ticket};
use crate::message::content::{ReplyKind, RobotReply, TransferOffer};
use crate::message::{Content, Sender};
use crate::model::Brief;
use crate::session::commands::send_message::Sent;
use crate::session::commands::{Command, LateAnswer, Parked};
use crate::session::course::Knew;
use crate::session::fingerprint::Told;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effect, Effects, Session};
use crate::text;
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// Stores a question and the robot's reply. The reply is a pure function of the robot and the question, so the shell
/// computes it and passes it in. A repeat gets the reply of the first time, whatever is passed in.
#[derive(Clone, Debug)]
pub struct AskRobot {
    /// The ticket of the parked request.
    pub ticket: Ticket,
    /// The client's id for the question, as in [`SendMessage`](super::send_message::SendMessage).
    pub client_id: Option<ClientId>,
    /// The question as typed, or the text of the clicked suggestion or menu entry.
    pub question: Arc<str>,
    /// The reply of the knowledge base.
    pub reply: RobotReply,
    /// The request to a large model, if one writes the reply. If it fails, the reply above remains.
    pub brief: Option<Arc<Brief>>,
    /// The question as flows read it, if the robot has flows. A flow may have another answer.
    pub flow: Option<Box<Asking>>,
}

/// A question as flows read it.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The robot with its flows.
    pub guide: Guide,
    /// The visitor's input. `None` for a clicked document, which no flow expects.
    pub heard: Option<Heard>,
}

/// The outcome of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// The robot replied.
    Answered {
        /// The seq of the question.
        question: Sent,
        /// The seq of the reply.
        reply: Sent,
        /// The reply. `None` for a repeat whose entry is only in the store.
        entry: Option<Arc<Entry>>,
    },
    /// The session is over (the wire's `status` 0).
    SessionEnded,
}

impl Command for AskRobot {
    type Reply = ();

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) {
        let ticket = self.ticket;
        if let Some(answer) = self.ask(session, now, effects).transpose() {
            effects.push(Effect::Answer(ticket, LateAnswer::Asked(answer)));
        }
    }
}

impl AskRobot {
    /// The answer; `None` while a model writes it.
    fn ask(
        self,
        session: &mut Session,
        now: Timestamp,
        effects: &mut Effects,
    ) -> Result<Option<Asked>, Refusal> {
        let asked = Content::Text(text::checked(&self.question)?);
        let question = session.read_message(Sender::Visitor, self.client_id, asked);
        if let Some(before) = session.repeats.find(&question, Told::Robot, now) {
            let before = before?;
            let waits = session.join_writing(before, self.ticket);
            return Ok((!waits).then(|| answered_before(session, before)));
        }
        match session.status() {
            Status::Robot | Status::Queued => {}
            Status::Manual => return Err(Refusal::WithAgent),
            Status::Ended => return Ok(Some(Asked::SessionEnded)),
        }
        let question = session.say_named(question, Told::Robot, effects);
        let of_flow = self.flow.and_then(|asking| {
            let Asking { guide, heard } = *asking;
            session.advance_flow(&guide, heard?, effects)
        });
        let (reply, brief) = of_flow.unwrap_or_else(|| {
            session.strays_from_flow();
            (for_whom_waits(self.reply, session.status()), self.brief)
        });
        session.note_robot(match reply.kind {
            ReplyKind::Unknown | ReplyKind::Lost => Knew::No,
            ReplyKind::Answer | ReplyKind::Guide | ReplyKind::Looking | ReplyKind::Person => {
                Knew::Yes
            }
        });
        let reply = session.say(Sender::Robot, Content::Robot(Box::new(reply)), effects);
        session.robot_tried = true;
        let entry = session.mailbox.line(reply.message.seq).cloned();
        if let Some(brief) = brief
            && session.start_writing(question, reply, brief, Some(self.ticket), effects)
        {
            return Ok(None);
        }
        Ok(Some(Asked::Answered {
            question,
            reply,
            entry,
        }))
    }
}

/// Offers no person to a visitor who already waits for one.
fn for_whom_waits(mut reply: RobotReply, status: Status) -> RobotReply {
    if reply.kind == ReplyKind::Person && status == Status::Queued {
        reply.offer = TransferOffer::None;
    }
    reply
}

/// The reply follows its question directly, in the log and in time, because one step writes both.
fn answered_before(session: &Session, question: Sent) -> Asked {
    let reply = Sent {
        message: MessageId {
            session: question.message.session,
            seq: question.message.seq.next(),
        },
        at: question.at + Span::from_millis(1),
        flagged: false,
        repeated: true,
    };
    let is_open = reply.message.session == session.number;
    let line = session.mailbox.line(reply.message.seq);
    Asked::Answered {
        question,
        reply,
        entry: line.filter(|_| is_open).cloned(),
    }
}

impl Parked for AskRobot {
    type Answer = Result<Asked, Refusal>;

    fn unpack(answer: LateAnswer) -> Option<Self::Answer> {
        let LateAnswer::Asked(answer) = answer else {
            return None;
        };
        Some(answer)
    }
}
