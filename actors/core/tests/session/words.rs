//! Effects as text, one line each, so that a story can assert all of them.

use crate::story::{BEGIN, lines_of};
use actors_core::call::CallStep;
use actors_core::event::{Entry, Event};
use actors_core::form::Value;
use actors_core::ids::Seq;
use actors_core::message::attributes::Change;
use actors_core::message::content::ReplyKind;
use actors_core::message::{Attributes, Content, Message, Sender};
use actors_core::record::RecordBody;
use actors_core::routing::{CallNews, Conversation, DeskNews, RouterRequest, Standing, Wish};
use actors_core::session::commands::LateAnswer;
use actors_core::session::commands::ask_robot::Asked;
use actors_core::session::commands::poll::Delivery;
use actors_core::session::commands::transfer::Transferred;
use actors_core::session::restore::Head;
use actors_core::session::{Effect, Effects};
use actors_core::time::Timestamp;

pub fn in_words(effects: &Effects) -> Vec<String> {
    effects.as_slice().iter().map(effect).collect()
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Record(record) => match &record.body {
            RecordBody::Entry { seq, entry, .. } => format!("+ {}", line(*seq, entry)),
            RecordBody::Amend { seq, entry, .. } => format!("~ {}", line(*seq, entry)),
            RecordBody::Head(head) => format!("head {}", standing(head)),
            RecordBody::Forget(forget) => format!("forget {forget:?}"),
        },
        Effect::Answer(ticket, answer) => format!("answer {}: {}", ticket.0, late(answer)),
        Effect::AskRouter(request) => format!("router: {}", router(request)),
        Effect::TellAgent(agent, news) => format!("desk {agent}: {}", desk(news)),
        Effect::TellWatcher(agent, news) => format!("watching {agent}: {}", desk(news)),
        Effect::AskModel(reply, _) => format!("model: {}", reply.seq.0),
        Effect::StopModel(reply) => format!("model let go: {}", reply.seq.0),
        Effect::CallService(request) => match &request.request {
            Some(sent) => format!("ask {}: {}", request.number, sent.url),
            None => format!("ask {}: too late", request.number),
        },
        Effect::MailVisitor(request) => {
            format!("mail: {} to {}", request.read.0 + 1, request.upto.0)
        }
        Effect::PushVisitor(request) => format!("push: {:?}", request.news).to_lowercase(),
        Effect::Warn(lost) => format!("warn: {} at {}", lost.flow, lost.node),
        Effect::Retire => "retire".to_owned(),
    }
}

/// A line of the log: `3 visitor: hello`.
pub fn line(seq: Seq, entry: &Entry) -> String {
    let what = match &entry.event {
        Event::Tagged(tagging) => format!("{} tags {:?}", tagging.by, tagging.tags),
        Event::Message(message) => said(message),
        Event::Connected { nick, .. } => format!("connected {nick}"),
        Event::Closed(closing) => format!("closed {closing:?}"),
        Event::EvaluationInvited => "invited to rate".to_owned(),
        Event::Recalled(recalled) => format!("recalled {}", recalled.0),
        Event::Evaluated(rating) => format!("rated {}", rating.stars),
        Event::Amended(amendment) => {
            let change = match &amendment.change {
                Change::Filled(answers) => {
                    let answers: Vec<_> = answers.iter().map(Value::joined).collect();
                    format!("filled {}", answers.join("; "))
                }
                Change::Rated(feedback) => format!("{feedback:?}").to_lowercase(),
                Change::Noted(note) => format!("noted {note}"),
            };
            format!("amended {}: {change}", amendment.message.seq.0)
        }
        Event::Call(line) => format!(
            "call {} with {}: {}",
            line.call,
            line.agent,
            step(line.step)
        ),
    };
    format!("{} {what}", seq.0)
}

fn step(step: CallStep) -> String {
    match step {
        CallStep::Invited { by, medium } => format!("{by:?} rings, {medium:?}"),
        CallStep::Answered { by, medium } => format!("{by:?} answers, {medium:?}"),
        CallStep::Declined { by } => format!("{by:?} declines"),
        CallStep::Ended { why, spoke_secs } => format!("over, {why:?}, spoke {spoke_secs:?}"),
    }
}

