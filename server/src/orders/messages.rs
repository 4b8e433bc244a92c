//! Messages that are left.

use super::names::{self, Listed};
use super::pages::{Cursor, Page};
use super::{Handler, Orders, is_repeat, put, repeat};
use crate::error::ApiError;
use crate::secrets;
use actors_core::ids::{ChannelId, ClientId, LeaveMessageId, TenantId, VisitorId, VisitorKey};
use actors_core::leave_message::{Draft, LeaveMessage, Origin};
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::{Owner, Repeat};
use actors_runtime::ports::{DocumentChange, DocumentKind};

/// A message a visitor leaves.
#[derive(Clone, Debug)]
pub struct Left<'a> {
    /// Who.
    pub visitor: &'a VisitorKey,
    /// Where.
    pub channel: ChannelId,
    /// The client's name for it.
    pub client_id: Option<&'a ClientId>,
    /// What.
    pub draft: Draft<'a>,
}

/// Which messages an agent looks for.
#[derive(Clone, Debug, Default)]
pub struct MessageFilter {
    /// Only those that are handled, or that are not.
    pub is_handled: Option<bool>,
    /// Part of a name, a number, an address or the message.
    pub search: String,
    /// From where on.
    pub after: Option<Cursor>,
}

impl Orders {
    /// Keeps a message; a repeat keeps nothing and answers the same. `permit` is asked when it is sure that one is to
    /// be kept.
    ///
    /// # Errors
    /// 400 for what the rules do not take, 422 for a client's name used for something else, what `permit` says.
    pub fn leave(
        &self,
        now: Timestamp,
        left: Left<'_>,
        permit: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<LeaveMessageId, ApiError> {
        let tenant = &left.visitor.tenant;
        let owner = Owner::Visitor(left.visitor.visitor.clone());
        let by = Listed::Messages.by(tenant, &owner);
        let _turn = self.turn(&by);
        let repeat = repeat("visitor", left.client_id, &left.draft)?;
        if let Some(before) = self.made_before(&by, repeat, now)? {
            return Ok(before.into());
        }
        let origin = Origin {
            visitor: left.visitor.visitor.clone(),
            channel: left.channel,
        };
        // Strictly rising for each visitor, so that a list goes on from a time and misses none.
        let newest = self.places(&by, None, 1)?.into_iter().next();
        let now = newest.map_or(now, |newest| now.max(newest.at + Span::from_millis(1)));
        let id = LeaveMessageId::from(secrets::random_name());
        let message = LeaveMessage::leave(now, id, origin, left.draft)?;
        permit()?;
        let id = message.id.as_str();
        let place = names::place(now, id);
        let state = Listed::Messages.in_state(tenant, names::message_state(false));
        let all = Listed::Messages.all(tenant);
        let unnamed: Option<Repeat> = None;
        self.write(&[
            put(
                DocumentKind::LeaveMessage,
                names::record(tenant, id),
                &message,
            )?,
            put(DocumentKind::OrderIndex, format!("{by}{place}"), &repeat)?,
            put(
                DocumentKind::OrderIndex,
                format!("{state}{place}"),
                &unnamed,
            )?,
            put(DocumentKind::OrderIndex, format!("{all}{place}"), &unnamed)?,
        ])?;
        Ok(message.id)
    }

    /// What was made when this call was made before.
    pub(super) fn made_before(
        &self,
        by: &str,
        repeat: Option<Repeat>,
        now: Timestamp,
    ) -> Result<Option<String>, ApiError> {
        let Some(asked) = repeat else { return Ok(None) };
        let mut after = None;
        loop {
            let places = self.places(by, after.as_ref(), super::pages::PAGE)?;
            let is_last = places.len() < super::pages::PAGE;
            for place in places {
                if now.since(place.at) > super::REPEATS_KNOWN_FOR {
                    return Ok(None);
                }
                if let Some(found) = place.repeat
                    && is_repeat(found, place.at, asked, now)?
                {
                    return Ok(Some(place.id));
                }
                after = Cursor::parse(&names::place(place.at, &place.id))?;
            }
            if is_last {
                return Ok(None);
            }
        }
    }

    /// What a visitor left, newest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn left_by(
        &self,
        visitor: &VisitorKey,
        after: Option<Cursor>,
    ) -> Result<Page<LeaveMessage>, ApiError> {
        let tenant = &visitor.tenant;
        let by = Listed::Messages.by(tenant, &Owner::Visitor(visitor.visitor.clone()));
        self.page(&by, after, |id| self.message(tenant, id))
    }

    /// What was left with a tenant, newest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn left_with(
        &self,
        tenant: &TenantId,
        filter: &MessageFilter,
    ) -> Result<Page<LeaveMessage>, ApiError> {
        let prefix = match filter.is_handled {
            Some(is_handled) => Listed::Messages.in_state(tenant, names::message_state(is_handled)),
            None => Listed::Messages.all(tenant),
        };
        let search = filter.search.to_lowercase();
        self.page(&prefix, filter.after.clone(), |id| {
            let message = self.message(tenant, id)?;
            Ok(message.filter(|message| is_found(message, &search)))
        })
    }

    /// How many wait to be handled, counted up to `limit`.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn messages_waiting(&self, tenant: &TenantId, limit: usize) -> Result<usize, ApiError> {
        let open = Listed::Messages.in_state(tenant, names::message_state(false));
        self.count(&open, limit)
    }

    /// An agent has seen to a message.
    ///
    /// # Errors
    /// 404 where the tenant has none of this id, 400 for a remark that is no text.
    pub fn handle_message(
        &self,
        now: Timestamp,
        tenant: &TenantId,
        id: &str,
        (handler, remark): (Handler, &str),
    ) -> Result<LeaveMessage, ApiError> {
        let name = names::record(tenant, id);
        let _turn = self.turn(&name);
        let mut message = self.message(tenant, id)?.ok_or(ApiError::NotFound)?;
        let before = names::message_state(message.is_handled());
        message.handle(now, handler.agent, handler.nick, remark)?;
        let place = names::place(message.at, id);
        let in_state = |state| Listed::Messages.in_state(tenant, state) + &place;
        let unnamed: Option<Repeat> = None;
        self.write(&[
            put(DocumentKind::LeaveMessage, name, &message)?,
            DocumentChange {
                kind: DocumentKind::OrderIndex,
                key: in_state(before),
                json: None,
            },
            put(
                DocumentKind::OrderIndex,
                in_state(names::message_state(true)),
                &unnamed,
            )?,
        ])?;
        Ok(message)
    }

    fn message(&self, tenant: &TenantId, id: &str) -> Result<Option<LeaveMessage>, ApiError> {
        if !names::is_id(id) {
            return Ok(None);
        }
        self.read(DocumentKind::LeaveMessage, &names::record(tenant, id))
    }
}

fn is_found(message: &LeaveMessage, search: &str) -> bool {
    let visitor: &VisitorId = &message.visitor;
    search.is_empty()
        || [
            &*message.name,
            &*message.phone,
            &*message.email,
            &*message.content,
            visitor.as_str(),
            message.id.as_str(),
        ]
        .iter()
        .any(|text| text.to_lowercase().contains(search))
}
