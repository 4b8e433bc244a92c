//! Messages that visitors leave.

use super::names::{self, Listed};
use super::pages::{Cursor, Page};
use super::{Handler, Orders, is_repeat, put, put_place, repeat};
use crate::error::ApiError;
use crate::secrets;
use crate::webhooks::event::{Event, EventKind};
use crate::wire::leave_message::WireLeaveMessage;
use actors_core::ids::{ChannelId, ClientId, LeaveMessageId, TenantId, VisitorId, VisitorKey};
use actors_core::item::{Item, Plan};
use actors_core::leave_message::{Draft, LeaveMessage, Origin};
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::{Owner, Repeat};
use actors_runtime::ports::{DocumentChange, DocumentKind};

/// A message a visitor leaves.
#[derive(Clone, Debug)]
pub struct Left<'a> {
    /// Who leaves it.
    pub visitor: &'a VisitorKey,
    /// The channel it is left in.
    pub channel: ChannelId,
    /// The client's id for the call.
    pub client_id: Option<&'a ClientId>,
    /// The content.
    pub draft: Draft<'a>,
}

/// Which messages an agent asks for.
#[derive(Clone, Debug, Default)]
pub struct MessageFilter {
    /// Only handled messages, or only open ones.
    pub is_handled: Option<bool>,
    /// Part of a name, a phone number, an e-mail address, the message, or an id; letter case does not matter.
    pub search: String,
    /// Where the page begins.
    pub after: Option<Cursor>,
}

impl Orders {
    /// Stores a message. A repeat stores nothing and returns the same id. `permit` runs only once the message is known
    /// to be valid and new; what it returns is stored in the same commit.
    ///
    /// # Errors
    /// 400 if the content is not valid, 422 if the client's id was used for another message, or the error of `permit`.
    pub fn leave(
        &self,
        now: Timestamp,
        left: Left<'_>,
        permit: impl FnOnce(&LeaveMessage) -> Result<Vec<DocumentChange>, ApiError>,
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
        // Strictly increasing per visitor, so that a list continued from a time misses no message.
        let newest = self.places(&by, None, 1)?.into_iter().next();
        let now = newest.map_or(now, |newest| now.max(newest.at + Span::from_millis(1)));
        let id = LeaveMessageId::from(secrets::random_name());
        let message = LeaveMessage::leave(now, id, origin, left.draft)?;
        let mut changes = permit(&message)?;
        let id = message.id.as_str();
        let place = names::place(now, id);
        let state = Listed::Messages.in_state(tenant, names::message_state(false));
        let all = Listed::Messages.all(tenant);
        changes.extend([
            put(
                DocumentKind::LeaveMessage,
                names::record(tenant, id),
                &message,
            )?,
            put(DocumentKind::OrderIndex, format!("{by}{place}"), &repeat)?,
            put_place(format!("{state}{place}"))?,
            put_place(format!("{all}{place}"))?,
        ]);
        let kind = EventKind::LeaveMessageCreated;
        self.write_telling(changes, (tenant, kind), || Event {
            kind,
            at: now,
            visitor: Some(message.visitor.clone()),
            conversation: message.visitor.to_string(),
            data: serde_json::to_value(WireLeaveMessage::from(&message)).unwrap_or_default(),
        })?;
        let id = message.id.clone();
        self.show(tenant, &Item::Message(message));
        Ok(id)
    }

    /// Returns the id that an earlier call with this identity created, if any.
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

    /// A page of a visitor's messages, newest first.
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

    /// A page of a tenant's messages, newest first.
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

    /// Counts the messages that nobody has handled, up to `limit`.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn messages_waiting(&self, tenant: &TenantId, limit: usize) -> Result<usize, ApiError> {
        let open = Listed::Messages.in_state(tenant, names::message_state(false));
        self.count(&open, limit)
    }

    /// Marks a message as handled by an agent. What `beside` and `audited` return is stored in the same commit.
    ///
    /// # Errors
    /// 404 if the tenant has no message with this id, 400 if the remark is not valid, or the error of `beside`.
    pub fn handle_message(
        &self,
        now: Timestamp,
        (tenant, id): (&TenantId, &str),
        (handler, remark): (Handler, &str),
        beside: impl FnOnce(&LeaveMessage) -> Result<Vec<DocumentChange>, ApiError>,
        audited: impl FnOnce(&Plan, &Plan) -> DocumentChange,
    ) -> Result<LeaveMessage, ApiError> {
        let name = names::record(tenant, id);
        let _turn = self.turn(&name);
        let mut message = self.message(tenant, id)?.ok_or(ApiError::NotFound)?;
        let before = Item::Message(message.clone());
        message.handle(now, handler.agent, handler.nick, remark)?;
        let mut changes = beside(&message)?;
        // A repeated remark is no new entry of the talk.
        let is_said = matches!(&before, Item::Message(it) if it.remark() == message.remark());
        let mut item = Item::Message(message);
        let reply = if is_said { None } else { item.remarked() };
        changes.push(audited(&before.plan(), &item.plan()));
        self.keep(tenant, (&before, &item), reply.as_ref(), changes)?;
        match item {
            Item::Message(message) => Ok(message),
            Item::Order(_) => Err(ApiError::NotFound),
        }
    }

    pub(super) fn message(
        &self,
        tenant: &TenantId,
        id: &str,
    ) -> Result<Option<LeaveMessage>, ApiError> {
        if !names::is_id(id) {
            return Ok(None);
        }
        self.read(DocumentKind::LeaveMessage, &names::record(tenant, id))
    }
}

pub(super) fn is_found(message: &LeaveMessage, search: &str) -> bool {
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
