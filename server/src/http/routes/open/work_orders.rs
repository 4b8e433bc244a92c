//! Work orders: addWo, queryWoById, queryWoByCustom, addWoHandleInfo.

use super::{reads, tell_desks, work};
use crate::authentication::open::{Open, Opener};
use crate::error::{Answer, ApiError};
use crate::files::described::Owner as Uploader;
use crate::link_token;
use crate::mail::mailbox;
use crate::orders::{Access, Cursor, NewOrder, OrderFilter, Said};
use crate::rates::{ByToken, Scope};
use crate::routes::read::{client_id, filled};
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::work_order::{
    self as wire, AddHandleRequest, AddWoRequest, AddWoResponse, OrderRequest, OrderResponse,
    OrdersRequest, OrdersResponse, WireCustomer, WireOrder,
};
use actix_web::web::Data;
use actors_core::channel::{ChannelConfig, LeaveMessageKind};
use actors_core::ids::{ChannelId, Language, TenantId, VisitorKey};
use actors_core::routing::LeftKind;
use actors_core::session::commands::describe::Describe;
use actors_core::work_order::template::{Answered, Template};
use actors_core::work_order::{Customer, Draft, Owner, WorkOrder};
use std::sync::Arc;

/// addWo: creates an order, by a visitor whose channel accepts work orders, or by the holder of a form.
///
/// # Errors
/// 403 if the channel accepts none or for a blocked visitor, 404 for a type that is not the tenant's, 400 for invalid fields, 422 for an id
/// already used for other content, 429 after five in an hour or too many from the address.
pub async fn add_wo(state: Data<State>, call: Open<AddWoRequest>) -> Answer {
    if let Opener::Visitor(key, _) = &call.who {
        state.blocks.admit(key, state.now())?;
    }
    let client_id = client_id(call.body.id.as_ref())?;
    let customer = match &call.body.crm_customer_vo {
        Some(WireCustomer { name, phone }) => Customer::checked(name, phone)?,
        None => known_customer(&state, &call.who).await,
    };
    let made = Making::read(&state, &call)?;
    let address = call.address();
    let (who, body, tenant) = (call.who, call.body, made.tenant.clone());
    let shared = state.clone();
    let order = work(move || {
        let answers: Vec<Answered> = body
            .cus_field_config_info_vo_list
            .iter()
            .map(Answered::from)
            .collect();
        let files = wire::addresses(&body.wo_file_rel_vo_list);
        let uploader = uploader(&who);
        let new = NewOrder {
            tenant: &made.tenant,
            template: &made.template,
            draft: Draft {
                owner: made.owner,
                channel: made.channel,
                customer,
                content: &body.wo_content,
                answers: &answers,
                files: Vec::new(),
                language: made.language.as_str(),
            },
            said: Said {
                client_id: client_id.as_ref(),
                files: &files,
                uploader: uploader.as_ref(),
            },
        };
        let channel = new.draft.channel.clone();
        let permit = |order: &WorkOrder| {
            who.pay_by_token(&shared, ByToken::Leave)?;
            let scope = match &channel {
                Some(channel) => Scope::Channel(channel),
                None => Scope::Tenant(&made.tenant),
            };
            shared.limits.leave_from(address, scope)?;
            Ok(mailbox::of_order(&shared, &made.tenant, order))
        };
        shared.orders.create(shared.now(), new, permit)
    })
    .await?;
    tell_desks(&state, tenant.clone(), LeftKind::Order, order.as_str());
    Ok(success(&AddWoResponse {
        token: link_token::of_order(&state.keys, &tenant, &order),
        wo_id: order.to_string(),
    }))
}

/// The template, the owner and the place of a new order.
struct Making {
    tenant: TenantId,
    template: Arc<Template>,
    owner: Owner,
    channel: Option<ChannelId>,
    language: Language,
}

impl Making {
    fn read(state: &State, call: &Open<AddWoRequest>) -> Result<Self, ApiError> {
        let locale = call.body.locale.as_ref();
        let wanted = filled(call.body.wo_type_id.as_ref());
        let has_type =
            |template: &Template| wanted.is_none_or(|wanted| *template.type_id == *wanted);
        match &call.who {
            Opener::Visitor(key, channel) => {
                let (channel, template) = takes_orders(channel.as_deref())?;
                let settings = state.catalogue.tenant(&key.tenant);
                let settings = settings.ok_or_else(|| call.miss(state))?;
                let own = settings.templates.get(template);
                let mut fitting = own.into_iter().chain(settings.templates.values());
                let template = fitting.find(|template| has_type(template));
                Ok(Self {
                    tenant: key.tenant.clone(),
                    template: template.cloned().ok_or_else(|| call.miss(state))?,
                    owner: Owner::Visitor(key.visitor.clone()),
                    channel: Some(channel.id.clone()),
                    language: reads(Some(channel), locale, call.language),
                })
            }
            Opener::Form(claims) => {
                let settings = state.catalogue.tenant(&claims.tenant);
                let template = settings
                    .and_then(|settings| settings.templates.get(&claims.template).cloned())
                    .filter(|template| has_type(template));
                Ok(Self {
                    tenant: claims.tenant.clone(),
                    template: template.ok_or_else(|| call.miss(state))?,
                    owner: Owner::Form(claims.form.clone()),
                    channel: None,
                    language: reads(None, locale, call.language),
                })
            }
            Opener::Order(..) | Opener::Nobody => Err(ApiError::LoginExpired),
        }
    }
}

