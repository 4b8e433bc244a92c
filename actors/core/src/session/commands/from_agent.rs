//! What the agent of the conversation does. Anybody else is refused with [`Refusal::NotYours`].

use crate::event::{Closing, Event};
use crate::ids::{AgentId, ClientId, MessageId, Seq};
use crate::message::{Content, Entry, Message, Sender};
use crate::routing::{AgentCard, DeskNews};
use crate::session::commands::send_message::Sent;
use crate::session::commands::typing::passes;
use crate::session::commands::{Command, sealed};
use crate::session::fingerprint::Told;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::tenant::Reach;
use crate::text;
use crate::time::Timestamp;
use std::sync::Arc;

/// Says something to the visitor (agent sendMsg).
#[derive(Clone, Debug)]
pub struct AgentSays {
    /// Who, as visitors see them.
    pub agent: Arc<AgentCard>,
    /// The client's name for it: a repeat with the same content is answered as the first was, and kept once.
    pub client_id: Option<ClientId>,
    /// What.
    pub content: Content,
}

/// Withdraws a message of their own in the open session (recallMsg); doing so twice changes nothing.
#[derive(Clone, Debug)]
pub struct AgentRecalls {
    /// Who.
    pub agent: AgentId,
    /// Which message.
    pub message: MessageId,
    /// Its line as the store has it; `None` where the store has none.
    pub line: Option<Arc<Entry>>,
}

/// Is typing; reaches the visitor at most twice a second, never kept.
#[derive(Clone, Debug)]
pub struct AgentTypes {
    /// Who.
    pub agent: AgentId,
}

/// Ends the conversation (closeConversation), their own or any that they may.
#[derive(Clone, Debug)]
pub struct AgentEnds {
    /// Who.
    pub agent: AgentId,
    /// Whose conversations they may end.
    pub reach: Reach,
}

/// Asks the visitor to rate (inviteEvaluate); asking again while the invitation stands changes nothing.
#[derive(Clone, Debug)]
pub struct AgentInvitesEvaluation {
    /// Who.
    pub agent: AgentId,
}

/// Has read up to here (agent read); lower than before changes nothing.
#[derive(Clone, Debug)]
pub struct AgentReads {
    /// Who.
    pub agent: AgentId,
    /// Up to and with this line of the session's log.
    pub upto: Seq,
}

impl sealed::Sealed for AgentSays {}

impl Command for AgentSays {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let content = match self.content {
            Content::Text(text) => Content::Text(text::checked(&text)?),
            Content::RichText(text) => Content::RichText(text::checked(&text)?),
            Content::Image(_) | Content::File(_) | Content::Video(_) => self.content,
            Content::Robot(_) | Content::Line(_) => return Err(Refusal::KindNotAllowed),
        };
        let message = Message {
            sender: Sender::Agent(Arc::clone(&self.agent)),
            content,
            client_id: self.client_id,
            recalled: false,
        };
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        session.require_with(&self.agent.agent)?;
        let sent = session.say_named(message, Told::People, effects);
        session.agent_spoke();
        Ok(sent)
    }
}

impl sealed::Sealed for AgentRecalls {}

impl Command for AgentRecalls {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        let line = self.line.ok_or(Refusal::NoSuchMessage)?;
        let Event::Message(message) = &line.event else {
            return Err(Refusal::NoSuchMessage);
        };
        let is_theirs = matches!(&message.sender, Sender::Agent(card) if card.agent == self.agent);
        if !is_theirs || self.message.session != session.number {
            return Err(Refusal::NoSuchMessage);
        }
        let seq = self.message.seq;
        if let Phase::Manual(manual) = &mut session.phase {
            // The line was read before this step: another recall may have been between.
            if message.recalled || manual.recalled.contains(&seq) {
                return Ok(());
            }
            manual.recalled.push(seq);
        }
        let withdrawn = Message {
            recalled: true,
            ..message.clone()
        };
        let entry = Arc::new(Entry {
            at: line.at,
            event: Event::Message(withdrawn),
        });
        session.amend(seq, &entry, effects);
        session.append(Event::Recalled(seq), effects);
        let message = self.message;
        session.tell_agent(effects, |place| DeskNews::Recalled { place, message });
        Ok(())
    }
}

impl sealed::Sealed for AgentTypes {}

impl Command for AgentTypes {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        if let Phase::Manual(manual) = &mut session.phase
            && passes(&mut manual.agent_typed, now)
        {
            manual.agent_types = true;
            session.answer_parked_poll(effects);
        }
        Ok(())
    }
}

impl sealed::Sealed for AgentEnds {}

impl Command for AgentEnds {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_within(self.reach, &self.agent)?;
        session.end(Closing::AgentClosed, effects);
        Ok(())
    }
}

impl sealed::Sealed for AgentInvitesEvaluation {}

impl Command for AgentInvitesEvaluation {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        if !session.channel.offers_evaluation {
            return Err(Refusal::EvaluationOff);
        }
        if session.evaluation.done.is_some() {
            return Err(Refusal::AlreadyEvaluated);
        }
        if !session.evaluation.invited {
            session.evaluation.invited = true;
            session.append(Event::EvaluationInvited, effects);
        }
        Ok(())
    }
}

impl sealed::Sealed for AgentReads {}

impl Command for AgentReads {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        if self.upto > session.mailbox.last() {
            return Err(Refusal::CursorAhead);
        }
        session.agents_read(self.upto);
        Ok(())
    }
}
