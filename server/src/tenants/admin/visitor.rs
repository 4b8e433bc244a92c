//! Exports or erases all data of one visitor (Protocol, 'Other calls', visitor/export and visitor/erase).

use super::audit::{self, Action};
use super::volume::Volume;
use crate::agent_token::SignedIn;
use crate::blocking::{block, work};
use crate::blocks;
use crate::error::ApiError;
use crate::files::described::{self, Owner};
use crate::files::references;
use crate::inbox;
use crate::orders::{Cursor, OrderFilter};
use crate::reports::record as reported;
use crate::state::State;
use crate::team;
use crate::wire::admin::WireDetails;
use crate::wire::agent::WireVisit;
use crate::wire::agent::push::WirePushDevice;
use crate::wire::item::ExportedMessage;
use crate::wire::mail::WireMail;
use crate::wire::message::{Eyes, Reader};
use crate::wire::work_order::agent::AgentOrderResponse;
use actix_web::web::{Bytes, Data};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Posted, Settled, Stored};
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// Later than any event.
const END_OF_TIME: Timestamp = Timestamp::from_millis(i64::MAX);

/// The number of lines in memory at once.
const LINES_AT_ONCE: usize = 200;

/// Returns the visitor's head, if any.
///
/// # Errors
/// 404 if the server has no data of the visitor and never erased them.
pub async fn find(state: &Data<State>, visitor: &VisitorKey) -> Result<Option<Head>, ApiError> {
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    let head = block(move || store.head(&key)).await?;
    if head.is_none() && !state.erased.has(visitor) {
        let orders = Arc::clone(&state.orders);
        let key = visitor.clone();
        let left = work(move || {
            let is_listed = !orders.left_by(&key, None)?.list.is_empty();
            let made = orders.made_by(&key.tenant, &key.visitor, &OrderFilter::default())?;
            Ok(is_listed || !made.list.is_empty())
        });
        if !left.await? {
            return Err(ApiError::NotFound);
        }
    }
    Ok(head)
}

/// The next part of an export.
enum Step {
    Beginning,
    Lines(SessionNo, Seq),
    Messages(Option<Cursor>),
    Orders(Option<Cursor>),
    Mails,
    Devices,
    Files,
    End,
}

/// Streams all data of a visitor as a response body: their details, all lines, left messages, work orders with replies,
/// the mails that were sent to or about them, the browsers that get pushes, and the addresses of their files.
pub fn export(
    state: Data<State>,
    who: &Arc<SignedIn>,
    visitor: VisitorKey,
    head: Option<Head>,
    others: Vec<(VisitorKey, Head)>,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> + use<> {
    let export = Export {
        channel: None,
        volume: Volume::of(who, "visitor"),
        state,
        visitor,
        head,
        others: others.into(),
        place: Place::Asked,
        step: Step::Beginning,
        is_first: true,
    };
    stream::unfold(export, |mut export| async move {
        if matches!(export.step, Step::End) {
            return None;
        }
        let written = export.next().await;
        if written.is_err() {
            export.step = Step::End;
        }
        // An error cuts the connection, so that nobody takes a partial export for a complete one.
        Some((
            written.map(Bytes::from).map_err(actix_web::Error::from),
            export,
        ))
    })
}

/// Where the visitor stands in the document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At its top: the one asked for.
    Asked,
    /// In the list of the same person.
    Other,
}

struct Export {
    state: Data<State>,
    visitor: VisitorKey,
    head: Option<Head>,
    /// The other visitors of the person, who follow.
    others: VecDeque<(VisitorKey, Head)>,
    place: Place,
    step: Step,
    volume: Volume,
    /// The visitor's channel, for the robot's name; none if it was deleted.
    channel: Option<Arc<ChannelConfig>>,
    /// Whether the current JSON list is still empty.
    is_first: bool,
}

impl Export {
    async fn next(&mut self) -> Result<String, ApiError> {
        match std::mem::replace(&mut self.step, Step::End) {
            Step::Beginning => self.beginning(),
            Step::Lines(session, from) => self.lines(session, from).await,
            Step::Messages(after) => self.messages(after).await,
            Step::Orders(after) => self.orders(after).await,
            Step::Mails => self.mails().await,
            Step::Devices => self.devices().await,
            Step::Files => self.files().await,
            Step::End => Ok(String::new()),
        }
    }