fn said(message: &Message) -> String {
    let sender = match &message.sender {
        Sender::Visitor => "visitor",
        Sender::Agent(card) => card.agent.as_str(),
        Sender::Robot => "robot",
        Sender::System => "system",
    };
    let content = match &message.content {
        Content::Text(text) | Content::RichText(text) => text.to_string(),
        Content::Image(file)
        | Content::File(file)
        | Content::Video(file)
        | Content::Audio(file) => format!("<{}>", file.name),
        Content::Card(card) => format!("card {}", card.title),
        Content::Goods(card) => format!("goods {}", card.title),
        Content::Order(card) => format!("order {}", card.title),
        Content::Link(card) => format!("link {}", card.title),
        Content::Form(form) | Content::InterfaceForm(form) => {
            let state = if form.answers.is_some() {
                "filled"
            } else {
                "empty"
            };
            format!("form {} ({state})", form.title)
        }
        Content::FilledForm(form) => form.summary().replace('\n', "; "),
        Content::Menu(menu) => format!("menu {}", menu.title),
        Content::Robot(reply) => match reply.kind {
            ReplyKind::Looking => "(looking)".to_owned(),
            ReplyKind::Lost => format!("{} (lost)", reply.text),
            ReplyKind::Person => "(person)".to_owned(),
            ReplyKind::Answer | ReplyKind::Guide | ReplyKind::Unknown => reply.text.to_string(),
        },
        Content::Note(note) => note.text.to_string(),
        Content::Line(line) => {
            let places = line.params.values();
            let places: String = places.map(|value| format!(" {value}")).collect();
            format!("[{:?}{places}]", line.key)
        }
    };
    let withdrawn = if message.is_recalled() {
        " (withdrawn)"
    } else {
        ""
    };
    let attributes = message
        .attributes
        .as_deref()
        .map_or_else(String::new, beside);
    format!("{sender}: {content}{withdrawn}{attributes}")
}

fn beside(attributes: &Attributes) -> String {
    let mut words = Vec::new();
    if attributes.internal {
        words.push("internal".to_owned());
    }
    if !attributes.flagged.is_empty() {
        words.push(format!("held back for {}", attributes.flagged.join(", ")));
    }
    if let Some(quote) = &attributes.quote {
        let state = if quote.recalled { ", withdrawn" } else { "" };
        words.push(format!("quotes {}{state}", quote.message.seq.0));
    }
    if let Some(feedback) = attributes.feedback {
        words.push(format!("{feedback:?}").to_lowercase());
    }
    words.extend(
        attributes
            .page_note
            .as_ref()
            .map(|note| format!("note {note}")),
    );
    if words.is_empty() {
        return String::new();
    }
    format!(" ({})", words.join("; "))
}

fn standing(head: &Head) -> String {
    let standing = match &head.standing {
        Standing::Robot => "robot".to_owned(),
        Standing::Queued { group, place, .. } if place.0 < 0 => format!("{group} (head)"),
        Standing::Queued { group, place, .. } => format!("{group} {}", place.0),
        Standing::Manual { agent, .. } => agent.to_string(),
        Standing::Ended => "ended".to_owned(),
    };
    match head.due {
        Some(due) => format!("{standing}, due {} s", due.since(BEGIN).as_millis() / 1_000),
        None => standing,
    }
}

fn late(answer: &LateAnswer) -> String {
    match answer {
        LateAnswer::Polled(Ok(delivery)) => delivered(delivery),
        LateAnswer::Transferred(Ok(Transferred::Connected(agent))) => {
            format!("connected {}", agent.nick)
        }
        LateAnswer::Transferred(Ok(transferred)) => format!("{transferred:?}"),
        LateAnswer::Asked(Ok(Asked::Answered {
            question, reply, ..
        })) => format!(
            "asked {}, replied {}",
            question.message.seq.0, reply.message.seq.0
        ),
        LateAnswer::Asked(Ok(Asked::SessionEnded)) => "session ended".to_owned(),
        LateAnswer::Polled(Err(refusal))
        | LateAnswer::Transferred(Err(refusal))
        | LateAnswer::Asked(Err(refusal)) => format!("refused {refusal:?}"),
    }
}

