//! What the index holds of conversations, left messages and work orders, read from the store.

use super::said::said;
use super::subject::State;
use crate::catalogue::Catalogue;
use actors_core::event::{Entry, Event};
use actors_core::ids::{AgentId, GroupId, Seq, SessionNo, TenantId, VisitorKey};
use actors_core::leave_message::LeaveMessage;
use actors_core::message::Sender;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::tenant::Role;
use actors_core::time::Timestamp;
use actors_core::work_order::{OrderStatus, Owner, Reply, ReplyKind, WorkOrder};
use actors_runtime::ports::{DocumentKind, Store, StoreError, Stored};
use serde_json::Value;
use std::collections::BTreeSet;

/// The most lines of a conversation that are read; the first ones count (Protocol, 'Search').
pub const LINES_MAX: usize = 10_000;

/// Lines read at once.
const LINES_AT_ONCE: usize = 500;

/// The most replies of a work order that are read.
const REPLIES_MAX: usize = 1_000;

/// The most bytes of a conversation's texts in the index.
const BYTES_MAX: usize = 2 << 20;

/// The facts of a thing, by which it is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Who the visitor is: their name first, then their id, address and telephone.
    pub who: Vec<String>,
    /// Its texts, each for itself.
    pub texts: Vec<String>,
    /// Its channel.
    pub channel: String,
    /// Its group while it waits or is with an agent, and the groups of its agents. Empty: anybody's.
    pub groups: BTreeSet<String>,
    /// Its agents.
    pub agents: BTreeSet<String>,
    /// Its tags.
    pub tags: BTreeSet<String>,
    /// The visitor's last rating.
    pub rating: Option<u8>,
    /// Whether it is over.
    pub state: State,
    /// The time of its oldest line.
    pub first: Timestamp,
    /// The time of its newest line.
    pub last: Timestamp,
}

/// A conversation as the store has it.
pub struct Talk {
    /// The visitor's head.
    pub head: Head,
    /// Its lines, oldest first.
    pub lines: Vec<Stored>,
    /// Its facts.
    pub facts: Facts,
}

/// Reads a conversation. `None` if the store has none, or nobody said anything in it.
///
/// # Errors
/// The store's.
pub fn talk(
    store: &dyn Store,
    catalogue: &Catalogue,
    (visitor, session): (&VisitorKey, SessionNo),
) -> Result<Option<Talk>, StoreError> {
    let Some(head) = store.head(visitor)? else {
        return Ok(None);
    };
    let lines = lines(store, visitor, session)?;
    let facts = facts(catalogue, visitor, (session, &head), &lines);
    Ok(facts.map(|facts| Talk { head, lines, facts }))
}

/// Reads who took part in any of a visitor's conversations: their agents, and the groups of these. `None` if nobody
/// said anything. Of the lines, the newest [`LINES_MAX`] count.
///
/// # Errors
/// The store's.
pub fn took_part(
    store: &dyn Store,
    catalogue: &Catalogue,
    visitor: &VisitorKey,
) -> Result<Option<Facts>, StoreError> {
    let Some(head) = store.head(visitor)? else {
        return Ok(None);
    };
    let mut facts = Facts {
        channel: head.channel.to_string(),
        ..Facts::default()
    };
    let (mut before, mut count) = (Timestamp::from_millis(i64::MAX), 0);
    let mut is_silent = true;
    while count < LINES_MAX {
        let page = store.history(visitor, before, LINES_AT_ONCE)?;
        for line in &page {
            note_event(&line.entry, &mut facts);
            is_silent &= !is_persons(&line.entry);
        }
        count += page.len();
        match page.first() {
            Some(oldest) if page.len() == LINES_AT_ONCE => before = oldest.entry.at,
            _ => break,
        }
    }
    if is_silent && facts.agents.is_empty() {
        return Ok(None);
    }
    groups_of_agents(catalogue, &visitor.tenant, &mut facts);
    Ok(Some(facts))
}