    fn beginning(&mut self) -> Result<String, ApiError> {
        let head = self.head.as_ref();
        self.channel = head.and_then(|head| {
            let channel = self.state.catalogue.channel(head.channel.as_str());
            channel.filter(|channel| channel.tenant == self.visitor.tenant)
        });
        let visit = head.and_then(|head| head.visit.as_deref());
        let visit = visit.map(WireVisit::from);
        let details = self.head.as_ref().and_then(|head| head.details.as_deref());
        let details = details.map(WireDetails::from);
        let head = json!({
            "userId": self.visitor.visitor.as_str(),
            "channelId": self.head.as_ref().map(|head| head.channel.as_str()),
            "locale": self.head.as_ref().map(|head| head.language.as_str()),
            "details": details,
            "visit": visit,
        });
        self.step = Step::Lines(SessionNo(1), Seq(1));
        self.is_first = true;
        let mut head = head.to_string();
        // Left open: the lists follow.
        head.pop();
        let before = match self.place {
            Place::Asked => "{\"code\":200,\"message\":\"SUCCESS\",\"data\":",
            Place::Other => "",
        };
        Ok(format!("{before}{head},\"lines\":["))
    }

    async fn lines(&mut self, session: SessionNo, from: Seq) -> Result<String, ApiError> {
        let last = self.head.as_ref().map_or(SessionNo(0), |head| head.session);
        if session > last {
            self.step = Step::Messages(None);
            self.is_first = true;
            return Ok("],\"leaveMsgs\":[".to_owned());
        }
        let (store, key) = (Arc::clone(self.state.office.store()), self.visitor.clone());
        let lines = block(move || store.entries(&key, session, from, LINES_AT_ONCE)).await?;
        self.step = match lines.last() {
            Some(last) if lines.len() == LINES_AT_ONCE => Step::Lines(session, last.seq.next()),
            _ => Step::Lines(SessionNo(session.0 + 1), Seq(1)),
        };
        let written: Result<Vec<Value>, _> = lines.iter().map(|line| self.line(line)).collect();
        Ok(self.items(written.map_err(ApiError::internal)?))
    }

    /// A line as a supervisor sees it.
    fn line(&self, line: &Stored) -> serde_json::Result<Value> {
        let head = self.head.as_ref();
        let reader = Reader {
            visitor: &self.visitor.visitor,
            name: head
                .and_then(|head| head.details.as_ref())
                .map(|details| &details.name),
            channel: self.channel.as_deref(),
            language: head.map(|head| head.language).unwrap_or_default(),
            sentences: &self.state.sentences,
            eyes: Eyes::Supervisor,
        };
        serde_json::to_value(reader.exported(line.session, line.seq, &line.entry))
    }

    async fn messages(&mut self, after: Option<Cursor>) -> Result<String, ApiError> {
        let (orders, key) = (Arc::clone(&self.state.orders), self.visitor.clone());
        let read = move || {
            let page = orders.left_by(&key, after)?;
            let mut list = Vec::new();
            for message in &page.list {
                let talk = orders.talk_of(&key.tenant, message.id.as_str())?;
                let message = ExportedMessage::new(message, &talk);
                list.push(serde_json::to_value(&message).map_err(ApiError::internal)?);
            }
            Ok((list, page.next))
        };
        let (list, next) = work(read).await?;
        let mut written = self.items(list);
        self.step = Step::Messages(next.clone());
        if next.is_none() {
            written.push_str("],\"workOrders\":[");
            self.step = Step::Orders(None);
            self.is_first = true;
        }
        Ok(written)
    }

    async fn orders(&mut self, after: Option<Cursor>) -> Result<String, ApiError> {
        let (orders, key) = (Arc::clone(&self.state.orders), self.visitor.clone());
        let read = move || {
            let filter = OrderFilter {
                after,
                ..OrderFilter::default()
            };
            let page = orders.made_by(&key.tenant, &key.visitor, &filter)?;
            let mut list = Vec::new();
            for order in &page.list {
                let talk = orders.talk(&key.tenant, order)?;
                let order = AgentOrderResponse::new(order, &talk);
                list.push(serde_json::to_value(&order).map_err(ApiError::internal)?);
            }
            Ok((list, page.next))
        };
        let (list, next) = work(read).await?;
        let mut written = self.items(list);
        self.step = Step::Orders(next.clone());
        if next.is_none() {
            written.push_str("],\"mails\":[");
            self.step = Step::Mails;
            self.is_first = true;
        }
        Ok(written)
    }

    async fn mails(&mut self) -> Result<String, ApiError> {
        let (mail, key) = (Arc::clone(&self.state.mail), self.visitor.clone());
        let mails = block(move || mail.outbox.about(&key)).await?;
        let list = mails.into_iter().map(|(id, fate)| WireMail::of(id, &fate));
        let list: Result<Vec<Value>, _> = list.map(serde_json::to_value).collect();
        let mut written = self.items(list.map_err(ApiError::internal)?);
        written.push_str("],\"pushDevices\":[");
        self.step = Step::Devices;
        self.is_first = true;
        Ok(written)
    }