/// Returns the channel, and the template of its work orders.
fn takes_orders(
    channel: Option<&ChannelConfig>,
) -> Result<(&ChannelConfig, &actors_core::ids::TemplateId), ApiError> {
    let kind = channel.and_then(|channel| Some((channel, &channel.leave_message.as_ref()?.kind)));
    match kind {
        Some((channel, LeaveMessageKind::WorkOrder(template))) => Ok((channel, template)),
        Some((_, LeaveMessageKind::Message)) | None => {
            Err(ApiError::Forbidden("the channel takes no work orders"))
        }
    }
}

/// Returns the name and phone that the visitor's page reported.
async fn known_customer(state: &State, who: &Opener) -> Customer {
    let Opener::Visitor(key, _) = who else {
        return Customer::default();
    };
    // A visitor without a session has no details.
    match state.office.ask(key, Describe).await {
        Ok(overview) => Customer {
            name: overview.details.name.as_ref().into(),
            phone: overview.details.phone.as_ref().into(),
        },
        Err(_) => Customer::default(),
    }
}

fn uploader(who: &Opener) -> Option<Uploader<'_>> {
    match who {
        Opener::Visitor(key, _) => Some(Uploader::Visitor(key)),
        Opener::Nobody | Opener::Order(..) | Opener::Form(_) => None,
    }
}

/// queryWoById: returns an order, to the visitor who created it or to the holder of its link.
///
/// # Errors
/// 404 for any other order, 429 for an address that guesses.
pub async fn query_wo_by_id(state: Data<State>, call: Open<OrderRequest>) -> Answer {
    let (tenant, visitor) = holder(&state, &call, &call.body.wo_id)?;
    let (shared, id) = (state.clone(), call.body.wo_id.clone());
    let found = work(move || {
        let order = shared
            .orders
            .order(&tenant, &id, access(visitor.as_ref()))?;
        let talk = shared.orders.talk(&tenant, &order)?;
        Ok(OrderResponse::for_visitor(&order, &talk))
    });
    match found.await {
        Err(ApiError::NotFound) => Err(call.miss(&state)),
        found => Ok(success(&found?)),
    }
}

/// Returns the tenant of the order, and the visitor if the order must be theirs.
fn holder<T>(
    state: &State,
    call: &Open<T>,
    id: &str,
) -> Result<(TenantId, Option<VisitorKey>), ApiError> {
    match &call.who {
        Opener::Visitor(key, _) => Ok((key.tenant.clone(), Some(key.clone()))),
        Opener::Order(tenant, order) if order.as_str() == id => Ok((tenant.clone(), None)),
        Opener::Order(..) => Err(call.miss(state)),
        Opener::Form(_) | Opener::Nobody => Err(ApiError::LoginExpired),
    }
}

fn access(visitor: Option<&VisitorKey>) -> Access<'_> {
    visitor.map_or(Access::Order, |key| Access::Visitor(&key.visitor))
}

/// queryWoByCustom: returns the visitor's own orders, newest first.
///
/// # Errors
/// 401 for any caller but a visitor, 400 for an unknown status or cursor.
pub async fn query_wo_by_custom(state: Data<State>, call: Open<OrdersRequest>) -> Answer {
    let Opener::Visitor(key, _) = call.who else {
        return Err(ApiError::LoginExpired);
    };
    let filter = OrderFilter {
        status: status(call.body.status)?,
        search: String::new(),
        after: Cursor::parse(filled(call.body.cursor.as_ref()).unwrap_or_default())?,
    };
    let page = work(move || state.orders.made_by(&key.tenant, &key.visitor, &filter)).await?;
    Ok(success(&OrdersResponse {
        list: page.list.iter().map(WireOrder::from).collect(),
        cursor: page.next_text(),
    }))
}

/// Reads the status to filter by.
///
/// # Errors
/// 400 for an unknown number.
pub(crate) fn status(
    number: Option<u8>,
) -> Result<Option<actors_core::work_order::OrderStatus>, ApiError> {
    let Some(number) = number else {
        return Ok(None);
    };
    let status = wire::status(number).ok_or_else(|| ApiError::invalid("status is not valid"))?;
    Ok(Some(status))
}

/// addWoHandleInfo: adds a reply to an order, always as the customer.
///
/// # Errors
/// 404 if the order is not theirs, 400 for a blank text or more than three files, 409 for an order that is closed, 422
/// for an id already used for other content.
pub async fn add_wo_handle_info(state: Data<State>, call: Open<AddHandleRequest>) -> Answer {
    let client_id = client_id(call.body.id.as_ref())?;
    let (tenant, visitor) = holder(&state, &call, &call.body.wo_id)?;
    let (shared, who) = (state.clone(), call.who.clone());
    let id = call.body.wo_id.clone();
    let content = call.body.handle_content.clone();
    let files = wire::addresses(&call.body.wo_file_rel_vo_list);
    let replied = work(move || {
        let uploader = uploader(&who);
        let said = Said {
            client_id: client_id.as_ref(),
            files: &files,
            uploader: uploader.as_ref(),
        };
        let place = (&tenant, id.as_str(), access(visitor.as_ref()));
        let permit = || who.pay_by_token(&shared, ByToken::Send);
        let orders = &shared.orders;
        orders.reply(shared.now(), place, (&content, said), permit)
    });
    match replied.await {
        Err(ApiError::NotFound) => Err(call.miss(&state)),
        replied => replied.map(|()| success(&Nothing {})),
    }
}