fn delivered(delivery: &Delivery) -> String {
    let mut words = vec![format!("{:?}", delivery.status)];
    words.extend(lines_of(delivery));
    words.push(format!("cursor {}", delivery.cursor.0));
    if delivery.more {
        words.push("more".to_owned());
    }
    if delivery.agent_types {
        words.push("agent types".to_owned());
    }
    let signals = delivery.signals().count();
    if signals > 0 {
        words.push(format!("signals {signals}"));
    }
    words.join(" | ")
}

fn router(request: &RouterRequest) -> String {
    match request {
        RouterRequest::Agent(wish) => format!("agent of {}", wished(wish)),
        RouterRequest::Again { wish, .. } => format!("again {}", wished(wish)),
        RouterRequest::Rescue { from, why, .. } => format!("rescue from {from}: {why:?}"),
        RouterRequest::Withdraw => "withdraw".to_owned(),
        RouterRequest::Release(agent) => format!("release {agent}"),
        RouterRequest::Presence(presence) => format!("{presence:?}").to_lowercase(),
    }
}

fn wished(wish: &Wish) -> String {
    let group = wish.group.as_ref().map_or("anyone", |group| group.as_str());
    match &wish.agent {
        Some(agent) => format!("{group}, {agent}"),
        None => group.to_owned(),
    }
}

fn desk(news: &DeskNews) -> String {
    match news {
        DeskNews::Assigned(conversation) => format!("assigned, {}", listed(conversation)),
        DeskNews::Resumed(conversation) => format!("resumed, {}", listed(conversation)),
        DeskNews::Said { seq, entry, .. } => line(*seq, entry),
        DeskNews::Typing { text, .. } => format!("types {text}"),
        DeskNews::Read { upto, .. } => format!("read {}", upto.0),
        DeskNews::Recalled { message, .. } => format!("recalled {}", message.seq.0),
        DeskNews::Amended { message, entry, .. } => format!("now {}", line(message.seq, entry)),
        DeskNews::Presence { presence, .. } => format!("{presence:?}").to_lowercase(),
        DeskNews::Closed { why: Some(why), .. } => format!("closed {why:?}"),
        DeskNews::Closed { why: None, .. } => "taken away".to_owned(),
        DeskNews::Transferred {
            by, agent, group, ..
        } => match agent {
            Some(agent) => format!("transferred by {by} to {agent}"),
            None => format!("transferred by {by} to the line of {group}"),
        },
        DeskNews::Corrected { name, .. } => format!("is named {name}"),
        DeskNews::Evaluated { star, solved, .. } => format!("rated {star}, solved {solved}"),
        DeskNews::Call { call, news, .. } => match news {
            CallNews::Step(what) => format!("call {call}: {}", step(*what)),
            CallNews::Signal(signal) => {
                format!("call {call}: {:?} {}", signal.kind, signal.payload)
            }
        },
        DeskNews::Due { duty, .. } => {
            let left = |by: Option<Timestamp>| match by {
                Some(by) => format!("{} s", by.since(BEGIN).as_millis() / 1_000),
                None => "free".to_owned(),
            };
            let (accept, answer) = (left(duty.accept_by), left(duty.answer_by));
            format!("accept {accept}, answer {answer}")
        }
        DeskNews::Queue(_)
        | DeskNews::Rescued(_)
        | DeskNews::Wall(_)
        | DeskNews::Alarm(..)
        | DeskNews::Status(..)
        | DeskNews::Left { .. }
        | DeskNews::Tagged { .. }
        | DeskNews::Draft(_)
        | DeskNews::Mentioned(_)
        | DeskNews::Mentions(_)
        | DeskNews::Item(_)
        | DeskNews::ItemDue(_) => "not a session's".to_owned(),
    }
}

fn listed(conversation: &Conversation) -> String {
    let last = conversation.last.as_ref();
    let last = last.map_or("nothing".to_owned(), |(seq, entry)| line(*seq, entry));
    format!("{} unread, last {last}", conversation.unread)
}
