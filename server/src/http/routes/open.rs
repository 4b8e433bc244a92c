//! `/api/open/wo/`: work orders, for visitors and for holders of a link or a form (Protocol, 'Work orders').

pub mod templates;
pub mod work_orders;

use crate::authentication::open::{OpenCall, TokenUse};
use crate::blocking::work;
use crate::orders::WAITING_MAX;
use crate::routes::read::filled;
use crate::state::State;
use crate::wire::work_order::template::{TemplateByIdRequest, TemplateByTypeRequest};
use crate::wire::work_order::{AddHandleRequest, AddWoRequest, OrderRequest, OrdersRequest};
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, TenantId};
use actors_core::routing::{DeskNews, LeftKind};
use std::sync::Arc;

impl OpenCall for OrderRequest {}
impl OpenCall for OrdersRequest {}
impl OpenCall for AddWoRequest {}
impl OpenCall for AddHandleRequest {}

impl OpenCall for TemplateByIdRequest {
    const TOKEN: TokenUse = TokenUse::Optional;
}

impl OpenCall for TemplateByTypeRequest {
    const TOKEN: TokenUse = TokenUse::Optional;
}

/// Tells the tenant's desks in the background that something was left.
pub(crate) fn tell_desks(state: &Data<State>, tenant: TenantId, what: LeftKind, id: &str) {
    let (state, id): (_, Arc<str>) = (state.clone(), id.into());
    actix_web::rt::spawn(async move {
        let (shared, whose) = (state.clone(), tenant.clone());
        let waiting = work(move || match what {
            LeftKind::Message => shared.orders.messages_waiting(&whose, WAITING_MAX),
            LeftKind::Order => shared.orders.orders_waiting(&whose, WAITING_MAX),
        });
        let waiting = waiting.await.unwrap_or_default();
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        let news = DeskNews::Left { what, id, waiting };
        state.office.tell_desks(&tenant, &news);
    });
}

/// Returns the language of a caller who may have no channel: the channel's, else the page's, else the browser's.
fn reads(channel: Option<&ChannelConfig>, locale: Option<&String>, browser: Language) -> Language {
    let asked = filled(locale).and_then(Language::parse).unwrap_or(browser);
    channel
        .and_then(|channel| Language::parse(channel.language_for(asked.as_str())))
        .unwrap_or(asked)
}
