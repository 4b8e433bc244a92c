//! Colleagues whom notes mention: listMentionable, mentions/list, mentions/read.

use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::{block, read};
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::mentions::{MENTIONED_MAX, Read, excerpt};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::session::BareRequest;
use crate::wire::team::{
    MentionableRequest, MentionableResponse, MentionsResponse, ReadMentionsRequest,
    ReadMentionsResponse, WireMention, WireMentionable,
};
use actix_web::web::Data;
use actors_core::event::Entry;
use actors_core::ids::{AgentId, VisitorId, VisitorKey};
use actors_core::message::Content;
use actors_core::message::content::Mentioned;
use actors_core::routing::{ConversationPlace, DeskNews, Mention};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::send_message::Sent;
use std::sync::Arc;

use super::ask;

/// The most agents in an answer of listMentionable.
const MENTIONABLE_MAX: usize = 50;
/// The longest search text, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// listMentionable: returns the other agents of the tenant, by name. Whoever is mentioned may read the conversation.
///
/// # Errors
/// 400 for a search text that is too long.
pub async fn list_mentionable(state: Data<State>, call: Agent<MentionableRequest>) -> Answer {
    let search = call.body.search.as_deref().unwrap_or_default();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(ApiError::invalid("search is too long"));
    }
    let search = search.trim().to_lowercase();
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::NotFound)?;
    let others = settings.agents.iter().filter(|it| it.is_active());
    let others = others.map(|it| &it.agent);
    let mut found: Vec<_> = others
        .filter(|agent| agent.id != call.who.agent)
        .filter(|agent| {
            agent.nick.to_lowercase().contains(&search)
                || agent.id.as_str().to_lowercase().contains(&search)
        })
        .collect();
    found.sort_by(|one, other| (&one.nick, &one.id).cmp(&(&other.nick, &other.id)));
    let list = found.into_iter().take(MENTIONABLE_MAX);
    Ok(success(&MentionableResponse {
        list: list
            .map(|agent| WireMentionable {
                admin_id: agent.id.to_string(),
                admin_nick: agent.nick.to_string(),
                admin_face: agent.face.to_string(),
            })
            .collect(),
    }))
}

/// mentions/list: returns the caller's mentions, the unread ones first.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let (at, who) = (state.clone(), Arc::clone(&call.who));
    let mentions = read(&state, move |_| at.team.mentions(&who.tenant, &who.agent)).await?;
    let unread = mentions.iter().filter(|one| !one.is_read).count();
    Ok(success(&MentionsResponse {
        list: mentions.iter().map(WireMention::from).collect(),
        unread: u32::try_from(unread).unwrap_or(u32::MAX),
    }))
}

/// mentions/read: the caller has read their mentions in a visitor's conversations, or all of them.
///
/// # Errors
/// 401 without the agent's token.
pub async fn mark_read(state: Data<State>, call: Agent<ReadMentionsRequest>) -> Answer {
    let read = match call.body.user_id.as_deref() {
        None | Some("") => Read::All,
        Some(visitor) => Read::Of(VisitorId::from(visitor)),
    };
    let (at, who) = (state.clone(), Arc::clone(&call.who));
    let marked = block(move || at.team.mentions_read((&who.tenant, &who.agent), &read));
    let (unread, is_changed) = marked.await?;
    if is_changed {
        let news = DeskNews::Mentions(unread);
        state
            .office
            .tell_desk(&call.who.tenant, &call.who.agent, news);
    }
    Ok(success(&ReadMentionsResponse { unread }))
}

