//! Erases a visitor's messages and work orders.

use super::items::moved;
use super::names::{self, Listed};
use super::pages::PAGE;
use super::{Orders, failed};
use crate::error::ApiError;
use crate::files::references;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::item::Item;
use actors_core::work_order::Owner;
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
        let mut files = Vec::new();
        let messages = self.erase_all(Listed::Messages, (tenant, &owner), &mut files)?;
        let orders = self.erase_all(Listed::Orders, (tenant, &owner), &mut files)?;
        Ok(Erased {
            messages,
            orders,
            files,
        })
    }

    /// Erases every record in a list of the owner's, and returns their number.
    fn erase_all(
        &self,
        listed: Listed,
        (tenant, owner): (&TenantId, &Owner),
        files: &mut Vec<String>,
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
                let at = names::place(place.at, &place.id);
                let mut changes = vec![
                    DocumentChange::delete(DocumentKind::OrderIndex, format!("{list}{at}")),
                    DocumentChange::delete(DocumentKind::OrderIndex, listed.all(tenant) + &at),
                ];
                if let Some(item) = self.any_item(tenant, &place.id)? {
                    changes.extend(self.gone(tenant, (&name, &item), files)?);
                }
                self.write(&changes)?;
                count += 1;
            }
        }
    }

    /// Returns the changes that remove an item, what was said about it, and its places in lists of a state.
    fn gone(
        &self,
        tenant: &TenantId,
        (name, item): (&str, &Item),
        erased: &mut Vec<String>,
    ) -> Result<Vec<DocumentChange>, ApiError> {
        let talk = self.talk_of(tenant, item.id())?;
        let said = talk.iter().flat_map(|reply| &reply.files);
        let (kind, own) = match item {
            Item::Message(_) => (DocumentKind::LeaveMessage, [].as_slice()),
            Item::Order(order) => (DocumentKind::WorkOrder, order.files.as_slice()),
        };
        erased.extend(own.iter().chain(said).map(|file| file.url.to_string()));
        let prefix = names::replies(tenant, item.id());
        let replies = self
            .store
            .documents(DocumentKind::WorkOrderReply, &prefix)
            .map_err(failed)?;
        let replies = replies.into_iter();
        let mut changes = moved(tenant, item, None)?;
        changes.push(DocumentChange::delete(kind, name));
        changes.extend(
            replies.map(|(name, _)| DocumentChange::delete(DocumentKind::WorkOrderReply, name)),
        );
        Ok(changes)
    }
}
