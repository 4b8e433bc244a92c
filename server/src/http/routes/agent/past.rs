//! getVisitorPast: what a person did before, under any of their names.

use crate::authentication::Agent;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::orders::OrderFilter;
use crate::person;
use crate::routes::agent::reading::readable;
use crate::routes::agent::{account, ask, reader, visitor};
use crate::state::State;
use crate::wire::agent::{VisitorPastResponse, VisitorRequest, WirePastConversation};
use crate::wire::envelope::success;
use crate::wire::leave_message::WireLeaveMessage;
use crate::wire::message::Eyes;
use crate::wire::names;
use crate::wire::work_order::agent::AgentOrder;
use actix_web::web::Data;
use actors_core::event::Event;
use actors_core::ids::{SessionNo, VisitorKey};
use actors_core::message::{Content, Sender};
use actors_core::session::commands::describe::Describe;
use actors_core::session::phase::Status;
use actors_core::time::Timestamp;
use actors_runtime::ports::Stored;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most lines of a visitor that are read.
const LINES_MAX: usize = 1_000;

/// The most conversations of a response.
const CONVERSATIONS_MAX: usize = 50;

/// The most left messages, and the most work orders, of a response.
const LEFT_MAX: usize = 20;

/// The longest first words, in characters.
const WORDS_CHARS_MAX: usize = 120;

/// getVisitorPast: returns the earlier conversations with their ratings, the left messages and the work orders.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the caller may not read about them.
pub async fn get_visitor_past(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    readable(&state, &call.who, &key).await?;
    let overview = ask(&state, &key, Describe).await?;
    let open = (overview.status != Status::Ended).then_some(overview.place.session);
    let account = account(&state, &call.who)?;
    let eyes = reader(&state, &account, call.language, &key.visitor).eyes;
    let person = person::of(&state, &key).await?;
    let same_person = person.others.iter();
    let same_person = same_person.map(|(key, _)| key.visitor.to_string());
    let same_person: Vec<String> = same_person.collect();
    let everyone = person.all(&key);
    let past = work(move || {
        let mut past = Past::default();
        for one in &everyone {
            let open = open.filter(|_| *one == key);
            past.add(&state, one, open, eyes)?;
        }
        Ok(past)
    });
    let mut past = past.await?;
    past.conversations.sort_by_key(|one| Reverse(one.since));
    past.more |= past.conversations.len() > CONVERSATIONS_MAX;
    past.conversations.truncate(CONVERSATIONS_MAX);
    past.leave_msgs.sort_by_key(|one| Reverse(one.create_time));
    past.leave_msgs.truncate(LEFT_MAX);
    past.work_orders.sort_by_key(|one| Reverse(one.update_time));
    past.work_orders.truncate(LEFT_MAX);
    Ok(success(&VisitorPastResponse {
        conversations: past.conversations,
        more: past.more,
        leave_msgs: past.leave_msgs,
        work_orders: past.work_orders,
        same_person,
    }))
}

#[derive(Default)]
struct Past {
    conversations: Vec<WirePastConversation>,
    more: bool,
    leave_msgs: Vec<WireLeaveMessage>,
    work_orders: Vec<AgentOrder>,
}

impl Past {
    fn add(
        &mut self,
        state: &State,
        key: &VisitorKey,
        open: Option<SessionNo>,
        eyes: Eyes,
    ) -> Result<(), ApiError> {
        const END: Timestamp = Timestamp::from_millis(i64::MAX);
        let lines = state.office.store().history(key, END, LINES_MAX)?;
        let is_cut = lines.len() == LINES_MAX;
        let mut sessions: BTreeMap<SessionNo, Vec<Stored>> = BTreeMap::new();
        for line in lines {
            sessions.entry(line.session).or_default().push(line);
        }
        if is_cut && sessions.len() > 1 {
            // Its first lines are missing.
            sessions.pop_first();
        }
        self.more |= is_cut;
        let earlier = sessions.into_iter();
        let earlier = earlier.filter(|(session, _)| Some(*session) != open);
        let told = earlier.filter_map(|(session, lines)| told(key, session, &lines, eyes));
        self.conversations.extend(told);
        let left = state.orders.left_by(key, None)?;
        let left = left.list.iter().map(WireLeaveMessage::from);
        self.leave_msgs.extend(left);
        let filter = OrderFilter::default();
        let orders = state.orders.made_by(&key.tenant, &key.visitor, &filter)?;
        self.work_orders
            .extend(orders.list.iter().map(AgentOrder::from));
        Ok(())
    }
}

/// Sums a conversation up.
fn told(
    key: &VisitorKey,
    session: SessionNo,
    lines: &[Stored],
    eyes: Eyes,
) -> Option<WirePastConversation> {
    let (first, last) = (lines.first()?, lines.last()?);
    let mut told = WirePastConversation {
        user_id: key.visitor.to_string(),
        session_id: names::session_id(&key.visitor, session),
        since: first.entry.at.as_millis(),
        until: last.entry.at.as_millis(),
        messages: 0,
        first_words: String::new(),
        agents: Vec::new(),
        star: None,
        solved: None,
    };
    for line in lines {
        match &line.entry.event {
            Event::Message(said) if !said.is_internal() => {
                let is_visitors = said.sender == Sender::Visitor;
                told.messages +=
                    usize::from(is_visitors || matches!(said.sender, Sender::Agent(_)));
                // What only supervisors read is not quoted here.
                let is_plain = said.flagged().is_empty() || eyes == Eyes::Supervisor;
                if let Content::Text(text) = &said.content
                    && is_visitors
                    && is_plain
                    && !said.is_recalled()
                    && told.first_words.is_empty()
                {
                    told.first_words = text.chars().take(WORDS_CHARS_MAX).collect();
                }
            }
            Event::Connected { nick, .. } if !told.agents.iter().any(|one| **one == **nick) => {
                told.agents.push(nick.to_string());
            }
            Event::Evaluated(rating) => {
                told.star = Some(rating.stars);
                told.solved = Some(rating.solved.into());
            }
            Event::Message(_)
            | Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Amended(_)
            | Event::Call(_)
            | Event::Tagged(_) => {}
        }
    }
    Some(told)
}
