//! Templates of work orders: getTemplateFiledInfoByTemplateId, getTemplateFiledInfoByTypeId
//! ([sic] Protocol, 'Work orders').

use super::reads;
use crate::authentication::open::{Open, Opener};
use crate::error::Answer;
use crate::link_token;
use crate::routes::read::filled;
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::work_order::template::{
    TemplateByIdRequest, TemplateByTypeRequest, TemplateResponse,
};
use actix_web::web::Data;
use actors_core::ids::{TemplateId, TenantId};
use actors_core::work_order::template::Template;
use std::sync::Arc;

/// getTemplateFiledInfoByTemplateId: returns the template, and a token to create an order from it.
///
/// # Errors
/// 404 for an unknown template, 429 after too many calls from the address.
pub async fn by_template_id(state: Data<State>, call: Open<TemplateByIdRequest>) -> Answer {
    let wanted = TemplateId::from(call.body.template_id.as_str());
    let found = find(
        &state,
        &call.who,
        call.body.tenant_id.as_ref(),
        |template| template.id == wanted,
    );
    let (tenant, template) = found.ok_or_else(|| call.miss(&state))?;
    let token = link_token::of_form(&state.keys, &tenant, &template.id, state.now());
    let language = reads(channel(&call.who), call.body.locale.as_ref(), call.language);
    Ok(success(&TemplateResponse::new(
        &template,
        language.as_str(),
        Some(token),
    )))
}

/// getTemplateFiledInfoByTypeId: returns the template of a type, without a token.
///
/// # Errors
/// 404 for an unknown type.
pub async fn by_type_id(state: Data<State>, call: Open<TemplateByTypeRequest>) -> Answer {
    let wanted = call.body.type_id.as_str();
    let found = find(
        &state,
        &call.who,
        call.body.tenant_id.as_ref(),
        |template| *template.type_id == *wanted,
    );
    let (_, template) = found.ok_or_else(|| call.miss(&state))?;
    let language = reads(channel(&call.who), call.body.locale.as_ref(), call.language);
    Ok(success(&TemplateResponse::new(
        &template,
        language.as_str(),
        None,
    )))
}

fn channel(who: &Opener) -> Option<&actors_core::channel::ChannelConfig> {
    match who {
        Opener::Visitor(_, channel) => channel.as_deref(),
        Opener::Nobody | Opener::Order(..) | Opener::Form(_) => None,
    }
}

/// Returns the template of the caller's tenant, else of the named tenant, else of the only tenant that has one.
fn find(
    state: &State,
    who: &Opener,
    named: Option<&String>,
    is_wanted: impl Fn(&Template) -> bool,
) -> Option<(TenantId, Arc<Template>)> {
    let tenant = match who {
        Opener::Visitor(key, _) => Some(key.tenant.clone()),
        Opener::Order(tenant, _) => Some(tenant.clone()),
        Opener::Form(claims) => Some(claims.tenant.clone()),
        Opener::Nobody => filled(named).map(TenantId::from),
    };
    let tenants = match tenant {
        Some(tenant) => state.catalogue.tenant(&tenant).into_iter().collect(),
        None => state.catalogue.tenants(),
    };
    let mut found = tenants.iter().filter_map(|settings| {
        let mut templates = settings.templates.values();
        let template = templates.find(|template| is_wanted(template))?;
        Some((settings.tenant.id.clone(), Arc::clone(template)))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
