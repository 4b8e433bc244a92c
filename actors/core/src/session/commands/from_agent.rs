//! Commands of the conversation's agent. Any other agent is refused with [`Refusal::NotYours`].

use crate::agent_card::AgentCard;
use crate::event::{Closing, Entry, Event};
use crate::ids::{AgentId, ClientId, MessageId, Seq};
use crate::message::content::{Mentioned, Note};
use crate::message::{Content, Message, Quote, Sender};
use crate::routing::DeskNews;
use crate::session::commands::Command;
use crate::session::commands::forms::Shown;
use crate::session::commands::send_message::Sent;
use crate::session::commands::typing::passes;
use crate::session::fingerprint::Told;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Met, Session};
use crate::tenant::Reach;
use crate::text;
use crate::time::Timestamp;
use std::sync::Arc;

/// Says something to the visitor (agent sendMsg).
#[derive(Clone, Debug)]
pub struct AgentSays {
    /// The agent, as visitors see them.
    pub agent: Arc<AgentCard>,
    /// The client's id. A repeat with the same content gets the same answer and is stored once.
    pub client_id: Option<ClientId>,
    /// What.
    pub content: Content,
    /// The message of this visitor that it answers.
    pub quotes: Option<Shown>,
}

/// Stores an internal note, which no visitor reads. The last agent may do so after the end too.
#[derive(Clone, Debug)]
pub struct AgentNotes {
    /// Who.
    pub agent: Arc<AgentCard>,
    /// The client's id, as in [`AgentSays`].
    pub client_id: Option<ClientId>,
    /// What.
    pub text: Arc<str>,
    /// The colleagues whom it mentions.
    pub mentions: Vec<Mentioned>,
}

/// Marks the quotes of a withdrawn message.
#[derive(Clone, Debug)]
pub struct WithdrawQuotes {
    /// Which message was withdrawn.
    pub message: MessageId,
    /// The stored entries that quote it.
    pub lines: Vec<(Seq, Arc<Entry>)>,
}

/// Withdraws one of the agent's own messages in the open session (recallMsg). A repeat changes nothing.
#[derive(Clone, Debug)]
pub struct AgentRecalls {
    /// Who.
    pub agent: AgentId,
    /// Which message.
    pub message: MessageId,
    /// Its stored entry; `None` if the store has none.
    pub line: Option<Arc<Entry>>,
}

/// The agent types. The visitor is told at most twice a second, and nothing is stored.
#[derive(Clone, Debug)]
pub struct AgentTypes {
    /// Who.
    pub agent: AgentId,
}

/// Ends a conversation (closeConversation): their own, or any that their role allows.
#[derive(Clone, Debug)]
pub struct AgentEnds {
    /// Who.
    pub agent: AgentId,
    /// Whose conversations they may end.
    pub reach: Reach,
}

/// Asks the visitor to rate (inviteEvaluate). A repeat changes nothing while the invitation stands.
#[derive(Clone, Debug)]
pub struct AgentInvitesEvaluation {
    /// Who.
    pub agent: AgentId,
}

/// Accepts the conversation: the agent opened it at their desk. Reading, typing and answering accept it as well.
#[derive(Clone, Debug)]
pub struct AgentAccepts {
    /// Who.
    pub agent: AgentId,
}

/// Moves the agent's read mark (agent read). A lower mark changes nothing.
#[derive(Clone, Debug)]
pub struct AgentReads {
    /// Who.
    pub agent: AgentId,
    /// Up to and including this line of the session's log.
    pub upto: Seq,
}

impl Command for AgentSays {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        require_agents_kind(&self.content)?;
        let content = self.content.checked()?;
        let quote = match self.quotes {
            Some(quoted) => Some(session.quote(quoted)?),
            None => None,
        };
        let sender = Sender::Agent(Arc::clone(&self.agent));
        let message = session.read_message(sender, self.client_id, content);
        let message = message.with_attributes(|attributes| attributes.quote = quote);
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        session.require_with(&self.agent.agent)?;
        let sent = session.say_named(message, Told::People, effects);
        // The visitor never gets a message that is held back.
        if !sent.flagged {
            session.agent_spoke(effects);
        } else {
            session.note_acceptance(effects);
        }
        Ok(sent)
    }
}