fn lines(
    store: &dyn Store,
    visitor: &VisitorKey,
    session: SessionNo,
) -> Result<Vec<Stored>, StoreError> {
    let (mut lines, mut from) = (Vec::new(), Seq(1));
    loop {
        let page = store.entries(visitor, session, from, LINES_AT_ONCE)?;
        let is_last = page.len() < LINES_AT_ONCE;
        from = page.last().map_or(from, |line| line.seq.next());
        lines.extend(page);
        if is_last || lines.len() >= LINES_MAX {
            return Ok(lines);
        }
    }
}

fn facts(
    catalogue: &Catalogue,
    visitor: &VisitorKey,
    (session, head): (SessionNo, &Head),
    lines: &[Stored],
) -> Option<Facts> {
    let mut facts = Facts {
        channel: head.channel.to_string(),
        first: lines.first()?.entry.at,
        last: lines.last()?.entry.at,
        state: match session == head.session && head.standing != Standing::Ended {
            true => State::Open,
            false => State::Ended,
        },
        ..Facts::default()
    };
    let mut bytes = 0;
    let mut before = None;
    for line in lines {
        note_event(&line.entry, &mut facts);
        // The index knows no flagged words of visitors: an agent must not find what they may not read.
        let text = said(before.replace(&*line.entry), &line.entry, Role::Agent);
        if let Some(text) = text
            && bytes + text.len() <= BYTES_MAX
        {
            bytes += text.len();
            facts.texts.push(text);
        }
    }
    let standing = (session == head.session).then_some(&head.standing);
    let waits = match standing {
        Some(Standing::Queued { group, .. }) => {
            note_group(group, &mut facts);
            true
        }
        Some(Standing::Manual { group, agent, .. }) => {
            facts.agents.insert(agent.to_string());
            note_group(group, &mut facts);
            false
        }
        Some(Standing::Robot | Standing::Ended) | None => false,
    };
    let is_silent = !lines.iter().any(|line| is_persons(&line.entry));
    if is_silent && !waits && facts.agents.is_empty() {
        // A page that was only opened.
        return None;
    }
    groups_of_agents(catalogue, &visitor.tenant, &mut facts);
    who(visitor, head, &mut facts);
    Some(facts)
}

/// Whether a visitor or an agent said something.
fn is_persons(entry: &Entry) -> bool {
    entry
        .message()
        .is_some_and(|message| matches!(message.sender, Sender::Visitor | Sender::Agent(_)))
}

fn note_event(entry: &Entry, facts: &mut Facts) {
    match &entry.event {
        Event::Connected { agent, .. } => drop(facts.agents.insert(agent.to_string())),
        Event::Evaluated(rating) => facts.rating = Some(rating.stars),
        Event::Tagged(tagging) => {
            facts.tags = tagging.tags.iter().map(ToString::to_string).collect();
        }
        Event::Message(message) => {
            if let Sender::Agent(card) = &message.sender {
                facts.agents.insert(card.agent.to_string());
            }
        }
        Event::Closed(_)
        | Event::EvaluationInvited
        | Event::Recalled(_)
        | Event::Amended(_)
        | Event::Call(_) => {}
    }
}

fn note_group(group: &GroupId, facts: &mut Facts) {
    if !group.is_everyone() {
        facts.groups.insert(group.to_string());
    }
}

fn groups_of_agents(catalogue: &Catalogue, tenant: &TenantId, facts: &mut Facts) {
    for agent in &facts.agents {
        let account = catalogue.account(tenant, &AgentId::from(agent.as_str()));
        let groups = account.iter().flat_map(|account| &account.agent.groups);
        facts.groups.extend(groups.map(ToString::to_string));
    }
}

fn who(visitor: &VisitorKey, head: &Head, facts: &mut Facts) {
    let details = head.details.as_deref();
    let name = details.map(|details| details.name.to_string());
    facts.who.push(name.unwrap_or_default());
    facts.who.push(visitor.visitor.to_string());
    let Some(details) = details else { return };
    facts
        .who
        .extend([details.email.to_string(), details.phone.to_string()]);
    for json in [&details.form, &details.params] {
        if let Ok(value) = serde_json::from_str::<Value>(json) {
            values(&value, &mut facts.texts);
        }
    }
}

