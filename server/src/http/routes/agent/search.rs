//! Full-text search: search (Protocol, 'Search').
//!
//! The index says what was found. What the agent reads of it comes from the store, so nothing that was erased or recalled
//! is shown.

use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::routes::agent::account;
use crate::routes::agent::reading::may_watch;
use crate::routes::read::filled;
use crate::search::Progress;
use crate::search::asking::{Filter, Found, Scope, Sight};
use crate::search::filed::{self, Facts};
use crate::search::query::{self, CHARS_MAX, Part, excerpt, find};
use crate::search::said::{Speaker, said, speaker};
use crate::search::subject::{Kind, State as Ending, Subject};
use crate::search::words::words;
use crate::state::State;
use crate::wire::agent::search::{
    SearchRequest, SearchResponse, WireExcerpt, WireFoundTalk, WireHit,
};
use crate::wire::envelope::success;
use crate::wire::names;
use actix_web::web::Data;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::message::Sender;
use actors_core::tenant::{Oversight, Role};
use actors_core::time::Timestamp;
use actors_runtime::ports::{StoreError, Stored};
use std::sync::Arc;

/// The most results of a page.
const PAGE: usize = 20;

/// The most texts of a result.
const HITS_MAX: usize = 3;

/// The most lines of a conversation in which words are looked for; the newest count.
const LINES_MAX: usize = 2_000;

/// The longest value of a filter, in bytes.
const VALUE_BYTES_MAX: usize = 200;

/// search: finds conversations, left messages and work orders by their words and facts.
///
/// # Errors
/// 400 for a filter that is not valid, 503 if the index cannot be read.
pub async fn search(state: Data<State>, call: Agent<SearchRequest>) -> Answer {
    let account = account(&state, &call.who)?;
    let filter = filter(&call.body)?;
    let who = Arc::clone(&call.who);
    let page = work(move || page(&state, &who, &account, &filter));
    Ok(success(&page.await?))
}

fn page(
    state: &State,
    who: &SignedIn,
    account: &Account,
    filter: &Filter,
) -> Result<SearchResponse, ApiError> {
    let sight = sight(state, &who.tenant, account);
    let building = match state.search.progress() {
        Progress::Whole => None,
        Progress::Building(read) => Some(read),
    };
    let found = state.search.ask((&who.tenant, &sight), filter, PAGE + 1);
    let mut found = found.map_err(ApiError::unavailable)?;
    let has_more = found.len() > PAGE;
    found.truncate(PAGE);
    let cursor = match found.last() {
        Some(last) if has_more => last.place.to_string(),
        _ => String::new(),
    };
    let looking = Looking {
        state,
        parts: &filter.parts,
        role: account.agent.role,
    };
    let mut list = Vec::with_capacity(found.len());
    for Found { subject, .. } in &found {
        list.extend(looking.at(subject)?);
    }
    Ok(SearchResponse {
        list,
        cursor,
        building,
    })
}

/// What an agent may find.
pub(super) fn sight(state: &State, tenant: &TenantId, account: &Account) -> Sight {
    let agent = &account.agent;
    if agent.oversight() == Some(Oversight::Everything) {
        return Sight::Tenant;
    }
    let settings = state.catalogue.tenant(tenant);
    let channels = settings.iter().flat_map(|settings| &settings.channels);
    let others = channels.filter(|channel| !may_watch(account, channel));
    Sight::Agent(Scope {
        agent: agent.id.clone(),
        // A supervisor of some groups also finds what they look after.
        groups: agent
            .groups
            .iter()
            .chain(&agent.oversees)
            .cloned()
            .collect(),
        others: others.map(|channel| channel.id.clone()).collect(),
    })
}

fn filter(body: &SearchRequest) -> Result<Filter, ApiError> {
    let text = filled(body.text.as_ref()).unwrap_or_default();
    if text.chars().count() > CHARS_MAX {
        return Err(ApiError::invalid("text is too long"));
    }
    let kind = filled(body.kind.as_ref())
        .map(|kind| Kind::named(kind).ok_or_else(|| ApiError::invalid("kind is not valid")));
    let state = filled(body.state.as_ref())
        .map(|state| Ending::named(state).ok_or_else(|| ApiError::invalid("state is not valid")));
    let before = filled(body.cursor.as_ref()).map(|cursor| {
        cursor
            .parse()
            .map_err(|_| ApiError::invalid("cursor is not valid"))
    });
    let value = |name: &str, value: &Option<String>| match filled(value.as_ref()) {
        Some(value) if value.len() > VALUE_BYTES_MAX => {
            Err(ApiError::invalid(format!("{name} is too long")))
        }
        value => Ok(value.map(str::to_owned)),
    };
    let time = |name: &str, millis: Option<u64>| match millis {
        None | Some(0) => Ok(None),
        Some(millis) => match i64::try_from(millis) {
            Ok(millis) if millis < TIME_MAX => Ok(Some(Timestamp::from_millis(millis))),
            _ => Err(ApiError::invalid(format!("{name} is not valid"))),
        },
    };
    let parts = query::read(text);
    if parts.is_empty() && !text.trim().is_empty() {
        return Err(ApiError::invalid("text has no letter or digit"));
    }
    Ok(Filter {
        parts,
        kind: kind.transpose()?,
        state: state.transpose()?,
        from: time("from", body.from)?,
        to: time("to", body.to)?,
        channel: value("channelId", &body.channel_id)?,
        group: value("groupId", &body.group_id)?,
        agent: value("adminId", &body.admin_id)?,
        tag: value("tag", &body.tag)?,
        rating: body.rating.filter(|rating| *rating > 0),
        before: before.transpose()?,
    })
}