    async fn devices(&mut self) -> Result<String, ApiError> {
        let (push, key) = (Arc::clone(&self.state.push), self.visitor.clone());
        let devices = block(move || push.visitors.of(&key)).await?;
        let list = devices.iter().map(|device| WirePushDevice::of(device, ""));
        let list: Result<Vec<Value>, _> = list.map(serde_json::to_value).collect();
        let mut written = self.items(list.map_err(ApiError::internal)?);
        written.push_str("],\"files\":[");
        self.step = Step::Files;
        self.is_first = true;
        Ok(written)
    }

    async fn files(&mut self) -> Result<String, ApiError> {
        let (store, key) = (Arc::clone(self.state.office.store()), self.visitor.clone());
        let files =
            block(move || described::files_of(store.as_ref(), &Owner::Visitor(&key))).await?;
        let files = files
            .into_iter()
            .map(|file| json!(format!("{}{}", described::FILES, file.stored)));
        let written = self.items(files.collect());
        let was = std::mem::replace(&mut self.place, Place::Other);
        let next = self.others.pop_front();
        let between = match (was, &next) {
            (Place::Asked, Some(_)) => "],\"samePerson\":[",
            (Place::Asked, None) => "],\"samePerson\":[]}}",
            (Place::Other, Some(_)) => "]},",
            (Place::Other, None) => "]}]}}",
        };
        if let Some((visitor, head)) = next {
            (self.visitor, self.head) = (visitor, Some(head));
            self.step = Step::Beginning;
        }
        Ok(format!("{written}{between}"))
    }

    fn items(&mut self, items: Vec<Value>) -> String {
        self.volume.add(items.len());
        let mut written = String::new();
        for item in items {
            if !std::mem::take(&mut self.is_first) {
                written.push(',');
            }
            written.push_str(&item.to_string());
        }
        written
    }
}

/// Erases all data of a visitor. After a failure midway, a second call erases the rest.
///
/// # Errors
/// 503: some of the data is not erased yet.
pub async fn erase(
    state: &Data<State>,
    who: &SignedIn,
    visitor: &VisitorKey,
) -> Result<(), ApiError> {
    // Refuse the visitor's tokens first, so that no request adds data during the erasure.
    state.erased.note(visitor, state.now()).await?;
    let (mut named, _) = references::referenced_before(state, visitor, END_OF_TIME).await?;
    state.office.erase(visitor).await?;
    state.webhooks.forget(visitor).await?;
    let (orders, key) = (Arc::clone(&state.orders), visitor.clone());
    let erased = work(move || orders.erase(&key)).await?;
    let (mail, key) = (Arc::clone(&state.mail), visitor.clone());
    block(move || mail.outbox.forget(&key)).await?;
    let (push, key) = (Arc::clone(&state.push), visitor.clone());
    block(move || push.visitors.forget(&key)).await?;
    named.extend(erased.files_named());
    references::release_one(state, named).await?;
    state.office.close_desks(&visitor.tenant);
    let at = state.admin.audit.draw(state.now());
    // The record does not name the visitor.
    let record = audit::record(at, &who.agent, Action::Erase, "visitor", "");
    let noted = audit::written(&who.tenant, &record);
    let unblocked = forget_block(state, visitor);
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    let files = block(move || described::files_of(store.as_ref(), &Owner::Visitor(&key))).await?;
    for file in &files {
        state.uploads.remove(&file.stored, file.pixels).await?;
    }
    let mut changes: Vec<DocumentChange> = files
        .into_iter()
        .map(|file| DocumentChange::delete(DocumentKind::Upload, file.stored))
        .collect();
    changes.push(noted);
    changes.extend(unblocked);
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    changes.extend(block(move || inbox::forgetting(store.as_ref(), &key)).await?);
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    changes.extend(block(move || team::forgetting(store.as_ref(), &key)).await?);
    let (store, key) = (Arc::clone(state.office.store()), visitor.clone());
    changes.extend(block(move || reported::forgetting(store.as_ref(), &key)).await?);
    let store = Arc::clone(state.office.store());
    let stored = match state.webhooks.tell_erasure(visitor) {
        None => block(move || store.change_documents(&changes)).await,
        Some(Posted { documents, settled }) => {
            changes.extend(documents);
            let stored = block(move || store.change_documents(&changes)).await;
            settled(match stored {
                Ok(()) => Settled::Durable,
                Err(_) => Settled::Refused,
            });
            stored
        }
    };
    // Last, because an agent may have looked meanwhile.
    state.customers.forget(visitor);
    state.models.forget(visitor);
    if stored.is_ok() {
        state.blocks.release(&visitor.tenant, &visitor.visitor);
    }
    stored
}

/// The change that forgets the block of a visitor, which has their name; none if nobody blocked them.
fn forget_block(state: &State, visitor: &VisitorKey) -> Option<DocumentChange> {
    let block = state.blocks.named(&visitor.tenant, &visitor.visitor)?;
    Some(blocks::removed(&visitor.tenant, &block.visitor))
}