/// The texts and numbers of JSON, without its names.
fn values(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(list) => list.iter().for_each(|one| values(one, texts)),
        Value::Object(map) => map.values().for_each(|one| values(one, texts)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Reads a left message; `None` if the store has none of this key.
///
/// # Errors
/// The store's.
pub fn left_message(
    store: &dyn Store,
    key: &str,
) -> Result<Option<(LeaveMessage, Facts)>, StoreError> {
    let json = store.document(DocumentKind::LeaveMessage, key)?;
    let message = json.and_then(|json| serde_json::from_slice::<LeaveMessage>(&json).ok());
    Ok(message.map(|message| {
        let handled = message.handled.as_ref();
        let mut texts = vec![message.content.to_string()];
        texts.extend(handled.map(|handled| handled.remark.to_string()));
        let facts = Facts {
            who: vec![
                message.name.to_string(),
                message.visitor.to_string(),
                message.email.to_string(),
                message.phone.to_string(),
            ],
            texts,
            channel: message.channel.to_string(),
            agents: handled
                .map(|handled| handled.agent.to_string())
                .into_iter()
                .collect(),
            state: match handled {
                Some(_) => State::Ended,
                None => State::Open,
            },
            first: message.at,
            last: handled.map_or(message.at, |handled| handled.at.max(message.at)),
            ..Facts::default()
        };
        (message, facts)
    }))
}

/// A work order with its replies and notes.
pub struct Order {
    /// The order.
    pub order: WorkOrder,
    /// Its replies and notes, oldest first.
    pub replies: Vec<Reply>,
    /// Its facts.
    pub facts: Facts,
}

/// Reads a work order; `None` if the store has none of this key.
///
/// # Errors
/// The store's.
pub fn order(store: &dyn Store, key: &str) -> Result<Option<Order>, StoreError> {
    let json = store.document(DocumentKind::WorkOrder, key)?;
    let Some(order) = json.and_then(|json| serde_json::from_slice::<WorkOrder>(&json).ok()) else {
        return Ok(None);
    };
    let prefix = format!("{key}/");
    let replies = store.documents_page(DocumentKind::WorkOrderReply, &prefix, None, REPLIES_MAX)?;
    let replies = replies
        .iter()
        .filter_map(|(_, json)| serde_json::from_slice::<Reply>(json).ok());
    let replies: Vec<Reply> = replies.collect();
    let mut facts = Facts {
        who: vec![
            order.customer.name.to_string(),
            match &order.owner {
                Owner::Visitor(visitor) => visitor.to_string(),
                Owner::Form(_) => String::new(),
            },
            order.id.to_string(),
            order.customer.phone.to_string(),
        ],
        texts: vec![order.content.to_string(), order.type_name.to_string()],
        channel: order.channel.iter().map(ToString::to_string).collect(),
        state: match order.status {
            OrderStatus::Resolved | OrderStatus::Closed | OrderStatus::Filed => State::Ended,
            OrderStatus::New | OrderStatus::Accepted | OrderStatus::Waiting => State::Open,
        },
        first: order.at,
        last: order.changed_at,
        ..Facts::default()
    };
    let fields = order.fields.iter();
    facts
        .texts
        .extend(fields.map(|field| field.value.to_string()));
    let files = order.files.iter();
    facts.texts.extend(files.map(|file| file.name.to_string()));
    for reply in &replies {
        facts.texts.push(reply.content.to_string());
        let files = reply.files.iter();
        facts.texts.extend(files.map(|file| file.name.to_string()));
        if reply.kind != ReplyKind::Customer {
            facts
                .agents
                .extend(reply.agent.as_ref().map(ToString::to_string));
        }
    }
    Ok(Some(Order {
        order,
        replies,
        facts,
    }))
}