/// Returns the colleagues whom a note mentions, each once, without the caller.
///
/// # Errors
/// 400 for an agent who is not an active one of the tenant, or too many.
pub(super) fn mentioned(
    state: &State,
    who: &SignedIn,
    ids: &[String],
) -> Result<Vec<Mentioned>, ApiError> {
    if ids.len() > MENTIONED_MAX {
        let message = format!("a note mentions at most {MENTIONED_MAX} colleagues");
        return Err(ApiError::wrong("mentions", &message));
    }
    let mut mentioned: Vec<Mentioned> = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let agent = AgentId::from(id.as_str());
        let known = state.catalogue.account(&who.tenant, &agent);
        let Some(known) = known.filter(|it| it.is_active()) else {
            let message = "must be an agent of this tenant";
            return Err(ApiError::wrong(&format!("mentions[{at}]"), message));
        };
        if agent != who.agent && !mentioned.iter().any(|it| it.agent == agent) {
            let nick = Arc::clone(&known.agent.nick);
            mentioned.push(Mentioned { agent, nick });
        }
    }
    Ok(mentioned)
}

/// Stores the mentions of a durable note, and tells each colleague. A repeated note changes nothing.
///
/// # Errors
/// 503: a mention may be missing. A repetition of the note stores it.
pub(super) async fn tell(
    state: &Data<State>,
    who: &SignedIn,
    (visitor, by): (&VisitorKey, &Account),
    (sent, text): (&Sent, &str),
    colleagues: Vec<Mentioned>,
) -> Result<(), ApiError> {
    if colleagues.is_empty() {
        return Ok(());
    }
    let name = ask(state, visitor, Situate).await?.name;
    let mention = Mention {
        place: ConversationPlace {
            visitor: visitor.visitor.clone(),
            session: sent.message.session,
        },
        name,
        note: sent.message,
        by: who.agent.clone(),
        nick: Arc::clone(&by.agent.nick),
        excerpt: excerpt(text.trim()).into(),
        at: sent.at,
        unread: 0,
    };
    for Mentioned { agent, .. } in colleagues {
        let (at, tenant) = (state.clone(), who.tenant.clone());
        let (whom, kept) = (agent.clone(), mention.clone());
        let unread = block(move || at.team.mention((&tenant, &whom), &kept)).await?;
        if let Some(unread) = unread {
            let mention = Mention {
                unread,
                ..mention.clone()
            };
            let news = DeskNews::Mentioned(Box::new(mention));
            state.office.tell_desk(&who.tenant, &agent, news);
        }
    }
    Ok(())
}

/// Deletes the mentions of a note that was withdrawn, and tells each colleague.
///
/// # Errors
/// 503: some are left. A repetition deletes them.
pub(super) async fn withdraw(
    state: &Data<State>,
    who: &SignedIn,
    visitor: &VisitorKey,
    line: &Entry,
) -> Result<(), ApiError> {
    let Some(Content::Note(note)) = line.message().map(|message| &message.content) else {
        return Ok(());
    };
    for Mentioned { agent, .. } in &note.mentions {
        let (at, tenant, whom) = (state.clone(), who.tenant.clone(), agent.clone());
        let (of, when) = (visitor.visitor.clone(), line.at);
        let withdrawn = move || at.team.withdraw_mention((&tenant, &whom), &of, when);
        let unread = block(withdrawn).await?;
        let news = DeskNews::Mentions(unread);
        state.office.tell_desk(&who.tenant, agent, news);
    }
    Ok(())
}

/// Whether a colleague mentioned the caller in the visitor's newest session.
///
/// # Errors
/// 404 for an unknown visitor.
pub(super) async fn is_mentioned(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    visitor: &VisitorKey,
) -> Result<bool, ApiError> {
    let place = ConversationPlace {
        visitor: visitor.visitor.clone(),
        session: ask(state, visitor, Situate).await?.session,
    };
    let (at, who) = (state.clone(), Arc::clone(who));
    read(state, move |_| {
        at.team.is_mentioned((&who.tenant, &who.agent), &place)
    })
    .await
}

/// Whether a colleague mentioned the caller in any of the visitor's sessions.
///
/// # Errors
/// 503 if the store cannot be read.
pub(super) async fn was_mentioned(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    visitor: &VisitorKey,
) -> Result<bool, ApiError> {
    let (at, who, visitor) = (state.clone(), Arc::clone(who), visitor.visitor.clone());
    read(state, move |_| {
        let all = at.team.mentions(&who.tenant, &who.agent)?;
        Ok(all.iter().any(|one| one.mention.place.visitor == visitor))
    })
    .await
}
