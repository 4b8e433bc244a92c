//! Erases a visitor's messages and work orders.

use super::names::{self, Listed};
use super::pages::PAGE;
use super::{Orders, failed};
use crate::error::ApiError;
use crate::files::references;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::leave_message::LeaveMessage;
use actors_core::time::Timestamp;
use actors_core::work_order::{Owner, WorkOrder};
use actors_runtime::ports::{DocumentChange, DocumentKind};

/// What was erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Number of messages.
    pub messages: usize,
    /// Number of orders.
    pub orders: usize,
    /// Addresses of files that belonged to the erased orders. The files themselves are not deleted yet.
    pub files: Vec<String>,
}

impl Erased {
    /// The names under which the files are stored.
    pub fn files_named(&self) -> impl Iterator<Item = String> {
        let names = self
            .files
            .iter()
            .flat_map(|file| references::references_in(file));
        names.collect::<Vec<_>>().into_iter()
    }
}

impl Orders {
    /// Erases a visitor's messages and orders one by one. After a crash midway, a second call erases the rest.
    ///
    /// # Errors
    /// 503: the store cannot be read or written.
    pub fn erase(&self, visitor: &VisitorKey) -> Result<Erased, ApiError> {
        let (tenant, owner) = (&visitor.tenant, Owner::Visitor(visitor.visitor.clone()));
        let messages = self.erase_all(Listed::Messages, (tenant, &owner), |name| {
            let kept: Option<LeaveMessage> = self.read(DocumentKind::LeaveMessage, name)?;
            let state = kept.map(|message| names::message_state(message.is_handled()));
            let gone = DocumentChange::delete(DocumentKind::LeaveMessage, name);
            Ok((state, vec![gone]))
        })?;
        let mut files = Vec::new();
        let orders = self.erase_all(Listed::Orders, (tenant, &owner), |name| {
            let kept: Option<WorkOrder> = self.read(DocumentKind::WorkOrder, name)?;
            let state = kept.as_ref().map(|order| names::status(order.status));
            let mut gone = vec![DocumentChange::delete(DocumentKind::WorkOrder, name)];
            if let Some(order) = kept {
                gone.extend(self.gone_talk(tenant, &order, &mut files)?);
            }
            Ok((state, gone))
        })?;
        Ok(Erased {
            messages,
            orders,
            files,
        })
    }

    /// Erases every record in a list of the owner's, and returns their number. `erase` returns a record's state and what
    /// removes it.
    fn erase_all(
        &self,
        listed: Listed,
        (tenant, owner): (&TenantId, &Owner),
        mut erase: impl FnMut(&str) -> Result<(Option<&'static str>, Vec<DocumentChange>), ApiError>,
    ) -> Result<usize, ApiError> {
        let list = listed.by(tenant, owner);
        let mut count = 0;
        loop {
            let places = self.places(&list, None, PAGE)?;
            if places.is_empty() {
                return Ok(count);
            }
            for place in places {
                let name = names::record(tenant, &place.id);
                let _turn = self.turn(&name);
                let (state, mut changes) = erase(&name)?;
                let at = (place.at, place.id.as_str());
                changes.extend(unlisted(listed, (tenant, owner), at, state));
                self.write(&changes)?;
                count += 1;
            }
        }
    }

    fn gone_talk(
        &self,
        tenant: &TenantId,
        order: &WorkOrder,
        erased: &mut Vec<String>,
    ) -> Result<Vec<DocumentChange>, ApiError> {
        let talk = self.talk(tenant, order)?;
        let files = talk.iter().flat_map(|reply| &reply.files);
        let files = order.files.iter().chain(files);
        erased.extend(files.map(|file| file.url.to_string()));
        let prefix = names::replies(tenant, order.id.as_str());
        let replies = self
            .store
            .documents(DocumentKind::WorkOrderReply, &prefix)
            .map_err(failed)?;
        let names = replies.into_iter().map(|(name, _)| name);
        Ok(names
            .map(|name| DocumentChange::delete(DocumentKind::WorkOrderReply, name))
            .collect())
    }
}

/// Returns the changes that remove a message or an order from every list it is in.
fn unlisted(
    listed: Listed,
    (tenant, owner): (&TenantId, &Owner),
    (at, id): (Timestamp, &str),
    state: Option<&'static str>,
) -> Vec<DocumentChange> {
    let place = names::place(at, id);
    let lists = [
        Some(listed.by(tenant, owner)),
        Some(listed.all(tenant)),
        state.map(|state| listed.in_state(tenant, state)),
    ];
    let lists = lists.into_iter().flatten();
    lists
        .map(|list| DocumentChange::delete(DocumentKind::OrderIndex, list + &place))
        .collect()
}
