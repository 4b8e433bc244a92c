//! The transitions between robot, queue and agent, and the end.

use crate::agent_card::AgentCard;
use crate::call::{CallEnd, Party};
use crate::event::{Closing, Event};
use crate::ids::{AgentId, GroupId, Seq, Ticket};
use crate::message::content::{Line, LineKey};
use crate::message::{Content, Message, Sender};
use crate::routing::{Conversation, DeskNews, InLine, Lapse, RouterRequest, Terms, Wish};
use crate::session::commands::LateAnswer;
use crate::session::commands::transfer::Transferred;
use crate::session::course::Missed;
use crate::session::phase::{
    EndedPhase, ManualPhase, Patience, Phase, QueuedPhase, RobotPhase, Turn, place_at_head,
};
use crate::session::refusal::Refusal;
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, HeadState, Met, Session};
use crate::tenant::Reach;
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Session {
    /// An agent takes the visitor from the robot, from the queue or from another agent.
    pub(super) fn connect(
        &mut self,
        agent: AgentCard,
        group: GroupId,
        mut terms: Terms,
        effects: &mut Effects,
    ) {
        terms.why.place = self.why_place(terms.why.place);
        self.note_leaving();
        // The model's text is dropped from here on.
        self.stop_writing(effects);
        let is_answered =
            matches!(&self.phase, Phase::Manual(before) if matches!(before.turn, Turn::Visitor(_)));
        let turn = if self.unread.is_empty() || is_answered {
            Turn::Nobody
        } else {
            Turn::Agent(Patience::Fresh)
        };
        let manual = ManualPhase {
            agent: agent.clone(),
            group: group.clone(),
            since: self.last_now,
            answered: false,
            turn,
            visitor_typed: None,
            agent_typed: None,
            agent_types: false,
            call: None,
        };
        self.leave_flow();
        self.end_watching(Some(&agent.agent), effects);
        let asking = self.enter(Phase::Manual(Box::new(manual)), effects);
        if turn == Turn::Agent(Patience::Fresh) {
            self.await_agent();
        }
        self.note_agent(&agent.agent, &group, terms);
        let connected = Event::Connected {
            agent: agent.agent.clone(),
            nick: agent.nick.clone(),
            face: agent.face.clone(),
        };
        self.append(connected, effects);
        self.push_if_away(effects);
        let conversation = self.conversation(group, self.last_now);
        self.tell_agent(effects, |_| DeskNews::Assigned(conversation));
        self.tell_absence(effects);
        self.greet(&agent, effects);
        answer_all(asking, &Ok(Transferred::Connected(agent)), effects);
    }

    /// The note that an agent wrote for the next agent.
    pub(super) fn keep_note(&mut self, by: &Arc<AgentCard>, note: Arc<str>, effects: &mut Effects) {
        let note = Message::new(Sender::Agent(Arc::clone(by)), Content::Text(note));
        let note = note.with_attributes(|attributes| attributes.internal = true);
        self.append(Event::Message(note), effects);
    }

    /// The visitor waits.
    pub(super) fn wait_in_line(&mut self, line: InLine, effects: &mut Effects) {
        let since = self.last_now;
        self.note_waiting();
        self.leave_flow();
        let queued = QueuedPhase {
            group: line.group,
            place: line.place,
            since,
            number: line.number,
        };
        let asking = self.enter(Phase::Queued(queued), effects);
        self.queue_line(line.position, effects);
        self.tell_absence(effects);
        answer_all(asking, &Ok(Transferred::Queued), effects);
    }

    /// The stored line with the visitor's place at this moment. A tenant's own text has no line key, because no
    /// translation belongs to it. A page that shows the current place recognises the line by the channel's userQueueMsg
    /// (Protocol, 'transferAgent').
    pub(super) fn queue_line(&mut self, position: u32, effects: &mut Effects) {
        let words = self.channel.lines.queue(self.language.as_str(), position);
        match words {
            Some(text) => self.notice_text(Some(&text), effects),
            None => self.notice_line(LineKey::AgentsBusy, effects),
        }
    }

    /// The agent is gone. The visitor waits again, at the head of the queue.
    pub(super) fn back_to_line(&mut self, why: Lapse, effects: &mut Effects) {
        let Phase::Manual(manual) = &self.phase else {
            return;
        };
        let (group, from) = (manual.group.clone(), manual.agent.agent.clone());
        let left = Line {
            key: LineKey::AgentLeft,
            params: BTreeMap::from([(Arc::from("nick"), Arc::clone(&manual.agent.nick))]),
        };
        self.end_call(CallEnd::Vanished(Party::Agent), effects);
        self.tell_agent(effects, |place| DeskNews::Closed { place, why: None });
        let place = self.note_gone(why);
        let queued = QueuedPhase {
            group: group.clone(),
            place: place_at_head(self.last_now),
            since: self.last_now,
            number: None,
        };
        self.enter(Phase::Queued(queued), effects);
        self.say(Sender::System, Content::Line(Box::new(left)), effects);
        effects.push(Effect::AskRouter(RouterRequest::Again {
            wish: Wish {
                channel: self.channel.id.clone(),
                group: Some(group),
                agent: None,
                among: Vec::new(),
                rank: self.rank(),
                last: None,
            },
            from,
            why,
            place,
        }));
    }

    /// The visitor no longer waits: they left the queue, or their page stopped polling.
    pub(super) fn leave_line(&mut self, effects: &mut Effects) {
        effects.push(Effect::AskRouter(RouterRequest::Withdraw));
        self.note_missed(Missed::Abandoned);
        self.enter(Phase::Robot(RobotPhase::default()), effects);
        self.notice_line(LineKey::LeftLine, effects);
    }

    /// The session is over.
    pub(super) fn end(&mut self, closing: Closing, effects: &mut Effects) {
        self.end_call(CallEnd::ConversationOver, effects);
        self.stop_writing(effects);
        let mut agent = None;
        match &self.phase {
            Phase::Robot(RobotPhase { asking }) if asking.is_empty() => {}
            Phase::Robot(_) | Phase::Queued(_) => {
                effects.push(Effect::AskRouter(RouterRequest::Withdraw));
            }
            Phase::Manual(manual) => agent = Some(manual.agent.agent.clone()),
            Phase::Ended(_) => return,
        }
        if let Some(agent) = &agent {
            self.say_goodbye(closing, effects);
            let why = Some(closing);
            self.tell_agent(effects, |place| DeskNews::Closed { place, why });
            effects.push(Effect::AskRouter(RouterRequest::Release(agent.clone())));
        }
        self.leave_flow();
        self.note_end(agent.as_ref());
        let asking = self.enter(Phase::Ended(EndedPhase { closing, agent }), effects);
        self.unread.clear();
        self.append(Event::Closed(closing), effects);
        answer_all(asking, &Err(Refusal::ChatEnded), effects);
    }

    /// Changes the state, clears its timers, and returns the requests that waited for the router.
    pub(super) fn enter(&mut self, phase: Phase, effects: &mut Effects) -> Vec<Ticket> {
        self.end_watching(None, effects);
        for timer in [
            Timer::AgentSilence,
            Timer::VisitorSilence,
            Timer::VisitorOver,
            Timer::LeaveLine,
            Timer::RouterAnswer,
        ] {
            self.timers.stop(timer);
        }
        match &phase {
            Phase::Queued(_) => {
                let due = self.last_now + self.channel.absence.leaves_line_after;
                self.timers.set(Timer::LeaveLine, due);
            }
            Phase::Robot(_) => self.unread.clear(),
            Phase::Manual(_) => self.met = self.met.max(Met::Agent),
            Phase::Ended(_) => {}
        }
        self.mark_head(HeadState::Changed);
        match std::mem::replace(&mut self.phase, phase) {
            Phase::Robot(RobotPhase { asking }) => {
                // Agents have no read mark for messages to the robot.
                self.mailbox.marks.agent_read = self.mailbox.last();
                asking
            }
            Phase::Queued(_) | Phase::Manual(_) | Phase::Ended(_) => Vec::new(),
        }
    }

    /// The visitor said something. The agent must answer. The timer starts once a turn.
    pub(super) fn visitor_spoke(&mut self, effects: &mut Effects) {
        let Phase::Manual(manual) = &mut self.phase else {
            return;
        };
        if matches!(manual.turn, Turn::Agent(_)) {
            return;
        }
        manual.turn = Turn::Agent(Patience::Fresh);
        self.timers.stop(Timer::VisitorSilence);
        self.timers.stop(Timer::VisitorOver);
        self.await_agent();
        self.note_question(effects);
    }

    /// The agent said something. The visitor must answer.
    pub(super) fn agent_spoke(&mut self, effects: &mut Effects) {
        self.note_answer(effects);
        let Phase::Manual(manual) = &mut self.phase else {
            return;
        };
        manual.answered = true;
        manual.turn = Turn::Visitor(Patience::Fresh);
        self.timers.stop(Timer::AgentSilence);
        self.timers.stop(Timer::VisitorOver);
        if let Some(rule) = &self.channel.visitor_silence {
            let due = self.last_now + rule.after;
            self.timers.set(Timer::VisitorSilence, due);
        }
    }

    /// The conversation as a desk lists it.
    pub(super) fn conversation(&self, group: GroupId, since: Timestamp) -> Conversation {
        Conversation {
            place: self.place(),
            name: self.name(),
            channel: self.channel.id.clone(),
            group,
            since,
            last: self.last_message.clone(),
            unread: u32::try_from(self.unread.len()).unwrap_or(u32::MAX),
            tags: self.extras.tags().to_vec(),
            duty: self.duty().cloned().map(Box::new),
        }
    }

    /// Whether this agent talks with the visitor.
    pub(super) fn is_with(&self, agent: &AgentId) -> bool {
        let manual = self.phase.manual();
        manual.is_some_and(|manual| manual.agent.agent == *agent)
    }

    pub(super) fn require_with(&self, agent: &AgentId) -> Result<(), Refusal> {
        self.require_within(Reach::Own, agent)
    }

    /// Accepts the agent of the conversation, and those who may act in conversations of others.
    pub(super) fn require_within(&self, reach: Reach, agent: &AgentId) -> Result<(), Refusal> {
        let may = match reach {
            Reach::Own => self.is_with(agent),
            Reach::Tenant => matches!(self.phase, Phase::Manual(_)),
        };
        if may { Ok(()) } else { Err(Refusal::NotYours) }
    }

    fn await_agent(&mut self) {
        if let Some(rule) = &self.channel.agent_silence {
            let due = self.last_now + rule.after;
            self.timers.set(Timer::AgentSilence, due);
        }
    }

    fn greet(&mut self, agent: &AgentCard, effects: &mut Effects) {
        let language = self.language.as_str();
        if let Some(text) = self.channel.lines.agent_welcome(language, &agent.nick) {
            let sender = Sender::Agent(Arc::new(agent.clone()));
            self.say(sender, Content::Text(Arc::from(text)), effects);
        }
    }

    /// The tenant's text at the end of a talk with an agent. The product's own text goes with the closing event.
    fn say_goodbye(&mut self, closing: Closing, effects: &mut Effects) {
        let language = self.language.as_str();
        let channel = self.channel.clone();
        match closing {
            Closing::VisitorTimeout => {
                let rule = channel.visitor_silence.as_ref();
                let farewell = rule.and_then(|rule| rule.farewell.as_ref());
                let text = farewell.and_then(|text| text.in_language(language));
                self.notice_text(text, effects);
            }
            Closing::AgentClosed | Closing::ChatOver => {
                let text = channel.lines.agent_close(language);
                self.notice_text(text.as_deref(), effects);
            }
        }
    }

    /// Agents have read up to this entry.
    pub(super) fn agents_read(&mut self, upto: Seq) {
        if upto > self.mailbox.marks.agent_read {
            self.mailbox.marks.agent_read = upto;
            self.unread.retain(|seq| *seq > upto);
            self.mark_head(HeadState::MarksMoved);
        }
    }
}

/// Answers the requests that waited for the router.
pub(super) fn answer_all(
    tickets: Vec<Ticket>,
    answer: &Result<Transferred, Refusal>,
    effects: &mut Effects,
) {
    for ticket in tickets {
        let answer = LateAnswer::Transferred(answer.clone());
        effects.push(Effect::Answer(ticket, answer));
    }
}