/// Later times do not fit into the order of the index: the year 2500.
const TIME_MAX: i64 = 16_725_225_600_000;

/// Reads what was found, for one agent.
struct Looking<'a> {
    state: &'a State,
    parts: &'a [Part],
    role: Role,
}

/// A text of a thing.
struct Piece<'a> {
    msg_id: String,
    sender: Option<&'a Sender>,
    /// Whether a person says it.
    is_persons: bool,
    at: Timestamp,
    text: String,
}

impl Looking<'_> {
    /// Returns what was found; `None` if it is gone meanwhile.
    fn at(&self, subject: &Subject) -> Result<Option<WireFoundTalk>, StoreError> {
        let store = self.state.office.store().as_ref();
        match subject {
            Subject::Conversation(visitor, session) => {
                let talk = filed::talk(store, &self.state.catalogue, (visitor, *session))?;
                Ok(talk.map(|talk| {
                    let id = names::session_id(&visitor.visitor, *session);
                    let lines = self.hits_of(visitor, &talk.lines);
                    let hits = match self.parts.is_empty() {
                        true => lines,
                        false => self.with_facts(lines, &talk.facts),
                    };
                    self.found(
                        subject,
                        (id, visitor.visitor.to_string()),
                        &talk.facts,
                        hits,
                    )
                }))
            }
            Subject::LeftMessage(key) => {
                let message = filed::left_message(store, key)?;
                Ok(message.map(|(message, facts)| {
                    let ids = (message.id.to_string(), message.visitor.to_string());
                    let hits = self.with_facts(Vec::new(), &facts);
                    self.found(subject, ids, &facts, hits)
                }))
            }
            Subject::WorkOrder(key) => {
                let order = filed::order(store, key)?;
                Ok(order.map(|filed::Order { order, facts, .. }| {
                    let visitor = facts.who.get(1).cloned().unwrap_or_default();
                    let hits = self.with_facts(Vec::new(), &facts);
                    self.found(subject, (order.id.to_string(), visitor), &facts, hits)
                }))
            }
        }
    }

    fn found(
        &self,
        subject: &Subject,
        (id, user_id): (String, String),
        facts: &Facts,
        hits: Vec<WireHit>,
    ) -> WireFoundTalk {
        let name = facts.who.first().map(String::as_str).unwrap_or_default();
        WireFoundTalk {
            kind: subject.kind().name(),
            id,
            user_id,
            user_name: excerpt(name, &find(self.parts, &words(name))).into(),
            channel_id: facts.channel.clone(),
            group_ids: facts.groups.iter().cloned().collect(),
            admin_ids: facts.agents.iter().cloned().collect(),
            tags: facts.tags.iter().cloned().collect(),
            rating: facts.rating,
            state: facts.state.name(),
            time: facts.last.as_millis(),
            hits,
        }
    }

    /// The newest messages that have the words; without words the newest that a person wrote.
    fn hits_of(&self, visitor: &VisitorKey, lines: &[Stored]) -> Vec<WireHit> {
        let newest = lines.iter().enumerate().rev().take(LINES_MAX);
        let pieces = newest.filter_map(|(at, line)| {
            let before = lines[..at].last().map(|before| &*before.entry);
            let message = line.entry.message();
            Some(Piece {
                msg_id: match message {
                    Some(_) => names::message_id(&visitor.visitor, line.id()),
                    None => String::new(),
                },
                sender: message.map(|message| &message.sender),
                is_persons: speaker(before, &line.entry) == Some(Speaker::Person),
                at: line.entry.at,
                text: said(before, &line.entry, self.role)?,
            })
        });
        if self.parts.is_empty() {
            let newest = pieces.filter(|piece| piece.is_persons).take(1);
            return newest.map(|piece| hit(&piece, &[])).collect();
        }
        let hits = pieces.filter_map(|piece| self.hit_in(&piece));
        hits.take(HITS_MAX).collect()
    }

    /// Adds texts that are no messages, such as answers to a form, if there is room.
    fn with_facts(&self, mut hits: Vec<WireHit>, facts: &Facts) -> Vec<WireHit> {
        if !hits.is_empty() {
            return hits;
        }
        let others = facts.who.iter().skip(1).chain(&facts.texts);
        let pieces = others.filter(|text| !text.is_empty()).map(|text| Piece {
            msg_id: String::new(),
            sender: None,
            is_persons: true,
            at: facts.last,
            text: text.clone(),
        });
        if self.parts.is_empty() {
            let first = facts.texts.first().map(|text| Piece {
                msg_id: String::new(),
                sender: None,
                is_persons: true,
                at: facts.last,
                text: text.clone(),
            });
            hits.extend(first.map(|piece| hit(&piece, &[])));
        } else {
            hits.extend(
                pieces
                    .filter_map(|piece| self.hit_in(&piece))
                    .take(HITS_MAX),
            );
        }
        hits
    }

    fn hit_in(&self, piece: &Piece<'_>) -> Option<WireHit> {
        let found = find(self.parts, &words(&piece.text));
        (!found.is_empty()).then(|| hit(piece, &found))
    }
}

fn hit(piece: &Piece<'_>, found: &[std::ops::Range<usize>]) -> WireHit {
    WireHit {
        msg_id: piece.msg_id.clone(),
        sender_type: WireHit::sender_type(piece.sender),
        time: piece.at.as_millis(),
        excerpt: WireExcerpt::from(excerpt(&piece.text, found)),
    }
}
