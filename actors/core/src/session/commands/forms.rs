//! The visitor fills a form in: as a message (sendMsg, 10), or for the tenant's own service (fromRequest).

use crate::event::{Entry, Event};
use crate::flow::{Guide, Heard};
use crate::form::request::Outgoing;
use crate::form::{Field, FilledForm, Form, Target, Value, validate};
use crate::ids::{ClientId, MessageId, NodeId};
use crate::message::attributes::{Amendment, Change};
use crate::message::reply::ReplyParts;
use crate::message::{Content, Message, Sender};
use crate::session::commands::Command;
use crate::session::commands::send_message::Sent;
use crate::session::fingerprint::Told;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// A message that a command is about: its form is filled in, or it is quoted.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Which message.
    pub message: MessageId,
    /// Its stored entry; `None` if the store has none.
    pub line: Option<Arc<Entry>>,
}

/// Stores the answers to a form as a message of the visitor and marks the form as filled in, in one step.
#[derive(Clone, Debug)]
pub struct FillForm {
    /// The client's id for the message, as in [`SendMessage`](super::send_message::SendMessage).
    pub client_id: Option<ClientId>,
    /// Which form.
    pub form: Shown,
    /// Answers by field id. Absent fields are empty.
    pub answers: Vec<(Arc<str>, Value)>,
    /// The robot that continues, if the form belongs to a flow.
    pub guide: Option<Guide>,
}

impl Command for FillForm {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let id = self.form.message;
        let (line, form) = session.form(self.form)?;
        let answers = in_order(&form.fields, self.answers, |field| &field.id)?;
        let filled = FilledForm {
            form: id,
            fields: form.fields.clone(),
            answers: answers.clone(),
        };
        let content = Content::FilledForm(Box::new(filled));
        let message = session.read_message(Sender::Visitor, self.client_id, content);
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        if session.status() == Status::Ended {
            return Err(Refusal::ChatEnded);
        }
        session.require_unfilled(id, &line, &form, now)?;
        let of_robot = line.message().and_then(form_of_robot).is_some();
        let is_interface = matches!(line.message(), Some(said) if matches!(said.content, Content::InterfaceForm(_)));
        if is_interface || (of_robot && form.target.is_some()) {
            return Err(Refusal::FormNotAvailable);
        }
        validate::check(&form.fields, &answers).map_err(Refusal::Answer)?;
        session.mark_filled(id, &line, answers.clone(), effects);
        let sent = session.say_named(message, Told::People, effects);
        session.visitor_spoke(effects);
        session.flow_form_filled(self.guide.as_ref(), &line, answers, effects);
        Ok(sent)
    }
}

/// The request as the page describes it. Absent parts are taken from the form. The others must equal the form's.
#[derive(Clone, Debug, Default)]
pub struct Claimed {
    /// The address.
    pub url: Option<Arc<str>>,
    /// The method.
    pub method: Option<crate::form::Method>,
    /// Further headers.
    pub headers: Option<Vec<(Arc<str>, Arc<str>)>>,
    /// The encoding of the answers.
    pub body: Option<crate::form::BodyKind>,
    /// Answers by field name.
    pub answers: Vec<(Arc<str>, Value)>,
}

/// Asks for the request with a form's answers, and locks the form against a second request at the same time.
#[derive(Clone, Debug)]
pub struct BeginRelay {
    /// Which form.
    pub form: Shown,
    /// What the page says of the request.
    pub claimed: Claimed,
}

impl Command for BeginRelay {
    type Reply = Result<Outgoing, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, _: &mut Effects) -> Self::Reply {
        let id = self.form.message;
        let (line, form) = session.form(self.form)?;
        let target = form.target.as_ref().ok_or(Refusal::FormNotAvailable)?;
        if session.status() == Status::Ended {
            return Err(Refusal::ChatEnded);
        }
        session.require_unfilled(id, &line, &form, now)?;
        self.claimed.require_of(target, &form.fields)?;
        let answers = in_order(&form.fields, self.claimed.answers, |field| &field.name)?;
        validate::check(&form.fields, &answers).map_err(Refusal::Answer)?;
        session.transient.relays(id, now);
        Ok(Outgoing::new(target, &form.fields, &answers))
    }
}

/// Reports the outcome of a request. If the service accepted it, the form is filled in. Otherwise it may be sent again.
#[derive(Clone, Debug)]
pub struct EndRelay {
    /// Which form.
    pub form: Shown,
    /// The answers sent, if the service accepted them.
    pub taken: Option<Vec<Value>>,
    /// The robot that continues, if the form belongs to a flow.
    pub guide: Option<Guide>,
}

impl Command for EndRelay {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        let id = self.form.message;
        session.transient.relayed(id);
        let Some(answers) = self.taken else { return };
        // Even if a new session began meanwhile, the form is filled in.
        if let Some(line) = session.line(id, self.form.line)
            && let Some(form) = line.message().and_then(form_in)
            && form.answers.is_none()
        {
            session.mark_filled(id, &line, answers.clone(), effects);
            if id.session == session.number {
                session.flow_form_filled(self.guide.as_ref(), &line, answers, effects);
            }
        }
    }
}