impl Command for AgentRecalls {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        let id = self.message;
        if id.session != session.number {
            return Err(Refusal::NoSuchMessage);
        }
        let line = session.line(id, self.line);
        let line = line.ok_or(Refusal::NoSuchMessage)?;
        let message = line.message().ok_or(Refusal::NoSuchMessage)?;
        let is_theirs = matches!(&message.sender, Sender::Agent(card) if card.agent == self.agent);
        if !is_theirs {
            return Err(Refusal::NoSuchMessage);
        }
        if message.is_recalled() {
            return Ok(());
        }
        let withdrawn = message
            .clone()
            .with_attributes(|attributes| attributes.recalled = true);
        session.amend(id, &line.saying(withdrawn), effects);
        if line.is_for_visitors() {
            session.append(Event::Recalled(id.seq), effects);
        }
        session.tell_agent(effects, |place| DeskNews::Recalled { place, message: id });
        Ok(())
    }
}

impl Command for WithdrawQuotes {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        for (seq, read) in self.lines {
            let id = MessageId {
                session: self.message.session,
                seq,
            };
            let Some(line) = session.line(id, Some(read)) else {
                continue;
            };
            let Some(message) = line.message() else {
                continue;
            };
            if has_live_quote(message, self.message) {
                let marked = message.clone().with_attributes(|attributes| {
                    if let Some(quote) = &mut attributes.quote {
                        quote.recalled = true;
                    }
                });
                session.amend(id, &line.saying(marked), effects);
            }
        }
    }
}

/// Refuses what only visitors, the robot or the system may say.
pub(super) fn require_agents_kind(content: &Content) -> Result<(), Refusal> {
    match content {
        Content::Text(_)
        | Content::RichText(_)
        | Content::Image(_)
        | Content::File(_)
        | Content::Video(_)
        | Content::Audio(_)
        | Content::Card(_)
        | Content::Goods(_)
        | Content::Order(_)
        | Content::Link(_)
        | Content::Form(_)
        | Content::InterfaceForm(_) => Ok(()),
        Content::Robot(_)
        | Content::Line(_)
        | Content::FilledForm(_)
        | Content::Menu(_)
        | Content::Note(_) => Err(Refusal::KindNotAllowed),
    }
}

/// Whether a message quotes another and does not yet show that it was withdrawn.
pub fn has_live_quote(message: &Message, quoted: MessageId) -> bool {
    let quote = message
        .attributes
        .as_ref()
        .and_then(|attributes| attributes.quote.as_ref());
    quote.is_some_and(|quote| quote.message == quoted && !quote.recalled)
}

impl Session {
    /// The message that an agent quotes: any of this visitor's that the visitor may see.
    fn quote(&self, quoted: Shown) -> Result<Box<Quote>, Refusal> {
        let line = self.line(quoted.message, quoted.line);
        let line = line.ok_or(Refusal::NoSuchMessage)?;
        let message = line.message().ok_or(Refusal::NoSuchMessage)?;
        if !message.is_for_visitors() || message.sender == Sender::System {
            return Err(Refusal::NoSuchMessage);
        }
        let content = message.content.without(message.flagged());
        Ok(Box::new(Quote::of(quoted.message, message, &content)))
    }
}

impl Command for AgentNotes {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let note = Note::of(text::checked(&self.text)?, self.mentions);
        let message = Message {
            client_id: self.client_id,
            ..Message::new(Sender::Agent(Arc::clone(&self.agent)), note)
        }
        .with_attributes(|attributes| attributes.internal = true);
        if let Some(before) = session.repeats.find(&message, Told::Nobody, now) {
            return before;
        }
        let talked = match &session.phase {
            Phase::Ended(ended) => ended.agent.as_ref() == Some(&self.agent.agent),
            Phase::Robot(_) | Phase::Queued(_) | Phase::Manual(_) => false,
        };
        if !talked {
            session.require_with(&self.agent.agent)?;
        }
        Ok(session.say_named(message, Told::Nobody, effects))
    }
}

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
        session.note_acceptance(effects);
        Ok(())
    }
}

impl Command for AgentEnds {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_within(self.reach, &self.agent)?;
        session.end(Closing::AgentClosed, effects);
        Ok(())
    }
}

impl Command for AgentInvitesEvaluation {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        if !session.channel.offers_evaluation {
            return Err(Refusal::EvaluationOff);
        }
        if session.extras.rated().is_some() {
            return Err(Refusal::AlreadyEvaluated);
        }
        if session.met != Met::AgentWhoInvites {
            session.met = Met::AgentWhoInvites;
            session.append(Event::EvaluationInvited, effects);
        }
        Ok(())
    }
}

impl Command for AgentAccepts {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        session.note_acceptance(effects);
        Ok(())
    }
}

impl Command for AgentReads {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_with(&self.agent)?;
        if self.upto > session.mailbox.last() {
            return Err(Refusal::CursorAhead);
        }
        session.agents_read(self.upto);
        session.note_acceptance(effects);
        Ok(())
    }
}
