//! What agents do about visitors: editVisitor, blockVisitor, getVisitorPast.

use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::block::{self, Length, NewBlock, REASON_CHARS_MAX};
use crate::authentication::Agent;
use crate::blocking::block as blocking;
use crate::blocks::Block;
use crate::error::{Answer, ApiError};
use crate::person;
use crate::routes::agent::{account, ask, reach_over, visitor};
use crate::state::State;
use crate::wire::agent::{BlockVisitorRequest, EditVisitorRequest, WireBlock};
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actors_core::contact::check_email;
use actors_core::ids::TenantId;
use actors_core::routing::DeskNews;
use actors_core::session::commands::correct::{Correct, MayAct};
use actors_core::session::commands::describe::Describe;
use actors_core::session::visit::Told;
use std::sync::Arc;

/// The longest name, in characters, as in chatStart.
const NAME_CHARS_MAX: usize = 100;

/// The longest telephone, in characters, as in chatStart.
const PHONE_CHARS_MAX: usize = 40;

/// editVisitor: corrects a visitor's name and contact. All desks of the tenant hear of it.
///
/// # Errors
/// 400 for an invalid value, 404 if the tenant has no such visitor, 409 if the conversation is not the agent's.
pub async fn edit_visitor(state: Data<State>, call: Agent<EditVisitorRequest>) -> Answer {
    let EditVisitorRequest {
        user_id,
        user_name,
        email,
        phone,
    } = call.body;
    let told = Told {
        by: call.who.agent.clone(),
        name: short("userName", user_name, NAME_CHARS_MAX)?,
        email: short("email", email, NAME_CHARS_MAX * 3)?,
        phone: short("phone", phone, PHONE_CHARS_MAX)?,
    };
    let address = told.email.as_deref().unwrap_or_default();
    check_email(address).map_err(|error| ApiError::of_field("email", error))?;
    let key = visitor(&call.who, &user_id);
    let account = account(&state, &call.who)?;
    let reach = reach_over(&state, &account, &key).await?;
    let corrected = ask(&state, &key, Correct { told, reach }).await??;
    if !corrected.fields.is_empty() {
        let place = ask(&state, &key, Describe).await?.place;
        let at = state.admin.audit.draw(state.now());
        // The values would outlive the visitor, so the audit has the names of the fields alone.
        let record = AuditRecord {
            fields: corrected.fields.into_iter().map(String::from).collect(),
            ..audit::record(at, &call.who.agent, Action::Put, "visitor", &user_id)
        };
        let noted = audit::written(&key.tenant, &record);
        let store = Arc::clone(state.office.store());
        blocking(move || store.change_documents(&[noted])).await?;
        let name = corrected.name;
        let news = DeskNews::Corrected { place, name };
        state.office.tell_desks(&key.tenant, &news);
    }
    Ok(success(&Nothing {}))
}

/// Returns a trimmed text without control characters.
fn short(
    field: &'static str,
    text: Option<String>,
    chars_max: usize,
) -> Result<Option<Arc<str>>, ApiError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let text = text.trim();
    if text.chars().count() > chars_max || text.chars().any(char::is_control) {
        let problem = format!("must have at most {chars_max} characters, without line breaks");
        return Err(ApiError::of_field(field, problem));
    }
    Ok(Some(text.into()))
}

/// blockVisitor: the visitor can no longer open, ask for an agent or send. Their open conversation ends.
///
/// # Errors
/// 400 for an unknown length or a missing reason, 404 if the tenant has no such visitor, 409 if the conversation is not
/// the agent's.
pub async fn block_visitor(state: Data<State>, call: Agent<BlockVisitorRequest>) -> Answer {
    let length = Length::named(&call.body.length);
    let length = length
        .ok_or_else(|| ApiError::invalid("for must be one of hour, day, week, month and ever"))?;
    let reason = short("reason", Some(call.body.reason), REASON_CHARS_MAX)?;
    let reason = reason.filter(|reason| !reason.is_empty());
    let reason = reason.ok_or_else(|| ApiError::invalid("reason is missing"))?;
    let key = visitor(&call.who, &call.body.user_id);
    let account = account(&state, &call.who)?;
    let may = MayAct {
        agent: call.who.agent.clone(),
        reach: reach_over(&state, &account, &key).await?,
    };
    ask(&state, &key, may).await??;
    let overview = ask(&state, &key, Describe).await?;
    let new = NewBlock {
        person: person::of(&state, &key).await?,
        visitor: key,
        name: overview.details.name.to_string(),
        reason: reason.to_string(),
        length,
    };
    let tenant = call.who.tenant.clone();
    let made = block::block(state.clone(), call.who, new).await?;
    Ok(success(&block_shown(&state, &tenant, &made)))
}

/// A block as agents read it.
pub(crate) fn block_shown(state: &State, tenant: &TenantId, block: &Block) -> WireBlock {
    let by = state.catalogue.account(tenant, &block.by);
    let nick = by.map(|by| by.agent.nick.to_string());
    WireBlock::new(block, nick.unwrap_or_default())
}