impl Claimed {
    fn require_of(&self, target: &Target, fields: &[Field]) -> Result<(), Refusal> {
        let is_same = self.url.as_ref().is_none_or(|url| *url == target.url)
            && self.method.is_none_or(|method| method == target.method)
            && self.body.is_none_or(|body| body == target.body)
            && self.headers.as_ref().is_none_or(|headers| {
                let (mut said, mut known) = (headers.clone(), target.headers.clone());
                said.sort_unstable();
                known.sort_unstable();
                said == known
            })
            && self
                .answers
                .iter()
                .all(|(name, _)| fields.iter().any(|field| field.name == *name));
        if is_same {
            Ok(())
        } else {
            Err(Refusal::FormNotAvailable)
        }
    }
}

impl Session {
    /// The form that a message of the open session shows.
    fn form(&self, shown: Shown) -> Result<(Arc<Entry>, Form), Refusal> {
        if shown.message.session != self.number {
            return Err(Refusal::NoSuchMessage);
        }
        let line = self.line(shown.message, shown.line);
        let line = line.ok_or(Refusal::NoSuchMessage)?;
        let message = line.message().filter(|message| message.is_for_visitors());
        let form = message.and_then(form_in).cloned();
        let form = form.ok_or(Refusal::NoSuchMessage)?;
        Ok((line, form))
    }

    fn require_unfilled(
        &self,
        id: MessageId,
        line: &Entry,
        form: &Form,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if line.is_recalled() {
            Err(Refusal::Recalled)
        } else if form.answers.is_some() {
            Err(Refusal::AlreadyFilled)
        } else if self.transient.is_relaying(id, now) {
            Err(Refusal::BeingSent)
        } else {
            Ok(())
        }
    }

    fn mark_filled(
        &mut self,
        id: MessageId,
        line: &Entry,
        answers: Vec<Value>,
        effects: &mut Effects,
    ) {
        let Some(message) = line.message() else {
            return;
        };
        let mut message = message.clone();
        if let Some(form) = form_mut(&mut message.content) {
            form.answers = Some(answers.clone());
        }
        self.change(id, line, message, Change::Filled(answers), effects);
    }

    /// Continues the flow whose node asked the filled-in form.
    fn flow_form_filled(
        &mut self,
        guide: Option<&Guide>,
        line: &Entry,
        answers: Vec<Value>,
        effects: &mut Effects,
    ) {
        let parts = line.message().and_then(form_of_robot);
        let node = parts.and_then(|parts| parts.node());
        if let (Some(guide), Some(node)) = (guide, node) {
            let heard = Heard::Filled(NodeId::from(&**node), answers);
            self.continue_flow(guide, heard, effects);
        }
    }

    /// Amends a message and tells everybody who reads it.
    pub(super) fn change(
        &mut self,
        id: MessageId,
        line: &Entry,
        message: Message,
        change: Change,
        effects: &mut Effects,
    ) {
        let line = line.saying(message);
        self.amend(id, &line, effects);
        let amendment = Amendment {
            message: id,
            change,
        };
        self.append(Event::Amended(Box::new(amendment)), effects);
        let name = self.name();
        self.tell_agent(effects, |place| crate::routing::DeskNews::Amended {
            place,
            name,
            message: id,
            entry: line,
        });
    }
}

/// The form a message shows.
fn form_in(message: &Message) -> Option<&Form> {
    match &message.content {
        Content::Form(form) | Content::InterfaceForm(form) => Some(form),
        Content::Robot(reply) => reply.form(),
        _ => None,
    }
}

fn form_mut(content: &mut Content) -> Option<&mut Form> {
    match content {
        Content::Form(form) | Content::InterfaceForm(form) => Some(form),
        Content::Robot(reply) => reply.parts.as_mut()?.form_mut(),
        _ => None,
    }
}

/// The robot's answer that shows a form, if the message is one.
fn form_of_robot(message: &Message) -> Option<&ReplyParts> {
    match &message.content {
        Content::Robot(reply) if reply.form().is_some() => reply.parts.as_deref(),
        _ => None,
    }
}

/// The answers in the fields' order. `key` is what the answers name their fields by.
fn in_order(
    fields: &[Field],
    answers: Vec<(Arc<str>, Value)>,
    key: fn(&Field) -> &Arc<str>,
) -> Result<Vec<Value>, Refusal> {
    let mut ordered = vec![Value::Empty; fields.len()];
    for (name, answer) in answers {
        let at = fields.iter().position(|field| *key(field) == name);
        let unknown = validate::AnswerError {
            field: fields.len(),
            problem: validate::AnswerProblem::Malformed,
        };
        let place = at.and_then(|at| ordered.get_mut(at));
        *place.ok_or(Refusal::Answer(unknown))? = answer;
    }
    Ok(ordered)
}
