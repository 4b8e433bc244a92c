//! messages/list and messages/send.

use super::{reader, visitor};
use crate::authentication::keyed::Keyed;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::files::references;
use crate::fixtures::findings::Flag;
use crate::idempotent::{Repeat, once};
use crate::routes::agent::ask;
use crate::routes::agent::messages::content;
use crate::routes::read::filled;
use crate::state::State;
use crate::telemetry::numbers;
use crate::wire::envelope::success;
use crate::wire::names;
use crate::wire::v1::{MessagesRequest, MessagesResponse, SendMessageRequest, SendMessageResponse};
use actix_web::web::Data;
use actors_core::ids::{Seq, SessionNo};
use actors_core::record::Stored;
use actors_core::session::commands::describe::{Describe, Situate};
use actors_core::session::commands::from_shop::ShopSays;

/// The most messages of a page, and lines read for it at a time.
const PAGE: usize = 50;

/// The most lines read for a page: some lines are no messages.
const LINES_MAX: usize = 500;

/// Where a page begins: a line of a session.
#[derive(Clone, Copy)]
struct Place {
    session: SessionNo,
    seq: Seq,
}

impl Place {
    fn beginning(session: SessionNo) -> Self {
        Self {
            session,
            seq: Seq(1),
        }
    }

    fn read(cursor: &str) -> Option<Self> {
        let (session, seq) = cursor.split_once('.')?;
        Some(Self {
            session: SessionNo(session.parse().ok()?),
            seq: Seq(seq.parse().ok()?),
        })
    }

    fn written(self) -> String {
        format!("{}.{}", self.session.0, self.seq.0)
    }
}

/// messages/list: returns messages as an agent reads them, oldest first, from the beginning of a session or from a
/// cursor on. Later sessions follow.
///
/// # Errors
/// 404 if the tenant has no such visitor or the visitor no such session, 400 for an unknown cursor.
pub async fn list(state: Data<State>, call: Keyed<MessagesRequest>) -> Answer {
    let body = &call.body;
    let key = visitor(&call, &body.user_id);
    let overview = ask(&state, &key, Describe).await?;
    let (newest, end) = (overview.place.session, overview.newest.next());
    let mut place = begins(&call, newest)?;
    let limit = body.limit.unwrap_or(PAGE).clamp(1, PAGE);
    let situation = ask(&state, &key, Situate).await?;
    let mut reader = reader(&state, &call, &key.visitor);
    reader.name = Some(&situation.name);
    reader.channel = Some(&situation.channel);
    let (mut list, mut looked_at) = (Vec::new(), 0);
    while list.len() < limit && looked_at < LINES_MAX {
        let (whose, from) = (key.clone(), place);
        let lines = read(&state, move |store| {
            store.entries(&whose, from.session, from.seq, PAGE)
        });
        let lines: Vec<Stored> = lines.await?;
        if lines.is_empty() {
            if place.session >= newest {
                break;
            }
            place = Place::beginning(SessionNo(place.session.0 + 1));
            looked_at += 1;
        }
        for line in lines {
            if list.len() == limit {
                break;
            }
            looked_at += 1;
            list.extend(reader.history(line.session, line.seq, &line.entry));
            place.seq = line.seq.next();
        }
    }
    let is_end = place.session == newest && place.seq >= end;
    Ok(success(&MessagesResponse {
        list,
        cursor: place.written(),
        more: Flag(!is_end),
    }))
}

fn begins(call: &Keyed<MessagesRequest>, newest: SessionNo) -> Result<Place, ApiError> {
    let body = &call.body;
    if let Some(cursor) = filled(body.cursor.as_ref()) {
        let place = Place::read(cursor).filter(|place| place.session <= newest);
        return place.ok_or_else(|| ApiError::invalid("cursor is not valid"));
    }
    let Some(name) = filled(body.session_id.as_ref()) else {
        return Ok(Place::beginning(newest));
    };
    let whose = visitor(call, &body.user_id).visitor;
    let session = names::read_session_id(&whose, name).filter(|session| *session <= newest);
    Ok(Place::beginning(session.ok_or(ApiError::NotFound)?))
}

/// messages/send: answered when the message is durable and delivered to a waiting visitor. Its author is the key.
///
/// # Errors
/// 404 if the tenant has no such visitor, 409 if their session is over, 422 for an Idempotency-Key that was used for
/// another call.
pub async fn send(state: Data<State>, call: Keyed<SendMessageRequest>) -> Answer {
    let key = visitor(&call, &call.body.user_id);
    let author = call.author();
    let client_id = call.named.as_ref().map(|named| named.client_id());
    let at = state.clone();
    let Keyed {
        body,
        named,
        key: by,
        ..
    } = call;
    let sending = async move {
        let said = (body.msg_type.number(), body.msg_content.as_str());
        let content = content(&at, &by.tenant, None, said).await?;
        let says = move |content| ShopSays {
            author,
            client_id,
            content,
        };
        let sent = references::say(&at, &key, content, says, ApiError::from).await?;
        numbers().from_agents.increment(1);
        Ok(SendMessageResponse {
            msg_id: names::message_id(&key.visitor, sent.message),
            msg_time: sent.at.as_millis(),
            seq: sent.message.seq.0,
            sensitive_flag: sent.flagged.into(),
        })
    };
    once(&state, named, Repeat::RunsAgain, sending).await
}
